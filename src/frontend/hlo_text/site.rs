//! One instruction that is being read: its attributes by type, its operands, and room for further instructions.

use super::bounds::{Arguments, Asked};
use super::cursor::{Cursor, Outcome, Word};
use super::syntax::{AttributeText, InstructionText};
use crate::hlo::infer::ProgramShape;
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, Builder, Computation, ComputationId, Diagnostic, ElementType, Instruction,
    InstructionId, LocationRef, Op, Shape, ShapeIndex,
};
use std::collections::HashMap;

/// Finds a computation by its name, or by its number among those of the text.
///
/// None stands for one that has mistakes.
pub trait Computations {
    fn named(&self, name: Word) -> Outcome<Option<ComputationId>>;
    fn numbered(&self, index: usize) -> Option<ComputationId>;
    /// The number of one whose parameters have open sizes: it is read anew for each call.
    fn open(&self, name: Word) -> Option<usize>;
    fn get(&self, id: ComputationId) -> &Computation;
    /// One that the text does not have. Nothing where it is made first, and the computation then read again.
    fn derived(&self, wanted: Derived) -> Option<ComputationId>;

    fn shape(&self, id: ComputationId) -> ProgramShape {
        ProgramShape::of(self.get(id))
    }
}

/// A computation that an instruction needs and the text does not have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Derived {
    /// One that combines two scalars of a type.
    Reducer(BinaryOp, ElementType),
    /// One that gives the only element of the tuple that this one gives.
    OnlyElement(ComputationId),
    /// A computation of the text, by its number, whose parameters have open sizes, for what one call gives it.
    Instance(usize, Vec<Shape>),
    /// A comparator of keys, beside which values of another type may be.
    Order { key: ElementType, value: Option<ElementType>, descending: bool },
}

/// An instruction whose operands are already in the computation.
pub struct Site<'a, 's> {
    pub cursor: Cursor<'s>,
    pub text: &'a InstructionText<'s>,
    pub computations: &'a dyn Computations,
    pub computation: &'a mut Computation,
    pub operands: Vec<InstructionId>,
    /// What the text of each operand says.
    pub operand_opcodes: Vec<&'s str>,
    /// Where in the shape of each operand buffers are.
    pub operand_buffers: Vec<Vec<ShapeIndex>>,
    pub location: LocationRef,
    /// Instructions that were added, in order.
    pub added: &'a mut Vec<InstructionId>,
    /// The result's shape, where reading found out more than the text says.
    pub shape: Option<Shape>,
    /// What the instruction comes after, beside its control predecessors.
    pub waits_for: Vec<InstructionId>,
    /// What the instruction waits to do, where an update or end brings what it needs.
    pub late: Option<Op>,
    /// What those do that were read already.
    waiting: &'a HashMap<InstructionId, Op>,
    arguments: Arguments<'a>,
    asked: &'a mut Asked,
    taken: Vec<bool>,
    is_blocked: bool,
}

impl<'a, 's> Site<'a, 's> {
    pub fn new(
        cursor: Cursor<'s>,
        text: &'a InstructionText<'s>,
        computations: &'a dyn Computations,
        computation: &'a mut Computation,
        added: &'a mut Vec<InstructionId>,
        waiting: &'a HashMap<InstructionId, Op>,
        (arguments, asked): (Arguments<'a>, &'a mut Asked),
    ) -> Site<'a, 's> {
        let location = cursor.location(text.name.at);
        let taken = vec![false; text.attributes.len()];
        Site {
            cursor,
            text,
            computations,
            computation,
            operands: Vec::new(),
            operand_opcodes: Vec::new(),
            operand_buffers: Vec::new(),
            location,
            added,
            shape: None,
            waits_for: Vec::new(),
            late: None,
            waiting,
            arguments,
            asked,
            taken,
            is_blocked: false,
        }
    }

    /// A computation that it calls has mistakes: nothing more can be said of it.
    pub fn is_blocked(&self) -> bool {
        self.is_blocked
    }

    pub fn opcode(&self) -> &'s str {
        self.text.opcode.text
    }

    /// The program's fault.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::program(format!("{}: {}", self.opcode(), message.into()), &self.location)
    }

    /// A right instruction that is not supported.
    pub fn unsupported(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::unsupported(format!("{}: {}", self.opcode(), message.into()), &self.location)
    }

    /// What stands between the parentheses.
    pub fn operand_text(&self) -> Cursor<'s> {
        self.cursor.within(self.text.operands.clone())
    }

    pub fn operand(&self, index: usize) -> Outcome<InstructionId> {
        let found = self.operands.len();
        let few = || self.error(format!("expected more than {index} operands, found {found}"));
        self.operands.get(index).copied().ok_or_else(few)
    }

    pub fn operand_shape(&self, index: usize) -> Outcome<&Shape> {
        self.operand(index).map(|id| self.computation.shape(id))
    }

    pub fn operand_array(&self, index: usize) -> Outcome<&ArrayShape> {
        let shape = self.operand_shape(index)?;
        let wrong = || self.error(format!("expected operand {index} to be an array, found {shape}"));
        shape.as_array().ok_or_else(wrong)
    }

    /// What the first operand waits to do.
    pub fn late_operand(&self) -> Option<Op> {
        self.waiting.get(self.operands.first()?).cloned()
    }

    /// What a call gives a parameter of the computation; none in an entry.
    pub fn given(&self, number: usize) -> Option<&'a Shape> {
        match self.arguments {
            Arguments::OfCall(shapes) => shapes.get(number),
            Arguments::OfCalls | Arguments::Unknown | Arguments::Given(_) => None,
        }
    }

    /// The argument that a parameter of the entry has.
    ///
    /// # Errors
    /// There is none, or none yet.
    pub fn argument(&mut self, number: usize) -> Outcome<&'a ArrayLiteral> {
        match self.arguments {
            Arguments::OfCalls | Arguments::OfCall(_) => {
                Err(self.unsupported("a size that a called computation is given"))
            }
            Arguments::Unknown => {
                self.asked.are_missing = true;
                Err(self.unsupported("a size that an argument says"))
            }
            Arguments::Given(arguments) => {
                let missing = || self.unsupported("a size that an argument says, which is not an array");
                arguments.get(number).ok_or_else(missing)
            }
        }
    }

    /// The argument that a parameter of the entry has, whose value the module then depends on.
    pub fn deciding_argument(&mut self, number: usize) -> Outcome<&'a ArrayLiteral> {
        let argument = self.argument(number)?;
        self.asked.decisive.insert(number);
        Ok(argument)
    }

    /// The shape that the text gives the result.
    pub fn stated(&self) -> Outcome<&'a Shape> {
        if self.text.bounds.is_some() {
            return Err(self.unsupported("a result whose size is known only when the program runs"));
        }
        let missing =
            || self.cursor.error_at(self.text.opcode.at, format!("expected a shape before {}", self.opcode()));
        self.text.shape.as_ref().ok_or_else(missing)
    }

    pub fn stated_array(&self) -> Outcome<&'a ArrayShape> {
        let shape = self.stated()?;
        shape.as_array().ok_or_else(|| self.error(format!("expected the result to be an array, found {shape}")))
    }

    /// Adds an instruction before the one that is being read, which names and locates it.
    pub fn add(&mut self, op: Op, shape: impl Into<Shape>, operands: &[InstructionId]) -> InstructionId {
        let name = format!("{}.{}", self.text.name.text, op.name());
        let id = self.computation.add(Instruction::new(op, shape, operands).at(&self.location).named(name));
        self.added.push(id);
        id
    }

    /// Adds what `write` writes before the instruction that is being read, at its location.
    pub fn build<T>(&mut self, write: impl FnOnce(&mut Builder) -> T) -> Outcome<T> {
        let first = self.computation.id_bound();
        let mut builder = Builder::new(self.computation, &self.location);
        let written = write(&mut builder);
        builder.finish()?;
        self.added.extend((first..self.computation.id_bound()).map(|id| InstructionId(id as u32)));
        Ok(written)
    }

    /// Takes an attribute: whoever asks for it knows what it means.
    pub fn take(&mut self, key: &str) -> Option<&'a AttributeText<'s>> {
        let index = self.text.attributes.iter().position(|attribute| attribute.key.text == key)?;
        self.taken[index] = true;
        Some(&self.text.attributes[index])
    }

    /// Attributes that say nothing that concerns us.
    pub fn drop_attributes(&mut self, keys: &[&str]) {
        for key in keys {
            self.take(key);
        }
    }

    /// # Errors
    /// An attribute that nobody took.
    pub fn expect_all_taken(&self) -> Outcome {
        let left = self.text.attributes.iter().zip(&self.taken).find(|(_, taken)| !**taken);
        left.map_or(Ok(()), |(attribute, _)| {
            let message = format!("{} has no attribute `{}`", self.opcode(), attribute.key.text);
            Err(self.cursor.error_at(attribute.key.at, message))
        })
    }

    /// An attribute's value, read whole.
    pub fn value<T>(&mut self, key: &str, read: impl FnOnce(&mut Cursor<'s>) -> Outcome<T>) -> Outcome<Option<T>> {
        let Some(attribute) = self.take(key) else { return Ok(None) };
        let mut cursor = self.cursor.within(attribute.value.clone());
        let value = read(&mut cursor)?;
        cursor.expect_end(key)?;
        Ok(Some(value))
    }

    pub fn required<T>(&mut self, key: &str, read: impl FnOnce(&mut Cursor<'s>) -> Outcome<T>) -> Outcome<T> {
        let value = self.value(key, read)?;
        value.ok_or_else(|| self.error(format!("expected an attribute `{key}`")))
    }

    /// `{0,1}`; empty where it is missing.
    pub fn indices(&mut self, key: &str) -> Outcome<Vec<usize>> {
        self.value(key, indices).map(Option::unwrap_or_default)
    }

    pub fn required_indices(&mut self, key: &str) -> Outcome<Vec<usize>> {
        self.required(key, indices)
    }

    /// The one number in `{0}`.
    pub fn required_index_in_braces(&mut self, key: &str) -> Outcome<usize> {
        match self.required_indices(key)?[..] {
            [index] => Ok(index),
            ref several => Err(self.error(format!("expected one number in `{key}`, found {}", several.len()))),
        }
    }

    pub fn index_or(&mut self, key: &str, usual: usize) -> Outcome<usize> {
        self.value(key, Cursor::index).map(|index| index.unwrap_or(usual))
    }

    /// False where it is missing.
    pub fn flag(&mut self, key: &str) -> Outcome<bool> {
        self.value(key, flag).map(Option::unwrap_or_default)
    }

    /// The computation of this name, at a place among those of an attribute.
    fn called(&self, key: &str, place: usize, name: Word) -> Outcome<Option<ComputationId>> {
        let Some(number) = self.computations.open(name) else { return self.computations.named(name) };
        let given = match key {
            "condition" | "body" | "select" | "scatter" => 0..1,
            "true_computation" => 1..2,
            "false_computation" => 2..3,
            "branch_computations" => place + 1..place + 2,
            _ => 0..self.operands.len(),
        };
        let operands = self.operands.get(given).unwrap_or_default();
        let shapes = operands.iter().map(|&id| self.computation.shape(id).clone()).collect();
        Ok(self.computations.derived(Derived::Instance(number, shapes)))
    }

    pub fn computation(&mut self, key: &str) -> Outcome<ComputationId> {
        match self.computations(key)?[..] {
            [computation] => Ok(computation),
            ref several => Err(self.error(format!("expected one computation in `{key}`, found {}", several.len()))),
        }
    }

    /// Computations by name or written out, one or several in braces; none where the attribute is missing.
    pub fn computations(&mut self, key: &str) -> Outcome<Vec<ComputationId>> {
        let Some(attribute) = self.take(key) else { return Ok(Vec::new()) };
        let mut cursor = self.cursor.within(attribute.value.clone());
        let found: Vec<Option<ComputationId>> = match attribute.bodies.is_empty() {
            false => attribute.bodies.iter().map(|&body| self.computations.numbered(body)).collect(),
            true => {
                let names = names(&mut cursor, "a computation")?.into_iter().enumerate();
                names.map(|(place, name)| self.called(key, place, name)).collect::<Outcome<_>>()?
            }
        };
        self.is_blocked |= found.contains(&None);
        Ok(found.into_iter().flatten().collect())
    }
}

/// `%name`, or names in braces.
pub fn names<'s>(cursor: &mut Cursor<'s>, what: &str) -> Outcome<Vec<Word<'s>>> {
    match cursor.peek() {
        b'{' => cursor.list("{", "}", |cursor| cursor.name(what)),
        _ => Ok(vec![cursor.name(what)?]),
    }
}

/// `{0,1}`
pub fn indices(cursor: &mut Cursor) -> Outcome<Vec<usize>> {
    cursor.list("{", "}", Cursor::index)
}

pub fn flag(cursor: &mut Cursor) -> Outcome<bool> {
    if cursor.eat_word("true") {
        return Ok(true);
    }
    if cursor.eat_word("false") { Ok(false) } else { Err(cursor.unexpected("`true` or `false`")) }
}

/// One of some words, each with its meaning.
pub fn keyword<T: Copy>(cursor: &mut Cursor, words: &[(&str, T)]) -> Outcome<T> {
    match words.iter().find(|(word, _)| cursor.eat_word(word)) {
        Some((_, meaning)) => Ok(*meaning),
        None => {
            let expected: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            Err(cursor.unexpected(&expected.join(" or ")))
        }
    }
}
