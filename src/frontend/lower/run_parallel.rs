//! `interpreter.run_parallel`: a grid of programs, one a device, from inside a program.
//!
//! In HLO all devices run one program. So the whole program runs on every device of the grid; what it says of one
//! device is a branch that only that device takes, and the results of each device are broadcast from it to all.

use super::{Failure, OpLowering, Outcome, Scope};
use crate::frontend::mlir::{self, Kind};
use crate::hlo::{
    BinaryOp, Collective, CollectiveKind, ComputationId, ElementType, InstructionId, Op, ReplicaGroups, Shape,
};

/// The first of the channels that results are broadcast through: beyond those of programs.
const FIRST_CHANNEL: u64 = 1 << 32;

/// The functions of a grid, replica by replica.
struct Grid {
    programs: Vec<ComputationId>,
    /// Functions of what the host puts in the infeed.
    infeed: Vec<ComputationId>,
    replicas: usize,
    partitions: usize,
}

impl OpLowering<'_, '_> {
    pub fn run_parallel(&mut self) -> Outcome {
        let was_in_grid = std::mem::replace(&mut self.state.in_grid, true);
        let grid = self.grid();
        self.state.in_grid = was_in_grid;
        let grid = grid?;
        self.state.module.replica_count = grid.replicas;
        self.state.module.partition_count = grid.partitions;
        let inputs = self.inputs_by_program(&grid)?;
        let results: Vec<Vec<Shape>> = grid.programs.iter().map(|&program| self.program_results(program)).collect();
        self.run_parallel_gives_all_results(results.concat().len())?;
        let branches = (0..grid.programs.len()).map(|device| self.program_branch(&grid, device, &results));
        let branches: Vec<ComputationId> = branches.collect();
        let device = self.device_number(grid.partitions);
        let shape = Shape::Tuple(results.concat());
        let ran = self.add(Op::Conditional { branches }, shape, [vec![device], inputs].concat());
        let own = self.elements(ran);
        let of_device = results.iter().enumerate().flat_map(|(device, shapes)| vec![device; shapes.len()]);
        let owners: Vec<usize> = of_device.collect();
        let broadcast = |(index, (value, owner))| self.broadcast_of(value, owner, grid.programs.len(), index);
        Ok(own.into_iter().zip(owners).enumerate().map(broadcast).collect())
    }

    fn grid(&mut self) -> Result<Grid, Failure> {
        let rows = self.node.array("programs");
        let replicas = rows.len();
        let mut programs = Vec::new();
        for row in rows {
            let Kind::Array(symbols) = mlir::kind(row) else {
                return Err(self.node.error(format!("expected functions of one replica, found {row}")).into());
            };
            programs.push(self.called(symbols)?);
        }
        let partitions = programs.first().map_or(0, Vec::len);
        if partitions == 0 || programs.iter().any(|row| row.len() != partitions) {
            let message = "expected `programs` with as many functions for each replica, and one at least";
            return Err(self.node.error(message).into());
        }
        let infeed = self.called(self.node.array("infeed"))?;
        self.run_parallel_infeed_is_arrays(&infeed)?;
        Ok(Grid { programs: programs.concat(), infeed, replicas, partitions })
    }

    /// One tuple a program, of the operands that are its arguments.
    fn inputs_by_program(&mut self, grid: &Grid) -> Result<Vec<InstructionId>, Failure> {
        let mut rest = self.operands.clone();
        let mut inputs = Vec::new();
        for &program in &grid.programs {
            let computation = self.state.module.computation(program);
            let shapes = computation.parameters().into_iter().map(|parameter| computation.shape(parameter));
            let expected: Vec<Shape> = shapes.cloned().collect();
            let found = rest.iter().take(expected.len()).map(|&operand| self.shape(operand));
            if !found.eq(expected.iter()) {
                let message = format!(
                    "expected the arguments of all programs as operands, found another for {}",
                    computation.name
                );
                return Err(self.node.error(message).into());
            }
            let others = rest.split_off(expected.len());
            inputs.push(self.tuple(std::mem::replace(&mut rest, others)));
        }
        if !rest.is_empty() {
            return Err(self.node.error(format!("{} operands are no program's arguments", rest.len())).into());
        }
        Ok(inputs)
    }

    fn program_results(&self, program: ComputationId) -> Vec<Shape> {
        let computation = self.state.module.computation(program);
        match computation.shape(computation.root()) {
            Shape::Tuple(parts) => parts.clone(),
            single @ (Shape::Array(_) | Shape::Token) => vec![single.clone()],
        }
    }

    /// Runs one device's program; zeros stand for the results of the others.
    fn program_branch(&mut self, grid: &Grid, device: usize, results: &[Vec<Shape>]) -> ComputationId {
        let to_apply = grid.programs[device];
        let program = self.state.module.computation(to_apply);
        let inputs = program.parameters().into_iter().map(|parameter| program.shape(parameter).clone());
        let (inputs, root) = (Shape::Tuple(inputs.collect()), program.shape(program.root()).clone());
        let mut scope = Scope::new(format!("device_{device}"));
        let parameter = scope.computation.add_parameter(0, inputs, &self.node.location);
        let mut branch = OpLowering {
            scope: &mut scope,
            state: &mut *self.state,
            node: self.node,
            operands: vec![],
            results: vec![],
        };
        let mut arguments = branch.elements(parameter);
        if device == 0 && !grid.infeed.is_empty() {
            branch.fill_before(&grid.infeed, &mut arguments);
        }
        let called = branch.add(Op::Call { to_apply }, root.clone(), arguments);
        let own = if matches!(root, Shape::Tuple(_)) { branch.elements(called) } else { vec![called] };
        let all = results.iter().enumerate().map(|(other, shapes)| match other == device {
            true => own.clone(),
            false => shapes.iter().map(|shape| branch.nothing(shape)).collect(),
        });
        let all: Vec<InstructionId> = all.collect::<Vec<_>>().concat();
        let root = branch.tuple(all);
        scope.computation.set_root(root);
        self.state.module.add_computation(scope.computation)
    }

    /// Fills the infeed before whatever waits for one of these tokens: what takes from it does so with a token of the
    /// grid's.
    fn fill_before(&mut self, functions: &[ComputationId], tokens: &mut [InstructionId]) {
        let filled = self.fill_infeed(functions);
        for token in tokens {
            if *self.shape(*token) == Shape::Token {
                *token = self.add(Op::AfterAll, Shape::Token, [*token, filled]);
            }
        }
    }

    /// A value that nobody reads.
    fn nothing(&mut self, shape: &Shape) -> InstructionId {
        match shape {
            Shape::Array(array) => {
                let mut b = self.builder();
                let zero = b.scalar_integer(array.element_type, 0);
                b.splat(zero, &array.dims)
            }
            Shape::Token => self.add(Op::AfterAll, Shape::Token, []),
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.nothing(part)).collect();
                self.tuple(parts)
            }
        }
    }

    /// replica × partitions + partition, as a selector.
    fn device_number(&mut self, partitions: usize) -> InstructionId {
        let number = Shape::scalar(ElementType::U32);
        let replica = self.add(Op::ReplicaId, number.clone(), []);
        let partition = self.add(Op::PartitionId, number.clone(), []);
        let count = self.builder().scalar_integer(ElementType::U32, partitions as i64);
        let first = self.add(Op::Binary(BinaryOp::Multiply), number.clone(), [replica, count]);
        let device = self.add(Op::Binary(BinaryOp::Add), number, [first, partition]);
        self.add(Op::Convert, Shape::scalar(ElementType::S32), [device])
    }

    /// What one device has, on all.
    fn broadcast_of(&mut self, value: InstructionId, owner: usize, devices: usize, index: usize) -> InstructionId {
        let shape = self.shape(value).clone();
        if !matches!(shape, Shape::Array(_)) || devices == 1 {
            return value;
        }
        let others = (0..devices).filter(|&device| device != owner);
        let groups = ReplicaGroups::List(vec![std::iter::once(owner).chain(others).collect()]);
        let channel_id = Some(FIRST_CHANNEL + index as u64);
        let kind = CollectiveKind::CollectiveBroadcast;
        let op = Collective { kind, groups, channel_id, use_global_device_ids: true };
        self.add(Op::Collective(Box::new(op)), shape, [value])
    }
}
