//! Calls of registered native code on values in planned memory.

use super::{Frame, Place};
use crate::codegen::thunk::{CustomCallThunk, Placed, Thunk};
use crate::hlo::evaluator::EvalError;
use crate::hlo::{ArrayLiteral, ArrayShape, Bytes, CustomCall, Literal, LocationRef, Shape};
use crate::runtime::ExecutionError;
use crate::runtime::custom_call::{Target, find, is_transfer, known_targets, perform, transfer};

/// A custom call that is ready to run.
pub struct CustomCallStep {
    /// None for a transfer, which the run performs.
    target: Option<Target>,
    call: CustomCall,
    /// The instruction, and where it is in the program.
    instruction: String,
    location: LocationRef,
    operands: Vec<(Shape, Vec<Place>)>,
    result: (Shape, Vec<Place>),
}

impl CustomCallStep {
    /// # Errors
    /// A target that nothing registered.
    pub fn prepare(call: &CustomCallThunk, thunk: &Thunk) -> Result<CustomCallStep, String> {
        let target = find(&call.target);
        if target.is_none() && !is_transfer(&call.target) {
            let (name, known) = (&call.target, known_targets());
            return Err(format!("no custom call is named '{name}'; those that exist: {known}"));
        }
        let operands = call.operands.iter().map(places).collect();
        let result = places(&call.result);
        let call = CustomCall {
            target: call.target.as_str().into(),
            backend_config: call.config.as_str().into(),
            api_version: call.api_version,
            ..CustomCall::default()
        };
        let (instruction, location) = (format!("%{} (custom-call)", thunk.name), thunk.location.clone());
        Ok(CustomCallStep { target, call, instruction, location, operands, result })
    }

    /// # Safety
    /// The frame has the memory that the call was planned with.
    pub unsafe fn run(&self, frame: &Frame<'_>) -> Result<(), ExecutionError> {
        let operands = self.operands.iter().map(|(shape, places)| {
            // SAFETY: the caller's promise; handlers keep no literal beyond the call.
            unsafe { literal(frame, shape, &mut places.iter()) }
        });
        let operands: Vec<Literal> = operands.collect();
        let references: Vec<&Literal> = operands.iter().collect();
        let (shape, places) = &self.result;
        let located =
            |error| EvalError { instruction: self.instruction.clone(), location: self.location.clone(), ..error };
        let device = frame.peers.device;
        let result = match self.target {
            Some(target) => {
                perform(target, device, &self.call, &references, shape).map_err(|e| ExecutionError::from(located(e)))?
            }
            None => transfer(frame.peers.rendezvous, device, &self.call, &references, shape)
                .map_err(|error| ExecutionError::from(located(EvalError::failed(&*error.message))))?,
        };
        // SAFETY: as above.
        unsafe { store(frame, &result, &mut places.iter()) };
        Ok(())
    }
}

fn places(placed: &Placed) -> (Shape, Vec<Place>) {
    (placed.shape.clone(), placed.leaves.iter().map(Place::from).collect())
}

/// Memory of the frame, for as long as a call takes.
struct Borrowed {
    start: *const u8,
    bytes: usize,
}

// SAFETY: nothing writes to operands while the call runs.
unsafe impl Send for Borrowed {}
// SAFETY: as above.
unsafe impl Sync for Borrowed {}

impl AsRef<[u8]> for Borrowed {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: the frame outlives the call.
        unsafe { std::slice::from_raw_parts(self.start, self.bytes) }
    }
}

/// A value that shares the frame's memory.
///
/// # Safety
/// Not to be kept beyond the step.
unsafe fn literal<'p>(frame: &Frame<'_>, shape: &Shape, places: &mut impl Iterator<Item = &'p Place>) -> Literal {
    match shape {
        Shape::Tuple(parts) => {
            // SAFETY: the caller's promise.
            Literal::Tuple(parts.iter().map(|part| unsafe { literal(frame, part, places) }).collect())
        }
        Shape::Array(array) => places.next().map_or(Literal::Token, |&place| array_literal(frame, array, place)),
        Shape::Token => {
            places.next();
            Literal::Token
        }
    }
}

fn array_literal(frame: &Frame<'_>, shape: &ArrayShape, place: Place) -> Literal {
    let borrowed = Borrowed { start: frame.at(place), bytes: shape.byte_size() };
    ArrayLiteral::new(shape.element_type, shape.dims.clone(), Bytes::from_owner(borrowed)).into()
}

/// Writes a value to its places.
///
/// # Safety
/// The places have room for it.
unsafe fn store<'p>(frame: &Frame<'_>, value: &Literal, places: &mut impl Iterator<Item = &'p Place>) {
    match value {
        Literal::Tuple(parts) => {
            for part in parts {
                // SAFETY: the caller's promise, here and below.
                unsafe { store(frame, part, places) };
            }
        }
        Literal::Array(array) => {
            if let Some(&place) = places.next() {
                let bytes = array.bytes();
                // An identity gives its operand back, which may lie where the result does.
                unsafe { std::ptr::copy(bytes.as_ptr(), frame.at(place), bytes.len()) };
            }
        }
        Literal::Token => {
            places.next();
        }
    }
}
