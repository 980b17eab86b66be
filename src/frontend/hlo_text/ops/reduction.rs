//! Reductions, windows and sorts.

use super::Table;
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::{Derived, Site, flag};
use crate::frontend::hlo_text::window;
use crate::hlo::{ComputationId, Op, Shape, Window, WindowDimension};

pub const TABLE: Table = &[
    ("reduce", reduce),
    ("reduce-window", reduce_window),
    ("select-and-scatter", select_and_scatter),
    ("scan", scan),
    ("sort", sort),
    ("topk", topk),
];

fn reduce(site: &mut Site) -> Outcome<Op> {
    let dimensions = site.required_indices("dimensions")?;
    Ok(Op::Reduce { dimensions, to_apply: region(site)? })
}

fn reduce_window(site: &mut Site) -> Outcome<Op> {
    let window = window_of_operand(site)?;
    Ok(Op::ReduceWindow { window, to_apply: region(site)? })
}

/// The called computation, without a tuple around its only result.
fn region(site: &mut Site) -> Outcome<ComputationId> {
    let to_apply = site.computation("to_apply")?;
    if !matches!(site.computations.shape(to_apply).result.as_tuple(), Some([_])) {
        return Ok(to_apply);
    }
    let unmade = || site.error("expected a computation of one result");
    site.computations.derived(Derived::OnlyElement(to_apply)).ok_or_else(unmade)
}

fn select_and_scatter(site: &mut Site) -> Outcome<Op> {
    let window = window_of_operand(site)?;
    let select = site.computation("select")?;
    Ok(Op::SelectAndScatter { window, select, scatter: site.computation("scatter")? })
}

/// A window of one element a dimension may go unsaid.
fn window_of_operand(site: &mut Site) -> Outcome<Window> {
    match site.value("window", window::window)? {
        Some(window) if !window.is_empty() => Ok(window),
        _ => Ok(vec![WindowDimension::of_size(1); site.operand_array(0)?.rank()]),
    }
}

fn scan(site: &mut Site) -> Outcome<Op> {
    Ok(Op::Scan {
        dimension: site.required_index_in_braces("dimensions")?,
        carries: site.required("num_carries", |cursor| cursor.index())?,
        is_reverse: site.flag("is_reverse")?,
        is_associative: site.value("is_associative", flag)?,
        to_apply: match site.text.shape {
            Some(Shape::Array(_)) => region(site)?,
            Some(Shape::Tuple(_) | Shape::Token) | None => site.computation("to_apply")?,
        },
    })
}

fn sort(site: &mut Site) -> Outcome<Op> {
    let dimension = site.required_index_in_braces("dimensions")?;
    Ok(Op::Sort { dimension, is_stable: site.flag("is_stable")?, comparator: site.computation("to_apply")? })
}

fn topk(site: &mut Site) -> Outcome<Op> {
    // Of equal elements the first come first here, whether they have to or not.
    site.drop_attributes(&["is_stable"]);
    let k = site.required("k", |cursor| cursor.index())?;
    let largest = site.value("largest", flag)?;
    Ok(Op::TopK { k, largest: largest.unwrap_or(true) })
}
