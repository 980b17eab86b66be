//! `--eager`: one operation at a time, each compiled by itself, to show what that costs.

use super::failure::Outcome;
use super::program::failure;
use super::session::Session;
use crate::frontend::Source;
use crate::hlo::{ArrayLiteral, InstructionId, Module, Op, Shape, isolate};
use crate::passes;
use crate::runtime::{Buffer, CompileOptions, ExecuteOptions};
use std::collections::HashMap;
use std::sync::Arc;

/// Buffers of a value's array leaves.
type Leaves = Vec<Arc<dyn Buffer>>;

const EAGERLY: ExecuteOptions = ExecuteOptions { untuple_result: true, eager: true, host: None };

/// Runs the entry operation by operation.
pub fn run(
    session: &Session,
    module: &Module,
    source: &Source,
    options: &CompileOptions,
    arguments: &[ArrayLiteral],
) -> Outcome<Vec<ArrayLiteral>> {
    let mut module = module.clone();
    passes::run_passes(&mut module, ["call-inliner"], passes::Options::default()).map_err(|d| failure(&d, source))?;
    let arguments = session.send(arguments, 0)?;
    let entry = module.entry();
    let mut values: HashMap<InstructionId, Leaves> = HashMap::new();
    for id in entry.post_order() {
        let operands: Vec<&Leaves> = entry.operands(id).iter().map(|operand| &values[operand]).collect();
        let value = match entry.op(id) {
            Op::Parameter { number } => vec![arguments[*number].clone()],
            Op::Tuple => operands.into_iter().flatten().cloned().collect(),
            Op::GetTupleElement { index } => element(entry.shape(entry.operand(id, 0)), operands[0], *index),
            _ => {
                let executable = session.compile(isolate(&module, module.entry_id(), id), source, options)?;
                let arguments: Leaves = operands.into_iter().flatten().cloned().collect();
                session.execute(executable.as_ref(), &[arguments], EAGERLY)?.remove(0)
            }
        };
        values.insert(id, value);
    }
    session.receive(&values[&entry.root()])
}

/// The leaves of one element of a tuple.
fn element(tuple: &Shape, leaves: &Leaves, index: usize) -> Leaves {
    let of_element = tuple.leaves().into_iter().zip(leaves).filter(|((path, _), _)| path.first() == Some(&index));
    of_element.map(|(_, buffer)| buffer.clone()).collect()
}
