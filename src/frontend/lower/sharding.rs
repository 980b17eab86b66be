//! Shardings of values: Shardy's operations and attributes as HLO's annotations.
//!
//! | program | HLO |
//! |---|---|
//! | `sdy.sharding` of an argument | the parameter's `sharding` |
//! | of a result, `sdy.sharding_constraint`, `sdy.reshard` | custom call `Sharding` |
//! | `sdy.manual_computation` | its body between `SPMDFullToShardShape` and `SPMDShardToFullShape` |
//! | `sdy.sharding_group` | custom call `xla.sdy.ShardingGroup`, which later users take |
//! | `sdy.propagation_barrier` | custom call `xla.sdy.PropagationBarrier` |
//!
//! Dimensions that are open stand in the custom call's config, `unspecified_dims=[…]`, as XLA writes it; priorities are
//! the frontend attribute `sharding_priorities`. A program of one partition needs none of it.

use super::{Failure, Lowering, OpLowering, Outcome, Scope};
use crate::frontend::attributes::inside;
use crate::frontend::mlir::{self, Kind};
use crate::frontend::program::Node;
use crate::frontend::shardy::{MeshReference, Resolved, ShardySharding, parse_axes, parse_mesh};
use crate::hlo::{
    ArrayShape, Axis, CustomCall, Diagnostic, Instruction, InstructionId, NamedMesh, Op, Shape, TileAxes, tile_count,
};
use melior::ir::{Attribute, BlockLike, ValueLike};
use std::sync::Arc;

/// A sharding as HLO has it.
struct Annotation {
    sharding: Arc<str>,
    /// Dimensions that may be divided further.
    open: Vec<usize>,
    /// Of every dimension: smaller ones travel before.
    priorities: Vec<usize>,
}

/// Shardings of a value outside and inside a manual computation.
struct Border {
    /// Outside.
    tiles: TileAxes,
    outside: Annotation,
    inside: Annotation,
}

impl Annotation {
    fn of(mesh: &NamedMesh, resolved: Resolved, node: &Node) -> Result<Annotation, Diagnostic> {
        let Resolved { tiles, open, priorities } = resolved;
        let many = || node.unsupported("a mesh of more devices than any machine has");
        let sharding = mesh.sharding(&tiles).ok_or_else(many)?;
        Ok(Annotation { sharding: sharding.to_string().into(), open, priorities })
    }

    fn put_on(self, instruction: &mut Instruction) {
        if self.priorities.iter().any(|&priority| priority > 0) {
            let priorities: Vec<String> = self.priorities.iter().map(usize::to_string).collect();
            instruction.frontend_attributes.insert(Arc::from("sharding_priorities"), priorities.join(",").into());
        }
        instruction.sharding = Some(self.sharding);
    }
}

impl<'m> Lowering<'m> {
    /// `sdy.mesh`
    pub fn mesh(&mut self, node: &Node<'m>) -> Result<(), Failure> {
        let mesh = parse_mesh(node.structure("mesh")?).map_err(|message| node.error(message))?;
        self.meshes.insert(node.text("sym_name")?.to_owned(), mesh);
        Ok(())
    }

    fn mesh_of<'s>(&'s self, sharding: &'s ShardySharding, node: &Node<'m>) -> Result<&'s NamedMesh, Diagnostic> {
        self.referenced_mesh(&sharding.mesh, node)
    }

    pub fn referenced_mesh<'s>(
        &'s self,
        mesh: &'s MeshReference,
        node: &Node<'m>,
    ) -> Result<&'s NamedMesh, Diagnostic> {
        match mesh {
            MeshReference::Inlined(mesh) => Ok(mesh),
            MeshReference::Named(name) => {
                self.meshes.get(name).ok_or_else(|| node.error(format!("no mesh is named @{name}")))
            }
        }
    }

    fn has_partitions(&self) -> bool {
        self.module.partition_count > 1
    }

    /// The sharding of a value of this rank.
    fn annotation(&self, sharding: &ShardySharding, rank: usize, node: &Node<'m>) -> Result<Annotation, Diagnostic> {
        let mesh = self.mesh_of(sharding, node)?;
        Annotation::of(mesh, self.resolved(sharding, rank, node)?, node)
    }

    fn resolved(&self, sharding: &ShardySharding, rank: usize, node: &Node<'m>) -> Result<Resolved, Diagnostic> {
        sharding.resolve(self.mesh_of(sharding, node)?, rank).map_err(|message| node.error(message))
    }

    /// What an operand or result of a manual computation is on both sides of the border.
    fn border(
        &self,
        sharding: &ShardySharding,
        rank: usize,
        manual: &[Axis],
        node: &Node<'m>,
    ) -> Result<Border, Diagnostic> {
        if sharding.is_unreduced {
            return Err(node.unsupported("partial values at the border of a manual computation"));
        }
        let mesh = self.mesh_of(sharding, node)?;
        let resolved = self.resolved(sharding, rank, node)?;
        let tiles = resolved.tiles.clone();
        let inside = Annotation::of(mesh, without(resolved.clone(), manual), node)?;
        Ok(Border { tiles, inside, outside: Annotation::of(mesh, resolved, node)? })
    }

    /// What an argument's or a result's attributes say of its sharding; none where that is left open.
    fn attribute_annotation(
        &self,
        name: &str,
        value: Attribute<'m>,
        shape: &Shape,
        node: &Node<'m>,
    ) -> Result<Option<Annotation>, Diagnostic> {
        let annotation = match (name, mlir::kind(value)) {
            ("mhlo.sharding", Kind::Text(text)) => {
                Annotation { sharding: Arc::from(text), open: Vec::new(), priorities: Vec::new() }
            }
            ("sdy.sharding", Kind::Opaque(_, text, _)) if self.has_partitions() => {
                let sharding = ShardySharding::parse(inside(text)).map_err(|message| node.error(message))?;
                self.annotation(&sharding, rank(shape), node)?
            }
            _ => return Ok(None),
        };
        let says_nothing = &*annotation.sharding == "{replicated}" && !annotation.open.is_empty();
        Ok((!says_nothing).then_some(annotation))
    }

    /// Puts on a parameter what an attribute of its argument says of its sharding.
    pub fn annotate_argument(
        &self,
        name: &str,
        value: Attribute<'m>,
        parameter: &mut Instruction,
        node: &Node<'m>,
    ) -> Result<(), Diagnostic> {
        if let Some(annotation) = self.attribute_annotation(name, value, &parameter.shape, node)? {
            annotation.put_on(parameter);
        }
        Ok(())
    }

    /// Results with the shardings that the function declares for them.
    pub fn constrained_results(
        &self,
        scope: &mut Scope,
        node: &Node<'m>,
        mut results: Vec<InstructionId>,
    ) -> Result<Vec<InstructionId>, Diagnostic> {
        if !self.has_partitions() {
            return Ok(results);
        }
        for (result, attributes) in results.iter_mut().zip(node.array("res_attrs")) {
            let Kind::Dictionary(entries) = mlir::kind(attributes) else { continue };
            for (name, value) in entries {
                let shape = scope.computation.shape(*result);
                if let Some(annotation) = self.attribute_annotation(name, value, shape, node)? {
                    *result = constrained(scope, node, *result, "Sharding", annotation, None);
                }
            }
        }
        Ok(results)
    }
}

impl<'m> OpLowering<'_, 'm> {
    /// `sdy.sharding_constraint`, `sdy.reshard`
    pub fn sharding_constraint(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let rank = self.array(0)?.rank();
        // A scalar, which reducers are made of too, has nothing to divide.
        if !self.state.has_partitions() || rank == 0 {
            return Ok(self.operands.clone());
        }
        let sharding = ShardySharding::parse(self.node.structure("sharding")?);
        let sharding = sharding.map_err(|message| self.node.error(message))?;
        let annotation = self.state.annotation(&sharding, rank, self.node)?;
        Ok(vec![constrained(self.scope, self.node, self.operands[0], "Sharding", annotation, None)])
    }

    /// `sdy.sharding_group`: values that are to be divided alike. Users behind it take the group's.
    pub fn sharding_group(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let group = self.node.usize("group_id")?;
        if self.is_partitioned() {
            let value = self.marked("xla.sdy.ShardingGroup", format!("group_id={group}"));
            self.node.operands().into_iter().for_each(|operand| self.scope.define(operand, value));
        }
        Ok(Vec::new())
    }

    /// `sdy.propagation_barrier`: axes travel through it in one direction alone, or not at all.
    pub fn propagation_barrier(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let text = match self.node.attribute("allowed_direction").map(mlir::kind) {
            Some(Kind::Text(text) | Kind::Opaque(_, text, _)) => text,
            _ => return Err(self.node.error("expected a direction, `allowed_direction=FORWARD`").into()),
        };
        let direction = ["FORWARD", "BACKWARD", "BOTH", "NONE"].into_iter().find(|word| text.contains(word));
        let direction = direction.ok_or_else(|| self.node.error(format!("no direction is called {text}")))?;
        if !self.is_partitioned() {
            return Ok(self.operands.clone());
        }
        Ok(vec![self.marked("xla.sdy.PropagationBarrier", format!("allowed_direction={direction}"))])
    }

    fn is_partitioned(&self) -> bool {
        self.state.has_partitions() && !self.state.meshes.is_empty()
    }

    /// The operand, with a word for propagation.
    fn marked(&mut self, target: &str, config: String) -> InstructionId {
        let call =
            CustomCall { target: target.into(), backend_config: config.into(), api_version: 1, ..Default::default() };
        let shape = self.shape(self.operands[0]).clone();
        self.add(Op::CustomCall(Box::new(call)), shape, [self.operands[0]])
    }

    /// `sdy.manual_computation`: the program of one device, whose arrays are parts of those around it.
    pub fn manual_computation(&mut self) -> Outcome {
        let inputs = self.shardings("in_shardings")?;
        let outputs = self.shardings("out_shardings")?;
        let block = self.node.block(0)?;
        let count = block.argument_count();
        if inputs.len() != self.operands.len() || count != inputs.len() || outputs.len() != self.results.len() {
            return Err(self.node.error("expected a sharding for every operand and result").into());
        }
        let manual = self.manual_axes(inputs.iter().chain(&outputs).next())?;
        for (index, sharding) in inputs.iter().enumerate() {
            let Ok(argument) = block.argument(index) else { continue };
            let local = self.state.shape(argument.r#type(), self.node)?;
            let value = self.entered(index, sharding, &manual, local)?;
            self.scope.define(argument.into(), value);
        }
        let values = self.state.block(self.scope, block, self.node)?;
        if values.len() != outputs.len() {
            return Err(self.node.error("expected a value for every result").into());
        }
        let pairs = values.into_iter().zip(&outputs).enumerate();
        let whole = pairs.map(|(index, (value, sharding))| self.left(value, sharding, &manual, index));
        Ok(whole.collect::<Result<_, _>>()?)
    }

    fn shardings(&self, name: &str) -> Result<Vec<ShardySharding>, Diagnostic> {
        ShardySharding::parse_list(self.node.structure(name)?).map_err(|message| self.node.error(message))
    }

    fn manual_axes(&self, sharding: Option<&ShardySharding>) -> Result<Vec<Axis>, Diagnostic> {
        let Some(sharding) = sharding else { return Ok(Vec::new()) };
        let mesh = self.state.mesh_of(sharding, self.node)?;
        parse_axes(self.node.structure("manual_axes")?, mesh).map_err(|message| self.node.error(message))
    }

    /// A device's part of an operand.
    fn entered(
        &mut self,
        index: usize,
        sharding: &ShardySharding,
        manual: &[Axis],
        local: Shape,
    ) -> Result<InstructionId, Diagnostic> {
        let operand = self.operands[index];
        if !self.state.has_partitions() {
            self.expect_whole(operand, &local)?;
            return Ok(operand);
        }
        let whole = self.shape(operand).clone();
        let border = self.state.border(sharding, rank(&whole), manual, self.node)?;
        self.expect_part(&format!("operand {index}"), &whole, &local, &border.tiles, manual)?;
        let operand = constrained(self.scope, self.node, operand, "Sharding", border.outside, None);
        Ok(constrained(self.scope, self.node, operand, "SPMDFullToShardShape", border.inside, Some(local)))
    }

    /// The array whose parts are the devices' values.
    fn left(
        &mut self,
        value: InstructionId,
        sharding: &ShardySharding,
        manual: &[Axis],
        index: usize,
    ) -> Result<InstructionId, Diagnostic> {
        let whole = self.results[index].complete();
        let whole = whole.ok_or_else(|| self.node.unsupported("results of dynamic shape"))?;
        if !self.state.has_partitions() {
            self.expect_whole(value, &whole)?;
            return Ok(value);
        }
        let border = self.state.border(sharding, rank(&whole), manual, self.node)?;
        let local = self.shape(value).clone();
        self.expect_part(&format!("result {index}"), &whole, &local, &border.tiles, manual)?;
        let value = constrained(self.scope, self.node, value, "Sharding", border.inside, None);
        Ok(constrained(self.scope, self.node, value, "SPMDShardToFullShape", border.outside, Some(whole)))
    }

    /// A manual computation's array is the part of the whole that its manual axes, which are a dimension's first, leave.
    fn expect_part(
        &self,
        which: &str,
        whole: &Shape,
        local: &Shape,
        tiles: &TileAxes,
        manual: &[Axis],
    ) -> Result<(), Diagnostic> {
        let Shape::Array(array) = whole else { return Ok(()) };
        let mut part = array.clone();
        for (dimension, axes) in tiles.dims.iter().enumerate().take(array.rank()) {
            let (first, rest) = axes.split_at(axes.iter().take_while(|axis| manual.contains(axis)).count());
            if rest.iter().any(|axis| manual.contains(axis)) {
                let message = format!("{which} has axes before a manual one in dimension {dimension}");
                return Err(self.node.error(message));
            }
            let tiles = tile_count(first);
            if !part.dims[dimension].is_multiple_of(tiles) {
                let message = format!("dimension {dimension} of {which}, {whole}, is not divisible by {tiles} devices");
                return Err(self.node.error(message));
            }
            part.dims[dimension] /= tiles;
        }
        let part = Shape::Array(part);
        if part.same_type(local) {
            return Ok(());
        }
        Err(self.node.error(format!("{which} of {whole} has parts {part}, and the body {local}")))
    }

    /// One device has the whole.
    fn expect_whole(&self, value: InstructionId, expected: &Shape) -> Result<(), Diagnostic> {
        let found = self.shape(value);
        if found.same_type(expected) {
            return Ok(());
        }
        let message = format!("parts {expected} of {found} in a program of one partition (mhlo.num_partitions)");
        Err(self.node.error(message))
    }
}

/// Of an array; tokens have no dimensions.
fn rank(shape: &Shape) -> usize {
    shape.as_array().map_or(0, ArrayShape::rank)
}

/// What is left of a sharding where these axes are the program's own.
fn without(resolved: Resolved, manual: &[Axis]) -> Resolved {
    let kept = |axes: &Vec<Axis>| axes.iter().copied().filter(|axis| !manual.contains(axis)).collect();
    let dims = resolved.tiles.dims.iter().map(kept).collect();
    Resolved { tiles: TileAxes { dims, manual: manual.to_vec() }, ..resolved }
}

/// A value with a sharding: a custom call of this target, of another shape where one is given.
fn constrained(
    scope: &mut Scope,
    node: &Node,
    operand: InstructionId,
    target: &str,
    annotation: Annotation,
    shape: Option<Shape>,
) -> InstructionId {
    let open: Vec<String> = annotation.open.iter().map(usize::to_string).collect();
    let config = if open.is_empty() { String::new() } else { format!("unspecified_dims=[{}]", open.join(",")) };
    let call =
        CustomCall { target: target.into(), backend_config: config.into(), api_version: 1, ..Default::default() };
    let shape = shape.unwrap_or_else(|| scope.computation.shape(operand).clone());
    let mut instruction = Instruction::new(Op::CustomCall(Box::new(call)), shape, [operand]).at(&node.location);
    annotation.put_on(&mut instruction);
    scope.computation.add(instruction)
}
