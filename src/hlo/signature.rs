//! What a program takes and gives.

use super::{ArrayShape, Module, PartialArray, PartialShape, Shape};
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
    /// The signature of a verified module, whose parameters are arrays.
    pub fn of(module: &Module) -> Signature {
        let entry = module.entry();
        let parameters = entry.parameters();
        Signature {
            parameters: parameters.iter().map(|&id| entry.get(id).array().clone()).collect(),
            parameter_names: parameters.iter().map(|&id| entry.get(id).name().to_string()).collect(),
            result: entry.shape(entry.root()).clone(),
            donated: donated(module),
        }
    }

    /// Shapes of the result's arrays, in leaf order.
    pub fn results(&self) -> Vec<ArrayShape> {
        self.result.leaves().into_iter().filter_map(|(_, leaf)| leaf.as_array().cloned()).collect()
    }
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
