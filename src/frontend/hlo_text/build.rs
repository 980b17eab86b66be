//! A module from the pieces of its text: names looked up, everything in an order in which it can be built.

use super::bounds::{self, Arguments, Asked};
use super::cursor::{Cursor, Outcome, Word};
use super::instructions;
use super::module::{Header, header};
use super::order::by_need;
use super::site::{Computations, names};
use super::syntax::{AttributeText, ComputationText, ModuleText};
use crate::frontend::Source;
use crate::hlo::{
    ArrayLiteral, BinaryOp, Computation, ComputationId, Diagnostic, Diagnostics, ElementType, Module, PartialSignature,
    reducer,
};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Builds the module.
///
/// # Errors
/// Everything that can be told: what depends on a mistake is not reported again.
pub fn build(source: &Source, mut text: ModuleText, arguments: Option<&[ArrayLiteral]>) -> Result<Built, Diagnostics> {
    let mut findings = std::mem::take(&mut text.findings);
    let cursor = Cursor::new(source);
    let mut module = Module::new(text.name.text);
    let header = header(&cursor, &text.attributes, &mut module).unwrap_or_else(|finding| {
        findings.push(finding);
        Header::default()
    });
    let is_scheduled = header.is_scheduled;
    let (names, ids, asked) = (HashMap::new(), Vec::new(), Asked::default());
    let reducers = Reducers::new();
    let mut builder = Builder { cursor, text: &text, module, names, ids, asked, reducers, findings };
    let entry = builder.entry();
    let signature = |builder: &Builder, entry: usize| bounds::signature(&builder.cursor, &text.computations[entry]);
    if let (Some(entry), None) = (entry, arguments)
        && bounds::are_declared(&text.computations[entry])
    {
        let signature = signature(&builder, entry)?;
        Diagnostics(builder.findings).into_result()?;
        return Ok(Built::NeedsArguments(signature));
    }
    builder.number_names();
    builder.build_all(entry, arguments.map_or(Arguments::Unknown, Arguments::Given), is_scheduled);
    if let Some(entry) = entry.filter(|_| builder.asked.are_missing) {
        return Ok(Built::NeedsArguments(signature(&builder, entry)?));
    }
    Diagnostics(builder.findings).into_result()?;
    Ok(Built::Module(Box::new(builder.module), header, builder.asked.decisive))
}

/// What became of a text.
pub enum Built {
    /// A module, for all values of arguments but of these, on which sizes depend.
    Module(Box<Module>, Header, BTreeSet<usize>),
    /// Sizes depend on arguments, and none were given.
    NeedsArguments(PartialSignature),
}

type Reducers = HashMap<(BinaryOp, ElementType), ComputationId>;

struct Builder<'a, 's> {
    cursor: Cursor<'s>,
    text: &'a ModuleText<'s>,
    module: Module,
    /// Named computations, by their index in the text.
    names: HashMap<&'s str, usize>,
    /// Built computations, by their index in the text; those with mistakes are missing.
    ids: Vec<Option<ComputationId>>,
    asked: Asked,
    /// Computations that reductions over devices asked for.
    reducers: Reducers,
    findings: Vec<Diagnostic>,
}

impl Builder<'_, '_> {
    fn number_names(&mut self) {
        for (index, computation) in self.text.computations.iter().enumerate().filter(|(_, c)| !c.is_inline) {
            let name = computation.name;
            if self.names.insert(name.text, index).is_some() {
                let message = format!("there are two computations {}", name.text);
                self.findings.push(self.cursor.error_at(name.at, message));
            }
        }
    }

    /// Callees first.
    fn build_all(&mut self, entry: Option<usize>, arguments: Arguments, is_scheduled: bool) {
        let computations = &self.text.computations;
        self.ids = vec![None; computations.len()];
        let callees: Vec<Vec<usize>> = computations.iter().map(|computation| self.callees(computation)).collect();
        let order = by_need(computations.len(), &callees);
        for index in order.cyclic {
            let name = computations[index].name;
            self.findings.push(self.cursor.error_at(name.at, format!("computation {} calls itself", name.text)));
        }
        for index in order.numbers {
            let arguments = if entry == Some(index) { arguments } else { Arguments::OfCalls };
            self.build_one(index, arguments, is_scheduled);
        }
        if let Some(id) = entry.and_then(|entry| self.ids[entry]) {
            self.module.set_entry(id);
        }
    }

    fn callees(&self, computation: &ComputationText) -> Vec<usize> {
        let attributes = computation.instructions.iter().flat_map(|instruction| &instruction.attributes);
        attributes.flat_map(|attribute| self.references(attribute)).collect()
    }

    /// The computations that an attribute refers to, as far as they exist.
    fn references(&self, attribute: &AttributeText) -> Vec<usize> {
        if !attribute.bodies.is_empty() || !attribute.holds_computations() {
            return attribute.bodies.clone();
        }
        let mut cursor = self.cursor.within(attribute.value.clone());
        let names = names(&mut cursor, "a computation").unwrap_or_default();
        names.into_iter().filter_map(|name| self.names.get(name.text).copied()).collect()
    }

    /// Again, once it has the reducers that it asked for.
    fn build_one(&mut self, index: usize, arguments: Arguments, is_scheduled: bool) {
        let (text, cursor) = (self.text, self.cursor.clone());
        let computation = &text.computations[index];
        let built = loop {
            let (names, ids, reducers) = (&self.names, &self.ids, &self.reducers);
            let wanted = RefCell::default();
            let lookup = Lookup { cursor: &cursor, names, ids, reducers, wanted, module: &self.module };
            let arguments = (arguments, &mut self.asked);
            let built = instructions::build(&cursor, computation, &text.frames, &lookup, arguments, is_scheduled);
            let wanted = lookup.wanted.into_inner();
            if wanted.is_empty() {
                break built;
            }
            for (op, element_type) in wanted {
                let made = self.module.add_computation(reducer(op, element_type));
                self.reducers.insert((op, element_type), made);
            }
        };
        match built {
            Ok(built) => self.ids[index] = Some(self.module.add_computation(built)),
            Err(findings) => self.findings.extend(findings),
        }
    }

    /// The one that is marked, or the last one.
    fn entry(&mut self) -> Option<usize> {
        let all = self.text.computations.iter().enumerate();
        let named: Vec<(usize, &ComputationText)> = all.filter(|(_, computation)| !computation.is_inline).collect();
        let marked: Vec<usize> = named.iter().filter(|(_, c)| c.is_entry).map(|(index, _)| *index).collect();
        match (&marked[..], &named[..]) {
            ([entry], _) => return Some(*entry),
            ([], [.., (entry, _)]) if self.findings.is_empty() => return Some(*entry),
            ([_, second, ..], _) => {
                let at = self.text.computations[*second].name.at;
                self.findings.push(self.cursor.error_at(at, "expected one ENTRY, found a second one"));
            }
            // It may be what could not be read.
            ([], _) if !self.findings.is_empty() => {}
            ([], _) => {
                let message = "expected a computation marked ENTRY, found none";
                self.findings.push(self.cursor.error_at(self.text.name.at, message));
            }
        }
        None
    }
}

/// Computations that are built already: all that one may call.
struct Lookup<'b, 's> {
    cursor: &'b Cursor<'s>,
    names: &'b HashMap<&'s str, usize>,
    ids: &'b [Option<ComputationId>],
    reducers: &'b Reducers,
    /// Reducers that are not there yet.
    wanted: RefCell<HashSet<(BinaryOp, ElementType)>>,
    module: &'b Module,
}

impl Computations for Lookup<'_, '_> {
    fn named(&self, name: Word) -> Outcome<Option<ComputationId>> {
        match self.names.get(name.text) {
            Some(&index) => Ok(self.ids[index]),
            None => Err(self.cursor.error_at(name.at, format!("there is no computation {}", name.text))),
        }
    }

    fn numbered(&self, index: usize) -> Option<ComputationId> {
        self.ids[index]
    }

    fn get(&self, id: ComputationId) -> &Computation {
        self.module.computation(id)
    }

    fn reducer(&self, op: BinaryOp, element_type: ElementType) -> Option<ComputationId> {
        let made = self.reducers.get(&(op, element_type)).copied();
        if made.is_none() {
            self.wanted.borrow_mut().insert((op, element_type));
        }
        made
    }
}
