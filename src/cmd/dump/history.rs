//! A module's way through the passes: every run, with the module before and after it.

use super::super::compile_flags::CompileFlags;
use crate::hlo::{Diagnostics, Module};
use crate::passes::cost_model::CostModel;
use crate::passes::{Observation, Pass};
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

/// One run of a pass.
pub struct Run {
    pub pass: &'static Pass,
    /// Counts the runs of this pass, from 1.
    pub ordinal: usize,
    /// Counts the runs of all passes, from 0.
    pub index: usize,
    /// The pipeline, or the group in it that is repeated.
    pub group: &'static str,
    pub changed: bool,
    pub elapsed: Duration,
    /// The module itself where nothing changed.
    pub before: Rc<Module>,
    pub after: Rc<Module>,
}

/// `dce#1 (run 6 of the passes, in cpu)`
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{} (run {} of the passes, in {})", self.pass.name, self.ordinal, self.index, self.group)
    }
}

/// All runs in order.
pub struct History {
    pub runs: Vec<Run>,
    /// The module after all passes.
    pub last: Module,
}

/// What plans collectives after the passes of native code.
pub const PLAN: [&str; 2] = ["async-collective-creator", "latency-hiding-scheduler"];

/// Runs the passes of native code. A state of the module is copied once, its constants never.
pub fn record(module: Module, compile: &CompileFlags) -> Result<History, Diagnostics> {
    let mut recorder = Recorder::new(&module);
    let last = compile.optimize(module, Some(&mut |o: &Observation| recorder.observe(o)))?;
    Ok(History { runs: recorder.runs, last })
}

/// As [`record`], and then plans collectives by a cost model.
pub fn record_plan(module: Module, compile: &CompileFlags, model: &CostModel) -> Result<History, Diagnostics> {
    let mut recorder = Recorder::new(&module);
    let mut last = compile.optimize(module, Some(&mut |o: &Observation| recorder.observe(o)))?;
    compile.run_passes(&mut last, &PLAN, model, &mut |o: &Observation| recorder.observe(o))?;
    Ok(History { runs: recorder.runs, last })
}

struct Recorder {
    current: Rc<Module>,
    runs: Vec<Run>,
    /// Runs of each pass.
    counts: HashMap<&'static str, usize>,
}

impl Recorder {
    fn new(module: &Module) -> Recorder {
        Recorder { current: Rc::new(module.clone()), runs: Vec::new(), counts: HashMap::new() }
    }

    fn observe(&mut self, o: &Observation) {
        let ordinal = self.counts.entry(o.pass.name).or_default();
        *ordinal += 1;
        let before = self.current.clone();
        if o.changed {
            self.current = Rc::new(o.module.clone());
        }
        self.runs.push(Run {
            pass: o.pass,
            ordinal: *ordinal,
            index: self.runs.len(),
            group: o.group,
            changed: o.changed,
            elapsed: o.elapsed,
            before,
            after: self.current.clone(),
        });
    }
}
