//! Buffers: a value that comes once, and a handle to it that dies once.

use crate::hlo::{ArrayLiteral, ArrayShape};
use crate::runtime::{Buffer, Error, Event, ExecutionError, Result};
use std::sync::{Arc, Mutex, OnceLock};

/// An array that a run may still be computing.
#[derive(Default)]
pub struct Value {
    ready: Event,
    array: OnceLock<ArrayLiteral>,
}

impl Value {
    pub fn set(&self, outcome: std::result::Result<ArrayLiteral, ExecutionError>) {
        let outcome = outcome.map(|array| self.array.get_or_init(|| array)).map(|_| ());
        self.ready.set(outcome);
    }

    /// Waits for the array.
    pub fn wait(&self) -> std::result::Result<ArrayLiteral, ExecutionError> {
        self.ready.wait()?;
        Ok(self.array.get().expect("a value that is ready without error").clone())
    }
}

/// Why a handle has no value any more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Death {
    Deleted,
    Donated,
}

/// A handle to a value.
pub struct InterpreterBuffer {
    shape: ArrayShape,
    device: usize,
    ready: Event,
    value: Mutex<std::result::Result<Arc<Value>, Death>>,
}

impl InterpreterBuffer {
    pub fn new(shape: ArrayShape, device: usize, value: Arc<Value>) -> InterpreterBuffer {
        InterpreterBuffer { shape, device, ready: value.ready.clone(), value: Mutex::new(Ok(value)) }
    }

    pub fn of_literal(array: ArrayLiteral, device: usize) -> InterpreterBuffer {
        let (shape, value) = (array.shape().clone(), Value::default());
        value.set(Ok(array));
        InterpreterBuffer::new(shape, device, Arc::new(value))
    }

    /// # Errors
    /// A deleted or donated buffer.
    pub fn value(&self) -> Result<Arc<Value>> {
        let dead = |how: &str| Error::Usage(format!("a buffer of shape {} was used after it was {how}", self.shape));
        match &*self.lock() {
            Ok(value) => Ok(value.clone()),
            Err(Death::Deleted) => Err(dead("deleted")),
            Err(Death::Donated) => Err(dead("donated to a run")),
        }
    }

    pub fn donate(&self) {
        *self.lock() = Err(Death::Donated);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, std::result::Result<Arc<Value>, Death>> {
        self.value.lock().expect("no holder of this lock panics")
    }
}

impl Buffer for InterpreterBuffer {
    fn shape(&self) -> &ArrayShape {
        &self.shape
    }

    fn device(&self) -> usize {
        self.device
    }

    fn ready(&self) -> Event {
        self.ready.clone()
    }

    fn delete(&self) {
        let mut value = self.lock();
        if value.is_ok() {
            *value = Err(Death::Deleted);
        }
    }

    fn is_deleted(&self) -> bool {
        self.lock().is_err()
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// A buffer of this platform.
///
/// # Errors
/// Another platform's.
pub fn own(buffer: &dyn Buffer) -> Result<&InterpreterBuffer> {
    let own = buffer.as_any().downcast_ref();
    own.ok_or_else(|| Error::Usage("the buffer belongs to another platform than the interpreter".into()))
}
