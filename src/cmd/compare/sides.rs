//! The two sides of a comparison: a runtime each, and the passes that go before it.

use crate::cmd::compile_flags::Observer;
use crate::cmd::failure::{Failure, Outcome};
use crate::cmd::pass_names;
use crate::cmd::placement::Placement;
use crate::cmd::program::failure;
use crate::cmd::session::{Session, no_source};
use crate::frontend::Source;
use crate::hlo::{ArrayLiteral, Diagnostics, Module};
use crate::passes::pipelines::{PIPELINES, SPMD};
use crate::passes::{self, Observation};
use crate::runtime::platform::{self, Platform};
use crate::runtime::{Client, CompileOptions, ExecuteOptions};
use std::sync::Arc;

const TEST: &str = "cpu";
const REFERENCE: &str = "interpreter";

/// Which runtimes, and with which passes.
#[derive(clap::Args)]
#[command(next_help_heading = "What to compare")]
pub struct Sides {
    /// Runtime on trial
    #[arg(long, value_name = "NAME", default_value = TEST)]
    test: String,
    /// Runtime that is believed
    #[arg(long, value_name = "NAME", default_value = REFERENCE)]
    reference: String,
    /// Passes over the program before the runtime on trial gets it, each once, in this order
    #[arg(long, value_name = "PASS,…", value_delimiter = ',', hide_possible_values = true, value_parser = pass_names::parser())]
    test_passes: Vec<String>,
    /// Passes over the program before the reference gets it
    #[arg(long, value_name = "PASS,…", value_delimiter = ',', hide_possible_values = true, value_parser = pass_names::parser())]
    reference_passes: Vec<String>,
    /// Pass that the runtime on trial leaves out (may be repeated)
    #[arg(long, value_name = "PASS", hide_possible_values = true, value_parser = pass_names::parser())]
    test_disable_pass: Vec<String>,
    /// Pass that the reference leaves out (may be repeated)
    #[arg(long, value_name = "PASS", hide_possible_values = true, value_parser = pass_names::parser())]
    reference_disable_pass: Vec<String>,
    /// Threads that work on a run [default: one a processor]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// One side.
pub struct Engine {
    session: Arc<Session>,
    /// Passes before the runtime's own.
    passes: Vec<String>,
    options: CompileOptions,
    /// Whether programs over whole arrays are run on one device, if they say nothing of the devices.
    keeps_whole: bool,
}

impl Sides {
    /// The runtime on trial and the reference.
    ///
    /// # Errors
    /// A runtime that there is not.
    pub fn platforms(&self) -> Outcome<[&'static Platform; 2]> {
        let find = |name: &str| platform::find(Some(name)).map_err(|error| Failure::runtime(error, no_source));
        Ok([find(&self.test)?, find(&self.reference)?])
    }

    /// Both sides, ready to run on so many devices.
    pub fn open(&self, platforms: [&Platform; 2], devices: usize) -> Outcome<[Engine; 2]> {
        let [test, reference] = Session::open_two(platforms, self.threads, devices)?;
        let engine = |session, keeps_whole, passes: &[String], disabled: &[String]| Engine {
            session,
            keeps_whole,
            passes: passes.to_vec(),
            options: CompileOptions { disabled_passes: disabled.to_vec(), ..CompileOptions::default() },
        };
        Ok([
            engine(test, false, &self.test_passes, &self.test_disable_pass),
            engine(reference, true, &self.reference_passes, &self.reference_disable_pass),
        ])
    }

    /// The flags that say it.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        if self.test != TEST {
            arguments.push(format!("--test={}", self.test));
        }
        if self.reference != REFERENCE {
            arguments.push(format!("--reference={}", self.reference));
        }
        let lists = [("--test-passes", &self.test_passes), ("--reference-passes", &self.reference_passes)];
        let named = lists.into_iter().filter(|(_, passes)| !passes.is_empty());
        arguments.extend(named.map(|(flag, passes)| format!("{flag}={}", passes.join(","))));
        arguments.extend(self.test_disable_pass.iter().map(|pass| format!("--test-disable-pass={pass}")));
        arguments.extend(self.reference_disable_pass.iter().map(|pass| format!("--reference-disable-pass={pass}")));
        arguments.extend(self.threads.map(|threads| format!("--threads={threads}")));
        arguments
    }
}

/// What programs are run on.
#[derive(Clone, Copy)]
pub struct Given<'g> {
    pub source: &'g Source,
    pub arguments: &'g [ArrayLiteral],
    /// Whether the first dimension of arguments and results is the device; else devices get the same arguments, or
    /// parts of whole ones where the program states shardings.
    pub stacked: bool,
}

impl Engine {
    /// Passes, compilation and a run.
    pub fn run(&self, module: Module, given: Given) -> Outcome<Vec<ArrayLiteral>> {
        let mut module = module;
        self.run_passes(&mut module, &mut |_| {}).map_err(|d| failure(&d, given.source))?;
        self.run_as_is(module, given)
    }

    /// A run without the passes before the runtime's own. Results of several devices that are no parts of whole arrays
    /// follow each other.
    pub fn run_as_is(&self, module: Module, given: Given) -> Outcome<Vec<ArrayLiteral>> {
        let mut module = module;
        self.place(&mut module, &mut |_| {}).map_err(|d| failure(&d, given.source))?;
        let executable = self.session.compile(module, given.source, &self.options)?;
        let placement = Placement::of(executable.as_ref(), given.stacked);
        let arguments = placement.scatter(vec![given.arguments.to_vec(); placement.views().len()]);
        let buffers = self.session.send_all(executable.as_ref(), &arguments)?;
        let untuple = ExecuteOptions { untuple_result: true, ..ExecuteOptions::default() };
        let results = self.session.execute(executable.as_ref(), &buffers, untuple)?;
        let results = results.iter().map(|results| self.session.receive(results)).collect::<Outcome<_>>()?;
        Ok(placement.gather(results).concat())
    }

    /// Makes of a program over whole arrays one of a device: of one of its partitions, or, on the reference, of one that
    /// has all, so that it says what partitioning may not change.
    pub fn place(&self, module: &mut Module, observer: Observer) -> Result<(), Diagnostics> {
        if !passes::is_sharded(module) {
            return Ok(());
        }
        if self.keeps_whole && !passes::speaks_of_devices(module) {
            (module.replica_count, module.partition_count) = (1, 1);
            return Ok(());
        }
        passes::run_pipeline(module, &SPMD, self.pass_options(observer)).map(drop)
    }

    /// The passes before the runtime's own.
    pub fn run_passes(&self, module: &mut Module, observer: Observer) -> Result<(), Diagnostics> {
        passes::run_passes(module, self.passes.iter().map(String::as_str), self.pass_options(observer)).map(drop)
    }

    /// All passes: also the runtime's own.
    pub fn optimize(&self, module: &mut Module, observer: Observer) -> Result<(), Diagnostics> {
        self.run_passes(module, &mut |seen: &Observation| observer(seen))?;
        self.place(module, &mut |seen: &Observation| observer(seen))?;
        let platform = self.session.client.platform_name();
        match PIPELINES.iter().find(|pipeline| pipeline.name == platform) {
            Some(pipeline) => passes::run_pipeline(module, pipeline, self.pass_options(observer)).map(drop),
            None => Ok(()),
        }
    }

    fn pass_options<'a>(&self, observer: Observer<'a>) -> passes::Options<'a> {
        passes::Options {
            disabled: self.options.disabled_passes.iter().cloned().collect(),
            observer: Some(observer),
            ..passes::Options::default()
        }
    }
}
