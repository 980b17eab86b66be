//! `layout-assignment`: lays a matrix product out in memory as its transposed reader wants it.
//!
//! Products are written through strides, so that the transpose of one costs nothing: its result is the product's
//! memory under another shape. The product's operands change sides where that makes the fastest-varying dimension of the
//! result one of its columns, which are written contiguously. Arguments and results of the program keep their layouts,
//! and so does everything else; a product that others read too stays as it is.

use super::graph::{Graph, edit};
use super::{Pass, control};
use crate::hlo::{Diagnostics, DotDimensionNumbers, InstructionId, Layout, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "layout-assignment",
    description: "Lays a matrix product out in memory as its transposed reader wants it.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, assign_all);
    }
    Ok(changed)
}

fn assign_all(graph: &mut Graph) -> bool {
    let pinned = control::pinned(graph);
    let mut changed = false;
    for id in graph.post_order() {
        if !pinned.contains(&id) && transposes_product(graph, id) {
            let id = with_columns_innermost(graph, id);
            lay_out(graph, id);
            changed = true;
        }
    }
    changed
}

/// Whether this is a transpose of a product that only it reads, both row-major so far.
fn transposes_product(graph: &Graph, id: InstructionId) -> bool {
    let Op::Transpose { .. } = graph.op(id) else { return false };
    let product = graph.operand(id, 0);
    let is_row_major = |id| graph.array(id).layout.is_row_major();
    matches!(graph.op(product), Op::Dot { .. })
        && graph.is_used_once(product)
        && is_row_major(id)
        && is_row_major(product)
}

/// transpose(dot(x, y), p) = transpose(dot(y, x), q), where the innermost dimension of the result comes from x
fn with_columns_innermost(graph: &mut Graph, id: InstructionId) -> InstructionId {
    let product = graph.operand(id, 0);
    let (Op::Transpose { permutation }, Op::Dot { dims, precision, algorithm: None }) =
        (graph.op(id).clone(), graph.op(product).clone())
    else {
        return id;
    };
    let batch = dims.lhs_batch.len();
    let rows = graph.dims(graph.operand(product, 0)).len() - batch - dims.lhs_contracting.len();
    let columns = permutation.len() - batch - rows;
    let innermost = permutation.iter().rev().copied().find(|&d| graph.dims(product)[d] != 1);
    if !innermost.is_some_and(|d| (batch..batch + rows).contains(&d)) {
        return id;
    }
    let (x, y) = (graph.operand(product, 0), graph.operand(product, 1));
    let op = Op::Dot { dims: swapped(dims), precision: [precision[1], precision[0]], algorithm: None };
    let mut shape = graph.array(product).clone();
    shape.dims[batch..].rotate_left(rows);
    graph.location = graph.get(product).location.clone();
    let product = graph.add(op, shape, &[y, x]);
    let place = |d: usize| match d {
        d if d < batch => d,
        d if d < batch + rows => d + columns,
        d => d - rows,
    };
    let turned = graph.transpose(product, permutation.into_iter().map(place).collect());
    let former = graph.operand(id, 0);
    graph.replace(id, turned);
    graph.computation.remove(former);
    turned
}

fn swapped(dims: DotDimensionNumbers) -> DotDimensionNumbers {
    DotDimensionNumbers {
        lhs_batch: dims.rhs_batch,
        rhs_batch: dims.lhs_batch,
        lhs_contracting: dims.rhs_contracting,
        rhs_contracting: dims.lhs_contracting,
    }
}

/// Gives the product the layout in which the transpose moves nothing.
fn lay_out(graph: &mut Graph, id: InstructionId) {
    let Op::Transpose { permutation } = graph.op(id) else { return };
    let minor_to_major = permutation.iter().rev().copied().collect();
    let product = graph.operand(id, 0);
    if let Shape::Array(array) = &mut graph.computation.get_mut(product).shape {
        array.layout = Layout::new(minor_to_major);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ElementType, Precision};
    use crate::passes::buffers::is_bitcast;
    use crate::passes::testing::{check, program};

    /// transpose(x · y) for x of [5, 2, 4] and y of [5, 4, 3], with the batch dimension first.
    fn product(permutation: &'static [usize]) -> impl Fn(&mut Graph) -> InstructionId {
        move |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[5, 2, 4]), g.f32(1, &[5, 4, 3]));
            let dims = DotDimensionNumbers {
                lhs_batch: vec![0],
                rhs_batch: vec![0],
                lhs_contracting: vec![2],
                rhs_contracting: vec![1],
            };
            let op = Op::Dot { dims, precision: [Precision::Default; 2], algorithm: None };
            let product = g.add(op, Shape::array(ElementType::F32, [5, 2, 3]), &[x, y]);
            g.transpose(product, permutation.to_vec())
        }
    }

    #[test]
    fn transposes_of_products_are_free() {
        for permutation in [&[1, 0, 2][..], &[2, 0, 1], &[1, 2, 0]] {
            let mut module = program(product(permutation));
            assert!(run(&mut module).expect("succeeds"));
            assert!(is_bitcast(module.entry(), module.entry().root()));
        }
    }

    #[test]
    fn columns_are_innermost() {
        check(&PASS, product(&[1, 0, 2]), "transpose[1, 0, 2](dot[0][0][2][1](Arg_0, Arg_1))");
        check(&PASS, product(&[2, 0, 1]), "transpose[1, 0, 2](dot[0][0][1][2](Arg_1, Arg_0))");
    }
}
