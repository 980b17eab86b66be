//! A computation from the pieces of its text.

use super::annotations::annotate;
use super::bounds::{self, Arguments, Asked};
use super::conform::conform;
use super::cursor::{Cursor, Outcome, Word};
use super::order::by_need;
use super::site::{Computations, Site, names};
use super::stack_frames::StackFrames;
use super::syntax::{ComputationText, InstructionText};
use super::{buffers, ops, shape};
use crate::hlo::{Computation, Diagnostic, Instruction, InstructionId, Op, Shape, infer};
use std::collections::HashMap;

/// Builds a computation. In a scheduled module its text is its schedule.
pub fn build(
    cursor: &Cursor,
    text: &ComputationText,
    frames: &StackFrames,
    computations: &dyn Computations,
    arguments: (Arguments, &mut Asked),
    is_scheduled: bool,
) -> Result<Computation, Vec<Diagnostic>> {
    let mut names = HashMap::new();
    for (index, instruction) in text.instructions.iter().enumerate() {
        names.entry(instruction.name.text).or_insert(index);
    }
    let ids = vec![Built::Missing; text.instructions.len()];
    let computation = Computation::new(text.name.text);
    let added = Vec::new();
    let findings = Vec::new();
    let mut builder = Builder {
        cursor,
        text,
        frames,
        computations,
        arguments,
        names,
        computation,
        ids,
        added,
        elements: HashMap::new(),
        waiting: HashMap::new(),
        findings,
    };
    builder.check_names();
    builder.build_all(is_scheduled);
    builder.set_root();
    builder.finish(is_scheduled)
}

/// What became of an instruction.
#[derive(Clone, Copy)]
enum Built {
    /// It has a mistake, or depends on something that has one.
    Missing,
    As(InstructionId),
}

struct Builder<'a, 's> {
    cursor: &'a Cursor<'s>,
    text: &'a ComputationText<'s>,
    frames: &'a StackFrames,
    computations: &'a dyn Computations,
    arguments: (Arguments<'a>, &'a mut Asked),
    names: HashMap<&'s str, usize>,
    computation: Computation,
    ids: Vec<Built>,
    /// Every instruction in the order of building.
    added: Vec<InstructionId>,
    /// Elements of tuples that operands named: `%x#0`.
    elements: HashMap<(InstructionId, usize), InstructionId>,
    /// What those do that wait for operands.
    waiting: HashMap<InstructionId, Op>,
    findings: Vec<Diagnostic>,
}

/// What an instruction waits for.
struct Needs<'s> {
    operands: Vec<Operand<'s>>,
    control_predecessors: Vec<Word<'s>>,
}

/// `%x`, or an element of that tuple, `%x#1`, and of those in it, `%x#1#0`.
struct Operand<'s> {
    name: Word<'s>,
    path: Vec<usize>,
}

impl<'s> Builder<'_, 's> {
    fn check_names(&mut self) {
        for (index, instruction) in self.text.instructions.iter().enumerate() {
            if self.names[instruction.name.text] != index && !instruction.is_operand {
                let message = format!("there are two instructions {}", instruction.name.text);
                self.findings.push(self.cursor.error_at(instruction.name.at, message));
            }
        }
    }

    fn build_all(&mut self, is_scheduled: bool) {
        let needs: Vec<Outcome<Needs>> = self.text.instructions.iter().map(|text| self.needs(text)).collect();
        let numbers: Vec<Vec<usize>> = needs.iter().map(|needs| self.numbers(needs.as_ref().ok())).collect();
        self.check_buffers(&needs);
        let order = by_need(needs.len(), &numbers);
        for index in order.cyclic {
            let name = self.text.instructions[index].name;
            self.findings.push(self.cursor.error_at(name.at, format!("instruction {} waits for itself", name.text)));
        }
        let order = order.numbers;
        if is_scheduled && let Some(index) = (0..order.len()).find(|&i| order[i] != i) {
            let name = self.text.instructions[index].name;
            let message = format!("expected what {} needs before it in a scheduled module", name.text);
            return self.findings.push(self.cursor.error_at(name.at, message));
        }
        let mut needs: Vec<Option<Outcome<Needs>>> = needs.into_iter().map(Some).collect();
        for index in order {
            let Some(needs) = needs[index].take() else { continue };
            match needs.and_then(|needs| self.build_one(&self.text.instructions[index], &needs)) {
                Ok(Some(id)) => self.ids[index] = Built::As(id),
                Ok(None) => {}
                Err(finding) => self.findings.push(finding),
            }
        }
    }

    fn needs(&self, text: &InstructionText<'s>) -> Outcome<Needs<'s>> {
        let mut operands = Vec::new();
        if !matches!(text.opcode.text, "parameter" | "constant") {
            operands = self.cursor.within(text.operands.clone()).items(operand)?;
        }
        let control = text.attributes.iter().find(|attribute| attribute.key.text == "control-predecessors");
        let control =
            control.map(|attribute| names(&mut self.cursor.within(attribute.value.clone()), "an instruction"));
        Ok(Needs { operands, control_predecessors: control.transpose()?.unwrap_or_default() })
    }

    /// Indices in the text; names that do not exist are found out later.
    fn numbers(&self, needs: Option<&Needs>) -> Vec<usize> {
        let names = needs
            .into_iter()
            .flat_map(|needs| needs.operands.iter().map(|operand| &operand.name).chain(&needs.control_predecessors));
        names.filter_map(|word| self.names.get(word.text).copied()).collect()
    }

    fn check_buffers(&mut self, needs: &[Outcome<Needs>]) {
        if self.text.instructions.iter().all(|text| text.buffers.is_empty()) {
            return;
        }
        let used = |operand: &Operand| Some((*self.names.get(operand.name.text)?, operand.path.clone()));
        let operands = needs.iter().map(|needs| needs.iter().flat_map(|n| &n.operands).filter_map(used).collect());
        self.findings.extend(buffers::findings(self.cursor, self.text, &operands.collect::<Vec<_>>()));
    }

    /// None where it depends on something with a mistake.
    fn build_one(&mut self, text: &InstructionText<'s>, needs: &Needs) -> Outcome<Option<InstructionId>> {
        let named: Vec<Word> = needs.operands.iter().map(|operand| operand.name).collect();
        let (Some(operands), Some(control_predecessors)) =
            (self.look_up(&named)?, self.look_up(&needs.control_predecessors)?)
        else {
            return Ok(None);
        };
        let within = operands.into_iter().zip(&needs.operands).map(|(id, operand)| self.element(id, operand));
        let operands = within.collect::<Outcome<Vec<_>>>()?;
        let arguments = (self.arguments.0, &mut *self.arguments.1);
        let (computation, added) = (&mut self.computation, &mut self.added);
        let (cursor, waiting) = (self.cursor.clone(), &self.waiting);
        let mut site = Site::new(cursor, text, self.computations, computation, added, waiting, arguments);
        site.operands = operands;
        let opcode = |operand: &Operand| match operand.path[..] {
            [] => self.names.get(operand.name.text).map(|&index| self.text.instructions[index].opcode.text),
            [..] => Some("get-tuple-element"),
        };
        site.operand_opcodes = needs.operands.iter().filter_map(opcode).collect();
        let buffers = |operand: &Operand| {
            let text = self.names.get(operand.name.text).map(|&index| &self.text.instructions[index]);
            text.map(|text| buffers::within(&text.buffers, &operand.path)).unwrap_or_default()
        };
        site.operand_buffers = needs.operands.iter().map(buffers).collect();
        let op = match ops::read(&mut site).and_then(|op| conform(&mut site, op)) {
            Err(_) if site.is_blocked() => return Ok(None),
            read => read?,
        };
        site.drop_attributes(&["control-predecessors"]);
        let shape = match (site.shape.take(), &text.shape) {
            (Some(found), _) => found,
            (None, Some(shape)) if text.bounds.is_none() => shape.clone(),
            (None, Some(shape)) => bounded(&mut site, &op, shape)?,
            (None, None) => inferred(&site, &op)?,
        };
        let name = if text.is_operand { text.opcode.text } else { text.name.text };
        let mut instruction = Instruction::new(op, shape, site.operands.clone()).at(&site.location).named(name);
        annotate(&mut site, self.frames, &mut instruction)?;
        site.expect_all_taken()?;
        instruction.control_predecessors = control_predecessors;
        instruction.control_predecessors.extend(std::mem::take(&mut site.waits_for));
        let late = site.late.take();
        let id = self.computation.add(instruction);
        self.added.push(id);
        self.waiting.extend(late.map(|op| (id, op)));
        Ok(Some(id))
    }

    /// None where one of them has a mistake, or stood on a line that has one.
    fn look_up(&self, words: &[Word]) -> Outcome<Option<Vec<InstructionId>>> {
        let mut ids = Vec::new();
        for word in words {
            match self.names.get(word.text).map(|&index| self.ids[index]) {
                Some(Built::As(id)) => ids.push(id),
                Some(Built::Missing) => return Ok(None),
                None if self.text.is_incomplete => return Ok(None),
                None => {
                    let message = format!("there is no instruction {} in {}", word.text, self.text.name.text);
                    return Err(self.cursor.error_at(word.at, message));
                }
            }
        }
        Ok(Some(ids))
    }

    /// What an operand means within the instruction that it names.
    fn element(&mut self, mut id: InstructionId, operand: &Operand) -> Outcome<InstructionId> {
        for &index in &operand.path {
            let shape = self.computation.shape(id);
            let Some(part) = shape.as_tuple().and_then(|parts| parts.get(index)).cloned() else {
                let message = format!("expected a tuple with an element {index}, found {shape}");
                return Err(self.cursor.error_at(operand.name.at, message));
            };
            let name = format!("{}_{index}", self.computation.get(id).name());
            let (computation, location) = (&mut self.computation, self.cursor.location(operand.name.at));
            id = *self.elements.entry((id, index)).or_insert_with(|| {
                let op = Op::GetTupleElement { index };
                let added = computation.add(Instruction::new(op, part, [id]).at(&location).named(name));
                self.added.push(added);
                added
            });
        }
        Ok(id)
    }

    /// The one that is marked, or the last one.
    fn set_root(&mut self) {
        let marked: Vec<usize> = (0..self.ids.len()).filter(|&i| self.text.instructions[i].is_root).collect();
        if let [_, second, ..] = marked[..] {
            let at = self.text.instructions[second].name.at;
            return self.findings.push(self.cursor.error_at(at, "expected one ROOT, found a second one"));
        }
        match marked.first().or(self.ids.len().checked_sub(1).as_ref()).map(|&root| self.ids[root]) {
            Some(Built::As(root)) => self.computation.set_root(root),
            Some(Built::Missing) => {}
            None if self.text.is_incomplete => {}
            None => {
                let message = format!("expected instructions in {}, found none", self.text.name.text);
                self.findings.push(self.cursor.error_at(self.text.name.at, message));
            }
        }
    }

    fn finish(mut self, is_scheduled: bool) -> Result<Computation, Vec<Diagnostic>> {
        let root = self.computation.try_root().map(|root| self.computation.shape(root));
        if let (Some(root), Some((signature, at))) = (root, &self.text.result)
            && !root.same_type(signature)
        {
            let message = format!("the signature says {signature}, the root is {root}");
            self.findings.push(self.cursor.error_at(*at, message));
        }
        let all_built = self.computation.try_root().is_some() && !self.text.is_incomplete;
        if !self.findings.is_empty() || !all_built {
            return Err(self.findings);
        }
        if is_scheduled {
            self.computation.schedule = Some(self.added);
        }
        Ok(self.computation)
    }
}

/// An operand with or without its shape, which the instruction itself states; or an instruction, whose name is its text.
fn operand<'s>(cursor: &mut Cursor<'s>) -> Outcome<Operand<'s>> {
    let mut whole = cursor.clone();
    if shape::is_next(cursor) {
        shape::shape(cursor)?;
        // XLA takes a comma there.
        cursor.eat(",");
    }
    let name = cursor.name("an operand")?;
    let mut path = Vec::new();
    while cursor.eat("#") {
        path.push(cursor.index()?);
    }
    if cursor.peek() != b'(' {
        return Ok(Operand { name, path });
    }
    let range = whole.skip_until(b",");
    *cursor = whole;
    Ok(Operand { name: Word { text: cursor.text(range.clone()), at: range.start }, path: Vec::new() })
}

/// The shape that an operation has where the text leaves it out.
fn inferred(site: &Site, op: &Op) -> Outcome<Shape> {
    // Where the result's element type is free, it is that of the operands.
    let stated = site.operands.first().map_or(&Shape::Token, |&id| site.computation.shape(id));
    following(site, op, stated).ok_or_else(|| site.stated().err().unwrap_or_else(|| site.error("expected a shape")))
}

/// The shape of a result whose text has bounds.
fn bounded(site: &mut Site, op: &Op, shape: &Shape) -> Outcome<Shape> {
    if let Op::Parameter { number } = op {
        return bounds::parameter(site, *number);
    }
    let unknown = || site.unsupported("a result whose size is known only when the program runs");
    following(site, op, &bounds::stated(site, op, shape)?).ok_or_else(unknown)
}

/// The shape that follows from the operands.
fn following(site: &Site, op: &Op, stated: &Shape) -> Option<Shape> {
    let operands = site.operands.iter().map(|&id| site.computation.shape(id)).collect::<Vec<_>>();
    let callees = op.called_computations().into_iter().map(|id| site.computations.shape(id)).collect::<Vec<_>>();
    infer::result_shape(op, &operands, stated, &callees).ok()
}
