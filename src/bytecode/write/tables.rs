//! The tables of an artifact: what operations refer to by number, each once.

use super::super::container::section;
use super::encoder::Encoder;
use std::collections::HashMap;

/// Things in the order of their first use.
struct Table<T> {
    numbers: HashMap<T, u64>,
    items: Vec<T>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { numbers: HashMap::new(), items: Vec::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Table<T> {
    fn number(&mut self, item: T) -> u64 {
        let next = self.items.len() as u64;
        match self.numbers.get(&item) {
            Some(&number) => number,
            None => {
                self.numbers.insert(item.clone(), next);
                self.items.push(item);
                next
            }
        }
    }
}

/// An attribute or type: its dialect and bytes.
type Entry = (&'static str, Vec<u8>);

#[derive(Default)]
pub struct Tables {
    strings: Table<String>,
    dialects: Table<&'static str>,
    operations: Table<(&'static str, String)>,
    attributes: Table<Entry>,
    types: Table<Entry>,
    properties: Table<Vec<u8>>,
}

impl Tables {
    pub fn string(&mut self, text: &str) -> u64 {
        self.strings.number(text.to_owned())
    }

    pub fn operation(&mut self, dialect: &'static str, name: &str) -> u64 {
        self.operations.number((dialect, name.to_owned()))
    }

    pub fn attribute(&mut self, dialect: &'static str, encoded: Encoder) -> u64 {
        self.attributes.number((dialect, encoded.bytes))
    }

    pub fn of_type(&mut self, dialect: &'static str, encoded: Encoder) -> u64 {
        self.types.number((dialect, encoded.bytes))
    }

    pub fn properties(&mut self, encoded: Encoder) -> u64 {
        self.properties.number(encoded.bytes)
    }

    /// Writes all sections; the program's is given.
    pub fn write(mut self, ir: &[u8], out: &mut Encoder) {
        let dialects = self.dialect_section();
        let (entries, offsets) = self.entry_sections();
        // Last: the other sections still ask for strings and dialects.
        out.section(section::STRINGS, &string_section(&self.strings.items));
        out.section(section::DIALECTS, &self.with_dialect_names(dialects));
        out.section(section::OFFSETS, &offsets);
        out.section(section::ATTRIBUTES_AND_TYPES, &entries);
        out.section(section::IR, ir);
        out.section(section::PROPERTIES, &blob_section(&self.properties.items));
    }

    /// Names of operations, by runs of one dialect.
    fn dialect_section(&mut self) -> Encoder {
        let operations = std::mem::take(&mut self.operations.items);
        let mut out = Encoder::default();
        out.count(operations.len());
        for run in operations.chunk_by(|(a, _), (b, _)| a == b) {
            out.varint(self.dialects.number(run[0].0));
            out.count(run.len());
            for (_, name) in run {
                let name = self.strings.number(name.clone());
                out.flagged(name, true);
            }
        }
        out
    }

    fn with_dialect_names(&mut self, operations: Encoder) -> Vec<u8> {
        let mut out = Encoder::default();
        out.count(self.dialects.items.len());
        for &name in &self.dialects.items {
            out.flagged(self.strings.numbers[name], false);
        }
        out.bytes.extend(operations.bytes);
        out.bytes
    }

    /// Attributes, then types; and where each lies.
    fn entry_sections(&mut self) -> (Vec<u8>, Vec<u8>) {
        let (mut data, mut offsets) = (Vec::new(), Encoder::default());
        offsets.count(self.attributes.items.len());
        offsets.count(self.types.items.len());
        for items in [&self.attributes.items, &self.types.items] {
            for run in items.chunk_by(|(a, _), (b, _)| a == b) {
                offsets.varint(self.dialects.number(run[0].0));
                offsets.count(run.len());
                for (_, bytes) in run {
                    offsets.flagged(bytes.len() as u64, true);
                    data.extend(bytes);
                }
            }
        }
        for name in self.dialects.items.clone() {
            self.strings.number(name.to_owned());
        }
        (data, offsets.bytes)
    }
}

/// Lengths from the last string to the first, then the strings from the first to the last.
fn string_section(strings: &[String]) -> Vec<u8> {
    let mut out = Encoder::default();
    out.list(strings.iter().rev().map(|text| text.len() as u64 + 1));
    for text in strings {
        out.bytes.extend(text.as_bytes());
        out.byte(0);
    }
    out.bytes
}

fn blob_section(blobs: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Encoder::default();
    out.count(blobs.len());
    blobs.iter().for_each(|blob| out.blob(blob));
    out.bytes
}
