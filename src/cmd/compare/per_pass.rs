//! Which pass changes the values?
//!
//! The reference runs the program as it is after passes. Values that are right at the beginning and wrong at the end
//! became wrong somewhere: halving finds a pass before which they are right and after which they are wrong, in a few
//! runs.

use super::measure::Measures;
use super::{Job, Report};
use crate::cmd::failure::Outcome;
use crate::cmd::program::failure;
use crate::cmd::show::SCHEMA;
use crate::hlo::Module;
use crate::passes::Observation;
use serde_json::json;

/// The module after a run of a pass that changed it.
struct Snapshot {
    pass: &'static str,
    group: &'static str,
    index: usize,
    module: Module,
}

pub fn report(job: &Job) -> Outcome<Report> {
    let snapshots = snapshots(job)?;
    let expected = job.expected()?;
    let after =
        |snapshot: &Snapshot| job.measures(&job.engines[1].run_as_is(snapshot.module.clone(), job.given())?, &expected);
    let last = snapshots.last().map(after).transpose()?;
    if let Some(wrong) = last.filter(|measures| measures.wrong() > 0) {
        let (guilty, measures) = first_wrong(&snapshots, wrong, after)?;
        return Ok(pass_report(guilty, &measures));
    }
    let measures = job.measures(&job.found()?, &expected)?;
    Ok(code_report(snapshots.len(), &measures))
}

/// The module after every change.
fn snapshots(job: &Job) -> Outcome<Vec<Snapshot>> {
    let mut snapshots = Vec::new();
    let mut keep = |o: &Observation| {
        if o.changed {
            let module = o.module.clone();
            snapshots.push(Snapshot { pass: o.pass.name, group: o.group, index: o.index, module });
        }
    };
    let mut module = job.module();
    job.engines[0].optimize(&mut module, &mut keep).map_err(|d| failure(&d, &job.subject.source))?;
    Ok(snapshots)
}

/// Halves the passes between one after which the values are right and one after which they are wrong.
fn first_wrong(
    snapshots: &[Snapshot],
    last: Measures,
    after: impl Fn(&Snapshot) -> Outcome<Measures>,
) -> Outcome<(&Snapshot, Measures)> {
    let (mut right, mut wrong) = (0, snapshots.len() - 1);
    let mut measures = last;
    while right < wrong {
        let middle = usize::midpoint(right, wrong);
        let found = after(&snapshots[middle])?;
        if found.wrong() > 0 {
            (wrong, measures) = (middle, found);
        } else {
            right = middle + 1;
        }
    }
    Ok((&snapshots[wrong], measures))
}

fn pass_report(guilty: &Snapshot, measures: &Measures) -> Report {
    let Snapshot { pass, group, index, .. } = guilty;
    let difference = format!("values differ from {pass} on");
    Report {
        text: format!(
            "values are right before {pass}, and wrong after it (run {index} of {group})\n{}",
            measures.text()
        ),
        json: json!({
            "schema": SCHEMA,
            "differing": measures.wrong(),
            "pass": { "name": pass, "group": group, "index": index },
            "results": measures.json(),
        }),
        difference: Some(difference),
    }
}

/// No pass is wrong; the code made of the last module may be.
fn code_report(changes: usize, measures: &Measures) -> Report {
    let wrong = measures.wrong();
    let passes = format!("values are right after all {changes} changes that passes made");
    let told = if wrong > 0 { "; the code that is made of them is wrong" } else { ", and so is the code" };
    Report {
        text: format!("{passes}{told}\n{}", measures.text()),
        json: json!({ "schema": SCHEMA, "differing": wrong, "pass": null, "results": measures.json() }),
        difference: (wrong > 0).then(|| "values differ after the passes, in code generation".to_owned()),
    }
}
