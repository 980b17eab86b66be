//! Elementwise operations and reductions, which tie the others together.

use super::{Attempt, Choice, Type, Value, Writer, list};
use pjrt::hlo::{ArrayShape, ElementType};

const FLOAT_UNARY: [&str; 17] = [
    "cbrt",
    "ceil",
    "cosine",
    "exponential",
    "exponential_minus_one",
    "floor",
    "log",
    "log_plus_one",
    "logistic",
    "round_nearest_afz",
    "round_nearest_even",
    "rsqrt",
    "sine",
    "sqrt",
    "tan",
    "tanh",
    "sign",
];

impl Writer {
    pub(super) fn plain(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 7] = [
            (3, |w| w.unary()),
            (4, |w| w.binary()),
            (2, |w| w.compare()),
            (2, |w| w.select()),
            (2, |w| w.convert()),
            (1, |w| w.clamp()),
            (2, |w| w.reduce()),
        ];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    fn unary(&mut self) -> Attempt {
        let op = self.random.choose(&FLOAT_UNARY);
        let x = self.of(ElementType::is_float);
        let of = self.loosened(x.shape().clone());
        self.add(&format!("stablehlo.{op}"), "", &[&x], of)
    }

    fn binary(&mut self) -> Attempt {
        let op = self.random.choose(&["add", "subtract", "multiply", "divide", "maximum", "minimum", "power"]);
        let x = self.of(|t| t != ElementType::Pred);
        let y = self.like(&x.of);
        let of = self.loosened(x.shape().clone());
        self.add(&format!("stablehlo.{op}"), "", &[&x, &y], of)
    }

    fn compare(&mut self) -> Attempt {
        let x = self.of(|t| !t.is_complex());
        let y = self.like(&x.of);
        let direction = self.random.choose(&["EQ", "NE", "LT", "LE", "GT", "GE"]);
        let of = self.loosened(x.shape().with_element_type(ElementType::Pred));
        self.add(&format!("stablehlo.compare {direction},"), "", &[&x, &y], of)
    }

    fn select(&mut self) -> Attempt {
        let x = self.find(|value| value.of.quantized.is_none())?;
        let y = self.like(&x.of);
        let scalar = self.random.one_in(4);
        let dims = if scalar { Vec::new() } else { x.dims().to_vec() };
        let pred = self.like(&Type::of_dims(ElementType::Pred, dims));
        let of = self.loosened(x.shape().clone());
        self.add("stablehlo.select", "", &[&pred, &x, &y], of)
    }

    fn convert(&mut self) -> Attempt {
        let x = self.of(|_| true);
        let to = self.random_type();
        let of = self.loosened(x.shape().with_element_type(to));
        self.add("stablehlo.convert", "", &[&x], of)
    }

    fn clamp(&mut self) -> Attempt {
        let x = self.of(|t| !t.is_complex());
        let bound = if self.random.flag() { x.of.scalar() } else { x.of.clone() };
        let (low, high) = (self.like(&bound), self.like(&bound));
        let of = self.loosened(x.shape().clone());
        self.add("stablehlo.clamp", "", &[&low, &x, &high], of)
    }

    fn reduce(&mut self) -> Attempt {
        let x = self.of(|t| t != ElementType::Pred && !t.is_complex());
        let init = self.like(&x.of.scalar());
        let op = self.random.choose(&["add", "maximum", "minimum", "multiply"]);
        let dimensions = self.random.subset(x.rank());
        let shape = without(x.shape(), &dimensions);
        let of = self.loosened(shape);
        self.reduce_by(op, &x, &init, &dimensions, of)
    }

    fn reduce_by(&mut self, op: &str, x: &Value, init: &Value, dimensions: &[usize], of: Type) -> Attempt {
        let name = self.fresh_name();
        let [text, twin] = [0, 1].map(|which| {
            format!(
                "{name} = stablehlo.reduce({} init: {}) applies stablehlo.{op} across dimensions = {} : {}",
                x.names[which],
                init.names[which],
                list(dimensions),
                super::signature(&[x, init], std::slice::from_ref(&of), which)
            )
        });
        self.line(text, twin);
        self.offer(Value { names: [name.clone(), name], of });
        Some(())
    }
}

/// A shape without some of its dimensions.
pub fn without(shape: &ArrayShape, dimensions: &[usize]) -> ArrayShape {
    let kept = (0..shape.rank()).filter(|d| !dimensions.contains(d)).map(|d| shape.dims[d]);
    ArrayShape::new(shape.element_type, kept.collect::<Vec<_>>())
}
