//! Every pass alone: a program before it against the program after it, both on the interpreter.

use crate::check::{Counts, Verdict, compare, flatten, reference};
use pjrt::hlo::{self, Blame, Diagnostics, Literal, Module, evaluate};
use pjrt::passes::{Options, PASSES, Pass, run_passes};
use pjrt::reduce::Program;

/// Passes that compute a function in another way, with an error of their own.
const INEXACT: [&str; 3] = ["cholesky_expander", "logistic-expander", "triangular_solve_expander"];

pub fn check_passes(program: &Program) -> Verdict {
    let outcome = reference(program).and_then(|expected| {
        let arguments: Vec<Literal> = program.arguments.iter().cloned().map(Literal::from).collect();
        let mut counts = Counts::default();
        for pass in PASSES.iter().filter(|pass| !INEXACT.contains(&pass.name)) {
            let Some(after) = changed(pass, &program.module)? else { continue };
            let Ok(result) = evaluate(&after, &arguments) else { continue };
            let mut found = Vec::new();
            flatten(&result, &crate::bound::Bound::Exact, &mut found);
            for (expected, found) in expected.iter().zip(&found) {
                counts += compare(expected, found.array())
                    .map_err(|message| Verdict::Different(format!("result after {}: {message}", pass.name)))?;
            }
        }
        Ok(counts)
    });
    outcome.map_or_else(|verdict| verdict, Verdict::Same)
}

/// The module after a pass; none where it stays as it is, or where the pass refuses it.
fn changed(pass: &Pass, module: &Module) -> Result<Option<Module>, Verdict> {
    let mut module = module.clone();
    let options = Options { verifier: Some(hlo::verify), ..Options::default() };
    match run_passes(&mut module, [pass.name], options) {
        Ok(changed) => Ok(changed.then_some(module)),
        Err(findings) if is_refusal(&findings) => Ok(None),
        Err(findings) => Err(Verdict::Different(format!("{}: {}", pass.name, findings.0[0].message))),
    }
}

/// What a pass cannot do without another one before it is no mistake.
fn is_refusal(findings: &Diagnostics) -> bool {
    let needs_another = |message: &str| message.contains("has to run before");
    findings.0.iter().all(|finding| finding.blame != Blame::Bug || needs_another(&finding.message))
}
