//! What a program takes and gives.

use super::{ArrayShape, Diagnostic, Diagnostics, Instruction, Module, PartialArray, PartialShape, Shape};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Arguments and results of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Signature {
    pub parameters: Vec<ArrayShape>,
    /// Names of the parameters in the program.
    pub parameter_names: Vec<String>,
    /// The entry's result: an array, or a tuple of the program's results.
    pub result: Shape,
    /// Donated parameters: `Some(result leaf)` where that result takes over the memory.
    pub donated: BTreeMap<usize, Option<usize>>,
}

impl Signature {
    /// The signature of a verified module.
    ///
    /// # Errors
    /// Parameters that are no arrays: arguments come one by one.
    pub fn of(module: &Module) -> Result<Signature, Diagnostics> {
        let entry = module.entry();
        let (mut parameters, mut parameter_names, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
        for parameter in entry.parameters().into_iter().map(|id| entry.get(id)) {
            parameter_names.push(parameter.name().to_string());
            match &parameter.shape {
                Shape::Array(shape) => parameters.push(shape.clone()),
                Shape::Tuple(_) | Shape::Token => wrong.push(no_argument(parameter)),
            }
        }
        Diagnostics(wrong).into_result()?;
        let result = entry.shape(entry.root()).clone();
        Ok(Signature { parameters, parameter_names, result, donated: donated(module) })
    }

    /// Shapes of the result's arrays, in leaf order.
    pub fn results(&self) -> Vec<ArrayShape> {
        self.result.leaves().into_iter().filter_map(|(_, leaf)| leaf.as_array().cloned()).collect()
    }
}

fn no_argument(parameter: &Instruction) -> Diagnostic {
    let message = format!("parameter %{} is {}, expected an array", parameter.name(), parameter.shape);
    Diagnostic::unsupported(message, &parameter.location)
}

/// What a program declares of its arguments and results: less than a signature, where shapes are dynamic.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartialSignature {
    pub parameters: Vec<PartialArray>,
    pub parameter_names: Vec<String>,
    pub results: Vec<PartialShape>,
}

impl From<&Signature> for PartialSignature {
    fn from(signature: &Signature) -> PartialSignature {
        let results = match &signature.result {
            Shape::Tuple(parts) => parts.iter().map(PartialShape::from).collect(),
            single @ (Shape::Array(_) | Shape::Token) => vec![single.into()],
        };
        PartialSignature {
            parameters: signature.parameters.iter().map(PartialArray::from).collect(),
            parameter_names: signature.parameter_names.clone(),
            results,
        }
    }
}

fn donated(module: &Module) -> BTreeMap<usize, Option<usize>> {
    let entry = module.entry();
    let leaves = entry.shape(entry.root()).leaves();
    let mut donated: BTreeMap<usize, Option<usize>> = module.buffer_donors.iter().map(|&d| (d, None)).collect();
    for alias in &module.input_output_aliases {
        let leaf = leaves.iter().position(|(index, _)| *index == alias.output);
        donated.insert(alias.parameter, leaf);
    }
    donated
}
