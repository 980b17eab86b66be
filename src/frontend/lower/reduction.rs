//! Reductions, windows and sorts.

use super::contraction::WindowAttributes;
use super::{Applied, Layout, OpLowering, Outcome};
use crate::hlo::{Diagnostic, InstructionId, Op, Window};

/// Of `reduce_window` and `select_and_scatter`.
const WINDOW: WindowAttributes = WindowAttributes {
    strides: "window_strides",
    padding: "padding",
    base_dilations: "base_dilations",
    window_dilations: "window_dilations",
    reversal: None,
};

impl OpLowering<'_, '_> {
    pub fn reduce(&mut self) -> Outcome {
        self.expect_pairs()?;
        let dimensions = self.node.usizes("dimensions")?;
        self.promote(0..self.operands.len(), 0)?;
        let Applied { computation: to_apply, captured } = self.applied(0, Layout::Accumulators)?;
        self.with_pairs(Op::Reduce { dimensions, to_apply }, &captured)
    }

    /// A reduction of the inputs, and of outer values that are their own initial values.
    fn with_pairs(&mut self, op: Op, captured: &[InstructionId]) -> Outcome {
        let dims = self.array(0)?.dims;
        let splats = self.splats(captured, &dims);
        let (inputs, inits) = self.operands.split_at(self.operands.len() / 2);
        let operands = [inputs, &splats, inits, captured].concat();
        self.with_captured(op, operands, captured)
    }

    pub fn reduce_window(&mut self) -> Outcome {
        self.expect_pairs()?;
        let window = self.pooling_window()?;
        self.promote(0..self.operands.len(), 0)?;
        let Applied { computation: to_apply, captured } = self.applied(0, Layout::Accumulators)?;
        self.with_pairs(Op::ReduceWindow { window, to_apply }, &captured)
    }

    /// As many initial values as inputs.
    fn expect_pairs(&self) -> Result<(), Diagnostic> {
        let count = self.operands.len();
        if count == 0 || count % 2 == 1 {
            return Err(self.node.error(format!("expected an initial value for each input, found {count} operands")));
        }
        Ok(())
    }

    /// One window dimension for each of the first operand's.
    pub fn pooling_window(&self) -> Result<Window, Diagnostic> {
        let rank = self.array(0)?.rank();
        let sizes = self.node.optional_usizes("window_dimensions")?.unwrap_or_default();
        if sizes.len() != rank {
            let message = format!("expected a window of {rank} dimensions, found {}", sizes.len());
            return Err(self.node.error(message));
        }
        self.window(&sizes, &WINDOW, None)
    }

    pub fn select_and_scatter(&mut self) -> Outcome {
        self.expect_operands(3)?;
        let window = self.pooling_window()?;
        let select = self.applied(0, Layout::Elements)?;
        let are_promoted = self.promote(1..3, 1)?;
        let scatter = self.applied(1, Layout::Accumulators)?;
        if !are_promoted && select.captured.is_empty() && scatter.captured.is_empty() {
            let (select, scatter) = (select.computation, scatter.computation);
            return self.plain(Op::SelectAndScatter { window, select, scatter });
        }
        let chosen = self.chosen_places(window, &select)?;
        self.scatter_to(chosen, &scatter)
    }

    /// The dimension counts from the last one where it is negative.
    pub fn sort(&mut self) -> Outcome {
        let rank = self.array(0)?.rank();
        let stated = self.node.optional_i64("dimension")?.unwrap_or(-1);
        let dimension = if stated < 0 { stated + rank as i64 } else { stated };
        if dimension < 0 || dimension >= rank as i64 {
            let message = format!("expected a dimension of an array of rank {rank}, found {stated}");
            return Err(self.node.error(message).into());
        }
        let is_stable = self.node.bool_or("is_stable", false)?;
        let dims = self.array(0)?.dims;
        let Applied { computation: comparator, captured } = self.applied(0, Layout::Pairs)?;
        let operands = [self.operands.clone(), self.splats(&captured, &dims)].concat();
        self.with_captured(Op::Sort { dimension: dimension as usize, is_stable, comparator }, operands, &captured)
    }
}
