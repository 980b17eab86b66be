//! `ragged-all-to-all`: rows that members of a group send each other, as many as they say.
//!
//! A row is what lies at an index of the first dimension. Each vector has as many entries for every member, members in
//! the order of the group. The result is the output operand with the rows that are sent to it written over; of rows that
//! overlap, those of later members, and of later entries, stay. What a member says that it receives follows from what is
//! sent, and is not looked at.

use super::{ArrayShape, ElementType, Shape};

/// Operands by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaggedOperand {
    Input,
    Output,
    /// First rows in this member's input.
    InputOffsets,
    SendSizes,
    /// First rows in the output of the member that they are sent to.
    OutputOffsets,
    ReceiveSizes,
}

impl RaggedOperand {
    pub const COUNT: usize = 6;

    pub fn index(self) -> usize {
        self as usize
    }
}

/// Rows that are sent together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaggedRows {
    pub from: usize,
    pub to: usize,
    pub count: usize,
}

/// What a member says of what it sends, and the rows that there are.
#[derive(Clone, Debug)]
pub struct RaggedSender {
    pub input_offsets: Vec<i64>,
    pub send_sizes: Vec<i64>,
    pub output_offsets: Vec<i64>,
    pub input_rows: usize,
    pub output_rows: usize,
}

impl RaggedSender {
    /// What goes to the member at a position, of so many.
    ///
    /// # Errors
    /// Rows that do not exist.
    pub fn rows_for(&self, position: usize, members: usize) -> Result<Vec<RaggedRows>, String> {
        let entries = self.send_sizes.len() / members.max(1);
        let all = position * entries..(position + 1) * entries;
        all.map(|entry| self.rows(entry)).filter(|rows| !matches!(rows, Ok(rows) if rows.count == 0)).collect()
    }

    fn rows(&self, entry: usize) -> Result<RaggedRows, String> {
        let [from, to, count] = [&self.input_offsets, &self.output_offsets, &self.send_sizes].map(|list| list[entry]);
        let within = |first: i64, rows: usize| {
            let end = usize::try_from(first).ok()?.checked_add(usize::try_from(count).ok()?)?;
            (end <= rows).then_some(first as usize)
        };
        match (within(from, self.input_rows), within(to, self.output_rows)) {
            (Some(from), Some(to)) => Ok(RaggedRows { from, to, count: count as usize }),
            _ => {
                Err(format!("{count} rows from {from} of {} are sent to {to} of {}", self.input_rows, self.output_rows))
            }
        }
    }
}

/// The shape of the result: that of the output.
///
/// # Errors
/// Operands that do not fit each other.
pub fn shape(operands: &[&ArrayShape], members: Option<usize>) -> Result<Shape, String> {
    let [input, output, vectors @ ..] = operands else { return Err(wrong_count(operands.len())) };
    if vectors.len() + 2 != RaggedOperand::COUNT {
        return Err(wrong_count(operands.len()));
    }
    let alike =
        input.element_type == output.element_type && input.rank() > 0 && input.dims.get(1..) == output.dims.get(1..);
    if !alike {
        return Err(format!(
            "expected input and output that differ in their first dimension alone, found {input} and {output}"
        ));
    }
    let is_index = |shape: &ArrayShape| matches!(shape.element_type, ElementType::S32 | ElementType::S64);
    let fits = |shape: &&&ArrayShape| is_index(shape) && shape.rank() == 1 && shape.dims == vectors[0].dims;
    if let Some(other) = vectors.iter().find(|shape| !fits(shape)) {
        return Err(format!("expected offsets and sizes that are vectors of one length, of s32 or s64, found {other}"));
    }
    match members.filter(|&members| members == 0 || !vectors[0].dims[0].is_multiple_of(members)) {
        None => Ok(Shape::Array((*output).clone())),
        Some(members) => Err(format!("expected as many offsets for each of {members} members, found {}", vectors[0])),
    }
}

fn wrong_count(found: usize) -> String {
    format!("expected {} operands, found {found}", RaggedOperand::COUNT)
}

/// Numbers of a vector of `s32` or `s64`, from its bytes.
pub fn index_vector(bytes: &[u8], element_bytes: usize) -> Vec<i64> {
    let number = |bytes: &[u8]| ElementType::S64.decode_integer(bytes) as i64;
    bytes.chunks_exact(element_bytes.max(1)).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sender(from: &[i64], sizes: &[i64], to: &[i64]) -> RaggedSender {
        let [input_offsets, send_sizes, output_offsets] = [from, sizes, to].map(<[i64]>::to_vec);
        RaggedSender { input_offsets, send_sizes, output_offsets, input_rows: 4, output_rows: 6 }
    }

    #[test]
    fn entries_are_shared_out_to_members() {
        let sender = sender(&[0, 1, 2, 3], &[1, 0, 2, 1], &[5, 0, 0, 2]);
        assert_eq!(sender.rows_for(0, 2), Ok(vec![RaggedRows { from: 0, to: 5, count: 1 }]));
        let second = [RaggedRows { from: 2, to: 0, count: 2 }, RaggedRows { from: 3, to: 2, count: 1 }];
        assert_eq!(sender.rows_for(1, 2), Ok(second.to_vec()));
    }

    #[test]
    fn rows_that_do_not_exist_are_errors() {
        let beyond = sender(&[3], &[2], &[0]).rows_for(0, 1);
        assert_eq!(beyond, Err("2 rows from 3 of 4 are sent to 0 of 6".to_owned()));
        assert!(sender(&[0], &[2], &[5]).rows_for(0, 1).is_err());
        assert!(sender(&[0], &[-1], &[0]).rows_for(0, 1).is_err());
        assert!(sender(&[-1], &[1], &[0]).rows_for(0, 1).is_err());
    }

    #[test]
    fn vectors_of_two_widths_are_read() {
        assert_eq!(index_vector(&[1, 0, 0, 0, 255, 255, 255, 255], 4), [1, -1]);
        assert_eq!(index_vector(&(-2i64).to_le_bytes(), 8), [-2]);
    }
}
