//! One instruction, by its rule.

use super::plan::Plan;
use super::{Body, Value, part_of};
use crate::hlo::op_class::control_flow;
use crate::hlo::{Axis, Diagnostic, Diagnostics, InstructionId, Op, Shape, TileAxes};
use crate::passes::spmd::rule::{Rule, Site, is_annotation, rule};
use std::sync::Arc;

/// Says of an instruction what was not divided though its operand was.
const NOTE: &str = "spmd_note";

impl Body<'_, '_> {
    /// The instruction of one device.
    pub fn instruction(&mut self, id: InstructionId) -> Result<Value, Diagnostics> {
        let whole = self.whole();
        Ok(match whole.op(id) {
            Op::Parameter { .. } => self.parameter(id),
            Op::Constant(literal) => self.constant(id, literal),
            Op::Iota { dimension } => self.iota(id, *dimension),
            Op::Rng { .. } => self.drawn(id),
            Op::Tuple | Op::OptimizationBarrier => self.passing(id),
            Op::GetTupleElement { index } => self.get_tuple_element(id, *index),
            control_flow!() => self.running(id),
            Op::CustomCall(call) if is_annotation(&call.target) => match &*call.target {
                "SPMDFullToShardShape" => {
                    let value = self.full_to_shard(id);
                    self.fitting(id, value)?
                }
                "SPMDShardToFullShape" => {
                    let value = self.shard_to_full(id);
                    self.fitting(id, value)?
                }
                _ => self.sharded(id),
            },
            Op::Concatenate { dimension } => self.concatenate(id, *dimension),
            Op::Slice { .. } => self.slice(id),
            Op::ReduceWindow { window, .. } => self.reduce_window(id, window),
            Op::Transfer(transfer) => self.transfer(id, transfer)?,
            // Every other operation by its rule.
            _ => self.divided(id),
        })
    }

    /// # Errors
    /// A border of a manual computation whose shapes, as the program states them, are not of one array.
    fn fitting(&self, id: InstructionId, value: Value) -> Result<Value, Diagnostics> {
        let border = self.whole().get(id);
        let expected = part_of(&border.shape, &mut value.tiles.iter());
        let found = self.local.shape(value.id);
        if found.same_type(&expected) {
            return Ok(value);
        }
        let message = format!("custom-call: a device's part of {} is {expected}, found {found}", border.shape);
        Err(Diagnostic::program(message, &border.location).into())
    }

    pub fn site(&self, id: InstructionId) -> Site<'_> {
        Site { module: self.source, computation: self.whole(), id }
    }

    pub fn rule(&self, id: InstructionId) -> Rule {
        rule(self.site(id))
    }

    /// An operation, divided by the factors of its rule.
    pub fn divided(&mut self, id: InstructionId) -> Value {
        let whole = self.whole();
        let rule = self.rule(id);
        let plan = self.plan(id, &rule);
        let manual = self.wanted(id).first().map(|tiles| tiles.manual.clone()).unwrap_or_default();
        let mut operands = Vec::new();
        for (&operand, dims) in whole.operands(id).iter().zip(&rule.operands) {
            let tiles = match whole.shape(operand) {
                Shape::Array(_) => vec![plan.tiles(dims, &manual)],
                Shape::Tuple(_) | Shape::Token => {
                    self.wanted(operand).iter().map(|tiles| TileAxes::replicated(tiles.rank())).collect()
                }
            };
            operands.push(self.operand_as(operand, &tiles));
        }
        self.fetch_neighbours(&rule, &plan, &mut operands);
        self.mirror(&rule, &plan, &mut operands);
        let own = self.localize_indices(id, &rule, &plan, &mut operands);
        let results: Vec<TileAxes> = rule.results.iter().map(|dims| plan.tiles(dims, &manual)).collect();
        let shape = part_of(whole.shape(id), &mut results.iter());
        let reduced = plan.reduced_axes(&rule);
        let mut made = match reduced.is_empty() {
            true => self.local_operation(id, &rule, &plan, shape, operands.clone()),
            false => self.partial_operation(id, &rule, &plan, shape, operands.clone()),
        };
        self.note_gathered(id, &rule, made);
        if let Some(own) = own {
            made = self.where_own(id, &rule, own, made, operands[0]);
        }
        self.finished(id, &rule, Value { id: made, tiles: results }, &reduced)
    }

    /// Combines partial results, and brings the result into the sharding that is wanted.
    fn finished(&mut self, id: InstructionId, rule: &Rule, mut value: Value, reduced: &[Axis]) -> Value {
        let whole = self.whole().shape(id).clone();
        let wanted = self.wanted(id);
        if let (Some(op), Shape::Array(array), false) = (rule.combiner, &whole, reduced.is_empty()) {
            self.combine(&mut value, array, &wanted[0], reduced, op);
            self.apply_start(id, rule, op, &mut value);
        }
        Value { id: self.value_as(&value, &whole, &wanted), tiles: wanted }
    }

    /// Keeps in the program's text that an operand was gathered because its operation cannot be divided so.
    fn note_gathered(&mut self, id: InstructionId, rule: &Rule, made: InstructionId) {
        let whole = self.whole();
        let mut notes = Vec::new();
        for (index, &operand) in whole.operands(id).iter().enumerate() {
            let Shape::Array(array) = whole.shape(operand) else { continue };
            let tiles = &self.values[&operand].tiles[0];
            for dimension in 0..array.rank() {
                if !tiles.dims[dimension].is_empty() && rule.operands[index][dimension].is_empty() {
                    notes.push(format!("operand {index} is gathered along dimension {dimension}"));
                }
            }
        }
        if !notes.is_empty() {
            let attributes = &mut self.local.get_mut(made).frontend_attributes;
            attributes.insert(Arc::from(NOTE), notes.join("; ").into());
        }
    }

    /// The operation over parts of its operands, which gives a part of its result.
    pub fn local_operation(
        &mut self,
        id: InstructionId,
        rule: &Rule,
        plan: &Plan,
        shape: Shape,
        operands: Vec<InstructionId>,
    ) -> InstructionId {
        let op = self.local_op(self.whole().op(id).clone(), rule, plan, &operands);
        self.add_like(id, op, shape, operands)
    }
}
