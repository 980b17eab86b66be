//! StableHLO programs as plain data: operations with attributes, regions and values, as MLIR has them.
//!
//! One form for everything: the module and its functions are operations too.

use super::{Attribute, Type};
use crate::hlo::LocationRef;
use std::borrow::Cow;

/// Name of an operation (`stablehlo.add`) or an attribute.
pub type Name = Cow<'static, str>;

/// Attributes by name, each once.
pub type Attributes = Vec<(Name, Attribute)>;

/// A value of a program: an index into [`Program::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueId(pub u32);

/// A whole program.
#[derive(Debug)]
pub struct Program {
    /// `builtin.module`, with one region of one block.
    pub module: Operation,
    /// The type of every value.
    pub types: Vec<Type>,
}

#[derive(Debug, Default)]
pub struct Operation {
    /// With its dialect.
    pub name: Name,
    pub operands: Vec<ValueId>,
    pub results: Vec<ValueId>,
    pub attributes: Attributes,
    pub regions: Vec<Region>,
    pub location: LocationRef,
}

#[derive(Debug, Default)]
pub struct Region {
    pub blocks: Vec<Block>,
}

#[derive(Debug, Default)]
pub struct Block {
    pub arguments: Vec<Argument>,
    pub operations: Vec<Operation>,
}

/// An argument of a block.
#[derive(Debug)]
pub struct Argument {
    pub value: ValueId,
    pub location: LocationRef,
}

impl Program {
    pub fn type_of(&self, value: ValueId) -> &Type {
        &self.types[value.0 as usize]
    }
}

impl Operation {
    pub fn new(name: impl Into<Name>) -> Operation {
        Operation { name: name.into(), ..Operation::default() }
    }

    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

impl Region {
    /// A region of one block.
    pub fn of(block: Block) -> Region {
        Region { blocks: vec![block] }
    }
}
