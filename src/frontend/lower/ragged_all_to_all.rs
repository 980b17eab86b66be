//! `ragged_all_to_all`: an operation of HLO that StableHLO writes as a custom call, with who takes part in its
//! configuration.

use super::{OpLowering, Outcome};
use crate::frontend::attributes::integers_of;
use crate::frontend::mlir::{self, Kind};
use crate::hlo::{Collective, CollectiveKind, Diagnostic, Op, ReplicaGroups};
use melior::ir::Attribute;

impl<'m> OpLowering<'_, 'm> {
    pub(super) fn ragged_all_to_all(&mut self) -> Outcome {
        let config = self.ragged_config();
        let field = |name: &str| config.iter().find(|(field, _)| *field == name).map(|&(_, value)| value);
        let channel = field("channel_id").or_else(|| field("channel_handle")).map(mlir::kind);
        let collective = Collective {
            kind: CollectiveKind::RaggedAllToAll,
            groups: ReplicaGroups::List(
                field("replica_groups").map_or(Ok(Vec::new()), |groups| self.group_rows(groups))?,
            ),
            channel_id: match channel {
                Some(Kind::Integer(id)) => u64::try_from(id).ok().filter(|&id| id > 0),
                _ => None,
            },
            use_global_device_ids: matches!(
                field("use_global_device_ids").map(mlir::kind),
                Some(Kind::Bool(true) | Kind::Unit)
            ),
        };
        self.plain(Op::Collective(Box::new(collective)))
    }

    fn ragged_config(&self) -> Vec<(&'m str, Attribute<'m>)> {
        let config = self.config_attribute().map(mlir::kind);
        if let Some(Kind::Dictionary(entries)) = config { entries } else { Vec::new() }
    }

    fn group_rows(&self, groups: Attribute<'m>) -> Result<Vec<Vec<usize>>, Diagnostic> {
        let literal = self.node.literal(groups)?;
        let columns = match literal.dims() {
            [_, columns] => (*columns).max(1),
            dims => {
                return Err(self.node.error(format!("expected `replica_groups` of rank 2, found rank {}", dims.len())));
            }
        };
        let numbers = integers_of(&literal).into_iter().map(|number| self.node.natural("replica_groups", number));
        let numbers = numbers.collect::<Result<Vec<usize>, _>>()?;
        Ok(numbers.chunks(columns).map(<[usize]>::to_vec).collect())
    }
}
