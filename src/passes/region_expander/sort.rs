//! Sorts: insertion, stable, in each line. A loop over the elements takes one after the other towards its line's start,
//! as far as the comparator puts it before its neighbour.

use super::elements::{Callee, element, flat, index_of, with_element};
use crate::hlo::{
    BinaryOp, Builder, ComparisonDirection, Computation, ComputationId, Diagnostics, InstructionId, LocationRef,
    Module, Op, Shape,
};
use crate::passes::counted_loop::{COUNTER, CountedLoop};

pub fn expand(
    module: &mut Module,
    owner: ComputationId,
    id: InstructionId,
) -> Result<Option<InstructionId>, Diagnostics> {
    let sort = module.computation(owner).get(id).clone();
    let Op::Sort { dimension, comparator, .. } = sort.op else { return Ok(None) };
    let mut b = Builder::new(module.computation_mut(owner), &sort.location);
    let dims = b.dims(sort.operands()[0]);
    let count: usize = dims.iter().product();
    if count == 0 || i32::try_from(count).is_err() {
        return Ok(None);
    }
    let [lines_last, back] = to_last(dims.len(), dimension);
    let rows = sort.operands().iter().map(|&operand| {
        let lines = b.transpose(operand, &lines_last);
        flat(&mut b, lines)
    });
    let rows: Vec<InstructionId> = rows.collect();
    let shapes: Vec<Shape> = rows.iter().map(|&row| b.shape(row).clone()).collect();
    b.finish()?;
    let walk = Walk::add(module, comparator, &shapes, &sort.location)?;
    let turns = CountedLoop::add(module, "sort", &sort.location, count, &shapes, |b, turn, rows| {
        let within = index_of(b, turn, &[dims[dimension]])[0];
        let start = b.subtract(turn, within);
        walk.run(b, turn, start, rows)
    })?;
    let mut b = Builder::new(module.computation_mut(owner), &sort.location);
    let sorted = turns.run(&mut b, &rows);
    let transposed_dims: Vec<usize> = lines_last.iter().map(|&dim| dims[dim]).collect();
    let results = sorted.into_iter().map(|row| {
        let lines = b.reshape(row, &transposed_dims);
        b.transpose(lines, &back)
    });
    let results: Vec<InstructionId> = results.collect();
    let value = if let [result] = results[..] { result } else { b.tuple(&results) };
    b.finish()?;
    Ok(Some(value))
}

/// The permutations that move a dimension behind the others, and back.
fn to_last(rank: usize, dimension: usize) -> [Vec<usize>; 2] {
    let last = rank - 1;
    let mut back: Vec<usize> = (0..last).collect();
    back.insert(dimension, last);
    [(0..rank).filter(|&dim| dim != dimension).chain([dimension]).collect(), back]
}

/// The loop that takes one element to its place. Its state is where the element is, where its line starts, and the rows.
struct Walk {
    condition: ComputationId,
    body: ComputationId,
}

impl Walk {
    fn add(
        module: &mut Module,
        comparator: ComputationId,
        rows: &[Shape],
        location: &LocationRef,
    ) -> Result<Walk, Diagnostics> {
        let counter = Shape::scalar(COUNTER);
        let state = Shape::Tuple([&[counter.clone(), counter], rows].concat());
        let callee = Callee::new(comparator, module.computation(comparator));
        let condition = module.add_computation(goes_on(&callee, &state, location)?);
        let body = module.add_computation(swaps(&state, location)?);
        Ok(Walk { condition, body })
    }

    fn run(
        &self,
        b: &mut Builder,
        place: InstructionId,
        start: InstructionId,
        rows: &[InstructionId],
    ) -> Vec<InstructionId> {
        let state = b.tuple(&[&[place, start], rows].concat());
        let walked = b.while_loop(state, self.condition, self.body);
        b.untuple(walked).split_off(2)
    }
}

/// Whether there is an element before this one in its line, and the comparator puts this one first.
fn goes_on(comparator: &Callee, state: &Shape, location: &LocationRef) -> Result<Computation, Diagnostics> {
    let mut computation = Computation::new("sort_goes_on");
    let mut b = Builder::new(&mut computation, location);
    let parameter = b.parameter(0, state.clone());
    let values = b.untuple(parameter);
    let (place, start, rows) = (values[0], values[1], &values[2..]);
    let previous = before(&mut b, place);
    let pairs = rows.iter().flat_map(|&row| [element(&mut b, row, &[place]), element(&mut b, row, &[previous])]);
    let pairs: Vec<InstructionId> = pairs.collect();
    let is_first = comparator.call(&mut b, &pairs)[0];
    let has_previous = b.compare(ComparisonDirection::Gt, place, start);
    let root = b.binary(BinaryOp::And, has_previous, is_first);
    b.finish_with_root(root)?;
    Ok(computation)
}

/// Changes places with the element before.
fn swaps(state: &Shape, location: &LocationRef) -> Result<Computation, Diagnostics> {
    let mut computation = Computation::new("sort_swaps");
    let mut b = Builder::new(&mut computation, location);
    let parameter = b.parameter(0, state.clone());
    let values = b.untuple(parameter);
    let (place, start, rows) = (values[0], values[1], &values[2..]);
    let previous = before(&mut b, place);
    let mut next = vec![previous, start];
    for &row in rows {
        let (this, other) = (element(&mut b, row, &[place]), element(&mut b, row, &[previous]));
        let row = with_element(&mut b, row, place, other);
        next.push(with_element(&mut b, row, previous, this));
    }
    let root = b.tuple(&next);
    b.finish_with_root(root)?;
    Ok(computation)
}

fn before(b: &mut Builder, place: InstructionId) -> InstructionId {
    let one = b.scalar_integer(COUNTER, 1);
    b.subtract(place, one)
}
