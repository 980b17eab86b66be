//! Collectives: what devices tell each other.

use super::applied::Layout;
use super::{Applied, OpLowering, Outcome};
use crate::frontend::attributes::integers_of;
use crate::hlo::{Collective, CollectiveKind, ComputationId, Diagnostic, Op, ReplicaGroups};

impl OpLowering<'_, '_> {
    pub fn all_gather(&mut self) -> Outcome {
        let dimension = self.node.usize("all_gather_dim")?;
        self.in_groups(CollectiveKind::AllGather { dimension })
    }

    pub fn all_reduce(&mut self) -> Outcome {
        let to_apply = self.reducer()?;
        self.in_groups(CollectiveKind::AllReduce { to_apply })
    }

    pub fn reduce_scatter(&mut self) -> Outcome {
        let dimension = self.node.usize("scatter_dimension")?;
        let to_apply = self.reducer()?;
        self.in_groups(CollectiveKind::ReduceScatter { dimension, to_apply })
    }

    /// HLO exchanges parts along the dimension that it splits.
    pub fn all_to_all(&mut self) -> Outcome {
        let (split, concat) = (self.node.usize("split_dimension")?, self.node.usize("concat_dimension")?);
        if split != concat && self.node.usize("split_count")? > 1 {
            let message = format!("parts of dimension {split} put together along dimension {concat}");
            return Err(self.node.unsupported(message).into());
        }
        self.in_groups(CollectiveKind::AllToAll { dimension: Some(split) })
    }

    pub fn collective_broadcast(&mut self) -> Outcome {
        self.in_groups(CollectiveKind::CollectiveBroadcast)
    }

    pub fn collective_permute(&mut self) -> Outcome {
        let pairs = self.rows("source_target_pairs")?;
        let pair = |row: &Vec<usize>| match row[..] {
            [source, target] => Ok((source, target)),
            _ => Err(self.node.error(format!("expected pairs of devices, found {} in one", row.len()))),
        };
        let pairs = pairs.iter().map(pair).collect::<Result<_, _>>()?;
        self.in_groups(CollectiveKind::CollectivePermute { pairs })
    }

    fn reducer(&mut self) -> Result<ComputationId, super::Failure> {
        let Applied { computation, captured } = self.applied(0, Layout::Accumulators)?;
        if captured.is_empty() {
            return Ok(computation);
        }
        Err(self.node.unsupported("a reduction between devices that uses outer values").into())
    }

    fn in_groups(&mut self, kind: CollectiveKind) -> Outcome {
        let groups = if self.node.has("replica_groups") { self.rows("replica_groups")? } else { Vec::new() };
        let channel = self.node.optional_fields("channel_handle").and_then(|channel| channel.usize("handle"));
        let collective = Collective {
            kind,
            groups: ReplicaGroups::List(groups),
            channel_id: channel.filter(|&id| id > 0).map(|id| id as u64),
            use_global_device_ids: self.node.has("use_global_device_ids"),
        };
        self.plain(Op::Collective(Box::new(collective)))
    }

    /// Rows of a matrix of device numbers; -1 fills up a shorter row.
    fn rows(&self, name: &str) -> Result<Vec<Vec<usize>>, Diagnostic> {
        let attribute = self.node.attribute(name);
        let attribute = attribute.ok_or_else(|| self.node.error(format!("expected an attribute `{name}`")))?;
        let literal = self.node.literal(attribute)?;
        let columns = literal.dims().get(1).copied().unwrap_or(0);
        if columns == 0 {
            return Ok(Vec::new());
        }
        let numbers = integers_of(&literal);
        let row = |row: &[i64]| row.iter().filter_map(|&number| usize::try_from(number).ok()).collect();
        Ok(numbers.chunks(columns).map(row).collect())
    }
}
