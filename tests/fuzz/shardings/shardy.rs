//! A program as StableHLO, its shardings in Shardy's words: the axes of a mesh by their names, or parts of its only axis.

use crate::check::{Verdict, module_of};
use pjrt::hlo::{ArrayLiteral, Axis, Mesh, Module, Sharding};
use pjrt::stablehlo::{Dialects, PrintOptions, from_hlo, print};

/// The program written down and read again; none where StableHLO has no words for it.
pub fn read_again(module: &Module, arguments: &[ArrayLiteral]) -> Result<Option<Module>, Verdict> {
    let Ok(said) = from_hlo(module, Dialects::All) else { return Ok(None) };
    let text = print(&said, PrintOptions::default());
    let spelling = Spelling { devices: module.partition_count, by_parts: text.len().is_multiple_of(2) };
    let lines: Vec<String> = text.lines().map(|line| spelling.line(line)).collect();
    let text = lines.join("\n");
    module_of(&text, arguments).map(Some).map_err(|verdict| match verdict {
        Verdict::Different(message) => Verdict::Different(format!("written with Shardy: {message}\n{text}")),
        other => other,
    })
}

struct Spelling {
    devices: usize,
    /// Whether the mesh has one axis.
    by_parts: bool,
}

/// Where HLO's sharding stands in StableHLO.
const ATTRIBUTE: &str = "mhlo.sharding = \"";

impl Spelling {
    fn line(&self, line: &str) -> String {
        match line.contains("func.func") {
            true => self.signature(line),
            false => self.constraint(line).unwrap_or_else(|| line.to_string()),
        }
    }

    fn signature(&self, line: &str) -> String {
        let mut parts = line.split(ATTRIBUTE);
        let mut out = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (text, rest) = part.split_once('"').expect("a string ends");
            out += &match self.sharding(text, &[]) {
                Some(sharding) => format!("sdy.sharding = #sdy.sharding<{sharding}>{rest}"),
                None => format!("{ATTRIBUTE}{part}"),
            };
        }
        out
    }

    fn constraint(&self, line: &str) -> Option<String> {
        let (result, rest) = line.split_once("stablehlo.custom_call @Sharding(")?;
        let (operand, rest) = rest.split_once(')')?;
        let (_, text) = rest.split_once(ATTRIBUTE)?;
        let (text, _) = text.split_once('"')?;
        let open = rest.split_once("unspecified_dims=[").and_then(|(_, open)| open.split_once(']'));
        let open = open.map_or(Vec::new(), |(open, _)| open.split(',').filter_map(|d| d.parse().ok()).collect());
        let (_, result_type) = rest.rsplit_once(" -> ")?;
        Some(format!("{result}sdy.sharding_constraint {operand} <{}> : {result_type}", self.sharding(text, &open)?))
    }

    /// None where axes cannot say it.
    fn sharding(&self, text: &str, open: &[usize]) -> Option<String> {
        let sharding = Sharding::parse(text).ok()?;
        let mesh = Mesh::of(self.devices, std::slice::from_ref(&sharding));
        let Sharding::Tiled(tiling) = sharding else { return None };
        let tiles = mesh.split(&tiling.axes()?)?;
        if !tiles.manual.is_empty() {
            return None;
        }
        let dims: Vec<String> = (0..tiles.rank()).map(|d| self.dimension(&tiles.dims[d], open.contains(&d))).collect();
        let axes: Vec<String> = match self.by_parts {
            true => vec![format!("\"m\"={}", self.devices)],
            false => mesh.axes().iter().map(|axis| format!("{}={}", self.name(axis), axis.size)).collect(),
        };
        Some(format!("mesh<[{}]>, [{}]", axes.join(", "), dims.join(", ")))
    }

    fn dimension(&self, axes: &[Axis], is_open: bool) -> String {
        let mut items: Vec<String> = axes.iter().map(|axis| self.name(axis)).collect();
        items.extend(is_open.then(|| "?".to_string()));
        format!("{{{}}}", items.join(", "))
    }

    fn name(&self, axis: &Axis) -> String {
        let before = self.devices / (axis.stride * axis.size);
        match self.by_parts {
            false => format!("\"of {}\"", axis.stride),
            true if axis.size == self.devices => "\"m\"".to_string(),
            true => format!("\"m\":({before}){}", axis.size),
        }
    }
}
