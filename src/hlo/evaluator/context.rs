//! What an evaluation needs besides the values.

use super::control::Plan;
use super::error::{EvalError, Result};
use super::rng::Draws;
use crate::hlo::{ChannelPairs, ComputationId, CustomCall, Instruction, InstructionId, Literal, Module, Shape};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Performs custom calls. `None` for a target that it does not know.
pub trait CustomCalls: Send + Sync {
    fn call(&self, call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Option<Result<Literal>>;
}

/// Knows no custom call.
pub struct NoCustomCalls;

impl CustomCalls for NoCustomCalls {
    fn call(&self, _call: &CustomCall, _operands: &[&Literal], _shape: &Shape) -> Option<Result<Literal>> {
        None
    }
}

/// An instruction that was evaluated.
pub struct Evaluated<'a> {
    pub computation: ComputationId,
    pub instruction: InstructionId,
    pub operands: &'a [&'a Literal],
    pub value: &'a Literal,
}

/// Sees every evaluation of an instruction but parameters, in order.
pub type Observer<'a> = &'a (dyn Fn(Evaluated) + Sync);

/// The devices that run a program together, as one of them sees them.
pub trait Devices: Send + Sync {
    /// This device's number.
    fn device(&self) -> usize;
    /// Lays operands before the other devices of a group, and gives everyone's, in the order of the group; nothing of a
    /// device whose operands the collective does not give to this one.
    ///
    /// # Errors
    /// A device that does not come.
    fn meet(&self, instruction: &Instruction, group: &[usize], operands: Vec<Literal>) -> Result<Arc<[Vec<Literal>]>>;
    /// # Errors
    /// The run is to end.
    fn check(&self) -> Result<()>;
}

/// The only device.
pub struct Alone;

impl Devices for Alone {
    fn device(&self) -> usize {
        0
    }

    fn meet(&self, _: &Instruction, group: &[usize], operands: Vec<Literal>) -> Result<Arc<[Vec<Literal>]>> {
        match group {
            [0] => Ok(Arc::from([operands])),
            _ => Err(EvalError::unsupported("a collective of several devices, and there is one")),
        }
    }

    fn check(&self) -> Result<()> {
        Ok(())
    }
}

/// The module whose computations operations refer to, who performs what others have to do with, and who looks on.
pub struct Context<'a> {
    pub module: &'a Module,
    pub custom_calls: &'a dyn CustomCalls,
    pub devices: &'a dyn Devices,
    pub observer: Option<Observer<'a>>,
    /// Ends the evaluation with an error before the next instruction, once it is set.
    pub interrupt: Option<&'a AtomicBool>,
    pub(super) draws: Draws,
    /// Worked out for the first transfer.
    channels: OnceLock<ChannelPairs>,
    plans: Mutex<HashMap<ComputationId, Arc<Plan>>>,
}

impl<'a> Context<'a> {
    /// On one device, without custom calls.
    pub fn new(module: &'a Module) -> Context<'a> {
        Context::with(module, &NoCustomCalls, &Alone)
    }

    /// On one device.
    pub fn with_custom_calls(module: &'a Module, custom_calls: &'a dyn CustomCalls) -> Context<'a> {
        Context::with(module, custom_calls, &Alone)
    }

    pub fn with(module: &'a Module, custom_calls: &'a dyn CustomCalls, devices: &'a dyn Devices) -> Context<'a> {
        Context {
            module,
            custom_calls,
            devices,
            observer: None,
            interrupt: None,
            draws: Draws::of_device(devices.device()),
            channels: OnceLock::new(),
            plans: Mutex::default(),
        }
    }

    /// # Errors
    /// The evaluation is to end.
    pub(super) fn check_interrupt(&self) -> Result<()> {
        match self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            true => Err(EvalError::failed("the evaluation was interrupted")),
            false => Ok(()),
        }
    }

    /// Who sends to whom.
    pub(super) fn channels(&self) -> &ChannelPairs {
        self.channels.get_or_init(|| ChannelPairs::of(self.module))
    }

    /// How to run a computation; worked out once.
    pub(super) fn plan(&self, id: ComputationId) -> Arc<Plan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.entry(id).or_insert_with(|| Arc::new(Plan::new(self.module.computation(id)))).clone()
    }
}
