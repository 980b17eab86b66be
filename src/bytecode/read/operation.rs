//! Operations: `vhlo`'s, and the module around them.

use super::super::container::{section, section_at, since};
use super::super::cursor::{Cursor, Outcome};
use super::super::vhlo::ops;
use super::region::{Values, skip_use_list_orders};
use super::stablehlo::in_stablehlo;
use super::{Reader, foreign};
use crate::stablehlo::{Attribute, Attributes, Name, Operation, Region, ValueId};

/// What an operation has, by the bits of a byte.
mod has {
    pub const ATTRIBUTES: u8 = 1;
    pub const RESULTS: u8 = 2;
    pub const OPERANDS: u8 = 4;
    pub const SUCCESSORS: u8 = 8;
    pub const REGIONS: u8 = 16;
    pub const USE_LIST_ORDERS: u8 = 32;
    pub const PROPERTIES: u8 = 64;
}

const MODULE: &str = "builtin.module";

/// Shardy's names of devices: passed over, since one device needs none.
pub const MESH: &str = "sdy.mesh";

/// The module's own attributes, in the order of its properties.
const OF_MODULE: [&str; 2] = ["sym_name", "sym_visibility"];

/// An operation's name, and what its properties are called.
struct Kind {
    name: Name,
    vhlo: Option<&'static ops::VhloOp>,
}

impl<'b> Reader<'_, 'b> {
    /// The only operation of the outermost block.
    pub fn module(&mut self) -> Outcome<Operation> {
        let mut cursor = self.container.ir;
        let block = self.block(&mut cursor, &mut Values::default(), "")?;
        match <[Operation; 1]>::try_from(block.operations) {
            Ok([module]) if module.name == MODULE && module.regions.len() == 1 => Ok(module),
            _ => Err(cursor.error("expected one module")),
        }
    }

    pub fn operation(&mut self, cursor: &mut Cursor<'b>, values: &mut Values, parent: &str) -> Outcome<Operation> {
        let at = *cursor;
        let index = cursor.varint("an operation's name")?;
        let kind = self.kind(index, parent, &at)?;
        let mask = cursor.byte("an operation's parts")?;
        let location = cursor.varint("a location")?;
        let location = self.location(location, &at)?;
        let attributes = self.attributes_and_properties(cursor, &kind, mask)?;
        let result_types = match mask & has::RESULTS {
            0 => Vec::new(),
            _ => {
                let count = cursor.count("results")?;
                (0..count).map(|_| self.next_type(cursor)).collect::<Outcome<Vec<_>>>()?
            }
        };
        let operands = if mask & has::OPERANDS == 0 { Vec::new() } else { operands(cursor, values)? };
        if mask & has::SUCCESSORS != 0 {
            return Err(at.unsupported(format!("{}: jumps between blocks", kind.name)));
        }
        if mask & has::USE_LIST_ORDERS != 0 {
            skip_use_list_orders(cursor, result_types.len())?;
        }
        // Results are numbered before the values inside of the operation's regions.
        let results = result_types.into_iter().map(|of_type| self.define(of_type, values, &at));
        let results = results.collect::<Outcome<_>>()?;
        let regions = if mask & has::REGIONS == 0 { Vec::new() } else { self.regions(cursor, values, &kind.name)? };
        let (name, attributes) = match kind.vhlo {
            Some(op) => (kind.name, in_stablehlo(op, attributes, &at)?),
            None => (kind.name, attributes),
        };
        Ok(Operation { name, operands, results, attributes, regions, location })
    }

    fn kind(&self, index: u64, parent: &str, at: &Cursor) -> Outcome<Kind> {
        let operation = self.container.operation(index, at)?;
        match (operation.dialect, operation.name) {
            ("builtin", "module") => Ok(Kind { name: MODULE.into(), vhlo: None }),
            ("sdy", "mesh") => Ok(Kind { name: MESH.into(), vhlo: None }),
            ("vhlo", name) => match ops::find(name) {
                Some(op) => Ok(Kind { name: stablehlo_name(op.name, parent), vhlo: Some(op) }),
                None => Err(self.unknown(format_args!("operation vhlo.{name}"), at)),
            },
            (dialect, _) => Err(foreign(dialect)),
        }
    }

    /// Since properties exist, an operation's own attributes are there, the others in the dictionary.
    fn attributes_and_properties(&mut self, cursor: &mut Cursor<'b>, kind: &Kind, mask: u8) -> Outcome<Attributes> {
        let mut attributes = Vec::new();
        if mask & has::ATTRIBUTES != 0 {
            let at = *cursor;
            match self.next_attribute(cursor)? {
                Attribute::Dictionary(entries) => attributes = entries,
                _ => return Err(at.error("expected a dictionary of attributes")),
            }
        }
        if mask & has::PROPERTIES != 0 {
            let at = *cursor;
            let index = cursor.varint("properties")?;
            let mut properties = self.container.property(index, &at)?;
            match kind.vhlo {
                None if kind.name == MESH => {}
                Some(op) => {
                    for &name in op.attributes {
                        attributes.push((name.into(), self.next_attribute(&mut properties)?));
                    }
                }
                None => attributes.extend(self.module_properties(&mut properties)?),
            }
        }
        Ok(attributes)
    }

    /// Each of the module's attributes may be missing.
    fn module_properties(&mut self, properties: &mut Cursor<'b>) -> Outcome<Attributes> {
        let mut attributes = Vec::new();
        for name in OF_MODULE {
            let at = *properties;
            let (index, is_present) = properties.flagged("an attribute")?;
            if is_present {
                attributes.push((name.into(), self.attribute(index, &at)?));
            }
        }
        Ok(attributes)
    }

    fn regions(&mut self, cursor: &mut Cursor<'b>, values: &mut Values, parent: &str) -> Outcome<Vec<Region>> {
        let at = *cursor;
        let (count, is_isolated) = cursor.flagged("the number of regions")?;
        if count > cursor.remaining() as u64 {
            return Err(at.error(format!("expected regions that fit what follows, found {count}")));
        }
        let mut nested;
        let cursor = match is_isolated && self.container.version >= since::LAZY_LOADING {
            true => {
                let (number, content) = section_at(cursor)?;
                if number != section::IR {
                    return Err(at.error(format!("expected the section of a region, found section {number}")));
                }
                nested = content;
                &mut nested
            }
            false => cursor,
        };
        let mut own = Values::default();
        let values = if is_isolated { &mut own } else { values };
        (0..count).map(|_| self.nested(&at, |reader| reader.region(cursor, values, parent))).collect()
    }
}

fn operands(cursor: &mut Cursor, values: &Values) -> Outcome<Vec<ValueId>> {
    cursor.list("operands", |cursor| {
        let at = *cursor;
        let number = cursor.varint("a value")?;
        values.get(number, &at)
    })
}

/// Functions, calls and returns from functions are the dialect `func`'s.
fn stablehlo_name(name: &'static str, parent: &str) -> Name {
    match (name, parent) {
        ("func", _) => "func.func".into(),
        ("call", _) => "func.call".into(),
        ("return", "func.func") => "func.return".into(),
        _ => format!("stablehlo.{name}").into(),
    }
}
