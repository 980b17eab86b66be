//! CHLO's operations. Where one is a few of StableHLO's, the twin has these.

use super::control::array;
use super::{Attempt, Choice, Type, Value, Writer};
use pjrt::hlo::{ArrayShape, ElementType};

const UNARY: [&str; 18] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "bessel_i1e",
    "conj",
    "cosh",
    "digamma",
    "erf",
    "erf_inv",
    "erfc",
    "lgamma",
    "sinh",
    "tan",
    "is_inf",
    "is_pos_inf",
];

impl Writer {
    pub(super) fn chlo(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 8] = [
            (4, |w| w.function_of_one()),
            (2, |w| w.function_of_two()),
            (4, |w| w.broadcasting()),
            (1, |w| w.constant_like()),
            (1, |w| w.square()),
            (1, |w| w.chlo_top_k()),
            (2, |w| w.scan()),
            (2, |w| w.ragged_dot()),
        ];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    fn function_of_one(&mut self) -> Attempt {
        let op = self.random.choose(&UNARY);
        let is_real =
            matches!(op, "bessel_i1e" | "digamma" | "erf" | "erf_inv" | "erfc" | "lgamma" | "is_inf" | "is_pos_inf");
        let x = self.of(|t| t.is_float() || (!is_real && t.is_complex()));
        let of = if op.starts_with("is_") { ElementType::Pred } else { x.element_type() };
        let of = self.loosened(x.shape().with_element_type(of));
        self.add(&format!("\"chlo.{op}\"("), ")", &[&x], of)
    }

    fn function_of_two(&mut self) -> Attempt {
        let op = self.random.choose(&["mulhi", "next_after", "polygamma", "zeta"]);
        let x = match op {
            "mulhi" => self.of(ElementType::is_integer),
            _ => self.of(|t| t.is_float() && t.bit_width() >= 8),
        };
        let y = self.like(&x.of);
        let of = self.loosened(x.shape().clone());
        self.add(&format!("\"chlo.{op}\"("), ")", &[&x, &y], of)
    }

    /// Dimensions are matched from the last, and those of size one are stretched.
    fn broadcasting(&mut self) -> Attempt {
        let op = self.random.choose(&["add", "subtract", "multiply", "divide", "maximum", "minimum"]);
        let x = self.of(|t| t != ElementType::Pred);
        let dims = x.dims()[self.random.below(x.rank() + 1)..].to_vec();
        let dims: Vec<usize> = dims.into_iter().map(|size| if self.random.one_in(3) { 1 } else { size }).collect();
        let y = self.like(&Type::of_dims(x.element_type(), dims));
        let (a, b) = if self.random.flag() { (x.clone(), y) } else { (y, x.clone()) };
        let [left, right] = [&a, &b].map(|value| self.stretched(value, &x));
        let of = self.loosened(x.shape().clone());
        let value = self.stated(of.clone(), |which| match which {
            0 => format!(
                "\"chlo.broadcast_{op}\"({}, {}) : {}",
                a.names[0],
                b.names[0],
                super::signature(&[&a, &b], std::slice::from_ref(&of), 0)
            ),
            _ => format!("stablehlo.{op} {left}, {right} : {}", of.plain_text()),
        });
        self.offer(value);
        Some(())
    }

    /// In the twin: an array in the shape of a larger one.
    fn stretched(&mut self, value: &Value, whole: &Value) -> String {
        let missing = whole.rank() - value.rank();
        let dimensions: Vec<usize> = (missing..whole.rank()).collect();
        let (from, to) = (value.of.plain_text(), whole.of.plain_text());
        let list = super::list(&dimensions);
        self.only_twin(format!("stablehlo.broadcast_in_dim {}, dims = {list} : ({from}) -> {to}", value.names[1]))
    }

    fn constant_like(&mut self) -> Attempt {
        let x = self.of(|t| matches!(t, ElementType::F32 | ElementType::BF16 | ElementType::S32));
        let number = if x.element_type().is_float() { "2.5" } else { "-7" };
        let of = x.of.clone();
        let value = self.stated(of.clone(), |which| match which {
            0 => format!(
                "\"chlo.constant_like\"({}) {{value = {number} : {}}} : ({}) -> {}",
                x.names[0],
                x.element_type().mlir_name(),
                of.text(),
                of.text()
            ),
            _ => format!("stablehlo.constant dense<{number}> : {}", of.plain_text()),
        });
        self.offer(value);
        Some(())
    }

    fn square(&mut self) -> Attempt {
        let x = self.of(ElementType::is_float);
        let of = self.loosened(x.shape().clone());
        let value = self.stated(of.clone(), |which| match which {
            0 => format!("\"chlo.square\"({}) : ({}) -> {}", x.names[0], x.of.text(), of.text()),
            _ => format!("stablehlo.multiply {}, {} : {}", x.names[1], x.names[1], of.plain_text()),
        });
        self.offer(value);
        Some(())
    }

    fn chlo_top_k(&mut self) -> Attempt {
        let x = self.of(|t| !t.is_complex() && t != ElementType::Pred);
        let last = *x.dims().last()?;
        let k = self.random.below(last + 1);
        let mut dims = x.dims().to_vec();
        *dims.last_mut()? = k;
        let values = Type::of_dims(x.element_type(), dims.clone());
        let indices = Type::of_dims(ElementType::S32, dims);
        let name = self.fresh_name();
        let [text, twin] = [0, 1].map(|which| {
            let from = if which == 0 { x.of.text() } else { x.of.plain_text() };
            let (values, indices) = (values.text(), indices.text());
            format!("{name}:2 = chlo.top_k({}, k = {k}) : {from} -> ({values}, {indices})", x.names[which])
        });
        self.line(text, twin);
        for (index, of) in [values, indices].into_iter().enumerate() {
            let name = format!("{name}#{index}");
            self.offer(Value { names: [name.clone(), name], of });
        }
        Some(())
    }

    /// Running sums of integers; the twin has windows.
    fn scan(&mut self) -> Attempt {
        let x = self.of(|t| t.is_integer() && t.bit_width() >= 8);
        if x.rank() == 0 || x.of.open.contains(&true) || x.shape().element_count() == 0 {
            return None;
        }
        let dimension = self.random.below(x.rank());
        let length = x.dims()[dimension];
        let slice = Type::closed(super::plain::without(x.shape(), &[dimension]));
        let (element, of, part) = (x.of.scalar().text(), x.of.text(), slice.text());
        let reverse = self.random.flag();
        let zeros = self.only_text(format!("stablehlo.constant dense<0> : {part}"));
        let zero = self.only_twin(format!("stablehlo.constant dense<0> : {element}"));
        let [name, a, b, s] = [(); 4].map(|()| self.fresh_name());
        let text = format!(
            "chlo.scan({}) inits({zeros}) dimension={dimension} attributes {{is_reverse = {reverse}}} {{\n\
             ^bb0({a}: {part}, {b}: {part}):\n{s} = stablehlo.add {a}, {b} : {part}\n\
             stablehlo.return {s}, {s} : {part}, {part}\n}} : ({of}, {part}) -> ({of}, {part})",
            x.names[0]
        );
        let mut window = vec![1; x.rank()];
        window[dimension] = length;
        let pads: Vec<String> = (0..x.rank())
            .map(|d| match (d == dimension, reverse) {
                (true, false) => format!("[{}, 0]", length - 1),
                (true, true) => format!("[0, {}]", length - 1),
                _ => "[0, 0]".to_string(),
            })
            .collect();
        let twin = format!(
            "\"stablehlo.reduce_window\"({}, {zero}) ({{\n^bb0({a}: {element}, {b}: {element}):\n\
             {s} = stablehlo.add {a}, {b} : {element}\nstablehlo.return {s} : {element}\n}}) \
             {{window_dimensions = {}, padding = dense<[{}]> : tensor<{}x2xi64>}} : ({of}, {element}) -> {of}",
            x.names[1],
            array(&window),
            pads.join(", "),
            x.rank()
        );
        self.line(format!("{name}:2 = {text}"), format!("{name} = {twin}"));
        let last = if reverse { 0 } else { length - 1 };
        let ranges: Vec<String> = (0..x.rank())
            .map(|d| if d == dimension { format!("{last}:{}:1", last + 1) } else { format!("0:{}:1", x.dims()[d]) })
            .collect();
        let mut single = x.shape().clone();
        single.dims[dimension] = 1;
        let single = Type::closed(single).text();
        let end = self.only_twin(format!("stablehlo.slice {name} {} : ({of}) -> {single}", super::list(&ranges)));
        let end = self.only_twin(format!("stablehlo.reshape {end} : ({single}) -> {part}"));
        let of = Type::closed(ArrayShape::new(x.element_type(), x.dims()));
        self.offer(Value { names: [format!("{name}#0"), name.clone()], of });
        self.offer(Value { names: [format!("{name}#1"), end], of: slice });
        Some(())
    }
}
