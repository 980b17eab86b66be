//! Custom calls that stand for operations of dynamic shape, as exporters of shape-polymorphic programs write them, and
//! those whose results have shapes that operands hold.

use super::{Failure, OpLowering, Outcome};
use crate::hlo::{CustomCall, Diagnostic, InstructionId, Op, PartialShape, Shape, Window, WindowDimension};

impl OpLowering<'_, '_> {
    /// Lowers a custom call of this kind; `None` for any other target.
    pub fn dynamic_call(&mut self, target: &str) -> Option<Outcome> {
        Some(match target {
            "shape_assertion" => self.shape_assertion(),
            "stablehlo.dynamic_reduce_window" => self.dynamic_reduce_window(),
            "stablehlo.dynamic_rng_bit_generator" => self.dynamic_rng_bit_generator(),
            "stablehlo.dynamic_top_k" => self.dynamic_top_k(),
            "stablehlo.shape_refinement_operand_wrapper" => {
                self.expect_at_least(1).map_or_else(|error| Err(error.into()), |()| Ok(vec![self.operands[0]]))
            }
            _ => return None,
        })
    }

    /// `(condition, values…)`: a condition on shapes, and numbers for the places `{0}`, `{1}`, … of the message.
    fn shape_assertion(&mut self) -> Outcome {
        if self.scalar(0)? != 0 {
            return Ok(Vec::new());
        }
        let values = (1..self.operands.len()).map(|index| self.scalar(index)).collect::<Result<Vec<_>, _>>()?;
        let message = filled_in(self.node.text("error_message")?, &values);
        Err(Diagnostic::assertion(message, &self.node.location).into())
    }

    fn scalar(&mut self, index: usize) -> Result<i64, Failure> {
        match self.constant_operand(index)?.as_slice() {
            &[value] => Ok(value),
            values => {
                let message = format!("expected operand {index} to be a scalar, found {} elements", values.len());
                Err(self.node.error(message).into())
            }
        }
    }

    /// `(inputs…, initial values…, window dimensions, strides, base dilations, window dilations, padding)`
    fn dynamic_reduce_window(&mut self) -> Outcome {
        let count = 2 * self.results.len();
        self.expect_operands(count + 5)?;
        let &[to_apply] = self.called(self.node.array("called_computations"))?.as_slice() else {
            return Err(self.node.error("expected one called computation").into());
        };
        let mut lists = Vec::new();
        for index in count..count + 4 {
            let list = self.constant_operand(index)?;
            lists.push(self.sizes(index, list)?);
        }
        let padding = self.constant_operand(count + 4)?;
        let rank = lists[0].len();
        if lists.iter().any(|list| list.len() != rank) || padding.len() != 2 * rank {
            return Err(self.node.error(format!("expected a window of {rank} dimensions in all of its parts")).into());
        }
        let dimension = |i: usize| WindowDimension {
            size: lists[0][i],
            stride: lists[1][i],
            padding_low: padding[2 * i],
            padding_high: padding[2 * i + 1],
            base_dilation: lists[2][i],
            window_dilation: lists[3][i],
            reversal: false,
        };
        let window: Window = (0..rank).map(dimension).collect();
        let operands = self.operands[..count].to_vec();
        self.with_operands(Op::ReduceWindow { window, to_apply }, operands)
    }

    /// `(state, shape)`
    fn dynamic_rng_bit_generator(&mut self) -> Outcome {
        self.expect_operands(2)?;
        let algorithm = self.rng_algorithm()?;
        let [_, PartialShape::Array(output)] = self.results.as_slice() else {
            return Err(self.node.error("expected a state and an array as results").into());
        };
        let output = output.clone();
        let sizes = self.constant_operand(1)?;
        let output = self.sized(&output, self.sizes(1, sizes)?)?;
        let state = self.operands[0];
        let shapes = vec![self.shape(state).clone(), output.into()];
        self.with_shapes(Op::RngBitGenerator { algorithm }, vec![state], shapes)
    }

    /// `(operand, k)`
    fn dynamic_top_k(&mut self) -> Outcome {
        self.expect_operands(2)?;
        let k = self.scalar(1)?;
        let k = self.node.natural("k", k)?;
        let operand = self.operands[0];
        self.with_operands(Op::TopK { k, largest: true }, vec![operand])
    }

    /// Operands and result shapes of any other custom call. `indices_of_shape_operands` names operands that hold the
    /// dimensions of the results, in order; the target does not see them.
    pub fn call_operands_and_shapes(&mut self, target: &str) -> Result<(Vec<InstructionId>, Vec<Shape>), Failure> {
        let Some(indices) = self.node.optional_usizes("indices_of_shape_operands")? else {
            return Ok((self.operands.clone(), self.stated_shapes(target)?));
        };
        let mut sizes = Vec::new();
        for &index in &indices {
            let list = self.constant_operand(index)?;
            sizes.push(self.sizes(index, list)?);
        }
        let mut sizes = sizes.into_iter();
        let declared = self.results.clone();
        let shapes = declared.iter().map(|declared| self.with_sizes(declared, &mut sizes)).collect::<Result<_, _>>()?;
        let operands = self.operands.iter().enumerate().filter(|(index, _)| !indices.contains(index));
        Ok((operands.map(|(_, &id)| id).collect(), shapes))
    }

    fn stated_shapes(&self, target: &str) -> Result<Vec<Shape>, Failure> {
        match self.results.iter().map(PartialShape::complete).collect() {
            Some(stated) => Ok(stated),
            None if CustomCall::is_annotation(target) && self.operands.len() == 1 && self.results.len() == 1 => {
                Ok(vec![self.shape(self.operands[0]).clone()])
            }
            None => {
                let message = "a result of dynamic shape, and no `indices_of_shape_operands` that tell its sizes";
                Err(self.node.unsupported(message).into())
            }
        }
    }

    /// A declared shape with the next sizes for each of its arrays.
    fn with_sizes(
        &self,
        declared: &PartialShape,
        sizes: &mut impl Iterator<Item = Vec<usize>>,
    ) -> Result<Shape, Failure> {
        match declared {
            PartialShape::Array(array) => {
                let sizes = sizes.next().ok_or_else(|| self.node.error("expected a shape operand for each result"))?;
                Ok(self.sized(array, sizes)?.into())
            }
            PartialShape::Tuple(parts) => {
                parts.iter().map(|part| self.with_sizes(part, sizes)).collect::<Result<_, _>>().map(Shape::Tuple)
            }
            PartialShape::Token => Ok(Shape::Token),
        }
    }
}

/// A message with values in the places `{0}`, `{1}`, …, which may carry a width or style behind `,` or `:`; `{{` is a
/// brace.
fn filled_in(message: &str, values: &[i64]) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        out += before;
        if let Some(after) = after.strip_prefix('{') {
            out.push('{');
            rest = after;
            continue;
        }
        let inside = after.split_once('}');
        let place = inside.and_then(|(inside, _)| inside.split([',', ':']).next()?.trim().parse::<usize>().ok());
        match (inside, place.and_then(|place| values.get(place))) {
            (Some((_, after)), Some(value)) => {
                out += &value.to_string();
                rest = after;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::filled_in;

    #[test]
    fn values_take_their_places() {
        assert_eq!(filled_in("expected {1} >= {0}", &[4, 3]), "expected 3 >= 4");
        assert_eq!(filled_in("{0,4} and {0:x}", &[7]), "7 and 7");
        assert_eq!(filled_in("no {2}, {{0}, {", &[1]), "no {2}, {0}, {");
    }
}
