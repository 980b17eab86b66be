//! Functions: called, as the decomposition of a composite, and named by a custom call.

use super::rename::{copied, renamed};
use super::{Attempt, Type, Value, Writer};

/// A function of one result, in both texts.
struct Function {
    name: String,
    parameters: Vec<Value>,
    twin: String,
    result: Value,
}

impl Writer {
    /// Calls a function, or what is made of one, now and then twice.
    pub(super) fn call(&mut self) -> Attempt {
        let count = self.random.below(3);
        let operands: Vec<Value> = (0..count).map(|_| self.any()).collect();
        let function = self.function(&operands.iter().map(|v| v.of.clone()).collect::<Vec<_>>());
        self.called(&function, &operands);
        if self.random.one_in(3) {
            let others: Vec<Value> =
                operands.iter().map(|v| self.find(|w| w.of == v.of).unwrap_or(v.clone())).collect();
            self.called(&function, &others);
        }
        Some(())
    }

    fn called(&mut self, function: &Function, operands: &[Value]) {
        let result = function.result.of.clone();
        let names: Vec<&str> = operands.iter().map(|v| v.names[0].as_str()).collect();
        let types = super::signature(&operands.iter().collect::<Vec<_>>(), std::slice::from_ref(&result), 0);
        let (callee, names) = (&function.name, names.join(", "));
        let statement = match self.random.flag() {
            true => format!("func.call {callee}({names}) : {types}"),
            false => {
                format!(
                    "stablehlo.composite \"fuzz.some\" {names} {{decomposition = {callee}, version = 3 : i32}} : {types}"
                )
            }
        };
        let name = self.only_text(statement);
        let bound =
            function.parameters.iter().map(|p| p.names[1].clone()).zip(operands.iter().map(|v| v.names[1].clone()));
        let (text, names) = copied(&function.twin, &format!("_{}", &name[1..]), &bound.collect());
        self.line("", text);
        let twin = renamed(&function.result.names[1], &names);
        self.offer(Value { names: [name, twin], of: result });
    }

    /// A function of parameters of these types.
    fn function(&mut self, types: &[Type]) -> Function {
        let parameters: Vec<Value> = types
            .iter()
            .map(|of| {
                let name = self.fresh_name();
                Value { names: [name.clone(), name], of: of.clone() }
            })
            .collect();
        let (body, pool) = (std::mem::take(&mut self.body), std::mem::replace(&mut self.pool, parameters.clone()));
        let (arguments, outputs) = (self.arguments.take(), std::mem::take(&mut self.outputs));
        self.depth += 1;
        let steps = 1 + self.random.below(3);
        self.statements(steps);
        if self.pool.is_empty() {
            self.leaf();
        }
        self.depth -= 1;
        let result = self.pool[self.pool.len() - 1].clone();
        let lines = std::mem::replace(&mut self.body, body);
        (self.pool, self.arguments, self.outputs) = (pool, arguments, outputs);
        let name = format!("@f{}", self.fresh_name().trim_start_matches('%'));
        let join = |which: usize| lines.iter().map(|line| format!("{}\n", line[which])).collect::<String>();
        let declared: Vec<String> = parameters.iter().map(|p| format!("{}: {}", p.names[0], p.of.text())).collect();
        let of = result.of.text();
        self.functions.push(format!(
            "func.func private {name}({}) -> {of} {{\n{}func.return {} : {of}\n}}\n",
            declared.join(", "),
            join(0),
            result.names[0]
        ));
        Function { name, parameters, twin: join(1), result }
    }

    /// A target that passes its operand on, with a computation that it could call.
    pub(super) fn custom_call(&mut self) -> Attempt {
        let x = self.any();
        let function = self.function(std::slice::from_ref(&x.of));
        let (callee, of) = (&function.name, x.of.text());
        let name = self.only_text(format!(
            "stablehlo.custom_call @annotate_device_placement({}) {{called_computations = [{callee}]}} : ({of}) -> {of}",
            x.names[0]
        ));
        self.offer(Value { names: [name, x.names[1].clone()], of: x.of });
        Some(())
    }
}
