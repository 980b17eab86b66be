//! `chlo.ragged_dot`: a dimension of the left side falls into groups, one after the other. What lies behind the last
//! one is in none. Of which kind the dimension is makes three operations:
//!
//! * a free one (rows): each group is multiplied by a matrix of its own; rows of no group give zeros;
//! * a contracting one (terms): each group's terms add up to a product of its own;
//! * a batch dimension: the product of the batches, whatever the groups.
//!
//! What does not belong to a group takes no part in its product: not even an infinity times zero.

use crate::frontend::lower::{Failure, OpLowering, Outcome};
use crate::hlo::{
    BinaryOp, Builder, ComparisonDirection, Diagnostic, DotDimensionNumbers, InstructionId, Op, Precision, Shape,
};

/// Dimension numbers of a product with a ragged dimension of the left side.
struct Ragged {
    dims: DotDimensionNumbers,
    ragged: usize,
    /// The matrices' dimension of the right side; there is one where rows are ragged.
    group: Option<usize>,
    precision: [Precision; 2],
    result: Shape,
}

/// Where a group begins and ends: one number, or one for each index of some dimensions of the left side.
struct Group {
    start: InstructionId,
    end: InstructionId,
    /// Those dimensions.
    prefix: Vec<usize>,
}

impl OpLowering<'_, '_> {
    pub fn ragged_dot(&mut self) -> Outcome {
        self.expect_operands(3)?;
        let ragged = self.ragged_dimensions()?;
        let [lhs, rhs, sizes] = [self.operands[0], self.operands[1], self.operands[2]];
        if ragged.dims.lhs_batch.contains(&ragged.ragged) {
            self.ragged_prefix(&ragged)?;
            let mut builder = self.builder();
            let product = ragged.product(&mut builder, lhs, rhs, &ragged.dims, &ragged.result);
            return builder.finish().map(|()| vec![product]).map_err(Failure::from);
        }
        let prefix = self.ragged_prefix(&ragged)?;
        let mut builder = self.builder();
        let groups = Group::all(&mut builder, sizes, &prefix);
        let result = match ragged.group {
            Some(group) => ragged.rows(&mut builder, (lhs, rhs), &groups, group),
            None => ragged.terms(&mut builder, (lhs, rhs), &groups),
        };
        builder.finish()?;
        Ok(vec![result])
    }

    fn ragged_dimensions(&self) -> Result<Ragged, Failure> {
        let fields = self.node.fields("ragged_dot_dimension_numbers")?;
        let list = |name: &str| self.node.dimensions(&fields, name);
        let dims = DotDimensionNumbers {
            lhs_batch: list("lhs_batching_dimensions")?,
            rhs_batch: list("rhs_batching_dimensions")?,
            lhs_contracting: list("lhs_contracting_dimensions")?,
            rhs_contracting: list("rhs_contracting_dimensions")?,
        };
        let (ragged, group) = (list("lhs_ragged_dimensions")?, list("rhs_group_dimensions")?);
        let &[ragged] = ragged.as_slice() else {
            return Err(self.node.error("expected one ragged dimension of the left side").into());
        };
        let is_free = !dims.lhs_batch.contains(&ragged) && !dims.lhs_contracting.contains(&ragged);
        let (lhs, rhs) = (self.array(0)?.rank(), self.array(1)?.rank());
        if ragged >= lhs || group.len() != usize::from(is_free) || group.iter().any(|&group| group >= rhs) {
            let message = "expected a dimension of groups of the right side where rows are ragged, and none elsewhere";
            return Err(self.node.error(message).into());
        }
        let Some(result) = self.result()?.complete() else {
            return Err(self.node.unsupported("a result of dynamic shape").into());
        };
        Ok(Ragged { dims, ragged, group: group.first().copied(), precision: self.precision()?, result })
    }

    /// The dimensions of the left side along which the sizes of groups differ: none, or all that lie outside of the
    /// ragged one.
    fn ragged_prefix(&self, ragged: &Ragged) -> Result<Vec<usize>, Diagnostic> {
        let (lhs, rhs, sizes) = (self.array(0)?, self.array(1)?, self.array(2)?);
        let prefix = ragged.dims.outside_of(ragged.ragged);
        let expected: Vec<usize> = prefix.iter().filter_map(|&d| lhs.dims.get(d).copied()).collect();
        let Some((&groups, outer)) = sizes.dims.split_last() else {
            return Err(self.node.error("expected the sizes of groups, found a scalar"));
        };
        if groups == 0 || ragged.group.is_some_and(|group| rhs.dims[group] != groups) {
            return Err(self
                .node
                .error(format!("expected a matrix for each of {groups} groups, of which there is one at least")));
        }
        match outer.is_empty() {
            true => Ok(Vec::new()),
            false if outer == expected => Ok(prefix),
            false => {
                Err(self.node.error(format!("expected sizes of groups for each of {expected:?}, found {outer:?}")))
            }
        }
    }
}

impl Group {
    /// Groups lie one behind the other.
    fn all(builder: &mut Builder, sizes: InstructionId, prefix: &[usize]) -> Vec<Group> {
        let dims = builder.dims(sizes);
        let last = dims.len() - 1;
        let outer = if prefix.is_empty() { &[] } else { &dims[..last] };
        let zero = builder.scalar_integer(builder.element_type(sizes), 0);
        let mut start = builder.splat(zero, outer);
        let mut groups = Vec::new();
        for group in 0..dims[last] {
            let size = builder.slice_dimension(sizes, last, group, group + 1);
            let size = builder.reshape(size, outer);
            let end = builder.add_values(start, size);
            groups.push(Group { start, end, prefix: prefix.to_vec() });
            start = end;
        }
        groups
    }

    /// For an array of these dimensions, whether an element is of the group: `place` says where a dimension of the
    /// left side is in the array.
    fn holds(
        &self,
        builder: &mut Builder,
        dims: &[usize],
        ragged: usize,
        place: impl Fn(usize) -> usize,
    ) -> InstructionId {
        let index = builder.iota(builder.element_type(self.start), dims, place(ragged));
        let outer: Vec<usize> = self.prefix.iter().map(|&d| place(d)).collect();
        let [start, end] = [self.start, self.end].map(|bound| builder.broadcast(bound, dims, &outer));
        let from = builder.compare(ComparisonDirection::Ge, index, start);
        let to = builder.compare(ComparisonDirection::Lt, index, end);
        builder.binary(BinaryOp::And, from, to)
    }
}

impl Ragged {
    /// All rows times each group's matrix; the rows of the group are kept.
    fn rows(
        &self,
        builder: &mut Builder,
        (lhs, rhs): (InstructionId, InstructionId),
        groups: &[Group],
        group_dim: usize,
    ) -> InstructionId {
        let free = DotDimensionNumbers::free(builder.dims(lhs).len(), &self.dims.lhs_batch, &self.dims.lhs_contracting);
        let of_result: Vec<usize> = [&self.dims.lhs_batch[..], &free].concat();
        let place = |d: usize| of_result.iter().position(|&of_lhs| of_lhs == d).unwrap_or(0);
        let without_group = |list: &[usize]| list.iter().map(|&d| if d > group_dim { d - 1 } else { d }).collect();
        let dims = DotDimensionNumbers {
            rhs_batch: without_group(&self.dims.rhs_batch),
            rhs_contracting: without_group(&self.dims.rhs_contracting),
            ..self.dims.clone()
        };
        let mut matrix_dims = builder.dims(rhs);
        matrix_dims.remove(group_dim);
        let mut result = None;
        for (number, group) in groups.iter().enumerate() {
            let matrix = builder.slice_dimension(rhs, group_dim, number, number + 1);
            let matrix = builder.reshape(matrix, &matrix_dims);
            let product = self.product(builder, lhs, matrix, &dims, &self.result);
            let others = result.unwrap_or_else(|| builder.full_like(product, 0.0));
            let of_product = builder.dims(product);
            let is_inside = group.holds(builder, &of_product, self.ragged, place);
            result = Some(builder.select(is_inside, product, others));
        }
        result.unwrap_or(lhs)
    }

    /// A product for each group, of which both sides keep the group's terms.
    fn terms(
        &self,
        builder: &mut Builder,
        (lhs, rhs): (InstructionId, InstructionId),
        groups: &[Group],
    ) -> InstructionId {
        let of_lhs = [&self.dims.lhs_batch[..], &self.dims.lhs_contracting].concat();
        let of_rhs = [&self.dims.rhs_batch[..], &self.dims.rhs_contracting].concat();
        let in_rhs = |d: usize| of_lhs.iter().position(|&of_lhs| of_lhs == d).map_or(0, |i| of_rhs[i]);
        let dims: Vec<usize> = self.result.as_array().map_or(Vec::new(), |result| result.dims.clone());
        let single = match self.result.as_array() {
            Some(result) => Shape::array(result.element_type, dims.get(1..).unwrap_or_default()),
            None => self.result.clone(),
        };
        let mut products = Vec::new();
        for group in groups {
            let lhs = self.kept(builder, lhs, group, |d| d);
            let rhs = self.kept(builder, rhs, group, in_rhs);
            let product = self.product(builder, lhs, rhs, &self.dims, &single);
            let row = [&[1], &builder.dims(product)[..]].concat();
            products.push(builder.reshape(product, &row));
        }
        builder.concatenate(&products, 0)
    }

    /// An array with zeros where it is not of the group.
    fn kept(
        &self,
        builder: &mut Builder,
        array: InstructionId,
        group: &Group,
        place: impl Fn(usize) -> usize,
    ) -> InstructionId {
        let dims = builder.dims(array);
        let is_inside = group.holds(builder, &dims, self.ragged, place);
        let zeros = builder.full_like(array, 0.0);
        builder.select(is_inside, array, zeros)
    }

    fn product(
        &self,
        builder: &mut Builder,
        lhs: InstructionId,
        rhs: InstructionId,
        dims: &DotDimensionNumbers,
        result: &Shape,
    ) -> InstructionId {
        let op = Op::Dot { dims: dims.clone(), precision: self.precision, algorithm: None };
        builder.add(op, &[lhs, rhs], result)
    }
}
