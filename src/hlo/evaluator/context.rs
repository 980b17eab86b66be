//! What an evaluation needs besides the values.

use super::control::Plan;
use super::error::Result;
use crate::hlo::{ComputationId, CustomCall, InstructionId, Literal, Module, Shape};
use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

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

/// The module whose computations operations refer to, who performs custom calls, and who looks on.
pub struct Context<'a> {
    pub module: &'a Module,
    pub custom_calls: &'a dyn CustomCalls,
    pub observer: Option<Observer<'a>>,
    /// Values that `rng` has drawn so far.
    pub(super) drawn: AtomicU64,
    plans: Mutex<HashMap<ComputationId, Arc<Plan>>>,
}

impl<'a> Context<'a> {
    /// Without custom calls.
    pub fn new(module: &'a Module) -> Context<'a> {
        Context::with_custom_calls(module, &NoCustomCalls)
    }

    pub fn with_custom_calls(module: &'a Module, custom_calls: &'a dyn CustomCalls) -> Context<'a> {
        Context { module, custom_calls, observer: None, drawn: AtomicU64::new(0), plans: Mutex::default() }
    }

    /// How to run a computation; worked out once.
    pub(super) fn plan(&self, id: ComputationId) -> Arc<Plan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.entry(id).or_insert_with(|| Arc::new(Plan::new(self.module.computation(id)))).clone()
    }
}
