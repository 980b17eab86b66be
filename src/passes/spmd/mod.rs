//! One program for many devices: shardings of all values, and the program of one device.

mod annotation;
mod classes;
mod flow;
pub(super) mod propagation;
mod rule;
