//! Operations, regions, and the numbers of values.

use super::super::container::section;
use super::super::vhlo::ops;
use super::Writer;
use super::encoder::Encoder;
use super::vhlo::{in_order, in_vhlo};
use crate::hlo::Diagnostic;
use crate::stablehlo::{Attribute, Block, Operation, Region, ValueId};

type Outcome<T> = Result<T, Diagnostic>;

/// What an operation has, by the bits of a byte.
mod has {
    pub const ATTRIBUTES: u8 = 1;
    pub const RESULTS: u8 = 2;
    pub const OPERANDS: u8 = 4;
    pub const REGIONS: u8 = 16;
    pub const PROPERTIES: u8 = 64;
}

impl Writer<'_> {
    /// The outermost block, which holds the module alone.
    pub fn module(&mut self) -> Outcome<Vec<u8>> {
        let program = self.program;
        let module = &program.module;
        let mut out = Encoder::default();
        out.flagged(1, false);
        out.varint(self.tables.operation("builtin", "module"));
        out.byte(has::ATTRIBUTES | has::REGIONS | has::PROPERTIES);
        out.varint(self.location(&module.location));
        let discardable = module.attributes.iter().filter(|(name, _)| !name.starts_with("sym_"));
        let entries = discardable.map(|(name, value)| Ok((name.to_string(), self.unversioned(value)?)));
        let entries = entries.collect::<Outcome<Vec<_>>>()?;
        out.varint(self.named(entries));
        out.varint(self.module_properties(module));
        self.isolated_regions(&module.regions, &mut out)?;
        Ok(out.bytes)
    }

    /// Name and visibility, each with whether it is there.
    fn module_properties(&mut self, module: &Operation) -> u64 {
        let mut properties = Encoder::default();
        for name in ["sym_name", "sym_visibility"] {
            match module.attribute(name) {
                Some(Attribute::String(text)) => {
                    let text = self.builtin_string(text);
                    properties.flagged(text, true);
                }
                _ => properties.flagged(0, false),
            }
        }
        self.tables.properties(properties)
    }

    /// `outer`: how many values are numbered around the operation.
    fn operation(&mut self, operation: &Operation, outer: u64, out: &mut Encoder) -> Outcome<()> {
        let name = vhlo_name(&operation.name).ok_or_else(|| self.refused(operation, "in an artifact"))?;
        let Some(op) = ops::in_version(name, self.version) else {
            let version = self.version;
            return Err(self.refused(operation, &format!("in an artifact of StableHLO {version}")));
        };
        let attributes = in_vhlo(name, operation);
        let ordered = in_order(op, attributes)
            .map_err(|what| self.refused(operation, &format!("{what} in an artifact of StableHLO {}", self.version)))?;
        let discardable = self.discardable(operation)?;
        let flag = |bit: u8, is_set: bool| if is_set { bit } else { 0 };
        out.varint(self.tables.operation("vhlo", &op.versioned_name()));
        out.byte(
            flag(has::ATTRIBUTES, discardable.is_some())
                | flag(has::RESULTS, !operation.results.is_empty())
                | flag(has::OPERANDS, !operation.operands.is_empty())
                | flag(has::REGIONS, !operation.regions.is_empty())
                | flag(has::PROPERTIES, !ordered.is_empty()),
        );
        out.varint(self.location(&operation.location));
        discardable.into_iter().for_each(|number| out.varint(number));
        if !ordered.is_empty() {
            out.varint(self.properties(op, &ordered)?);
        }
        self.results_and_operands(operation, out)?;
        match (operation.regions.is_empty(), name) {
            (true, _) => Ok(()),
            (false, "func") => self.isolated_regions(&operation.regions, out),
            (false, _) => {
                out.flagged(operation.regions.len() as u64, false);
                operation.regions.iter().try_for_each(|region| self.region(region, outer, out))
            }
        }
    }

    fn results_and_operands(&mut self, operation: &Operation, out: &mut Encoder) -> Outcome<()> {
        let program = self.program;
        if !operation.results.is_empty() {
            let types = operation.results.iter().map(|&value| self.of_type(program.type_of(value)));
            let types = types.collect::<Outcome<Vec<u64>>>()?;
            out.list(types.into_iter());
        }
        if !operation.operands.is_empty() {
            out.list(operation.operands.iter().map(|value| self.numbers[value.0 as usize]));
        }
        Ok(())
    }

    /// Attributes of other dialects, as a dictionary; none without any.
    fn discardable(&mut self, operation: &Operation) -> Outcome<Option<u64>> {
        let discardable = operation.attributes.iter().filter(|(name, _)| name.contains('.'));
        let entries = discardable.map(|(name, value)| Ok((name.to_string(), self.attribute(value)?)));
        let entries = entries.collect::<Outcome<Vec<_>>>()?;
        Ok((!entries.is_empty()).then(|| self.named(entries)))
    }

    fn properties(&mut self, op: &ops::VhloOp, ordered: &[Attribute]) -> Outcome<u64> {
        let mut properties = Encoder::default();
        for (&name, value) in op.attributes.iter().zip(ordered) {
            let number = match (name, value) {
                ("api_version", Attribute::Integer(version, _)) => self.api_version(*version as u64),
                (_, value) => self.attribute(value)?,
            };
            properties.varint(number);
        }
        Ok(self.tables.properties(properties))
    }

    /// Regions that see no values around them lie in a section of their own.
    fn isolated_regions(&mut self, regions: &[Region], out: &mut Encoder) -> Outcome<()> {
        let mut content = Encoder::default();
        regions.iter().try_for_each(|region| self.region(region, 0, &mut content))?;
        out.flagged(regions.len() as u64, true);
        out.section(section::IR, &content.bytes);
        Ok(())
    }

    /// Values of a region are numbered from `first` on, those of regions inside behind all of them.
    fn region(&mut self, region: &Region, first: u64, out: &mut Encoder) -> Outcome<()> {
        out.count(region.blocks.len());
        if region.blocks.is_empty() {
            return Ok(());
        }
        let mut next = first;
        for value in region.blocks.iter().flat_map(values_of) {
            self.numbers[value.0 as usize] = next;
            next += 1;
        }
        out.varint(next - first);
        region.blocks.iter().try_for_each(|block| self.block(block, next, out))
    }

    fn block(&mut self, block: &Block, outer: u64, out: &mut Encoder) -> Outcome<()> {
        let program = self.program;
        let has_arguments = !block.arguments.is_empty();
        out.flagged(block.operations.len() as u64, has_arguments);
        if has_arguments {
            out.count(block.arguments.len());
            for argument in &block.arguments {
                let of_type = self.of_type(program.type_of(argument.value))?;
                out.flagged(of_type, argument.location.is_some());
                if argument.location.is_some() {
                    out.varint(self.location(&argument.location));
                }
            }
            // No order of users.
            out.byte(0);
        }
        block.operations.iter().try_for_each(|operation| self.operation(operation, outer, out))
    }

    fn refused(&self, operation: &Operation, what: &str) -> Diagnostic {
        Diagnostic::unsupported(format!("{}: {what}", operation.name), &operation.location)
    }
}

fn values_of(block: &Block) -> Vec<ValueId> {
    let arguments = block.arguments.iter().map(|argument| argument.value);
    arguments.chain(block.operations.iter().flat_map(|operation| operation.results.iter().copied())).collect()
}

/// The name in VHLO without its version; none for other dialects.
fn vhlo_name(name: &str) -> Option<&str> {
    match name {
        "func.func" => Some("func"),
        "func.call" => Some("call"),
        "func.return" => Some("return"),
        _ => name.strip_prefix("stablehlo."),
    }
}
