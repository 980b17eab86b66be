//! Computations over scalars (reducers, comparators, maps) applied to values, lane by lane.

use super::evaluate::{Computed, Evaluator, Result, apply_elementwise};
use crate::hlo::{Computation, ComputationId, ElementType, InstructionId, Op};
use std::collections::HashMap;

/// Values of a region's instructions; a tuple has several.
type Values<'ctx> = HashMap<InstructionId, Vec<Computed<'ctx>>>;

impl<'ctx> Evaluator<'_, 'ctx> {
    /// Results of a computation over scalars, for these arguments.
    pub fn apply_region(&mut self, region: ComputationId, arguments: &[Computed<'ctx>]) -> Result<Vec<Computed<'ctx>>> {
        let computation = self.fragment.module.computation(region);
        let mut values = Values::new();
        for id in computation.post_order() {
            let result = self.region_instruction(computation, id, arguments, &values)?;
            values.insert(id, result);
        }
        Ok(values.remove(&computation.root()).expect("the root was computed"))
    }

    fn region_instruction(
        &mut self,
        region: &Computation,
        id: InstructionId,
        arguments: &[Computed<'ctx>],
        values: &Values<'ctx>,
    ) -> Result<Vec<Computed<'ctx>>> {
        let instruction = region.get(id);
        let operands: Vec<Computed<'ctx>> = region.operands(id).iter().flat_map(|o| values[o].clone()).collect();
        let type_of = |&o: &InstructionId| region.get(o).shape.as_array().map_or(ElementType::Pred, |a| a.element_type);
        let types: Vec<ElementType> = region.operands(id).iter().map(type_of).collect();
        let one = |computed| Ok(vec![computed]);
        match &instruction.op {
            Op::Parameter { number } => one(arguments[*number]),
            Op::Constant(literal) if instruction.shape.as_array().is_some_and(|a| a.element_count() == 1) => {
                let literal = literal.expect_array();
                let value = self.math(false).splat_constant(literal.element_type(), literal.element_bytes(0));
                one(Computed { value, depth: 0 })
            }
            Op::Unary(op) => one(self.combine(&operands, |math, v| math.unary(*op, types[0], v[0]))),
            Op::Binary(op) => one(self.combine(&operands, |math, v| math.binary(*op, types[0], v[0], v[1]))),
            Op::Compare { .. } | Op::Select | Op::Clamp | Op::Convert | Op::ReducePrecision { .. } => {
                let result = instruction.array().element_type;
                one(self.combine(&operands, |math, v| apply_elementwise(&math, &instruction.op, &types, result, v)))
            }
            Op::BitcastConvert => {
                let result = instruction.array().element_type;
                one(self.combine(&operands, |math, v| math.bitcast_convert(types[0], result, v[0])))
            }
            Op::Copy | Op::Reshape | Op::Broadcast { .. } | Op::OptimizationBarrier | Op::Tuple => Ok(operands),
            Op::GetTupleElement { index } => one(operands[*index]),
            Op::Map { to_apply } | Op::Call { to_apply } => self.apply_region(*to_apply, &operands),
            other => Err(self.fragment.unsupported(format!("`{}` in a computation over scalars", other.name()))),
        }
    }
}
