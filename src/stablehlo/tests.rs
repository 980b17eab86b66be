//! Programs say the same after a round trip: through text, and through a portable artifact.

use super::{Dialects, PrintOptions, from_hlo, print};
use crate::bytecode::{self, Version};
use crate::frontend::{self, Source};
use crate::hlo::every_op::every_op_of_stablehlo;
use crate::hlo::{ArrayLiteral, Blame, Computation, ComputationId, DeviceCounts, InstructionId, Literal, Module, Op};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What a module computes: operations in order of their use, constants by value. Names, locations and unused
/// constants do not count.
fn meaning(module: &Module) -> String {
    let mut out = format!(
        "{} {} {:?} {:?}\n",
        module.replica_count, module.partition_count, module.input_output_aliases, module.buffer_donors
    );
    write_computation(module, module.entry_id(), &mut out);
    out
}

fn write_computation(module: &Module, id: ComputationId, out: &mut String) {
    let computation = module.computation(id);
    let mut numbers = HashMap::new();
    for id in in_order_of_use(computation) {
        let number = numbers.len();
        numbers.insert(id, number);
        let instruction = computation.get(id);
        let mut op = instruction.op.clone();
        let value = constant(computation, id).map(|literal| literal.bytes().to_vec());
        let operands: Vec<usize> = read(computation, id).iter().map(|operand| numbers[operand]).collect();
        op.called_computations_mut().into_iter().for_each(|id| *id = ComputationId(0));
        let described = if value.is_some() { "constant".to_owned() } else { format!("{op:?}") };
        let shape = &instruction.shape;
        writeln!(out, "{number} {described} {shape} {operands:?} {value:?} {:?}", instruction.sharding).unwrap();
        for called in instruction.op.called_computations() {
            write_computation(module, called, out);
        }
    }
    writeln!(out, "root {}", numbers[&meant(computation, computation.root())]).unwrap();
}

/// Operands; none of a constant, however it is written.
fn read(computation: &Computation, id: InstructionId) -> Vec<InstructionId> {
    match constant(computation, id) {
        Some(_) => Vec::new(),
        None => computation.operands(id).iter().map(|&operand| meant(computation, operand)).collect(),
    }
}

/// An element of a tuple that is made here is what it was made of.
fn meant(computation: &Computation, id: InstructionId) -> InstructionId {
    let Op::GetTupleElement { index } = computation.op(id) else { return id };
    let tuple = meant(computation, computation.operand(id, 0));
    match computation.op(tuple) {
        Op::Tuple => meant(computation, computation.operand(tuple, *index)),
        _ => id,
    }
}

/// Parameters, then all that computes something, then the root, each behind its operands.
fn in_order_of_use(computation: &Computation) -> Vec<InstructionId> {
    let computes = |op: &Op| {
        let moves = matches!(op, Op::Constant(_) | Op::Broadcast { .. } | Op::Reshape | Op::Convert);
        !moves && !matches!(op, Op::Tuple | Op::GetTupleElement { .. })
    };
    let computing = computation.ids().filter(|&id| computes(computation.op(id)));
    let wanted = computation.parameters().into_iter().chain(computing).chain([computation.root()]);
    let mut order = Vec::new();
    wanted.for_each(|id| visit(computation, meant(computation, id), &mut order));
    order
}

fn visit(computation: &Computation, id: InstructionId, order: &mut Vec<InstructionId>) {
    if !order.contains(&id) {
        read(computation, id).iter().for_each(|&operand| visit(computation, operand, order));
        order.push(id);
    }
}

/// The value of a constant; of one element, whether it is written as such or fills its array.
fn constant(computation: &Computation, id: InstructionId) -> Option<ArrayLiteral> {
    match computation.op(id) {
        Op::Constant(Literal::Array(literal)) => Some(literal.clone()),
        Op::Broadcast { dimensions } if dimensions.is_empty() && computation.get(id).array().element_count() == 1 => {
            constant(computation, computation.operand(id, 0))
        }
        _ => None,
    }
}

fn parse(text: &str) -> Module {
    frontend::parse(&Source::new("round_trip.mlir", text)).unwrap_or_else(|findings| panic!("{findings}\n{text}"))
}

fn text(module: &Module) -> String {
    let program = from_hlo(module, Dialects::All).unwrap_or_else(|findings| panic!("{findings}"));
    print(&program, PrintOptions::default())
}

/// Through an artifact; none where that cannot hold the program.
fn through_artifact(module: &Module, version: Version) -> Option<Module> {
    let program = from_hlo(module, Dialects::Portable).ok()?;
    let artifact = bytecode::write(&program, version).ok()?;
    let text = bytecode::to_text(&artifact).unwrap_or_else(|findings| panic!("{findings}"));
    Some(parse(&text))
}

/// Programs of the golden files, section by section, as far as the frontend takes them.
fn golden_programs() -> Vec<(PathBuf, Module)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("demo/softmax.mlir"), root.join("demo/top5.mlir")];
    let mut folders = vec![root.join("testdata")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "mlir" || e == "hlo") {
                files.push(path);
            }
        }
    }
    let programs = files.into_iter().flat_map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let sections = frontend::sections(&Source::new("golden.mlir", text));
        sections.into_iter().filter_map(move |section| Some((path.clone(), frontend::parse(&section).ok()?)))
    });
    programs.collect()
}

#[test]
fn golden_programs_survive() {
    let programs = golden_programs();
    assert!(programs.len() > 40, "{}", programs.len());
    let mut artifacts = 0;
    for (path, module) in programs {
        // HLO text may hold what StableHLO cannot say.
        if from_hlo(&module, Dialects::All).is_err_and(|findings| findings.blame() == Blame::Unsupported) {
            continue;
        }
        // It may also hold fusions and copies: what they mean survives.
        let is_hlo = path.extension().is_some_and(|e| e == "hlo");
        // Values handed into the branches of a grid's programs may be constants, which are copied when read again.
        let is_grid = module.device_counts() != DeviceCounts { replicas: 1, partitions: 1 };
        let module = if is_hlo || is_grid { parse(&text(&module)) } else { module };
        let again = parse(&text(&module));
        assert_eq!(meaning(&module), meaning(&again), "{}", path.display());
        if let Some(again) = through_artifact(&module, Version::CURRENT) {
            assert_eq!(meaning(&module), meaning(&again), "{} as an artifact", path.display());
            artifacts += 1;
        }
    }
    assert!(artifacts > 30, "{artifacts}");
}

/// Once fusions and copies are said by what they mean.
#[test]
fn every_operation_survives() {
    let first = parse(&text(&every_op_of_stablehlo()));
    assert_eq!(meaning(&first), meaning(&parse(&text(&first))));
    for version in [Version(1, 10, 0), Version::DEFAULT_WRITTEN, Version::CURRENT] {
        let again = through_artifact(&first, version).expect("every operation has a place in an artifact");
        assert_eq!(meaning(&first), meaning(&again), "{version}");
    }
}

#[test]
fn artifacts_can_be_written_again() {
    for artifact in artifacts_of_old_versions() {
        let text = bytecode::to_text(&artifact).unwrap();
        for version in [Version::MINIMUM_WRITTEN, Version::CURRENT] {
            let again = bytecode::write(&bytecode::read(&artifact).unwrap(), version).unwrap();
            assert_eq!(text, bytecode::to_text(&again).unwrap());
        }
    }
}

fn artifacts_of_old_versions() -> Vec<Vec<u8>> {
    let read = |version: &str| {
        let file = format!("testdata/bytecode/old_versions.{version}.mlirbc");
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
    };
    ["0.9.0", "0.10.0", "0.12.0", "0.14.0", "1.17.0"].map(read).into()
}

#[test]
fn old_versions_refuse_what_they_lack() {
    let program = from_hlo(&every_op_of_stablehlo(), Dialects::Portable).unwrap();
    let refusal = bytecode::write(&program, Version(1, 2, 0)).unwrap_err();
    assert_eq!(refusal.message, "stablehlo.tan: in an artifact of StableHLO 1.2.0");
    assert!(bytecode::write(&program, Version(0, 9, 0)).is_err());
    assert!(bytecode::write(&program, Version(9, 0, 0)).is_err());
}

/// No damage to an artifact may do more than be found, or give another program, which the frontend takes or refuses.
/// `PJRT_FUZZ_ITERATIONS` asks for more than a few.
#[test]
fn damaged_artifacts_are_refused() {
    let program = from_hlo(&every_op_of_stablehlo(), Dialects::Portable).unwrap();
    let mut artifacts = vec![bytecode::write(&program, Version::CURRENT).unwrap()];
    artifacts.extend(artifacts_of_old_versions());
    for length in (0..artifacts[0].len()).step_by(7) {
        assert!(bytecode::read(&artifacts[0][..length]).is_err(), "{length}");
    }
    let iterations = std::env::var("PJRT_FUZZ_ITERATIONS").map_or(1000, |count| count.parse().unwrap());
    let mut random = Random(1);
    for _ in 0..iterations {
        let mut damaged = artifacts[random.below(artifacts.len())].clone();
        (0..=random.below(4)).for_each(|_| damage(&mut damaged, &mut random));
        if let Ok(text) = bytecode::to_text(&damaged) {
            let _ = frontend::parse(&Source::new("damaged.mlirbc", text));
        }
    }
}

/// Xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let place = random.below(bytes.len());
    let length = random.below(8).min(bytes.len() - place);
    match random.below(5) {
        0 => bytes[place] ^= 1 << random.below(8),
        1 => bytes[place] = [0, 1, 3, 0x7F, 0x80, 0xFE, 0xFF][random.below(7)],
        2 => bytes[place] = random.below(256) as u8,
        3 => drop(bytes.drain(place..place + length)),
        _ => bytes.extend_from_within(place..place + length),
    }
}
