//! What one kernel computes: a fused computation or a single instruction, seen as a graph between argument pointers.

use super::reducer::Reduction;
use crate::hlo::{
    ArrayShape, Computation, Diagnostic, Diagnostics, ElementType, Instruction, InstructionId, Module, Op, Shape,
};
use crate::passes::buffers::{OutputFusion, in_place_operand, is_bitcast, may_share_operand, output_fusion};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

/// Literals up to this size are part of the code of a kernel that reads them as an operand.
const INLINE_CONSTANT_BYTES: usize = 64;

/// A value that a kernel writes.
#[derive(Clone, Copy, Debug)]
pub struct Root<'m> {
    pub id: InstructionId,
    /// Which of the instruction's results, where it has several.
    pub part: usize,
    pub shape: &'m ArrayShape,
}

/// The instructions of a kernel and the arguments they read and write.
pub struct Fragment<'m> {
    pub module: &'m Module,
    pub computation: &'m Computation,
    /// The instruction that the kernel performs, and where it stands.
    pub owner: &'m Instruction,
    owner_id: InstructionId,
    caller: &'m Computation,
    /// The product or convolution whose rows the kernel finishes.
    pub contraction: Option<InstructionId>,
    /// Values that the kernel writes, one a result leaf.
    pub roots: Vec<Root<'m>>,
    /// First argument of each value that is read from memory.
    leaves: HashMap<InstructionId, usize>,
    operand_arguments: usize,
    /// Reductions that are computed together, once they were asked for.
    pub(super) sibling_groups: OnceCell<Vec<Vec<Reduction>>>,
}

impl<'m> Fragment<'m> {
    /// The fragment of an instruction: of the fused computation for a fusion, else of the instruction alone.
    ///
    /// # Errors
    /// A fusion that returns nested tuples.
    pub fn new(module: &'m Module, computation: &'m Computation, id: InstructionId) -> Result<Self, Diagnostics> {
        let owner = computation.get(id);
        match owner.op {
            Op::Fusion { computation: fused, .. } => {
                Self::of_fusion(module, module.computation(fused), computation, id)
            }
            _ => Ok(Self::of_single(module, computation, id)),
        }
    }

    fn of_fusion(
        module: &'m Module,
        fused: &'m Computation,
        caller: &'m Computation,
        owner_id: InstructionId,
    ) -> Result<Self, Diagnostics> {
        let owner = caller.get(owner_id);
        let parameters = fused.parameters();
        let mut leaves = HashMap::new();
        let mut next = 0;
        for parameter in parameters {
            leaves.insert(parameter, next);
            next += fused.get(parameter).shape.leaves().len();
        }
        // A template has left its value in the memory of a result.
        let output_fusion = output_fusion(fused);
        if let Some(OutputFusion { contraction, raw_result }) = output_fusion {
            leaves.insert(contraction, next + raw_result);
        }
        let contraction = output_fusion.map(|fusion| fusion.contraction);
        let root = fused.root();
        let ids = match fused.op(root) {
            Op::Tuple => fused.operands(root),
            _ => &[root],
        };
        let roots: Vec<Root> = ids.iter().flat_map(|&id| roots_of(fused, id)).collect();
        if roots.len() != owner.shape.leaves().len() {
            return Err(Diagnostic::unsupported("a fusion that returns nested tuples", &owner.location).into());
        }
        Ok(Fragment {
            module,
            computation: fused,
            owner,
            owner_id,
            caller,
            contraction,
            roots,
            leaves,
            operand_arguments: next,
            sibling_groups: OnceCell::new(),
        })
    }

    fn of_single(module: &'m Module, computation: &'m Computation, id: InstructionId) -> Self {
        let owner = computation.get(id);
        let mut leaves = HashMap::new();
        let mut next = 0;
        for &operand in owner.operands() {
            if !is_inline_constant(computation.get(operand)) {
                leaves.entry(operand).or_insert(next);
            }
            next += computation.get(operand).shape.leaves().len();
        }
        Fragment {
            module,
            computation,
            owner,
            owner_id: id,
            caller: computation,
            contraction: None,
            roots: roots_of(computation, id),
            leaves,
            operand_arguments: next,
            sibling_groups: OnceCell::new(),
        }
    }

    pub fn get(&self, id: InstructionId) -> &'m Instruction {
        self.computation.get(id)
    }

    pub fn operand(&self, id: InstructionId, index: usize) -> InstructionId {
        self.computation.operands(id)[index]
    }

    /// The argument that a value is read from, if it is not computed in the kernel.
    pub fn argument_of(&self, id: InstructionId) -> Option<usize> {
        if let Some(&argument) = self.leaves.get(&id) {
            return Some(argument);
        }
        let Op::GetTupleElement { index } = self.computation.op(id) else { return None };
        let tuple = self.operand(id, 0);
        let first = self.argument_of(tuple)?;
        let parts = self.get(tuple).shape.as_tuple()?;
        Some(first + parts[..*index].iter().map(|part| part.leaves().len()).sum::<usize>())
    }

    /// Number of argument pointers before the results.
    pub fn operand_arguments(&self) -> usize {
        self.operand_arguments
    }

    /// The value behind bitcasts of it.
    pub fn changed_value(&self, mut id: InstructionId) -> InstructionId {
        while self.argument_of(id).is_none() && is_bitcast(self.computation, id) {
            id = self.operand(id, 0);
        }
        id
    }

    /// Whether result `number` has the memory of the operand that it changes a part of.
    pub fn is_in_place(&self, number: usize) -> bool {
        in_place_operand(self.module, self.caller, self.owner_id, number).is_some()
    }

    /// The dynamic-update-slice that result `number` is, where its operand's memory becomes the result's.
    pub fn updated_in_place(&self, number: usize) -> Option<InstructionId> {
        let id = self.changed_value(self.roots[number].id);
        (self.is_in_place(number) && matches!(self.computation.op(id), Op::DynamicUpdateSlice)).then_some(id)
    }

    /// Whether a result may get the memory of an operand, so that no element may be computed twice.
    pub fn may_overwrite_operand(&self) -> bool {
        let shares = |operand| {
            let shares = |leaf| may_share_operand(self.module, self.caller, self.owner_id, operand, leaf);
            (0..self.roots.len()).any(shares)
        };
        self.contraction.is_some() || (0..self.owner.operands().len()).any(shares)
    }

    /// Index of the scratch pointer among the arguments.
    pub fn scratch_argument(&self) -> usize {
        self.operand_arguments + self.roots.len()
    }

    /// Instructions that the kernel computes, operands first.
    pub fn members(&self) -> Vec<InstructionId> {
        let mut seen = HashSet::new();
        let mut order = Vec::new();
        for root in &self.roots {
            self.visit(root.id, &mut seen, &mut order);
        }
        order
    }

    fn visit(&self, start: InstructionId, seen: &mut HashSet<InstructionId>, order: &mut Vec<InstructionId>) {
        let mut stack = vec![(start, 0)];
        while let Some((id, next)) = stack.pop() {
            if next == 0 && (self.argument_of(id).is_some() || !seen.insert(id)) {
                continue;
            }
            match self.computation.operands(id).get(next) {
                Some(&operand) => stack.extend([(id, next + 1), (operand, 0)]),
                None => order.push(id),
            }
        }
    }

    /// An error about the instruction that the kernel performs.
    pub fn unsupported(&self, what: impl Into<String>) -> Diagnostics {
        Diagnostic::unsupported(what, &self.owner.location).into()
    }

    /// Bytes of a lane that suit the types computed with: vectors are as wide as the target's at this width.
    pub fn lane_bytes(&self) -> usize {
        let widths: Vec<usize> = self.members().into_iter().flat_map(|id| self.computed_widths(id)).collect();
        let largest = widths.iter().copied().max().unwrap_or(1);
        if widths.contains(&4) { 4 } else { largest }
    }

    fn computed_widths(&self, id: InstructionId) -> Vec<usize> {
        let operands = self.computation.operands(id).iter().map(|&o| &self.get(o).shape);
        let shapes = operands.chain([&self.get(id).shape]);
        let arrays = shapes.filter_map(Shape::as_array).filter(|a| !a.is_scalar());
        arrays.map(|a| lane_bytes_of(a.element_type)).collect()
    }
}

/// An instruction's results, one a leaf of its shape.
fn roots_of(computation: &Computation, id: InstructionId) -> Vec<Root<'_>> {
    let arrays = computation.get(id).shape.leaves().into_iter().filter_map(|(_, shape)| shape.as_array());
    arrays.enumerate().map(|(part, shape)| Root { id, part, shape }).collect()
}

/// Bytes that a lane takes while it is computed with: narrow floats are computed with as f32.
pub fn lane_bytes_of(element_type: ElementType) -> usize {
    match element_type {
        narrow if narrow.is_float() && narrow.bit_width() < 32 => 4,
        other => other.real_part().byte_width(),
    }
}

fn is_inline_constant(instruction: &Instruction) -> bool {
    matches!(&instruction.op, Op::Constant(literal) if literal.as_array().is_some_and(|a| a.bytes().len() <= INLINE_CONSTANT_BYTES))
}
