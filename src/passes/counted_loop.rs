//! Loops that count from 0, for passes that write an operation out step by step.

use crate::hlo::{
    Builder, ComparisonDirection, Computation, ComputationId, Diagnostics, ElementType, InstructionId, LocationRef,
    Module, Shape,
};

/// Type of the counter.
pub(super) const COUNTER: ElementType = ElementType::S32;

/// The computations of a loop whose state is a counter and the values that `step` makes anew.
pub(super) struct CountedLoop {
    condition: ComputationId,
    body: ComputationId,
}

impl CountedLoop {
    /// `step` builds the next values from the counter and those of the state.
    pub fn add(
        module: &mut Module,
        name: &str,
        location: &LocationRef,
        trips: usize,
        state: &[Shape],
        step: impl FnOnce(&mut Builder, InstructionId, &[InstructionId]) -> Vec<InstructionId>,
    ) -> Result<CountedLoop, Diagnostics> {
        let shapes: Vec<Shape> = std::iter::once(Shape::scalar(COUNTER)).chain(state.iter().cloned()).collect();
        let state = Shape::Tuple(shapes);
        let condition = computation(format!("{name}_condition"), location, &state, |b, values| {
            let limit = b.scalar(COUNTER, trips as f64);
            b.compare(ComparisonDirection::Lt, values[0], limit)
        })?;
        let body = computation(format!("{name}_body"), location, &state, |b, values| {
            let one = b.scalar(COUNTER, 1.0);
            let next = b.add_values(values[0], one);
            let results = step(b, values[0], &values[1..]);
            b.tuple(&[&[next], &results[..]].concat())
        })?;
        Ok(CountedLoop { condition: module.add_computation(condition), body: module.add_computation(body) })
    }

    /// The values after the last turn.
    pub fn run(&self, b: &mut Builder, state: &[InstructionId]) -> Vec<InstructionId> {
        let zero = b.scalar(COUNTER, 0.0);
        let init = b.tuple(&[&[zero], state].concat());
        let result = b.while_loop(init, self.condition, self.body);
        (1..=state.len()).map(|index| b.get_tuple_element(result, index)).collect()
    }
}

/// A computation of the parts of one tuple.
fn computation(
    name: String,
    location: &LocationRef,
    state: &Shape,
    build: impl FnOnce(&mut Builder, &[InstructionId]) -> InstructionId,
) -> Result<Computation, Diagnostics> {
    let mut computation = Computation::new(name);
    let mut b = Builder::new(&mut computation, location);
    let parameter = b.parameter(0, state.clone());
    let values = b.untuple(parameter);
    let root = build(&mut b, &values);
    b.finish_with_root(root)?;
    Ok(computation)
}
