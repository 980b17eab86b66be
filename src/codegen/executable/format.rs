//! The `.pjx` file: see docs/pjx.md.

use super::checksum::checksum;
use super::{Executable, Report};
use crate::codegen::Target;
use crate::codegen::thunk::Program;
use crate::hlo::{ALIGNMENT, Bytes, Cost, DeviceCounts, ShardedSignature, Signature};
use serde::{Deserialize, Serialize};

/// Changes whenever a program of an older version would be misread.
pub const VERSION: u32 = 3;

const MAGIC: &[u8; 8] = b"pjrt-pjx";
/// Magic, version, zero, length of the file, length of the metadata, checksum, replicas, partitions; filled up with
/// zeros.
const HEADER_BYTES: usize = 64;
const CHECKSUM_AT: usize = 32;
const DEVICES_AT: usize = 40;

/// Everything but code and constants, whose lengths it gives.
#[derive(Serialize, Deserialize)]
struct Metadata<'m> {
    name: std::borrow::Cow<'m, str>,
    target: std::borrow::Cow<'m, Target>,
    signature: std::borrow::Cow<'m, Signature>,
    #[serde(default)]
    sharded_signature: std::borrow::Cow<'m, Option<ShardedSignature>>,
    program: std::borrow::Cow<'m, Program>,
    cost: Cost,
    memory: std::borrow::Cow<'m, Report>,
    objects: Vec<usize>,
    constants: Vec<usize>,
}

/// Whether a file begins as a `.pjx` file does.
pub fn is_artifact(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

impl Executable {
    /// The `.pjx` file's bytes.
    pub fn save(&self) -> Vec<u8> {
        use std::borrow::Cow::Borrowed;
        let metadata = Metadata {
            name: Borrowed(&self.name),
            target: Borrowed(&self.target),
            signature: Borrowed(&self.signature),
            sharded_signature: Borrowed(&self.sharded_signature),
            program: Borrowed(&self.program),
            cost: self.cost,
            memory: Borrowed(&self.memory),
            objects: self.objects.iter().map(|o| o.len()).collect(),
            constants: self.constants.iter().map(|c| c.len()).collect(),
        };
        let metadata = serde_json::to_vec(&metadata).expect("plain data with text keys");
        let mut file = vec![0; HEADER_BYTES];
        for part in std::iter::once(&metadata[..]).chain(self.objects.iter().chain(&self.constants).map(|b| &b[..])) {
            file.extend_from_slice(part);
            file.resize(file.len().next_multiple_of(ALIGNMENT), 0);
        }
        write_header(&mut file, metadata.len(), self.devices);
        file
    }

    /// Reads a `.pjx` file; code and constants stay where they are.
    ///
    /// # Errors
    /// Another version, or damage.
    pub fn load(file: &Bytes) -> Result<Executable, String> {
        let metadata_bytes = check_header(file)?;
        let damaged = |what: String| format!("damaged .pjx file: {what}");
        let metadata = file[HEADER_BYTES..].get(..metadata_bytes).ok_or_else(|| damaged("no metadata".to_owned()))?;
        let metadata: Metadata<'static> = serde_json::from_slice(metadata).map_err(|e| damaged(e.to_string()))?;
        let mut parts = Parts { file, offset: (HEADER_BYTES + metadata_bytes).next_multiple_of(ALIGNMENT) };
        let executable = Executable {
            name: metadata.name.into_owned(),
            target: metadata.target.into_owned(),
            signature: metadata.signature.into_owned(),
            sharded_signature: metadata.sharded_signature.into_owned(),
            devices: stated_device_counts(file),
            program: metadata.program.into_owned(),
            cost: metadata.cost,
            memory: metadata.memory.into_owned(),
            objects: parts.take_all(&metadata.objects).map_err(damaged)?,
            constants: parts.take_all(&metadata.constants).map_err(damaged)?,
        };
        let constants = executable.constants.iter().map(|constant| constant.len());
        executable.program.check(executable.devices.devices(), constants).map_err(damaged)?;
        Ok(executable)
    }
}

/// Devices that the program of a `.pjx` file runs on; one of a file that is damaged, as loading it will tell.
pub fn device_counts(file: &[u8]) -> DeviceCounts {
    match check_header(file) {
        Ok(_) => stated_device_counts(file),
        Err(_) => DeviceCounts { replicas: 1, partitions: 1 },
    }
}

/// What a header that was checked says.
fn stated_device_counts(file: &[u8]) -> DeviceCounts {
    let count = |at: usize| {
        let word = u64::from_le_bytes(file[at..at + 8].try_into().expect("eight bytes"));
        usize::try_from(word).unwrap_or(usize::MAX).max(1)
    };
    DeviceCounts { replicas: count(DEVICES_AT), partitions: count(DEVICES_AT + 8) }
}

fn write_header(file: &mut [u8], metadata_bytes: usize, devices: DeviceCounts) {
    let length = file.len() as u64;
    file[..8].copy_from_slice(MAGIC);
    file[8..12].copy_from_slice(&VERSION.to_le_bytes());
    file[16..24].copy_from_slice(&length.to_le_bytes());
    file[24..32].copy_from_slice(&(metadata_bytes as u64).to_le_bytes());
    file[DEVICES_AT..DEVICES_AT + 8].copy_from_slice(&(devices.replicas as u64).to_le_bytes());
    file[DEVICES_AT + 8..DEVICES_AT + 16].copy_from_slice(&(devices.partitions as u64).to_le_bytes());
    let sum = sum_of(file);
    file[CHECKSUM_AT..CHECKSUM_AT + 8].copy_from_slice(&sum.to_le_bytes());
}

/// Of everything but the checksum itself.
fn sum_of(file: &[u8]) -> u64 {
    checksum(&file[..CHECKSUM_AT]) ^ checksum(&file[CHECKSUM_AT + 8..]).rotate_left(1)
}

/// Checks the header; returns the length of the metadata.
fn check_header(file: &[u8]) -> Result<usize, String> {
    if !is_artifact(file) {
        return Err("damaged .pjx file: it does not begin as one".to_owned());
    }
    if file.len() < HEADER_BYTES {
        return Err(format!("damaged .pjx file: {} bytes are too short for a header", file.len()));
    }
    let version = u32::from_le_bytes(file[8..12].try_into().expect("four bytes"));
    if version != VERSION {
        return Err(format!(
            "a .pjx file of version {version}, and this pjrt reads version {VERSION}; compile it anew"
        ));
    }
    let word = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().expect("eight bytes"));
    if word(16) != file.len() as u64 {
        return Err(format!("damaged .pjx file: {} bytes, expected {}", file.len(), word(16)));
    }
    if word(CHECKSUM_AT) != sum_of(file) {
        return Err("damaged .pjx file: the checksum does not fit".to_owned());
    }
    usize::try_from(word(24)).map_err(|_| "damaged .pjx file: no metadata".to_owned())
}

/// Reads the parts after the metadata, each at a multiple of the alignment.
struct Parts<'f> {
    file: &'f Bytes,
    offset: usize,
}

impl Parts<'_> {
    fn take_all(&mut self, lengths: &[usize]) -> Result<Vec<Bytes>, String> {
        lengths.iter().map(|&length| self.take(length)).collect()
    }

    fn take(&mut self, length: usize) -> Result<Bytes, String> {
        let end = self.offset.checked_add(length).filter(|&end| end <= self.file.len());
        let end = end.ok_or_else(|| "a part is missing".to_owned())?;
        let part = self.file.slice(self.offset, length);
        self.offset = end.next_multiple_of(ALIGNMENT);
        Ok(part)
    }
}
