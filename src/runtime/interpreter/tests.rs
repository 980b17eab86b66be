use super::*;
use crate::hlo::{BinaryOp, Computation, ElementType, Instruction, Op, Shape};
use crate::runtime::{ExecuteOptions, ExecutionErrorKind};

/// `x + x`, with the argument donated where asked.
fn doubling(donate: bool) -> Module {
    let mut entry = Computation::new("main");
    let shape = Shape::array(ElementType::S32, [2]);
    let x = entry.add_parameter(0, shape.clone(), &None);
    entry.add_root(Instruction::new(Op::Binary(BinaryOp::Add), shape, [x, x]));
    module_of(entry, donate)
}

fn module_of(entry: Computation, donate: bool) -> Module {
    let mut module = Module::new("test");
    let id = module.add_computation(entry);
    module.set_entry(id);
    module.buffer_donors.extend(donate.then_some(0));
    module
}

fn buffer(client: &InterpreterClient, items: &[i32]) -> Arc<dyn Buffer> {
    let array = ArrayLiteral::from_slice(ElementType::S32, [items.len()], items);
    client.buffers_from_host(&[array], client.devices()[0].as_ref()).unwrap().remove(0)
}

#[test]
fn a_run_gives_its_results_and_kills_what_was_donated() {
    let client = InterpreterClient::new(&ClientOptions::default());
    let executable = client.compile(doubling(true), &CompileOptions::default()).unwrap();
    let input = buffer(&client, &[1, 2]);
    let execution = executable.execute(&[vec![input.clone()]], ExecuteOptions::default()).unwrap().remove(0);
    assert_eq!(client.buffers_to_host(&execution.results).unwrap()[0].elements::<i32>(), [2, 4]);
    assert!(input.is_deleted());
    let error = executable.execute(&[vec![input]], ExecuteOptions::default()).err().unwrap();
    assert_eq!(error.to_string(), "a buffer of shape s32[2] was used after it was donated to a run");
}

#[test]
fn wrong_arguments_are_refused_at_once() {
    let client = InterpreterClient::new(&ClientOptions::default());
    let executable = client.compile(doubling(false), &CompileOptions::default()).unwrap();
    let run =
        |arguments: &[Arc<dyn Buffer>]| executable.execute(&[arguments.to_vec()], ExecuteOptions::default()).err();
    assert_eq!(run(&[]).unwrap().to_string(), "the program takes 1 argument, found 0");
    let three = buffer(&client, &[1, 2, 3]);
    assert_eq!(run(&[three]).unwrap().to_string(), "argument 0: expected s32[2], found s32[3]");
}

#[test]
fn errors_of_a_run_arrive_at_the_events() {
    let mut entry = Computation::new("main");
    let shape = Shape::array(ElementType::S32, [2]);
    let x = entry.add_parameter(0, shape.clone(), &None);
    let sum = entry.add(Instruction::new(Op::Binary(BinaryOp::Add), shape.clone(), [x, x]));
    let check =
        crate::hlo::CustomCall { target: "check.expect_eq".into(), has_side_effect: true, ..Default::default() };
    entry.add(Instruction::new(Op::CustomCall(Box::new(check)), Shape::Tuple(vec![]), [x, sum]));
    entry.set_root(sum);
    let client = InterpreterClient::new(&ClientOptions::default());
    let executable = client.compile(module_of(entry, false), &CompileOptions::default()).unwrap();
    let execution = executable.execute(&[vec![buffer(&client, &[0, 2])]], ExecuteOptions::default()).unwrap().remove(0);
    let error = execution.results[0].ready().wait().unwrap_err();
    assert_eq!(error.kind, ExecutionErrorKind::Mismatch);
    assert!(error.message.contains("1 of 2 elements"), "{}", error.message);
    assert_eq!(execution.done.wait().unwrap_err(), error);
}
