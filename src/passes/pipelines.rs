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

/// Native code for the host.
pub const CPU: Pipeline = Pipeline {
    name: "cpu",
    steps: &[
        // What an optimized module says, without the choices of the compiler that optimized it.
        Step::Pass("hlo-descheduler"),
        Step::Pass("control-dep-remover"),
        Step::Pass("defuser"),
        Step::Pass("layout-normalization"),
        Step::Pass("collective-simplifier"),
        // What the program says, without the structure of functions, in operations that later passes know.
        Step::Pass("call-inliner"),
        Step::Pass("dce"),
        Step::Pass("flatten-call-graph"),
        Step::Pass("zero_sized_hlo_elimination"),
        Step::Pass("region-scalarizer"),
        Step::Pass("map-inline"),
        Step::Pass("batchnorm_expander"),
        Step::Pass("lapack-rewriter"),
        Step::Pass("topk-decomposer"),
        Step::Pass("rng-expander"),
        Step::Pass("float-normalization"),
        Step::Pass("conditional-to-select"),
        SIMPLIFICATION,
        // Forms for code generation.
        Step::Pass("transpose-folding"),
        Step::Pass("dot_decomposer"),
        Step::Pass("while-loop-dot-batching"),
        Step::Pass("cse_barrier_expander"),
        LATE_SIMPLIFICATION,
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

/// What the passes for code generation leave to tidy up.
const LATE_SIMPLIFICATION: Step = Step::FixedPoint {
    name: "late simplification",
    passes: &["algsimp", "constant_folding", "tuple-simplifier", "simplify-while-loops", "cse", "dce"],
    limit: 12,
};

/// Every pipeline, by target.
pub const PIPELINES: &[Pipeline] = &[CPU];

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
