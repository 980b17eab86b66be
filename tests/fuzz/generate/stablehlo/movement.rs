//! Operations that move elements, of quantized arrays too.

use super::{Attempt, Choice, Type, Value, Writer, list};
use pjrt::hlo::{ArrayShape, ElementType};

/// What `pad` adds to a shape, one number a dimension.
pub struct Padding {
    pub low: Vec<i64>,
    pub high: Vec<i64>,
    pub interior: Vec<i64>,
    /// The padded one.
    pub shape: ArrayShape,
}

impl Padding {
    pub fn attributes(&self) -> String {
        format!(", low = {}, high = {}, interior = {}", list(&self.low), list(&self.high), list(&self.interior))
    }
}

impl Writer {
    pub(super) fn movement(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 9] = [
            (2, |w| w.transpose()),
            (2, |w| w.broadcast_in_dim()),
            (2, |w| w.slice()),
            (2, |w| w.pad()),
            (2, |w| w.concatenate()),
            (1, |w| w.reverse()),
            (1, |w| w.dynamic_slice()),
            (1, |w| w.dynamic_update_slice()),
            (1, |w| w.gather_rows()),
        ];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    /// An array that is not quantized along a dimension.
    pub(super) fn movable(&mut self) -> Value {
        let is_per_axis = |value: &Value| value.of.quantized.as_ref().is_some_and(|q| q.axis.is_some());
        self.find(|value| !is_per_axis(value)).unwrap_or_else(|| self.of(|_| true))
    }

    /// Takes a dimension of quantization along.
    fn transpose(&mut self) -> Attempt {
        let x = self.any();
        let permutation = self.random.permutation(x.rank());
        let dims: Vec<usize> = permutation.iter().map(|&d| x.dims()[d]).collect();
        let mut of = x.of.clone();
        if let Some(quantized) = &mut of.quantized {
            quantized.axis = quantized.axis.and_then(|axis| permutation.iter().position(|&d| d == axis));
        }
        let of = self.loosened_like(&of, ArrayShape::new(x.element_type(), dims));
        self.add("stablehlo.transpose", &format!(", dims = {}", list(&permutation)), &[&x], of)
    }

    /// Dimensions of size one may be stretched.
    fn broadcast_in_dim(&mut self) -> Attempt {
        let x = self.movable();
        let (dimensions, shape) = self.broadcast_target(&x);
        if x.of.open.contains(&true) {
            return None;
        }
        let of = Type::closed(shape).with_quantized(x.of.quantized.clone());
        self.add("stablehlo.broadcast_in_dim", &format!(", dims = {}", list(&dimensions)), &[&x], of)
    }

    /// Where the dimensions of an array go, and the shape that it is broadcast to.
    pub(super) fn broadcast_target(&mut self, x: &Value) -> (Vec<usize>, ArrayShape) {
        let rank = x.rank() + self.random.below(2);
        let mut dims: Vec<usize> = (0..rank).map(|_| self.random_size()).collect();
        let mut dimensions = self.random.permutation(rank)[..x.rank()].to_vec();
        if !self.random.one_in(4) {
            dimensions.sort_unstable();
        }
        for (&d, &size) in dimensions.iter().zip(x.dims()) {
            if size != 1 || self.random.flag() {
                dims[d] = size;
            }
        }
        (dimensions, ArrayShape::new(x.element_type(), dims))
    }

    fn slice(&mut self) -> Attempt {
        let x = self.movable();
        if x.of.open.contains(&true) {
            return None;
        }
        let (mut ranges, mut dims) = (Vec::new(), Vec::new());
        for &size in x.dims() {
            let start = self.random.below(size + 1);
            let limit = start + self.random.below(size - start + 1);
            let stride = 1 + self.random.below(2);
            ranges.push(format!("{start}:{limit}:{stride}"));
            dims.push((limit - start).div_ceil(stride));
        }
        let of = Type::of_dims(x.element_type(), dims).with_quantized(x.of.quantized.clone());
        self.add("stablehlo.slice", &format!(" {}", list(&ranges)), &[&x], of)
    }

    fn pad(&mut self) -> Attempt {
        let x = self.movable();
        let value = self.like(&x.of.scalar());
        let padding = self.padding(x.shape())?;
        let of = self.loosened_like(&x.of, padding.shape.clone());
        let tail = padding.attributes();
        self.add("stablehlo.pad", &tail, &[&x, &value], of)
    }

    /// Edges and holes that leave something of every dimension.
    pub(super) fn padding(&mut self, shape: &ArrayShape) -> Option<Padding> {
        let (mut low, mut high, mut interior, mut dims) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for &size in &shape.dims {
            let mut edge = || self.random.weighted(&[(4, 0), (2, 1), (1, 2), (1, -1)]);
            let edges = [edge(), edge()];
            let holes = self.random.weighted(&[(4, 0), (1, 1), (1, 2)]);
            let inner = size as i64 + holes * (size as i64 - 1).max(0);
            dims.push(usize::try_from(inner + edges[0] + edges[1]).ok()?);
            low.push(edges[0]);
            high.push(edges[1]);
            interior.push(holes);
        }
        Some(Padding { low, high, interior, shape: ArrayShape::new(shape.element_type, dims) })
    }

    fn concatenate(&mut self) -> Attempt {
        let x = self.movable();
        if x.rank() == 0 {
            return None;
        }
        let dimension = self.random.below(x.rank());
        let mut other = x.of.clone();
        other.shape.dims[dimension] = self.random_size();
        let y = self.like(&other);
        let mut shape = x.shape().clone();
        shape.dims[dimension] += y.dims()[dimension];
        let of = self.loosened_like(&x.of, shape);
        self.add("stablehlo.concatenate", &format!(", dim = {dimension}"), &[&x, &y], of)
    }

    fn reverse(&mut self) -> Attempt {
        let x = self.movable();
        let dimensions = self.random.subset(x.rank());
        let of = self.loosened_like(&x.of, x.shape().clone());
        self.add("stablehlo.reverse", &format!(", dims = {}", list(&dimensions)), &[&x], of)
    }

    fn starts(&mut self, rank: usize) -> Vec<Value> {
        let element_type = self.random.choose(&[ElementType::S32, ElementType::S64, ElementType::U8]);
        (0..rank).map(|_| self.like(&Type::of_dims(element_type, []))).collect()
    }

    fn dynamic_slice(&mut self) -> Attempt {
        let x = self.movable();
        let sizes: Vec<usize> = x.dims().iter().map(|&size| self.random.below(size + 1)).collect();
        let starts = self.starts(x.rank());
        let operands: Vec<&Value> = std::iter::once(&x).chain(&starts).collect();
        let of = Type::of_dims(x.element_type(), sizes.clone()).with_quantized(x.of.quantized.clone());
        self.add("stablehlo.dynamic_slice", &format!(", sizes = {}", list(&sizes)), &operands, of)
    }

    fn dynamic_update_slice(&mut self) -> Attempt {
        let x = self.movable();
        let sizes: Vec<usize> = x.dims().iter().map(|&size| self.random.below(size + 1)).collect();
        let update = self.like(&Type::of_dims(x.element_type(), sizes).with_quantized(x.of.quantized.clone()));
        let starts = self.starts(x.rank());
        let operands: Vec<&Value> = [&x, &update].into_iter().chain(&starts).collect();
        let of = self.loosened_like(&x.of, x.shape().clone());
        self.add("stablehlo.dynamic_update_slice", "", &operands, of)
    }

    /// Rows by their numbers.
    fn gather_rows(&mut self) -> Attempt {
        let x = self.movable();
        if x.rank() == 0 || x.dims()[0] == 0 {
            return None;
        }
        let count = self.random_size();
        let indices = self.like(&Type::of_dims(ElementType::S32, [count, 1]));
        let sizes: Vec<usize> = std::iter::once(1).chain(x.dims()[1..].iter().copied()).collect();
        let dims: Vec<usize> = std::iter::once(count).chain(x.dims()[1..].iter().copied()).collect();
        let offsets: Vec<usize> = (1..x.rank()).collect();
        let attributes = format!(
            ") <{{dimension_numbers = #stablehlo.gather<offset_dims = {}, collapsed_slice_dims = [0], start_index_map = \
             [0], index_vector_dim = 1>, slice_sizes = array<i64: {}>}}>",
            list(&offsets),
            sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
        );
        let of = self.loosened_like(&x.of, ArrayShape::new(x.element_type(), dims));
        self.add("\"stablehlo.gather\"(", &attributes, &[&x, &indices], of)
    }
}
