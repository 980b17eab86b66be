//! The text taken apart: header, computations, instructions, each with its attributes as pieces of text.
//!
//! Nothing is looked up here, so that computations and instructions may stand in any order. A line with a mistake is
//! reported and skipped.

use super::cursor::{Cursor, Outcome, Word};
use super::stack_frames::StackFrames;
use super::{bounds, buffers, shape};
use crate::frontend::Source;
use crate::hlo::{Diagnostic, Shape, ShapeIndex};
use std::ops::Range;

/// Computations written inside instructions inside computations: beyond this they are refused.
const MAX_NESTING: usize = 32;

/// Attributes whose value is a computation, or a list of them.
const COMPUTATION_KEYS: [&str; 10] = [
    "to_apply",
    "calls",
    "condition",
    "body",
    "select",
    "scatter",
    "true_computation",
    "false_computation",
    "branch_computations",
    "called_computations",
];

/// A whole text, with what could not be read of it.
pub struct ModuleText<'s> {
    pub name: Word<'s>,
    pub attributes: Vec<AttributeText<'s>>,
    pub frames: StackFrames,
    /// Those that stand inside an instruction come before the one around them.
    pub computations: Vec<ComputationText<'s>>,
    pub findings: Vec<Diagnostic>,
}

pub struct ComputationText<'s> {
    pub name: Word<'s>,
    pub is_entry: bool,
    /// It has no name of its own: an instruction's attribute holds it.
    pub is_inline: bool,
    /// What the signature says is returned, with its place.
    pub result: Option<(Shape, usize)>,
    pub instructions: Vec<InstructionText<'s>>,
    /// Instructions were skipped: what is missing may be among them.
    pub is_incomplete: bool,
}

pub struct InstructionText<'s> {
    pub name: Word<'s>,
    /// It stands among the operands of another instruction, and its whole text is its name.
    pub is_operand: bool,
    pub is_root: bool,
    pub shape: Option<Shape>,
    /// The shape's text, where it has bounds of dimensions.
    pub bounds: Option<Range<usize>>,
    /// Where in the shape buffers are.
    pub buffers: Vec<ShapeIndex>,
    pub opcode: Word<'s>,
    /// Between the parentheses.
    pub operands: Range<usize>,
    pub attributes: Vec<AttributeText<'s>>,
}

/// `key=value`
pub struct AttributeText<'s> {
    pub key: Word<'s>,
    pub value: Range<usize>,
    /// Indices of the computations that are written out in the value.
    pub bodies: Vec<usize>,
}

impl AttributeText<'_> {
    /// By its key, the value names computations or is one.
    pub fn holds_computations(&self) -> bool {
        COMPUTATION_KEYS.contains(&self.key.text)
    }
}

/// Takes a text apart.
///
/// # Errors
/// A text that is no module at all; other mistakes are among the module's findings.
pub fn module(source: &Source) -> Outcome<ModuleText<'_>> {
    let mut cursor = Cursor::new(source);
    if !cursor.eat_word("HloModule") {
        return Err(cursor.unexpected("`HloModule`"));
    }
    let mut reader = Reader { cursor, computations: Vec::new(), findings: Vec::new() };
    let name = reader.cursor.name("a module's name")?;
    reader.cursor.eat(":");
    let attributes = reader.attributes(0)?;
    let frames = StackFrames::read(&mut reader.cursor)?;
    while !reader.cursor.is_at_end() {
        if let Err(finding) = reader.computation() {
            reader.findings.push(finding);
            reader.skip_computation();
        }
    }
    Ok(ModuleText { name, attributes, frames, computations: reader.computations, findings: reader.findings })
}

struct Reader<'s> {
    cursor: Cursor<'s>,
    computations: Vec<ComputationText<'s>>,
    findings: Vec<Diagnostic>,
}

impl<'s> Reader<'s> {
    /// `ENTRY %name (x: f32[]) -> f32[] { … }`; signature, `ENTRY` and `%` may be missing.
    fn computation(&mut self) -> Outcome {
        let is_entry = self.cursor.eat_word("ENTRY");
        let name = self.cursor.name("a computation")?;
        let result = self.signature()?;
        self.body(name, is_entry, false, result, 0)?;
        while self.cursor.eat(",") {
            self.attribute(0)?;
        }
        Ok(())
    }

    fn signature(&mut self) -> Outcome<Option<(Shape, usize)>> {
        if self.cursor.eat("(") {
            self.cursor.skip_until(b")");
            self.cursor.expect(")")?;
        }
        if !self.cursor.eat("->") {
            return Ok(None);
        }
        let at = self.cursor.offset();
        let shape = shape::shape(&mut self.cursor)?;
        // What is bounded here is known in the body.
        let is_known = !bounds::are_in(self.cursor.text(at..self.cursor.position()));
        Ok(is_known.then_some((shape, at)))
    }

    /// The instructions between braces; gives the computation's index.
    fn body(
        &mut self,
        name: Word<'s>,
        is_entry: bool,
        is_inline: bool,
        result: Option<(Shape, usize)>,
        nesting: usize,
    ) -> Outcome<usize> {
        self.cursor.expect("{")?;
        let mut instructions = Vec::new();
        let mut is_incomplete = false;
        while !self.cursor.eat("}") {
            if self.cursor.is_at_end() {
                // What was skipped after another mistake may have held it.
                if self.findings.is_empty() {
                    let expected = format!("`}}` after the instructions of {}", name.text);
                    self.findings.push(self.cursor.unexpected(&expected));
                }
                is_incomplete = true;
                break;
            }
            match self.instruction(nesting, &mut instructions) {
                Ok(instruction) => instructions.push(instruction),
                Err(finding) => {
                    self.findings.push(finding);
                    self.cursor.skip_line();
                    is_incomplete = true;
                }
            }
        }
        self.computations.push(ComputationText { name, is_entry, is_inline, result, instructions, is_incomplete });
        Ok(self.computations.len() - 1)
    }

    /// `ROOT %name = f32[2]{0} add(%x, %y), key=value`; operands that are written out in place go to `before`.
    fn instruction(&mut self, nesting: usize, before: &mut Vec<InstructionText<'s>>) -> Outcome<InstructionText<'s>> {
        let is_root = self.cursor.eat_word("ROOT");
        let name = self.cursor.name("an instruction")?;
        self.cursor.expect("=")?;
        let start = self.cursor.offset();
        let shape = shape::is_next(&mut self.cursor).then(|| shape::with_late_layout(&mut self.cursor)).transpose()?;
        let written = start..self.cursor.position();
        let is_written = |are_in: fn(&str) -> bool| are_in(self.cursor.text(written.clone()));
        let bounds = is_written(bounds::are_in).then(|| written.clone());
        let buffers = match is_written(buffers::are_in) {
            true => buffers::places(&mut self.cursor.within(written.clone())),
            false => Vec::new(),
        };
        let opcode = self.cursor.expect_word("an operation")?;
        self.cursor.expect("(")?;
        let operands = self.cursor.skip_until(b")");
        self.cursor.expect(")")?;
        let attributes = self.attributes(nesting)?;
        self.operands(opcode, operands.clone(), 0, before)?;
        Ok(InstructionText { name, is_operand: false, is_root, shape, bounds, buffers, opcode, operands, attributes })
    }

    /// Those among an instruction's operands that are instructions themselves: `f32[] constant(0)`.
    fn operands(
        &self,
        opcode: Word,
        operands: Range<usize>,
        nesting: usize,
        before: &mut Vec<InstructionText<'s>>,
    ) -> Outcome {
        let mut cursor = self.cursor.within(operands.clone());
        if matches!(opcode.text, "parameter" | "constant") || !cursor.text(operands).contains('(') {
            return Ok(());
        }
        while !cursor.is_at_end() {
            let item = cursor.skip_until(b",");
            cursor.eat(",");
            self.operand(item, nesting, before)?;
        }
        Ok(())
    }

    fn operand(&self, item: Range<usize>, nesting: usize, before: &mut Vec<InstructionText<'s>>) -> Outcome {
        let mut cursor = self.cursor.within(item.clone());
        // What is wrong with its shape is told where operands are read.
        let Ok(shape) = shape::is_next(&mut cursor).then(|| shape::shape(&mut cursor)).transpose() else {
            return Ok(());
        };
        let Some(opcode) = cursor.word().filter(|_| cursor.is_adjacent(b'(')) else { return Ok(()) };
        if nesting == MAX_NESTING {
            let message = format!("operands written inside each other more than {MAX_NESTING} deep");
            return Err(Diagnostic::unsupported(message, &self.cursor.location(opcode.at)));
        }
        cursor.expect("(")?;
        let operands = cursor.skip_until(b")");
        cursor.expect(")")?;
        cursor.expect_end("an operand")?;
        self.operands(opcode, operands.clone(), nesting + 1, before)?;
        let name = Word { text: self.cursor.text(item.clone()), at: item.start };
        before.push(InstructionText {
            name,
            is_operand: true,
            is_root: false,
            shape,
            bounds: None,
            buffers: Vec::new(),
            opcode,
            operands,
            attributes: Vec::new(),
        });
        Ok(())
    }

    fn attributes(&mut self, nesting: usize) -> Outcome<Vec<AttributeText<'s>>> {
        let mut attributes: Vec<AttributeText> = Vec::new();
        while self.cursor.eat(",") {
            let attribute = self.attribute(nesting)?;
            if attributes.iter().any(|other| other.key.text == attribute.key.text) {
                let message = format!("attribute {} is given twice", attribute.key.text);
                return Err(self.cursor.error_at(attribute.key.at, message));
            }
            attributes.push(attribute);
        }
        Ok(attributes)
    }

    fn attribute(&mut self, nesting: usize) -> Outcome<AttributeText<'s>> {
        let key = self.cursor.expect_word("an attribute")?;
        self.cursor.expect("=")?;
        let mut bodies = Vec::new();
        if key.text == "padding" && self.is_line_over() {
            // That of a scalar has no dimensions, and ends where it begins.
            let value = self.cursor.position()..self.cursor.position();
            return Ok(AttributeText { key, value, bodies });
        }
        let start = self.cursor.offset();
        if COMPUTATION_KEYS.contains(&key.text) && self.cursor.peek() == b'{' {
            bodies = self.bodies(key, nesting)?;
        }
        let value = match bodies.is_empty() {
            true => self.value(),
            false => start..self.cursor.position(),
        };
        Ok(AttributeText { key, value, bodies })
    }

    /// Up to the next comma, but for the one in `mesh['x'=2], device_ids=(1,0) {'x'}`, or up to the next instruction.
    fn value(&mut self) -> Range<usize> {
        let is_mesh = self.cursor.starts_with("mesh[");
        let value = self.value_on_line();
        let mut ahead = self.cursor.clone();
        if !(is_mesh && ahead.eat(",") && ahead.eat_word("device_ids")) {
            return value;
        }
        self.cursor = ahead;
        value.start..self.cursor.skip_until(b",\n}").end
    }

    fn value_on_line(&mut self) -> Range<usize> {
        let mut value = self.cursor.skip_until(b",\n} ");
        while self.cursor.is_adjacent(b' ') && !self.is_instruction_next() && !self.is_line_over() {
            let more = self.cursor.skip_until(b",\n} ");
            if more.is_empty() {
                break;
            }
            value.end = more.end;
        }
        value
    }

    /// Whether an instruction follows on the same line: `ROOT %name = `.
    fn is_instruction_next(&self) -> bool {
        let mut ahead = self.cursor.clone();
        let is_root = ahead.eat_word("ROOT");
        is_root || (ahead.name("an instruction").is_ok() && ahead.is_adjacent(b' ') && ahead.eat("="))
    }

    fn is_line_over(&self) -> bool {
        self.cursor.rest().trim_start_matches([' ', '\t', '\r']).starts_with('\n')
    }

    /// Computations written out: one, or several in braces. None where names stand in the braces.
    fn bodies(&mut self, key: Word<'s>, nesting: usize) -> Outcome<Vec<usize>> {
        let mut ahead = self.cursor.clone();
        ahead.eat("{");
        let are_several = ahead.peek() == b'{';
        ahead.eat_word("ROOT");
        let is_body = ahead.name("").is_ok() && ahead.peek() == b'=';
        if !are_several && !is_body {
            return Ok(Vec::new());
        }
        if nesting == MAX_NESTING {
            let message = format!("computations written inside each other more than {MAX_NESTING} deep");
            return Err(Diagnostic::unsupported(message, &self.cursor.location(key.at)));
        }
        if is_body {
            return self.body(key, false, true, None, nesting + 1).map(|body| vec![body]);
        }
        self.cursor.expect("{")?;
        let mut bodies = Vec::new();
        while !self.cursor.eat("}") {
            if !bodies.is_empty() {
                self.cursor.expect(",")?;
            }
            bodies.push(self.body(key, false, true, None, nesting + 1)?);
        }
        Ok(bodies)
    }

    /// Goes on behind the next computation's end.
    fn skip_computation(&mut self) {
        self.cursor.skip_until(b"{");
        self.cursor.eat("{");
        self.cursor.skip_until(b"}");
        if !self.cursor.eat("}") {
            self.cursor.skip_until(b"");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(text: &str) -> String {
        let source = Source::new("test.hlo", text);
        let module = module(&source).unwrap();
        let computations = module.computations.iter().map(|computation| {
            let instructions = computation.instructions.iter().map(|i| {
                let keys: Vec<&str> = i.attributes.iter().map(|a| a.key.text).collect();
                format!("{}:{}({})[{}]", i.name.text, i.opcode.text, &text[i.operands.clone()], keys.join(" "))
            });
            format!("{}{{{}}}", computation.name.text, instructions.collect::<Vec<_>>().join(" "))
        });
        let findings = module.findings.iter().map(|finding| finding.message.clone());
        computations.chain(findings).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn marks_and_signatures_are_optional() {
        let text = "HloModule m, is_scheduled=true\n%f (x: f32[2]) -> f32[2] {\n %x = f32[2]{0} parameter(0)\n}\n\
                    ENTRY g { x = f32[2] parameter(0) ROOT y = call(f32[2]{0} %x), to_apply=f // end\n }";
        assert_eq!(outline(text), "f{x:parameter(0)[]}; g{x:parameter(0)[] y:call(f32[2]{0} %x)[to_apply]}");
    }

    #[test]
    fn computations_may_be_written_in_place() {
        let text = "HloModule m\nENTRY g {\n ROOT y = conditional(a, b, b), branch_computations={\n{\n ROOT p = f32[] \
                    parameter(0)\n},\n{\n ROOT q = f32[] parameter(0)\n}\n}, x=1\n}";
        let expected = "branch_computations{p:parameter(0)[]}; branch_computations{q:parameter(0)[]}; \
                        g{y:conditional(a, b, b)[branch_computations x]}";
        assert_eq!(outline(text), expected);
    }

    #[test]
    fn a_wrong_line_is_skipped() {
        let text = "HloModule m\nENTRY g {\n x = f32[ parameter(0)\n y = f32[] parameter(0)\n z = f32[] add(y, y) 1\n}";
        assert_eq!(
            outline(text),
            "g{y:parameter(0)[] z:add(y, y)[]}; expected a number that is not negative, found `parameter`; \
             expected `=`, found `}`"
        );
    }
}
