//! Whole files.

use super::*;
use crate::frontend::{self, Source};
use crate::hlo::every_op::every_op;
use crate::hlo::{
    AlignedBytes, ArrayShape, Computation, ElementType, Instruction, Layout, Module, Op, PrintOptions, print,
};
use prost::Message;

const MODULE: &[u8] = include_bytes!("../../testdata/hlo/proto/module.pb");

fn module_of(bytes: &[u8]) -> Module {
    frontend::parse(&Source::new("test.pb", read(bytes).unwrap().text)).unwrap()
}

/// Text with every name left out: instructions of different computations may have one name, but not in a proto.
fn nameless(module: &Module) -> String {
    let options = PrintOptions { metadata: false, signatures: false, ..PrintOptions::default() };
    let text = print(module, &options);
    let mut pieces = text.split('%');
    let first = pieces.next().unwrap_or_default().to_owned();
    let is_of_name = |c: char| c.is_alphanumeric() || "_.-".contains(c);
    pieces.fold(first, |out, piece| out + "%" + piece.trim_start_matches(is_of_name))
}

#[test]
fn every_operation_reads_back() {
    let module = every_op();
    let bytes = write(&module).unwrap();
    assert!(is_proto(&bytes));
    assert_eq!(nameless(&module_of(&bytes)), nameless(&module));
}

#[test]
fn constants_of_every_type_read_back_in_any_layout() {
    for element_type in ElementType::ALL {
        let mut shape = ArrayShape::new(element_type, [2, 3]);
        shape.layout = Layout::new(vec![0, 1]);
        let mut bytes = AlignedBytes::zeroed(shape.byte_size());
        let width = element_type.byte_width();
        (0..6).for_each(|i| bytes[i * width] = i as u8 & 1);
        let constant = ArrayLiteral::new(element_type, [2, 3], bytes);
        let mut computation = Computation::new("main");
        computation.add_root(Instruction::new(Op::Constant(constant.clone().into()), shape, []));
        let mut module = Module::new("constants");
        let entry = module.add_computation(computation);
        module.set_entry(entry);
        let again = module_of(&write(&module).unwrap());
        let Op::Constant(read) = again.entry().op(again.entry().root()) else { panic!("a constant") };
        assert_eq!(read, &constant.into(), "{element_type}");
    }
}

#[test]
fn constants_of_packed_elements_and_scheduled_starts_are_as_xla_has_them() {
    let text = "HloModule m, is_scheduled=true\nENTRY e {\n x = s4[2]{0:E(4)} constant({1, 2})\n \
                s = ((s4[2]), s4[2]) negate-start(x)\n ROOT d = s4[2] negate-done(s)\n}";
    let module = frontend::parse(&Source::new("test.hlo", text)).unwrap();
    let proto = messages::HloModuleProto::decode(&*write(&module).unwrap()).unwrap();
    assert_eq!(proto.schedule.unwrap().sequences.len(), proto.computations.len());
    let entry = messages::HloComputationProto::decode(&**proto.computations.last().unwrap()).unwrap();
    let constant = messages::HloInstructionProto::decode(&*entry.instructions[0]).unwrap();
    let element_size = |shape: Option<messages::ShapeProto>| shape.unwrap().layout.unwrap().element_size_in_bits;
    assert_eq!(element_size(constant.shape), 4);
    assert_eq!(element_size(constant.literal.unwrap().shape), 0);
}

#[test]
fn several_devices_need_a_config() {
    let mut module = every_op();
    (module.replica_count, module.partition_count) = (1, 2);
    let again = read(&write(&module).unwrap()).unwrap().text;
    assert!(again.starts_with("HloModule every_op, ") && again.contains("num_partitions=2"), "{again}");
}

/// No byte that is another brings the reader down.
#[test]
fn damaged_files_are_refused_or_read() {
    for at in (0..MODULE.len()).step_by(3) {
        for byte in [0x0a, 0xff, MODULE[at] ^ 1] {
            let mut damaged = MODULE.to_vec();
            damaged[at] = byte;
            if let Ok(program) = read(&damaged) {
                // Verifying is the business of the reader of text.
                assert!(program.text.starts_with("HloModule"));
            }
        }
        let has_all_computations = at >= 2449;
        assert!(has_all_computations || read(&MODULE[..at]).is_err(), "cut at {at}");
    }
}

#[test]
fn what_is_wrong_is_told_by_field() {
    let message = |bytes: &[u8]| read(bytes).err().map_or(String::new(), |findings| findings.to_string());
    let one_instruction = b"\n\x01m\x1a\x0b\n\x01f\x12\x04\x12\x02no\x30\x01";
    assert_eq!(message(one_instruction), "error: computations[0].root_id: there is no instruction 1");
    let without_shape = b"\n\x01m\x1a\x09\n\x01f\x12\x04\x12\x02no";
    assert_eq!(message(without_shape), "error: computations[0].instructions[0].shape: missing");
}
