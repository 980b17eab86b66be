//! StableHLO programs as text, in the forms that StableHLO's own printer writes.
//!
//! The frontend's table of formats ([`crate::frontend::format`]) is read backwards: what it can read is what is
//! written. An operation that it does not list, or whose attributes and types do not fit the pretty form, is written
//! in MLIR's generic form.

mod attribute;
mod constant;
mod function;
mod location;
mod names;
mod operation;
mod parts;
mod regions;
mod types;

use super::{Block, Operation, Program, Region, Type, ValueId};
use names::Names;
use std::fmt::{Arguments, Write};

/// What is written besides the program itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// `loc(…)` behind every operation and argument.
    pub locations: bool,
}

/// The program's text, which ends with a line break.
pub fn print(program: &Program, options: PrintOptions) -> String {
    let names = Names::of(program);
    let mut printer = Printer { program, names, options, out: String::new(), indent: 0, in_function: false };
    printer.module();
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    names: Names,
    options: PrintOptions,
    out: String,
    /// Spaces before the next line.
    indent: usize,
    /// The next operation stands directly in a function.
    in_function: bool,
}

impl<'p> Printer<'p> {
    fn write(&mut self, text: Arguments) {
        self.out.write_fmt(text).expect("a string takes all text");
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', self.indent));
    }

    fn separated<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            write(self, item);
        }
    }

    fn value(&mut self, value: ValueId) {
        self.out.push_str(self.names.of_value(value));
    }

    fn type_of(&self, value: ValueId) -> &'p Type {
        self.program.type_of(value)
    }

    fn module(&mut self) {
        let module = &self.program.module;
        self.push("module");
        if let Some(name) = module.attribute("sym_name").and_then(attribute::text) {
            self.push(" ");
            self.symbol(name);
        }
        let others: Vec<_> = module.attributes.iter().filter(|(name, _)| name != "sym_name").collect();
        if !others.is_empty() {
            self.push(" attributes ");
            self.dictionary(others);
        }
        self.push(" ");
        self.braces(&module.regions[0]);
        self.location(&module.location);
        self.push("\n");
    }

    /// `{ … }` of a region whose arguments are declared elsewhere.
    fn braces(&mut self, region: &'p Region) {
        self.push("{");
        self.indented(region.blocks.iter().flat_map(|block| &block.operations));
        self.push("}");
    }

    /// Operations, each on its line, and the indentation of what follows.
    fn indented(&mut self, operations: impl IntoIterator<Item = &'p Operation>) {
        self.indent += 2;
        for operation in operations {
            self.new_line();
            self.operation(operation);
        }
        self.indent -= 2;
        self.new_line();
    }

    /// `({ … }, { … })`
    fn generic_regions(&mut self, regions: &'p [Region]) {
        self.push("(");
        self.separated(regions, |printer, region| {
            printer.push("{");
            region.blocks.iter().enumerate().for_each(|(i, block)| printer.labelled_block(i, block));
            printer.push("}");
        });
        self.push(")");
    }

    fn labelled_block(&mut self, index: usize, block: &'p Block) {
        if index > 0 || !block.arguments.is_empty() {
            self.new_line();
            self.write(format_args!("^bb{index}("));
            self.separated(&block.arguments, |printer, argument| {
                printer.value(argument.value);
                let of_type = printer.type_of(argument.value);
                printer.write(format_args!(": {of_type}"));
                printer.location(&argument.location);
            });
            self.push("):");
        }
        self.indented(&block.operations);
    }
}
