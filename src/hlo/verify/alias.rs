//! Rules of what a module promises about the memory of its arguments, and a custom call about that of its operands.

use super::{Check, Diagnostic, Site, ensure};
use crate::hlo::shape::join;
use crate::hlo::{InputOutputAlias, Module, Op, Shape, ShapeIndex};
use std::collections::HashSet;

pub(super) fn verify_module(module: &Module) -> Vec<Diagnostic> {
    let entry = module.entry();
    let parameters = entry.parameters();
    let of_parameter = |number: usize, message: String| {
        let location = parameters.get(number).and_then(|&id| entry.get(id).location.clone());
        Diagnostic::program(message, &location)
    };
    let aliases = module.input_output_aliases.iter();
    let aliases = aliases.filter_map(|a| Some(of_parameter(a.parameter, alias_is_possible(module, a).err()?)));
    let donors = module.buffer_donors.iter();
    let donors = donors.filter_map(|&donor| Some(of_parameter(donor, donor_is_a_parameter(module, donor).err()?)));
    let shared = aliases_do_not_share(module).err();
    aliases.chain(donors).chain(shared.map(|message| Diagnostic::program(message, &None))).collect()
}

/// Results that a custom call may write where its operands are.
pub(super) fn rules(site: &Site) -> Vec<String> {
    let Op::CustomCall(call) = &site.instruction.op else { return Vec::new() };
    let aliases = call.output_operand_aliases.iter();
    aliases.filter_map(|(result, operand, index)| output_is_like_operand(site, result, *operand, index).err()).collect()
}

fn output_is_like_operand(site: &Site, result: &ShapeIndex, operand: usize, index: &ShapeIndex) -> Check {
    let count = site.operands.len();
    let whole = site.operands.get(operand);
    let whole =
        whole.ok_or_else(|| format!("output_operand_aliases: expected an operand below {count}, found {operand}"))?;
    let part = |shape: &Shape, at: &ShapeIndex| {
        let part = shape.at(at).cloned();
        part.ok_or_else(|| format!("output_operand_aliases: there is nothing at {} of {shape}", index_text(at)))
    };
    let (output, input) = (part(&site.instruction.shape, result)?, part(whole, index)?);
    ensure(output.same_type(&input), || {
        let (result, index) = (index_text(result), index_text(index));
        format!(
            "output_operand_aliases: expected {output} as in result {result}, found {input} at {index} of operand {operand}"
        )
    })
}

fn index_text(index: &ShapeIndex) -> String {
    format!("{{{}}}", join(index, ","))
}

fn alias_is_possible(module: &Module, alias: &InputOutputAlias) -> Check {
    let output = alias_output_is_there(module, alias)?;
    let input = alias_parameter_is_there(module, alias)?;
    alias_sizes_agree(alias, output, input)
}

fn alias_output_is_there<'a>(module: &'a Module, alias: &InputOutputAlias) -> Result<&'a Shape, String> {
    let entry = module.entry();
    let result = entry.shape(entry.root());
    let output = result.at(&alias.output).filter(|shape| shape.as_array().is_some());
    output.ok_or_else(|| {
        format!("input_output_alias: expected an array at output {}, found {result}", index_text(&alias.output))
    })
}

fn alias_parameter_is_there<'a>(module: &'a Module, alias: &InputOutputAlias) -> Result<&'a Shape, String> {
    let entry = module.entry();
    let parameters = entry.parameters();
    let parameter = parameters.get(alias.parameter).ok_or_else(|| {
        format!("input_output_alias: expected a parameter below {}, found {}", parameters.len(), alias.parameter)
    })?;
    let shape = entry.shape(*parameter);
    shape.at(&alias.parameter_index).filter(|shape| shape.as_array().is_some()).ok_or_else(|| {
        let (number, index) = (alias.parameter, index_text(&alias.parameter_index));
        format!("input_output_alias: expected an array at {index} of parameter {number}, found {shape}")
    })
}

fn alias_sizes_agree(alias: &InputOutputAlias, output: &Shape, input: &Shape) -> Check {
    ensure(output.byte_size() == input.byte_size(), || {
        let index = index_text(&alias.output);
        let (expected, found) = (output.byte_size(), input.byte_size());
        format!("input_output_alias: expected {expected} bytes for output {index} ({output}), found {found} ({input})")
    })
}

fn aliases_do_not_share(module: &Module) -> Check {
    let aliases = &module.input_output_aliases;
    let outputs: HashSet<_> = aliases.iter().map(|alias| &alias.output).collect();
    let inputs: HashSet<_> = aliases.iter().map(|alias| (alias.parameter, &alias.parameter_index)).collect();
    ensure(outputs.len() == aliases.len() && inputs.len() == aliases.len(), || {
        "input_output_alias: expected each output and each parameter at most once, found one twice".into()
    })
}

fn donor_is_a_parameter(module: &Module, donor: usize) -> Check {
    let count = module.entry().parameters().len();
    ensure(donor < count, || format!("buffer_donor: expected a parameter below {count}, found {donor}"))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{f32s, findings, findings_of, parameters};
    use crate::hlo::{CustomCall, InputOutputAlias, Op};

    fn aliased(aliases: &[(&[usize], usize)], donors: &[usize]) -> Vec<String> {
        findings(|module, entry| {
            parameters(entry, &[f32s(&[2]), f32s(&[3])]);
            let alias = |(output, parameter): &(&[usize], usize)| InputOutputAlias {
                output: output.to_vec(),
                parameter: *parameter,
                parameter_index: vec![],
                must: false,
            };
            module.input_output_aliases = aliases.iter().map(alias).collect();
            module.buffer_donors = donors.to_vec();
        })
    }

    #[test]
    fn alias_output_is_there() {
        let found = aliased(&[(&[1], 1)], &[]);
        assert_eq!(found, ["input_output_alias: expected an array at output {1}, found f32[3]"]);
    }

    #[test]
    fn alias_parameter_is_there() {
        let found = aliased(&[(&[], 2)], &[]);
        assert_eq!(found, ["input_output_alias: expected a parameter below 2, found 2"]);
    }

    #[test]
    fn alias_sizes_agree() {
        let found = aliased(&[(&[], 0)], &[]);
        assert_eq!(found, ["input_output_alias: expected 12 bytes for output {} (f32[3]), found 8 (f32[2])"]);
    }

    #[test]
    fn aliases_do_not_share() {
        let found = aliased(&[(&[], 1), (&[], 1)], &[]);
        assert_eq!(
            found,
            ["input_output_alias: expected each output and each parameter at most once, found one twice"]
        );
    }

    #[test]
    fn output_is_like_operand() {
        let found = |alias: (Vec<usize>, usize, Vec<usize>)| {
            let call = CustomCall { output_operand_aliases: vec![alias], ..CustomCall::default() };
            findings_of(Op::CustomCall(Box::new(call)), &[f32s(&[2]), f32s(&[3])], f32s(&[2]))
        };
        assert!(found((vec![], 0, vec![])).is_empty());
        let message = "custom-call: output_operand_aliases: ";
        assert_eq!(found((vec![], 2, vec![])), [format!("{message}expected an operand below 2, found 2")]);
        assert_eq!(found((vec![0], 0, vec![])), [format!("{message}there is nothing at {{0}} of f32[2]")]);
        let mismatch = "expected f32[2] as in result {}, found f32[3] at {} of operand 1";
        assert_eq!(found((vec![], 1, vec![])), [format!("{message}{mismatch}")]);
    }

    #[test]
    fn donor_is_a_parameter() {
        assert_eq!(aliased(&[], &[5]), ["buffer_donor: expected a parameter below 2, found 5"]);
    }
}
