//! Names of values: `%0`, `%arg1`, `%cst_2`, `%iterArg`, chosen as MLIR chooses them.
//!
//! Numbers count on in nested regions, behind those of the whole region around; siblings use the same ones again.

use crate::stablehlo::{Attribute, Block, Element, Operation, Program, Region, Type, ValueId};
use std::collections::HashSet;

pub struct Names(Vec<String>);

impl Names {
    pub fn of(program: &Program) -> Names {
        let names = vec![String::new(); program.types.len()];
        let mut naming = Naming { program, names, next: Next::default(), used: HashSet::new(), log: Vec::new() };
        naming.regions(&program.module);
        Names(naming.names)
    }

    /// With the percent sign; a result of several with its number, `%0#1`.
    pub fn of_value(&self, value: ValueId) -> &str {
        &self.0[value.0 as usize]
    }

    /// What stands left of an operation's `=`.
    pub fn of_results(&self, results: &[ValueId]) -> String {
        match results {
            [only] => self.of_value(*only).to_owned(),
            several => {
                let first = self.of_value(several[0]);
                format!("{}:{}", first.trim_end_matches("#0"), several.len())
            }
        }
    }
}

/// The next numbers.
#[derive(Clone, Copy, Default)]
struct Next {
    value: usize,
    argument: usize,
    conflict: usize,
}

struct Naming<'p> {
    program: &'p Program,
    names: Vec<String>,
    next: Next,
    /// Names with a meaning that are visible here.
    used: HashSet<String>,
    /// Those names in the order of their addition.
    log: Vec<String>,
}

impl Naming<'_> {
    fn regions(&mut self, operation: &Operation) {
        let is_isolated = matches!(&*operation.name, "func.func" | "builtin.module");
        let is_loop = operation.name == "stablehlo.while";
        let (before, mark) = (self.next, self.log.len());
        let outer = if is_isolated { std::mem::take(&mut self.used) } else { HashSet::new() };
        for (i, region) in operation.regions.iter().enumerate() {
            self.next = if is_isolated { Next::default() } else { before };
            if is_loop {
                self.loop_arguments(region, &operation.regions[0], i);
            }
            self.region(region, is_loop);
            for name in self.log.drain(mark..) {
                self.used.remove(&name);
            }
        }
        self.next = before;
        if is_isolated {
            self.used = outer;
        }
    }

    fn region(&mut self, region: &Region, is_loop: bool) {
        for block in &region.blocks {
            self.block(block, is_loop);
        }
        for operation in region.blocks.iter().flat_map(|block| &block.operations) {
            if !operation.regions.is_empty() {
                self.regions(operation);
            }
        }
    }

    fn block(&mut self, block: &Block, is_loop: bool) {
        if !is_loop {
            for argument in &block.arguments {
                let number = self.next.argument;
                self.next.argument += 1;
                self.set(argument.value, format!("%arg{number}"));
            }
        }
        block.operations.iter().for_each(|operation| self.results(operation));
    }

    /// Both regions of a loop have the same arguments.
    fn loop_arguments(&mut self, region: &Region, first: &Region, index: usize) {
        let arguments = |region: &Region| -> Vec<ValueId> {
            region.blocks.first().map(|block| block.arguments.iter().map(|a| a.value).collect()).unwrap_or_default()
        };
        let named = arguments(first);
        for (i, value) in arguments(region).into_iter().enumerate() {
            let name = match named.get(i) {
                Some(&named) if index > 0 => self.names[named.0 as usize].clone(),
                _ => self.unique("iterArg"),
            };
            if index > 0 && self.used.insert(name.clone()) {
                self.log.push(name.clone());
            }
            self.set(value, name);
        }
    }

    fn results(&mut self, operation: &Operation) {
        let name = match operation.results.as_slice() {
            [] => return,
            [only] if operation.name == "stablehlo.constant" => {
                let hint = hint(operation, self.program.type_of(*only));
                let name = self.unique(hint);
                return self.set(*only, name);
            }
            _ => format!("%{}", self.next.value),
        };
        self.next.value += 1;
        match operation.results.as_slice() {
            [only] => self.set(*only, name),
            several => several.iter().enumerate().for_each(|(i, &value)| self.set(value, format!("{name}#{i}"))),
        }
    }

    fn unique(&mut self, hint: &str) -> String {
        let mut name = format!("%{hint}");
        while self.used.contains(&name) {
            name = format!("%{hint}_{}", self.next.conflict);
            self.next.conflict += 1;
        }
        self.used.insert(name.clone());
        self.log.push(name.clone());
        name
    }

    fn set(&mut self, value: ValueId, name: String) {
        self.names[value.0 as usize] = name;
    }
}

/// `c` for integers, `cst` for other constants.
fn hint(operation: &Operation, of_type: &Type) -> &'static str {
    let element = match (operation.attribute("value"), of_type) {
        (Some(Attribute::Constant(constant)), _) => Some(&constant.of_type.element),
        (_, Type::Tensor(tensor)) => Some(&tensor.element),
        _ => None,
    };
    match element {
        Some(Element::Plain(element_type)) if element_type.is_float() || element_type.is_complex() => "cst",
        _ => "c",
    }
}
