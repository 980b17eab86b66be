//! What the program says of its values' shardings.

use super::flow::leaf_arrays;
use crate::hlo::{
    Axis, Computation, CustomCall, Diagnostic, Instruction, InstructionId, Mesh, Module, Op, Shape, Sharding, TileAxes,
    Transfer,
};

/// The mesh that a module's shardings have in common; none where it has none, or one partition.
///
/// # Errors
/// An annotation that is no sharding; where the program speaks for each device itself, one for other devices than it
/// has, or by other axes than the rest of it.
pub fn mesh(module: &Module) -> Result<Option<Mesh>, Diagnostic> {
    let mut borders = Vec::new();
    let mut others = Vec::new();
    for id in module.computation_ids() {
        let computation = module.computation(id);
        for instruction in computation.ids() {
            let Some(sharding) = parse(computation.get(instruction))? else { continue };
            if is_manual_border(computation.op(instruction)) {
                let operand = computation.get(computation.operand(instruction, 0));
                borders.push((computation.get(instruction), sharding));
                borders.extend(parse(operand)?.map(|sharding| (operand, sharding)));
            } else {
                others.push(sharding);
            }
        }
    }
    borders.iter().try_for_each(|(instruction, sharding)| expect_all_devices(module, instruction, sharding))?;
    if module.partition_count <= 1 || borders.len() + others.len() == 0 {
        return Ok(None);
    }
    // What is written for each device cannot be taken for replicated: it has its say first.
    let shardings: Vec<Sharding> = borders.iter().map(|(_, sharding)| sharding.clone()).chain(others).collect();
    let mesh = Mesh::of(module.partition_count, &shardings);
    borders.iter().try_for_each(|(instruction, sharding)| expect_axes(&mesh, instruction, sharding))?;
    Ok(Some(mesh))
}

fn expect_axes(mesh: &Mesh, instruction: &Instruction, sharding: &Sharding) -> Result<(), Diagnostic> {
    let Sharding::Tiled(tiling) = sharding else { return Ok(()) };
    if tiling.axes().and_then(|axes| mesh.split(&axes)).is_some() {
        return Ok(());
    }
    let name = instruction.name();
    let message = format!("the sharding {sharding} of {name} is by axes that do not nest with those of another one");
    Err(Diagnostic::unsupported(message, &instruction.location))
}

/// What is written for each device of a mesh cannot be run by more or fewer.
fn expect_all_devices(module: &Module, instruction: &Instruction, sharding: &Sharding) -> Result<(), Diagnostic> {
    let Sharding::Tiled(tiling) = sharding else { return Ok(()) };
    let (devices, partitions) = (tiling.tiles.iter().product::<usize>(), module.partition_count.max(1));
    if devices == partitions {
        return Ok(());
    }
    let name = instruction.name();
    let message = format!(
        "the sharding {sharding} of {name} is for {devices} devices, and the program has {partitions} partitions"
    );
    Err(Diagnostic::program(message, &instruction.location))
}

fn parse(instruction: &Instruction) -> Result<Option<Sharding>, Diagnostic> {
    let Some(text) = &instruction.sharding else { return Ok(None) };
    let wrong = |message| {
        let message = format!("the sharding {text} of {}: {message}", instruction.name());
        Diagnostic::program(message, &instruction.location)
    };
    let no_tiles = || {
        let message = format!("the sharding {text} of {} is by no tiles", instruction.name());
        Diagnostic::unsupported(message, &instruction.location)
    };
    Sharding::parse(text).map_err(wrong)?.by_tiles().map(Some).ok_or_else(no_tiles)
}

/// What an instruction says of its leaves; none where it says nothing. Tiles that do not fit the mesh are no tiles.
///
/// # Errors
/// Another number of shardings than leaves, or of dimensions.
pub fn annotated(instruction: &Instruction, mesh: &Mesh) -> Result<Option<Vec<TileAxes>>, Diagnostic> {
    match is_outfeed(&instruction.op) {
        true => Ok(None),
        false => tiles_of(instruction, &instruction.shape, mesh),
    }
}

/// What an outfeed says of the leaves of the value that it hands out: its annotation is of its operands.
///
/// # Errors
/// As for [`annotated`].
pub fn handed_out(
    computation: &Computation,
    id: InstructionId,
    mesh: &Mesh,
) -> Result<Option<Vec<TileAxes>>, Diagnostic> {
    let operands = computation.operands(id).iter().map(|&operand| computation.shape(operand).clone());
    let mut tiles = tiles_of(computation.get(id), &Shape::Tuple(operands.collect()), mesh)?;
    // The token's comes last.
    tiles.iter_mut().for_each(|tiles| drop(tiles.pop()));
    Ok(tiles)
}

/// Whether an annotation is of operands and not of the result.
pub fn is_outfeed(op: &Op) -> bool {
    matches!(op, Op::Transfer(transfer) if matches!(**transfer, Transfer::Outfeed { .. }))
}

/// What an instruction says of the leaves of a shape. One sharding is that of all arrays; a token needs none.
fn tiles_of(instruction: &Instruction, shape: &Shape, mesh: &Mesh) -> Result<Option<Vec<TileAxes>>, Diagnostic> {
    let Some(sharding) = parse(instruction)? else { return Ok(None) };
    let leaves = leaf_arrays(shape);
    let is_token: Vec<bool> = shape.leaves().iter().map(|(_, leaf)| leaf.as_array().is_none()).collect();
    let wrong = || {
        let text = &sharding;
        let message = format!("the sharding {text} of {} does not fit {shape}", instruction.name());
        Diagnostic::program(message, &instruction.location)
    };
    let parts = match (&sharding, leaves.len()) {
        (Sharding::Tuple(parts), _) => parts.clone(),
        (one, count) => vec![one.clone(); count],
    };
    if parts.len() != leaves.len() {
        return Err(wrong());
    }
    let tiles = parts.iter().zip(&leaves).zip(is_token).map(|((part, leaf), is_token)| {
        let part = if is_token { &Sharding::Replicated } else { part };
        tiles(part, leaf.rank(), mesh).ok_or_else(wrong)
    });
    tiles.collect::<Result<_, _>>().map(Some)
}

/// None where the dimensions are not the value's.
fn tiles(sharding: &Sharding, rank: usize, mesh: &Mesh) -> Option<TileAxes> {
    let whole = TileAxes::replicated(rank);
    Some(match sharding {
        Sharding::Manual => TileAxes { manual: mesh.axes().to_vec(), ..whole },
        Sharding::Tiled(tiling) if tiling.rank() != rank => return None,
        Sharding::Tiled(tiling) => tiling.axes().and_then(|axes| mesh.split(&axes)).unwrap_or(whole),
        // A value of one device may be on all.
        Sharding::Replicated | Sharding::Maximal(_) => whole,
        Sharding::Grouped(sharding, _) => return tiles(sharding, rank, mesh),
        Sharding::Tuple(_) | Sharding::Named(_) | Sharding::Unreduced | Sharding::Unknown => return None,
    })
}

/// Dimensions that an annotation leaves open: `unspecified_dims=[0,1]`.
pub fn open_dimensions(call: &CustomCall) -> Vec<usize> {
    let inside = call.backend_config.split_once("unspecified_dims=[").and_then(|(_, rest)| rest.split_once(']'));
    let numbers = inside.map(|(inside, _)| inside.split(',').filter_map(|number| number.trim().parse().ok()));
    numbers.map(Iterator::collect).unwrap_or_default()
}

/// When the axes of each dimension travel to other values, those of smaller numbers before; none where it is not said.
pub fn priorities(instruction: &Instruction) -> Vec<usize> {
    let text = instruction.frontend_attributes.get("sharding_priorities");
    text.map(|text| text.split(',').filter_map(|number| number.parse().ok()).collect()).unwrap_or_default()
}

/// The group of values divided alike that an instruction puts its operand in.
pub fn group(op: &Op) -> Option<&str> {
    as_annotation(op).filter(|call| &*call.target == "xla.sdy.ShardingGroup").map(|call| &*call.backend_config)
}

/// The directions, forwards and backwards, in which axes travel through an operation.
pub fn directions(op: &Op) -> [bool; 2] {
    match as_annotation(op).filter(|call| &*call.target == "xla.sdy.PropagationBarrier") {
        Some(call) => ["FORWARD", "BACKWARD"].map(|one| {
            let allowed = call.backend_config.rsplit('=').next();
            allowed == Some(one) || allowed == Some("BOTH")
        }),
        None => [true, true],
    }
}

/// Whether a manual computation begins or ends here.
pub fn is_manual_border(op: &Op) -> bool {
    as_annotation(op).is_some_and(|call| super::rule::is_manual_border(&call.target))
}

/// The custom call that an annotation is.
pub fn as_annotation(op: &Op) -> Option<&CustomCall> {
    match op {
        Op::CustomCall(call) if super::rule::is_annotation(&call.target) => Some(call),
        _ => None,
    }
}

/// Axes that are not the program's own.
pub fn without(axes: &[Axis], manual: &[Axis]) -> Vec<Axis> {
    axes.iter().copied().filter(|axis| !manual.contains(axis)).collect()
}
