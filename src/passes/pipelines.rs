//! The order of passes, a list of names a target.

/// A named list of steps.
#[derive(Clone, Copy, Debug)]
pub struct Pipeline {
    pub name: &'static str,
    pub steps: &'static [Step],
}

/// One step of a pipeline.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// One pass, by name.
    Pass(&'static str),
    /// Passes repeated in order until none changes anything, at most `limit` times.
    FixedPoint { name: &'static str, passes: &'static [&'static str], limit: usize },
}

impl Step {
    /// The passes of this step in order.
    pub fn passes(&self) -> &[&'static str] {
        match self {
            Step::Pass(name) => std::slice::from_ref(name),
            Step::FixedPoint { passes, .. } => passes,
        }
    }
}

impl Pipeline {
    /// The names of all passes in order; those of a repeated group once.
    pub fn pass_names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.steps.iter().flat_map(|step| step.passes().iter().copied())
    }
}

/// From a program over whole arrays to that of one device.
pub const SPMD: Pipeline = Pipeline {
    name: "spmd",
    steps: &[
        Step::Pass("call-inliner"),
        Step::Pass("dce"),
        Step::Pass("batchnorm_expander"),
        Step::Pass("lapack-rewriter"),
        Step::Pass("topk-decomposer"),
        Step::Pass("sharding-propagation"),
        Step::Pass("spmd-partitioner"),
        Step::Pass("cse"),
        Step::Pass("dce"),
        FEWER_COLLECTIVES,
        Step::Pass("dce"),
        Step::Pass("all-gather-combiner"),
        Step::Pass("all-reduce-combiner"),
        Step::Pass("reduce-scatter-combiner"),
    ],
};

/// Native code for the host.
pub const CPU: Pipeline = Pipeline {
    name: "cpu",
    steps: &[
        // What an optimized module says, without the choices of the compiler that optimized it.
        Step::Pass("hlo-descheduler"),
        Step::Pass("control-dep-remover"),
        Step::Pass("async-collective-replacer"),
        Step::Pass("defuser"),
        Step::Pass("layout-normalization"),
        Step::Pass("collective-simplifier"),
        Step::Pass("scan_expander"),
        // What the program says, without the structure of functions, in operations that later passes know.
        Step::Pass("call-inliner"),
        Step::Pass("dce"),
        // The program of one device, where the program states shardings, in operations that can be divided.
        Step::Pass("batchnorm_expander"),
        Step::Pass("lapack-rewriter"),
        Step::Pass("sharding-propagation"),
        Step::Pass("spmd-partitioner"),
        Step::Pass("transfer-expander"),
        Step::Pass("flatten-call-graph"),
        Step::Pass("zero_sized_hlo_elimination"),
        Step::Pass("region-scalarizer"),
        Step::Pass("map-inline"),
        Step::Pass("qr_expander"),
        Step::Pass("eigh_expander"),
        Step::Pass("topk-decomposer"),
        Step::Pass("rng-expander"),
        Step::Pass("float-normalization"),
        Step::Pass("conditional-to-select"),
        Step::Pass("region-expander"),
        SIMPLIFICATION,
        FEWER_COLLECTIVES,
        Step::Pass("topk-rewriter"),
        // Forms for code generation.
        Step::Pass("transpose-folding"),
        Step::Pass("dot_decomposer"),
        Step::Pass("while-loop-dot-batching"),
        Step::Pass("cse_barrier_expander"),
        LATE_SIMPLIFICATION,
        // Fewer and longer messages.
        Step::Pass("all-gather-combiner"),
        Step::Pass("all-reduce-combiner"),
        Step::Pass("reduce-scatter-combiner"),
        Step::Pass("while-loop-trip-count-annotator"),
        Step::Pass("flatten-call-graph"),
        Step::Pass("layout-assignment"),
        Step::Pass("fusion"),
    ],
};

/// What exposes work for each other.
const SIMPLIFICATION: Step = Step::FixedPoint {
    name: "simplification",
    passes: &[
        "algsimp",
        "simplify-sorts",
        "constant_folding",
        "tuple-simplifier",
        "zero_sized_hlo_elimination",
        "while-loop-constant-sinking",
        "simplify-while-loops",
        "simplify-conditional",
        "cse",
        "dce",
        "while-loop-invariant-code-motion",
    ],
    limit: 12,
};

/// What devices need not tell each other, or not that often.
const FEWER_COLLECTIVES: Step = Step::FixedPoint {
    name: "fewer collectives",
    passes: &[
        "schedule-aware-collective-cse",
        "all-gather-dynamic-slice-simplifier",
        "all-reduce-simp",
        "while-loop-all-reduce-code-motion",
        "all-reduce-reassociate",
        "all-reduce-folder",
        "reduce-scatter-creator",
        "reduce-scatter-reassociate",
    ],
    limit: 4,
};

/// What the passes for code generation leave to tidy up.
const LATE_SIMPLIFICATION: Step = Step::FixedPoint {
    name: "late simplification",
    passes: &["algsimp", "constant_folding", "tuple-simplifier", "simplify-while-loops", "cse", "dce"],
    limit: 12,
};

/// XLA's order of passes for its CPU target, as far as they change programs here: what they make of a program can be laid
/// beside XLA's own dumps.
///
/// Nothing is compiled this way. Operations that XLA has to write out because its CPU target has no code for them (sorts
/// of places, gathers, factors, …) run faster in the native code that [`CPU`] leaves them to. `gather_expander` is not
/// among them: there XLA expands gathers of one slice only, which `algsimp` makes slices.
pub const XLA_CPU: Pipeline = Pipeline {
    name: "xla-cpu",
    steps: &[
        Step::Pass("hlo-descheduler"),
        Step::Pass("control-dep-remover"),
        Step::Pass("async-collective-replacer"),
        Step::Pass("defuser"),
        Step::Pass("layout-normalization"),
        Step::Pass("strip-memory-placement-annotations"),
        Step::Pass("scan_expander"),
        Step::Pass("transfer-expander"),
        Step::Pass("flatten-call-graph"),
        Step::Pass("sharding-remover"),
        Step::Pass("batched_gather_scatter_normalizer"),
        Step::Pass("result_caster"),
        Step::Pass("dot_decomposer"),
        Step::Pass("operand_upcaster"),
        Step::Pass("rng-expander"),
        Step::Pass("rng-bit-generator-expander"),
        Step::Pass("zero_sized_hlo_elimination"),
        Step::Pass("conditional-to-select"),
        Step::Pass("map-inline"),
        Step::Pass("topk-decomposer"),
        Step::Pass("comparison-expander"),
        Step::Pass("cholesky_expander"),
        Step::Pass("qr_expander"),
        Step::Pass("eigh_expander"),
        Step::Pass("triangular_solve_expander"),
        Step::Pass("all_to_all_decomposer"),
        Step::Pass("call-inliner"),
        Step::Pass("batch-dot-simplification"),
        Step::Pass("dot_decomposer"),
        Step::Pass("all-reduce-promotion"),
        Step::Pass("float-normalization"),
        Step::Pass("batch-dot-simplification"),
        Step::Pass("convolution-group-converter"),
        Step::Pass("batchnorm_expander"),
        Step::Pass("logistic-expander"),
        Step::Pass("conditional-canonicalizer"),
        Step::Pass("reduce-window-rewriter"),
        Step::Pass("reduce-window-resizer"),
        Step::Pass("convolution-canonicalization"),
        Step::Pass("change-op-data-type"),
        XLA_CPU_SIMPLIFICATION,
        Step::Pass("select_and_scatter_expander"),
        Step::Pass("scatter_expander"),
        Step::Pass("scatter_simplifier"),
        XLA_CPU_SIMPLIFICATION,
        Step::Pass("gemv-rewriter"),
        Step::Pass("bitcast_dtypes_expander"),
        Step::Pass("topk-rewriter"),
        Step::Pass("transpose-folding"),
        Step::Pass("cse"),
        Step::Pass("cse_barrier_expander"),
        Step::Pass("tuple-simplifier"),
        Step::Pass("while-loop-trip-count-annotator"),
        Step::Pass("flatten-call-graph"),
        Step::Pass("layout-assignment"),
        Step::Pass("literal-canonicalizer"),
        Step::Pass("broadcast_canonicalizer"),
        Step::Pass("dot_decomposer"),
        Step::Pass("fusion"),
        Step::Pass("small-while-loop-hoisting"),
    ],
};

/// XLA's group of this name.
const XLA_CPU_SIMPLIFICATION: Step = Step::FixedPoint {
    name: "simplification",
    passes: &[
        "algsimp",
        "simplify-sorts",
        "dce",
        "gather_simplifier",
        "tree_reduction_rewriter",
        "zero_sized_hlo_elimination",
        "while-loop-invariant-code-motion",
        "tuple-simplifier",
        "while-loop-constant-sinking",
        "simplify-while-loops",
        "dce",
        "reshape-mover",
        "constant_folding",
        "simplify-conditional",
    ],
    limit: 12,
};

/// Every pipeline, by target.
pub const PIPELINES: &[Pipeline] = &[CPU, SPMD, XLA_CPU];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::find;

    #[test]
    fn every_name_is_a_pass() {
        for pipeline in PIPELINES {
            for name in pipeline.pass_names() {
                assert!(find(name).is_some(), "{}: {name}", pipeline.name);
            }
        }
    }
}
