//! What else is wrong: MLIR's parser stops at the first error. So the operation it stopped at is taken out of the text,
//! with everything that reads its results, and the rest is parsed again.

use super::mlir::{self, Complaint};
use super::outline::Outline;
use super::program::Program;
use crate::hlo::{Diagnostic, Diagnostics};
use melior::Context;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Errors beyond these are told once the first are mended.
const MAX_ROUNDS: usize = 50;
const MAX_TIME: Duration = Duration::from_secs(1);

/// All findings that can be told about a program which MLIR refuses, or of which some operations could not be read:
/// `unread` says why.
pub fn all_findings(context: &Context, program: &Program, unread: Vec<Diagnostic>) -> Diagnostics {
    let mut findings = unread;
    let mut rest = Rest::of(program);
    let start = Instant::now();
    for _ in 0..MAX_ROUNDS {
        let Err(complaints) = mlir::parse(context, &rest.text) else { break };
        let Some(genuine) = rest.remove(&complaints) else {
            // What cannot be taken out is told if nothing else is.
            if findings.is_empty() {
                findings.extend(complaints.into_iter().map(|complaint| program.finding(complaint)));
            }
            break;
        };
        let complaints = complaints.into_iter().zip(genuine).filter(|(_, genuine)| *genuine);
        findings.extend(complaints.map(|(complaint, _)| program.finding(complaint)));
        if start.elapsed() > MAX_TIME {
            break;
        }
    }
    in_order(findings)
}

fn in_order(mut findings: Vec<Diagnostic>) -> Diagnostics {
    let place = |finding: &Diagnostic| {
        let text = finding.location.as_ref()?.text.as_ref()?;
        Some((text.line, text.column))
    };
    findings.sort_by_key(place);
    findings.dedup_by(|a, b| place(a) == place(b) && a.message == b.message);
    Diagnostics(findings)
}

/// The program without what is known to be wrong. What was taken out is blank: every offset stays.
struct Rest<'p, 's> {
    program: &'p Program<'s>,
    text: String,
    /// Offsets of functions that have lost operations.
    torn: HashSet<usize>,
}

impl<'p, 's> Rest<'p, 's> {
    fn of(program: &'p Program<'s>) -> Rest<'p, 's> {
        let text = program.generic_text().to_owned();
        let mut rest = Rest { program, text, torn: HashSet::new() };
        rest.take_out(&program.rewritten().unread, &[]);
        rest
    }

    /// Takes out what is complained about. Says of each complaint whether it stands on its own, or may follow from what
    /// was taken out before; `None` where nothing could be taken out.
    fn remove(&mut self, complaints: &[Complaint]) -> Option<Vec<bool>> {
        let offset = |complaint: &Complaint| self.program.rewritten().offset(complaint.line, complaint.column);
        let (of_functions, of_operations): (Vec<&Complaint>, Vec<&Complaint>) =
            complaints.iter().partition(|complaint| is_about_structure(complaint));
        let torn = self.torn.clone();
        let functions: Vec<usize> = of_functions.into_iter().map(offset).collect();
        let operations: Vec<usize> = of_operations.into_iter().map(offset).collect();
        let genuine = self.outline().map(|outline| {
            let is_torn = |at| outline.function_at(at).is_some_and(|function| torn.contains(&function));
            complaints.iter().map(|c| !is_about_structure(c) || !is_torn(offset(c))).collect()
        })?;
        self.take_out(&operations, &functions).then_some(genuine)
    }

    fn outline(&self) -> Option<Outline<'_>> {
        Outline::of(&self.text, &self.program.rewritten().operations)
    }

    /// Blanks the operations at some offsets with all that depends on them, and the functions around others. Says
    /// whether there were any.
    fn take_out(&mut self, operations: &[usize], functions: &[usize]) -> bool {
        let Some(outline) = self.outline() else { return false };
        let operations = operations.iter().filter_map(|&at| outline.at(at));
        let functions = functions.iter().filter_map(|&at| outline.function_of(outline.at(at)?));
        let gone = outline.with_dependents(&operations.chain(functions).collect());
        let ranges: Vec<_> = gone.iter().map(|&operation| outline.range(operation)).collect();
        let torn: Vec<usize> = ranges.iter().filter_map(|range| outline.function_at(range.start)).collect();
        self.torn.extend(torn);
        for range in &ranges {
            // Multi-byte characters become as many blanks as they have bytes.
            let blank: String = self.text[range.clone()].bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }).collect();
            self.text.replace_range(range.clone(), &blank);
        }
        !ranges.is_empty()
    }
}

/// Complaints of MLIR's verifier: they come when all could be parsed.
fn is_about_structure(complaint: &Complaint) -> bool {
    let message = &complaint.message;
    let of_operation = message.starts_with('\'') && message.contains("' op ");
    of_operation || message.starts_with("block with no terminator") || message.starts_with("empty block")
}
