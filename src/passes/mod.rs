//! Passes: HLO to HLO, one file a pass, named as XLA names it.
//!
//! A pass is a free function. Everything around it (order, fixed points, verification, timing, dumps) is the
//! [runner](run_pipeline)'s, so that a pass can be read, tested and listed alone. The order for a target is a list of
//! names in [`pipelines`].

mod algsimp;
mod all_gather_dynamic_slice_simplifier;
mod all_reduce_folder;
mod all_reduce_promotion;
mod all_reduce_reassociate;
mod all_reduce_simplifier;
mod all_to_all_decomposer;
mod async_collective_creator;
pub mod async_collective_replacer;
mod batch_dot_simplification;
mod batched_gather_scatter_normalizer;
mod batchnorm_expander;
mod bitcast_dtypes_expander;
mod broadcast_canonicalizer;
pub mod buffer_assignment;
pub mod buffers;
mod call_graph;
mod call_inliner;
mod change_op_data_type;
mod cholesky_expander;
mod collective_combiner;
mod collective_permute_cycle_decomposer;
mod collective_pipeliner;
mod collective_simplifier;
mod comparison_expander;
mod conditional_canonicalizer;
mod conditional_to_select;
mod constant_folding;
mod control;
mod control_dep_remover;
mod convolution_canonicalization;
mod convolution_group_converter;
pub mod copy_insertion;
pub mod cost_model;
mod counted_loop;
mod cse;
mod cse_barrier_expander;
mod dce;
mod defuser;
mod descheduler;
mod device_values;
mod dot_decomposer;
mod effects;
mod eigh_expander;
mod exchange;
mod expand;
mod flatten_call_graph;
mod float_normalization;
mod fusion;
mod gather_expander;
mod gather_simplifier;
mod gemv_rewriter;
#[cfg(test)]
mod golden_programs;
mod graph;
mod index_vectors;
pub(crate) mod inline;
mod lapack_rewriter;
mod latency_hiding_scheduler;
mod layout_assignment;
mod layout_normalization;
mod literal_canonicalizer;
mod logistic_expander;
mod map_inline;
mod matrix;
mod operand_upcaster;
mod optimize_input_output_buffer_alias;
mod own_part;
pub mod pipelines;
mod planted;
mod provenance;
mod qr_expander;
#[cfg(test)]
mod random_programs;
mod reduce_scatter_creator;
mod reduce_window_resizer;
mod reduce_window_rewriter;
mod region_expander;
mod region_scalarizer;
mod replication;
mod reshape_mover;
mod result_caster;
mod rng_bit_generator_expander;
pub mod rng_expander;
mod runner;
mod scalar;
mod scan_expander;
mod scatter_expander;
mod scatter_simplifier;
pub mod schedule;
mod schedule_aware_collective_cse;
mod select_and_scatter_expander;
mod sharding_remover;
mod simplify_conditional;
mod simplify_sorts;
mod simplify_while_loops;
mod small_while_loop_hoisting;
mod spmd;
mod strip_memory_placement_annotations;
#[cfg(test)]
mod testing;
mod topk_decomposer;
mod topk_rewriter;
mod transfer_expander;
mod transpose_folding;
mod tree_reduction_rewriter;
mod triangular_solve_expander;
mod tuple_simplifier;
mod while_loop_all_reduce_code_motion;
mod while_loop_constant_sinking;
mod while_loop_dot_batching;
mod while_loop_invariant_code_motion;
mod while_loop_trip_count_annotator;
mod while_loops;
mod zero_sized_hlo_elimination;

pub use pipelines::{Pipeline, Step};
pub use provenance::made_from;
pub use runner::{Observation, Options, run_passes, run_pipeline};
pub use spmd::{is_sharded, speaks_of_devices};

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
    collective_combiner::ALL_GATHER,
    all_gather_dynamic_slice_simplifier::PASS,
    collective_combiner::ALL_REDUCE,
    all_reduce_folder::PASS,
    all_reduce_promotion::PASS,
    all_reduce_reassociate::ALL_REDUCE,
    all_reduce_simplifier::PASS,
    all_to_all_decomposer::PASS,
    async_collective_creator::PASS,
    async_collective_replacer::PASS,
    batch_dot_simplification::PASS,
    batched_gather_scatter_normalizer::PASS,
    batchnorm_expander::PASS,
    bitcast_dtypes_expander::PASS,
    broadcast_canonicalizer::PASS,
    call_inliner::PASS,
    change_op_data_type::PASS,
    cholesky_expander::PASS,
    collective_permute_cycle_decomposer::PASS,
    collective_pipeliner::BACKWARD,
    collective_pipeliner::FORWARD,
    collective_simplifier::PASS,
    comparison_expander::PASS,
    conditional_canonicalizer::PASS,
    conditional_to_select::PASS,
    constant_folding::PASS,
    control_dep_remover::PASS,
    convolution_canonicalization::PASS,
    convolution_group_converter::PASS,
    copy_insertion::PASS,
    cse::PASS,
    cse_barrier_expander::PASS,
    dce::PASS,
    defuser::PASS,
    dot_decomposer::PASS,
    eigh_expander::PASS,
    flatten_call_graph::PASS,
    float_normalization::PASS,
    fusion::PASS,
    gather_expander::PASS,
    gather_simplifier::PASS,
    gemv_rewriter::PASS,
    descheduler::PASS,
    lapack_rewriter::PASS,
    latency_hiding_scheduler::PASS,
    layout_assignment::PASS,
    layout_normalization::PASS,
    literal_canonicalizer::PASS,
    logistic_expander::PASS,
    map_inline::PASS,
    operand_upcaster::PASS,
    optimize_input_output_buffer_alias::PASS,
    qr_expander::PASS,
    collective_combiner::REDUCE_SCATTER,
    reduce_scatter_creator::PASS,
    all_reduce_reassociate::REDUCE_SCATTER,
    reduce_window_resizer::PASS,
    reduce_window_rewriter::PASS,
    region_expander::PASS,
    region_scalarizer::PASS,
    reshape_mover::PASS,
    result_caster::PASS,
    rng_bit_generator_expander::PASS,
    rng_expander::PASS,
    scan_expander::PASS,
    scatter_expander::PASS,
    scatter_simplifier::PASS,
    schedule::PASS,
    schedule_aware_collective_cse::PASS,
    select_and_scatter_expander::PASS,
    spmd::propagation::PASS,
    sharding_remover::PASS,
    simplify_conditional::PASS,
    simplify_sorts::PASS,
    simplify_while_loops::PASS,
    small_while_loop_hoisting::PASS,
    spmd::partitioner::PASS,
    strip_memory_placement_annotations::PASS,
    topk_decomposer::PASS,
    topk_rewriter::PASS,
    transfer_expander::PASS,
    transpose_folding::PASS,
    tree_reduction_rewriter::PASS,
    triangular_solve_expander::PASS,
    tuple_simplifier::PASS,
    while_loop_all_reduce_code_motion::PASS,
    while_loop_constant_sinking::PASS,
    while_loop_dot_batching::PASS,
    while_loop_invariant_code_motion::PASS,
    while_loop_trip_count_annotator::PASS,
    zero_sized_hlo_elimination::PASS,
];

/// Passes that are wrong on purpose. They can be named, and are not listed.
pub const PLANTED: &[Pass] = &[planted::CRASH, planted::MISCOMPILE];

/// What a pass does by a cost model other than that of native code, where it asks one.
type Modelled = fn(&mut Module, &cost_model::CostModel) -> Result<bool, Diagnostics>;

/// Passes that ask the cost model, by name.
const MODELLED: &[(&str, Modelled)] = &[
    ("async-collective-creator", async_collective_creator::run),
    ("latency-hiding-scheduler", latency_hiding_scheduler::run),
];

impl Pass {
    /// Runs it with the cost model of a target.
    fn run_with(&self, module: &mut Module, model: &cost_model::CostModel) -> Result<bool, Diagnostics> {
        match MODELLED.iter().find(|(name, _)| *name == self.name) {
            Some((_, run)) => run(module, model),
            None => (self.run)(module),
        }
    }
}

/// The pass of this name.
pub fn find(name: &str) -> Option<&'static Pass> {
    PASSES.iter().chain(PLANTED).find(|pass| pass.name == name)
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
