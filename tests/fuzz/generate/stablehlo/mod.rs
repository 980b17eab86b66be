//! Random programs in StableHLO, for what HLO has no words for: quantized types, sizes as operands, regions that read
//! what lies around them, composites, CHLO.
//!
//! Most statements are written twice: as StableHLO has them, and in the plain words that the specification explains
//! them by. The second program, the *twin*, has to give the same.

mod chlo;
mod collective;
mod control;
mod dynamic;
mod functions;
mod movement;
mod plain;
mod product;
mod quantized;
mod quantized_product;
mod ragged;
mod rename;
mod types;

pub use types::{Quantized, Type};

use super::data;
use crate::random::Random;
use pjrt::hlo::{ArrayLiteral, ArrayShape, ElementType};

/// A program in two texts.
#[derive(Clone)]
pub struct Sample {
    arguments: Vec<(Type, ArrayLiteral)>,
    body: Vec<Line>,
    functions: Vec<String>,
    pub outputs: Vec<Output>,
}

/// One statement, or a part of one, of the program and of its twin.
pub type Line = [String; 2];

#[derive(Clone)]
pub struct Output {
    value: Value,
    pub nearness: Nearness,
}

/// How near a result is to the twin's.
#[derive(Clone, Copy, PartialEq)]
pub enum Nearness {
    /// Equal bits, or NaN both.
    Same,
    /// Neighbouring integers, or as near as single precision is.
    Rounded,
}

/// A value by its names in both texts.
#[derive(Clone)]
pub struct Value {
    names: [String; 2],
    of: Type,
}

impl Value {
    fn shape(&self) -> &ArrayShape {
        &self.of.shape
    }

    fn dims(&self) -> &[usize] {
        &self.of.shape.dims
    }

    fn element_type(&self) -> ElementType {
        self.of.shape.element_type
    }

    fn rank(&self) -> usize {
        self.of.shape.rank()
    }
}

impl Sample {
    /// The program, then its twin.
    pub fn texts(&self) -> [String; 2] {
        [0, 1].map(|which| {
            let of = |value: &Value| if which == 0 { value.of.text() } else { value.of.plain_text() };
            let parameter = |(i, (of, _)): (usize, &(Type, ArrayLiteral))| {
                format!("%arg{i}: {}", if which == 0 { of.text() } else { of.plain_text() })
            };
            let parameters: Vec<String> = self.arguments.iter().enumerate().map(parameter).collect();
            let types: Vec<String> = self.outputs.iter().map(|output| of(&output.value)).collect();
            let names: Vec<&str> = self.outputs.iter().map(|output| output.value.names[which].as_str()).collect();
            let body: Vec<&str> = self.body.iter().map(|line| line[which].as_str()).filter(|l| !l.is_empty()).collect();
            let functions = if which == 0 { self.functions.concat() } else { String::new() };
            format!(
                "func.func @main({}) -> ({}) {{\n{}\nfunc.return {} : {}\n}}\n{functions}",
                parameters.join(", "),
                types.join(", "),
                body.join("\n"),
                names.join(", "),
                types.join(", ")
            )
        })
    }

    pub fn arguments(&self) -> Vec<ArrayLiteral> {
        self.arguments.iter().map(|(_, value)| value.clone()).collect()
    }

    /// The same program with one of its results alone, and what that needs.
    pub fn of_output(&self, index: usize) -> Sample {
        let mut sample = Sample { outputs: vec![self.outputs[index].clone()], ..self.clone() };
        rename::remove_unused(&mut sample.body, &sample.outputs[0].value.names);
        sample
    }
}

/// The program of a seed.
pub fn sample(seed: u64) -> Sample {
    let mut random = Random::new(seed);
    let is_dynamic = random.one_in(3);
    let steps = 2 + random.below(8);
    let mut writer = Writer {
        random,
        is_dynamic,
        arguments: Some(Vec::new()),
        body: Vec::new(),
        functions: Vec::new(),
        pool: Vec::new(),
        outputs: Vec::new(),
        counter: 0,
        depth: 0,
    };
    writer.statements(steps);
    writer.finish()
}

const MAX_ELEMENTS: usize = 600;
const MAX_DEPTH: usize = 2;

/// A program under construction.
struct Writer {
    random: Random,
    /// Whether dimensions may be left open.
    is_dynamic: bool,
    /// None in functions, which see no arguments of the program.
    arguments: Option<Vec<(Type, ArrayLiteral)>>,
    body: Vec<Line>,
    functions: Vec<String>,
    pool: Vec<Value>,
    outputs: Vec<Output>,
    counter: usize,
    depth: usize,
}

/// An attempt at a statement; what does not fit is no statement.
type Attempt = Option<()>;
type Choice = fn(&mut Writer) -> Attempt;

impl Writer {
    fn statements(&mut self, count: usize) {
        let mut left = count;
        for _ in 0..10 * count {
            if left == 0 {
                break;
            }
            left -= usize::from(self.statement().is_some());
        }
    }

    fn statement(&mut self) -> Attempt {
        const FAMILIES: [(usize, Choice); 8] = [
            (6, |w| w.plain()),
            (5, |w| w.movement()),
            (4, |w| w.dynamic()),
            (7, |w| w.quantized()),
            (3, |w| w.control()),
            (3, |w| w.chlo()),
            (2, |w| w.product()),
            (1, |w| w.collective()),
        ];
        let family = self.random.weighted(&FAMILIES);
        family(self)
    }

    fn finish(mut self) -> Sample {
        if self.pool.is_empty() {
            self.leaf();
        }
        let is_leaf = |value: &Value| value.names[0].starts_with("%arg");
        let mut kept = Vec::new();
        for value in &self.pool {
            if !is_leaf(value) || self.random.one_in(6) {
                kept.push(Output { value: value.clone(), nearness: Nearness::Same });
            }
        }
        if kept.is_empty() {
            kept.extend(self.pool.last().map(|value| Output { value: value.clone(), nearness: Nearness::Same }));
        }
        self.outputs.extend(kept);
        let arguments = self.arguments.unwrap_or_default();
        Sample { arguments, body: self.body, functions: self.functions, outputs: self.outputs }
    }

    fn fresh_name(&mut self) -> String {
        self.counter += 1;
        format!("%v{}", self.counter)
    }

    fn line(&mut self, text: impl Into<String>, twin: impl Into<String>) {
        self.body.push([text.into(), twin.into()]);
    }

    /// A statement of one result, the same in both texts but for the types: `head %a, %b tail : (types) -> type`.
    fn emit(&mut self, head: &str, tail: &str, operands: &[&Value], of: Type) -> Value {
        let name = self.fresh_name();
        let [text, twin] = [0, 1].map(|which| {
            let names: Vec<&str> = operands.iter().map(|o| o.names[which].as_str()).collect();
            let signature = signature(operands, std::slice::from_ref(&of), which);
            format!("{name} = {head} {}{tail} : {signature}", names.join(", "))
        });
        self.line(text, twin);
        Value { names: [name.clone(), name], of }
    }

    /// A statement of one result in the words of each text.
    fn stated(&mut self, of: Type, statement: impl Fn(usize) -> String) -> Value {
        let name = self.fresh_name();
        self.line(format!("{name} = {}", statement(0)), format!("{name} = {}", statement(1)));
        Value { names: [name.clone(), name], of }
    }

    /// A statement of the program that its twin does not need.
    fn only_text(&mut self, statement: impl AsRef<str>) -> String {
        let name = self.fresh_name();
        self.line(format!("{name} = {}", statement.as_ref()), "");
        name
    }

    /// A statement of the twin alone.
    fn only_twin(&mut self, statement: impl AsRef<str>) -> String {
        let name = self.fresh_name();
        self.line("", format!("{name} = {}", statement.as_ref()));
        name
    }

    /// As [`Writer::emit`], and the result joins the pool.
    fn add(&mut self, head: &str, tail: &str, operands: &[&Value], of: Type) -> Attempt {
        if of.shape.element_count() > MAX_ELEMENTS {
            return None;
        }
        let value = self.emit(head, tail, operands, of);
        self.offer(value);
        Some(())
    }

    fn offer(&mut self, value: Value) {
        self.pool.push(value);
    }

    /// A type of this shape with some dimensions left open.
    fn loosened(&mut self, shape: ArrayShape) -> Type {
        let is_dynamic = self.is_dynamic;
        let open = shape.dims.iter().map(|_| is_dynamic && self.random.one_in(3)).collect();
        let slack = self.random.one_in(4).then(|| self.random.below(3));
        Type { shape, quantized: None, open, slack }
    }

    /// The same for a type with quantization.
    fn loosened_like(&mut self, of: &Type, shape: ArrayShape) -> Type {
        let mut loose = self.loosened(shape);
        loose.quantized = of.quantized.clone();
        if let Some(axis) = loose.quantized.as_ref().and_then(|q| q.axis) {
            loose.open[axis] = false;
        }
        loose
    }

    fn find(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        let fitting: Vec<&Value> = self.pool.iter().filter(|value| fits(value)).collect();
        if fitting.is_empty() || self.random.one_in(10) {
            return None;
        }
        let at = self.random.below(fitting.len());
        Some(fitting[at].clone())
    }

    /// An array that is not quantized, of a type that is admitted.
    fn of(&mut self, admits: impl Fn(ElementType) -> bool) -> Value {
        self.find(|value| value.of.quantized.is_none() && admits(value.element_type())).unwrap_or_else(|| {
            let element_type = self.type_of(admits);
            let dims = self.random_dims();
            self.fresh(&Type::closed(ArrayShape::new(element_type, dims)))
        })
    }

    /// Any array.
    fn any(&mut self) -> Value {
        self.find(|_| true).unwrap_or_else(|| {
            self.leaf();
            self.pool[self.pool.len() - 1].clone()
        })
    }

    /// An array of this type but for open dimensions.
    fn like(&mut self, of: &Type) -> Value {
        self.find(|value| value.of.is_like(of)).unwrap_or_else(|| self.fresh(of))
    }

    fn leaf(&mut self) {
        let element_type = self.random_type();
        let dims = self.random_dims();
        let of = self.loosened(ArrayShape::new(element_type, dims));
        self.fresh(&of);
    }

    /// A new argument, or in a function a constant.
    fn fresh(&mut self, of: &Type) -> Value {
        let mut literal = data::array(&mut self.random, &of.shape);
        if let Some(quantized) = &of.quantized {
            literal = quantized.confined(&literal);
        }
        let value = self.leaf_of(of, literal);
        self.pool.push(value.clone());
        value
    }

    fn leaf_of(&mut self, of: &Type, literal: ArrayLiteral) -> Value {
        match &mut self.arguments {
            Some(arguments) => {
                let name = format!("%arg{}", arguments.len());
                arguments.push((of.clone(), literal));
                Value { names: [name.clone(), name], of: of.clone() }
            }
            None => self.constant(of, &literal),
        }
    }

    /// A constant, by its bytes.
    fn constant(&mut self, of: &Type, literal: &ArrayLiteral) -> Value {
        let name = self.fresh_name();
        let payload = types::dense(literal);
        let plain = of.plain_text();
        let twin = format!("{name} = stablehlo.constant {payload} : {plain}");
        let text = match &of.quantized {
            None => twin.clone(),
            Some(_) => {
                let quantized = Type { open: vec![false; of.open.len()], ..of.clone() }.text();
                format!("{name} = stablehlo.constant() <{{value = {payload} : {plain}}}> : () -> {quantized}")
            }
        };
        self.line(text, twin);
        Value { names: [name.clone(), name], of: Type { open: vec![false; of.open.len()], ..of.clone() } }
    }

    fn random_type(&mut self) -> ElementType {
        use ElementType::*;
        let common =
            [(6, F32), (2, F64), (2, BF16), (2, F16), (5, S32), (2, S8), (1, U8), (1, S64), (1, Pred), (1, C64)];
        if self.random.one_in(5) { self.random.choose(&ElementType::ALL) } else { self.random.weighted(&common) }
    }

    fn type_of(&mut self, admits: impl Fn(ElementType) -> bool) -> ElementType {
        let common = self.random_type();
        if admits(common) {
            return common;
        }
        let all: Vec<ElementType> = ElementType::ALL.into_iter().filter(|&t| admits(t)).collect();
        self.random.choose(&all)
    }

    fn random_dims(&mut self) -> Vec<usize> {
        let rank = self.random.weighted(&[(2, 0), (4, 1), (5, 2), (3, 3), (1, 4)]);
        (0..rank).map(|_| self.random_size()).collect()
    }

    fn random_size(&mut self) -> usize {
        self.random.weighted(&[(1, 0), (4, 1), (6, 2), (6, 3), (3, 4), (1, 5), (1, 9)])
    }
}

/// Types of operands and results.
fn signature(operands: &[&Value], results: &[Type], which: usize) -> String {
    let text = |of: &Type| if which == 0 { of.text() } else { of.plain_text() };
    let operands: Vec<String> = operands.iter().map(|o| text(&o.of)).collect();
    let types: Vec<String> = results.iter().map(text).collect();
    match &types[..] {
        [single] => format!("({}) -> {single}", operands.join(", ")),
        _ => format!("({}) -> ({})", operands.join(", "), types.join(", ")),
    }
}

/// `[1, 2, 3]`
fn list<T: std::fmt::Display>(items: &[T]) -> String {
    format!("[{}]", items.iter().map(T::to_string).collect::<Vec<_>>().join(", "))
}
