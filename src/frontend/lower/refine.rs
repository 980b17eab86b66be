//! Shapes of results: as declared where all of it is declared, else what follows from the operands.

use super::{Failure, OpLowering};
use crate::hlo::infer::{self, ProgramShape};
use crate::hlo::{ArrayShape, Diagnostic, Dimension, InstructionId, Op, PartialArray, PartialShape, Shape};

impl OpLowering<'_, '_> {
    /// The shapes of this operation's results over these operands.
    pub fn result_shapes(&self, op: &Op, operands: &[InstructionId]) -> Result<Vec<Shape>, Diagnostic> {
        match self.results.iter().map(PartialShape::complete).collect() {
            Some(stated) => Ok(stated),
            None => self.inferred_shapes(op, operands),
        }
    }

    fn inferred_shapes(&self, op: &Op, operands: &[InstructionId]) -> Result<Vec<Shape>, Diagnostic> {
        let stated = match self.results.as_slice() {
            [single] => stand_in(single),
            several => Shape::Tuple(several.iter().map(stand_in).collect()),
        };
        let operands: Vec<&Shape> = operands.iter().map(|&id| self.shape(id)).collect();
        let callees = op.called_computations();
        let callees: Vec<ProgramShape> =
            callees.iter().map(|&id| ProgramShape::of(self.state.module.computation(id))).collect();
        let inferred = infer::result_shape(op, &operands, &stated, &callees).map_err(|m| self.node.error(m))?;
        match (self.results.len(), inferred) {
            (1, inferred) => Ok(vec![inferred]),
            (count, Shape::Tuple(parts)) if parts.len() == count => Ok(parts),
            (count, inferred) => Err(self.node.error(format!("expected results {inferred}, found {count}"))),
        }
    }

    /// Refuses results that are not as declared.
    pub fn check_results(&self, declared: &[PartialShape], ids: &[InstructionId]) -> Result<(), Diagnostic> {
        for (index, (declared, &id)) in declared.iter().zip(ids).enumerate() {
            let started = self.scope.computation.get(id).started();
            let shape = started.as_ref().map_or(self.shape(id), |started| &started.shape);
            declared.admits(shape).map_err(|message| {
                let which = if ids.len() == 1 { "the result".to_owned() } else { format!("result {index}") };
                self.node.error(format!("{which}, declared {declared}, has another shape: {message}"))
            })?;
        }
        Ok(())
    }

    /// The only result, whose dimensions an operand holds.
    ///
    /// # Errors
    /// Dimensions that neither the declaration nor the operand tells, or on which the two differ.
    pub fn shape_from_operand(&mut self, index: usize) -> Result<ArrayShape, Failure> {
        let declared = self.array_result()?.clone();
        match declared.complete() {
            Some(shape) => {
                if let Some(sizes) = self.integers_of_constant(index)? {
                    self.check_sizes(&declared, &self.sizes(index, sizes)?)?;
                }
                Ok(shape)
            }
            None => {
                let sizes = self.constant_operand(index)?;
                let sizes = self.sizes(index, sizes)?;
                self.check_sizes(&declared, &sizes)?;
                self.sized(&declared, sizes)
            }
        }
    }

    pub fn sizes(&self, index: usize, sizes: Vec<i64>) -> Result<Vec<usize>, Diagnostic> {
        let size = |size: i64| {
            let negative =
                |_| self.node.error(format!("expected sizes of at least 0 in operand {index}, found {size}"));
            usize::try_from(size).map_err(negative)
        };
        sizes.into_iter().map(size).collect()
    }

    fn check_sizes(&self, declared: &PartialArray, sizes: &[usize]) -> Result<(), Diagnostic> {
        let differ = |message| format!("the result, declared {declared}, is given another shape: {message}");
        declared.admits_dims(sizes).map_err(|message| self.node.error(differ(message)))
    }

    /// An array of a declared element type, unless memory cannot have it.
    pub fn sized(&self, declared: &PartialArray, sizes: Vec<usize>) -> Result<ArrayShape, Failure> {
        let shape = ArrayShape::new(declared.element_type, sizes);
        match shape.checked_byte_size() {
            Some(_) => Ok(shape),
            None => Err(self.node.error(format!("{shape} has more bytes than memory can have")).into()),
        }
    }

    /// The only result's declaration with unknown sizes filled in: by dimension, where there is one to tell.
    pub fn filled(&self, size: impl Fn(usize) -> Option<usize>) -> Result<ArrayShape, Failure> {
        let declared = self.array_result()?;
        let unknown = || self.untold(declared);
        let dims = declared.dims.as_ref().ok_or_else(unknown)?;
        let sizes = dims.iter().enumerate().map(|(i, dimension)| dimension.size().or_else(|| size(i)));
        self.sized(declared, sizes.collect::<Option<_>>().ok_or_else(unknown)?)
    }

    /// What is said of a declaration whose sizes nothing tells.
    pub fn untold(&self, declared: &impl std::fmt::Display) -> Diagnostic {
        self.node.error(format!("the operands do not tell the sizes of {declared}"))
    }

    /// The only result, an array of static shape.
    pub fn static_array_result(&self) -> Result<ArrayShape, Diagnostic> {
        let declared = self.array_result()?;
        declared.complete().ok_or_else(|| self.node.unsupported(format!("a result of dynamic shape, {declared}")))
    }

    /// A reshape's result, of which one dimension may be unknown.
    pub fn reshape_result(&self) -> Result<ArrayShape, Failure> {
        let count = self.array(0)?.element_count();
        let declared = self.array_result()?;
        let dims = declared.dims.as_deref().unwrap_or_default();
        let known: usize = dims.iter().filter_map(|dimension| dimension.size()).product();
        let unknown = dims.iter().filter(|dimension| dimension.size().is_none()).count();
        let is_whole = known != 0 && count.is_multiple_of(known);
        self.filled(|_| (unknown == 1 && is_whole).then(|| count / known))
    }
}

/// A shape that stands for a declaration where the rules of inference look at nothing but element types.
pub fn stand_in(declared: &PartialShape) -> Shape {
    match declared {
        PartialShape::Array(array) => {
            let dims = array.dims.as_deref().unwrap_or_default();
            let sizes = dims.iter().map(|&dimension: &Dimension| dimension.size().unwrap_or(0));
            Shape::array(array.element_type, sizes.collect::<Vec<_>>())
        }
        PartialShape::Tuple(parts) => Shape::Tuple(parts.iter().map(stand_in).collect()),
        PartialShape::Token => Shape::Token,
    }
}
