//! The `cpu` runtime: native code on this machine's cores.
