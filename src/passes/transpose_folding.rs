//! `transpose-folding`: lets matrix products and convolutions read and write transposed arrays in place.
//!
//! Their dimension numbers name dimensions freely, and the templates behind them take any stride, so that no array
//! is transposed in memory for their sake. A transpose that others read as well is folded too: it may then become dead.
//! What stays: a transpose that changes the order of several free dimensions of a product, because the order of the
//! result's dimensions follows the operand's.

use super::graph::{Graph, edit};
use super::{Pass, control};
use crate::hlo::{ConvolutionDimensionNumbers, Diagnostics, DotDimensionNumbers, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "transpose-folding",
    description: "Lets matrix products and convolutions read and write transposed arrays in place.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, fold_all);
    }
    Ok(changed)
}

fn fold_all(graph: &mut Graph) -> bool {
    let pinned = control::pinned(graph);
    let mut changed = false;
    for mut id in graph.post_order() {
        while graph.contains(id)
            && !pinned.contains(&id)
            && let Some(folded) = fold(graph, id)
        {
            graph.replace(id, folded);
            id = folded;
            changed = true;
        }
    }
    changed
}

/// The instruction with one transpose less.
fn fold(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    graph.location = graph.get(id).location.clone();
    match graph.op(id) {
        Op::Dot { .. } => dot_of_transpose(graph, id, 0).or_else(|| dot_of_transpose(graph, id, 1)),
        Op::Convolution { .. } => (0..2).find_map(|side| convolution_of_transpose(graph, id, side)),
        Op::Transpose { .. } => transpose_of_dot(graph, id).or_else(|| transpose_of_convolution(graph, id)),
        _ => None,
    }
}

/// dot(transpose(x, p), y) with dimension d = dot(x, y) with dimension p(d)
///
/// Where the free dimensions of x keep their order.
fn dot_of_transpose(graph: &mut Graph, id: InstructionId, side: usize) -> Option<InstructionId> {
    let Op::Dot { dims, precision, algorithm } = graph.op(id).clone() else { return None };
    let (permutation, x) = transposed(graph, graph.operand(id, side))?;
    let moved = |numbers: &[usize]| numbers.iter().map(|&d| permutation[d]).collect::<Vec<_>>();
    let (batch, contracting) = match side {
        0 => (&dims.lhs_batch, &dims.lhs_contracting),
        _ => (&dims.rhs_batch, &dims.rhs_contracting),
    };
    let free = DotDimensionNumbers::free(permutation.len(), batch, contracting);
    if !moved(&free).is_sorted() {
        return None;
    }
    let dims = match side {
        0 => DotDimensionNumbers { lhs_batch: moved(batch), lhs_contracting: moved(contracting), ..dims.clone() },
        _ => DotDimensionNumbers { rhs_batch: moved(batch), rhs_contracting: moved(contracting), ..dims.clone() },
    };
    let mut operands = [graph.operand(id, 0), graph.operand(id, 1)];
    operands[side] = x;
    let shape = graph.shape(id).clone();
    Some(graph.add(Op::Dot { dims, precision, algorithm }, shape, &operands))
}

/// transpose(dot(x, y)) = dot(y, x), where it moves the free dimensions of y before those of x
///
/// Where nothing else reads the product, which would be computed twice.
fn transpose_of_dot(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (permutation, product) = transposed(graph, id)?;
    let Op::Dot { dims, precision, algorithm } = graph.op(product).clone() else { return None };
    let (x, y) = (graph.operand(product, 0), graph.operand(product, 1));
    let batch = dims.lhs_batch.len();
    let x_free = graph.dims(x).len() - batch - dims.lhs_contracting.len();
    let rank = permutation.len();
    let swapped = (0..batch).chain(batch + x_free..rank).chain(batch..batch + x_free);
    if !graph.is_used_once(product) || algorithm.is_some() || !swapped.eq(permutation.iter().copied()) {
        return None;
    }
    let dims = DotDimensionNumbers {
        lhs_batch: dims.rhs_batch,
        rhs_batch: dims.lhs_batch,
        lhs_contracting: dims.rhs_contracting,
        rhs_contracting: dims.lhs_contracting,
    };
    let op = Op::Dot { dims, precision: [precision[1], precision[0]], algorithm };
    let shape = graph.shape(id).clone();
    Some(graph.add(op, shape, &[y, x]))
}

/// convolution(transpose(x, p)) with dimension d = convolution(x) with dimension p(d), for input and kernel
fn convolution_of_transpose(graph: &mut Graph, id: InstructionId, side: usize) -> Option<InstructionId> {
    let (permutation, x) = transposed(graph, graph.operand(id, side))?;
    let moved = |d: usize| permutation[d];
    let mut op = graph.op(id).clone();
    let Op::Convolution { dims, .. } = &mut op else { return None };
    match side {
        0 => renumber([&mut dims.input_batch, &mut dims.input_feature], &mut dims.input_spatial, moved),
        _ => {
            renumber([&mut dims.kernel_input_feature, &mut dims.kernel_output_feature], &mut dims.kernel_spatial, moved)
        }
    }
    let mut operands = [graph.operand(id, 0), graph.operand(id, 1)];
    operands[side] = x;
    let shape = graph.shape(id).clone();
    Some(graph.add(op, shape, &operands))
}

/// transpose(convolution(x, k), p) = convolution(x, k) with result dimension p⁻¹(d) for d
///
/// Where nothing else reads the convolution, which would be computed twice.
fn transpose_of_convolution(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (permutation, convolution) = transposed(graph, id)?;
    let mut op = graph.op(convolution).clone();
    let Op::Convolution { dims, .. } = &mut op else { return None };
    let ConvolutionDimensionNumbers { output_batch, output_feature, output_spatial, .. } = dims;
    let place = |d: usize| permutation.iter().position(|&p| p == d).unwrap_or(d);
    renumber([output_batch, output_feature], output_spatial, place);
    let operands = graph.operands(convolution).to_vec();
    let shape = graph.shape(id).clone();
    graph.is_used_once(convolution).then(|| graph.add(op, shape, &operands))
}

fn renumber(plain: [&mut usize; 2], spatial: &mut [usize], renumber: impl Fn(usize) -> usize) {
    plain.into_iter().chain(spatial).for_each(|d| *d = renumber(*d));
}

/// Permutation and operand of a transpose.
fn transposed(graph: &Graph, id: InstructionId) -> Option<(Vec<usize>, InstructionId)> {
    match graph.op(id) {
        Op::Transpose { permutation } => Some((permutation.clone(), graph.operand(id, 0))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ElementType, Precision, Shape, WindowDimension};
    use crate::passes::testing::{check, program};

    /// x · yᵀ over the given contracting dimensions, both operands transposed by these permutations.
    fn dot(g: &mut Graph, x: InstructionId, y: InstructionId, lhs: &[usize], rhs: &[usize]) -> InstructionId {
        let dims = DotDimensionNumbers {
            lhs_contracting: lhs.to_vec(),
            rhs_contracting: rhs.to_vec(),
            ..DotDimensionNumbers::default()
        };
        let free = |g: &Graph, v, c: &[usize]| {
            (0..g.dims(v).len()).filter(|d| !c.contains(d)).map(|d| g.dims(v)[d]).collect::<Vec<_>>()
        };
        let sizes = [free(g, x, lhs), free(g, y, rhs)].concat();
        let op = Op::Dot { dims, precision: [Precision::Default; 2], algorithm: None };
        g.add(op, Shape::array(ElementType::F32, sizes), &[x, y])
    }

    #[test]
    fn operands_of_a_product() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[4, 2]), g.f32(1, &[3, 4]));
            let (x, y) = (g.transpose(x, vec![1, 0]), g.transpose(y, vec![1, 0]));
            dot(g, x, y, &[1], &[0])
        };
        check(&PASS, build, "dot[][][0][1](Arg_0, Arg_1)");
    }

    #[test]
    fn reordered_free_dimensions_stay() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[2, 3, 4]), g.f32(1, &[4, 5]));
            let x = g.transpose(x, vec![1, 0, 2]);
            dot(g, x, y, &[2], &[0])
        };
        check(&PASS, build, "dot[][][2][0](transpose[1, 0, 2](Arg_0), Arg_1)");
    }

    #[test]
    fn result_of_a_product() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[2, 4]), g.f32(1, &[4, 3]));
            let product = dot(g, x, y, &[1], &[0]);
            g.transpose(product, vec![1, 0])
        };
        check(&PASS, build, "dot[][][0][1](Arg_1, Arg_0)");
    }

    /// A convolution in NHWC of an NCHW input, and back.
    #[test]
    fn convolution() {
        let mut module = program(|g| {
            let (x, k) = (g.f32(0, &[1, 3, 8, 8]), g.f32(1, &[2, 2, 3, 4]));
            let x = g.transpose(x, vec![0, 2, 3, 1]);
            let dims = ConvolutionDimensionNumbers {
                input_batch: 0,
                input_feature: 3,
                input_spatial: vec![1, 2],
                kernel_input_feature: 2,
                kernel_output_feature: 3,
                kernel_spatial: vec![0, 1],
                output_batch: 0,
                output_feature: 3,
                output_spatial: vec![1, 2],
            };
            let op = Op::Convolution {
                window: vec![WindowDimension::of_size(2); 2],
                dims,
                feature_group_count: 1,
                batch_group_count: 1,
                precision: [Precision::Default; 2],
            };
            let y = g.add(op, Shape::array(ElementType::F32, [1, 7, 7, 4]), &[x, k]);
            g.transpose(y, vec![0, 3, 1, 2])
        });
        assert!(run(&mut module).expect("succeeds"));
        let entry = module.entry();
        let Op::Convolution { dims, .. } = entry.op(entry.root()) else { panic!("a convolution at the root") };
        assert_eq!((dims.input_feature, &dims.input_spatial[..]), (1, &[2, 3][..]));
        assert_eq!((dims.output_feature, &dims.output_spatial[..]), (1, &[2, 3][..]));
    }
}
