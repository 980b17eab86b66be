//! Collectives: what devices tell each other.

use super::applied::Layout;
use super::{Applied, OpLowering, Outcome};
use crate::frontend::attributes::integers_of;
use crate::frontend::mesh_axes::MeshAxes;
use crate::frontend::mlir::{self, Kind};
use crate::hlo::{
    ArrayLiteral, Builder, Collective, CollectiveKind, Diagnostic, InstructionId, Op, ReplicaGroups, Shape,
};

impl OpLowering<'_, '_> {
    pub fn all_gather(&mut self) -> Outcome {
        let dimension = self.node.usize("all_gather_dim")?;
        self.in_groups(CollectiveKind::AllGather { dimension })
    }

    pub fn all_reduce(&mut self) -> Outcome {
        let reducer = self.reducer(self.operands.len())?;
        self.reduced(&reducer, CollectiveKind::AllReduce { to_apply: reducer.computation })
    }

    pub fn reduce_scatter(&mut self) -> Outcome {
        let dimension = self.node.usize("scatter_dimension")?;
        let reducer = self.reducer(self.operands.len())?;
        self.reduced(&reducer, CollectiveKind::ReduceScatter { dimension, to_apply: reducer.computation })
    }

    /// HLO exchanges parts along the dimension that it splits, and leaves them there; for another one they are moved.
    pub fn all_to_all(&mut self) -> Outcome {
        let (split, concat) = (self.node.usize("split_dimension")?, self.node.usize("concat_dimension")?);
        let parts = self.node.usize("split_count")?;
        self.all_to_all_c4_has_parts(parts)?;
        self.all_to_all_c1_to_c3_dimensions(split, concat, parts)?;
        self.all_to_all_c8_a_part_a_member(parts)?;
        let kind = CollectiveKind::AllToAll { dimension: Some(split) };
        if split == concat || parts == 1 {
            return self.in_groups(kind);
        }
        let op = self.collective_of(kind)?;
        let shapes: Vec<Shape> = self.operands.iter().map(|&operand| self.shape(operand).clone()).collect();
        let operands = self.operands.clone();
        let exchanged = self.with_shapes(Op::Collective(Box::new(op)), operands, shapes)?;
        let mut b = self.builder();
        let moved = exchanged.into_iter().map(|array| concatenated_along(&mut b, array, (split, concat), parts));
        Ok(moved.collect())
    }

    pub fn collective_broadcast(&mut self) -> Outcome {
        match self.node.has("has_dynamic_root") {
            true => self.rooted_broadcast(),
            false => self.in_groups(CollectiveKind::CollectiveBroadcast),
        }
    }

    pub fn collective_permute(&mut self) -> Outcome {
        let pairs = self.source_target_pairs()?;
        self.in_groups(CollectiveKind::CollectivePermute { pairs })
    }

    /// Whether pairs are stated: a portable artifact states none as an array without elements.
    pub(super) fn has_pairs(&self) -> bool {
        let pairs = self.node.attribute("source_target_pairs").map(|pairs| self.node.literal(pairs));
        pairs.is_some_and(|pairs| pairs.map_or(true, |pairs| pairs.shape().element_count() > 0))
    }

    /// Also of `send` and `recv`.
    pub(super) fn source_target_pairs(&self) -> Result<Vec<(usize, usize)>, Diagnostic> {
        let literal = self.matrix("source_target_pairs")?;
        self.collective_permute_c1_pairs(literal.dims()[1])?;
        let device = |device: i64| self.collective_permute_c4_is_a_device(device);
        let pair = |pair: &[i64]| Ok((device(pair[0])?, device(pair[1])?));
        integers_of(&literal).chunks_exact(2).map(pair).collect()
    }

    /// Takes two elements of the first `count` operands, then outer values.
    pub(super) fn reducer(&mut self, count: usize) -> Result<Applied, super::Failure> {
        self.promote(0..count, 0)?;
        self.applied(0, Layout::Elements)
    }

    fn reduced(&mut self, reducer: &Applied, kind: CollectiveKind) -> Outcome {
        match reducer.captured.is_empty() {
            true => self.in_groups(kind),
            false => self.collective_of(kind).map_err(Into::into).and_then(|op| self.reduced_by_each(reducer, &op)),
        }
    }

    fn in_groups(&mut self, kind: CollectiveKind) -> Outcome {
        let op = self.collective_of(kind)?;
        self.plain(Op::Collective(Box::new(op)))
    }

    pub(super) fn collective_of(&self, kind: CollectiveKind) -> Result<Collective, Diagnostic> {
        let groups = match self.node.attribute("replica_groups").map(mlir::kind) {
            None => ReplicaGroups::List(Vec::new()),
            Some(Kind::Opaque("stablehlo", ..)) => self.mesh_groups()?,
            Some(_) => ReplicaGroups::List(self.groups(&kind)?),
        };
        let channel = self.node.optional_fields("channel_handle").and_then(|channel| channel.usize("handle"));
        Ok(Collective {
            kind,
            groups,
            channel_id: channel.filter(|&id| id > 0).map(|id| id as u64),
            use_global_device_ids: self.node.has("use_global_device_ids"),
        })
    }

    /// `#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = […]>`
    fn mesh_groups(&self) -> Result<ReplicaGroups, Diagnostic> {
        let wrong = |message| self.node.error(format!("`replica_groups`: {message}"));
        let text = self.state.program.with_payloads(self.node.structure("replica_groups")?);
        let stated = MeshAxes::parse(&text).map_err(wrong)?;
        let mesh = self.state.referenced_mesh(&stated.mesh, self.node)?;
        let axes = stated.in_mesh(mesh).map_err(wrong)?;
        Ok(ReplicaGroups::MeshAxes { mesh: mesh.clone(), axes })
    }

    /// Groups; where they need not have one size, -1 fills up shorter ones.
    fn groups(&self, kind: &CollectiveKind) -> Result<Vec<Vec<usize>>, Diagnostic> {
        let numbers = integers_of(&self.matrix("replica_groups")?);
        let may_be_short = matches!(kind, CollectiveKind::AllReduce { .. } | CollectiveKind::CollectiveBroadcast);
        match numbers.into_iter().find(|&number| number < -i64::from(may_be_short)) {
            Some(negative) => Err(self.node.error(format!("expected devices in `replica_groups`, found {negative}"))),
            None => self.rows("replica_groups"),
        }
    }

    pub(super) fn matrix(&self, name: &str) -> Result<ArrayLiteral, Diagnostic> {
        let attribute = self.node.attribute(name);
        let attribute = attribute.ok_or_else(|| self.node.error(format!("expected an attribute `{name}`")))?;
        let literal = self.node.literal(attribute)?;
        match literal.dims().len() {
            2 => Ok(literal),
            rank => Err(self.node.error(format!("expected `{name}` of rank 2, found rank {rank}"))),
        }
    }

    /// Rows of a matrix of device numbers; -1 fills up a shorter row.
    fn rows(&self, name: &str) -> Result<Vec<Vec<usize>>, Diagnostic> {
        let literal = self.matrix(name)?;
        let columns = literal.dims().get(1).copied().unwrap_or(0);
        if columns == 0 {
            return Ok(Vec::new());
        }
        let numbers = integers_of(&literal);
        let row = |row: &[i64]| row.iter().filter_map(|&number| usize::try_from(number).ok()).collect();
        Ok(numbers.chunks(columns).map(row).collect())
    }
}

/// What lies along dimension `split` in `parts`, put together along `concat`.
fn concatenated_along(
    b: &mut Builder,
    array: InstructionId,
    (split, concat): (usize, usize),
    parts: usize,
) -> InstructionId {
    let mut dims = b.dims(array);
    dims[split] /= parts;
    let cut = [&dims[..split], &[parts], &dims[split..]].concat();
    let cut = b.reshape(array, &cut);
    // The parts' dimension stands before that of their elements; all others keep their order.
    let others: Vec<usize> = (0..=dims.len()).filter(|&dimension| dimension != split).collect();
    let permutation = [&others[..concat], &[split], &others[concat..]].concat();
    let moved = b.transpose(cut, &permutation);
    dims[concat] *= parts;
    b.reshape(moved, &dims)
}
