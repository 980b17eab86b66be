//! Regions, blocks, and the numbers of values.
//!
//! A region's values are numbered behind all of the regions around it; an isolated operation's regions begin again
//! at 0. Sibling regions use the same numbers.

use super::super::container::since;
use super::super::cursor::{Cursor, Outcome};
use super::Reader;
use super::operation::MESH;
use crate::stablehlo::{Argument, Block, Operation, Region, Type, ValueId};

/// Values by number.
#[derive(Default)]
pub struct Values {
    /// None where the definition is still to come.
    defined: Vec<Option<ValueId>>,
    next: usize,
}

impl Values {
    fn define(&mut self, value: ValueId, at: &Cursor) -> Outcome<()> {
        let count = self.defined.len();
        let Some(slot) = self.defined.get_mut(self.next) else {
            return Err(at.error(format!("expected {count} values, found more")));
        };
        *slot = Some(value);
        self.next += 1;
        Ok(())
    }

    pub fn get(&self, number: u64, at: &Cursor) -> Outcome<ValueId> {
        let slot = usize::try_from(number).ok().and_then(|number| self.defined.get(number));
        match slot {
            Some(Some(value)) => Ok(*value),
            Some(None) => Err(at.error(format!("value {number} is used before it is defined"))),
            None => Err(at.error(format!("expected one of {} values, found number {number}", self.defined.len()))),
        }
    }
}

impl<'b> Reader<'_, 'b> {
    /// A new value, under the next number.
    pub fn define(&mut self, of_type: Type, values: &mut Values, at: &Cursor) -> Outcome<ValueId> {
        let value = ValueId(self.types.len() as u32);
        self.types.push(of_type);
        values.define(value, at)?;
        Ok(value)
    }

    /// `parent`: the name of the operation that holds the region.
    pub fn region(&mut self, cursor: &mut Cursor<'b>, values: &mut Values, parent: &str) -> Outcome<Region> {
        let blocks = cursor.count("blocks")?;
        if blocks == 0 {
            return Ok(Region::default());
        }
        let count = cursor.count("values")?;
        let (base, next) = (values.defined.len(), values.next);
        values.defined.resize(base + count, None);
        values.next = base;
        let blocks = (0..blocks).map(|_| self.block(cursor, values, parent)).collect::<Outcome<_>>()?;
        values.defined.truncate(base);
        values.next = next;
        Ok(Region { blocks })
    }

    pub fn block(&mut self, cursor: &mut Cursor<'b>, values: &mut Values, parent: &str) -> Outcome<Block> {
        let at = *cursor;
        let (operations, has_arguments) = cursor.flagged("the number of operations")?;
        let arguments = if has_arguments { self.arguments(cursor, values)? } else { Vec::new() };
        if operations > cursor.remaining() as u64 {
            return Err(at.error(format!("expected operations that fit what follows, found {operations}")));
        }
        let operations = (0..operations).map(|_| self.operation(cursor, values, parent));
        let mut operations = operations.collect::<Outcome<Vec<Operation>>>()?;
        operations.retain(|operation| operation.name != MESH);
        Ok(Block { arguments, operations })
    }

    fn arguments(&mut self, cursor: &mut Cursor<'b>, values: &mut Values) -> Outcome<Vec<Argument>> {
        let count = cursor.count("arguments")?;
        let arguments: Vec<Argument> = (0..count).map(|_| self.argument(cursor, values)).collect::<Outcome<_>>()?;
        let has_orders = self.container.version >= since::USE_LIST_ORDERS && cursor.byte("a flag")? != 0;
        if has_orders {
            skip_use_list_orders(cursor, count)?;
        }
        Ok(arguments)
    }

    fn argument(&mut self, cursor: &mut Cursor<'b>, values: &mut Values) -> Outcome<Argument> {
        let at = *cursor;
        let (of_type, has_location) = match self.container.version >= since::ELIDED_ARGUMENT_LOCATIONS {
            true => cursor.flagged("an argument's type")?,
            false => (cursor.varint("an argument's type")?, true),
        };
        let of_type = self.of_type(of_type, &at)?;
        let location = match has_location {
            true => {
                let index = cursor.varint("a location")?;
                self.location(index, &at)?
            }
            false => None,
        };
        Ok(Argument { value: self.define(of_type, values, &at)?, location })
    }
}

/// In which order a value's users are listed in memory: means nothing here.
pub fn skip_use_list_orders(cursor: &mut Cursor, values: usize) -> Outcome<()> {
    let count = if values > 1 { cursor.count("orders of users")? } else { 1 };
    for _ in 0..count {
        if values > 1 {
            cursor.varint("a value's number")?;
        }
        let (length, _) = cursor.flagged("the number of users")?;
        for _ in 0..length {
            cursor.varint("a user's place")?;
        }
    }
    Ok(())
}
