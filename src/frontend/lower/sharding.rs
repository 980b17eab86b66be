//! Shardings of values: Shardy's operations and attributes as HLO's annotations.
//!
//! | program | HLO |
//! |---|---|
//! | `sdy.sharding` of an argument | the parameter's `sharding` |
//! | of a result, `sdy.sharding_constraint`, `sdy.reshard` | custom call `Sharding` |
//! | `sdy.manual_computation` | its body between `SPMDFullToShardShape` and `SPMDShardToFullShape` |
//!
//! Dimensions that are open stand in the custom call's config, `unspecified_dims=[…]`, as XLA writes it. A program of
//! one partition needs none of it.

use super::{Failure, Lowering, OpLowering, Outcome, Scope};
use crate::frontend::attributes::inside;
use crate::frontend::mlir::{self, Kind};
use crate::frontend::program::Node;
use crate::frontend::shardy::{Resolved, ShardyMesh, ShardySharding};
use crate::hlo::{Axis, CustomCall, Diagnostic, Instruction, InstructionId, Op, Shape, TileAxes};
use melior::ir::{Attribute, BlockLike, ValueLike};
use std::sync::Arc;

/// A sharding as HLO has it.
struct Annotation {
    sharding: Arc<str>,
    /// Dimensions that may be divided further.
    open: Vec<usize>,
}

impl<'m> Lowering<'m> {
    /// `sdy.mesh`
    pub fn mesh(&mut self, node: &Node<'m>) -> Result<(), Failure> {
        let mesh = ShardyMesh::parse(node.structure("mesh")?).map_err(|message| node.error(message))?;
        self.meshes.insert(node.text("sym_name")?.to_owned(), mesh);
        Ok(())
    }

    fn mesh_named(&self, name: &str, node: &Node<'m>) -> Result<&ShardyMesh, Diagnostic> {
        self.meshes.get(name).ok_or_else(|| node.error(format!("no mesh is named @{name}")))
    }

    fn has_partitions(&self) -> bool {
        self.module.partition_count > 1
    }

    fn annotation(
        &self,
        sharding: &ShardySharding,
        manual: &[Axis],
        node: &Node<'m>,
    ) -> Result<Annotation, Diagnostic> {
        let mesh = self.mesh_named(&sharding.mesh, node)?;
        let mut resolved = mesh.resolve(sharding).map_err(|message| node.error(message))?;
        if !manual.is_empty() {
            resolved = without(resolved, manual);
        }
        Ok(Annotation { sharding: mesh.sharding(&resolved.tiles).to_string().into(), open: resolved.open })
    }

    /// What an argument's or a result's attributes say of its sharding; none where that is left open.
    fn attribute_annotation(
        &self,
        name: &str,
        value: Attribute<'m>,
        node: &Node<'m>,
    ) -> Result<Option<Annotation>, Diagnostic> {
        let annotation = match (name, mlir::kind(value)) {
            ("mhlo.sharding", Kind::Text(text)) => Annotation { sharding: Arc::from(text), open: Vec::new() },
            ("sdy.sharding", Kind::Opaque(_, text, _)) if self.has_partitions() => {
                let sharding = ShardySharding::parse(inside(text)).map_err(|message| node.error(message))?;
                self.annotation(&sharding, &[], node)?
            }
            _ => return Ok(None),
        };
        let says_nothing = &*annotation.sharding == "{replicated}" && !annotation.open.is_empty();
        Ok((!says_nothing).then_some(annotation))
    }

    /// The sharding of an argument.
    pub fn argument_sharding(
        &self,
        name: &str,
        value: Attribute<'m>,
        node: &Node<'m>,
    ) -> Result<Option<Arc<str>>, Diagnostic> {
        self.attribute_annotation(name, value, node).map(|found| found.map(|annotation| annotation.sharding))
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
                if let Some(annotation) = self.attribute_annotation(name, value, node)? {
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
        let annotation = self.state.annotation(&sharding, &[], self.node)?;
        Ok(vec![constrained(self.scope, self.node, self.operands[0], "Sharding", annotation, None)])
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
        let meshes: Vec<&str> = inputs.iter().chain(&outputs).map(|sharding| sharding.mesh.as_str()).collect();
        let manual = self.manual_axes(meshes.first().copied())?;
        for (index, sharding) in inputs.iter().enumerate() {
            let Ok(argument) = block.argument(index) else { continue };
            let local = self.state.shape(argument.r#type(), self.node)?;
            let value = self.entered(self.operands[index], sharding, &manual, local)?;
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

    fn manual_axes(&self, mesh: Option<&str>) -> Result<Vec<Axis>, Diagnostic> {
        let Some(mesh) = mesh else { return Ok(Vec::new()) };
        let mesh = self.state.mesh_named(mesh, self.node)?;
        mesh.parse_axes(self.node.structure("manual_axes")?).map_err(|message| self.node.error(message))
    }

    /// A device's part of an operand.
    fn entered(
        &mut self,
        operand: InstructionId,
        sharding: &ShardySharding,
        manual: &[Axis],
        local: Shape,
    ) -> Result<InstructionId, Diagnostic> {
        if !self.state.has_partitions() {
            self.expect_whole(operand, &local)?;
            return Ok(operand);
        }
        let outside = self.state.annotation(sharding, &[], self.node)?;
        let inside = self.state.annotation(sharding, manual, self.node)?;
        let operand = constrained(self.scope, self.node, operand, "Sharding", outside, None);
        Ok(constrained(self.scope, self.node, operand, "SPMDFullToShardShape", inside, Some(local)))
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
        let outside = self.state.annotation(sharding, &[], self.node)?;
        let inside = self.state.annotation(sharding, manual, self.node)?;
        let value = constrained(self.scope, self.node, value, "Sharding", inside, None);
        Ok(constrained(self.scope, self.node, value, "SPMDShardToFullShape", outside, Some(whole)))
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

/// What is left of a sharding where these axes are the program's own.
fn without(resolved: Resolved, manual: &[Axis]) -> Resolved {
    let kept = |axes: &Vec<Axis>| axes.iter().copied().filter(|axis| !manual.contains(axis)).collect();
    let dims = resolved.tiles.dims.iter().map(kept).collect();
    Resolved { tiles: TileAxes { dims, manual: manual.to_vec() }, open: resolved.open }
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
    instruction.sharding = Some(annotation.sharding);
    scope.computation.add(instruction)
}
