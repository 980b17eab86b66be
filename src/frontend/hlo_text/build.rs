//! A module from the pieces of its text: names looked up, everything in an order in which it can be built.

use super::bounds::{self, Arguments, Asked};
use super::comparator::comparator;
use super::cursor::{Cursor, Outcome, Word};
use super::instructions;
use super::module::{Header, header};
use super::order::by_need;
use super::site::{Computations, Derived, names};
use super::syntax::{AttributeText, ComputationText, ModuleText};
use crate::frontend::Source;
use crate::hlo::{
    ArrayLiteral, Blame, Computation, ComputationId, Diagnostic, Diagnostics, Instruction, Module, Op,
    PartialSignature, reducer,
};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

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
    let (names, ids, are_open, asked) = (HashMap::new(), Vec::new(), Vec::new(), Asked::default());
    let made = Made::new();
    let mut builder = Builder { cursor, text: &text, module, names, ids, are_open, asked, made, findings };
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

/// None for those with mistakes.
type Made = HashMap<Derived, Option<ComputationId>>;

struct Builder<'a, 's> {
    cursor: Cursor<'s>,
    text: &'a ModuleText<'s>,
    module: Module,
    /// Named computations, by their index in the text.
    names: HashMap<&'s str, usize>,
    /// Built computations, by their index in the text; those with mistakes are missing.
    ids: Vec<Option<ComputationId>>,
    /// Which computations have parameters of open sizes.
    are_open: Vec<bool>,
    asked: Asked,
    /// Computations that instructions asked for.
    made: Made,
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

    /// Callees first; those with open sizes, where something calls them.
    fn build_all(&mut self, entry: Option<usize>, arguments: Arguments, is_scheduled: bool) {
        let computations = &self.text.computations;
        self.ids = vec![None; computations.len()];
        let callees: Vec<Vec<usize>> = computations.iter().map(|computation| self.callees(computation)).collect();
        let order = by_need(computations.len(), &callees);
        self.are_open = computations.iter().map(bounds::are_declared).collect();
        for index in entry.into_iter().chain(order.cyclic.iter().copied()) {
            self.are_open[index] = false;
        }
        for index in order.cyclic {
            let name = computations[index].name;
            self.findings.push(self.cursor.error_at(name.at, format!("computation {} calls itself", name.text)));
        }
        let is_called = called(entry, &callees);
        for index in order.numbers {
            if self.are_open[index] {
                continue;
            }
            let arguments = if entry == Some(index) { arguments } else { Arguments::OfCalls };
            let known = self.findings.len();
            self.ids[index] = self.build_one(index, arguments, is_scheduled);
            if !is_called[index] {
                // What nothing calls may have sizes that nothing says: it is left out.
                let new = self.findings.split_off(known);
                self.findings.extend(new.into_iter().filter(|finding| finding.blame != Blame::Unsupported));
            }
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

    /// Again, once it has the computations that it asked for. Nothing where it has mistakes.
    fn build_one(&mut self, index: usize, arguments: Arguments, is_scheduled: bool) -> Option<ComputationId> {
        let (text, cursor) = (self.text, self.cursor.clone());
        let computation = &text.computations[index];
        let built = loop {
            let wanted = RefCell::default();
            let (names, ids, are_open, made) = (&self.names, &self.ids, &self.are_open, &self.made);
            let lookup = Lookup { cursor: &cursor, names, ids, are_open, made, wanted, module: &self.module };
            let arguments = (arguments, &mut self.asked);
            let built = instructions::build(&cursor, computation, &text.frames, &lookup, arguments, is_scheduled);
            let wanted = lookup.wanted.into_inner();
            if wanted.is_empty() {
                break built;
            }
            for derived in wanted {
                let made = self.make(&derived, is_scheduled, computation.name.at);
                self.made.insert(derived, made);
            }
        };
        match built {
            Ok(built) => Some(self.module.add_computation(built)),
            Err(findings) => {
                self.findings.extend(findings);
                None
            }
        }
    }

    /// What has no place in the text is at the one of the computation that asked for it.
    fn make(&mut self, derived: &Derived, is_scheduled: bool, asked_at: usize) -> Option<ComputationId> {
        let mut computation = match derived {
            Derived::Instance(index, given) => {
                return self.build_one(*index, Arguments::OfCall(given), is_scheduled);
            }
            Derived::Reducer(op, element_type) => reducer(*op, *element_type),
            Derived::OnlyElement(whole) => only_element(self.module.computation(*whole).clone()),
            Derived::Order { key, value, descending } => comparator(*key, *value, *descending),
        };
        let location = self.cursor.location(asked_at);
        for id in computation.ids().collect::<Vec<_>>() {
            let own = &mut computation.get_mut(id).location;
            *own = own.take().or_else(|| location.clone());
        }
        Some(self.module.add_computation(computation))
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

/// Which computations run, of those that each calls; all of them without an entry.
fn called(entry: Option<usize>, callees: &[Vec<usize>]) -> Vec<bool> {
    let Some(entry) = entry else { return vec![true; callees.len()] };
    let mut is_called = vec![false; callees.len()];
    let mut open = vec![entry];
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut is_called[index], true) {
            open.extend(&callees[index]);
        }
    }
    is_called
}

/// The computation, with the only element of the tuple that it gives as its result.
fn only_element(mut computation: Computation) -> Computation {
    let root = computation.get(computation.root()).clone();
    if let Some([element]) = root.shape.as_tuple() {
        let op = Op::GetTupleElement { index: 0 };
        let element = Instruction::new(op, element.clone(), [computation.root()]).at(&root.location);
        let id = computation.add(element);
        computation.set_root(id);
        computation.schedule.iter_mut().for_each(|schedule| schedule.push(id));
    }
    computation
}

/// Computations that are built already: all that one may call.
struct Lookup<'b, 's> {
    cursor: &'b Cursor<'s>,
    names: &'b HashMap<&'s str, usize>,
    ids: &'b [Option<ComputationId>],
    are_open: &'b [bool],
    made: &'b Made,
    /// Those that are not made yet.
    wanted: RefCell<Vec<Derived>>,
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

    fn open(&self, name: Word) -> Option<usize> {
        self.names.get(name.text).copied().filter(|&index| self.are_open[index])
    }

    fn get(&self, id: ComputationId) -> &Computation {
        self.module.computation(id)
    }

    fn derived(&self, wanted: Derived) -> Option<ComputationId> {
        match self.made.get(&wanted) {
            Some(made) => *made,
            None => {
                let mut all = self.wanted.borrow_mut();
                if !all.contains(&wanted) {
                    all.push(wanted);
                }
                None
            }
        }
    }
}
