//! What a module's header says.

use super::annotations::dictionary;
use super::cursor::{Cursor, Outcome};
use super::site::{flag, indices, keyword};
use super::syntax::AttributeText;
use crate::hlo::{InputOutputAlias, Module};

/// Header fields of ours that no field of the module holds.
#[derive(Default)]
pub struct Header {
    pub is_scheduled: bool,
    /// Parameter and the place in it.
    pub donors: Vec<(usize, Vec<usize>)>,
}

/// Reads the header's attributes, into the module where it has a place for them.
pub fn header(cursor: &Cursor, attributes: &[AttributeText], module: &mut Module) -> Outcome<Header> {
    let mut header = Header::default();
    for attribute in attributes {
        let mut cursor = cursor.within(attribute.value.clone());
        let cursor = &mut cursor;
        match attribute.key.text {
            "is_scheduled" => header.is_scheduled = flag(cursor)?,
            "input_output_alias" => module.input_output_aliases = cursor.list("{", "}", alias)?,
            "buffer_donor" => header.donors = cursor.list("{", "}", donor)?,
            "replica_count" => module.replica_count = cursor.index()?.max(1),
            "num_partitions" => module.partition_count = cursor.index()?.max(1),
            "frontend_attributes" => module.frontend_attributes = dictionary(cursor)?,
            key if DROPPED.contains(&key) => {
                cursor.skip_until(b"");
            }
            key => {
                let message = format!("a module has no attribute `{key}`");
                return Err(cursor.error_at(attribute.key.at, message));
            }
        }
        cursor.expect_end(attribute.key.text)?;
    }
    Ok(header)
}

/// The entry's parameters say their layouts themselves; the rest concerns passes that are not ours.
const DROPPED: [&str; 9] = [
    "entry_computation_layout",
    "alias_passthrough_params",
    "allow_spmd_sharding_propagation_to_output",
    "allow_spmd_sharding_propagation_to_parameters",
    "syntactic_sugar",
    "mpmd",
    "num_devices",
    "origin_recovery_table",
    "debug_attributes",
];

/// `{0}: (1, {}, may-alias)`, or a parameter's number alone.
fn alias(cursor: &mut Cursor) -> Outcome<InputOutputAlias> {
    let output = indices(cursor)?;
    cursor.expect(":")?;
    if cursor.peek() != b'(' {
        return Ok(InputOutputAlias { output, parameter: cursor.index()?, parameter_index: vec![], must: false });
    }
    cursor.expect("(")?;
    let parameter = cursor.index()?;
    cursor.expect(",")?;
    let parameter_index = indices(cursor)?;
    let kinds = [("may-alias", false), ("must-alias", true)];
    let must = if cursor.eat(",") { keyword(cursor, &kinds)? } else { false };
    cursor.expect(")")?;
    Ok(InputOutputAlias { output, parameter, parameter_index, must })
}

/// `(0, {})`
fn donor(cursor: &mut Cursor) -> Outcome<(usize, Vec<usize>)> {
    cursor.expect("(")?;
    let parameter = cursor.index()?;
    cursor.expect(",")?;
    let index = indices(cursor)?;
    cursor.expect(")")?;
    Ok((parameter, index))
}
