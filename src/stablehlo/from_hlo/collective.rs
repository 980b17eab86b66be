//! Collectives: what devices tell each other.

use super::bound::{bind, part_types};
use super::emission::{Emission, Outcome};
use super::movement::slice_attributes;
use crate::hlo::{ArrayLiteral, Collective, CollectiveKind, ComputationId, CustomCall, Diagnostic, ElementType, Shape};
use crate::stablehlo::{Attribute, Attributes, Constant, Type, ValueId};

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
            CollectiveKind::AllToAll { dimension } => {
                ("stablehlo.all_to_all", self.exchange(op, dimension.unwrap_or_default())?)
            }
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
        match op.kind {
            CollectiveKind::AllToAll { dimension: None } => self.exchange_of_several(attributes),
            CollectiveKind::ReduceScatter { .. } if self.instruction.operands().len() > 1 => {
                self.one_by_one(name, &attributes, &applied)
            }
            _ => self.applying(name, attributes, &applied),
        }
    }

    /// An operation for each operand, where StableHLO's takes one.
    fn one_by_one(&mut self, name: &'static str, attributes: &Attributes, applied: &[ComputationId]) -> Outcome {
        let shape = &self.instruction.shape;
        let mut results = Vec::new();
        for (operand, of_type) in self.operands().into_iter().zip(part_types(shape)) {
            let regions = applied.iter().map(|&id| self.applied(id)).collect();
            results.extend(self.operation(name, vec![operand], vec![of_type], attributes.clone(), regions));
        }
        Ok(bind(shape, results))
    }

    /// The operands as the rows of one array, which is exchanged, and whose rows are the results.
    fn exchange_of_several(&mut self, attributes: Attributes) -> Outcome {
        let row = self.operand_shape(0).expect_array().clone();
        let rows = |count: usize| Type::from(&Shape::array(row.element_type, [&[count], &row.dims[..]].concat()));
        let operands = self.operands();
        let (count, rank) = (operands.len(), row.dims.len() + 1);
        let reshape =
            |this: &mut Self, value, of_type| this.value("stablehlo.reshape", vec![value], of_type, Vec::new());
        let cut: Vec<ValueId> = operands.into_iter().map(|operand| reshape(self, operand, rows(1))).collect();
        let along = vec![("dimension".into(), Attribute::i64(0))];
        let joined = self.value("stablehlo.concatenate", cut, rows(count), along);
        let exchanged = self.value("stablehlo.all_to_all", vec![joined], rows(count), attributes);
        let mut results = Vec::new();
        for index in 0..count {
            let bounds = |first: usize| [&[first], &row.dims[..]].concat();
            let starts = [&[index], &vec![0; rank - 1][..]].concat();
            let slice = slice_attributes(&starts, &bounds(index + 1), &vec![1; rank]);
            let taken = self.value("stablehlo.slice", vec![exchanged], rows(1), slice);
            results.push(reshape(self, taken, Type::from(&Shape::Array(row.clone()))));
        }
        Ok(bind(&self.instruction.shape, results))
    }

    /// An operation with one result.
    fn value(&mut self, name: &'static str, operands: Vec<ValueId>, of_type: Type, attributes: Attributes) -> ValueId {
        self.operation(name, operands, vec![of_type], attributes, Vec::new())[0]
    }

    /// StableHLO has no operation for it: a custom call whose configuration says who takes part.
    fn ragged_all_to_all(&mut self, op: &Collective) -> Outcome {
        let mut config: Attributes = vec![("replica_groups".into(), self.groups(op)?)];
        config.extend(op.channel_id.map(|id| ("channel_id".into(), Attribute::i64(id as i64))));
        config.extend(op.use_global_device_ids.then(|| ("use_global_device_ids".into(), Attribute::Bool(true))));
        let attributes = vec![
            ("api_version".into(), Attribute::i32(CustomCall::TYPED_FFI)),
            ("call_target_name".into(), Attribute::string(CustomCall::RAGGED_ALL_TO_ALL)),
            ("mhlo.backend_config".into(), Attribute::Dictionary(config)),
        ];
        self.plain("stablehlo.custom_call", attributes)
    }

    fn exchange(&self, op: &Collective, dimension: usize) -> Result<Attributes, Diagnostic> {
        let members = self.group_lists(op)?.iter().map(Vec::len).max().unwrap_or(1);
        let keys = [("split_dimension", dimension), ("concat_dimension", dimension), ("split_count", members)];
        Ok(keys.into_iter().map(|(key, value)| (key.into(), Attribute::i64(value as i64))).collect())
    }

    /// No group is one of all, which an exchange has to name.
    fn group_lists(&self, op: &Collective) -> Result<Vec<Vec<usize>>, Diagnostic> {
        let groups = op.groups.lists().ok_or_else(|| self.unsupported("so many devices"))?;
        let is_exchange = matches!(op.kind, CollectiveKind::AllToAll { .. });
        match groups.is_empty() && is_exchange {
            true => Ok(vec![(0..self.emitter.module.device_counts().count(op.group_mode())).collect()]),
            false => Ok(groups),
        }
    }

    /// A row a group; shorter ones are filled up with -1.
    fn groups(&self, op: &Collective) -> Result<Attribute, Diagnostic> {
        let groups = self.group_lists(op)?;
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
