//! What the specification asks of operations on quantized arrays, beyond what holds for the integers as such.

use super::form::Form;
use super::{OpLowering, Quantizations, Quantized};
use crate::frontend::program::Node;
use crate::frontend::quantization::Quantization;
use crate::hlo::{ComputationId, Diagnostic};
use melior::ir::BlockRef;
use std::sync::Arc;

pub type Check = Result<(), Diagnostic>;

/// Where a value stands in an operation, and its quantization.
type Place<'q> = (String, &'q Quantized);

impl Quantizations {
    fn operand(&self, index: usize) -> Place<'_> {
        (format!("operand {index}"), self.operands.get(index).unwrap_or(&None))
    }

    fn result(&self, index: usize) -> Place<'_> {
        (format!("result {index}"), self.results.get(index).unwrap_or(&None))
    }

    fn all_operands(&self) -> impl Iterator<Item = Place<'_>> {
        (0..self.operands.len()).map(|index| self.operand(index))
    }

    fn all_results(&self) -> impl Iterator<Item = Place<'_>> {
        (0..self.results.len()).map(|index| self.result(index))
    }
}

impl<'m> OpLowering<'_, 'm> {
    pub fn check_quantized(&mut self, form: Form, of: &Quantizations) -> Check {
        match form {
            Form::Passed => self.check_passed(of),
            Form::Compared => match of.operands.as_slice() {
                [lhs, rhs] => {
                    self.all_same(|_| "operand 1".to_owned(), std::slice::from_ref(lhs), std::slice::from_ref(rhs))
                }
                _ => Ok(()),
            },
            Form::Moved { data } => {
                let places = of.all_operands().take(data).chain(of.all_results());
                self.one_element_type(places.collect())
            }
            Form::MovedAlong => self.check_moved_along(of),
            Form::Selected | Form::Computed => self.one_baseline(of),
            Form::Added => self.check_added(of),
            Form::Product => self.check_product(of),
            Form::Reduced => self.check_reduced(of),
            Form::Quantize => self.check_uniform_quantize(of),
            Form::Dequantize => self.check_uniform_dequantize(of),
        }
    }

    pub fn expected(&self, place: &str, expected: impl std::fmt::Display, found: &Quantized) -> Diagnostic {
        let found = found.as_ref().map_or("no quantization".to_owned(), |found| found.to_string());
        self.node.error(format!("expected {place} to be {expected}, found {found}"))
    }

    /// Quantized, whether for the whole array or along a dimension.
    fn quantized_at<'q>(&self, (place, found): &Place<'q>) -> Result<&'q Arc<Quantization>, Diagnostic> {
        found.as_ref().ok_or_else(|| self.expected(place, "quantized", found))
    }

    fn per_tensor_at<'q>(&self, at: &Place<'q>) -> Result<&'q Arc<Quantization>, Diagnostic> {
        let found = self.quantized_at(at)?;
        match found.axis {
            None => Ok(found),
            Some(_) => Err(self.expected(&at.0, "quantized for the whole array", at.1)),
        }
    }

    /// Quantized for the whole array, with the same scales and zero points.
    fn one_element_type(&self, places: Vec<Place>) -> Check {
        let mut first: Option<&Arc<Quantization>> = None;
        for at in &places {
            let found = self.per_tensor_at(at)?;
            let expected = *first.get_or_insert(found);
            if found != expected {
                return Err(self.expected(&at.0, expected, at.1));
            }
        }
        Ok(())
    }

    /// Quantized for the whole array, with the same storage, bounds and expressed type. Predicates are not quantized,
    /// nor is the shape of a dynamic iota.
    fn one_baseline(&self, of: &Quantizations) -> Check {
        let name = self.quantized_name();
        let is_predicate = matches!(name.as_str(), "stablehlo.compare" | "stablehlo.is_finite");
        let first_operand = match name.as_str() {
            "stablehlo.select" => 1,
            "stablehlo.dynamic_iota" => of.operands.len(),
            _ => 0,
        };
        let results = of.all_results().filter(|_| !is_predicate);
        let mut first: Option<&Arc<Quantization>> = None;
        for at in of.all_operands().skip(first_operand).chain(results) {
            let found = self.per_tensor_at(&at)?;
            let expected = *first.get_or_insert(found);
            if !found.same_baseline(expected) {
                let expected = format!("of the storage and expressed type of {expected}");
                return Err(self.expected(&at.0, expected, at.1));
            }
        }
        Ok(())
    }

    /// `add` C2 to C7.
    fn check_added(&self, of: &Quantizations) -> Check {
        let places = [of.operand(0), of.operand(1), of.result(0)];
        let [lhs, rhs, result] =
            [self.quantized_at(&places[0])?, self.quantized_at(&places[1])?, self.quantized_at(&places[2])?];
        for (at, found) in [(&places[1], rhs), (&places[2], result)] {
            if (found.storage, found.expressed) != (lhs.storage, lhs.expressed) {
                return Err(self.expected(&at.0, format!("of the storage and expressed type of {lhs}"), at.1));
            }
        }
        let axes = [lhs.axis, rhs.axis];
        let agrees = |axis: Option<usize>| axis.is_none() || axis == result.axis;
        if axes.iter().all(|&axis| agrees(axis)) && (result.axis.is_none() || axes != [None, None]) {
            return Ok(());
        }
        Err(self.expected(&places[2].0, "quantized along the dimension of the operands", places[2].1))
    }

    /// What hands values on gives each with the type that it has.
    fn check_passed(&mut self, of: &Quantizations) -> Check {
        match self.node.name {
            "stablehlo.all_gather"
            | "stablehlo.all_to_all"
            | "stablehlo.collective_broadcast"
            | "stablehlo.collective_permute"
            | "stablehlo.optimization_barrier" => self.handed_on_per_tensor(of),
            "stablehlo.sort" => {
                self.handed_on_per_tensor(of)?;
                let twice: Vec<Quantized> = of.operands.iter().flat_map(|q| [q.clone(), q.clone()]).collect();
                self.region_takes(0, &twice)
            }
            "stablehlo.map" => {
                of.all_operands().chain(of.all_results()).try_for_each(|at| self.per_tensor_or_none(at))?;
                self.region_takes(0, &of.operands)?;
                self.region_gives(0, &of.results)
            }
            "stablehlo.while" => {
                self.all_same(|index| format!("result {index}"), &of.operands, &of.results)?;
                self.region_takes(0, &of.operands)?;
                self.region_takes(1, &of.operands)?;
                self.region_gives(1, &of.results)
            }
            "stablehlo.if" | "stablehlo.case" => {
                (0..self.node.regions().len()).try_for_each(|region| self.region_gives(region, &of.results))
            }
            _ => Ok(()),
        }
    }

    /// `optimization_barrier` C1, `sort` C2, and what collectives move.
    fn handed_on_per_tensor(&self, of: &Quantizations) -> Check {
        of.all_operands().try_for_each(|at| self.per_tensor_or_none(at))?;
        self.all_same(|index| format!("result {index}"), &of.operands, &of.results)
    }

    fn region_takes(&mut self, region: usize, expected: &[Quantized]) -> Check {
        let found = self.region_arguments(region)?;
        self.all_same(|index| format!("argument {index} of region {region}"), expected, &found)
    }

    fn region_gives(&mut self, region: usize, expected: &[Quantized]) -> Check {
        let found = self.region_results(region)?;
        self.all_same(|index| format!("result {index} of region {region}"), expected, &found)
    }

    /// The same quantizations, one by one; others complain of their numbers.
    fn all_same(&self, place: impl Fn(usize) -> String, expected: &[Quantized], found: &[Quantized]) -> Check {
        let mut pairs = expected.iter().zip(found).enumerate();
        pairs.try_for_each(|(index, (expected, found))| self.same_at(&place(index), expected, found))
    }

    fn per_tensor_or_none(&self, at: Place) -> Check {
        if at.1.is_some() { self.per_tensor_at(&at).map(|_| ()) } else { Ok(()) }
    }

    /// The same quantization, or none on both sides.
    fn same_at(&self, place: &str, expected: &Quantized, found: &Quantized) -> Check {
        if expected == found {
            return Ok(());
        }
        match expected {
            Some(expected) => Err(self.expected(place, expected, found)),
            None => Err(self.expected(place, "not quantized", found)),
        }
    }

    /// `broadcast_in_dim` C1 and C6, `reshape` C1 and C3, `transpose` C1 and C4.
    fn check_moved_along(&self, of: &Quantizations) -> Check {
        let places = [of.operand(0), of.result(0)];
        let [from, to] = [self.quantized_at(&places[0])?, self.quantized_at(&places[1])?];
        let Some(axis) = from.axis else {
            return self.one_element_type(places.into());
        };
        let expected = match self.node.name {
            "stablehlo.transpose" => Quantization { axis: self.transposed(axis)?, ..(**from).clone() },
            "stablehlo.reshape" | "stablehlo.dynamic_reshape" => {
                Quantization { axis: self.reshaped(axis)?, ..(**from).clone() }
            }
            _ => self.broadcast_quantization(from, axis)?,
        };
        if **to == expected { Ok(()) } else { Err(self.expected("result 0", expected, places[1].1)) }
    }

    fn transposed(&self, axis: usize) -> Result<Option<usize>, Diagnostic> {
        let permutation = self.node.usizes("permutation")?;
        Ok(permutation.iter().position(|&dimension| dimension == axis))
    }

    /// The dimension of the same size that has as many elements in front of it and behind.
    fn reshaped(&self, axis: usize) -> Result<Option<usize>, Diagnostic> {
        let (from, to) = (self.array(0)?.dims, self.static_array_result()?.dims);
        let split = |dims: &[usize], at: usize| -> [usize; 3] {
            [dims[..at].iter().product(), dims[at], dims[at + 1..].iter().product()]
        };
        let wanted = split(&from, axis);
        let found = (0..to.len()).find(|&at| split(&to, at) == wanted);
        let message = || format!("expected to keep dimension {axis}, which the scales belong to, in one piece");
        found.map(Some).ok_or_else(|| self.node.error(message()))
    }

    /// The scales follow their dimension; those of a dimension of size 1 are repeated.
    fn broadcast_quantization(&self, from: &Quantization, axis: usize) -> Result<Quantization, Diagnostic> {
        let dimensions = self.node.usizes("broadcast_dimensions")?;
        let target = dimensions.get(axis).copied();
        let Some(size) = target.and_then(|target| self.static_array_result().ok()?.dims.get(target).copied()) else {
            return Err(self.node.error("expected one dimension of the result for each of the operand's"));
        };
        let repeat = if from.scales.len() == 1 { size } else { 1 };
        Ok(Quantization {
            axis: target,
            scales: from.scales.repeat(repeat),
            zero_points: from.zero_points.repeat(repeat),
            ..from.clone()
        })
    }

    /// `reduce` C2, C6 and C8, and the same of the others that apply a region.
    fn check_reduced(&mut self, of: &Quantizations) -> Check {
        let taken = self.taken_by_region()?;
        for (index, to) in taken.iter().enumerate() {
            let at = of.operand(index);
            match to {
                Some(to) => {
                    let from = self.per_tensor_at(&at)?;
                    let is_promotable =
                        from.expressed == to.expressed && from.storage.bit_width() <= to.storage.bit_width();
                    if !is_promotable {
                        return Err(self.expected(&at.0, format!("promotable to {to}, which the region takes"), at.1));
                    }
                }
                None => self.same_at(&at.0, &None, at.1)?,
            }
        }
        if let ("stablehlo.select_and_scatter", Some(operand)) = (self.node.name, of.operands.first()) {
            self.region_takes(0, &[operand.clone(), operand.clone()])?;
        }
        self.all_same(|index| format!("result {index}"), &taken, &of.results)?;
        let last = self.node.regions().len().saturating_sub(1);
        self.region_gives(last, &of.results)
    }

    /// Arguments and results of a call are those of the function.
    pub fn check_quantized_call(&mut self, callee: ComputationId, name: &str) -> Check {
        let found = self.quantizations()?;
        let Some(expected) = self.state.quantized_functions.get(&callee) else { return Ok(()) };
        self.same_call(name, expected, &found)
    }

    /// The same where a function's block takes the place of its call.
    pub fn check_quantized_block(&mut self, block: BlockRef<'m, 'm>, function: &Node<'m>, name: &str) -> Check {
        let found = self.quantizations()?;
        let expected = self.state.block_quantizations(block, function)?;
        self.same_call(name, &expected, &found)
    }

    fn same_call(&self, name: &str, expected: &Quantizations, found: &Quantizations) -> Check {
        self.all_same(|index| format!("argument {index} of @{name}"), &expected.operands, &found.operands)?;
        self.all_same(|index| format!("result {index} of @{name}"), &expected.results, &found.results)
    }

    /// `uniform_quantize` C2.
    fn check_uniform_quantize(&self, of: &Quantizations) -> Check {
        let to = self.quantized_at(&of.result(0))?;
        let found = match &of.operand(0).1 {
            Some(from) => from.expressed,
            None => self.element_type(0)?,
        };
        if found == to.expressed {
            return Ok(());
        }
        let (expected, found) = (to.expressed.mlir_name(), found.mlir_name());
        Err(self.node.error(format!("expected operand 0 to express {expected} as the result does, found {found}")))
    }

    /// `uniform_dequantize` C2.
    fn check_uniform_dequantize(&self, of: &Quantizations) -> Check {
        let from = self.quantized_at(&of.operand(0))?;
        self.same_at("result 0", &None, of.result(0).1)?;
        let (expected, found) = (from.expressed, self.array_result()?.element_type);
        if expected == found {
            return Ok(());
        }
        let (expected, found) = (expected.mlir_name(), found.mlir_name());
        Err(self.node.error(format!("expected a result of {expected}, which the operand expresses, found {found}")))
    }
}
