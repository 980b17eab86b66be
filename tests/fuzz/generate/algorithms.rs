//! Operations that are whole algorithms.

use super::{Attempt, Choice, Scope, data};
use pjrt::hlo::*;

impl Scope<'_> {
    pub(super) fn algorithm(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 7] = [
            (1, |s| s.draw()),
            (1, |s| s.custom_call()),
            (2, |s| s.cholesky()),
            (2, |s| s.triangular_solve()),
            (3, |s| s.fft()),
            (2, |s| s.batch_norm()),
            (2, |s| s.random_bits()),
        ];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    fn matrices(&mut self) -> InstructionId {
        let element_type = self.type_of(|t| t.is_complex() || (t.is_float() && t.bit_width() >= 32));
        let rank = self.random.below(2);
        let mut dims = self.dims_of_rank(rank);
        let size = 1 + self.random.below(6);
        dims.extend([size, size]);
        let value = data::dominant(self.random, &ArrayShape::new(element_type, dims));
        self.value(value)
    }

    fn cholesky(&mut self) -> Attempt {
        let a = self.matrices();
        let lower = self.random.flag();
        self.derived(Op::Cholesky { lower }, &[a])
    }

    fn triangular_solve(&mut self) -> Attempt {
        let a = self.matrices();
        let mut shape = self.shape(a).clone();
        let left_side = self.random.flag();
        let other = shape.rank() - if left_side { 1 } else { 2 };
        shape.dims[other] = self.random_size();
        let b = self.like(&shape);
        let transpose_a = self.random.choose(&[Transpose::NoTranspose, Transpose::Transpose, Transpose::Adjoint]);
        let (lower, unit_diagonal) = (self.random.flag(), self.random.one_in(4));
        self.derived(Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a }, &[a, b])
    }

    fn fft(&mut self) -> Attempt {
        let fft_type = self.random.choose(&[FftType::Fft, FftType::Ifft, FftType::Rfft, FftType::Irfft]);
        let real = fft_type == FftType::Rfft;
        let x = self.of(|t| if real { t.complex_of().is_some() } else { t.is_complex() });
        let dims = self.dims(x);
        let axes = 1 + self.random.below(3);
        let mut length = dims[dims.len().checked_sub(axes)?..].to_vec();
        if fft_type == FftType::Irfft {
            let last = length.last_mut()?;
            *last = (2 * *last).saturating_sub(2 - self.random.below(2));
        }
        self.derived(Op::Fft { fft_type, length }, &[x])
    }

    fn batch_norm(&mut self) -> Attempt {
        let x = self.find(|s| s.element_type.is_float() && !s.is_scalar())?;
        let shape = self.shape(x).clone();
        let feature_index = self.random.below(shape.rank());
        let epsilon = self.random.choose(&[0.001, 0.5]);
        let features = ArrayShape::new(shape.element_type, [shape.dims[feature_index]]);
        let mut vectors = |count: usize| -> Vec<InstructionId> { (0..count).map(|_| self.like(&features)).collect() };
        match vectors(4)[..] {
            [scale, offset, mean, variance] => match self.random.below(3) {
                0 => self.derived(Op::BatchNormTraining { epsilon, feature_index }, &[x, scale, offset]),
                1 => {
                    let op = Op::BatchNormInference { epsilon, feature_index };
                    self.derived(op, &[x, scale, offset, mean, variance])
                }
                _ => {
                    let gradient = self.like(&shape);
                    self.derived(Op::BatchNormGrad { epsilon, feature_index }, &[x, scale, mean, variance, gradient])
                }
            },
            _ => None,
        }
    }

    fn random_bits(&mut self) -> Attempt {
        let algorithm = self.random.choose(&[RngAlgorithm::Default, RngAlgorithm::ThreeFry, RngAlgorithm::Philox]);
        let words = if algorithm == RngAlgorithm::ThreeFry { 2 } else { 2 + self.random.below(2) };
        let state = self.like(&ArrayShape::new(ElementType::U64, [words]));
        let element_type = self.type_of(|t| t.is_integer() || t.is_float());
        let dims = self.random_dims();
        let stated = Shape::Tuple(vec![Shape::array(ElementType::U64, [words]), Shape::array(element_type, dims)]);
        self.add(Op::RngBitGenerator { algorithm }, &[state], &stated)
    }

    /// Any numbers: it is enough that there are some.
    fn draw(&mut self) -> Attempt {
        let distribution = self.random.choose(&[RngDistribution::Uniform, RngDistribution::Normal]);
        let element_type = self.type_of(ElementType::is_float);
        let [a, b] = [(); 2].map(|()| self.like_scalar(element_type));
        let dims = self.random_dims();
        self.add(Op::Rng { distribution }, &[a, b], &Shape::array(element_type, dims))
    }

    /// Targets that move elements.
    fn custom_call(&mut self) -> Attempt {
        let x = self.find(|s| !s.is_scalar() && !s.element_type.is_complex())?;
        let shape = self.shape(x).clone();
        let of = |target: &str, config: &str| {
            let (target, backend_config) = (target.into(), config.into());
            Op::CustomCall(Box::new(CustomCall { target, backend_config, ..CustomCall::default() }))
        };
        if self.random.flag() {
            return self.add(of("annotate_device_placement", ""), &[x], &shape.into());
        }
        let mut dims = shape.dims.clone();
        let last = dims.last_mut()?;
        *last = self.random.below(*last + 1);
        let config = self.random.choose(&["{\"largest\":true}", "{\"largest\":false}"]);
        let results = vec![Shape::array(shape.element_type, dims.clone()), Shape::array(ElementType::S32, dims)];
        self.add(of("TopK", config), &[x], &Shape::Tuple(results))
    }
}
