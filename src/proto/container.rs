//! Which message a file is: a module, or one of those that hold a module.
//!
//! Protos do not say what they are. A module is told by its computations, and those around it by how deep it lies.

use super::damage::{Damage, InField, Outcome, decode};
use super::messages::*;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};

/// A module with what its file says about its run.
pub struct File {
    pub module: HloModuleProto,
    pub replica_count: i64,
    pub partition_count: i64,
    /// Of a snapshot.
    pub arguments: Option<Vec<LiteralProto>>,
}

impl File {
    fn of(module: HloModuleProto) -> File {
        File { module, replica_count: 1, partition_count: 1, arguments: None }
    }
}

/// Whether a file is a proto: it begins with a short field, and has characters that no text has.
pub fn is_proto(bytes: &[u8]) -> bool {
    let first = [string_tag(1), string_tag(2), string_tag(3)];
    let start = &bytes[..bytes.len().min(4096)];
    let is_text = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    bytes.first().is_some_and(|byte| first.contains(byte)) && !start.iter().all(is_text)
}

/// The first byte of a field that holds bytes.
const fn string_tag(field: u8) -> u8 {
    field << 3 | 2
}

/// Decodes a file, whichever message it is.
pub fn read(bytes: &[u8]) -> Outcome<File> {
    let inner = first_field(bytes);
    if is_module(bytes) || inner.is_none() {
        return decode(bytes).map(File::of);
    }
    let inner = inner.unwrap_or_default();
    if is_module(inner) {
        return around_module(bytes);
    }
    if first_field(inner).is_some_and(is_module) {
        return snapshot(decode(bytes)?);
    }
    // None of them: as a module it says best what is wrong.
    decode(bytes).map(File::of)
}

/// A module beside its config, its buffers, or arguments for its partitions.
fn around_module(bytes: &[u8]) -> Outcome<File> {
    // A config has counts, which are numbers.
    if field(bytes, 2).is_some_and(|inputs| !inputs.is_empty() && has_only_bytes(inputs)) {
        return partitioned(decode(bytes)?);
    }
    let file: HloModuleProtoWithConfig = decode(bytes)?;
    let config = file.config.unwrap_or_default();
    let module = file.hlo_module.ok_or_else(|| Damage::new("missing")).in_field("hlo_module")?;
    let (replica_count, partition_count) = (config.replica_count, config.num_partitions);
    Ok(File { replica_count, partition_count, ..File::of(module) })
}

/// Arguments of several partitions are not told apart on the command line.
fn partitioned(mut snapshot: HloUnoptimizedSnapshot) -> Outcome<File> {
    let module = snapshot.hlo_module.ok_or_else(|| Damage::new("missing")).in_field("hlo_module")?;
    let only = if snapshot.partitions.len() == 1 { snapshot.partitions.pop() } else { None };
    Ok(File { arguments: only.map(|inputs| inputs.arguments), ..File::of(module) })
}

fn snapshot(snapshot: HloSnapshot) -> Outcome<File> {
    let module = snapshot.hlo.and_then(|hlo| hlo.hlo_module);
    let module = module.ok_or_else(|| Damage::new("missing")).in_field("hlo.hlo_module")?;
    Ok(File { arguments: Some(snapshot.arguments), ..File::of(module) })
}

/// It has computations, and its first field is no module.
fn is_module(bytes: &[u8]) -> bool {
    let has_computations = field(bytes, 3).is_some_and(|computation| field(computation, 2).is_some());
    has_computations && first_field(bytes).is_none_or(|name| field(name, 3).is_none())
}

fn first_field(bytes: &[u8]) -> Option<&[u8]> {
    field(bytes, 1)
}

/// Whether all fields of a message hold bytes.
fn has_only_bytes(mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        let key = decode_key(&mut bytes);
        let Ok((tag, wire_type @ WireType::LengthDelimited)) = key else { return false };
        if skip_field(wire_type, tag, &mut bytes, DecodeContext::default()).is_err() {
            return false;
        }
    }
    true
}

/// The bytes of the first field of a number; none in what is no message.
fn field(mut bytes: &[u8], number: u32) -> Option<&[u8]> {
    while !bytes.is_empty() {
        let (tag, wire_type) = decode_key(&mut bytes).ok()?;
        if tag != number || wire_type != WireType::LengthDelimited {
            skip_field(wire_type, tag, &mut bytes, DecodeContext::default()).ok()?;
            continue;
        }
        let length = usize::try_from(decode_varint(&mut bytes).ok()?).ok()?;
        return bytes.get(..length);
    }
    None
}
