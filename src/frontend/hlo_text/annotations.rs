//! What any instruction may carry: metadata, sharding, frontend attributes, a backend config.

use super::cursor::{Cursor, Outcome};
use super::site::Site;
use super::stack_frames::StackFrames;
use crate::hlo::{Instruction, Location, Op, Position, Sharding};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Records of passes about where a value was once, and counts of a profile.
const DROPPED: [&str; 4] = ["origin", "original_value", "statistics", "result_layout"];

/// Sets on an instruction what its text says besides the operation.
pub fn annotate(site: &mut Site, frames: &StackFrames, instruction: &mut Instruction) -> Outcome {
    site.drop_attributes(&DROPPED);
    let text = site.take("sharding").map(|text| site.cursor.within(text.value.clone()));
    instruction.sharding = text.map(sharding).transpose()?;
    instruction.frontend_attributes = site.value("frontend_attributes", dictionary)?.unwrap_or_default();
    instruction.backend_config = backend_config(site)?;
    let mut location = Location::clone(site.location.as_deref().unwrap_or(&Location::default()));
    let metadata = site.value("metadata", |cursor| metadata(cursor, frames, &mut location));
    metadata?;
    instruction.location = Some(Arc::new(location));
    Ok(())
}

/// As we spell it; what it says of where it came from, as the program does.
fn sharding(mut cursor: Cursor) -> Outcome<Arc<str>> {
    let start = cursor.offset();
    let text = cursor.clone().one_line();
    let parsed = Sharding::parse_with_metadata(&text);
    let (sharding, origins) = parsed.map_err(|message| cursor.error_at(start, format!("sharding: {message}")))?;
    Ok(sharding.with_metadata(&mut origins.into_iter()).into())
}

/// A custom call has taken its own.
fn backend_config(site: &mut Site) -> Outcome<Option<Arc<str>>> {
    let Some(attribute) = site.take("backend_config") else { return Ok(None) };
    let mut cursor = site.cursor.within(attribute.value.clone());
    let config: Arc<str> = if cursor.peek() == b'"' { cursor.string()?.into() } else { cursor.rest().into() };
    Ok(Some(config).filter(|config| !is_of_started_call(site, config)))
}

/// What waits for a custom call may say the call's config again.
fn is_of_started_call(site: &Site, config: &str) -> bool {
    let started = site.operands.first().and_then(|&start| site.computation.async_op(start));
    matches!(started, Some(Op::CustomCall(call)) if &*call.backend_config == config)
}

/// `{key="value",other={…}}`: values that are no string are kept as they stand.
pub fn dictionary(cursor: &mut Cursor) -> Outcome<BTreeMap<Arc<str>, Arc<str>>> {
    let entries = cursor.list("{", "}", |cursor| {
        let key: Arc<str> = match cursor.peek() {
            b'"' => cursor.string()?.into(),
            _ => cursor.expect_word("a key")?.text.into(),
        };
        cursor.expect("=")?;
        let value: Arc<str> = match cursor.peek() {
            b'"' => cursor.string()?.into(),
            _ => {
                let range = cursor.skip_until(b",}");
                cursor.text(range).into()
            }
        };
        Ok((key, value))
    })?;
    Ok(entries.into_iter().collect())
}

/// `{op_name="…" source_file="…" source_line=3 stack_frame_id=1 …}`; what we have no place for is read over.
fn metadata(cursor: &mut Cursor, frames: &StackFrames, location: &mut Location) -> Outcome {
    let mut place = Position { file: "".into(), line: 0, column: 0 };
    cursor.expect("{")?;
    while !cursor.eat("}") {
        if cursor.eat(",") {
            continue;
        }
        let key = cursor.expect_word("a field of metadata")?;
        cursor.expect("=")?;
        match key.text {
            "op_name" => location.op_name = Some(cursor.string()?.into()),
            "source_file" => place.file = cursor.string()?.into(),
            "source_line" => place.line = small(cursor)?,
            "source_column" => place.column = small(cursor)?,
            "stack_frame_id" => location.frames = frames.callers(cursor.index()?),
            _ if cursor.peek() == b'"' => drop(cursor.string()?),
            _ => {
                cursor.skip_until(b" ,}\n");
            }
        }
    }
    if location.frames.is_empty() && !place.file.is_empty() {
        location.frames.push(place.into());
    }
    Ok(())
}

fn small(cursor: &mut Cursor) -> Outcome<u32> {
    cursor.index().map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}
