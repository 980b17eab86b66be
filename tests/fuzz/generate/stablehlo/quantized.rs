//! Operations on quantized arrays. The twin has the stored integers, and says what they stand for as the specification
//! does: `dequantize`, the operation, `quantize`.

use super::control::array;
use super::types::{plain_text, range};
use super::{Attempt, Choice, Quantized, Type, Value, Writer};
use pjrt::hlo::{ArrayShape, ElementType};

const SCALES: [f64; 8] = [0.5, 0.25, 1.0, 2.0, 0.1, 0.003, 0.7, 12.5];

const UNARY: [&str; 12] =
    ["abs", "cbrt", "ceil", "cosine", "exponential", "floor", "log", "logistic", "negate", "sign", "sqrt", "tanh"];
const BINARY: [&str; 9] =
    ["add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "remainder", "atan2"];

impl Writer {
    pub(super) fn quantized(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 10] = [
            (4, |w| w.uniform_quantize()),
            (3, |w| w.uniform_dequantize()),
            (3, |w| w.quantized_unary()),
            (4, |w| w.quantized_binary()),
            (2, |w| w.quantized_compare()),
            (1, |w| w.quantized_select()),
            (1, |w| w.quantized_clamp()),
            (2, |w| w.quantized_reduce()),
            (1, |w| w.quantized_reduce_window()),
            (4, |w| w.quantized_product()),
        ];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    /// A storage type with what its integers stand for, for arrays of these dimensions.
    pub(super) fn quantized_type(&mut self, expressed: ElementType, dims: &[usize], may_be_per_axis: bool) -> Type {
        use ElementType::*;
        let wide = matches!(expressed, F32 | F64);
        let storages: &[(usize, ElementType)] = match wide {
            true => &[(6, S8), (3, U8), (2, S4), (1, U4), (1, S2), (1, U2), (2, S16), (1, U16), (2, S32)],
            false => &[(6, S8), (3, U8), (2, S4), (1, U4)],
        };
        let storage = self.random.weighted(storages);
        let axis =
            (may_be_per_axis && !dims.is_empty() && self.random.one_in(3)).then(|| self.random.below(dims.len()));
        let axis = axis.filter(|&axis| dims[axis] > 0);
        let quantized = self.quantization(storage, expressed, axis, axis.map_or(1, |axis| dims[axis]));
        Type::of_dims(storage, dims).with_quantized(Some(quantized))
    }

    pub(super) fn quantization(
        &mut self,
        storage: ElementType,
        expressed: ElementType,
        axis: Option<usize>,
        count: usize,
    ) -> Quantized {
        let (least, greatest) = range(storage);
        let narrow = greatest > 3 && self.random.one_in(4);
        let (min, max) = if narrow { (least + 1, greatest - 2) } else { (least, greatest) };
        let scales = (0..count).map(|_| self.random.choose(&SCALES)).collect();
        let near = |random: &mut crate::random::Random| match random.below(3) {
            0 => 0i64.clamp(min, max),
            1 => random.within(-9, 9).clamp(min, max),
            _ => random.within(min.max(-200), max.min(200)),
        };
        let zero_points = (0..count).map(|_| near(&mut self.random)).collect();
        Quantized { min, max, expressed, axis, scales, zero_points }
    }

    pub(super) fn expressed(&mut self) -> ElementType {
        use ElementType::*;
        self.random.weighted(&[(8, F32), (1, F64), (2, BF16), (1, F16)])
    }

    /// A quantized array, of numbers of a type where one is given.
    pub(super) fn any_quantized(&mut self, per_axis: bool) -> Value {
        let fits = |value: &Value| value.of.quantized.as_ref().is_some_and(|q| per_axis || q.axis.is_none());
        self.find(fits).unwrap_or_else(|| {
            let dims = self.random_dims();
            let expressed = self.expressed();
            let of = self.quantized_type(expressed, &dims, per_axis);
            self.fresh(&of)
        })
    }

    /// Another array of the same dimensions, storage and expressed type.
    pub(super) fn partner_of(&mut self, x: &Value) -> Value {
        let fits = |value: &Value| value.shape() == x.shape() && value.of.is_rescaled(&x.of);
        self.find(fits).unwrap_or_else(|| {
            let of = self.rescaled(&x.of);
            self.fresh(&of)
        })
    }

    /// The same type with another scale and zero point, often the same.
    fn rescaled(&mut self, of: &Type) -> Type {
        let mut other = Type { open: vec![false; of.shape.rank()], ..of.clone() };
        if let Some(quantized) = &mut other.quantized
            && quantized.axis.is_none()
            && self.random.flag()
        {
            quantized.scales = vec![self.random.choose(&SCALES)];
            quantized.zero_points = vec![self.random.within(-9, 9).clamp(quantized.min, quantized.max)];
        }
        other
    }

    /// In the twin: the numbers that an array's integers stand for.
    pub(super) fn dequantized(&mut self, x: &Value) -> String {
        let Some(quantized) = x.of.quantized.clone() else { return x.names[1].clone() };
        self.dequantized_of(&x.names[1], &x.of, &quantized)
    }

    pub(super) fn dequantized_of(&mut self, name: &str, of: &Type, quantized: &Quantized) -> String {
        self.dequantized_in(name, of, quantized, quantized.expressed)
    }

    /// The numbers in a type that may be wider than the expressed one.
    pub(super) fn dequantized_in(
        &mut self,
        name: &str,
        of: &Type,
        quantized: &Quantized,
        computed_in: ElementType,
    ) -> String {
        let dims = of.shape.dims.clone();
        let (stored, wide) = (of.plain_text(), plain_text(ElementType::S64, &dims));
        let numbers = plain_text(computed_in, &dims);
        let points = self.spread_integers(quantized, ElementType::S64, &dims);
        let scales = self.spread_scales(quantized, computed_in, &dims);
        let integers = self.only_twin(format!("stablehlo.convert {name} : ({stored}) -> {wide}"));
        let differences = self.only_twin(format!("stablehlo.subtract {integers}, {points} : {wide}"));
        let differences = self.only_twin(format!("stablehlo.convert {differences} : ({wide}) -> {numbers}"));
        self.only_twin(format!("stablehlo.multiply {differences}, {scales} : {numbers}"))
    }

    /// In the twin: the integers that stand for numbers, computed in a type that may be wider than the expressed one.
    pub(super) fn requantized(&mut self, numbers: &str, of: &Type, computed_in: ElementType) -> String {
        let Some(quantized) = of.quantized.clone() else { return numbers.to_string() };
        let dims = of.shape.dims.clone();
        let (float, stored) = (plain_text(computed_in, &dims), of.plain_text());
        let scales = self.spread_scales(&quantized, computed_in, &dims);
        let points = self.spread_integers(&quantized, computed_in, &dims);
        let scalar = plain_text(computed_in, &[]);
        let bound = |w: &mut Writer, value: i64| w.only_twin(format!("stablehlo.constant dense<{value}.0> : {scalar}"));
        let (low, high) = (bound(self, quantized.min), bound(self, quantized.max));
        let scaled = self.only_twin(format!("stablehlo.divide {numbers}, {scales} : {float}"));
        let moved = self.only_twin(format!("stablehlo.add {scaled}, {points} : {float}"));
        let clamped = self
            .only_twin(format!("stablehlo.clamp {low}, {moved}, {high} : ({scalar}, {float}, {scalar}) -> {float}"));
        let rounded = self.only_twin(format!("stablehlo.round_nearest_even {clamped} : {float}"));
        let integers = self.only_twin(format!("stablehlo.convert {rounded} : ({float}) -> {stored}"));
        // NaN became 0, which the storage may exclude.
        let scalar = plain_text(of.shape.element_type, &[]);
        let [low, high] = [quantized.min, quantized.max]
            .map(|bound| self.only_twin(format!("stablehlo.constant dense<{bound}> : {scalar}")));
        self.only_twin(format!(
            "stablehlo.clamp {low}, {integers}, {high} : ({scalar}, {stored}, {scalar}) -> {stored}"
        ))
    }

    fn spread_scales(&mut self, quantized: &Quantized, element_type: ElementType, dims: &[usize]) -> String {
        let numbers: Vec<String> = quantized.scales.iter().map(|scale| format!("{scale:?}")).collect();
        // A scale is a number of the expressed type, whatever is computed in.
        self.spread(&numbers, quantized.expressed, element_type, quantized.axis, dims)
    }

    fn spread_integers(&mut self, quantized: &Quantized, element_type: ElementType, dims: &[usize]) -> String {
        let suffix = if element_type.is_float() { ".0" } else { "" };
        let numbers: Vec<String> = quantized.zero_points.iter().map(|point| format!("{point}{suffix}")).collect();
        self.spread(&numbers, element_type, element_type, quantized.axis, dims)
    }

    /// Numbers along a dimension, or one number, in all places of an array.
    fn spread(
        &mut self,
        numbers: &[String],
        rounded_to: ElementType,
        element_type: ElementType,
        axis: Option<usize>,
        dims: &[usize],
    ) -> String {
        let whole = plain_text(element_type, dims);
        let (sizes, payload, place): (Vec<usize>, String, String) = match axis {
            Some(axis) => (vec![numbers.len()], format!("[{}]", numbers.join(", ")), axis.to_string()),
            None => (Vec::new(), numbers[0].clone(), String::new()),
        };
        let (written, wanted) = (plain_text(rounded_to, &sizes), plain_text(element_type, &sizes));
        let mut name = self.only_twin(format!("stablehlo.constant dense<{payload}> : {written}"));
        if written != wanted {
            name = self.only_twin(format!("stablehlo.convert {name} : ({written}) -> {wanted}"));
        }
        self.only_twin(format!("stablehlo.broadcast_in_dim {name}, dims = [{place}] : ({wanted}) -> {whole}"))
    }

    /// The program's statement, and for the twin a name that is there already.
    pub(super) fn offered(&mut self, statement: String, twin: String, of: Type) -> Attempt {
        let name = self.only_text(statement);
        self.offer(Value { names: [name, twin], of });
        Some(())
    }

    /// Of numbers, or of other integers.
    fn uniform_quantize(&mut self) -> Attempt {
        let again = self.random.one_in(3);
        let x = match again {
            true => self.any_quantized(true),
            false => {
                use ElementType::*;
                self.of(|t| matches!(t, F32 | F64 | BF16 | F16))
            }
        };
        let expressed = x.of.quantized.as_ref().map_or(x.element_type(), |q| q.expressed);
        let of = self.quantized_type(expressed, x.dims(), true);
        let numbers = self.dequantized(&x);
        let twin = self.requantized(&numbers, &of, expressed);
        let statement = format!("stablehlo.uniform_quantize {} : ({}) -> {}", x.names[0], x.of.text(), of.text());
        self.offered(statement, twin, of)
    }

    fn uniform_dequantize(&mut self) -> Attempt {
        let x = self.any_quantized(true);
        let twin = self.dequantized(&x);
        let expressed = x.of.quantized.as_ref()?.expressed;
        let of = self.loosened(ArrayShape::new(expressed, x.dims()));
        let statement = format!("stablehlo.uniform_dequantize {} : ({}) -> {}", x.names[0], x.of.text(), of.text());
        self.offered(statement, twin, of)
    }

    fn quantized_unary(&mut self) -> Attempt {
        let op = self.random.choose(&UNARY);
        let x = self.any_quantized(false);
        self.computed(op, &[&x])
    }

    fn quantized_binary(&mut self) -> Attempt {
        let op = self.random.choose(&BINARY);
        let x = self.any_quantized(false);
        let y = self.partner_of(&x);
        self.computed(op, &[&x, &y])
    }

    /// On the numbers, elementwise.
    fn computed(&mut self, op: &str, operands: &[&Value]) -> Attempt {
        let of = self.rescaled(&operands[0].of);
        let expressed = of.quantized.as_ref()?.expressed;
        let numbers: Vec<String> = operands.iter().map(|x| self.dequantized(x)).collect();
        let float = plain_text(expressed, &of.shape.dims);
        let result = self.only_twin(format!("stablehlo.{op} {} : {float}", numbers.join(", ")));
        let twin = self.requantized(&result, &of, expressed);
        let names: Vec<&str> = operands.iter().map(|x| x.names[0].as_str()).collect();
        let types = super::signature(operands, std::slice::from_ref(&of), 0);
        self.offered(format!("stablehlo.{op} {} : {types}", names.join(", ")), twin, of)
    }

    fn quantized_compare(&mut self) -> Attempt {
        let x = self.any_quantized(false);
        let y = self.partner_of(&x);
        let direction = self.random.choose(&["EQ", "NE", "LT", "LE", "GT", "GE"]);
        let (a, b) = (self.dequantized(&x), self.dequantized(&y));
        let of = Type::of_dims(ElementType::Pred, x.dims());
        let float = plain_text(x.of.quantized.as_ref()?.expressed, x.dims());
        let twin = self
            .only_twin(format!("stablehlo.compare {direction}, {a}, {b} : ({float}, {float}) -> {}", of.plain_text()));
        let types = super::signature(&[&x, &y], std::slice::from_ref(&of), 0);
        self.offered(format!("stablehlo.compare {direction}, {}, {} : {types}", x.names[0], y.names[0]), twin, of)
    }

    fn quantized_select(&mut self) -> Attempt {
        let x = self.any_quantized(false);
        let y = self.partner_of(&x);
        let pred = self.like(&Type::of_dims(ElementType::Pred, x.dims()));
        let of = self.rescaled(&x.of);
        let expressed = of.quantized.as_ref()?.expressed;
        let (a, b) = (self.dequantized(&x), self.dequantized(&y));
        let (float, preds) = (plain_text(expressed, x.dims()), pred.of.plain_text());
        let chosen = self.only_twin(format!(
            "stablehlo.select {}, {a}, {b} : ({preds}, {float}, {float}) -> {float}",
            pred.names[1]
        ));
        let twin = self.requantized(&chosen, &of, expressed);
        let types = super::signature(&[&pred, &x, &y], std::slice::from_ref(&of), 0);
        let names = [&pred, &x, &y].map(|v| v.names[0].as_str()).join(", ");
        self.offered(format!("stablehlo.select {names} : {types}"), twin, of)
    }

    fn quantized_clamp(&mut self) -> Attempt {
        let x = self.any_quantized(false);
        let (low, high) = (self.partner_of(&x), self.partner_of(&x));
        let of = self.rescaled(&x.of);
        let expressed = of.quantized.as_ref()?.expressed;
        let [a, b, c] = [&low, &x, &high].map(|v| self.dequantized(v));
        let float = plain_text(expressed, x.dims());
        let clamped = self.only_twin(format!("stablehlo.clamp {a}, {b}, {c} : ({float}, {float}, {float}) -> {float}"));
        let twin = self.requantized(&clamped, &of, expressed);
        let types = super::signature(&[&low, &x, &high], std::slice::from_ref(&of), 0);
        let names = [&low, &x, &high].map(|v| v.names[0].as_str()).join(", ");
        self.offered(format!("stablehlo.clamp {names} : {types}"), twin, of)
    }

    /// Each step on numbers, and back.
    fn quantized_reduce(&mut self) -> Attempt {
        let x = self.any_quantized(false);
        let dimensions = self.random.subset(x.rank());
        let dims = super::plain::without(x.shape(), &dimensions).dims;
        self.combined("reduce", &x, dims, &format!("dimensions = {}", array(&dimensions)))
    }

    fn quantized_reduce_window(&mut self) -> Attempt {
        let x = self.any_quantized(false);
        if x.of.open.contains(&true) {
            return None;
        }
        let (mut window, mut pads, mut dims) = (Vec::new(), Vec::new(), Vec::new());
        for &size in x.dims() {
            let (width, low, high) = (1 + self.random.below(2), self.random.below(2), self.random.below(2));
            dims.push((size + low + high + 1).saturating_sub(width));
            window.push(width);
            pads.push(format!("[{low}, {high}]"));
        }
        let mut attributes = format!("window_dimensions = {}", array(&window));
        if !pads.is_empty() {
            attributes += &format!(", padding = dense<[{}]> : tensor<{}x2xi64>", pads.join(", "), pads.len());
        }
        self.combined("reduce_window", &x, dims, &attributes)
    }

    /// A reduction by a region; the twin's computes on numbers.
    fn combined(&mut self, reduction: &str, x: &Value, dims: Vec<usize>, attributes: &str) -> Attempt {
        let init = self.like(&x.of.scalar());
        let op = self.random.choose(&["add", "maximum", "minimum"]);
        let (scalar, quantized) = (x.of.scalar(), x.of.quantized.clone()?);
        let of = Type::of_dims(x.element_type(), dims).with_quantized(Some(quantized.clone()));
        let [a, b, s] = [(); 3].map(|()| self.fresh_name());
        let start = self.body.len();
        let (p, q) = (self.dequantized_of(&a, &scalar, &quantized), self.dequantized_of(&b, &scalar, &quantized));
        let result = self.only_twin(format!("stablehlo.{op} {p}, {q} : {}", plain_text(quantized.expressed, &[])));
        let result = self.requantized(&result, &scalar, quantized.expressed);
        let region: Vec<String> = self.body.drain(start..).map(|[_, twin]| twin).collect();
        let (element, plain) = (scalar.text(), scalar.plain_text());
        let value = self.stated(of.clone(), |which| {
            let (element, result) = if which == 0 { (&element, &s) } else { (&plain, &result) };
            let body = match which {
                0 => format!("{s} = stablehlo.{op} {a}, {b} : {element}"),
                _ => region.join("\n"),
            };
            format!(
                "\"stablehlo.{reduction}\"({}, {}) ({{\n^bb0({a}: {element}, {b}: {element}):\n{body}\n\
                 stablehlo.return {result} : {element}\n}}) {{{attributes}}} : {}",
                x.names[which],
                init.names[which],
                super::signature(&[x, &init], std::slice::from_ref(&of), which)
            )
        });
        self.offer(value);
        Some(())
    }
}
