//! `async_start` and `async_done`.
//!
//! A future is the start of the one operation in the region. Where that operation is several in HLO, they run at once,
//! and the future is their result: nothing promises that anything runs beside them.

use super::function::operations;
use super::{Failure, OpLowering, Outcome};
use crate::frontend::program::Node;
use crate::hlo::{Diagnostic, Instruction, InstructionId, Op, Shape};
use melior::ir::{BlockLike, BlockRef, OperationRef};

/// What may start.
const STARTED: [&str; 9] = [
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.all_to_all",
    "stablehlo.collective_broadcast",
    "stablehlo.collective_permute",
    "stablehlo.dynamic_slice",
    "stablehlo.dynamic_update_slice",
    "stablehlo.reduce_scatter",
    "stablehlo.slice",
];

impl<'m> OpLowering<'_, 'm> {
    pub fn async_start(&mut self) -> Outcome {
        self.expect_one_region()?;
        let block = self.node.block(0)?;
        let started = self.async_start_c1_body_is_one_operation(block)?;
        let started = Node::new(self.state.program, started);
        self.async_start_c2_is_collective_or_slice(&started)?;
        self.bind_arguments(block)?;
        self.async_start_c3_same_operands(&started)?;
        let before = self.scope.computation.id_bound();
        let results = self.state.block(self.scope, block, self.node)?;
        Ok(vec![self.future(results, before)])
    }

    fn async_start_c1_body_is_one_operation(
        &self,
        block: BlockRef<'m, 'm>,
    ) -> Result<OperationRef<'m, 'm>, Diagnostic> {
        let inside: Vec<_> = operations(block).collect();
        match inside[..] {
            [started, _] => Ok(started),
            _ => {
                let found = inside.len().saturating_sub(1);
                Err(self.node.error(format!("expected one operation and a return in the region, found {found}")))
            }
        }
    }

    fn async_start_c2_is_collective_or_slice(&self, started: &Node) -> Result<(), Diagnostic> {
        match STARTED.contains(&started.name) {
            true => Ok(()),
            false => Err(self.node.error(format!("expected a collective or a slice to start, found {}", started.name))),
        }
    }

    /// A region may have arguments, which are the operands, or use these as they are.
    fn bind_arguments(&mut self, block: BlockRef<'m, 'm>) -> Result<(), Failure> {
        let arguments: Vec<_> = (0..block.argument_count()).filter_map(|i| block.argument(i).ok()).collect();
        if !arguments.is_empty() && arguments.len() != self.operands.len() {
            let (expected, found) = (self.operands.len(), arguments.len());
            return Err(self.node.error(format!("expected a region of {expected} arguments, found {found}")).into());
        }
        for (argument, &operand) in arguments.into_iter().zip(&self.operands) {
            self.scope.define(argument.into(), operand);
        }
        Ok(())
    }

    fn async_start_c3_same_operands(&mut self, started: &Node<'m>) -> Result<(), Failure> {
        match self.scope.operands(started)? == self.operands {
            true => Ok(()),
            false => {
                Err(self.node.error(format!("expected the operands of the {} that it starts", started.name)).into())
            }
        }
    }

    /// The start of what gives these results, where that is one instruction from `before` on; else the results.
    fn future(&mut self, results: Vec<InstructionId>, before: usize) -> InstructionId {
        let work = match results[..] {
            [only] => only,
            [first, ..] => self.scope.computation.operands(first).first().copied().unwrap_or(first),
            [] => return self.tuple(results),
        };
        let plain = self.scope.computation.get(work);
        if (work.0 as usize) < before || plain.operands() != self.operands {
            return if results.len() == 1 { work } else { self.tuple(results) };
        }
        let Instruction { op, shape, .. } = plain.clone();
        let operands: Vec<&Shape> = self.operands.iter().map(|&id| self.shape(id)).collect();
        let shape = op.started_shape(&operands, shape, &[]);
        let elements = results.into_iter().filter(|&result| result != work);
        elements.chain([work]).for_each(|plain| self.scope.computation.remove(plain));
        self.add(Op::AsyncStart(Box::new(op)), shape, self.operands.clone())
    }

    pub fn async_done(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let future = self.operands[0];
        let done = match self.scope.computation.get(future).started() {
            Some(started) => {
                let index = self.scope.computation.async_op(future).and_then(Op::started_index);
                self.add(Op::AsyncDone { index }, started.shape, [future])
            }
            None => future,
        };
        Ok(if self.results.len() == 1 { vec![done] } else { self.elements(done) })
    }
}
