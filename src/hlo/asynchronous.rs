//! Operations that run beside others: a start holds the operation, a done waits for its result.
//!
//! HLO has one such pair for any operation (`async-start`, `async-done`, updates between them) and older ones of three
//! collectives and of copies, whose starts give other values:
//!
//! | start of | gives |
//! |---|---|
//! | `all-reduce` | its result |
//! | `all-gather`, `collective-permute` | operand (or a tuple of several), result, contexts |
//! | `copy` | result, operand, contexts |
//! | any other operation | tuple of operands, result, contexts |
//!
//! Contexts are scalars or tokens that a runtime waits on; nothing reads them here. In text all are named after their operation
//! (`reduce-scatter-start`); a called computation is that of an `async-start`.

use super::{ArrayLiteral, Collective, CollectiveKind, Computation, Instruction, InstructionId, Op, Shape};
use std::borrow::Cow;

/// What the start of an operation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartForm {
    /// Its result.
    Result,
    /// Result, operand, contexts.
    ResultAndOperand,
    /// Operand, or a tuple of several, result, contexts.
    OperandAndResult,
    /// A tuple of operands, result, contexts: what an `async-start` gives. The others have opcodes of their own.
    General,
}

impl Op {
    /// What this operation starts, or else itself.
    pub fn performed(&self) -> &Op {
        if let Op::AsyncStart(started) = self { started } else { self }
    }

    /// The collective that this operation is, or starts.
    pub fn as_collective(&self) -> Option<&Collective> {
        if let Op::Collective(collective) = self.performed() { Some(collective) } else { None }
    }

    /// What a start of this operation gives.
    pub fn start_form(&self) -> StartForm {
        if matches!(self, Op::Copy) {
            return StartForm::ResultAndOperand;
        }
        self.as_collective().map_or(StartForm::General, |collective| collective.kind.start_form())
    }

    /// Which part of what a start of this operation gives is the result; none where the whole is.
    pub fn started_index(&self) -> Option<usize> {
        match self.start_form() {
            StartForm::Result => None,
            StartForm::ResultAndOperand => Some(0),
            StartForm::OperandAndResult | StartForm::General => Some(1),
        }
    }

    /// The shape of what a start of this operation gives.
    pub fn started_shape(&self, operands: &[&Shape], result: Shape, contexts: &[Shape]) -> Shape {
        let operands: Vec<Shape> = operands.iter().map(|&operand| operand.clone()).collect();
        match (self.start_form(), &operands[..]) {
            (StartForm::Result, _) => result,
            (StartForm::ResultAndOperand, [operand]) => with_contexts([result, operand.clone()], contexts),
            (StartForm::OperandAndResult, [operand]) => with_contexts([operand.clone(), result], contexts),
            (StartForm::ResultAndOperand | StartForm::OperandAndResult | StartForm::General, _) => {
                with_contexts([Shape::Tuple(operands), result], contexts)
            }
        }
    }
}

impl CollectiveKind {
    fn start_form(&self) -> StartForm {
        match self {
            CollectiveKind::AllReduce { .. } => StartForm::Result,
            CollectiveKind::AllGather { .. } | CollectiveKind::CollectivePermute { .. } => StartForm::OperandAndResult,
            CollectiveKind::AllToAll { .. }
            | CollectiveKind::CollectiveBroadcast
            | CollectiveKind::RaggedAllToAll
            | CollectiveKind::ReduceScatter { .. } => StartForm::General,
        }
    }
}

fn with_contexts(parts: [Shape; 2], contexts: &[Shape]) -> Shape {
    Shape::Tuple(parts.into_iter().chain(contexts.iter().cloned()).collect())
}

/// The contexts in the shape that a program states for a start.
pub fn contexts<'s>(op: &Op, stated: &'s Shape) -> &'s [Shape] {
    match op.started_index() {
        None => &[],
        Some(_) => stated.as_tuple().and_then(|parts| parts.get(2..)).unwrap_or_default(),
    }
}

impl Computation {
    /// The start of what this instruction begins, goes on with or ends; none for any other instruction.
    pub fn async_start(&self, mut id: InstructionId) -> Option<InstructionId> {
        while let Op::AsyncUpdate | Op::AsyncDone { .. } = self.op(id) {
            id = *self.operands(id).first()?;
        }
        matches!(self.op(id), Op::AsyncStart(_)).then_some(id)
    }

    /// The operation that runs asynchronously between this start, update or done and its other end.
    pub fn async_op(&self, id: InstructionId) -> Option<&Op> {
        match self.op(self.async_start(id)?) {
            Op::AsyncStart(op) => Some(op),
            _ => None,
        }
    }

    /// What waits for a start, where that is there.
    pub fn async_done(&self, start: InstructionId) -> Option<InstructionId> {
        let mut id = start;
        loop {
            let next = |&&user: &&InstructionId| matches!(self.op(user), Op::AsyncUpdate | Op::AsyncDone { .. });
            id = *self.users(id).iter().find(next)?;
            if matches!(self.op(id), Op::AsyncDone { .. }) {
                return Some(id);
            }
        }
    }

    /// Whether anything here starts asynchronously.
    pub fn is_asynchronous(&self) -> bool {
        self.ids().any(|id| matches!(self.op(id), Op::AsyncStart(_)))
    }

    /// Makes what runs asynchronously run where it starts, and drops the order of execution. What waited for it is gone,
    /// and so are the waiting's own control predecessors. Says whether there was any.
    pub fn make_synchronous(&mut self) -> bool {
        let is_start = |id: &InstructionId| matches!(self.op(*id), Op::AsyncStart(_));
        let starts: Vec<InstructionId> = self.post_order().into_iter().filter(is_start).collect();
        starts.iter().for_each(|&start| self.run_at_start(start));
        if !starts.is_empty() {
            self.schedule = None;
        }
        !starts.is_empty()
    }

    fn run_at_start(&mut self, start: InstructionId) {
        let Some(work) = self.get(start).started() else { return };
        let name = self.get(start).name().replacen("-start", "", 1);
        let work = self.add(work.named(name));
        self.end_at_start(start, work);
        if !self.users(start).is_empty() || self.root() == start {
            let value = self.started_value(start, work);
            self.replace_all_uses(start, value);
        }
        self.redirect_control(start, work);
        self.remove(start);
    }

    /// What waits for the start gives the result; what goes on with it gives what it gave.
    fn end_at_start(&mut self, start: InstructionId, work: InstructionId) {
        while let Some(&end) = self.users(start).iter().find(|&&user| self.async_start(user) == Some(start)) {
            let is_done = matches!(self.op(end), Op::AsyncDone { .. });
            self.replace_all_uses(end, if is_done { work } else { start });
            self.redirect_control(end, work);
            self.remove(end);
        }
    }

    /// Operands, result and contexts, as the start gave them.
    fn started_value(&mut self, start: InstructionId, work: InstructionId) -> InstructionId {
        let Instruction { op, shape, location, operands, .. } = self.get(start).clone();
        let Op::AsyncStart(op) = op else { return work };
        let kept = match (op.started_index(), shape.at(&[0])) {
            (None, _) => return work,
            (Some(1), Some(parts @ Shape::Tuple(_))) => {
                self.add(Instruction::new(Op::Tuple, parts.clone(), operands).at(&location))
            }
            _ => operands[0],
        };
        let mut parts = if op.started_index() == Some(0) { vec![work, kept] } else { vec![kept, work] };
        for context in contexts(&op, &shape).iter().filter_map(Shape::as_array) {
            let zero = Op::Constant(ArrayLiteral::zeros(context).into());
            parts.push(self.add(Instruction::new(zero, context.clone(), []).at(&location)));
        }
        self.add(Instruction::new(Op::Tuple, shape, parts).at(&location))
    }

    /// An instruction's name in HLO text.
    pub fn opcode(&self, id: InstructionId) -> Cow<'static, str> {
        let op = self.op(id);
        let stem = match self.async_op(id) {
            None | Some(Op::Call { .. }) => return op.name().into(),
            Some(started) => started.name(),
        };
        let end = op.name().strip_prefix("async").unwrap_or_default();
        format!("{stem}{end}").into()
    }
}
