//! Products of quantized arrays. How sums are rounded is open: the twin's are in double precision.

use super::types::plain_text;
use super::{Attempt, Nearness, Output, Type, Value, Writer, list};
use pjrt::hlo::ElementType;

impl Writer {
    pub(super) fn quantized_product(&mut self) -> Attempt {
        if self.random.flag() { self.quantized_dot() } else { self.quantized_convolution() }
    }

    /// The right side: a storage type that fits the left's, zero points of 0, scales for each of its outputs maybe.
    fn weights(&mut self, storage: ElementType, expressed: ElementType, dims: &[usize], outputs: usize) -> Value {
        let axis = (self.random.flag() && dims[outputs] > 0).then_some(outputs);
        let count = axis.map_or(1, |axis| dims[axis]);
        let mut quantized = self.quantization(storage, expressed, axis, count);
        quantized.min = quantized.min.min(0);
        quantized.zero_points = vec![0; count];
        let of = Type::of_dims(storage, dims).with_quantized(Some(quantized));
        self.fresh(&of)
    }

    /// The result's type: per axis where the right side is, now and then.
    fn product_of(&mut self, rhs: &Value, storage: ElementType, dims: &[usize], outputs: usize) -> Type {
        use ElementType::*;
        let wide = matches!(rhs.of.quantized.as_ref().map(|q| q.expressed), Some(F32 | F64));
        let stored = if wide && self.random.flag() { S32 } else { storage };
        let per_axis = rhs.of.quantized.as_ref().is_some_and(|q| q.axis.is_some());
        let axis = (per_axis && self.random.flag()).then_some(outputs);
        let expressed = rhs.of.quantized.as_ref().map_or(F32, |q| q.expressed);
        let quantized = self.quantization(stored, expressed, axis, axis.map_or(1, |axis| dims[axis]));
        Type::of_dims(stored, dims).with_quantized(Some(quantized))
    }

    /// The left side: quantized, or numbers.
    fn product_lhs(&mut self, dims: &[usize]) -> (Value, ElementType, ElementType) {
        use ElementType::*;
        let expressed = self.random.weighted(&[(8, F32), (1, F64), (1, F16), (1, BF16)]);
        let mut of = self.quantized_type(expressed, dims, false);
        if of.shape.element_type == S32 {
            of = Type::of_dims(S8, dims).with_quantized(Some(self.quantization(S8, expressed, None, 1)));
        }
        let storage = of.shape.element_type;
        match self.random.one_in(5) {
            true => (self.fresh(&Type::of_dims(expressed, dims)), storage, expressed),
            false => (self.like(&of), storage, expressed),
        }
    }

    fn quantized_dot(&mut self) -> Attempt {
        let (m, k, n) = (self.random_size(), 1 + self.random.below(9), self.random_size());
        if self.random.one_in(3) {
            let batch = self.random_size();
            let (lhs, storage, expressed) = self.product_lhs(&[m, batch, k]);
            let rhs = self.weights(storage, expressed, &[batch, k, n], 2);
            let tail = ", batching_dims = [1] x [0], contracting_dims = [2] x [1]";
            return self.written_product("stablehlo.dot_general", tail, &lhs, &rhs, &[batch, m, n], 2);
        }
        let (lhs, storage, expressed) = self.product_lhs(&[m, k]);
        let rhs = self.weights(storage, expressed, &[k, n], 1);
        let dims = format!(", contracting_dims = {} x {}", list(&[1]), list(&[0]));
        self.written_product("stablehlo.dot_general", &dims, &lhs, &rhs, &[m, n], 1)
    }

    fn quantized_convolution(&mut self) -> Attempt {
        let groups = self.random.weighted(&[(3, 1), (1, 2)]);
        let (batch, length, features) = (self.random_size(), 2 + self.random_size(), 1 + self.random.below(3));
        let (width, outputs) = (1 + self.random.below(3), groups * self.random_size());
        let (lhs, storage, expressed) = self.product_lhs(&[batch, length, groups * features]);
        let rhs = self.weights(storage, expressed, &[width, features, outputs], 2);
        let (low, high, stride) = (self.random.within(-1, 2), self.random.within(0, 2), 1 + self.random.below(2));
        let dilation = 1 + self.random.below(2);
        let reach = length as i64 + low + high - ((width - 1) * dilation + 1) as i64;
        let positions = if reach < 0 { 0 } else { reach as usize / stride + 1 };
        let tail = format!(
            ") {{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, \
             feature_group_count = {groups} : i64, padding = dense<[[{low}, {high}]]> : tensor<1x2xi64>, window_strides = \
             array<i64: {stride}>, rhs_dilation = array<i64: {dilation}>}}"
        );
        self.written_product("\"stablehlo.convolution\"(", &tail, &lhs, &rhs, &[batch, positions, outputs], 2)
    }

    fn written_product(
        &mut self,
        op: &str,
        tail: &str,
        lhs: &Value,
        rhs: &Value,
        dims: &[usize],
        outputs: usize,
    ) -> Attempt {
        let expressed = rhs.of.quantized.as_ref()?.expressed;
        let is_hybrid = lhs.of.quantized.is_none();
        let of = match is_hybrid {
            true => Type::of_dims(expressed, dims),
            false => self.product_of(rhs, lhs.element_type(), dims, outputs),
        };
        let computed_in = if is_hybrid { expressed } else { ElementType::F64 };
        let [a, b] = [lhs, rhs].map(|side| match &side.of.quantized {
            Some(quantized) => self.dequantized_in(&side.names[1], &side.of, quantized, computed_in),
            None => side.names[1].clone(),
        });
        let [from_lhs, from_rhs, to] = [lhs.dims(), rhs.dims(), dims].map(|dims| plain_text(computed_in, dims));
        let product = self.only_twin(format!("{op} {a}, {b}{tail} : ({from_lhs}, {from_rhs}) -> {to}"));
        let twin = self.requantized(&product, &of, computed_in);
        let types = super::signature(&[lhs, rhs], std::slice::from_ref(&of), 0);
        let name = self.only_text(format!("{op} {}, {}{tail} : {types}", lhs.names[0], rhs.names[0]));
        let nearness = if is_hybrid { Nearness::Same } else { Nearness::Rounded };
        // Nothing is computed from what is near only.
        self.outputs.push(Output { value: Value { names: [name, twin], of }, nearness });
        Some(())
    }
}
