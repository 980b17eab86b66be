//! Products of quantized arrays, on their integers.
//!
//! `Σ (l - zl) (r - zr)` over integers of eight bits is exact in 32, as long as a sum has not too many terms; it stands
//! for its product with both scales. Where `zr = 0`, which `dot_general` demands and the older `dot` does not, it is
//! `Σ l r - zl Σ r`, so that the product proper is one of eight-bit integers and the rest depends on the right side
//! alone, weights mostly. Integers of sixteen bits, and longer sums, are exact in `f64`. What neither holds, and a left
//! side of numbers, is left to the arithmetic of the expressed type.

use super::{Failure, OpLowering, Outcome, Quantizations, arithmetic, set_element_type, stand_in};
use crate::frontend::quantization::{Limits, Quantization, bounds};
use crate::hlo::{
    BinaryOp, ConvolutionDimensionNumbers, DotDimensionNumbers, ElementType, InstructionId, Op, PaddingDimension,
    Shape, Window, reducer,
};

/// Both sides of a product, and the type that holds its sums exactly.
struct Product<'q> {
    lhs: &'q Quantization,
    rhs: &'q Quantization,
    sums: ElementType,
}

impl Product<'_> {
    /// Whether the zero points are subtracted before the product, rather than their part of it afterwards.
    fn is_of_differences(&self) -> bool {
        self.sums == ElementType::F64 || !self.rhs.is_symmetric()
    }
}

/// Sums of products, and the dimension that the right side's scales belong to.
struct Sums {
    value: InstructionId,
    axis: Option<usize>,
}

impl OpLowering<'_, '_> {
    pub fn quantized_product(&mut self, of: &Quantizations) -> Outcome {
        let (Some(Some(lhs)), Some(Some(rhs)), Some(Some(result))) =
            (of.operands.first(), of.operands.get(1), of.results.first())
        else {
            return self.dequantize_op_quantize(of);
        };
        let is_dynamic = self.node.name == "stablehlo.dynamic_conv";
        self.expect_operands(if is_dynamic { 3 } else { 2 })?;
        let Some(sums) = exact_type(lhs, rhs, self.terms()?) else {
            return self.dequantize_op_quantize(of);
        };
        let product = Product { lhs, rhs, sums };
        if product.is_of_differences() {
            self.subtract_zero_points(&product)?
        } else {
            self.widen_to_bytes()?
        }
        let sums = match self.node.name {
            "stablehlo.dot" | "stablehlo.dot_general" => self.exact_dot(&product)?,
            _ => self.exact_convolution(&product)?,
        };
        let scaled = product_quantization(&product, &sums);
        Ok(vec![self.quantized_sums(sums.value, &scaled, result)?])
    }

    /// Products in each sum; too many to count where the dimensions are wrong, of which others complain.
    fn terms(&self) -> Result<usize, Failure> {
        let rhs = self.array(1)?;
        let summed = match self.node.name {
            "stablehlo.dot" | "stablehlo.dot_general" => self.dot_dimensions()?.rhs_contracting,
            _ => {
                let dims = self.convolution_dimensions()?;
                [dims.kernel_spatial, vec![dims.kernel_input_feature]].concat()
            }
        };
        let sizes = summed.iter().map(|&d| rhs.dims.get(d).copied().unwrap_or(usize::MAX));
        Ok(sizes.fold(1, usize::saturating_mul))
    }

    /// Integers of less than eight bits as such of eight.
    fn widen_to_bytes(&mut self) -> Result<(), Failure> {
        for index in 0..2 {
            let operand = self.operands[index];
            let bytes = match self.element_type(index)?.is_signed_integer() {
                true => ElementType::S8,
                false => ElementType::U8,
            };
            let mut builder = self.builder();
            let widened = builder.convert(operand, bytes);
            builder.finish()?;
            self.operands[index] = widened;
        }
        Ok(())
    }

    fn exact_dot(&mut self, of: &Product) -> Result<Sums, Failure> {
        let dims = self.dot_dimensions()?;
        let op = Op::Dot { dims: dims.clone(), precision: Default::default(), algorithm: None };
        let value = self.sums_of(op, of)?;
        let [lhs_rank, rhs_rank] = [self.array(0)?.rank(), self.array(1)?.rank()];
        let places = places_of_rhs(&dims, lhs_rank, rhs_rank);
        let targets: Vec<usize> = places.iter().copied().flatten().collect();
        let value = self.without_zero_point(value, of, &dims.rhs_contracting, &targets)?;
        Ok(Sums { value, axis: of.rhs.axis.and_then(|axis| places[axis]) })
    }

    fn exact_convolution(&mut self, of: &Product) -> Result<Sums, Failure> {
        let dims = self.convolution_dimensions()?;
        let is_dynamic = self.node.name == "stablehlo.dynamic_conv";
        let padding = if is_dynamic { Some(self.constant_operand(2)?) } else { None };
        let mut window = self.convolution_window(&dims, padding)?;
        if !of.is_of_differences() && !of.lhs.is_symmetric() {
            self.pad_with_zero_point(of.lhs, &dims, &mut window)?;
        }
        let summed = [&dims.kernel_spatial[..], &[dims.kernel_input_feature]].concat();
        let target = dims.output_feature;
        let op = self.convolution_op(dims, window)?;
        let value = self.sums_of(op, of)?;
        let value = self.without_zero_point(value, of, &summed, &[target])?;
        Ok(Sums { value, axis: of.rhs.axis.map(|_| target) })
    }

    /// A product of the two operands. The operation's dimensions are right after this.
    fn sums_of(&mut self, op: Op, of: &Product) -> Result<InstructionId, Failure> {
        if let Some(result) = self.results.first_mut() {
            set_element_type(result, of.sums);
        }
        let declared = self.result()?.clone();
        let stated = stand_in(&declared);
        let operands = self.operands[..2].to_vec();
        let mut builder = self.builder();
        let sums = builder.add(op, &operands, &stated);
        builder.finish()?;
        let found = self.shape(sums);
        if declared.admits(found).is_err() {
            return Err(self
                .node
                .error(format!("expected a result of {}, found {}", sizes(found), sizes(&stated)))
                .into());
        }
        Ok(sums)
    }

    /// `sums - zl Σ r`, where the right side is summed over `dimensions` and its others are those `targets` of the sums.
    fn without_zero_point(
        &mut self,
        sums: InstructionId,
        of: &Product,
        dimensions: &[usize],
        targets: &[usize],
    ) -> Result<InstructionId, Failure> {
        if of.is_of_differences() || of.lhs.is_symmetric() {
            return Ok(sums);
        }
        let rhs = self.operands[1];
        let to_apply = self.state.module.add_computation(reducer(BinaryOp::Add, ElementType::S32));
        let mut builder = self.builder();
        let dims = builder.dims(sums);
        let wide = builder.convert(rhs, ElementType::S32);
        let zero = builder.scalar_integer(ElementType::S32, 0);
        let of_rhs = builder.reduce(wide, zero, dimensions, to_apply);
        let zero_point = builder.constant(of.lhs.zero_point_literal(ElementType::S32));
        let zero_point = builder.splat(zero_point, &builder.dims(of_rhs));
        let surplus = builder.multiply(of_rhs, zero_point);
        builder.finish()?;
        let surplus = self.expanded(surplus, targets, &dims)?;
        let mut builder = self.builder();
        let value = builder.subtract(sums, surplus);
        builder.finish()?;
        Ok(value)
    }

    /// What a convolution reads beside its input stands for 0: the zero point instead of the integer 0.
    fn pad_with_zero_point(
        &mut self,
        lhs: &Quantization,
        dims: &ConvolutionDimensionNumbers,
        window: &mut Window,
    ) -> Result<(), Failure> {
        let input = self.array(0)?;
        let mut padding = vec![PaddingDimension { low: 0, high: 0, interior: 0 }; input.rank()];
        for (dimension, &spatial) in window.iter_mut().zip(&dims.input_spatial) {
            let Some(padding) = padding.get_mut(spatial) else {
                let message = format!("expected dimensions of the input below {}, found {spatial}", input.rank());
                return Err(self.node.error(message).into());
            };
            padding.low = std::mem::take(&mut dimension.padding_low);
            padding.high = std::mem::take(&mut dimension.padding_high);
            padding.interior = std::mem::replace(&mut dimension.base_dilation, 1) - 1;
        }
        if padding.iter().all(|p| (p.low, p.high, p.interior) == (0, 0, 0)) {
            return Ok(());
        }
        let operand = self.operands[0];
        let zero_point = lhs.zero_point_literal(input.element_type);
        let mut builder = self.builder();
        let zero_point = builder.constant(zero_point);
        let padded = builder.pad(operand, zero_point, padding);
        builder.finish()?;
        self.operands[0] = padded;
        Ok(())
    }

    /// Both sides as differences from their zero points, in the type of the sums.
    fn subtract_zero_points(&mut self, of: &Product) -> Result<(), Failure> {
        for (index, side) in [of.lhs, of.rhs].into_iter().enumerate() {
            let operand = self.operands[index];
            let mut builder = self.builder();
            let difference = arithmetic::difference(&mut builder, operand, side);
            let difference = builder.convert(difference, of.sums);
            builder.finish()?;
            self.operands[index] = difference;
        }
        Ok(())
    }

    /// Sums in the result's quantization. Equal scales leave integers as they are; else at least 32 bits of
    /// floating-point number are used, in which sums do not overflow as in the 16 bits of some expressed types.
    fn quantized_sums(
        &mut self,
        sums: InstructionId,
        from: &Quantization,
        to: &Quantization,
    ) -> Result<InstructionId, Failure> {
        let mut builder = self.builder();
        let value = if same_scales(from, to) {
            let is_narrow = from.storage == ElementType::S32 && to.is_symmetric() && to.storage != ElementType::U32;
            let wide = if is_narrow { ElementType::S32 } else { ElementType::S64 };
            let sums = builder.convert(sums, wide);
            let moved = arithmetic::add_zero_points(&mut builder, sums, to);
            let is_full = (to.min, to.max) == bounds(wide);
            let clamped = if is_full { moved } else { arithmetic::clamp(&mut builder, moved, to) };
            builder.convert(clamped, to.storage)
        } else {
            let is_wide = from.storage == ElementType::S64 || to.expressed == ElementType::F64;
            let float = if is_wide { ElementType::F64 } else { ElementType::F32 };
            let number = arithmetic::dequantize_in(&mut builder, sums, from, float);
            arithmetic::quantize(&mut builder, number, to)
        };
        builder.finish()?;
        Ok(value)
    }
}

/// The type in which sums of so many products are exact, if there is one.
fn exact_type(lhs: &Quantization, rhs: &Quantization, terms: usize) -> Option<ElementType> {
    let is_of_bytes = lhs.storage.bit_width() <= 8 && rhs.storage.bit_width() <= 8;
    let terms = i64::try_from(terms).unwrap_or(i64::MAX);
    match lhs.greatest_difference().saturating_mul(rhs.greatest_difference()).saturating_mul(terms) {
        sum if is_of_bytes && sum <= i64::from(i32::MAX) => Some(ElementType::S32),
        sum if sum <= 1 << 53 => Some(ElementType::F64),
        _ => None,
    }
}

/// What the sums stand for: integers, whatever type holds them.
fn product_quantization(of: &Product, sums: &Sums) -> Quantization {
    let storage = if of.sums == ElementType::S32 { ElementType::S32 } else { ElementType::S64 };
    let (min, max) = bounds(storage);
    Quantization {
        storage,
        min,
        max,
        expressed: of.lhs.expressed,
        axis: sums.axis,
        scales: of.rhs.scales.iter().map(|scale| of.lhs.scales[0] * scale).collect(),
        zero_points: vec![0; of.rhs.scales.len()],
    }
}

/// Equal up to the rounding of a product of two scales in the expressed type.
fn same_scales(a: &Quantization, b: &Quantization) -> bool {
    let Some(limits) = Limits::of(b.expressed) else { return false };
    let agree = |(x, y): (&f64, &f64)| (x - y).abs() <= 2.0 * limits.unit * y;
    a.axis == b.axis && a.scales.iter().zip(&b.scales).all(agree)
}

/// For each dimension of the right side, the one that it becomes in the product; none for those summed over.
fn places_of_rhs(dims: &DotDimensionNumbers, lhs_rank: usize, rhs_rank: usize) -> Vec<Option<usize>> {
    let lhs_free = DotDimensionNumbers::free(lhs_rank, &dims.lhs_batch, &dims.lhs_contracting);
    let rhs_free = DotDimensionNumbers::free(rhs_rank, &dims.rhs_batch, &dims.rhs_contracting);
    let first = dims.lhs_batch.len() + lhs_free.len();
    let place = |d| {
        let in_batch = dims.rhs_batch.iter().position(|&batch| batch == d);
        in_batch.or_else(|| rhs_free.iter().position(|&free| free == d).map(|index| first + index))
    };
    (0..rhs_rank).map(place).collect()
}

fn sizes(shape: &Shape) -> String {
    let dims = shape.as_array().map(|array| array.dims.clone()).unwrap_or_default();
    format!("dimensions {dims:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(storage: ElementType, scale: f64, zero_point: i64) -> Quantization {
        let (min, max) = bounds(storage);
        let (scales, zero_points) = (vec![scale], vec![zero_point]);
        Quantization { storage, min, max, expressed: ElementType::F32, axis: None, scales, zero_points }
    }

    #[test]
    fn sums_are_exact_in_their_type() {
        let [byte, unsigned] = [of(ElementType::S8, 1.0, 0), of(ElementType::U8, 1.0, 0)];
        // (2^31 - 1) / 128^2 and / 255^2
        assert_eq!(exact_type(&byte, &byte, 131071), Some(ElementType::S32));
        assert_eq!(exact_type(&byte, &byte, 131072), Some(ElementType::F64));
        assert_eq!(exact_type(&unsigned, &unsigned, 33025), Some(ElementType::S32));
        assert_eq!(exact_type(&unsigned, &unsigned, 33026), Some(ElementType::F64));
        let word = of(ElementType::S16, 1.0, 0);
        assert_eq!(exact_type(&word, &word, 1 << 23), Some(ElementType::F64));
        assert_eq!(exact_type(&word, &word, (1 << 23) + 1), None);
        let wide = of(ElementType::S32, 1.0, 0);
        assert_eq!(exact_type(&wide, &wide, 1), None);
        assert_eq!(exact_type(&byte, &byte, usize::MAX), None);
    }

    #[test]
    fn scales_agree_up_to_a_rounding() {
        let product = of(ElementType::S32, 0.1 * 0.3, 0);
        assert!(same_scales(&product, &of(ElementType::S32, 0.03, 0)));
        assert!(same_scales(&product, &of(ElementType::S8, f64::from(0.03f32), 5)));
        assert!(!same_scales(&product, &of(ElementType::S32, 0.03001, 0)));
    }
}
