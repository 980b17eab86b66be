//! `--diff`: what a pass changed, aligned by computation and instruction, unchanged ones left out.

mod align;
mod json;
mod text;

use super::super::failure::{Failure, Outcome};
use super::Format;
use super::history::History;
use super::pass_run::PassRun;
use crate::hlo::{Computation, ComputationId, InstructionId, Module, PrintOptions, print_instruction};
use align::Alignment;
use std::collections::{HashMap, HashSet};
use std::io::IsTerminal;

/// When a difference is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless $NO_COLOR is set
    Auto,
    Always,
    Never,
}

impl Color {
    fn wanted(self) -> bool {
        let refused = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match self {
            Color::Auto => std::io::stdout().is_terminal() && !refused(),
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// What became of a module.
struct ModuleDiff {
    /// Those with a difference: callees before callers, those that are gone last.
    computations: Vec<ComputationDiff>,
    unchanged: usize,
}

/// What became of a computation.
struct ComputationDiff {
    name: String,
    is_entry: bool,
    state: State,
    lines: Vec<Line>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Added,
    Removed,
    Changed,
}

/// What became of an instruction, with its text.
enum Line {
    Unchanged,
    Changed {
        before: String,
        after: String,
    },
    Added(String),
    Removed(String),
    /// It came from this computation with its name.
    MovedIn {
        text: String,
        from: String,
    },
    /// It went to these computations with its name.
    MovedOut {
        name: String,
        to: Vec<String>,
    },
}

pub fn show(asked: &PassRun, history: &History, format: Format, color: Color) -> Outcome<String> {
    let runs = asked.find(history)?;
    let diffs = runs.into_iter().map(|run| (run, ModuleDiff::of(&run.before, &run.after)));
    match format {
        Format::Json => Ok(json::diff_json(asked, diffs)),
        Format::Html => Err(Format::page_alone()),
        Format::Dot => Err(Failure::usage("expected --format=text or json with --diff")),
        Format::Text => {
            let shown: Vec<String> = diffs.map(|(run, diff)| text::diff_text(run, &diff, color.wanted())).collect();
            Ok(if shown.is_empty() { format!("// {asked} changed nothing\n") } else { shown.join("\n") })
        }
    }
}

impl ModuleDiff {
    fn of(before: &Module, after: &Module) -> ModuleDiff {
        let moves = Moves::between(before, after);
        let pairs = |name: &str| moves.before.get(name).copied();
        let mut computations: Vec<ComputationDiff> = Vec::new();
        let order = after.post_order();
        for &id in &order {
            let old = pairs(&after.computation(id).name);
            computations.push(ComputationDiff::of(before, old, after, Some(id), &moves));
        }
        for id in before.post_order() {
            if !moves.after.contains_key(&*before.computation(id).name) {
                computations.push(ComputationDiff::of(before, Some(id), after, None, &moves));
            }
        }
        computations.retain(|diff| diff.lines.iter().any(|line| !matches!(line, Line::Unchanged)));
        let unchanged = order.len() - computations.iter().filter(|diff| diff.state != State::Removed).count();
        ModuleDiff { computations, unchanged }
    }

    fn count(&self, kind: fn(&Line) -> bool) -> usize {
        self.computations.iter().flat_map(|diff| &diff.lines).filter(|line| kind(line)).count()
    }
}

/// Names of computations, and of instructions that left one computation for others.
struct Moves<'m> {
    before: HashMap<&'m str, ComputationId>,
    after: HashMap<&'m str, ComputationId>,
    /// Where an instruction of this name was and is no longer.
    left: HashMap<&'m str, Vec<&'m str>>,
    /// Where an instruction of this name is and was not before.
    entered: HashMap<&'m str, Vec<&'m str>>,
}

impl<'m> Moves<'m> {
    fn between(before: &'m Module, after: &'m Module) -> Moves<'m> {
        Moves {
            before: by_name(before),
            after: by_name(after),
            left: homes(before, after),
            entered: homes(after, before),
        }
    }

    /// Where a new instruction comes from.
    fn from(&self, name: &str) -> Option<String> {
        let [from] = self.left.get(name)?[..] else { return None };
        Some(from.to_owned())
    }

    /// Where an instruction went that is gone.
    fn to(&self, name: &str) -> Option<Vec<String>> {
        self.from(name)?;
        Some(self.entered.get(name)?.iter().map(|&to| to.to_owned()).collect())
    }
}

fn by_name(module: &Module) -> HashMap<&str, ComputationId> {
    module.post_order().into_iter().map(|id| (&*module.computation(id).name, id)).collect()
}

/// Names of instructions that computations have in `module` and not in the other one, with those computations.
fn homes<'m>(module: &'m Module, other: &Module) -> HashMap<&'m str, Vec<&'m str>> {
    let others = by_name(other);
    let mut homes: HashMap<_, Vec<_>> = HashMap::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        let stayed: HashSet<&str> = others.get(&*computation.name).map_or_else(HashSet::new, |&id| {
            let other = other.computation(id);
            other.ids().map(|id| &**other.get(id).name()).collect()
        });
        for name in computation.ids().map(|id| &**computation.get(id).name()).filter(|name| !stayed.contains(name)) {
            homes.entry(name).or_default().push(&*computation.name);
        }
    }
    homes
}

impl ComputationDiff {
    /// At least one of the computations exists.
    fn of(
        before: &Module,
        old: Option<ComputationId>,
        after: &Module,
        new: Option<ComputationId>,
        moves: &Moves,
    ) -> ComputationDiff {
        let old = old.map(|id| Side { module: before, computation: before.computation(id) });
        let new_id = new;
        let new = new.map(|id| Side { module: after, computation: after.computation(id) });
        let (state, lines) = match (old, new) {
            (Some(old), Some(new)) => (State::Changed, aligned(old, new, moves)),
            (None, Some(new)) => (State::Added, new.order().into_iter().map(|id| new.added(id, moves)).collect()),
            (Some(old), None) => (State::Removed, old.order().into_iter().map(|id| old.removed(id, moves)).collect()),
            (None, None) => (State::Changed, Vec::new()),
        };
        let name = new.or(old).map_or(String::new(), |side| side.computation.name.to_string());
        ComputationDiff { name, is_entry: new_id == Some(after.entry_id()), state, lines }
    }
}

/// A computation on one side of the pass.
#[derive(Clone, Copy)]
struct Side<'m> {
    module: &'m Module,
    computation: &'m Computation,
}

impl Side<'_> {
    fn order(&self) -> Vec<InstructionId> {
        self.computation.schedule.clone().unwrap_or_else(|| self.computation.post_order())
    }

    fn name(&self, id: InstructionId) -> &str {
        self.computation.get(id).name()
    }

    /// Large constants are left out, and where an instruction comes from, which no pass changes.
    fn text(&self, id: InstructionId) -> String {
        let options = PrintOptions { metadata: false, constant_limit: Some(16), ..PrintOptions::default() };
        print_instruction(self.module, self.computation, id, &options)
    }

    fn added(&self, id: InstructionId, moves: &Moves) -> Line {
        match moves.from(self.name(id)) {
            Some(from) => Line::MovedIn { text: self.text(id), from },
            None => Line::Added(self.text(id)),
        }
    }

    fn removed(&self, id: InstructionId, moves: &Moves) -> Line {
        match moves.to(self.name(id)) {
            Some(to) => Line::MovedOut { name: self.name(id).to_owned(), to },
            None => Line::Removed(self.text(id)),
        }
    }
}

/// The new computation's order; what is gone stands before what came after it.
fn aligned(old: Side, new: Side, moves: &Moves) -> Vec<Line> {
    let alignment = Alignment::of(old.computation, new.computation);
    let mut gone = alignment.removed_before(&old.order());
    let mut lines = Vec::new();
    for id in new.order() {
        let Some(partner) = alignment.old(id) else {
            lines.push(new.added(id, moves));
            continue;
        };
        lines.extend(gone.remove(&Some(partner)).into_iter().flatten().map(|id| old.removed(id, moves)));
        lines.push(match alignment.is_unchanged(old, partner, new, id) {
            true => Line::Unchanged,
            false => Line::Changed { before: old.text(partner), after: new.text(id) },
        });
    }
    lines.extend(gone.remove(&None).into_iter().flatten().map(|id| old.removed(id, moves)));
    lines
}
