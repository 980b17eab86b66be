//! Operations that take sizes as operands; the twin has the operation with sizes as attributes.

use super::{Attempt, Choice, Type, Value, Writer, list, signature};
use pjrt::hlo::{ArrayLiteral, ArrayShape, ElementType};

/// Sizes as an operand: a name of the program's, and its type.
struct Sizes {
    name: String,
    of: String,
}

impl Writer {
    pub(super) fn dynamic(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 10] = [
            (2, |w| w.dynamic_reshape()),
            (3, |w| w.dynamic_broadcast_in_dim()),
            (1, |w| w.dynamic_iota()),
            (2, |w| w.dynamic_pad()),
            (3, |w| w.real_dynamic_slice()),
            (2, |w| w.dynamic_gather()),
            (2, |w| w.dynamic_conv()),
            (1, |w| w.get_dimension_size()),
            (1, |w| w.set_dimension_size()),
            (1, |w| w.loosening()),
        ];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    /// These numbers, by way of constants, arguments, dimensions of arrays, or a sum.
    fn sizes(&mut self, sizes: &[i64]) -> Sizes {
        let element_type = self.random.choose(&[ElementType::S32, ElementType::S64]);
        self.sizes_of(element_type, sizes)
    }

    fn sizes_of(&mut self, element_type: ElementType, sizes: &[i64]) -> Sizes {
        let of = super::types::plain_text(element_type, &[sizes.len()]);
        let name = match self.random.below(4) {
            0 if self.is_dynamic && self.arguments.is_some() => self.sizes_argument(element_type, sizes),
            1 if !sizes.is_empty() => self.measured(element_type, sizes),
            2 => {
                let more: Vec<i64> = sizes.iter().map(|size| size + 3).collect();
                let more = self.only_text(format!("stablehlo.constant dense<{}> : {of}", list(&more)));
                let three = self.only_text(format!("stablehlo.constant dense<3> : {of}"));
                self.only_text(format!("stablehlo.subtract {more}, {three} : {of}"))
            }
            _ => self.only_text(format!("stablehlo.constant dense<{}> : {of}", list(sizes))),
        };
        Sizes { name, of }
    }

    fn sizes_argument(&mut self, element_type: ElementType, sizes: &[i64]) -> String {
        let bytes: Vec<u8> = sizes.iter().flat_map(|&size| element_type.encode_integer(size)).collect();
        let literal = ArrayLiteral::from_slice(element_type, [sizes.len()], &bytes);
        let of = Type::closed(literal.shape().clone());
        self.leaf_of(&of, literal).names[0].clone()
    }

    /// Sizes of dimensions where arrays have such ones, in a row.
    fn measured(&mut self, element_type: ElementType, sizes: &[i64]) -> String {
        let (one, scalar) = (super::types::plain_text(element_type, &[1]), super::types::plain_text(element_type, &[]));
        let mut parts = Vec::new();
        for &size in sizes {
            let measured = self.find(|value| value.dims().iter().any(|&d| d as i64 == size));
            parts.push(match measured {
                Some(value) => {
                    let dim = value.dims().iter().position(|&d| d as i64 == size).unwrap_or(0);
                    let array = &value.names[0];
                    let of = value.of.text();
                    let size = self.only_text(format!(
                        "stablehlo.get_dimension_size {array}, dim = {dim} : ({of}) -> tensor<i32>"
                    ));
                    let size = self.only_text(format!("stablehlo.convert {size} : (tensor<i32>) -> {scalar}"));
                    self.only_text(format!("stablehlo.reshape {size} : ({scalar}) -> {one}"))
                }
                None => self.only_text(format!("stablehlo.constant dense<[{size}]> : {one}")),
            });
        }
        let of = super::types::plain_text(element_type, &[sizes.len()]);
        let types = vec![one; sizes.len()].join(", ");
        self.only_text(format!("stablehlo.concatenate {}, dim = 0 : ({types}) -> {of}", parts.join(", ")))
    }

    /// The program's operation with operands of sizes, and the twin's with attributes.
    fn sized(
        &mut self,
        texts: [String; 2],
        arrays: &[&Value],
        sizes: &[Sizes],
        of: Type,
        [tail, twin_tail]: [&str; 2],
    ) -> Attempt {
        if of.shape.element_count() > super::MAX_ELEMENTS {
            return None;
        }
        let [op, twin_op] = texts;
        let result = of.text();
        let names: Vec<&str> =
            arrays.iter().map(|a| a.names[0].as_str()).chain(sizes.iter().map(|s| s.name.as_str())).collect();
        let types: Vec<String> = arrays.iter().map(|a| a.of.text()).chain(sizes.iter().map(|s| s.of.clone())).collect();
        let text = format!("{op} {}{tail} : ({}) -> {result}", names.join(", "), types.join(", "));
        let twins: Vec<&str> = arrays.iter().map(|a| a.names[1].as_str()).collect();
        let twin = match arrays.is_empty() {
            true => format!("{twin_op}{twin_tail} : {}", of.plain_text()),
            false => {
                format!(
                    "{twin_op} {}{twin_tail} : {}",
                    twins.join(", "),
                    signature(arrays, std::slice::from_ref(&of), 1)
                )
            }
        };
        let value = self.stated(of, |which| if which == 0 { text.clone() } else { twin.clone() });
        self.offer(value);
        Some(())
    }

    fn dynamic_reshape(&mut self) -> Attempt {
        let x = self.movable();
        let count = x.shape().element_count();
        let mut dims = match self.random.below(3) {
            0 => vec![count],
            1 => x.dims().iter().rev().copied().collect(),
            _ => {
                let half = if count.is_multiple_of(2) { 2 } else { 1 };
                vec![half, count / half]
            }
        };
        if self.random.one_in(3) {
            dims.push(1);
        }
        let sizes: Vec<i64> = dims.iter().map(|&size| size as i64).collect();
        let sizes = self.sizes(&sizes);
        let of = self.loosened_like(&x.of, ArrayShape::new(x.element_type(), dims));
        self.sized(["stablehlo.dynamic_reshape", "stablehlo.reshape"].map(String::from), &[&x], &[sizes], of, ["", ""])
    }

    fn dynamic_broadcast_in_dim(&mut self) -> Attempt {
        let x = self.movable();
        let (dimensions, shape) = self.broadcast_target(&x);
        let sizes: Vec<i64> = shape.dims.iter().map(|&size| size as i64).collect();
        let sizes = self.sizes(&sizes);
        let of = self.loosened_like(&x.of, shape);
        let mut tail = format!(", dims = {}", list(&dimensions));
        let twin = tail.clone();
        // Which dimensions are stretched may be said: it changes nothing.
        if self.random.one_in(4) && !dimensions.is_empty() {
            let known = self.random.below(dimensions.len());
            let stretched = of.shape.dims[dimensions[known]] != x.dims()[known];
            let word = if stretched { "known_expanding_dimensions" } else { "known_nonexpanding_dimensions" };
            tail += &format!(" {{{word} = array<i64: {known}>}}");
        }
        let ops = ["stablehlo.dynamic_broadcast_in_dim", "stablehlo.broadcast_in_dim"].map(String::from);
        self.sized(ops, &[&x], &[sizes], of, [&tail, &twin])
    }

    fn dynamic_iota(&mut self) -> Attempt {
        let element_type = self.type_of(|t| t != ElementType::Pred);
        let dims = [vec![self.random_size()], self.random_dims()].concat();
        let sizes: Vec<i64> = dims.iter().map(|&size| size as i64).collect();
        let sizes = self.sizes(&sizes);
        let dim = self.random.below(dims.len());
        let of = self.loosened(ArrayShape::new(element_type, dims));
        let (tail, twin) = (format!(", dim = {dim}"), format!(" dim = {dim}"));
        self.sized(["stablehlo.dynamic_iota", "stablehlo.iota"].map(String::from), &[], &[sizes], of, [&tail, &twin])
    }

    fn dynamic_pad(&mut self) -> Attempt {
        let x = self.movable();
        let value = self.like(&x.of.scalar());
        let padding = self.padding(x.shape())?;
        let element_type = self.random.choose(&[ElementType::S32, ElementType::S64]);
        let sizes = [&padding.low, &padding.high, &padding.interior].map(|list| self.sizes_of(element_type, list));
        let of = self.loosened_like(&x.of, padding.shape.clone());
        let ops = ["stablehlo.dynamic_pad", "stablehlo.pad"].map(String::from);
        self.sized(ops, &[&x, &value], &sizes, of, ["", &padding.attributes()])
    }

    fn real_dynamic_slice(&mut self) -> Attempt {
        let x = self.movable();
        let (mut starts, mut limits, mut strides, mut dims) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for &size in x.dims() {
            let start = self.random.below(size + 1);
            let limit = start + self.random.below(size - start + 1);
            let stride = 1 + self.random.below(2);
            dims.push((limit - start).div_ceil(stride));
            starts.push(start as i64);
            limits.push(limit as i64);
            strides.push(stride as i64);
        }
        let element_type = self.random.choose(&[ElementType::S32, ElementType::S64]);
        let sizes = [&starts, &limits, &strides].map(|list| self.sizes_of(element_type, list));
        let of = self.loosened_like(&x.of, ArrayShape::new(x.element_type(), dims));
        let ranges: Vec<String> =
            (0..starts.len()).map(|d| format!("{}:{}:{}", starts[d], limits[d], strides[d])).collect();
        let ops = ["stablehlo.real_dynamic_slice", "stablehlo.slice"].map(String::from);
        self.sized(ops, &[&x], &sizes, of, ["", &format!(" {}", list(&ranges))])
    }

    /// Rows, of which a part.
    fn dynamic_gather(&mut self) -> Attempt {
        let x = self.movable();
        if x.rank() == 0 || x.dims()[0] == 0 {
            return None;
        }
        let count = self.random_size();
        let indices = self.like(&Type::of_dims(ElementType::S32, [count, 1]));
        let widths: Vec<usize> = x.dims()[1..].iter().map(|&size| self.random.below(size + 1)).collect();
        let sizes: Vec<i64> = std::iter::once(1).chain(widths.iter().map(|&w| w as i64)).collect();
        let offsets: Vec<usize> = (1..x.rank()).collect();
        let numbers = format!(
            "dimension_numbers = #stablehlo.gather<offset_dims = {}, collapsed_slice_dims = [0], start_index_map = [0], \
             index_vector_dim = 1>",
            list(&offsets)
        );
        let tail = format!(") {{{numbers}}}");
        let attribute: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let twin = format!(") <{{{numbers}, slice_sizes = array<i64: {}>}}>", attribute.join(", "));
        let sizes = self.sizes(&sizes);
        let of = self.loosened_like(&x.of, ArrayShape::new(x.element_type(), [vec![count], widths].concat()));
        let ops = ["\"stablehlo.dynamic_gather\"(", "\"stablehlo.gather\"("].map(String::from);
        self.sized(ops, &[&x, &indices], &[sizes], of, [&tail, &twin])
    }

    fn dynamic_conv(&mut self) -> Attempt {
        let element_type = self.type_of(|t| t != ElementType::Pred && !t.is_complex());
        let (batch, length, features, width, outputs) = (
            self.random_size(),
            2 + self.random_size(),
            1 + self.random.below(2),
            1 + self.random.below(2),
            self.random_size(),
        );
        let x = self.like(&Type::of_dims(element_type, [batch, length, features]));
        let kernel = self.like(&Type::of_dims(element_type, [width, features, outputs]));
        let (low, high) = (self.random.within(-1, 2), self.random.within(-1, 2));
        let name = self.sizes(&[low, high]);
        let pair = name.of.replace("<2x", "<1x2x");
        let pads = self.only_text(format!("stablehlo.reshape {} : ({}) -> {pair}", name.name, name.of));
        let numbers = "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, \
                       feature_group_count = 1 : i64";
        let tail = format!(") {{{numbers}}}");
        let twin = format!(") {{{numbers}, padding = dense<[[{low}, {high}]]> : tensor<1x2xi64>}}");
        let positions = usize::try_from(length as i64 + low + high - width as i64 + 1).unwrap_or(0);
        let of = self.loosened(ArrayShape::new(element_type, [batch, positions, outputs]));
        let ops = ["\"stablehlo.dynamic_conv\"(", "\"stablehlo.convolution\"("].map(String::from);
        self.sized(ops, &[&x, &kernel], &[Sizes { name: pads, of: pair }], of, [&tail, &twin])
    }

    fn get_dimension_size(&mut self) -> Attempt {
        let x = self.any();
        if x.rank() == 0 {
            return None;
        }
        let dim = self.random.below(x.rank());
        let size = x.dims()[dim];
        let value = self.stated(Type::of_dims(ElementType::S32, []), |which| match which {
            0 => format!("stablehlo.get_dimension_size {}, dim = {dim} : ({}) -> tensor<i32>", x.names[0], x.of.text()),
            _ => format!("stablehlo.constant dense<{size}> : tensor<i32>"),
        });
        self.offer(value);
        Some(())
    }

    fn set_dimension_size(&mut self) -> Attempt {
        let x = self.movable();
        if x.rank() == 0 {
            return None;
        }
        let dim = self.random.below(x.rank());
        let size = self.random.below(x.dims()[dim] + 1);
        let wanted = self.only_text(format!("stablehlo.constant dense<{size}> : tensor<i32>"));
        let mut shape = x.shape().clone();
        let ranges: Vec<String> =
            (0..x.rank()).map(|d| format!("0:{}:1", if d == dim { size } else { shape.dims[d] })).collect();
        shape.dims[dim] = size;
        let mut of = self.loosened_like(&x.of, shape);
        of.open[dim] = true;
        let wanted = Sizes { name: wanted, of: "tensor<i32>".to_string() };
        let ops = ["stablehlo.set_dimension_size", "stablehlo.slice"].map(String::from);
        self.sized(ops, &[&x], &[wanted], of, [&format!(", dim = {dim}"), &format!(" {}", list(&ranges))])
    }

    /// The same array, with other dimensions left open.
    fn loosening(&mut self) -> Attempt {
        let x = self.of(|_| true);
        let of = self.loosened(x.shape().clone());
        self.add("stablehlo.convert", "", &[&x], of)
    }
}
