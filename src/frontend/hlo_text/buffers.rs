//! Buffers: `b(f32[2])`, an array in a place where calls write it.
//!
//! A buffer is read as the array in it. Nobody can tell the two apart, because one at most of those who are given a
//! buffer may write it, and what it wrote is its result.

use super::cursor::{Cursor, Outcome};
use super::site::Site;
use super::syntax::ComputationText;
use crate::hlo::{ArrayLiteral, ArrayShape, Diagnostic, Op, ShapeIndex};
use std::collections::HashSet;

/// Elements of tuples that are looked through for those who write a buffer; beyond this it is refused.
const MAX_STEPS: usize = 1000;

/// What may be given a buffer, and then writes it, beside what starts and waits for these.
const WRITERS: [&str; 5] = ["custom-call", "call", "while", "conditional", "dynamic-update-slice"];

/// An alias of a custom call: index in the result, operand, index in that.
pub type Alias = (ShapeIndex, usize, ShapeIndex);

/// Whether a shape's text has buffers.
pub fn are_in(shape: &str) -> bool {
    shape.contains("b(")
}

/// Where buffers are in a shape: in `(u32[], b(f32[2]))` at `[1]`.
pub fn places(shape: &mut Cursor) -> Vec<ShapeIndex> {
    let mut places = Vec::new();
    add_places(shape, &mut Vec::new(), &mut places);
    places
}

fn add_places(shape: &mut Cursor, at: &mut ShapeIndex, places: &mut Vec<ShapeIndex>) {
    if shape.peek() != b'(' {
        if shape.starts_with("b(") {
            places.push(at.clone());
        }
        shape.skip_until(b",)");
        return;
    }
    shape.eat("(");
    for index in 0.. {
        if shape.eat(")") || shape.is_at_end() {
            return;
        }
        at.push(index);
        add_places(shape, at, places);
        at.pop();
        shape.eat(",");
    }
}

/// Of the buffers in a shape those in the part at this index, by their places in it.
pub fn within(buffers: &[ShapeIndex], part: &[usize]) -> Vec<ShapeIndex> {
    buffers.iter().filter_map(|place| place.strip_prefix(part).map(<[usize]>::to_vec)).collect()
}

/// Buffers of a computation that have more than one writer, or are where none can be.
///
/// `operands` are those of each instruction: the number of another, and the part of it that is meant.
pub fn findings(cursor: &Cursor, text: &ComputationText, operands: &[Vec<(usize, ShapeIndex)>]) -> Vec<Diagnostic> {
    let mut users = vec![Vec::new(); text.instructions.len()];
    for (user, operands) in operands.iter().enumerate() {
        for (position, (used, part)) in operands.iter().enumerate() {
            users[*used].push(Use { user, position, part });
        }
    }
    let uses = Uses { cursor, text, users };
    (0..text.instructions.len()).filter_map(|number| uses.check(number).err()).collect()
}

#[derive(Clone)]
struct Use<'a> {
    user: usize,
    /// Among its operands.
    position: usize,
    /// Of the instruction that is used.
    part: &'a [usize],
}

struct Uses<'a, 's> {
    cursor: &'a Cursor<'s>,
    text: &'a ComputationText<'s>,
    /// Of each instruction.
    users: Vec<Vec<Use<'a>>>,
}

impl Uses<'_, '_> {
    fn check(&self, number: usize) -> Outcome {
        let text = &self.text.instructions[number];
        let error = |message: String| Err(self.cursor.error_at(text.name.at, message));
        if self.text.is_entry && text.opcode.text == "parameter" && !text.buffers.is_empty() {
            return error("expected no buffer as a parameter of the entry".into());
        }
        for place in &text.buffers {
            let writers: Vec<_> =
                self.writers(number, place)?.into_iter().map(|w| &self.text.instructions[w]).collect();
            if let Some(other) = writers.iter().find(|writer| !may_write(writer.opcode.text)) {
                return error(format!("{} {}: expected no buffer as an operand", other.opcode.text, other.name.text));
            }
            if let [first, second, ..] = writers[..] {
                let (first, second) = (first.name.text, second.name.text);
                return error(format!("expected one that writes this buffer, found {first} and {second}"));
            }
        }
        Ok(())
    }

    /// Who is given a buffer, through tuples and their elements.
    fn writers(&self, number: usize, place: &[usize]) -> Outcome<Vec<usize>> {
        let (mut open, mut seen, mut writers) = (vec![(number, place.to_vec())], HashSet::new(), Vec::new());
        while let Some((number, place)) = open.pop() {
            if !seen.insert((number, place.clone())) {
                continue;
            }
            if seen.len() > MAX_STEPS {
                let location = self.cursor.location(self.text.instructions[number].name.at);
                return Err(Diagnostic::unsupported("a buffer in too many elements of tuples", &location));
            }
            for Use { user, position, part } in &self.users[number] {
                let Some(rest) = place.strip_prefix(*part) else { continue };
                match (self.text.instructions[*user].opcode.text, rest) {
                    ("tuple", _) => open.push((*user, [&[*position], rest].concat())),
                    ("get-tuple-element", [index, rest @ ..]) if self.element(*user) == Some(*index) => {
                        open.push((*user, rest.to_vec()));
                    }
                    ("get-tuple-element", _) => {}
                    _ => writers.push(*user),
                }
            }
        }
        Ok(writers)
    }

    /// The index of a `get-tuple-element`.
    fn element(&self, number: usize) -> Option<usize> {
        let index = self.text.instructions[number].attributes.iter().find(|attribute| attribute.key.text == "index")?;
        self.cursor.within(index.value.clone()).index().ok()
    }
}

fn may_write(opcode: &str) -> bool {
    WRITERS.contains(&opcode) || ["-start", "-update", "-done"].iter().any(|part| opcode.ends_with(part))
}

/// A call that makes an array a buffer, or ends that, or gives a buffer of no particular values; zeros here. Nothing
/// where it is another call, which has to give on the buffers that it is given.
pub fn call(site: &mut Site, target: &str, aliases: &[Alias]) -> Outcome<Option<Op>> {
    let whole = || vec![ShapeIndex::new()];
    let is_alias = *aliases == [(ShapeIndex::new(), 0, ShapeIndex::new())];
    // A start gives its operands beside the result.
    let is_start = site.opcode().ends_with("-start");
    let gives = if is_start { within(&site.text.buffers, &[1]) } else { site.text.buffers.clone() };
    let (given, gives) = (&site.operand_buffers[..], &gives);
    let fits = match target {
        "Pin" => given == [Vec::<ShapeIndex>::new()] && *gives == whole() && is_alias,
        "Unpin" => given == [whole()] && gives.is_empty() && is_alias,
        "CreateBuffer" => given.is_empty() && *gives == whole(),
        _ => are_given_on(given, gives, aliases),
    };
    let has_buffers = !gives.is_empty() || given.iter().any(|buffers| !buffers.is_empty());
    match (has_buffers, fits, target) {
        (false, ..) => Ok(None),
        (true, false, _) => {
            Err(site.error(format!("{target}: expected an alias of each buffer with one of its shape")))
        }
        (true, true, "Pin" | "Unpin") => Ok(Some(Op::Copy)),
        (true, true, "CreateBuffer") => created(site).map(Some),
        (true, true, _) => Ok(None),
    }
}

/// Whether each buffer among the operands is one among the results, and the other way round.
fn are_given_on(given: &[Vec<ShapeIndex>], gives: &[ShapeIndex], aliases: &[Alias]) -> bool {
    let count = |is_meant: &dyn Fn(&Alias) -> bool| aliases.iter().filter(|alias| is_meant(alias)).count();
    let are_results = given.iter().enumerate().all(|(operand, buffers)| {
        buffers.iter().all(|place| count(&|(_, other, index)| (*other, index) == (operand, place)) == 1)
    });
    are_results && gives.iter().all(|place| count(&|(result, ..)| result == place) == 1)
}

fn created(site: &mut Site) -> Outcome<Op> {
    let zero = ArrayLiteral::zeros(&ArrayShape::scalar(site.stated_array()?.element_type));
    let shape = zero.shape().clone();
    site.operands = vec![site.add(Op::Constant(zero.into()), shape, &[])];
    Ok(Op::Broadcast { dimensions: Vec::new() })
}
