//! Modules and computations as protos.

use super::asynchronous::with_async_computations;
use super::instruction::instruction_proto;
use super::numbers;
use super::shape::program_shape;
use crate::hlo::{Computation, ComputationId, Diagnostics, InstructionId, Module, StackFrameTables};
use crate::proto::messages::*;
use crate::proto::write::number;
use prost::Message;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// An `HloModuleProto`; for several devices an `HloModuleProtoWithConfig`, which says how many.
///
/// # Errors
/// A sharding that no proto holds.
pub fn write(module: &Module) -> Result<Vec<u8>, Diagnostics> {
    let module = &*with_async_computations(module);
    let ids = Ids::new(module);
    let proto = module_proto(module, &ids)?;
    if module.device_count() == 1 {
        return Ok(proto.encode_to_vec());
    }
    let config = HloModuleConfigProto {
        entry_computation_layout: proto.host_program_shape.clone(),
        replica_count: number(module.replica_count),
        num_partitions: number(module.partition_count),
    };
    Ok(HloModuleProtoWithConfig { hlo_module: Some(proto), config: Some(config) }.encode_to_vec())
}

/// Numbers of instructions and computations, names of instructions, and stack frames.
pub(super) struct Ids {
    /// In the order of the text.
    numbers: HashMap<(ComputationId, InstructionId), i64>,
    /// Where an instruction's own name is another one's, too.
    renamed: HashMap<(ComputationId, InstructionId), String>,
    pub(super) frames: StackFrameTables,
}

impl Ids {
    fn new(module: &Module) -> Ids {
        let mut ids = Ids { numbers: HashMap::new(), renamed: HashMap::new(), frames: StackFrameTables::of(module) };
        for computation in module.post_order() {
            for id in text_order(module.computation(computation)) {
                let next = number(ids.numbers.len() + 1);
                ids.numbers.insert((computation, id), next);
            }
        }
        ids.rename(module);
        ids
    }

    /// XLA wants names that no other instruction of the module has. The entry's stay as they are.
    fn rename(&mut self, module: &Module) {
        let mut taken = HashSet::new();
        for computation in module.post_order().into_iter().rev() {
            for id in text_order(module.computation(computation)) {
                let name = module.computation(computation).get(id).name();
                if taken.insert(name.to_string()) {
                    continue;
                }
                let mut other = format!("{name}.{}", self.instruction(computation, id));
                while !taken.insert(other.clone()) {
                    other += "_";
                }
                self.renamed.insert((computation, id), other);
            }
        }
    }

    pub(super) fn instruction(&self, computation: ComputationId, id: InstructionId) -> i64 {
        self.numbers[&(computation, id)]
    }

    pub(super) fn name(&self, computation: ComputationId, id: InstructionId, own: &str) -> String {
        self.renamed.get(&(computation, id)).cloned().unwrap_or_else(|| own.to_owned())
    }

    pub(super) fn computation(&self, id: ComputationId) -> i64 {
        i64::from(id.0) + 1
    }
}

fn module_proto(module: &Module, ids: &Ids) -> Result<HloModuleProto, Diagnostics> {
    let order = module.post_order();
    let computations = order.iter().map(|&id| Ok(computation_proto(module, id, ids)?.encode_to_vec()));
    let entry = module.entry();
    Ok(HloModuleProto {
        name: module.name.to_string(),
        entry_computation_name: entry.name.to_string(),
        entry_computation_id: ids.computation(module.entry_id()),
        computations: computations.collect::<Result<_, Diagnostics>>()?,
        host_program_shape: Some(program_shape(entry)),
        schedule: schedule(module, &order, ids),
        stack_frame_index: stack_frames(&ids.frames),
        input_output_alias: Some(HloInputOutputAliasProto { entries: aliases(module) }),
        buffer_donor: Some(HloBufferDonorProto { entries: donors(module) }),
        frontend_attributes: Some(attributes_proto(&module.frontend_attributes)),
        ..HloModuleProto::default()
    })
}

fn computation_proto(module: &Module, id: ComputationId, ids: &Ids) -> Result<HloComputationProto, Diagnostics> {
    let computation = module.computation(id);
    let instructions =
        text_order(computation).into_iter().map(|it| Ok(instruction_proto(computation, id, it, ids)?.encode_to_vec()));
    Ok(HloComputationProto {
        name: computation.name.to_string(),
        instructions: instructions.collect::<Result<_, Diagnostics>>()?,
        program_shape: Some(program_shape(computation)),
        id: ids.computation(id),
        root_id: ids.instruction(id, computation.root()),
        is_fusion_computation: false,
    })
}

fn text_order(computation: &Computation) -> Vec<InstructionId> {
    computation.schedule.clone().unwrap_or_else(|| computation.post_order())
}

fn schedule(module: &Module, order: &[ComputationId], ids: &Ids) -> Option<HloScheduleProto> {
    module.entry().schedule.as_ref()?;
    let sequence = |&id: &ComputationId| {
        let schedule = module.computation(id).schedule.as_ref()?;
        let instruction_ids = schedule.iter().map(|&it| ids.instruction(id, it)).collect();
        Some((ids.computation(id), InstructionSequence { instruction_ids }))
    };
    Some(HloScheduleProto { sequences: order.iter().filter_map(sequence).collect() })
}

fn stack_frames(tables: &StackFrameTables) -> Option<StackFrameIndexProto> {
    let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let small = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    let places = tables.places.items().iter().map(|place| FileLocation {
        file_name_id: number(place.file),
        function_name_id: number(place.function),
        line: small(place.line),
        column: small(place.column),
        end_line: small(place.line),
        end_column: small(place.column),
    });
    let frames = tables
        .frames
        .items()
        .iter()
        .map(|&(place, caller)| StackFrame { file_location_id: number(place), parent_frame_id: number(caller) });
    (!tables.frames.items().is_empty()).then(|| StackFrameIndexProto {
        file_names: tables.files.items().iter().map(|name| name.to_string()).collect(),
        function_names: tables.functions.items().iter().map(|name| name.to_string()).collect(),
        file_locations: places.collect(),
        stack_frames: frames.collect(),
    })
}

fn aliases(module: &Module) -> Vec<AliasEntryProto> {
    let entry = |alias: &crate::hlo::InputOutputAlias| AliasEntryProto {
        output_shape_index: numbers(&alias.output),
        parameter_number: number(alias.parameter),
        parameter_shape_index: numbers(&alias.parameter_index),
        kind: if alias.must { 2 } else { 1 },
    };
    module.input_output_aliases.iter().map(entry).collect()
}

fn donors(module: &Module) -> Vec<BufferDonorEntryProto> {
    let entry =
        |&donor: &usize| BufferDonorEntryProto { parameter_number: number(donor), parameter_shape_index: Vec::new() };
    module.buffer_donors.iter().map(entry).collect()
}

pub(super) fn attributes_proto(attributes: &BTreeMap<Arc<str>, Arc<str>>) -> FrontendAttributes {
    let map = attributes.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    FrontendAttributes { map }
}
