//! What a device gets from its host and gives it: the part that the program's annotation says, else the whole.

use super::{Body, Value, part_of};
use crate::hlo::{Diagnostics, HOST_PARTS, InstructionId, Shape, ShardedArray, TileAxes, Transfer, host_parts_text};
use crate::passes::spmd::annotation::handed_out;
use crate::passes::spmd::flow::leaf_arrays;
use std::sync::Arc;

impl Body<'_, '_> {
    /// # Errors
    /// An annotation that does not fit what is handed out.
    pub fn transfer(&mut self, id: InstructionId, transfer: &Transfer) -> Result<Value, Diagnostics> {
        let whole = self.whole();
        let tiles = match transfer {
            Transfer::Infeed { .. } => whole.get(id).sharding.as_ref().map(|_| self.wanted(id)),
            Transfer::Outfeed { .. } => handed_out(whole, id, &self.partitioner.mesh)?,
            Transfer::Send(_) | Transfer::SendDone(_) | Transfer::Recv(_) | Transfer::RecvDone(_) => None,
        };
        // Where the program speaks for each device itself, what it says is a device's own.
        let of_the_program = tiles.filter(|tiles| tiles.iter().all(|tiles| tiles.manual.is_empty()));
        Ok(match (of_the_program, transfer) {
            (None, _) => self.divided(id),
            (Some(tiles), Transfer::Outfeed { .. }) => self.handed_to_host(id, &tiles),
            (Some(tiles), _) => self.fed(id, tiles),
        })
    }

    fn fed(&mut self, id: InstructionId, tiles: Vec<TileAxes>) -> Value {
        let whole = self.whole();
        let token = self.value(whole.operand(id, 0)).id;
        let shape = part_of(whole.shape(id), &mut tiles.iter());
        let fed = self.add_like(id, whole.op(id).clone(), shape, vec![token]);
        self.state_parts(fed, whole.shape(id), &tiles);
        Value { id: fed, tiles }
    }

    fn handed_to_host(&mut self, id: InstructionId, tiles: &[TileAxes]) -> Value {
        let whole = self.whole();
        let (value, token) = (whole.operand(id, 0), whole.operand(id, 1));
        let operands = vec![self.operand_as(value, tiles), self.value(token).id];
        let given = self.add_like(id, whole.op(id).clone(), Shape::Token, operands);
        self.state_parts(given, whole.shape(value), tiles);
        Value { id: given, tiles: self.wanted(id) }
    }

    /// Says of which arrays the device has parts: the first leaves of `whole`, which may end in a token.
    fn state_parts(&mut self, id: InstructionId, whole: &Shape, tiles: &[TileAxes]) {
        let is_array: Vec<bool> = whole.leaves().iter().map(|(_, leaf)| leaf.as_array().is_some()).collect();
        let leaves = leaf_arrays(whole).into_iter().zip(tiles).zip(is_array).filter(|&(_, is_array)| is_array);
        let mesh = &self.partitioner.mesh;
        let part = |((whole, tiles), _): ((_, &TileAxes), _)| ShardedArray { whole, sharding: tiles.sharding(mesh) };
        let text = host_parts_text(&leaves.map(part).collect::<Vec<_>>());
        self.local.get_mut(id).frontend_attributes.insert(Arc::from(HOST_PARTS), text.into());
    }
}
