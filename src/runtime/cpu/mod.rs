//! The `cpu` runtime: native code on this machine's cores.
//!
//! A [`client`] compiles or loads [`loaded`] executables and owns the [`buffer`]s' memory, which comes from a pool of
//! blocks ([`memory`]) so that repeated runs touch no fresh pages. A run is dispatched to one thread ([`dispatch`]),
//! or made at once where it is tiny; there the [`executor`] walks the thunks, and each thunk spreads its work over the
//! worker [`pool`].

mod buffer;
mod client;
mod device;
mod dispatch;
mod executor;
pub mod library;
mod loaded;
mod memory;
pub mod pool;
#[cfg(test)]
mod tests;

pub use client::CpuClient;
