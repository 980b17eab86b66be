//! HLO said in StableHLO.
//!
//! What HLO has beyond StableHLO is said by what it means: a fusion by its operations, a copy by its operand; layouts
//! and schedules are dropped. Tuples are taken apart: a loop carries its state's parts, a branch reads the values
//! around it, and an operation of several results has them. Computations of calls become private functions, all
//! others regions.

mod algorithms;
mod bound;
mod call;
mod check;
mod collective;
mod contraction;
mod control;
mod custom_call;
mod elementwise;
mod emission;
mod function;
mod indexing;
mod leaf;
mod movement;
mod operation;
mod reduction;
mod transfer;

use super::{Operation, Program, Type, ValueId};
use crate::hlo::{ChannelPairs, ComputationId, Diagnostic, Diagnostics, Module};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// What may be used besides StableHLO and functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialects {
    /// CHLO and the expectations of StableHLO's tests: for text.
    All,
    /// Nothing: for portable artifacts.
    Portable,
}

/// The same program in StableHLO; its entry is named `main`.
///
/// # Errors
/// What StableHLO cannot say, by name.
pub fn from_hlo(module: &Module, dialects: Dialects) -> Result<Program, Diagnostics> {
    let module = synchronous(module);
    let mut emitter = Emitter {
        module: &module,
        channels: ChannelPairs::of(&module),
        dialects,
        types: Vec::new(),
        symbols: HashMap::from([(module.entry_id(), Arc::from("main"))]),
        waiting: Vec::new(),
        findings: Vec::new(),
    };
    let program = emitter.module();
    if emitter.findings.is_empty() {
        Ok(Program { module: program, types: emitter.types })
    } else {
        Err(Diagnostics(emitter.findings))
    }
}

/// The module with what runs asynchronously as what it does.
fn synchronous(module: &Module) -> Cow<'_, Module> {
    let ids = module.computation_ids();
    if !ids.iter().any(|&id| module.computation(id).is_asynchronous()) {
        return Cow::Borrowed(module);
    }
    let mut module = module.clone();
    for id in ids {
        module.computation_mut(id).make_synchronous();
    }
    Cow::Owned(module)
}

/// A program under construction.
struct Emitter<'m> {
    module: &'m Module,
    channels: ChannelPairs,
    dialects: Dialects,
    types: Vec<Type>,
    /// Names of the functions that computations become.
    symbols: HashMap<ComputationId, Arc<str>>,
    /// Called computations that are no functions yet.
    waiting: Vec<ComputationId>,
    findings: Vec<Diagnostic>,
}

impl Emitter<'_> {
    fn value(&mut self, of_type: Type) -> ValueId {
        self.types.push(of_type);
        ValueId(self.types.len() as u32 - 1)
    }

    /// The name of the function that a computation becomes.
    fn symbol(&mut self, id: ComputationId) -> Arc<str> {
        if let Some(symbol) = self.symbols.get(&id) {
            return symbol.clone();
        }
        let own = &self.module.computation(id).name;
        let is_taken = |name: &Arc<str>| self.symbols.values().any(|other| other == name);
        let numbered = (0..).map(|number| Arc::from(format!("{own}_{number}")));
        let symbol = std::iter::once(own.clone()).chain(numbered).find(|name| !is_taken(name));
        let symbol = symbol.expect("numbers do not end");
        self.symbols.insert(id, symbol.clone());
        self.waiting.push(id);
        symbol
    }

    fn report(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }
}

/// An operation that ends a block.
fn terminator(name: &'static str, operands: Vec<ValueId>) -> Operation {
    Operation { operands, ..Operation::new(name) }
}
