//! How a program is compiled: the flags of all commands that compile, and the passes run as they say.

use super::failure::{Failure, Outcome};
use super::{pass_names, program};
use crate::codegen;
use crate::frontend::Source;
use crate::hlo::{self, Diagnostics, Module};
use crate::passes::cost_model::CostModel;
use crate::passes::{self, Observation, pipelines};
use crate::runtime::CompileOptions;

/// What sees every run of a pass.
pub type Observer<'a> = &'a mut dyn FnMut(&Observation);

/// How passes are run.
#[derive(clap::Args)]
#[command(next_help_heading = "How to compile")]
pub struct PassFlags {
    /// Leave out a pass (may be repeated; `pjrt opt --list-passes` names them)
    #[arg(long, value_name = "PASS", hide_possible_values = true, value_parser = pass_names::parser())]
    disable_pass: Vec<String>,
    /// Check the program after every pass, and name the pass that broke it
    #[arg(long)]
    verify: bool,
}

impl PassFlags {
    pub fn options<'a>(&self, observer: Option<Observer<'a>>) -> passes::Options<'a> {
        passes::Options {
            verifier: self.verify.then_some(hlo::verify),
            disabled: self.disable_pass.iter().cloned().collect(),
            observer,
            ..passes::Options::default()
        }
    }
}

/// How to compile.
#[derive(clap::Args)]
#[command(next_help_heading = "How to compile")]
pub struct CompileFlags {
    /// Processor to compile for, by LLVM's name (x86-64-v3, znver3, …) [default: this machine's]
    #[arg(long, value_name = "NAME", value_parser = target_cpu)]
    target_cpu: Option<String>,
    /// Replicas that run the program together [default: what the program says]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    num_replicas: Option<u32>,
    /// Partitions of each replica [default: what the program says]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    num_partitions: Option<u32>,
    #[command(flatten)]
    passes: PassFlags,
}

/// The name of a processor that is known.
fn target_cpu(name: &str) -> Result<String, String> {
    codegen::Target::parse(name).map(|_| name.to_owned())
}

impl CompileFlags {
    /// For a saved executable.
    ///
    /// # Errors
    /// A flag that it cannot follow any more; `others` with whether they are given.
    pub fn refuse_all(&self, others: &[(&str, bool)]) -> Outcome {
        let own = [
            ("--target-cpu", self.target_cpu.is_some()),
            ("--num-replicas", self.num_replicas.is_some()),
            ("--num-partitions", self.num_partitions.is_some()),
            ("--disable-pass", !self.passes.disable_pass.is_empty()),
            ("--verify", self.passes.verify),
        ];
        let given = own.iter().chain(others).find(|(_, is_given)| *is_given);
        given.map_or(Ok(()), |(flag, _)| {
            Err(Failure::usage(format!("{flag} is for a program: a saved executable is compiled already")))
        })
    }

    /// The devices that a program is compiled for: what the flags say, else what the program does; a program for one
    /// device is replicated where there are `devices`.
    pub fn set_device_counts(&self, module: &mut Module, devices: Option<usize>) {
        let says_nothing = self.num_replicas.or(self.num_partitions).is_none() && module.device_count() == 1;
        if let Some(devices) = devices.filter(|_| says_nothing) {
            module.replica_count = devices;
        }
        module.replica_count = self.num_replicas.map_or(module.replica_count, |count| count as usize);
        module.partition_count = self.num_partitions.map_or(module.partition_count, |count| count as usize);
    }

    /// The devices of a program of dynamic shapes that says nothing of them: what the flags say.
    pub fn device_count(&self, devices: Option<usize>) -> usize {
        let stated = [self.num_replicas, self.num_partitions].map(|count| count.map(|count| count as usize));
        match stated {
            [None, None] => devices.unwrap_or(1),
            stated => stated.into_iter().flatten().fold(1, usize::saturating_mul),
        }
    }

    /// Makes a program that states shardings that of one of its partitions.
    pub fn partition(&self, module: &mut Module, source: &Source) -> Outcome {
        if !passes::is_sharded(module) {
            return Ok(());
        }
        let partitioned = passes::run_pipeline(module, &pipelines::SPMD, self.passes.options(None));
        partitioned.map(drop).map_err(|findings| program::failure(&findings, source))
    }

    /// For a runtime that compiles.
    pub fn options(&self) -> CompileOptions {
        CompileOptions {
            verify_passes: self.passes.verify,
            target_cpu: self.target_cpu.clone(),
            disabled_passes: self.passes.disable_pass.clone(),
        }
    }

    /// For code generation alone.
    pub fn codegen_options(&self) -> codegen::Options {
        codegen::Options { target_cpu: self.target_cpu.clone() }
    }

    /// Runs the passes of native code.
    pub fn optimize(&self, mut module: Module, observer: Option<Observer>) -> Result<Module, Diagnostics> {
        self.set_device_counts(&mut module, None);
        passes::run_pipeline(&mut module, &pipelines::CPU, self.passes.options(observer))?;
        Ok(module)
    }

    /// Runs further passes, by a cost model.
    pub fn run_passes(
        &self,
        module: &mut Module,
        names: &[&str],
        model: &CostModel,
        observer: Observer,
    ) -> Result<(), Diagnostics> {
        let options = passes::Options { cost_model: model.clone(), ..self.passes.options(Some(observer)) };
        passes::run_passes(module, names.iter().copied(), options).map(drop)
    }
}
