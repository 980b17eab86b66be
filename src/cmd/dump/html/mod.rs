//! `--format=html`: one page to look around in, with everything it needs inside: the states of a program after each
//! pass that changed something, its schedule and its memory. `docs/dump.md` describes the payload.

mod memory;
mod payload;
mod table;

use super::super::compile_flags::CompileFlags;
use super::history;
use crate::codegen;
use crate::frontend::Source;
use crate::hlo::{Diagnostics, Module};
use payload::{Payload, Title};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// In the order in which they need each other.
const SCRIPTS: &[&str] = &[
    include_str!("page/model.js"),
    include_str!("page/layout.js"),
    include_str!("page/scene.js"),
    include_str!("page/dom.js"),
    include_str!("page/draw.js"),
    include_str!("page/graph.js"),
    include_str!("page/details.js"),
    include_str!("page/passes.js"),
    include_str!("page/search.js"),
    include_str!("page/memory.js"),
    include_str!("page/schedule.js"),
    include_str!("page/main.js"),
];

/// The page for a module as it was read.
///
/// # Errors
/// What keeps the program from being optimized or its memory from being planned.
pub fn page(module: Module, compile: &CompileFlags, source: &Source) -> Result<String, Diagnostics> {
    let mut payload = Payload::new(source);
    payload.add_state(&Title::stage("as read"), &module);
    let history = history::record(module, compile)?;
    for run in history.runs.iter().filter(|run| run.changed) {
        payload.add_state(&Title::of(run), &run.after);
    }
    let mut scheduled = history.last;
    codegen::schedule(&mut scheduled)?;
    payload.add_state(&Title::stage("scheduled"), &scheduled);
    payload.memory = memory::memory_json(&scheduled)?;
    Ok(assemble(&scheduled.name, &in_script(&payload.json(&scheduled.name).to_string())))
}

fn assemble(title: &str, payload: &str) -> String {
    let scripts: String = SCRIPTS.iter().map(|script| format!("<script>\n{script}</script>\n")).collect();
    let parts = [("{{title}}", title), ("{{style}}", STYLE), ("{{payload}}", payload), ("{{scripts}}", &scripts)];
    fill(PAGE, &parts)
}

/// A page with its places filled, which stand in it in this order.
pub fn fill(page: &str, parts: &[(&str, &str)]) -> String {
    // Split first: what is filled in may itself look like a place to fill.
    let mut out = String::new();
    let mut rest = page;
    for (place, part) in parts {
        let (before, after) = rest.split_once(place).unwrap_or((rest, ""));
        out += before;
        out += part;
        rest = after;
    }
    out + rest
}

/// Json that no browser takes for the end of the script it stands in.
pub fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(clap::Parser)]
    struct Flags {
        #[command(flatten)]
        compile: CompileFlags,
    }

    fn page_of(text: &str) -> String {
        let source = Source::new("</script><b>.mlir", text);
        let module = crate::frontend::parse(&source).expect("a program");
        page(module, &Flags::parse_from(["test"]).compile, &source).expect("a page")
    }

    #[test]
    fn payload_is_json_that_no_program_breaks_out_of() {
        let page = page_of(
            "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n\
             %y = stablehlo.tanh %x : tensor<2xf32> loc(\"</script><img src=x onerror=alert(1)>\")\n\
             return %y : tensor<2xf32> }",
        );
        let (_, payload) = page.split_once("id=\"payload\">").expect("a payload");
        let (payload, _) = payload.split_once("</script>").expect("its end");
        let payload: serde_json::Value = serde_json::from_str(payload).expect("json");
        assert!(payload["locations"].to_string().contains("</script><img"), "{payload}");
        assert!(!page.contains("<img"));
        assert_eq!(page.matches("<script").count(), SCRIPTS.len() + 1);
        assert_eq!(page.matches("</script>").count(), SCRIPTS.len() + 1);
    }

    #[test]
    fn page_asks_nothing_of_a_network() {
        let text = format!("{PAGE}{STYLE}{}", SCRIPTS.concat());
        for mark in ["http:", "https:", "src=", "@import", "url(", "fetch(", "import(", "XMLHttpRequest", "innerHTML"] {
            assert!(!text.contains(mark), "{mark}");
        }
    }
}
