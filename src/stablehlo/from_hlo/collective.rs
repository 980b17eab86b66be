//! Collectives: what devices tell each other.

use super::custom_call::TYPED_FFI;
use super::emission::{Emission, Outcome};
use crate::hlo::{ArrayLiteral, Collective, CollectiveKind, CustomCall, Diagnostic, ElementType};
use crate::stablehlo::{Attribute, Attributes, Constant};

/// `type` of a channel between devices.
pub const DEVICE_TO_DEVICE: i64 = 1;

impl Emission<'_, '_> {
    pub fn collective(&mut self, op: &Collective) -> Outcome {
        let number = |dimension: usize| Attribute::i64(dimension as i64);
        let (name, mut attributes): (_, Attributes) = match &op.kind {
            CollectiveKind::AllGather { dimension } => {
                ("stablehlo.all_gather", vec![("all_gather_dim".into(), number(*dimension))])
            }
            CollectiveKind::AllReduce { .. } => ("stablehlo.all_reduce", Vec::new()),
            CollectiveKind::AllToAll { dimension } => ("stablehlo.all_to_all", self.exchange(op, *dimension)?),
            CollectiveKind::CollectiveBroadcast => ("stablehlo.collective_broadcast", Vec::new()),
            CollectiveKind::CollectivePermute { pairs } => {
                let pairs: Vec<(i64, i64)> = pairs.iter().map(|&(a, b)| (a as i64, b as i64)).collect();
                ("stablehlo.collective_permute", vec![("source_target_pairs".into(), Attribute::pairs(&pairs))])
            }
            CollectiveKind::RaggedAllToAll => return self.ragged_all_to_all(op),
            CollectiveKind::ReduceScatter { dimension, .. } => {
                ("stablehlo.reduce_scatter", vec![("scatter_dimension".into(), number(*dimension))])
            }
        };
        if !matches!(op.kind, CollectiveKind::CollectivePermute { .. }) {
            attributes.push(("replica_groups".into(), self.groups(op)?));
        }
        attributes.extend(op.channel_id.map(|id| ("channel_handle".into(), channel(id, DEVICE_TO_DEVICE))));
        attributes.extend(op.use_global_device_ids.then(|| ("use_global_device_ids".into(), Attribute::Unit)));
        let applied: Vec<_> = op.to_apply().into_iter().collect();
        self.applying(name, attributes, &applied)
    }

    /// StableHLO has no operation for it: a custom call whose configuration says who takes part.
    fn ragged_all_to_all(&mut self, op: &Collective) -> Outcome {
        let mut config: Attributes = vec![("replica_groups".into(), self.groups(op)?)];
        config.extend(op.channel_id.map(|id| ("channel_id".into(), Attribute::i64(id as i64))));
        config.extend(op.use_global_device_ids.then(|| ("use_global_device_ids".into(), Attribute::Bool(true))));
        let attributes = vec![
            ("api_version".into(), Attribute::i32(TYPED_FFI)),
            ("call_target_name".into(), Attribute::string(CustomCall::RAGGED_ALL_TO_ALL)),
            ("mhlo.backend_config".into(), Attribute::Dictionary(config)),
        ];
        self.plain("stablehlo.custom_call", attributes)
    }

    fn exchange(&self, op: &Collective, dimension: Option<usize>) -> Result<Attributes, Diagnostic> {
        let (Some(dimension), Some(members)) = (dimension, op.groups.max_members()) else {
            return Err(self.unsupported("an exchange of several operands, or without groups"));
        };
        let keys = [("split_dimension", dimension), ("concat_dimension", dimension), ("split_count", members)];
        Ok(keys.into_iter().map(|(key, value)| (key.into(), Attribute::i64(value as i64))).collect())
    }

    /// A row a group; shorter ones are filled up with -1.
    fn groups(&self, op: &Collective) -> Result<Attribute, Diagnostic> {
        let groups = op.groups.lists().ok_or_else(|| self.unsupported("so many devices"))?;
        let columns = groups.iter().map(Vec::len).max().unwrap_or(0);
        let row = |group: &Vec<usize>| {
            let members = group.iter().map(|&member| member as i64);
            members.chain(std::iter::repeat(-1)).take(columns).collect::<Vec<i64>>()
        };
        let numbers: Vec<i64> = groups.iter().flat_map(row).collect();
        let literal = ArrayLiteral::from_slice(ElementType::S64, [groups.len(), columns], &numbers);
        Ok(Attribute::Constant(Constant::from(&literal)))
    }
}

pub fn channel(id: u64, channel_type: i64) -> Attribute {
    let fields = vec![("handle", Attribute::i64(id as i64)), ("type", Attribute::i64(channel_type))];
    Attribute::Structure("channel_handle", fields)
}
