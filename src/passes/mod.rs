//! Passes: HLO to HLO, one file a pass, named as XLA names it.
//!
//! A pass is a free function. Everything around it (order, fixed points, verification, timing, dumps) is the
//! [runner](run_pipeline)'s, so that a pass can be read, tested and listed alone. The order for a target is a list of
//! names in [`pipelines`].

mod algsimp;
mod batchnorm_expander;
pub mod buffer_assignment;
pub mod buffers;
mod call_graph;
mod call_inliner;
mod collective_simplifier;
mod conditional_to_select;
mod constant_folding;
mod control;
mod control_dep_remover;
pub mod copy_insertion;
mod cse;
mod cse_barrier_expander;
mod dce;
mod defuser;
mod descheduler;
mod dot_decomposer;
mod effects;
mod flatten_call_graph;
mod float_normalization;
mod fusion;
mod graph;
pub(crate) mod inline;
mod lapack_rewriter;
mod layout_assignment;
mod layout_normalization;
mod map_inline;
mod optimize_input_output_buffer_alias;
pub mod pipelines;
#[cfg(test)]
mod random_programs;
mod region_scalarizer;
pub mod rng_expander;
mod runner;
mod scalar;
pub mod schedule;
mod simplify_conditional;
mod simplify_while_loops;
mod spmd;
#[cfg(test)]
mod testing;
mod topk_decomposer;
mod transpose_folding;
mod tuple_simplifier;
mod while_loop_constant_sinking;
mod while_loop_dot_batching;
mod while_loop_invariant_code_motion;
mod while_loop_trip_count_annotator;
mod while_loops;
mod zero_sized_hlo_elimination;

pub use pipelines::{Pipeline, Step};
pub use runner::{Observation, Options, run_passes, run_pipeline};

use crate::hlo::{Diagnostics, Module};

/// A transformation of modules.
#[derive(Clone, Copy)]
pub struct Pass {
    /// XLA's registered name, where XLA has such a pass.
    pub name: &'static str,
    /// One sentence for `--list-passes`.
    pub description: &'static str,
    /// Says whether it changed anything.
    pub run: fn(&mut Module) -> Result<bool, Diagnostics>,
}

/// Every pass, by name.
pub const PASSES: &[Pass] = &[
    algsimp::PASS,
    batchnorm_expander::PASS,
    call_inliner::PASS,
    collective_simplifier::PASS,
    conditional_to_select::PASS,
    constant_folding::PASS,
    control_dep_remover::PASS,
    copy_insertion::PASS,
    cse::PASS,
    cse_barrier_expander::PASS,
    dce::PASS,
    defuser::PASS,
    dot_decomposer::PASS,
    flatten_call_graph::PASS,
    float_normalization::PASS,
    fusion::PASS,
    descheduler::PASS,
    lapack_rewriter::PASS,
    layout_assignment::PASS,
    layout_normalization::PASS,
    map_inline::PASS,
    optimize_input_output_buffer_alias::PASS,
    region_scalarizer::PASS,
    rng_expander::PASS,
    schedule::PASS,
    spmd::propagation::PASS,
    simplify_conditional::PASS,
    simplify_while_loops::PASS,
    topk_decomposer::PASS,
    transpose_folding::PASS,
    tuple_simplifier::PASS,
    while_loop_constant_sinking::PASS,
    while_loop_dot_batching::PASS,
    while_loop_invariant_code_motion::PASS,
    while_loop_trip_count_annotator::PASS,
    zero_sized_hlo_elimination::PASS,
];

/// The pass of this name.
pub fn find(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(PASSES.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn descriptions_are_sentences() {
        for pass in PASSES {
            assert!(pass.description.ends_with('.'), "{}", pass.name);
        }
    }
}
