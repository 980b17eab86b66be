//! Modules as graphs for graphviz. What an instruction runs (fusions, bodies of loops, branches) stands in a cluster in
//! its place; scalar constants stand in the labels of those who read them.

use super::kind::Kind;
use crate::hlo::{Computation, ComputationId, Instruction, InstructionId, Module, Op, PrintOptions, instruction_parts};
use crate::passes::buffers::executed_callees;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// Longest line of a label; more of it helps nobody.
const LINE: usize = 72;

/// The module as one `digraph`.
pub fn graph(module: &Module) -> String {
    let mut graph = Graph { module, out: String::new(), edges: String::new(), next: 0, drawn: HashSet::new() };
    let _ = writeln!(graph.out, "digraph {} {{", quoted(&module.name));
    graph.out += "  graph [fontname=\"Helvetica\", fontsize=11, labeljust=l, ranksep=0.3, nodesep=0.2]\n";
    graph.out +=
        "  node [fontname=\"Helvetica\", fontsize=10, shape=box, style=\"rounded,filled\", margin=\"0.08,0.04\"]\n";
    graph.out += "  edge [fontname=\"Helvetica\", fontsize=8, arrowsize=0.6, color=\"#5f6b7a\"]\n";
    let entry = format!("ENTRY {}", module.entry().name);
    graph.cluster(module.entry_id(), &entry, 1);
    graph.remaining();
    let Graph { out, edges, .. } = graph;
    out + &edges + "}\n"
}

/// The graph as far as it is written.
struct Graph<'m> {
    module: &'m Module,
    out: String,
    /// After all nodes, so that a node's first mention is in its own cluster.
    edges: String,
    next: usize,
    /// A computation with several callers is drawn where it is first called.
    drawn: HashSet<ComputationId>,
}

/// What a cluster's surroundings connect to.
struct Cluster {
    parameters: Vec<usize>,
    root: usize,
}

impl<'m> Graph<'m> {
    fn number(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 2 * depth);
    }

    fn open(&mut self, title: &str, depth: usize) {
        let number = self.number();
        self.line(depth, &format!("subgraph cluster_{number} {{"));
        let look = "style=\"rounded,filled\", color=\"#b8c0cc\", fillcolor=\"#00000008\"";
        self.line(depth + 1, &format!("graph [label={}, {look}]", quoted(&shortened(title))));
    }

    fn cluster(&mut self, id: ComputationId, title: &str, depth: usize) -> Cluster {
        self.drawn.insert(id);
        self.open(title, depth);
        let cluster = self.computation(id, depth + 1);
        self.line(depth, "}");
        cluster
    }

    fn computation(&mut self, id: ComputationId, depth: usize) -> Cluster {
        let computation = self.module.computation(id);
        let mut nodes: HashMap<InstructionId, usize> = HashMap::new();
        for id in computation.post_order() {
            if !in_labels(computation, id) {
                let node = self.instruction(computation, id, &nodes, depth);
                nodes.insert(id, node);
            }
        }
        Cluster {
            parameters: computation.parameters().iter().map(|id| nodes[id]).collect(),
            root: nodes[&computation.root()],
        }
    }

    /// Draws an instruction; its result comes out of the node that is returned.
    fn instruction(
        &mut self,
        computation: &Computation,
        id: InstructionId,
        nodes: &HashMap<InstructionId, usize>,
        depth: usize,
    ) -> usize {
        let instruction = computation.get(id);
        let operands: Vec<Option<usize>> = instruction.operands().iter().map(|id| nodes.get(id).copied()).collect();
        if let Op::Fusion { computation: callee, .. } | Op::Call { to_apply: callee } = &instruction.op
            && !self.drawn.contains(callee)
        {
            let cluster = self.cluster(*callee, &self.title(computation, id), depth);
            for (&from, &to) in operands.iter().zip(&cluster.parameters) {
                self.edge(from, to, None);
            }
            return cluster.root;
        }
        let node = self.node_with_callees(computation, id, depth);
        let several = operands.len() > 1;
        for (index, &from) in operands.iter().enumerate() {
            self.edge(from, node, several.then_some(index));
        }
        node
    }

    /// A node; where it runs computations, in a cluster with them.
    fn node_with_callees(&mut self, computation: &Computation, id: InstructionId, depth: usize) -> usize {
        let callees = executed_callees(computation.op(id)).into_iter().filter(|id| !self.drawn.contains(id));
        let callees: Vec<ComputationId> = callees.collect();
        if callees.is_empty() {
            return self.node(computation, id, depth);
        }
        self.open(&self.title(computation, id), depth);
        let node = self.node(computation, id, depth + 1);
        for callee in callees {
            if !self.drawn.contains(&callee) {
                self.cluster(callee, &self.module.computation(callee).name, depth + 1);
            }
        }
        self.line(depth, "}");
        node
    }

    fn edge(&mut self, from: Option<usize>, to: usize, index: Option<usize>) {
        let Some(from) = from else { return };
        let label = index.map_or(String::new(), |index| format!(" [headlabel=\"{index}\"]"));
        let _ = writeln!(self.edges, "  n{from} -> n{to}{label}");
    }

    fn node(&mut self, computation: &Computation, id: InstructionId, depth: usize) -> usize {
        let number = self.number();
        let label = quoted(&self.label(computation, id));
        let root = if computation.root() == id { ", penwidth=2" } else { "" };
        let color = Kind::of(&computation.get(id).op).fill();
        self.line(depth, &format!("n{number} [label={label}, fillcolor=\"{color}\"{root}]"));
        number
    }

    fn title(&self, computation: &Computation, id: InstructionId) -> String {
        let instruction = computation.get(id);
        format!("{}: {} {}", instruction.name(), instruction.op.name(), instruction.shape)
    }

    /// Name, operation with the constants among its operands, shape, attributes.
    fn label(&self, computation: &Computation, id: InstructionId) -> String {
        let instruction = computation.get(id);
        let constants: Vec<String> = instruction
            .operands()
            .iter()
            .enumerate()
            .filter(|(_, operand)| in_labels(computation, **operand))
            .map(|(index, &operand)| format!("{index}: {}", self.constant(computation, operand)))
            .collect();
        let constants = if constants.is_empty() { String::new() } else { format!(" ({})", constants.join(", ")) };
        let mut lines = vec![
            instruction.name().to_string(),
            format!("{}{constants}", self.operation(computation, id, instruction)),
            instruction.shape.to_string(),
        ];
        let parts = instruction_parts(self.module, computation, id, &PrintOptions::short());
        let called = instruction.op.called_computations();
        let names: Vec<&str> = called.iter().map(|&id| &*self.module.computation(id).name).collect();
        let own = parts.attributes.iter().filter(|(_, value)| !names.contains(&value.as_str()));
        lines.extend(own.map(|(key, value)| format!("{key}={value}")));
        let executed = executed_callees(&instruction.op);
        lines.extend(self.applied(called.iter().filter(|id| !executed.contains(id))));
        lines.iter().map(|line| shortened(line)).collect::<Vec<_>>().join("\n")
    }

    fn operation(&self, computation: &Computation, id: InstructionId, instruction: &Instruction) -> String {
        match &instruction.op {
            Op::Parameter { number } => format!("parameter {number}"),
            Op::Constant(_) => format!("constant {}", self.constant(computation, id)),
            op => op.name().to_string(),
        }
    }

    fn constant(&self, computation: &Computation, id: InstructionId) -> String {
        instruction_parts(self.module, computation, id, &PrintOptions::short()).constant.unwrap_or_default()
    }

    /// What computations do that are applied to elements, where that is one operation, else their names.
    fn applied<'c>(&self, called: impl Iterator<Item = &'c ComputationId>) -> Option<String> {
        let names: Vec<&str> = called
            .map(|&id| self.module.computation(id))
            .map(|computation| single_operation(computation).unwrap_or(&computation.name))
            .collect();
        (!names.is_empty()).then(|| format!("applies {}", names.join(", ")))
    }

    /// Computations that are applied to elements and do more than a label tells.
    fn remaining(&mut self) {
        for id in self.module.post_order() {
            let computation = self.module.computation(id);
            if !self.drawn.contains(&id) && single_operation(computation).is_none() {
                self.cluster(id, &computation.name, 1);
            }
        }
    }
}

/// Whether a constant stands in its readers' labels.
fn in_labels(computation: &Computation, id: InstructionId) -> bool {
    let instruction = computation.get(id);
    let scalar = instruction.shape.as_array().is_some_and(|array| array.is_scalar());
    matches!(instruction.op, Op::Constant(_)) && scalar && computation.root() != id
}

/// The operation of a computation that has but one.
fn single_operation(computation: &Computation) -> Option<&'static str> {
    let root = computation.get(computation.root());
    let operands = root.operands().iter();
    let plain = operands.clone().all(|&id| matches!(computation.op(id), Op::Parameter { .. }));
    (plain && operands.len() > 0 && computation.len() == root.operands().len() + 1).then(|| root.op.name())
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// A string of graphviz's language, where a backslash begins an escape too.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::every_op::every_op;

    #[test]
    fn quotes_are_closed() {
        assert_eq!(quoted("a\"b\\n\nc"), r#""a\"b\\n\nc""#);
    }

    /// Edges mention nodes that exist, clusters are closed, and every instruction of the entry has its node.
    #[test]
    fn every_operation_is_drawn() {
        let module = every_op();
        let text = graph(&module);
        let nodes: HashSet<&str> =
            text.lines().filter_map(|line| line.trim().split_once(" [label=").map(|(node, _)| node)).collect();
        let ends = text.lines().filter_map(|line| line.trim().split_once(" -> "));
        for (from, to) in ends {
            let to = to.split(' ').next().unwrap_or_default();
            assert!(nodes.contains(from) && nodes.contains(to), "{from} -> {to}");
        }
        assert_eq!(text.matches(" {\n").count(), text.lines().filter(|line| line.trim() == "}").count());
        let entry = module.entry();
        for id in entry.ids().filter(|&id| !in_labels(entry, id)) {
            assert!(text.contains(&**entry.get(id).name()), "{}", entry.get(id).name());
        }
    }
}
