//! Constraints of collectives and transfers that are gone once these are lowered; the others are the verifier's.

use super::OpLowering;
use crate::frontend::mlir::{self, Kind};
use crate::hlo::{ComputationId, Diagnostic, InstructionId, PartialShape, Shape, in_two_groups};

type Check = Result<(), Diagnostic>;

impl OpLowering<'_, '_> {
    pub fn all_to_all_c4_has_parts(&self, parts: usize) -> Check {
        self.ensure(parts > 0, || "expected `split_count` to be at least 1, found 0".to_owned())
    }

    pub fn all_to_all_c1_to_c3_dimensions(&self, split: usize, concat: usize, parts: usize) -> Check {
        for index in 0..self.operands.len() {
            let operand = self.array(index)?;
            let there = split.max(concat) < operand.rank();
            self.ensure(there, || {
                format!("expected dimensions {split} and {concat} of operand {index}, found {operand}")
            })?;
            self.ensure(operand.dims[split].is_multiple_of(parts), || {
                format!("expected {parts} parts of equal size along dimension {split}, found {operand}")
            })?;
        }
        Ok(())
    }

    /// Groups of mesh axes say nothing of their size here.
    pub fn all_to_all_c8_a_part_a_member(&self, parts: usize) -> Check {
        let is_list = matches!(self.node.attribute("replica_groups").map(mlir::kind), Some(Kind::Opaque("dense", ..)));
        if !is_list {
            return Ok(());
        }
        let members = self.matrix("replica_groups")?.dims()[1];
        self.ensure(members == parts, || format!("expected groups of {parts}, one a part, found {members} members"))
    }

    /// Also C1 of `send` and of `recv`.
    pub fn collective_permute_c1_pairs(&self, columns: usize) -> Check {
        self.ensure(columns == 2, || format!("expected pairs of devices, found {columns} in one"))
    }

    /// Also C4 of `send` and of `recv`.
    pub fn collective_permute_c4_is_a_device(&self, device: i64) -> Result<usize, Diagnostic> {
        usize::try_from(device)
            .map_err(|_| self.node.error(format!("expected devices in `source_target_pairs`, found {device}")))
    }

    /// Also C1 of `collective_broadcast`, where the root is a value.
    pub fn collective_reduce_c1_unique(&self, groups: &[Vec<usize>]) -> Check {
        let mut members = groups.concat();
        members.sort_unstable();
        let twice = members.windows(2).find(|pair| pair[0] == pair[1]);
        twice.map_or(Ok(()), |pair| Err(self.node.error(in_two_groups(groups, pair[0]))))
    }

    pub fn collective_reduce_c4_computation(&self, to_apply: ComputationId, data: &[InstructionId]) -> Check {
        let computation = self.state.module.computation(to_apply);
        let parameters: Vec<&Shape> =
            computation.parameters().into_iter().map(|parameter| computation.shape(parameter)).collect();
        let result = computation.shape(computation.root());
        for &operand in data {
            let element = self.shape(operand).as_array().map(|array| Shape::scalar(array.element_type));
            let elements = parameters.get(..2);
            let right = element.as_ref().is_some_and(|element| elements == Some(&[element; 2]) && result == element);
            let expected = || element.as_ref().map_or_else(|| self.shape(operand).to_string(), Shape::to_string);
            self.ensure(right, || format!("expected a computation of two {0} that gives {0}", expected()))?;
        }
        Ok(())
    }

    /// What is wrong about `infeed`, `outfeed`, `send` or `recv` wherever it stands.
    pub fn transfer_constraints(&self, name: &str) -> Check {
        match name {
            "infeed" => {
                self.infeed_c1_to_c3_arrays_and_a_token()?;
                self.infeed_layout_is_a_list_an_array()
            }
            "recv" => {
                self.infeed_c1_to_c3_arrays_and_a_token()?;
                self.send_c5_channel_type("HOST_TO_DEVICE", 3)?;
                self.send_c2_c3_unique()
            }
            "send" => {
                self.send_c5_channel_type("DEVICE_TO_HOST", 2)?;
                self.send_c2_c3_unique()
            }
            _ => Ok(()),
        }
    }

    /// Of `recv` too, where the dialect has what the specification leaves out.
    fn infeed_c1_to_c3_arrays_and_a_token(&self) -> Check {
        let Some((last, arrays)) = self.results.split_last() else {
            return Err(self.node.error("expected at least one result, found none"));
        };
        let other = arrays.iter().find(|result| result.as_array().is_none());
        self.ensure(other.is_none(), || {
            format!(
                "expected arrays before the token, found {}",
                other.map_or_else(String::new, PartialShape::to_string)
            )
        })?;
        self.ensure(*last == PartialShape::Token, || format!("expected a token as the last result, found {last}"))
    }

    /// A list of dimensions for each array.
    fn infeed_layout_is_a_list_an_array(&self) -> Check {
        if !self.node.has("layout") {
            return Ok(());
        }
        let (layouts, arrays) = (self.node.array("layout"), self.results.len() - 1);
        self.ensure(layouts.len() == arrays, || format!("expected {arrays} layouts, found {}", layouts.len()))?;
        for layout in layouts {
            let Kind::Array(order) = mlir::kind(layout) else {
                return Err(self.node.error(format!("expected a layout as a list of dimensions, found {layout}")));
            };
            let other = order.into_iter().find(|&entry| !matches!(mlir::kind(entry), Kind::Integer(_)));
            other.map_or(Ok(()), |other| {
                Err(self.node.error(format!("expected dimensions in a layout, found {other}")))
            })?;
        }
        Ok(())
    }

    /// Also C5 of `recv`, whose transfers go the other way.
    fn send_c5_channel_type(&self, to_host: &str, number: i64) -> Check {
        let found = self.node.fields("channel_handle")?.i64("type");
        let (expected, wanted) = match self.node.bool_or("is_host_transfer", false)? {
            true => (to_host, number),
            false => ("DEVICE_TO_DEVICE", 1),
        };
        self.ensure(found == Some(wanted), || {
            let found = found.map_or_else(|| "none".to_owned(), |found| found.to_string());
            format!("expected a channel of type {wanted}, {expected}, found {found}")
        })
    }

    /// Also C2 and C3 of `recv`.
    fn send_c2_c3_unique(&self) -> Check {
        if !self.has_pairs() {
            return Ok(());
        }
        let (sources, targets): (Vec<usize>, Vec<usize>) = self.source_target_pairs()?.into_iter().unzip();
        for (role, mut devices) in [("source", sources), ("target", targets)] {
            devices.sort_unstable();
            let twice = devices.windows(2).find(|pair| pair[0] == pair[1]);
            twice.map_or(Ok(()), |pair| Err(self.node.error(format!("{} is a {role} twice", pair[0]))))?;
        }
        Ok(())
    }

    pub fn run_parallel_gives_all_results(&self, expected: usize) -> Check {
        let found = self.results.len();
        self.ensure(found == expected, || format!("expected the {expected} results of all programs, found {found}"))
    }

    /// Each function gives what one `infeed` takes.
    pub fn run_parallel_infeed_is_arrays(&self, functions: &[ComputationId]) -> Check {
        let is_empty = self.node.has("infeed") && functions.is_empty();
        self.ensure(!is_empty, || "expected at least one function in `infeed`, found none".to_owned())?;
        functions.iter().try_for_each(|&function| {
            let function = self.state.module.computation(function);
            let shape = function.shape(function.root());
            self.ensure(shape.as_array().is_some(), || {
                format!("expected @{}, which fills the infeed, to return one array, found {shape}", function.name)
            })
        })
    }
}
