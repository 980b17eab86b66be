//! Programs through the whole of the CPU runtime: compiled, saved, loaded, run.

use super::CpuClient;
use crate::hlo::{
    ArrayLiteral, BinaryOp, Bytes, ComparisonDirection, ComparisonOrder, Computation, DotDimensionNumbers, ElementType,
    InputOutputAlias, Instruction, InstructionId, Literal, Module, Op, Shape, UnaryOp,
};
use crate::runtime::platform::ClientOptions;
use crate::runtime::{Buffer, Client, CompileOptions, ExecuteOptions, LoadedExecutable};
use std::sync::Arc;

fn f32(dims: &[usize]) -> Shape {
    Shape::array(ElementType::F32, dims)
}

fn add(computation: &mut Computation, op: Op, shape: Shape, operands: &[InstructionId]) -> InstructionId {
    computation.add_root(Instruction::new(op, shape, operands))
}

fn module(name: &str, entry: Computation) -> Module {
    let mut module = Module::new(name);
    let id = module.add_computation(entry);
    module.set_entry(id);
    module
}

fn array(dims: &[usize], items: &[f32]) -> ArrayLiteral {
    ArrayLiteral::from_slice(ElementType::F32, dims, items)
}

fn client() -> CpuClient {
    CpuClient::new(&ClientOptions { threads: Some(2), ..ClientOptions::default() }).unwrap()
}

fn buffers(client: &CpuClient, arrays: &[ArrayLiteral]) -> Vec<Arc<dyn Buffer>> {
    client.buffers_from_host(arrays, &*client.devices()[0]).unwrap()
}

fn results(client: &CpuClient, program: &dyn LoadedExecutable, arguments: &[ArrayLiteral]) -> Vec<ArrayLiteral> {
    let arguments = buffers(client, arguments);
    let run = program.execute(&[arguments], ExecuteOptions::default()).unwrap();
    client.buffers_to_host(&run[0].results).unwrap()
}

/// Compares with the evaluator, as compiled and from a file.
fn check(module: Module, arguments: &[ArrayLiteral]) {
    let literals: Vec<Literal> = arguments.iter().cloned().map(Literal::from).collect();
    let expected = crate::hlo::evaluate(&module, &literals).unwrap();
    let mut wanted = Vec::new();
    flatten(&expected, &mut wanted);
    let client = client();
    let program = client.compile(module, &CompileOptions::default()).unwrap();
    assert_eq!(results(&client, &*program, arguments), wanted);
    assert_eq!(results(&client, &*program, arguments), wanted, "the second run");
    let loaded = client.load(Bytes::copy_of(&program.serialize().unwrap())).unwrap();
    assert_eq!(results(&client, &*loaded, arguments), wanted, "from a file");
}

fn flatten(literal: &Literal, into: &mut Vec<ArrayLiteral>) {
    match literal {
        Literal::Array(array) => into.push(array.clone()),
        Literal::Tuple(parts) => parts.iter().for_each(|part| flatten(part, into)),
        Literal::Token => {}
    }
}

fn negate_then_add() -> Module {
    let mut entry = Computation::new("main");
    let x = entry.add_parameter(0, f32(&[37]), &None);
    let y = add(&mut entry, Op::Unary(UnaryOp::Negate), f32(&[37]), &[x]);
    let z = add(&mut entry, Op::Binary(BinaryOp::Add), f32(&[37]), &[y, x]);
    let parts = [x, y, z, z];
    add(&mut entry, Op::Tuple, Shape::Tuple(vec![f32(&[37]); 4]), &parts);
    module("elementwise", entry)
}

fn ramp(count: usize) -> ArrayLiteral {
    array(&[count], &(0..count).map(|i| i as f32 - 5.0).collect::<Vec<_>>())
}

#[test]
fn elementwise_results_in_memory_of_their_own() {
    check(negate_then_add(), &[ramp(37)]);
}

#[test]
fn products() {
    let mut entry = Computation::new("main");
    let lhs = entry.add_parameter(0, f32(&[3, 5]), &None);
    let rhs = entry.add_parameter(1, f32(&[5, 2]), &None);
    let dims = DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![0], ..Default::default() };
    let op = Op::Dot { dims, precision: Default::default(), algorithm: None };
    add(&mut entry, op, f32(&[3, 2]), &[lhs, rhs]);
    let values = |count: usize| (0..count).map(|i| i as f32).collect::<Vec<_>>();
    check(module("dot", entry), &[array(&[3, 5], &values(15)), array(&[5, 2], &values(10))]);
}

/// `while (i < n) { i += 1; x = -x + x0; swap(a, b) }` with `x0` invariant.
fn loop_module() -> Module {
    let vector = f32(&[8]);
    let counter = Shape::scalar(ElementType::S32);
    let state = Shape::Tuple(vec![counter.clone(), vector.clone(), vector.clone(), vector.clone(), vector.clone()]);
    let mut module = Module::new("loop");
    let mut condition = Computation::new("condition");
    let p = condition.add_parameter(0, state.clone(), &None);
    let i = add(&mut condition, Op::GetTupleElement { index: 0 }, counter.clone(), &[p]);
    let n = ArrayLiteral::from_slice(ElementType::S32, [], &[7i32]);
    let n = add(&mut condition, Op::Constant(n.into()), counter.clone(), &[]);
    let op = Op::Compare { direction: ComparisonDirection::Lt, order: ComparisonOrder::Partial };
    add(&mut condition, op, Shape::scalar(ElementType::Pred), &[i, n]);
    let condition = module.add_computation(condition);
    let mut body = Computation::new("body");
    let p = body.add_parameter(0, state.clone(), &None);
    let parts = state.as_tuple().unwrap().to_vec();
    let old: Vec<InstructionId> =
        (0..5).map(|index| add(&mut body, Op::GetTupleElement { index }, parts[index].clone(), &[p])).collect();
    let one = ArrayLiteral::from_slice(ElementType::S32, [], &[1i32]);
    let one = add(&mut body, Op::Constant(one.into()), counter.clone(), &[]);
    let i = add(&mut body, Op::Binary(BinaryOp::Add), counter, &[old[0], one]);
    let negated = add(&mut body, Op::Unary(UnaryOp::Negate), vector.clone(), &[old[1]]);
    let x = add(&mut body, Op::Binary(BinaryOp::Add), vector.clone(), &[negated, old[2]]);
    add(&mut body, Op::Tuple, state.clone(), &[i, x, old[2], old[4], old[3]]);
    let body = module.add_computation(body);
    let mut entry = Computation::new("main");
    let arguments: Vec<InstructionId> = (0..3).map(|n| entry.add_parameter(n, vector.clone(), &None)).collect();
    let zero = ArrayLiteral::from_slice(ElementType::S32, [], &[0i32]);
    let zero = add(&mut entry, Op::Constant(zero.into()), Shape::scalar(ElementType::S32), &[]);
    let init = [zero, arguments[0], arguments[0], arguments[1], arguments[2]];
    let init = add(&mut entry, Op::Tuple, state.clone(), &init);
    add(&mut entry, Op::While { condition, body }, state, &[init]);
    let entry = module.add_computation(entry);
    module.set_entry(entry);
    module
}

#[test]
fn loops_keep_what_lives_on() {
    let vector = |scale: f32| array(&[8], &(0..8).map(|i| i as f32 * scale).collect::<Vec<_>>());
    check(loop_module(), &[vector(1.0), vector(10.0), vector(-3.0)]);
}

#[test]
fn branches() {
    for (number, selector) in [(0, 0i32), (1, 1), (2, 5), (3, -1)] {
        let mut module = Module::new(format!("branch{number}"));
        let mut identity = Computation::new("identity");
        let p = identity.add_parameter(0, f32(&[4]), &None);
        identity.set_root(p);
        let identity = module.add_computation(identity);
        let mut negate = Computation::new("negate");
        let p = negate.add_parameter(0, f32(&[4]), &None);
        add(&mut negate, Op::Unary(UnaryOp::Negate), f32(&[4]), &[p]);
        let negate = module.add_computation(negate);
        let mut entry = Computation::new("main");
        let index = entry.add_parameter(0, Shape::scalar(ElementType::S32), &None);
        let x = entry.add_parameter(1, f32(&[4]), &None);
        add(&mut entry, Op::Conditional { branches: vec![identity, negate] }, f32(&[4]), &[index, x, x]);
        let entry = module.add_computation(entry);
        module.set_entry(entry);
        let selector = ArrayLiteral::from_slice(ElementType::S32, [], &[selector]);
        check(module, &[selector, array(&[4], &[1.0, 2.0, 3.0, 4.0])]);
    }
}

#[test]
fn a_donated_argument_is_dead_and_its_memory_is_the_result() {
    let mut entry = Computation::new("main");
    let x = entry.add_parameter(0, f32(&[1024]), &None);
    add(&mut entry, Op::Unary(UnaryOp::Negate), f32(&[1024]), &[x]);
    let mut module = module("donation", entry);
    let alias = InputOutputAlias { output: vec![], parameter: 0, parameter_index: vec![], must: true };
    module.input_output_aliases.push(alias);
    let client = client();
    let program = client.compile(module, &CompileOptions::default()).unwrap();
    let host = ramp(1024);
    let first = buffers(&client, std::slice::from_ref(&host));
    let first = [first];
    let run = program.execute(&first, ExecuteOptions::default()).unwrap().remove(0);
    assert!(first[0][0].is_deleted());
    let message = program.execute(&first, ExecuteOptions::default()).err().unwrap().to_string();
    assert_eq!(message, "the buffer of f32[1024] cannot be used: it was donated to a run");
    let again = program.execute(&[run.results], ExecuteOptions::default()).unwrap();
    assert_eq!(client.buffers_to_host(&again[0].results).unwrap()[0], host);
    assert_eq!(host, ramp(1024), "memory of the host is never written to");
}

#[test]
fn wrong_arguments_are_named() {
    let client = client();
    let program = client.compile(negate_then_add(), &CompileOptions::default()).unwrap();
    let message = |arguments: &[ArrayLiteral]| {
        let run = program.execute(&[buffers(&client, arguments)], ExecuteOptions::default());
        run.err().unwrap().to_string()
    };
    assert_eq!(message(&[]), "elementwise: 0 arguments, expected 1");
    assert_eq!(message(&[ramp(3)]), "argument 0 is f32[3], expected f32[37]");
}

#[test]
fn damaged_artifacts_are_refused() {
    let client = client();
    let program = client.compile(negate_then_add(), &CompileOptions::default()).unwrap();
    let artifact = program.serialize().unwrap();
    let load = |bytes: &[u8]| client.load(Bytes::copy_of(bytes)).err().map(|e| e.to_string());
    for length in (0..artifact.len()).step_by(97) {
        assert!(load(&artifact[..length]).is_some(), "{length} bytes");
    }
    for at in (0..artifact.len()).step_by(31) {
        let mut changed = artifact.clone();
        changed[at] ^= 1;
        assert!(load(&changed).is_some(), "byte {at}");
    }
    let mut newer = artifact.clone();
    newer[8] = 99;
    let message = load(&newer).unwrap();
    assert!(message.starts_with("a .pjx file of version 99, and this pjrt reads version 3"), "{message}");
}

#[test]
fn code_for_another_target_is_refused() {
    let client = client();
    let mut executable = crate::codegen::compile(negate_then_add(), &Default::default()).unwrap();
    executable.target.features.insert("quantum".to_owned());
    let message = client.load(Bytes::copy_of(&executable.save())).err().unwrap().to_string();
    assert!(message.ends_with("lacks quantum"), "{message}");
}
