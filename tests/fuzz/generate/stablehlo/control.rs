//! Branches, loops and regions that read what lies around them. In the twin branches are computed both and selected
//! from, loops unrolled, and regions over scalars applied to whole arrays.

use super::rename::copied;
use super::{Attempt, Choice, MAX_DEPTH, Type, Value, Writer, list};
use pjrt::hlo::ElementType;
use std::collections::HashMap;

/// A part of a program in braces.
struct Region {
    text: String,
    twin: String,
    results: Vec<Value>,
}

impl Writer {
    pub(super) fn control(&mut self) -> Attempt {
        const NESTED: [(usize, Choice); 9] = [
            (3, |w| w.conditional()),
            (3, |w| w.while_loop()),
            (2, |w| w.map()),
            (1, |w| w.reduce_around()),
            (1, |w| w.sort_around()),
            (2, |w| w.call()),
            (1, |w| w.tuple()),
            (1, |w| w.barrier()),
            (1, |w| w.custom_call()),
        ];
        if self.depth >= MAX_DEPTH {
            return None;
        }
        let kind = self.random.weighted(&NESTED);
        kind(self)
    }

    /// Statements that see all that is around them, and values of these types.
    fn region(&mut self, seen: &[Value], results: &[Type]) -> Region {
        let (start, known, outputs) = (self.body.len(), self.pool.len(), self.outputs.len());
        self.pool.extend(seen.iter().cloned());
        self.depth += 1;
        let steps = self.random.below(3);
        self.statements(steps);
        let results: Vec<Value> = results.iter().map(|of| self.like(of)).collect();
        self.depth -= 1;
        self.pool.truncate(known);
        self.outputs.truncate(outputs);
        let lines: Vec<[String; 2]> = self.body.drain(start..).collect();
        let join = |which: usize| lines.iter().map(|line| format!("{}\n", line[which])).collect::<String>();
        let returned = |w: fn(&Value) -> String| results.iter().map(w).collect::<Vec<_>>().join(", ");
        let end = match results.is_empty() {
            true => "stablehlo.return".to_string(),
            false => format!("stablehlo.return {} : {}", returned(|v| v.names[0].clone()), returned(|v| v.of.text())),
        };
        Region { text: format!("{}{end}\n", join(0)), twin: join(1), results }
    }

    /// Types of some arrays that are there.
    fn some_types(&mut self) -> Vec<Type> {
        let count = 1 + self.random.below(2);
        (0..count).map(|_| self.any().of).map(|of| Type { open: vec![false; of.open.len()], ..of }).collect()
    }

    /// `if` or `case`.
    fn conditional(&mut self) -> Attempt {
        let by_pred = self.random.flag();
        let of = if by_pred { ElementType::Pred } else { ElementType::S32 };
        let selector = self.like(&Type::of_dims(of, []));
        let types = self.some_types();
        let count = if by_pred { 2 } else { 1 + self.random.below(3) };
        let regions: Vec<Region> = (0..count).map(|_| self.region(&[], &types)).collect();
        for region in &regions {
            self.line("", region.twin.clone());
        }
        let mut chosen: Vec<String> = regions[count - 1].results.iter().map(|v| v.names[1].clone()).collect();
        for (index, region) in regions.iter().enumerate().take(count - 1).rev() {
            let is_taken = match by_pred {
                true => selector.names[1].clone(),
                false => {
                    let index = self.only_twin(format!("stablehlo.constant dense<{index}> : tensor<i32>"));
                    let operands = format!("{}, {index}", selector.names[1]);
                    self.only_twin(format!(
                        "stablehlo.compare EQ, {operands} : (tensor<i32>, tensor<i32>) -> tensor<i1>"
                    ))
                }
            };
            for ((chosen, value), of) in chosen.iter_mut().zip(&region.results).zip(&types) {
                let plain = of.plain_text();
                let text = format!(
                    "stablehlo.select {is_taken}, {}, {chosen} : (tensor<i1>, {plain}, {plain}) -> {plain}",
                    value.names[1]
                );
                *chosen = self.only_twin(text);
            }
        }
        let name = self.fresh_name();
        let bodies: Vec<String> = regions.iter().map(|region| format!("{{\n{}}}", region.text)).collect();
        let op = if by_pred { "if" } else { "case" };
        let results: Vec<Type> = types.iter().map(|of| self.loosened_like(of, of.shape.clone())).collect();
        let statement = format!(
            "\"stablehlo.{op}\"({}) ({}) : {}",
            selector.names[0],
            bodies.join(", "),
            super::signature(&[&selector], &results, 0)
        );
        self.several(&name, &statement, chosen.into_iter().zip(results).collect());
        Some(())
    }

    /// A statement of several results, each with its name in the twin.
    fn several(&mut self, name: &str, statement: &str, results: Vec<(String, Type)>) {
        let count = results.len();
        let left = if count == 1 { name.to_string() } else { format!("{name}:{count}") };
        self.line(format!("{left} = {statement}"), "");
        for (index, (twin, of)) in results.into_iter().enumerate() {
            let text = if count == 1 { name.to_string() } else { format!("{name}#{index}") };
            self.offer(Value { names: [text, twin], of });
        }
    }

    /// A counter and some arrays.
    fn while_loop(&mut self) -> Attempt {
        let counter_type = self.random.choose(&[ElementType::S32, ElementType::S64, ElementType::U8]);
        let counter = Type::of_dims(counter_type, []);
        let element = counter.text();
        let trips = self.random.below(4);
        let constant = |w: &mut Writer, value: usize| {
            let statement = format!("stablehlo.constant dense<{value}> : {element}");
            let name = w.fresh_name();
            w.line(format!("{name} = {statement}"), format!("{name} = {statement}"));
            name
        };
        let [first, limit, step] = [2, 2 + trips, 1].map(|value| constant(self, value));
        let types = self.some_types();
        let inits: Vec<Value> = types.iter().map(|of| self.like(of)).collect();
        let named = |w: &mut Writer, of: &Type| {
            let name = w.fresh_name();
            Value { names: [name.clone(), name], of: of.clone() }
        };
        let count = named(self, &counter);
        let seen: Vec<Value> = types.iter().map(|of| named(self, of)).collect();
        let body = self.region(&[std::slice::from_ref(&count), &seen[..]].concat(), &types);
        let (next, goes_on) = (self.fresh_name(), self.fresh_name());
        let parameters = |suffix: &str| -> String {
            let all = std::iter::once(&count).chain(&seen);
            all.map(|v| format!("{}{suffix}: {}", v.names[0], v.of.text())).collect::<Vec<_>>().join(", ")
        };
        let of_all: Vec<String> = std::iter::once(element.clone()).chain(types.iter().map(Type::text)).collect();
        let of_all = of_all.join(", ");
        let mut body_text = body.text.clone();
        let end = body_text.rfind("stablehlo.return ").unwrap_or(0) + "stablehlo.return ".len();
        let returned: Vec<String> =
            std::iter::once(next.clone()).chain(body.results.iter().map(|v| v.names[0].clone())).collect();
        let result_types: Vec<String> =
            std::iter::once(element.clone()).chain(body.results.iter().map(|v| v.of.text())).collect();
        body_text.truncate(end);
        body_text += &format!("{} : {}\n", returned.join(", "), result_types.join(", "));
        let operands: Vec<String> =
            std::iter::once(first.clone()).chain(inits.iter().map(|v| v.names[0].clone())).collect();
        let operand_types: Vec<String> =
            std::iter::once(element.clone()).chain(inits.iter().map(|v| v.of.text())).collect();
        let statement = format!(
            "\"stablehlo.while\"({}) ({{\n^bb0({}):\n{goes_on} = stablehlo.compare LT, {}c, {limit} : ({element}, {element}) -> tensor<i1>\n\
             stablehlo.return {goes_on} : tensor<i1>\n}}, {{\n^bb0({}):\n{next} = stablehlo.add {}, {step} : {element}\n{body_text}}}) : ({}) -> ({of_all})",
            operands.join(", "),
            parameters("c"),
            count.names[0],
            parameters(""),
            count.names[0],
            operand_types.join(", "),
        );
        let mut state: Vec<String> = std::iter::once(first).chain(inits.iter().map(|v| v.names[1].clone())).collect();
        for turn in 0..trips {
            state = self.unrolled(
                &body,
                &[std::slice::from_ref(&count), &seen[..]].concat(),
                state,
                (&step, &element),
                turn,
            );
        }
        let name = self.fresh_name();
        let results = std::iter::once(counter).chain(types);
        self.several(&name, &statement, state.into_iter().zip(results).collect());
        Some(())
    }

    /// One turn in the twin; gives the state behind it.
    fn unrolled(
        &mut self,
        body: &Region,
        seen: &[Value],
        state: Vec<String>,
        step: (&str, &str),
        turn: usize,
    ) -> Vec<String> {
        let bound: HashMap<String, String> = seen.iter().map(|v| v.names[1].clone()).zip(state.clone()).collect();
        let (text, names) = copied(&body.twin, &format!("_{turn}"), &bound);
        self.line("", text);
        let next = self.only_twin(format!("stablehlo.add {}, {} : {}", state[0], step.0, step.1));
        let renamed = body.results.iter().map(|v| super::rename::renamed(&v.names[1], &names));
        std::iter::once(next).chain(renamed).collect()
    }

    /// A scalar of the types that regions over scalars read here.
    fn outer_scalar(&mut self, x: &Value) -> Value {
        self.like(&x.of.scalar())
    }

    fn exact_array(&mut self) -> Value {
        self.of(|t| t.is_integer() && t.bit_width() >= 8)
    }

    fn splat_twin(&mut self, scalar: &Value, dims: &[usize]) -> String {
        let whole = super::types::plain_text(scalar.element_type(), dims);
        self.only_twin(format!(
            "stablehlo.broadcast_in_dim {}, dims = [] : ({}) -> {whole}",
            scalar.names[1],
            scalar.of.plain_text()
        ))
    }

    /// `op(element, outer scalar)`
    fn map(&mut self) -> Attempt {
        let x = self.of(|t| t != ElementType::Pred);
        let scalar = self.outer_scalar(&x);
        let op = self.random.choose(&["add", "multiply", "subtract", "maximum"]);
        let (element, plain) = (x.of.scalar().text(), x.of.plain_text());
        let splat = self.splat_twin(&scalar, x.dims());
        let [a, r] = [self.fresh_name(), self.fresh_name()];
        let of = self.loosened(x.shape().clone());
        let dimensions = array(&(0..x.rank()).collect::<Vec<_>>());
        let value = self.stated(of.clone(), |which| match which {
            0 => format!(
                "\"stablehlo.map\"({}) ({{\n^bb0({a}: {element}):\n{r} = stablehlo.{op} {a}, {} : {element}\n\
                 stablehlo.return {r} : {element}\n}}) {{dimensions = {dimensions}}} : ({}) -> {}",
                x.names[0],
                scalar.names[0],
                x.of.text(),
                of.text()
            ),
            _ => format!("stablehlo.{op} {}, {splat} : {plain}", x.names[1]),
        });
        self.offer(value);
        Some(())
    }

    /// Sums of products with an outer scalar.
    fn reduce_around(&mut self) -> Attempt {
        let x = self.exact_array();
        let (scalar, init) = (self.outer_scalar(&x), self.outer_scalar(&x));
        let dimensions = self.random.subset(x.rank());
        let of = Type::closed(super::plain::without(x.shape(), &dimensions));
        let splat = self.splat_twin(&scalar, x.dims());
        let scaled = self.only_twin(format!("stablehlo.multiply {}, {splat} : {}", x.names[1], x.of.plain_text()));
        let [a, b, p, s] = [(); 4].map(|()| self.fresh_name());
        let element = x.of.scalar().text();
        let value = self.stated(of.clone(), |which| match which {
            0 => format!(
                "\"stablehlo.reduce\"({}, {}) ({{\n^bb0({a}: {element}, {b}: {element}):\n\
                 {p} = stablehlo.multiply {b}, {} : {element}\n{s} = stablehlo.add {a}, {p} : {element}\n\
                 stablehlo.return {s} : {element}\n}}) {{dimensions = {}}} : {}",
                x.names[0],
                init.names[0],
                scalar.names[0],
                array(&dimensions),
                super::signature(&[&x, &init], std::slice::from_ref(&of), 0)
            ),
            _ => format!(
                "stablehlo.reduce({scaled} init: {}) applies stablehlo.add across dimensions = {} : {}",
                init.names[1],
                list(&dimensions),
                super::signature(&[&x, &init], std::slice::from_ref(&of), 1)
            ),
        });
        self.offer(value);
        Some(())
    }

    /// An order by the exclusive or with an outer scalar.
    fn sort_around(&mut self) -> Attempt {
        let x = self.exact_array();
        if x.rank() == 0 {
            return None;
        }
        let scalar = self.outer_scalar(&x);
        let dimension = self.random.below(x.rank());
        let splat = self.splat_twin(&scalar, x.dims());
        let plain = x.of.plain_text();
        let keys = self.only_twin(format!("stablehlo.xor {}, {splat} : {plain}", x.names[1]));
        let [a, b, c, d, p] = [(); 5].map(|()| self.fresh_name());
        let element = x.of.scalar().text();
        let compared =
            |l: &str, r: &str| format!("{p} = stablehlo.compare LT, {l}, {r} : ({element}, {element}) -> tensor<i1>");
        let end = format!("stablehlo.return {p} : tensor<i1>\n}}) {{dimension = {dimension} : i64, is_stable = true}}");
        let of = Type { open: vec![false; x.rank()], ..x.of.clone() };
        let text = format!(
            "\"stablehlo.sort\"({}) ({{\n^bb0({a}: {element}, {b}: {element}):\n{c} = stablehlo.xor {a}, {} : {element}\n\
             {d} = stablehlo.xor {b}, {} : {element}\n{}\n{end} : ({}) -> {}",
            x.names[0],
            scalar.names[0],
            scalar.names[0],
            compared(&c, &d),
            x.of.text(),
            of.text()
        );
        let [name, twin] = [self.fresh_name(), self.fresh_name()];
        let twin_text = format!(
            "\"stablehlo.sort\"({keys}, {}) ({{\n^bb0({a}: {element}, {b}: {element}, {c}: {element}, {d}: {element}):\n\
             {}\n{end} : ({plain}, {plain}) -> ({plain}, {plain})",
            x.names[1],
            compared(&a, &b)
        );
        self.line(format!("{name} = {text}"), format!("{twin}:2 = {twin_text}"));
        self.offer(Value { names: [name, format!("{twin}#1")], of });
        Some(())
    }

    /// Nested tuples, and an element of one.
    fn tuple(&mut self) -> Attempt {
        let (x, y) = (self.any(), self.any());
        let (a, b) = (x.of.text(), y.of.text());
        let inner = format!("tuple<{a}, {b}>");
        let pair = self.only_text(format!("stablehlo.tuple {}, {} : {inner}", x.names[0], y.names[0]));
        let outer = format!("tuple<{b}, {inner}>");
        let nested = self.only_text(format!("stablehlo.tuple {}, {pair} : {outer}", y.names[0]));
        let second = self.only_text(format!("stablehlo.get_tuple_element {nested}[1] : ({outer}) -> {inner}"));
        let name = self.only_text(format!("stablehlo.get_tuple_element {second}[0] : ({inner}) -> {a}"));
        self.offer(Value { names: [name, x.names[1].clone()], of: x.of });
        Some(())
    }

    fn barrier(&mut self) -> Attempt {
        let (x, y) = (self.movable(), self.movable());
        let statement =
            format!("stablehlo.optimization_barrier {}, {} : {}, {}", x.names[0], y.names[0], x.of.text(), y.of.text());
        let name = self.fresh_name();
        self.several(&name, &statement, vec![(x.names[1].clone(), x.of), (y.names[1].clone(), y.of)]);
        Some(())
    }
}

/// `array<i64: 0, 1>`
pub fn array(items: &[usize]) -> String {
    let items: Vec<String> = items.iter().map(usize::to_string).collect();
    if items.is_empty() { "array<i64>".to_string() } else { format!("array<i64: {}>", items.join(", ")) }
}
