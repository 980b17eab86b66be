//! Runs passes over a module: order, fixed points, verification, and what observers want to see.

use super::cost_model::CostModel;
use super::{PASSES, Pass, Pipeline, Step, find};
use crate::hlo::{Blame, Computation, Diagnostic, Diagnostics, InstructionId, Module, catch_crash};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Finds what is wrong with a module.
pub type Verifier = fn(&Module) -> Result<(), Diagnostics>;

/// How a list of passes is run.
#[derive(Default)]
pub struct Options<'a> {
    /// Checks the module after every pass; what it finds is the pass's fault.
    pub verifier: Option<Verifier>,
    /// Names of passes to leave out.
    pub disabled: HashSet<String>,
    /// What passes that put collectives beside other instructions go by.
    pub cost_model: CostModel,
    /// Called after every pass.
    pub observer: Option<&'a mut dyn FnMut(&Observation)>,
}

impl Options<'_> {
    /// A misspelt name would leave out nothing.
    fn check_names(&self) -> Result<(), Diagnostics> {
        self.disabled.iter().try_for_each(|name| expect_pass(name).map(drop))
    }
}

/// What happened in one run of a pass.
pub struct Observation<'a> {
    pub pass: &'static Pass,
    /// The pipeline, or the group in it that is repeated.
    pub group: &'static str,
    /// Counts runs of passes from 0.
    pub index: usize,
    pub changed: bool,
    /// Time in the pass itself, without the verifier's.
    pub elapsed: Duration,
    /// The module after the pass.
    pub module: &'a Module,
}

/// Runs a target's pipeline; says whether anything changed.
pub fn run_pipeline(module: &mut Module, pipeline: &Pipeline, options: Options) -> Result<bool, Diagnostics> {
    options.check_names()?;
    let mut runner = Runner { module, options, runs: 0 };
    let mut changed = false;
    for step in pipeline.steps {
        changed |= runner.step(pipeline.name, step)?;
    }
    Ok(changed)
}

/// Runs passes by name, each once, in the order given; says whether anything changed.
pub fn run_passes<'n>(
    module: &mut Module,
    names: impl IntoIterator<Item = &'n str>,
    options: Options,
) -> Result<bool, Diagnostics> {
    options.check_names()?;
    let passes = names.into_iter().map(expect_pass).collect::<Result<Vec<_>, _>>()?;
    let mut runner = Runner { module, options, runs: 0 };
    let mut changed = false;
    for pass in passes {
        changed |= runner.run("passes", pass)?;
    }
    Ok(changed)
}

struct Runner<'m, 'o> {
    module: &'m mut Module,
    options: Options<'o>,
    runs: usize,
}

impl Runner<'_, '_> {
    fn step(&mut self, pipeline: &'static str, step: &Step) -> Result<bool, Diagnostics> {
        match *step {
            Step::Pass(name) => self.run(pipeline, expect_pass(name)?),
            Step::FixedPoint { name, passes, limit } => self.fixed_point(name, passes, limit),
        }
    }

    /// Stops as soon as as many passes in a row as the group has changed nothing.
    fn fixed_point(&mut self, group: &'static str, names: &[&str], limit: usize) -> Result<bool, Diagnostics> {
        let passes = names.iter().copied().map(expect_pass).collect::<Result<Vec<_>, _>>()?;
        let mut changed = false;
        let mut idle = 0;
        for pass in passes.iter().cycle().take(passes.len() * limit) {
            let pass_changed = self.run(group, pass)?;
            changed |= pass_changed;
            idle = if pass_changed { 0 } else { idle + 1 };
            if idle == passes.len() {
                break;
            }
        }
        Ok(changed)
    }

    fn run(&mut self, group: &'static str, pass: &'static Pass) -> Result<bool, Diagnostics> {
        if self.options.disabled.contains(pass.name) {
            return Ok(false);
        }
        let start = Instant::now();
        let outcome = catch_crash(|| pass.run_with(self.module, &self.options.cost_model));
        let changed = outcome.map_err(|crash| leave_out(crash.diagnostic(&format!("pass {}", pass.name)), pass))??;
        let elapsed = start.elapsed();
        drop_stale_schedules(self.module);
        if let Some(observe) = &mut self.options.observer {
            observe(&Observation { pass, group, index: self.runs, changed, elapsed, module: self.module });
        }
        self.runs += 1;
        self.verify_after(pass)?;
        Ok(changed)
    }

    fn verify_after(&self, pass: &Pass) -> Result<(), Diagnostics> {
        let Some(verify) = self.options.verifier else { return Ok(()) };
        verify(self.module).map_err(|found| blame_pass(found, pass))
    }
}

/// Drops orders of execution that a pass has not kept in step with the instructions.
fn drop_stale_schedules(module: &mut Module) {
    for id in module.computation_ids() {
        if !keeps_its_schedule(module.computation(id)) {
            module.computation_mut(id).schedule = None;
        }
    }
}

/// Whether the order of execution, if there is one, holds every instruction after its operands.
fn keeps_its_schedule(computation: &Computation) -> bool {
    let Some(order) = &computation.schedule else { return true };
    let mut done = HashSet::new();
    let runs = |&id: &InstructionId| {
        let is_ready = computation.contains(id) && computation.operands(id).iter().all(|o| done.contains(o));
        done.insert(id);
        is_ready
    };
    order.len() == computation.len() && order.iter().all(runs)
}

/// What the verifier finds after a pass is a bug in that pass, not in the program.
fn blame_pass(found: Diagnostics, pass: &Pass) -> Diagnostics {
    let accuse = |diagnostic: Diagnostic| {
        let message = format!("pass {} left an invalid module: {}", pass.name, diagnostic.message);
        leave_out(Diagnostic { blame: Blame::Bug, message, ..diagnostic }, pass)
    };
    Diagnostics(found.0.into_iter().map(accuse).collect())
}

/// The way around a pass that has a bug.
fn leave_out(diagnostic: Diagnostic, pass: &Pass) -> Diagnostic {
    diagnostic.with_note(format!("--disable-pass={} leaves the pass out", pass.name))
}

fn expect_pass(name: &str) -> Result<&'static Pass, Diagnostics> {
    find(name).ok_or_else(|| {
        let names: Vec<&str> = PASSES.iter().map(|pass| pass.name).collect();
        let unknown = Diagnostic::program(format!("there is no pass named {name}"), &None);
        unknown.with_note(format!("the passes are {}", names.join(", "))).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ElementType, Instruction, Op, Shape};

    /// `main(x) = x` with a dead negation.
    fn module_with_dead_code() -> Module {
        let mut computation = Computation::new("main");
        let shape = Shape::scalar(ElementType::F32);
        let x = computation.add_parameter(0, shape.clone(), &None);
        computation.add(Instruction::new(Op::Copy, shape, [x]));
        computation.set_root(x);
        let mut module = Module::new("test");
        let entry = module.add_computation(computation);
        module.set_entry(entry);
        module
    }

    fn observed(steps: &'static [Step], disabled: &[&str]) -> Vec<(&'static str, bool)> {
        let mut seen = Vec::new();
        let mut observer = |o: &Observation| seen.push((o.pass.name, o.changed));
        let options = Options {
            disabled: disabled.iter().map(ToString::to_string).collect(),
            observer: Some(&mut observer),
            ..Options::default()
        };
        let pipeline = Pipeline { name: "test", steps };
        run_pipeline(&mut module_with_dead_code(), &pipeline, options).expect("passes succeed");
        seen
    }

    #[test]
    fn fixed_point_ends_when_nothing_changes() {
        let steps = &[Step::FixedPoint { name: "group", passes: &["dce", "call-inliner"], limit: 9 }];
        assert_eq!(observed(steps, &[]), [("dce", true), ("call-inliner", false), ("dce", false)]);
    }

    #[test]
    fn fixed_point_ends_at_its_limit() {
        let steps = &[Step::FixedPoint { name: "group", passes: &["dce"], limit: 1 }];
        assert_eq!(observed(steps, &[]), [("dce", true)]);
    }

    #[test]
    fn a_schedule_of_removed_instructions_is_dropped() {
        let mut module = module_with_dead_code();
        let order = module.entry().post_order();
        module.entry_mut().schedule = Some(order);
        run_passes(&mut module, ["call-inliner"], Options::default()).expect("passes succeed");
        assert!(module.entry().schedule.is_some());
        run_passes(&mut module, ["dce"], Options::default()).expect("passes succeed");
        assert!(module.entry().schedule.is_none());
    }

    #[test]
    fn disabled_passes_are_left_out() {
        let steps = &[Step::Pass("dce"), Step::Pass("call-inliner")];
        assert_eq!(observed(steps, &["dce"]), [("call-inliner", false)]);
    }

    #[test]
    fn unknown_pass_is_the_users_error() {
        let error = run_passes(&mut module_with_dead_code(), ["dec"], Options::default()).expect_err("no such pass");
        assert_eq!(error.blame(), Blame::Program);
    }

    #[test]
    fn unknown_pass_cannot_be_disabled() {
        let options = Options { disabled: ["dec".to_string()].into(), ..Options::default() };
        let error = run_passes(&mut module_with_dead_code(), ["dce"], options).expect_err("no such pass");
        assert_eq!(error.0[0].message, "there is no pass named dec");
    }

    #[test]
    fn verifier_names_the_guilty_pass() {
        let verifier = |_: &Module| Err(Diagnostic::program("a tuple was expected", &None).into());
        let options = Options { verifier: Some(verifier), ..Options::default() };
        let error = run_passes(&mut module_with_dead_code(), ["dce"], options).expect_err("the verifier complains");
        assert_eq!(error.blame(), Blame::Bug);
        assert_eq!(error.0[0].message, "pass dce left an invalid module: a tuple was expected");
    }
}
