//! What an HLO value is in StableHLO: one value, or the parts of a tuple that is never made.

use super::emission::Emission;
use crate::hlo::Shape;
use crate::stablehlo::{Attribute, Operation, Type, ValueId};

#[derive(Clone, Debug)]
pub enum Bound {
    One(ValueId),
    Tuple(Vec<Bound>),
}

impl Emission<'_, '_> {
    /// The value itself; a tuple is made where only its parts were there.
    pub fn one(&mut self, bound: Bound) -> ValueId {
        match bound {
            Bound::One(value) => value,
            Bound::Tuple(parts) => {
                let operands: Vec<ValueId> = parts.into_iter().map(|part| self.one(part)).collect();
                let types = operands.iter().map(|&value| self.emitter.types[value.0 as usize].clone()).collect();
                self.single("stablehlo.tuple", operands, Type::Tuple(types), Vec::new())
            }
        }
    }

    /// The parts of a tuple, or the only value.
    pub fn parts(&mut self, bound: Bound, shape: &Shape) -> Vec<ValueId> {
        match (bound, shape.as_tuple()) {
            (Bound::Tuple(parts), _) => parts.into_iter().map(|part| self.one(part)).collect(),
            (Bound::One(value), None) => vec![value],
            (Bound::One(tuple), Some(shapes)) => {
                (0..shapes.len()).map(|index| self.element(tuple, index, &shapes[index])).collect()
            }
        }
    }

    /// An element of a tuple that is a value.
    pub fn element(&mut self, tuple: ValueId, index: usize, shape: &Shape) -> ValueId {
        let attributes = vec![("index".into(), Attribute::i32(index as i32))];
        self.single("stablehlo.get_tuple_element", vec![tuple], Type::from(shape), attributes)
    }

    /// An operation of one result.
    pub fn single(
        &mut self,
        name: &'static str,
        operands: Vec<ValueId>,
        of_type: Type,
        attributes: crate::stablehlo::Attributes,
    ) -> ValueId {
        let result = self.emitter.value(of_type);
        let location = self.instruction.location.clone();
        let operation = Operation { operands, results: vec![result], attributes, location, ..Operation::new(name) };
        self.scope.operations.push(operation);
        result
    }
}

/// Values in the place of a shape's parts.
pub fn bind(shape: &Shape, values: Vec<ValueId>) -> Bound {
    match shape {
        Shape::Tuple(_) => Bound::Tuple(values.into_iter().map(Bound::One).collect()),
        Shape::Array(_) | Shape::Token => values.into_iter().next().map_or(Bound::Tuple(Vec::new()), Bound::One),
    }
}

/// Types of a shape's parts, or its own.
pub fn part_types(shape: &Shape) -> Vec<Type> {
    match shape.as_tuple() {
        Some(parts) => parts.iter().map(Type::from).collect(),
        None => vec![Type::from(shape)],
    }
}
