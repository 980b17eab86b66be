//! Collectives: who exchanges which bytes.

use crate::hlo::{self, ArrayShape, CollectiveKind, DeviceCounts, RaggedOperand};
use serde::{Deserialize, Serialize};

/// What the devices of each group do together. Arrays are row-major.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collective {
    pub exchange: Exchange,
    pub channel_id: Option<u64>,
    /// Devices that meet, by position. Who is in none gets zeros.
    pub groups: Vec<Vec<usize>>,
    /// One an operand.
    pub arrays: Vec<ExchangedArray>,
}

/// What becomes of the operands of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exchange {
    /// Rows joined, those of the first member first.
    AllGather,
    /// Element by element, combined in the order of the group.
    AllReduce,
    /// As for `AllReduce`; each member keeps its part of every row.
    ReduceScatter,
    /// Each member's part of every member's rows.
    AllToAll,
    /// From each member the operand of this one's position.
    ExchangeOperands,
    /// The first member's.
    CollectiveBroadcast,
    /// Rows of every member, over this one's second operand.
    RaggedAllToAll,
    /// That of the source, for each source and target.
    CollectivePermute { pairs: Vec<(usize, usize)> },
}

/// An operand as rows, which are cut or joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangedArray {
    pub element_bytes: usize,
    pub rows: usize,
    /// Elements of a row of the operand.
    pub row_elements: usize,
}

impl Collective {
    /// # Errors
    /// Groups that do not fit the devices.
    pub fn new(op: &hlo::Collective, counts: DeviceCounts, operands: &[&ArrayShape]) -> Result<Collective, String> {
        let exchange = match op.kind {
            CollectiveKind::AllGather { .. } => Exchange::AllGather,
            CollectiveKind::AllReduce { .. } => Exchange::AllReduce,
            CollectiveKind::ReduceScatter { .. } => Exchange::ReduceScatter,
            CollectiveKind::AllToAll { dimension: Some(_) } => Exchange::AllToAll,
            CollectiveKind::AllToAll { dimension: None } => Exchange::ExchangeOperands,
            CollectiveKind::CollectiveBroadcast => Exchange::CollectiveBroadcast,
            CollectiveKind::RaggedAllToAll => Exchange::RaggedAllToAll,
            CollectiveKind::CollectivePermute { .. } => Exchange::CollectivePermute { pairs: op.device_pairs(counts) },
        };
        // What follows the first dimension is a row of those that are sent.
        let dimension = if exchange == Exchange::RaggedAllToAll { Some(1) } else { op.dimension() };
        Ok(Collective {
            exchange,
            channel_id: op.channel_id,
            groups: op.device_groups(counts)?,
            arrays: operands.iter().map(|operand| ExchangedArray::new(operand, dimension)).collect(),
        })
    }

    /// One a result: an operand that it is like.
    pub fn result_arrays(&self) -> &[ExchangedArray] {
        match self.exchange {
            Exchange::RaggedAllToAll => &self.arrays[RaggedOperand::Output.index()..=RaggedOperand::Output.index()],
            _ => &self.arrays,
        }
    }

    /// Makes sure that what a file says of groups fits the devices, and that members stay within memory of these sizes.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check(&self, devices: usize, operands: &[usize], results: &[usize]) -> Result<(), String> {
        let mut members = self.groups.concat();
        members.sort_unstable();
        if self.groups.iter().any(Vec::is_empty) || members.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(format!("groups {:?} are none", self.groups));
        }
        if let Some(member) = members.last().filter(|&&member| member >= devices) {
            return Err(format!("{member} is in its groups, and there are {devices} devices"));
        }
        let sizes: Vec<usize> = self.arrays.iter().map(ExchangedArray::bytes).collect();
        let fits = |group: &Vec<usize>| self.result_sizes(group.len()).as_deref() == Some(results);
        match sizes == operands && self.groups.iter().all(fits) {
            true => Ok(()),
            false => Err(format!("groups {:?} do not fit its operands and results", self.groups)),
        }
    }

    /// Bytes of the results in a group of so many members; none where they have no equal parts.
    fn result_sizes(&self, members: usize) -> Option<Vec<usize>> {
        let divides = |array: &ExchangedArray| array.row_elements.is_multiple_of(members);
        let of_array = |array: &ExchangedArray| match self.exchange {
            Exchange::AllGather => array.bytes().checked_mul(members),
            Exchange::ReduceScatter => divides(array).then(|| array.bytes() / members),
            Exchange::AllToAll => divides(array).then(|| array.bytes()),
            Exchange::ExchangeOperands => (members == self.arrays.len()).then(|| array.bytes()),
            Exchange::AllReduce
            | Exchange::CollectiveBroadcast
            | Exchange::CollectivePermute { .. }
            | Exchange::RaggedAllToAll => Some(array.bytes()),
        };
        self.result_arrays().iter().map(of_array).collect()
    }

    /// Who sends to a device in a permutation.
    pub fn source_of(&self, device: usize) -> Option<usize> {
        let Exchange::CollectivePermute { pairs } = &self.exchange else { return None };
        pairs.iter().find(|&&(_, target)| target == device).map(|&(source, _)| source)
    }

    /// Name in HLO text.
    pub fn name(&self) -> &'static str {
        match self.exchange {
            Exchange::AllGather => "all-gather",
            Exchange::AllReduce => "all-reduce",
            Exchange::ReduceScatter => "reduce-scatter",
            Exchange::AllToAll | Exchange::ExchangeOperands => "all-to-all",
            Exchange::CollectiveBroadcast => "collective-broadcast",
            Exchange::CollectivePermute { .. } => "collective-permute",
            Exchange::RaggedAllToAll => "ragged-all-to-all",
        }
    }
}

impl ExchangedArray {
    /// Rows begin at `dimension`; without one the array is a single row.
    fn new(shape: &ArrayShape, dimension: Option<usize>) -> ExchangedArray {
        let rows = shape.dims[..dimension.unwrap_or(0)].iter().product();
        let row_elements = shape.dims[dimension.unwrap_or(0)..].iter().product();
        ExchangedArray { element_bytes: shape.element_type.byte_width(), rows, row_elements }
    }

    pub fn row_bytes(&self) -> usize {
        self.row_elements * self.element_bytes
    }

    pub fn bytes(&self) -> usize {
        self.rows * self.row_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of arrays of 2 rows of 4 elements.
    fn check(exchange: Exchange, groups: &[&[usize]], result: usize) -> Result<(), String> {
        let groups = groups.iter().map(|group| group.to_vec()).collect();
        let arrays = vec![ExchangedArray { element_bytes: 4, rows: 2, row_elements: 4 }];
        Collective { exchange, channel_id: None, groups, arrays }.check(4, &[32], &[result])
    }

    #[test]
    fn groups_from_a_file_fit_devices_and_memory() {
        assert_eq!(check(Exchange::AllGather, &[&[0, 1], &[2, 3]], 64), Ok(()));
        assert_eq!(check(Exchange::ReduceScatter, &[&[0, 1, 2, 3]], 8), Ok(()));
        assert_eq!(check(Exchange::CollectiveBroadcast, &[&[1]], 32), Ok(()));
        let error = |exchange, groups, result| check(exchange, groups, result).unwrap_err();
        let beyond = error(Exchange::AllReduce, &[&[0, 4]], 32);
        assert_eq!(beyond, "4 is in its groups, and there are 4 devices");
        assert_eq!(error(Exchange::AllReduce, &[&[0, 1], &[1]], 32), "groups [[0, 1], [1]] are none");
        let unfit = error(Exchange::AllGather, &[&[0, 1], &[2]], 64);
        assert_eq!(unfit, "groups [[0, 1], [2]] do not fit its operands and results");
        assert!(check(Exchange::ReduceScatter, &[&[0, 1, 2]], 8).is_err(), "four elements in three parts");
    }
}
