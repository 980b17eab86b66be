//! The module and its functions.

use super::bound::{Bound, part_types};
use super::emission::{Emission, Scope, strings};
use super::{Emitter, terminator};
use crate::hlo::{Computation, ComputationId, Diagnostic, InputOutputAlias, Instruction};
use crate::stablehlo::{Argument, Attribute, Attributes, Block, Operation, Region, Type};

impl<'m> Emitter<'m> {
    /// The module: the entry, then what is called from it.
    pub fn module(&mut self) -> Operation {
        let mut block = Block::default();
        block.operations.push(self.function(self.module.entry_id()));
        while let Some(called) = self.waiting.pop() {
            block.operations.push(self.function(called));
        }
        let name = ("sym_name".into(), Attribute::String(self.module.name.clone()));
        let counts = [
            ("mhlo.num_partitions".into(), Attribute::i32(self.module.partition_count as i32)),
            ("mhlo.num_replicas".into(), Attribute::i32(self.module.replica_count as i32)),
        ];
        let entries = strings(&self.module.frontend_attributes);
        let entries = entries.map(|entries| ("mhlo.frontend_attributes".into(), entries));
        let attributes = std::iter::once(name).chain(entries).chain(counts).collect();
        Operation { attributes, regions: vec![Region::of(block)], ..Operation::new("builtin.module") }
    }

    fn function(&mut self, id: ComputationId) -> Operation {
        let computation = self.module.computation(id);
        let is_entry = id == self.module.entry_id();
        let mut block = Block::default();
        let mut inputs = Vec::new();
        for parameter in computation.parameters() {
            let of_type = Type::from(computation.shape(parameter));
            inputs.push(of_type.clone());
            let location = computation.get(parameter).location.clone();
            block.arguments.push(Argument { value: self.value(of_type), location });
        }
        let parameters = block.arguments.iter().map(|argument| Bound::One(argument.value)).collect();
        let root = self.body(id, parameters, &mut block.operations);
        self.finish_function(computation, root, &mut block);
        let results = part_types(computation.shape(computation.root()));
        let visibility = if is_entry { "public" } else { "private" };
        let attributes = vec![
            ("sym_name".into(), Attribute::String(self.symbol(id))),
            ("function_type".into(), Attribute::Type(Type::Function(inputs, results))),
            ("arg_attrs".into(), self.argument_attributes(computation, is_entry)),
            ("sym_visibility".into(), Attribute::string(visibility)),
        ];
        Operation { attributes, regions: vec![Region::of(block)], ..Operation::new("func.func") }
    }

    fn finish_function(&mut self, computation: &'m Computation, root: Bound, block: &mut Block) {
        let instruction = computation.get(computation.root());
        let mut scope = Scope::with_operations(computation, std::mem::take(&mut block.operations));
        let mut emission = Emission { emitter: self, scope: &mut scope, instruction, id: computation.root() };
        let results = emission.parts(root, &instruction.shape);
        scope.operations.push(terminator("func.return", results));
        block.operations = scope.operations;
    }

    fn argument_attributes(&mut self, computation: &Computation, is_entry: bool) -> Attribute {
        let parameters = computation.parameters();
        let each = parameters.into_iter().enumerate().map(|(number, id)| {
            let mut attributes = of_argument(computation.get(id));
            if is_entry {
                attributes.extend(self.donation(number));
            }
            Attribute::Dictionary(attributes)
        });
        Attribute::Array(each.collect())
    }

    /// Which result takes over an argument's memory, or that any may.
    fn donation(&mut self, number: usize) -> Option<(crate::stablehlo::Name, Attribute)> {
        let alias = self.module.input_output_aliases.iter().find(|alias| alias.parameter == number);
        match alias.map(|InputOutputAlias { output, parameter_index, .. }| (&output[..], &parameter_index[..])) {
            Some((&[] | &[_], [])) => {
                let output = alias.and_then(|alias| alias.output.first().copied()).unwrap_or(0);
                Some(("tf.aliasing_output".into(), Attribute::i32(output as i32)))
            }
            Some(_) => {
                let message = format!("StableHLO cannot say that a part of argument {number} is aliased");
                self.report(Diagnostic::unsupported(message, &None));
                None
            }
            None if self.module.buffer_donors.contains(&number) => {
                Some(("jax.buffer_donor".into(), Attribute::Bool(true)))
            }
            None => None,
        }
    }
}

/// Sharding, and what the program calls the argument.
fn of_argument(parameter: &Instruction) -> Attributes {
    let sharding = parameter.sharding.iter().map(|text| ("mhlo.sharding".into(), Attribute::String(text.clone())));
    let info = parameter.frontend_attributes.get("arg_info");
    sharding.chain(info.map(|text| ("jax.arg_info".into(), Attribute::String(text.clone())))).collect()
}
