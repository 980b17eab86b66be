//! Reductions, windows, sorts.

use super::Dialects;
use super::contraction::{window_padding, window_sizes};
use super::emission::{Emission, Outcome};
use crate::hlo::{ComputationId, WindowDimension};
use crate::stablehlo::{Attribute, Attributes};

impl Emission<'_, '_> {
    pub fn reduce(&mut self, dimensions: &[usize], to_apply: ComputationId) -> Outcome {
        let attributes = vec![("dimensions".into(), Attribute::integers(dimensions))];
        self.applying("stablehlo.reduce", attributes, &[to_apply])
    }

    pub fn reduce_window(&mut self, window: &[WindowDimension], to_apply: ComputationId) -> Outcome {
        let mut attributes = self.window(window)?;
        attributes.extend(window_sizes(window, "base_dilations", |d| d.base_dilation));
        attributes.extend(window_sizes(window, "window_dilations", |d| d.window_dilation));
        self.applying("stablehlo.reduce_window", attributes, &[to_apply])
    }

    pub fn select_and_scatter(
        &mut self,
        window: &[WindowDimension],
        select: ComputationId,
        scatter: ComputationId,
    ) -> Outcome {
        if window.iter().any(|d| d.base_dilation != 1 || d.window_dilation != 1) {
            return Err(self.unsupported("a dilated window here"));
        }
        let attributes = self.window(window)?;
        self.applying("stablehlo.select_and_scatter", attributes, &[select, scatter])
    }

    /// Sizes, strides and padding.
    fn window(&self, window: &[WindowDimension]) -> Result<Attributes, crate::hlo::Diagnostic> {
        if window.iter().any(|d| d.reversal) {
            return Err(self.unsupported("a reversed window here"));
        }
        let sizes: Vec<usize> = window.iter().map(|d| d.size).collect();
        let mut attributes = vec![("window_dimensions".into(), Attribute::integers(&sizes))];
        attributes.extend(window_sizes(window, "window_strides", |d| d.stride));
        attributes.extend(window_padding(window));
        Ok(attributes)
    }

    pub fn sort(&mut self, dimension: usize, is_stable: bool, comparator: ComputationId) -> Outcome {
        let attributes = vec![
            ("dimension".into(), Attribute::i64(dimension as i64)),
            ("is_stable".into(), Attribute::Bool(is_stable)),
        ];
        self.applying("stablehlo.sort", attributes, &[comparator])
    }

    /// CHLO's; without CHLO, and for the smallest elements, a custom call that XLA and our frontend know.
    pub fn top_k(&mut self, k: usize, largest: bool) -> Outcome {
        let k = ("k".into(), Attribute::i64(k as i64));
        if largest && self.emitter.dialects == Dialects::All {
            return self.plain("chlo.top_k", vec![k]);
        }
        self.mhlo_call("mhlo.topk", vec![k, ("largest".into(), Attribute::Bool(largest))])
    }
}
