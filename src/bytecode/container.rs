//! MLIR's bytecode container: sections, and the tables that operations refer to.

use super::cursor::{Cursor, Outcome};
use super::vhlo::Version;

/// The first bytes of a file.
pub const MAGIC: [u8; 4] = [0x4D, 0x4C, 0xEF, 0x52];

/// The newest version of the container that is known.
const NEWEST: u64 = 6;

/// Versions of the container from which on it has something.
pub mod since {
    pub const DIALECT_VERSIONS: u64 = 1;
    pub const LAZY_LOADING: u64 = 2;
    pub const USE_LIST_ORDERS: u64 = 3;
    pub const ELIDED_ARGUMENT_LOCATIONS: u64 = 4;
    pub const PROPERTIES: u64 = 5;
}

/// Numbers of sections.
pub mod section {
    pub const STRINGS: u8 = 0;
    pub const DIALECTS: u8 = 1;
    pub const ATTRIBUTES_AND_TYPES: u8 = 2;
    pub const OFFSETS: u8 = 3;
    pub const IR: u8 = 4;
    pub const PROPERTIES: u8 = 8;
    pub const COUNT: usize = 9;
}

pub struct Container<'b> {
    pub version: u64,
    /// Written by a StableHLO that may have what is not known here.
    pub is_newer: bool,
    strings: Vec<&'b [u8]>,
    dialects: Vec<&'b str>,
    operations: Vec<OperationName<'b>>,
    pub attributes: Vec<Entry<'b>>,
    pub types: Vec<Entry<'b>>,
    properties: Vec<Cursor<'b>>,
    pub ir: Cursor<'b>,
}

/// `vhlo`, `add_v1`
#[derive(Clone, Copy)]
pub struct OperationName<'b> {
    pub dialect: &'b str,
    pub name: &'b str,
}

/// An attribute or type, which its dialect decodes.
#[derive(Clone, Copy)]
pub struct Entry<'b> {
    pub dialect: &'b str,
    pub bytes: Cursor<'b>,
    /// Else the entry is text.
    pub is_encoded: bool,
}

/// Whether a newer StableHLO wrote the file, by the producer's name: `StableHLO_v1.13.0`.
fn is_newer(producer: &[u8]) -> bool {
    let name = std::str::from_utf8(producer).ok();
    let version = name.and_then(|name| name.strip_prefix("StableHLO_v")).and_then(|text| text.parse::<Version>().ok());
    version.is_some_and(|version| version > Version::CURRENT)
}

impl<'b> Container<'b> {
    pub fn read(bytes: &'b [u8]) -> Outcome<Container<'b>> {
        let mut cursor = Cursor::new(bytes);
        cursor.take(MAGIC.len() as u64, "the file's mark")?;
        let version = cursor.varint("the container's version")?;
        if version > NEWEST {
            return Err(cursor.unsupported(format!("bytecode of version {version}: the newest known is {NEWEST}")));
        }
        let producer = cursor.terminated("the producer's name")?;
        Container::of_sections(version, is_newer(producer), Sections::read(cursor)?)
    }

    fn of_sections(version: u64, is_newer: bool, sections: Sections<'b>) -> Outcome<Container<'b>> {
        let mut container = Container {
            version,
            is_newer,
            strings: strings(sections.of(section::STRINGS, "strings")?)?,
            dialects: Vec::new(),
            operations: Vec::new(),
            attributes: Vec::new(),
            types: Vec::new(),
            properties: Vec::new(),
            ir: sections.of(section::IR, "the program")?,
        };
        container.read_dialects(sections.of(section::DIALECTS, "dialects")?)?;
        let data = sections.of(section::ATTRIBUTES_AND_TYPES, "attributes and types")?;
        container.read_entries(sections.of(section::OFFSETS, "offsets of attributes and types")?, data)?;
        if let Some(properties) = sections.0[section::PROPERTIES as usize] {
            container.properties = blobs(properties)?;
        }
        Ok(container)
    }

    /// A string by its number.
    pub fn bytes_of_string(&self, index: u64, at: &Cursor) -> Outcome<&'b [u8]> {
        let found = usize::try_from(index).ok().and_then(|index| self.strings.get(index).copied());
        found.ok_or_else(|| at.error(format!("expected one of {} strings, found number {index}", self.strings.len())))
    }

    pub fn string(&self, index: u64, at: &Cursor) -> Outcome<&'b str> {
        let bytes = self.bytes_of_string(index, at)?;
        std::str::from_utf8(bytes).map_err(|_| at.error("expected a string of UTF-8"))
    }

    pub fn operation(&self, index: u64, at: &Cursor) -> Outcome<OperationName<'b>> {
        let found = usize::try_from(index).ok().and_then(|index| self.operations.get(index).copied());
        let count = self.operations.len();
        found.ok_or_else(|| at.error(format!("expected one of {count} operation names, found number {index}")))
    }

    pub fn property(&self, index: u64, at: &Cursor) -> Outcome<Cursor<'b>> {
        let found = usize::try_from(index).ok().and_then(|index| self.properties.get(index).copied());
        let count = self.properties.len();
        found.ok_or_else(|| at.error(format!("expected one of {count} properties, found number {index}")))
    }

    fn dialect(&self, cursor: &mut Cursor<'b>) -> Outcome<&'b str> {
        let at = *cursor;
        let index = cursor.varint("a dialect")?;
        let found = usize::try_from(index).ok().and_then(|index| self.dialects.get(index).copied());
        found.ok_or_else(|| at.error(format!("expected one of {} dialects, found number {index}", self.dialects.len())))
    }

    fn read_dialects(&mut self, mut cursor: Cursor<'b>) -> Outcome<()> {
        for _ in 0..cursor.count("dialects")? {
            let (name, is_versioned) = match self.version >= since::DIALECT_VERSIONS {
                true => cursor.flagged("a dialect's name")?,
                false => (cursor.varint("a dialect's name")?, false),
            };
            self.dialects.push(self.string(name, &cursor)?);
            if is_versioned {
                section_at(&mut cursor)?;
            }
        }
        if self.version >= since::ELIDED_ARGUMENT_LOCATIONS {
            cursor.varint("the number of operation names")?;
        }
        while !cursor.is_empty() {
            let dialect = self.dialect(&mut cursor)?;
            for _ in 0..cursor.count("operation names")? {
                let index = match self.version >= since::PROPERTIES {
                    true => cursor.flagged("an operation's name")?.0,
                    false => cursor.varint("an operation's name")?,
                };
                self.operations.push(OperationName { dialect, name: self.string(index, &cursor)? });
            }
        }
        Ok(())
    }

    /// Where each attribute and each type lies.
    fn read_entries(&mut self, mut offsets: Cursor<'b>, mut data: Cursor<'b>) -> Outcome<()> {
        let attributes = offsets.count("attributes")?;
        let types = offsets.count("types")?;
        let mut entries = Vec::new();
        while !offsets.is_empty() {
            let dialect = self.dialect(&mut offsets)?;
            for _ in 0..offsets.count("entries")? {
                let (size, is_encoded) = offsets.flagged("an entry's size")?;
                entries.push(Entry { dialect, bytes: data.part(size, "an attribute or type")?, is_encoded });
            }
        }
        if entries.len() != attributes + types {
            let message = format!("expected {attributes} attributes and {types} types, found {}", entries.len());
            return Err(offsets.error(message));
        }
        self.types = entries.split_off(attributes);
        self.attributes = entries;
        Ok(())
    }
}

/// Sections by number.
struct Sections<'b>([Option<Cursor<'b>>; section::COUNT]);

impl<'b> Sections<'b> {
    fn read(mut cursor: Cursor<'b>) -> Outcome<Sections<'b>> {
        let mut sections = [None; section::COUNT];
        while !cursor.is_empty() {
            let at = cursor;
            let (number, content) = section_at(&mut cursor)?;
            match sections.get_mut(number as usize) {
                Some(slot @ None) => *slot = Some(content),
                Some(Some(_)) => return Err(at.error(format!("section {number} occurs twice"))),
                None => return Err(at.error(format!("expected a section's number, found {number}"))),
            }
        }
        Ok(Sections(sections))
    }

    fn of(&self, number: u8, what: &str) -> Outcome<Cursor<'b>> {
        let none = || Cursor::new(&[]).error(format!("expected a section of {what}, found none"));
        self.0[number as usize].ok_or_else(none)
    }
}

/// A section's number and content.
pub fn section_at<'b>(cursor: &mut Cursor<'b>) -> Outcome<(u8, Cursor<'b>)> {
    const HAS_ALIGNMENT: u8 = 0x80;
    let number = cursor.byte("a section's number")?;
    let length = cursor.varint("a section's length")?;
    if number & HAS_ALIGNMENT != 0 {
        let alignment = cursor.varint("a section's alignment")?;
        cursor.align(alignment)?;
    }
    Ok((number & !HAS_ALIGNMENT, cursor.part(length, "a section")?))
}

/// Lengths, the last string's first, then the strings in order, each with a zero byte at its end.
fn strings<'b>(mut cursor: Cursor<'b>) -> Outcome<Vec<&'b [u8]>> {
    let mut lengths = cursor.list("strings", |cursor| cursor.varint("a string's length"))?;
    lengths.reverse();
    let text = |length: u64| Ok(cursor.take(length, "a string")?.split_last().map_or(&[][..], |(_, text)| text));
    lengths.into_iter().map(text).collect()
}

fn blobs(mut cursor: Cursor) -> Outcome<Vec<Cursor>> {
    let count = cursor.count("properties")?;
    (0..count)
        .map(|_| {
            let length = cursor.varint("a property's length")?;
            cursor.part(length, "a property")
        })
        .collect()
}
