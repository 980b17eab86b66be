//! A module from the pieces of its text: names looked up, everything in an order in which it can be built.

use super::bounds::{self, Arguments};
use super::cursor::{Cursor, Outcome, Word};
use super::instructions;
use super::module::{Header, header};
use super::order::by_need;
use super::site::{Computations, names};
use super::syntax::{AttributeText, ComputationText, ModuleText};
use crate::frontend::Source;
use crate::hlo::{Computation, ComputationId, Diagnostic, Diagnostics, Module, PartialSignature};
use std::collections::{BTreeSet, HashMap};

/// Builds the module.
///
/// # Errors
/// Everything that can be told: what depends on a mistake is not reported again.
pub fn build(source: &Source, mut text: ModuleText, arguments: Arguments) -> Result<Built, Diagnostics> {
    let mut findings = std::mem::take(&mut text.findings);
    let cursor = Cursor::new(source);
    let mut module = Module::new(text.name.text);
    let header = header(&cursor, &text.attributes, &mut module).unwrap_or_else(|finding| {
        findings.push(finding);
        Header::default()
    });
    let is_scheduled = header.is_scheduled;
    let (names, ids, decisive) = (HashMap::new(), Vec::new(), BTreeSet::new());
    let mut builder = Builder { cursor, text: &text, module, names, ids, decisive, findings };
    let entry = builder.entry();
    if let (Some(entry), None) = (entry, arguments)
        && let Some(signature) = bounds::signature(&builder.cursor, &text.computations[entry])?
    {
        Diagnostics(builder.findings).into_result()?;
        return Ok(Built::NeedsArguments(signature));
    }
    builder.number_names();
    builder.build_all(entry, arguments, is_scheduled);
    Diagnostics(builder.findings).into_result()?;
    Ok(Built::Module(Box::new(builder.module), header, builder.decisive))
}

/// What became of a text.
pub enum Built {
    /// A module, for all values of arguments but of these, on which sizes depend.
    Module(Box<Module>, Header, BTreeSet<usize>),
    /// Sizes depend on arguments, and none were given.
    NeedsArguments(PartialSignature),
}

struct Builder<'a, 's> {
    cursor: Cursor<'s>,
    text: &'a ModuleText<'s>,
    module: Module,
    /// Named computations, by their index in the text.
    names: HashMap<&'s str, usize>,
    /// Built computations, by their index in the text; those with mistakes are missing.
    ids: Vec<Option<ComputationId>>,
    /// Arguments whose values decided on sizes.
    decisive: BTreeSet<usize>,
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
            self.build_one(index, arguments.filter(|_| entry == Some(index)), is_scheduled);
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

    fn build_one(&mut self, index: usize, arguments: Arguments, is_scheduled: bool) {
        let computation = &self.text.computations[index];
        let frames = &self.text.frames;
        let lookup = Lookup { cursor: &self.cursor, names: &self.names, ids: &self.ids, module: &self.module };
        let arguments = (arguments, &mut self.decisive);
        match instructions::build(&self.cursor, computation, frames, &lookup, arguments, is_scheduled) {
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
}
