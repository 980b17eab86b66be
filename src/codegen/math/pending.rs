//! Functions still to be written.
use super::lanes::Lanes;
use super::{MathBuilder, Value};
use crate::hlo::{BinaryOp, UnaryOp};
impl<'ctx> Lanes<'_, 'ctx> {
    pub fn cbrt(self) -> Self {
        unimplemented!()
    }
    pub fn cos(self) -> Self {
        unimplemented!()
    }
    pub fn erf(self) -> Self {
        unimplemented!()
    }
    pub fn exp(self) -> Self {
        unimplemented!()
    }
    pub fn expm1(self) -> Self {
        unimplemented!()
    }
    pub fn log(self) -> Self {
        unimplemented!()
    }
    pub fn log1p(self) -> Self {
        unimplemented!()
    }
    pub fn logistic(self) -> Self {
        unimplemented!()
    }
    pub fn sin(self) -> Self {
        unimplemented!()
    }
    pub fn tan(self) -> Self {
        unimplemented!()
    }
    pub fn tanh(self) -> Self {
        unimplemented!()
    }
    pub fn atan2(self, _: Self) -> Self {
        unimplemented!()
    }
    pub fn power(self, _: Self) -> Self {
        unimplemented!()
    }
}
impl<'ctx> MathBuilder<'_, 'ctx> {
    pub(super) fn complex_unary(&self, _: UnaryOp, _: Value<'ctx>) -> Value<'ctx> {
        unimplemented!()
    }
    pub(super) fn complex_binary(&self, _: BinaryOp, _: Value<'ctx>, _: Value<'ctx>) -> Value<'ctx> {
        unimplemented!()
    }
}
