//! Programs written down and read again: as HLO text or proto, as StableHLO text or portable artifact. They stay what
//! they are.

use crate::check::{Verdict, compare_near, module_of, reference};
use crate::generate::stablehlo::Nearness;
use pjrt::bytecode::{self, Version};
use pjrt::hlo::{PrintOptions, print};
use pjrt::proto;
use pjrt::reduce::Program;
use pjrt::stablehlo::{self, Dialects, from_hlo};

/// A form to write a program in; none where it cannot be said there.
type Writer = fn(&Program) -> Option<String>;

const FORMS: [(&str, Writer); 4] =
    [("HLO", hlo), ("StableHLO", stablehlo), ("bytecode", artifact), ("a proto", hlo_proto)];

fn hlo(program: &Program) -> Option<String> {
    Some(print(&program.module, &PrintOptions::default()))
}

fn stablehlo(program: &Program) -> Option<String> {
    let said = from_hlo(&program.module, Dialects::All).ok()?;
    Some(stablehlo::print(&said, stablehlo::PrintOptions::default()))
}

/// By way of an artifact, as the text that the frontend gets.
fn artifact(program: &Program) -> Option<String> {
    let said = from_hlo(&program.module, Dialects::Portable).ok()?;
    let bytes = bytecode::write(&said, Version::CURRENT).ok()?;
    Some(bytecode::to_text(&bytes).unwrap_or_else(|finding| format!("{finding}")))
}

fn hlo_proto(program: &Program) -> Option<String> {
    let bytes = proto::write(&program.module).ok()?;
    Some(proto::read(&bytes).map_or_else(|finding| format!("{finding}"), |program| program.text))
}

/// Writes a program in one of the forms, reads it, and runs both in the interpreter.
pub fn check(program: &Program, seed: u64) -> Result<(), Verdict> {
    let (name, write) = FORMS[seed as usize % FORMS.len()];
    let Some(text) = write(program) else { return Ok(()) };
    let failed = |message: String| Verdict::Different(format!("written as {name}: {message}"));
    let module = module_of(&text, &program.arguments).map_err(|verdict| failed(format!("{verdict:?}")))?;
    let again = Program { module, arguments: program.arguments.clone() };
    for (index, (before, after)) in reference(program)?.iter().zip(&reference(&again)?).enumerate() {
        compare_near(before.array(), after.array(), Nearness::Same)
            .map_err(|message| failed(format!("result {index}: {message}")))?;
    }
    Ok(())
}
