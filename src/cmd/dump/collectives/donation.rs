//! Whose memory results take: what a program says of its arguments.

use crate::hlo::{Module, Shape};
use serde_json::{Value, json};

/// An argument, or a part of one, that gives its memory away.
pub struct Donation {
    parameter: usize,
    name: String,
    shape: Shape,
    /// The result that takes it; none where any may.
    result: Option<Vec<usize>>,
    /// Another memory than the argument's is an error.
    must: bool,
}

pub const TITLES: [&str; 5] = ["argument", "name", "bytes", "taken by", "how"];

/// All of a module: aliases, then donors.
pub fn donations(module: &Module) -> Vec<Donation> {
    let parameters = module.entry().parameters();
    let donation = |parameter: usize, index: &[usize], result: Option<Vec<usize>>, must: bool| {
        let instruction = module.entry().get(*parameters.get(parameter)?);
        let shape = instruction.shape.at(index)?.clone();
        Some(Donation { parameter, name: instruction.name().to_string(), shape, result, must })
    };
    let aliases = module.input_output_aliases.iter();
    let aliases = aliases.filter_map(|a| donation(a.parameter, &a.parameter_index, Some(a.output.clone()), a.must));
    let donors = module.buffer_donors.iter().filter_map(|&parameter| donation(parameter, &[], None, false));
    aliases.chain(donors).collect()
}

impl Donation {
    pub fn cells(&self) -> [String; 5] {
        let result = self.result.as_ref().map(|index| match index[..] {
            [] => "the result".to_owned(),
            _ => format!("result {}", index.iter().map(ToString::to_string).collect::<Vec<_>>().join(".")),
        });
        let how = match (&self.result, self.must) {
            (Some(_), true) => "must alias",
            (Some(_), false) => "may alias",
            (None, _) => "donor",
        };
        [
            self.parameter.to_string(),
            self.name.clone(),
            self.shape.byte_size().to_string(),
            result.unwrap_or_else(|| "any result".to_owned()),
            how.to_owned(),
        ]
    }

    pub fn json(&self) -> Value {
        json!({
            "parameter": self.parameter,
            "name": self.name,
            "shape": self.shape.to_string(),
            "bytes": self.shape.byte_size(),
            "result_index": self.result,
            "must": self.must,
        })
    }
}
