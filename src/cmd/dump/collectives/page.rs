//! `--collectives --format=html`: one page with the picture of the schedule, what is exchanged beside it, and the tables.

use super::super::html::{fill, in_script};
use super::report::Report;
use crate::passes::cost_model::{Lane, Timeline};
use serde_json::{Value, json};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The page for a report.
pub fn page(report: &Report) -> String {
    let name = &*report.view.module.name;
    let mut payload = report.json();
    payload["name"] = name.into();
    payload["description"] = report.model.description.as_str().into();
    payload["timelines"] = timelines(report);
    let payload = in_script(&payload.to_string());
    let title: String = name.chars().filter(|c| !"<>&".contains(*c)).collect();
    let parts = [("{{title}}", &*title), ("{{style}}", STYLE), ("{{payload}}", &payload), ("{{script}}", SCRIPT)];
    fill(PAGE, &parts)
}

/// The entry's first, then those of others that exchange something.
fn timelines(report: &Report) -> Value {
    let module = report.view.module;
    let exchanges = |timeline: &Timeline| timeline.steps.iter().any(|step| step.lane == Lane::Link);
    let shown = report.timelines.iter().rev();
    let shown = shown.filter(|(id, timeline)| *id == module.entry_id() || exchanges(timeline));
    let timeline = |(id, timeline): &(_, Timeline)| {
        let computation = module.computation(*id);
        let steps = timeline.steps.iter().map(|step| {
            let lane = match step.lane {
                Lane::Compute => "compute",
                Lane::Wait => "wait",
                Lane::Link => "link",
            };
            let (name, opcode) = (computation.get(step.instruction).name(), computation.opcode(step.instruction));
            json!({ "name": &**name, "opcode": opcode, "lane": lane, "start": step.start, "end": step.end })
        });
        json!({
            "computation": &*computation.name,
            "seconds": timeline.seconds,
            "steps": steps.collect::<Vec<_>>(),
        })
    };
    shown.map(timeline).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_asks_nothing_of_a_network() {
        let text = format!("{PAGE}{STYLE}{SCRIPT}");
        for mark in ["https:", "src=", "@import", "url(", "fetch(", "import(", "XMLHttpRequest", "innerHTML"] {
            assert!(!text.contains(mark), "{mark}");
        }
    }
}
