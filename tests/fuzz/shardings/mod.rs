//! Random shardings: a program on one device against its parts on several, on both platforms.
//!
//! The programs are those of the other targets; a part of their instructions gets a sharding, and some are performed
//! device by device, as `shard_map` has it. Values may not change, whatever the partitioner makes of that.

mod annotate;
mod manual;
mod shardy;

use crate::check::{self, Counts, Verdict};
use crate::devices::Platforms;
use crate::generate;
use pjrt::hlo::{self, ArrayLiteral, Module, Op, Shape};
use pjrt::passes::{Options, pipelines, run_pipeline};
use pjrt::reduce::Program;
use pjrt::runtime::{Client, CompileOptions, Error, ExecuteOptions};

/// The program of a seed, with shardings.
pub fn program(seed: u64) -> Program {
    annotate::annotated(generate::program(seed), seed)
}

pub fn check(platforms: &Platforms, program: &Program) -> Verdict {
    compare(platforms, program).map_or_else(|verdict| verdict, Verdict::Same)
}

fn compare(platforms: &Platforms, program: &Program) -> Result<Counts, Verdict> {
    if sums_coarse_floats(&program.module) {
        return Err(Verdict::Refused("sums of floats of eight bits".to_string()));
    }
    let whole = Program { module: of_one_device(&program.module), ..program.clone() };
    hlo::verify(&whole.module).map_err(|findings| Verdict::Refused(format!("verifier: {findings}")))?;
    let expected = check::reference_of_parts(&whole)?;
    let sharded = manual::expanded(&program.module);
    let [interpreter, cpu] = platforms.named();
    // Code generation partitions what nobody has partitioned before.
    let mut runs = vec![(cpu, sharded.clone()), (interpreter, partitioned(&sharded)?)];
    if sharded.entry().len().is_multiple_of(3)
        && let Some(again) = shardy::read_again(&sharded, &program.arguments)?
    {
        runs.push((("interpreter, from Shardy", interpreter.1), partitioned(&again)?));
    }
    let mut counts = Counts::default();
    for ((name, client), module) in runs {
        let results = run(client, &module, &program.arguments).map_err(|error| check::of_runtime(name, error))?;
        for (index, (expected, found)) in expected.iter().zip(&results).enumerate() {
            counts += check::compare(expected, found)
                .map_err(|message| Verdict::Different(format!("result {index} on {name}: {message}")))?;
        }
    }
    Ok(counts)
}

/// Devices round partial sums, which is more than any bound in floats of so few digits.
fn sums_coarse_floats(module: &Module) -> bool {
    let is_coarse = |shape: &Shape| {
        let leaves = shape.leaves();
        let mut types = leaves.iter().filter_map(|(_, leaf)| leaf.as_array()).map(|array| array.element_type);
        types.any(|element_type| element_type.is_float() && element_type.bit_width() <= 8)
    };
    let sums = |op: &Op| matches!(op, Op::Dot { .. } | Op::Convolution { .. } | Op::Reduce { .. } | Op::Scatter { .. });
    module.computation_ids().into_iter().any(|id| {
        let computation = module.computation(id);
        computation.ids().any(|id| sums(computation.op(id)) && is_coarse(computation.shape(id)))
    })
}

fn of_one_device(module: &Module) -> Module {
    let mut module = module.clone();
    module.partition_count = 1;
    module
}

fn partitioned(module: &Module) -> Result<Module, Verdict> {
    let mut module = module.clone();
    let options = Options { verifier: Some(hlo::verify), ..Options::default() };
    let outcome = run_pipeline(&mut module, &pipelines::SPMD, options);
    outcome.map_err(|findings| check::of_runtime("partitioner", Error::Program(findings)))?;
    Ok(module)
}

/// Whole results, of whole arguments.
fn run(client: &dyn Client, module: &Module, arguments: &[ArrayLiteral]) -> Result<Vec<ArrayLiteral>, Error> {
    let options = CompileOptions { verify_passes: true, ..CompileOptions::default() };
    let executable = client.compile(module.clone(), &options)?;
    let signature = executable.sharded_signature();
    let mut sent = Vec::new();
    for (partition, device) in client.devices().iter().take(module.partition_count).enumerate() {
        let parts = signature.map_or_else(|| arguments.to_vec(), |signature| signature.parts(arguments, partition));
        sent.push(client.buffers_from_host(&parts, device.as_ref())?);
    }
    let executions = executable.execute(&sent, ExecuteOptions::default())?;
    let results = executions.iter().map(|execution| client.buffers_to_host(&execution.results));
    let mut results: Vec<Vec<ArrayLiteral>> = results.collect::<Result<_, _>>()?;
    Ok(match signature {
        Some(signature) => signature.joined(&results),
        None => results.remove(0),
    })
}
