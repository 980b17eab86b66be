//! Programs: a module, run on a thread of its own.

use super::buffer::{InterpreterBuffer, Value, own};
use super::peers::{Operands, Peers};
use crate::hlo::evaluator::{Context, STACK_BYTES, evaluate_computation};
use crate::hlo::{ArrayLiteral, Literal, Module, ShardedSignature, catch_crash, counted};
use crate::runtime::capacity::ensure_fits;
use crate::runtime::platform::ClientOptions;
use crate::runtime::rendezvous::Rendezvous;
use crate::runtime::{
    Buffer, CostAnalysis, DeviceAssignment, Error, Event, ExecuteOptions, Execution, ExecutionError, LoadedExecutable,
    MemoryAnalysis, Result, Signature,
};
use std::sync::Arc;

pub struct InterpreterExecutable {
    module: Arc<Module>,
    signature: Signature,
    assignment: DeviceAssignment,
    options: ClientOptions,
}

impl InterpreterExecutable {
    /// # Errors
    /// Parameters that are no arrays.
    pub fn new(module: Module, assignment: DeviceAssignment, options: ClientOptions) -> Result<InterpreterExecutable> {
        let signature = Signature::of(&module)?;
        Ok(InterpreterExecutable { module: Arc::new(module), signature, assignment, options })
    }

    fn check_arguments(&self, arguments: &[Arc<dyn Buffer>]) -> Result<()> {
        let expected = self.signature.parameters.len();
        if arguments.len() != expected {
            let expected = counted(expected, "argument");
            return Err(Error::Usage(format!("the program takes {expected}, found {}", arguments.len())));
        }
        for (number, (argument, expected)) in arguments.iter().zip(&self.signature.parameters).enumerate() {
            if !argument.shape().same_type(expected) {
                let found = argument.shape();
                return Err(Error::Usage(format!("argument {number}: expected {expected}, found {found}")));
            }
        }
        Ok(())
    }

    /// No single value may be larger than memory.
    fn check_memory(&self) -> Result<()> {
        let computations = self.module.computation_ids().into_iter().map(|id| self.module.computation(id));
        let sizes = computations.flat_map(|c| c.ids().map(|id| c.shape(id).byte_size()));
        let largest = sizes.max().unwrap_or(0);
        ensure_fits(largest).map_err(|message| Error::Execution(ExecutionError::failed(message)))
    }
}

impl InterpreterExecutable {
    /// The run of one device, before it is started.
    fn run_on(
        &self,
        number: usize,
        arguments: &[Arc<dyn Buffer>],
        rendezvous: &Arc<Rendezvous<Operands>>,
    ) -> Result<Run> {
        let inputs = arguments.iter().map(|argument| own(argument.as_ref())?.value()).collect::<Result<_>>()?;
        Ok(Run {
            module: self.module.clone(),
            number,
            rendezvous: rendezvous.clone(),
            inputs,
            outputs: self.signature.results().iter().map(|_| Arc::default()).collect(),
            done: Event::pending(),
        })
    }

    fn start(&self, run: Run) -> Result<Execution> {
        let device = self.assignment.devices[run.number];
        let results = self.signature.results().into_iter().zip(&run.outputs);
        let results = results.map(|(shape, value)| Arc::new(InterpreterBuffer::new(shape, device, value.clone())) as _);
        let execution = Execution { results: results.collect(), done: run.done.clone() };
        let thread = std::thread::Builder::new().name(format!("interpreter-{device}")).stack_size(STACK_BYTES);
        thread.spawn(move || run.finish()).map_err(|error| Error::Usage(format!("no thread for the run: {error}")))?;
        Ok(execution)
    }
}

impl LoadedExecutable for InterpreterExecutable {
    fn name(&self) -> &str {
        &self.module.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn sharded_signature(&self) -> Option<&ShardedSignature> {
        self.module.sharded_signature.as_ref()
    }

    fn device_assignment(&self) -> &DeviceAssignment {
        &self.assignment
    }

    fn execute(&self, arguments: &[Vec<Arc<dyn Buffer>>], options: ExecuteOptions) -> Result<Vec<Execution>> {
        self.assignment.check_arguments(arguments)?;
        arguments.iter().try_for_each(|arguments| self.check_arguments(arguments))?;
        self.check_memory()?;
        let ClientOptions { patience, processes, .. } = &self.options;
        let rendezvous = Rendezvous::begin(self.assignment.counts, *patience, processes.as_ref(), options.host);
        let numbered = self.assignment.addressable.clone().zip(arguments);
        let runs = numbered.map(|(number, arguments)| self.run_on(number, arguments, &rendezvous));
        let runs: Vec<Run> = runs.collect::<Result<_>>()?;
        for &parameter in self.signature.donated.keys() {
            arguments
                .iter()
                .try_for_each(|arguments| own(arguments[parameter].as_ref()).map(InterpreterBuffer::donate))?;
        }
        runs.into_iter().map(|run| self.start(run)).collect()
    }

    fn cost_analysis(&self) -> CostAnalysis {
        CostAnalysis::default()
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        MemoryAnalysis {
            argument_bytes: self.signature.parameters.iter().map(|shape| shape.byte_size()).sum(),
            output_bytes: self.signature.result.byte_size(),
            ..MemoryAnalysis::default()
        }
    }

    /// # Errors
    /// Always.
    fn serialize(&self) -> Result<Vec<u8>> {
        Err(Error::Usage("the interpreter compiles nothing that could be saved".into()))
    }
}

/// A dispatched run.
struct Run {
    module: Arc<Module>,
    /// Which device of the program it is.
    number: usize,
    rendezvous: Arc<Rendezvous<Operands>>,
    inputs: Vec<Arc<Value>>,
    outputs: Vec<Arc<Value>>,
    done: Event,
}

impl Run {
    /// Evaluates, and makes every event ready, also if the evaluator panics.
    fn finish(mut self) {
        let inputs = std::mem::take(&mut self.inputs);
        let outcome = catch_crash(|| self.evaluate(inputs));
        let outcome = outcome.unwrap_or_else(|crash| Err(ExecutionError::bug(crash, "the interpreter")));
        let ended = self.rendezvous.end(self.number, outcome.as_ref().map(|_| ()).map_err(Clone::clone));
        let outcome = ended.and(outcome);
        match &outcome {
            Ok(arrays) => self.outputs.iter().zip(arrays).for_each(|(value, array)| value.set(Ok(array.clone()))),
            Err(error) => self.outputs.iter().for_each(|value| value.set(Err(error.clone()))),
        }
        self.done.set(outcome.map(|_| ()));
    }

    fn evaluate(&self, inputs: Vec<Arc<Value>>) -> std::result::Result<Vec<ArrayLiteral>, ExecutionError> {
        let arguments = inputs.iter().map(|value| value.wait().map(Literal::Array));
        let arguments: Vec<Literal> = arguments.collect::<std::result::Result<_, _>>()?;
        drop(inputs);
        let peers = Peers { device: self.number, rendezvous: &self.rendezvous };
        let context = Context::with(&self.module, &peers, &peers);
        let references: Vec<&Literal> = arguments.iter().collect();
        let result = evaluate_computation(self.module.entry_id(), &references, &context)?;
        Ok(result.leaves().into_iter().cloned().collect())
    }
}
