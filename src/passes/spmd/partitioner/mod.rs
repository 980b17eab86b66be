//! `spmd-partitioner`: makes of a program over whole arrays the program of one device, over its parts.
//!
//! Every instruction gets the sharding that the module states for it; what the operation needs of its operands comes
//! from its [rule](super::rule). Where a value has another sharding than is needed it is [resharded](reshard), and
//! where devices hold parts of a sum they are [combined](combine). docs/spmd.md has the decisions.

mod combine;
mod control;
mod cost;
mod cumulative;
mod exchange;
mod halo;
mod host;
mod indexed;
mod join;
mod leaf;
mod local;
mod operation;
mod pieces;
mod plan;
mod reshard;
mod route;

use super::annotation::mesh;
use super::classes::Classes;
use crate::hlo::{
    ArrayShape, Axis, BinaryOp, Builder, Computation, ComputationId, Diagnostics, ElementType, InputOutputAlias,
    Instruction, InstructionId, LocationRef, Mesh, Module, Op, Shape, ShardedArray, ShardedSignature, TileAxes,
    reducer,
};
use crate::passes::Pass;
use crate::passes::exchange::new_channel;
use std::collections::HashMap;

pub const PASS: Pass = Pass {
    name: "spmd-partitioner",
    description: "Makes of a program over whole arrays the program of one device, over its parts.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let Some(mesh) = mesh(module)? else { return Ok(false) };
    let source = module.clone();
    let classes = Classes::read(&source, &mesh)?;
    let signature = signature(&source, &classes, &mesh);
    let mut partitioner = Partitioner { channel: new_channel(module), reducers: HashMap::new(), module, mesh };
    for &id in &classes.flow.computations {
        Body::partition(&mut partitioner, &source, &classes, id)?;
    }
    module.sharded_signature = Some(signature);
    drop_misfit_aliases(module);
    Ok(true)
}

/// What the program's arguments and results are as a whole, and who has which part.
fn signature(module: &Module, classes: &Classes, mesh: &Mesh) -> ShardedSignature {
    let (id, entry) = (module.entry_id(), module.entry());
    let arrays = |value: InstructionId| {
        let tiles = tiles_of(classes, module, id, value);
        let shapes = super::flow::leaf_arrays(entry.shape(value));
        shapes.into_iter().zip(tiles).map(|(whole, tiles)| ShardedArray { whole, sharding: tiles.sharding(mesh) })
    };
    ShardedSignature {
        partitions: module.partition_count,
        parameters: entry.parameters().into_iter().flat_map(arrays).collect(),
        results: arrays(entry.root()).collect(),
    }
}

/// Tiles of every leaf of an instruction.
fn tiles_of(classes: &Classes, module: &Module, computation: ComputationId, id: InstructionId) -> Vec<TileAxes> {
    let count = super::flow::leaf_count(module.computation(computation).shape(id));
    (0..count).map(|leaf| classes.of(computation, id, leaf).tiles.clone()).collect()
}

/// Parts of an argument and of the result that takes over its memory may differ in size.
fn drop_misfit_aliases(module: &mut Module) {
    let entry = module.entry();
    let (parameters, root) = (entry.parameters(), entry.shape(entry.root()));
    let fits = |alias: &InputOutputAlias| {
        let parameter = parameters.get(alias.parameter).map(|&id| entry.shape(id));
        parameter.and_then(|shape| shape.at(&alias.parameter_index)) == root.at(&alias.output)
    };
    let kept = module.input_output_aliases.iter().filter(|alias| fits(alias)).cloned().collect();
    module.input_output_aliases = kept;
}

/// What all computations share.
struct Partitioner<'m> {
    module: &'m mut Module,
    mesh: Mesh,
    /// The next collective's.
    channel: u64,
    reducers: HashMap<(BinaryOp, ElementType), ComputationId>,
}

impl Partitioner<'_> {
    fn next_channel(&mut self) -> u64 {
        self.channel += 1;
        self.channel - 1
    }

    /// A computation of two scalars that applies an operation.
    fn reducer(&mut self, op: BinaryOp, element_type: ElementType) -> ComputationId {
        let module = &mut *self.module;
        *self.reducers.entry((op, element_type)).or_insert_with(|| module.add_computation(reducer(op, element_type)))
    }
}

/// An instruction of one device, and what of the whole value it has, a leaf each.
#[derive(Clone)]
struct Value {
    id: InstructionId,
    tiles: Vec<TileAxes>,
}

/// A computation that is partitioned.
struct Body<'b, 'm> {
    partitioner: &'b mut Partitioner<'m>,
    /// The module over whole arrays, its computation, and what is known of their shardings.
    source: &'b Module,
    id: ComputationId,
    classes: &'b Classes,
    /// The program of one device.
    local: Computation,
    location: LocationRef,
    values: HashMap<InstructionId, Value>,
    versions: reshard::Versions,
    slices: HashMap<InstructionId, join::Spent>,
    /// Numbers of this device's tile along axes.
    tile_indices: HashMap<Vec<Axis>, InstructionId>,
}

impl<'b, 'm> Body<'b, 'm> {
    fn partition(
        partitioner: &'b mut Partitioner<'m>,
        source: &'b Module,
        classes: &'b Classes,
        id: ComputationId,
    ) -> Result<(), Diagnostics> {
        let whole = source.computation(id);
        let mut body = Body {
            partitioner,
            source,
            id,
            classes,
            local: Computation::new(whole.name.clone()),
            location: None,
            values: HashMap::new(),
            versions: reshard::Versions::default(),
            slices: HashMap::new(),
            tile_indices: HashMap::new(),
        };
        for instruction in whole.post_order() {
            body.location = whole.get(instruction).location.clone();
            let value = body.instruction(instruction)?;
            body.keep_control(instruction, value.id);
            body.values.insert(instruction, value);
        }
        let root = body.operand_as(whole.root(), &body.wanted(whole.root()));
        body.local.set_root(root);
        let local = body.local;
        *partitioner.module.computation_mut(id) = local;
        Ok(())
    }

    fn whole(&self) -> &'b Computation {
        self.source.computation(self.id)
    }

    /// What the program asks of an instruction's value.
    fn wanted(&self, id: InstructionId) -> Vec<TileAxes> {
        tiles_of(self.classes, self.source, self.id, id)
    }

    fn builder(&mut self) -> Builder<'_> {
        Builder::new(&mut self.local, &self.location)
    }

    /// An operand as it was made.
    fn value(&self, operand: InstructionId) -> Value {
        self.values[&operand].clone()
    }

    /// The one device's instruction for one over whole arrays, under its name.
    fn add_like(&mut self, id: InstructionId, op: Op, shape: Shape, operands: Vec<InstructionId>) -> InstructionId {
        let whole = self.whole().get(id);
        let mut instruction = Instruction::new(op, shape, operands).at(&whole.location).named(whole.name().clone());
        instruction.frontend_attributes = whole.frontend_attributes.clone();
        instruction.backend_config = whole.backend_config.clone();
        self.local.add(instruction)
    }

    fn keep_control(&mut self, id: InstructionId, local: InstructionId) {
        let before = self.whole().get(id).control_predecessors.iter();
        let before: Vec<InstructionId> =
            before.map(|before| self.values[before].id).filter(|&before| before < local).collect();
        self.local.get_mut(local).control_predecessors.extend(before);
    }
}

/// A device's part of an array; the last parts of an uneven one are filled up.
fn part_shape(whole: &ArrayShape, tiles: &TileAxes) -> ArrayShape {
    let sizes = whole.dims.iter().enumerate().map(|(dimension, &size)| size.div_ceil(tiles.tiles(dimension)));
    ArrayShape::new(whole.element_type, sizes.collect::<Vec<_>>())
}

/// A device's part of a value.
fn part_of(whole: &Shape, tiles: &mut std::slice::Iter<TileAxes>) -> Shape {
    match whole {
        Shape::Array(array) => {
            let tiles = tiles.next();
            tiles.map_or_else(|| whole.clone(), |tiles| part_shape(array, tiles).into())
        }
        Shape::Tuple(parts) => Shape::Tuple(parts.iter().map(|part| part_of(part, tiles)).collect()),
        Shape::Token => {
            tiles.next();
            Shape::Token
        }
    }
}
