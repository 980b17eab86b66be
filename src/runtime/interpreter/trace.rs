//! What the devices of a program compute, instruction by instruction.

use super::peers::Peers;
use crate::hlo::evaluator::{Context, Evaluated, STACK_BYTES, evaluate_computation};
use crate::hlo::{ArrayLiteral, Literal, Module, catch_crash};
use crate::runtime::ExecutionError;
use crate::runtime::rendezvous::{Patience, Rendezvous};
use std::sync::atomic::AtomicBool;
use std::thread::Builder;

/// Sees what a device evaluates, by the device's number.
pub type DeviceObserver<'o> = &'o (dyn Fn(usize, Evaluated) + Sync);

/// Evaluates a program on all its devices, each on a thread of its own and with arguments of its own.
///
/// # Errors
/// The first error of a device; `interrupt` is set.
pub fn trace(
    module: &Module,
    arguments: &[Vec<ArrayLiteral>],
    observe: DeviceObserver,
    interrupt: &AtomicBool,
) -> Result<(), ExecutionError> {
    let rendezvous = Rendezvous::new(module.device_counts(), Patience::default());
    let run = |device: usize| {
        let peers = Peers { device, rendezvous: &rendezvous };
        let outcome = catch_crash(|| evaluate(module, &arguments[device], peers, observe, interrupt));
        let outcome = outcome.unwrap_or_else(|crash| Err(ExecutionError::bug(crash, "the interpreter")));
        rendezvous.end(device, outcome)
    };
    std::thread::scope(|scope| {
        let start = |device| Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || run(device));
        let runs: Vec<_> = (0..arguments.len()).map(start).collect();
        runs.into_iter().try_for_each(|run| match run {
            Ok(run) => run.join().unwrap_or(Ok(())),
            Err(error) => Err(ExecutionError::failed(format!("no thread for a device: {error}"))),
        })
    })
}

fn evaluate(
    module: &Module,
    arguments: &[ArrayLiteral],
    peers: Peers,
    observe: DeviceObserver,
    interrupt: &AtomicBool,
) -> Result<(), ExecutionError> {
    let arguments: Vec<Literal> = arguments.iter().cloned().map(Literal::Array).collect();
    let keep = |seen: Evaluated| observe(peers.device, seen);
    let mut context = Context::with(module, &peers, &peers);
    context.observer = Some(&keep);
    context.interrupt = Some(interrupt);
    let arguments: Vec<&Literal> = arguments.iter().collect();
    evaluate_computation(module.entry_id(), &arguments, &context)
        .map(drop)
        .map_err(|error| ExecutionError::failed(error.to_string()))
}
