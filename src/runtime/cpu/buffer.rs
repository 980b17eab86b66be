//! Arrays on the CPU device.

use super::memory::Block;
use crate::hlo::{ArrayLiteral, ArrayShape, Bytes};
use crate::runtime::{Buffer, Error, Event, Result};
use std::any::Any;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Memory behind a buffer.
#[derive(Clone)]
pub enum Memory {
    /// From the client's pool. Whoever has the only reference may write to it.
    Pooled(Arc<Block>),
    /// Shared with the host, and never written to.
    Host(Bytes),
}

impl Memory {
    pub fn start(&self) -> *mut u8 {
        match self {
            Memory::Pooled(block) => block.start(),
            Memory::Host(bytes) => bytes.as_ptr().cast_mut(),
        }
    }

    /// Whether nobody else can see the memory.
    pub fn is_exclusive(&mut self) -> bool {
        match self {
            Memory::Pooled(block) => Arc::get_mut(block).is_some(),
            Memory::Host(_) => false,
        }
    }

    fn to_bytes(&self) -> Bytes {
        match self {
            Memory::Pooled(block) => Bytes::from_owner(SharedBlock(block.clone())),
            Memory::Host(bytes) => bytes.clone(),
        }
    }
}

impl Deref for Memory {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Memory::Pooled(block) => block,
            Memory::Host(bytes) => bytes,
        }
    }
}

struct SharedBlock(Arc<Block>);

impl AsRef<[u8]> for SharedBlock {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The place of a buffer's memory, which the run that makes it fills.
pub type Slot = Arc<OnceLock<Memory>>;

/// An array on the device.
pub struct CpuBuffer {
    shape: ArrayShape,
    device: usize,
    state: Mutex<State>,
    ready: Event,
}

enum State {
    Alive(Slot),
    /// What happened to it.
    Dead(&'static str),
}

impl CpuBuffer {
    /// A buffer whose memory is in the slot when it becomes ready without an error.
    pub fn new(shape: ArrayShape, device: usize, slot: Slot, ready: Event) -> CpuBuffer {
        CpuBuffer { shape, device, state: Mutex::new(State::Alive(slot)), ready }
    }

    /// A buffer that is there.
    pub fn of_memory(shape: ArrayShape, device: usize, memory: Memory) -> CpuBuffer {
        CpuBuffer::new(shape, device, Arc::new(OnceLock::from(memory)), Event::ready())
    }

    /// The memory's slot, which stays alive while the result does.
    ///
    /// # Errors
    /// A dead buffer.
    pub fn slot(&self) -> Result<Slot> {
        match &*self.lock() {
            State::Alive(slot) => Ok(slot.clone()),
            State::Dead(how) => Err(self.dead(how)),
        }
    }

    /// Takes the memory away: the buffer is dead afterwards.
    ///
    /// # Errors
    /// A dead buffer.
    pub fn donate(&self) -> Result<Slot> {
        let mut state = self.lock();
        match std::mem::replace(&mut *state, State::Dead("donated to a run")) {
            State::Alive(slot) => Ok(slot),
            State::Dead(how) => {
                *state = State::Dead(how);
                Err(self.dead(how))
            }
        }
    }

    /// Waits, and shares the elements with the host.
    ///
    /// # Errors
    /// A dead buffer; the error of the run that should have made it.
    pub fn to_host(&self) -> Result<ArrayLiteral> {
        let slot = self.slot()?;
        self.ready.wait()?;
        let memory = slot.get().ok_or_else(|| self.dead("never made"))?;
        let bytes = memory.to_bytes().slice(0, self.shape.byte_size());
        Ok(ArrayLiteral::new(self.shape.element_type, self.shape.dims.clone(), bytes))
    }

    fn dead(&self, how: &str) -> Error {
        Error::Usage(format!("the buffer of {} cannot be used: it was {how}", self.shape))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Buffer for CpuBuffer {
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
        let mut state = self.lock();
        if let State::Alive(_) = *state {
            *state = State::Dead("deleted");
        }
    }

    fn is_deleted(&self) -> bool {
        matches!(*self.lock(), State::Dead(_))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
