//! `chlo.ragged_dot` in its three modes; the twin cuts the groups out and multiplies each.

use super::{Attempt, Type, Value, Writer, list};
use pjrt::hlo::{ArrayLiteral, ElementType};

/// Sizes of everything.
struct Ragged {
    element_type: ElementType,
    batch: usize,
    m: usize,
    k: usize,
    n: usize,
    /// Sizes of groups, for each batch.
    groups: Vec<Vec<usize>>,
}

impl Writer {
    pub(super) fn ragged_dot(&mut self) -> Attempt {
        let element_type =
            self.random.choose(&[ElementType::F32, ElementType::F32, ElementType::S32, ElementType::BF16]);
        let [batch, m, k, n] = [(); 4].map(|()| 1 + self.random.below(4));
        let mode = self.random.below(3);
        let whole = [m, k, batch][mode];
        let count = 1 + self.random.below(3);
        let per_batch = mode < 2 && self.random.flag();
        let mut sizes = || -> Vec<usize> {
            let mut left = whole;
            let size = |w: &mut Writer, left: &mut usize| {
                let size = w.random.below(*left + 1);
                *left -= size;
                size
            };
            (0..count).map(|_| size(self, &mut left)).collect()
        };
        let groups = match per_batch {
            true => (0..batch).map(|_| sizes()).collect(),
            false => vec![sizes(); batch],
        };
        let ragged = Ragged { element_type, batch, m, k, n, groups };
        match mode {
            0 => self.ragged_rows(&ragged, per_batch),
            1 => self.ragged_sum(&ragged, per_batch),
            _ => self.ragged_batch(&ragged),
        }
    }

    fn group_sizes(&mut self, ragged: &Ragged, per_batch: bool) -> Value {
        let rows = if per_batch { &ragged.groups[..] } else { &ragged.groups[..1] };
        let bytes: Vec<u8> =
            rows.iter().flatten().flat_map(|&size| ElementType::S32.encode_integer(size as i64)).collect();
        let dims = if per_batch { vec![rows.len(), rows[0].len()] } else { vec![rows[0].len()] };
        let of = Type::of_dims(ElementType::S32, dims.clone());
        self.leaf_of(&of, ArrayLiteral::from_slice(ElementType::S32, dims, &bytes))
    }

    /// Statement of the program with the dimension numbers of a mode.
    fn ragged_text(&mut self, operands: [&Value; 3], numbers: &str, of: &Type) -> String {
        let names = operands.map(|value| value.names[0].as_str()).join(", ");
        let types = super::signature(&operands, std::slice::from_ref(of), 0);
        self.only_text(format!(
            "\"chlo.ragged_dot\"({names}) {{ragged_dot_dimension_numbers = #chlo.ragged_dot<{numbers}>}} : {types}"
        ))
    }

    /// `[b,m,k], [g,b,k,n], [g] or [b,g] -> [b,m,n]`: rows that are in no group are zero.
    fn ragged_rows(&mut self, r: &Ragged, per_batch: bool) -> Attempt {
        let count = r.groups[0].len();
        let lhs = self.like(&Type::of_dims(r.element_type, [r.batch, r.m, r.k]));
        let rhs = self.like(&Type::of_dims(r.element_type, [count, r.batch, r.k, r.n]));
        let sizes = self.group_sizes(r, per_batch);
        let of = Type::of_dims(r.element_type, [r.batch, r.m, r.n]);
        let numbers = "lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], \
                       rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]";
        let name = self.ragged_text([&lhs, &rhs, &sizes], numbers, &of);
        let mut batches = Vec::new();
        for b in 0..r.batch {
            let (mut start, mut parts) = (0, Vec::new());
            for (g, &size) in r.groups[b].iter().enumerate() {
                let rows = self.cut(&lhs, &[(b, b + 1), (start, start + size), (0, r.k)], &[size, r.k]);
                let matrix = self.cut(&rhs, &[(g, g + 1), (b, b + 1), (0, r.k), (0, r.n)], &[r.k, r.n]);
                parts.push(self.multiplied(r, &rows, &matrix, [size, r.k, r.n]));
                start += size;
            }
            parts.push(self.zeros(r, &[r.m - start, r.n]));
            let rows = self.joined(&parts, 0, &[r.m, r.n]);
            batches.push(self.shaped(&rows, &[1, r.m, r.n]));
        }
        let twin = self.joined(&batches, 0, &[r.batch, r.m, r.n]);
        self.offer(Value { names: [name, twin.names[1].clone()], of });
        Some(())
    }

    /// `[b,m,k], [b,k,n], [g] or [b,g] -> [g,b,m,n]`
    fn ragged_sum(&mut self, r: &Ragged, per_batch: bool) -> Attempt {
        let count = r.groups[0].len();
        let lhs = self.like(&Type::of_dims(r.element_type, [r.batch, r.m, r.k]));
        let rhs = self.like(&Type::of_dims(r.element_type, [r.batch, r.k, r.n]));
        let sizes = self.group_sizes(r, per_batch);
        let of = Type::of_dims(r.element_type, [count, r.batch, r.m, r.n]);
        let numbers = "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], \
                       rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = []";
        let name = self.ragged_text([&lhs, &rhs, &sizes], numbers, &of);
        let mut parts = Vec::new();
        for g in 0..count {
            for b in 0..r.batch {
                let start: usize = r.groups[b][..g].iter().sum();
                let size = r.groups[b][g];
                let left = self.cut(&lhs, &[(b, b + 1), (0, r.m), (start, start + size)], &[r.m, size]);
                let right = self.cut(&rhs, &[(b, b + 1), (start, start + size), (0, r.n)], &[size, r.n]);
                let product = self.multiplied(r, &left, &right, [r.m, size, r.n]);
                parts.push(self.shaped(&product, &[1, r.m, r.n]));
            }
        }
        let twin = self.joined(&parts, 0, &[count * r.batch, r.m, r.n]);
        let twin = self.shaped(&twin, &of.shape.dims);
        self.offer(Value { names: [name, twin.names[1].clone()], of });
        Some(())
    }

    /// `[b,m,k], [b,k,n], [g] -> [b,m,n]`: the product of the batches, whatever the groups.
    fn ragged_batch(&mut self, r: &Ragged) -> Attempt {
        let lhs = self.like(&Type::of_dims(r.element_type, [r.batch, r.m, r.k]));
        let rhs = self.like(&Type::of_dims(r.element_type, [r.batch, r.k, r.n]));
        let sizes = self.group_sizes(r, false);
        let of = Type::of_dims(r.element_type, [r.batch, r.m, r.n]);
        let numbers = "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], \
                       rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []";
        let name = self.ragged_text([&lhs, &rhs, &sizes], numbers, &of);
        let dims = "batching_dims = [0] x [0], contracting_dims = [2] x [1]";
        let types = super::signature(&[&lhs, &rhs], std::slice::from_ref(&of), 1);
        let twin =
            self.only_twin(format!("stablehlo.dot_general {}, {}, {dims} : {types}", lhs.names[1], rhs.names[1]));
        self.offer(Value { names: [name, twin], of });
        Some(())
    }

    fn twin_value(&mut self, statement: String, of: Type) -> Value {
        let name = self.only_twin(statement);
        Value { names: [String::new(), name], of }
    }

    /// A part of an array, in other dimensions.
    fn cut(&mut self, x: &Value, ranges: &[(usize, usize)], dims: &[usize]) -> Value {
        let cut: Vec<usize> = ranges.iter().map(|(start, limit)| limit - start).collect();
        let ranges: Vec<String> = ranges.iter().map(|(start, limit)| format!("{start}:{limit}:1")).collect();
        let of = Type::of_dims(x.element_type(), cut);
        let (from, to) = (x.of.plain_text(), of.plain_text());
        let part = self.twin_value(format!("stablehlo.slice {} {} : ({from}) -> {to}", x.names[1], list(&ranges)), of);
        self.shaped(&part, dims)
    }

    fn shaped(&mut self, x: &Value, dims: &[usize]) -> Value {
        let of = Type::of_dims(x.element_type(), dims);
        let (from, to) = (x.of.plain_text(), of.plain_text());
        self.twin_value(format!("stablehlo.reshape {} : ({from}) -> {to}", x.names[1]), of)
    }

    fn multiplied(&mut self, r: &Ragged, a: &Value, b: &Value, [m, _, n]: [usize; 3]) -> Value {
        let of = Type::of_dims(r.element_type, [m, n]);
        let types = super::signature(&[a, b], std::slice::from_ref(&of), 1);
        let statement =
            format!("stablehlo.dot_general {}, {}, contracting_dims = [1] x [0] : {types}", a.names[1], b.names[1]);
        self.twin_value(statement, of)
    }

    fn zeros(&mut self, r: &Ragged, dims: &[usize]) -> Value {
        let of = Type::of_dims(r.element_type, dims);
        let zero = match (of.shape.element_count(), r.element_type.is_float()) {
            (0, _) => "",
            (_, true) => "0.0",
            (_, false) => "0",
        };
        self.twin_value(format!("stablehlo.constant dense<{zero}> : {}", of.plain_text()), of)
    }

    fn joined(&mut self, parts: &[Value], dimension: usize, dims: &[usize]) -> Value {
        let of = Type::of_dims(parts[0].element_type(), dims);
        let names: Vec<&str> = parts.iter().map(|part| part.names[1].as_str()).collect();
        let types = super::signature(&parts.iter().collect::<Vec<_>>(), std::slice::from_ref(&of), 1);
        self.twin_value(format!("stablehlo.concatenate {}, dim = {dimension} : {types}", names.join(", ")), of)
    }
}
