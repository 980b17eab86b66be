//! Dot products and convolutions.

use super::{Attempt, Scope};
use pjrt::hlo::*;

impl Scope<'_> {
    pub(super) fn contraction(&mut self) -> Attempt {
        if self.random.flag() { self.dot() } else { self.convolution() }
    }

    /// A type of the other operand: mostly the same, else another one of its kind.
    fn partner(&mut self, element_type: ElementType) -> ElementType {
        if element_type.is_complex() || !self.random.one_in(5) {
            return element_type;
        }
        self.type_of(|t| (t.is_float() && element_type.is_float()) || (t.is_integer() && element_type.is_integer()))
    }

    fn product_type(&mut self, lhs: ElementType, rhs: ElementType) -> ElementType {
        let wide = if lhs.bit_width() >= rhs.bit_width() { lhs } else { rhs };
        if !self.random.one_in(4) {
            return wide;
        }
        let same_kind = |t: ElementType| {
            t.is_float() == wide.is_float()
                && t.is_integer() == wide.is_integer()
                && t.is_complex() == wide.is_complex()
        };
        self.type_of(|t| same_kind(t) && t.bit_width() >= wide.bit_width())
    }

    fn dot(&mut self) -> Attempt {
        let lhs = self.of(|t| t != ElementType::Pred);
        let lhs_dims = self.dims(lhs);
        let order = self.random.permutation(lhs_dims.len());
        let batches = self.random.below(order.len().min(2) + 1);
        let contracted = self.random.below(order.len() - batches + 1);
        let (lhs_batch, rest) = order.split_at(batches);
        let lhs_contracting = &rest[..contracted];
        let free = self.random.below(3);
        let rank = batches + contracted + free;
        let mut rhs_dims = self.dims_of_rank(rank);
        let places = self.random.permutation(rank);
        let shared = lhs_batch.iter().chain(lhs_contracting);
        shared.zip(&places).for_each(|(&from, &to)| rhs_dims[to] = lhs_dims[from]);
        let lhs_type = self.element_type(lhs);
        let rhs_type = self.partner(lhs_type);
        let shape = ArrayShape::new(rhs_type, rhs_dims);
        if shape.element_count() > super::MAX_ELEMENTS {
            return None;
        }
        let rhs = self.like(&shape);
        let dims = DotDimensionNumbers {
            lhs_batch: lhs_batch.to_vec(),
            rhs_batch: places[..batches].to_vec(),
            lhs_contracting: lhs_contracting.to_vec(),
            rhs_contracting: places[batches..batches + contracted].to_vec(),
        };
        let stated = Shape::scalar(self.product_type(lhs_type, rhs_type));
        let precision =
            [(); 2].map(|()| self.random.choose(&[Precision::Default, Precision::Default, Precision::Highest]));
        self.add(Op::Dot { dims, precision, algorithm: None }, &[lhs, rhs], &stated)
    }

    fn convolution(&mut self) -> Attempt {
        let spatial = self.random.weighted(&[(1, 0), (3, 1), (4, 2), (1, 3)]);
        let window: Window = (0..spatial).map(|_| self.window_dimension(true)).collect();
        let (feature_groups, batch_groups) =
            self.random.weighted(&[(5, (1, 1)), (2, (2, 1)), (1, (4, 1)), (2, (1, 2))]);
        let mut size = |most: usize| if self.random.one_in(30) { 0 } else { 1 + self.random.below(most) };
        let features = size(3);
        let outputs = size(3) * feature_groups * batch_groups;
        let batch = size(2) * batch_groups;
        let layout = |random: &mut crate::random::Random| random.permutation(spatial + 2);
        let [input, kernel, output] = [(); 3].map(|()| layout(self.random));
        let mut input_dims = vec![0; spatial + 2];
        (input_dims[input[0]], input_dims[input[1]]) = (batch, features * feature_groups);
        input[2..].iter().for_each(|&d| input_dims[d] = 1 + self.random.below(8));
        let mut kernel_dims = vec![0; spatial + 2];
        (kernel_dims[kernel[0]], kernel_dims[kernel[1]]) = (features, outputs);
        kernel[2..].iter().zip(&window).for_each(|(&d, w)| kernel_dims[d] = w.size);
        let element_type = self.type_of(|t| t != ElementType::Pred);
        let kernel_type = self.partner(element_type);
        let lhs = self.like(&ArrayShape::new(element_type, input_dims));
        let rhs = self.like(&ArrayShape::new(kernel_type, kernel_dims));
        let dims = ConvolutionDimensionNumbers {
            input_batch: input[0],
            input_feature: input[1],
            input_spatial: input[2..].to_vec(),
            kernel_input_feature: kernel[0],
            kernel_output_feature: kernel[1],
            kernel_spatial: kernel[2..].to_vec(),
            output_batch: output[0],
            output_feature: output[1],
            output_spatial: output[2..].to_vec(),
        };
        let op = Op::Convolution {
            window,
            dims,
            feature_group_count: feature_groups,
            batch_group_count: batch_groups,
            precision: Default::default(),
        };
        let stated = Shape::scalar(self.product_type(element_type, kernel_type));
        self.add(op, &[lhs, rhs], &stated)
    }

    pub(super) fn window_dimension(&mut self, reversal: bool) -> WindowDimension {
        let mut edge = || self.random.weighted(&[(5, 0), (3, 1), (1, 2), (1, -1)]);
        let (padding_low, padding_high) = (edge(), edge());
        WindowDimension {
            size: self.random.weighted(&[(2, 1), (3, 2), (3, 3), (1, 5)]),
            stride: self.random.weighted(&[(4, 1), (2, 2), (1, 3)]),
            padding_low,
            padding_high,
            base_dilation: self.random.weighted(&[(5, 1), (1, 2)]),
            window_dilation: self.random.weighted(&[(5, 1), (1, 2), (1, 3)]),
            reversal: reversal && self.random.one_in(5),
        }
    }
}
