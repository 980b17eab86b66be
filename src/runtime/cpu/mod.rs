//! The `cpu` runtime: native code on this machine's cores.

pub mod library;
pub mod pool;
