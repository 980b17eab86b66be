//! Shardings for a part of a program's instructions, by axes of a mesh of one to three axes, whole or in part, in any
//! order, and now and then by no axes at all.

use super::manual;
use crate::random::Random;
use pjrt::hlo::*;
use pjrt::reduce::Program;

const DEVICES: [(usize, usize); 6] = [(4, 2), (2, 3), (6, 4), (2, 6), (3, 8), (1, 5)];

/// The program for several devices, with shardings.
pub fn annotated(mut program: Program, seed: u64) -> Program {
    let mut random = Random::new(seed ^ 0x5bd1_e995);
    let devices = random.weighted(&DEVICES);
    let mesh = mesh(&mut random, devices);
    let density = random.choose(&[2, 3, 6]);
    let mut writer = Writer { random, mesh, density };
    program.module.partition_count = devices;
    for id in program.module.computation_ids() {
        if holds_arrays(&program.module, id) {
            writer.annotate(program.module.computation_mut(id));
        }
    }
    program
}

/// Whether control flow, not an operation for each element, runs a computation.
fn holds_arrays(module: &Module, id: ComputationId) -> bool {
    let runs = |op: &Op| match op {
        Op::While { .. } | Op::Conditional { .. } | Op::Call { .. } => op.called_computations().contains(&id),
        _ => false,
    };
    let caller_runs = |caller| {
        let computation: &Computation = module.computation(caller);
        computation.ids().any(|instruction| runs(computation.op(instruction)))
    };
    id == module.entry_id() || module.computation_ids().into_iter().any(caller_runs)
}

/// Axes in whose parts every sharding of the program divides.
fn mesh(random: &mut Random, devices: usize) -> Mesh {
    let mut axes = Vec::new();
    let mut left = devices;
    while left > 1 {
        let sizes: Vec<usize> = (2..=left).filter(|size| left.is_multiple_of(*size)).collect();
        let size = random.choose(&sizes);
        left /= size;
        axes.push(Axis { stride: left, size });
    }
    Mesh::of(devices, &[]).refined(&axes).expect("strides that nest")
}

pub struct Writer {
    pub random: Random,
    pub mesh: Mesh,
    /// One instruction in so many gets a sharding.
    density: usize,
}

impl Writer {
    fn annotate(&mut self, computation: &mut Computation) {
        for id in computation.post_order() {
            let is_argument = matches!(computation.op(id), Op::Parameter { .. });
            let density = if is_argument { 2 } else { self.density };
            if !self.random.one_in(density) {
                continue;
            }
            match self.random.below(6) {
                0 | 1 if !is_argument && computation.root() != id => self.constrain(computation, id),
                2 | 3 if manual::mark(self, computation.get_mut(id)) => {}
                _ => self.state(computation.get_mut(id)),
            }
        }
    }

    /// A sharding of the instruction itself.
    fn state(&mut self, instruction: &mut Instruction) {
        let leaves = instruction.shape.leaves();
        let ranks: Vec<usize> = leaves.iter().map(|(_, leaf)| leaf.as_array().map_or(0, ArrayShape::rank)).collect();
        let sharding = match instruction.shape {
            Shape::Tuple(_) => Sharding::Tuple(ranks.into_iter().map(|rank| self.sharding(rank)).collect()),
            Shape::Array(_) => self.sharding(ranks[0]),
            Shape::Token => return,
        };
        instruction.sharding = Some(sharding.to_string().into());
        if self.random.one_in(4) {
            let priority = self.random.below(3).to_string();
            instruction.frontend_attributes.insert("sharding_priorities".into(), priority.into());
        }
    }

    /// A constraint behind an array, which may leave dimensions open.
    fn constrain(&mut self, computation: &mut Computation, id: InstructionId) {
        let Some(rank) = computation.shape(id).as_array().map(ArrayShape::rank) else { return };
        let open = if self.random.flag() { self.random.subset(rank) } else { Vec::new() };
        let open: Vec<String> = open.iter().map(usize::to_string).collect();
        let config = if open.is_empty() { String::new() } else { format!("unspecified_dims=[{}]", open.join(",")) };
        let call = CustomCall { target: "Sharding".into(), backend_config: config.into(), ..CustomCall::default() };
        let shape = computation.shape(id).clone();
        let mut instruction = Instruction::new(Op::CustomCall(Box::new(call)), shape, [id]);
        instruction.sharding = Some(self.sharding(rank).to_string().into());
        let users = computation.users(id).to_vec();
        let constrained = computation.add(instruction);
        for user in users {
            let places = computation.operands(user).iter().enumerate();
            let places: Vec<usize> = places.filter(|(_, operand)| **operand == id).map(|(index, _)| index).collect();
            places.into_iter().for_each(|index| computation.replace_operand(user, index, constrained));
        }
    }

    fn sharding(&mut self, rank: usize) -> Sharding {
        if self.random.one_in(20) {
            let device = self.random.below(self.mesh.device_count());
            return if self.random.flag() { Sharding::Replicated } else { Sharding::Maximal(device) };
        }
        let tiles = self.tiles(rank, |_, _| true);
        let (mesh, tiles) = self.around(&tiles);
        let Sharding::Tiled(mut tiling) = tiles.sharding(&mesh) else { return Sharding::Replicated };
        if self.random.one_in(6) {
            tiling.devices = TileDevices::List(tiling.devices.list().expect("few devices"));
        }
        if self.random.one_in(20) {
            tiling.devices = TileDevices::List(self.random.permutation(self.mesh.device_count()));
        }
        Sharding::Tiled(tiling)
    }

    /// Axes of the mesh for dimensions that admit them.
    pub fn tiles(&mut self, rank: usize, admits: impl Fn(usize, usize) -> bool) -> TileAxes {
        let mut tiles = TileAxes::replicated(rank);
        let mut axes = self.axes();
        self.random.shuffle(&mut axes);
        for axis in axes {
            let dimension = self.random.below(rank + 1);
            if dimension < rank && admits(dimension, tiles.tiles(dimension) * axis.size) {
                tiles.dims[dimension].push(axis);
            }
        }
        tiles
    }

    /// A mesh of whose axes tiles are made, and they in it.
    pub fn around(&self, tiles: &TileAxes) -> (Mesh, TileAxes) {
        let mesh = self.mesh.clone().refined(&tiles.all().collect::<Vec<_>>()).expect("parts of axes");
        let tiles = mesh.split(tiles).expect("axes of the mesh");
        (mesh, tiles)
    }

    /// The axes of the mesh, some of them in two parts.
    fn axes(&mut self) -> Vec<Axis> {
        let mut axes = Vec::new();
        for axis in self.mesh.axes().to_vec() {
            let parts: Vec<usize> = (2..axis.size).filter(|part| axis.size.is_multiple_of(*part)).collect();
            if parts.is_empty() || self.random.flag() {
                axes.push(axis);
                continue;
            }
            let inner = self.random.choose(&parts);
            axes.push(Axis { stride: axis.stride * inner, size: axis.size / inner });
            axes.push(Axis { stride: axis.stride, size: inner });
        }
        axes
    }
}
