//! Portable artifacts, read.
//!
//! Attributes and types refer to one another by number, forwards and backwards: each is decoded when it is first asked
//! for, and kept. Shared parts are copied, so a budget bounds what a small file may unfold to.

mod builtin;
mod elements;
mod location;
mod mesh;
mod operation;
mod region;
mod stablehlo;
mod types;
mod vhlo;

use super::container::{Container, Entry};
use super::cursor::{Cursor, Outcome};
use crate::hlo::{Diagnostic, LocationRef};
use crate::stablehlo::{Attribute, Program, Type};

/// How deeply attributes, types and regions may nest.
const MAX_DEPTH: usize = 100;

/// Parts of attributes and types that any file may unfold to, and how many more for each of its bytes.
const BUDGET: usize = 1 << 20;
const BUDGET_PER_BYTE: usize = 64;

/// Reads a program, and says it in StableHLO of the newest version.
///
/// # Errors
/// A file that is damaged, or holds what is not supported.
pub fn read(bytes: &[u8]) -> Outcome<Program> {
    let container = Container::read(bytes)?;
    let mut reader = Reader {
        attributes: vec![None; container.attributes.len()],
        type_memo: vec![None; container.types.len()],
        locations: vec![None; container.attributes.len()],
        container: &container,
        depth: 0,
        spent: 0,
        budget: BUDGET.saturating_add(bytes.len().saturating_mul(BUDGET_PER_BYTE)),
        types: Vec::new(),
    };
    let module = reader.module()?;
    Ok(Program { module, types: reader.types })
}

struct Reader<'c, 'b> {
    container: &'c Container<'b>,
    /// What was decoded, with the number of its parts.
    attributes: Vec<Option<(Attribute, usize)>>,
    type_memo: Vec<Option<(Type, usize)>>,
    locations: Vec<Option<LocationRef>>,
    depth: usize,
    spent: usize,
    budget: usize,
    /// Types of the program's values.
    types: Vec<Type>,
}

impl<'b> Reader<'_, 'b> {
    fn attribute(&mut self, index: u64, at: &Cursor) -> Outcome<Attribute> {
        let index = self.index(index, self.attributes.len(), "attributes", at)?;
        if let Some((attribute, parts)) = &self.attributes[index] {
            let (attribute, parts) = (attribute.clone(), *parts);
            self.spend(parts, at)?;
            return Ok(attribute);
        }
        let entry = self.container.attributes[index];
        let before = self.spent;
        let attribute = self.nested(at, |reader| reader.decode_attribute(entry))?;
        self.attributes[index] = Some((attribute.clone(), self.spent - before));
        Ok(attribute)
    }

    fn of_type(&mut self, index: u64, at: &Cursor) -> Outcome<Type> {
        let index = self.index(index, self.type_memo.len(), "types", at)?;
        if let Some((of_type, parts)) = &self.type_memo[index] {
            let (of_type, parts) = (of_type.clone(), *parts);
            self.spend(parts, at)?;
            return Ok(of_type);
        }
        let entry = self.container.types[index];
        let before = self.spent;
        let of_type = self.nested(at, |reader| reader.decode_type(entry))?;
        self.type_memo[index] = Some((of_type.clone(), self.spent - before));
        Ok(of_type)
    }

    fn index(&self, index: u64, count: usize, what: &str, at: &Cursor) -> Outcome<usize> {
        let found = usize::try_from(index).ok().filter(|&index| index < count);
        found.ok_or_else(|| at.error(format!("expected one of {count} {what}, found number {index}")))
    }

    /// Counts one part, and refuses to go deeper than anything sensible is.
    fn nested<T>(&mut self, at: &Cursor, decode: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.spend(1, at)?;
        if self.depth == MAX_DEPTH {
            return Err(at.unsupported(format!("an artifact that nests deeper than {MAX_DEPTH}")));
        }
        self.depth += 1;
        let outcome = decode(self);
        self.depth -= 1;
        outcome
    }

    fn spend(&mut self, parts: usize, at: &Cursor) -> Outcome<()> {
        self.spent = self.spent.saturating_add(parts);
        match self.spent <= self.budget {
            true => Ok(()),
            false => Err(at.unsupported("an artifact whose attributes unfold to many times its size")),
        }
    }

    fn decode_attribute(&mut self, entry: Entry<'b>) -> Outcome<Attribute> {
        let mut cursor = self.encoded(entry)?;
        match entry.dialect {
            "vhlo" => self.vhlo_attribute(&mut cursor),
            "builtin" => self.builtin_attribute(&mut cursor),
            other => Err(foreign(other)),
        }
    }

    fn decode_type(&mut self, entry: Entry<'b>) -> Outcome<Type> {
        let mut cursor = self.encoded(entry)?;
        match entry.dialect {
            "vhlo" => self.vhlo_type(&mut cursor),
            "builtin" => self.builtin_type(&mut cursor),
            other => Err(foreign(other)),
        }
    }

    fn encoded(&self, entry: Entry<'b>) -> Outcome<Cursor<'b>> {
        match entry.is_encoded {
            true => Ok(entry.bytes),
            false => Err(entry.bytes.unsupported(format!("text of the dialect {} in an artifact", entry.dialect))),
        }
    }

    /// An attribute by the number that comes next.
    fn next_attribute(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        let at = *cursor;
        let index = cursor.varint("an attribute")?;
        self.attribute(index, &at)
    }

    fn next_type(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Type> {
        let at = *cursor;
        let index = cursor.varint("a type")?;
        self.of_type(index, &at)
    }

    fn next_text(&mut self, cursor: &mut Cursor<'b>) -> Outcome<&'b str> {
        let at = *cursor;
        let index = cursor.varint("a string")?;
        self.container.string(index, &at)
    }
}

impl Reader<'_, '_> {
    /// What a newer StableHLO may have; in an artifact of a known version it is damage.
    fn unknown(&self, what: impl std::fmt::Display, at: &Cursor) -> Diagnostic {
        match self.container.is_newer {
            true => at.unsupported(format!("{what}, of a newer StableHLO")),
            false => at.error(format!("there is no {what}")),
        }
    }
}

fn foreign(dialect: &str) -> Diagnostic {
    Diagnostic::unsupported(format!("the dialect {dialect} in an artifact"), &None)
}
