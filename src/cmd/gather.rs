//! Results of devices that are in several processes, brought to each: by a program that does nothing but gather.

use super::failure::{Failure, Outcome};
use super::placement::layer;
use super::session::{Session, no_source};
use crate::hlo::{
    ArrayLiteral, ArrayShape, Builder, Collective, CollectiveKind, Computation, DeviceCounts, Diagnostic, ElementType,
    InstructionId, Module, Op, ReplicaGroups, Shape,
};
use crate::runtime::{Client, CompileOptions, ExecuteOptions, LoadedExecutable};

impl Session {
    /// The results of all devices that run a program, from those of this process's devices. Every process asks for it.
    ///
    /// # Errors
    /// Another process has failed.
    pub fn gather(
        &self,
        executable: &dyn LoadedExecutable,
        own: Vec<Vec<ArrayLiteral>>,
    ) -> Outcome<Vec<Vec<ArrayLiteral>>> {
        self.gather_arrays(executable.device_assignment().counts, &executable.signature().results(), own)
    }

    /// The least of the numbers that processes bring with whose devices a program runs. Every such process asks for it.
    ///
    /// # Errors
    /// Another process has failed.
    pub fn least(&self, executable: &dyn LoadedExecutable, number: usize) -> Outcome<usize> {
        let assignment = executable.device_assignment();
        let own = ArrayLiteral::scalar_integer(ElementType::S64, number as i64);
        let shape = own.shape().clone();
        let own = assignment.addressable.clone().map(|_| vec![own.clone()]).collect();
        let all = self.gather_arrays(assignment.counts, &[shape], own)?;
        let numbers = all.iter().flatten().map(|array| array.elements::<i64>()[0] as usize);
        Ok(numbers.min().unwrap_or(number))
    }

    /// As [`Session::gather`], of arrays of these shapes on the first devices.
    ///
    /// # Errors
    /// Another process has failed.
    pub fn gather_arrays(
        &self,
        counts: DeviceCounts,
        shapes: &[ArrayShape],
        own: Vec<Vec<ArrayLiteral>>,
    ) -> Outcome<Vec<Vec<ArrayLiteral>>> {
        let is_alone = self.process_of(counts.devices() - 1) == self.process_of(0);
        if shapes.is_empty() || is_alone {
            return Ok(own);
        }
        let program = gathering(shapes, counts);
        let program = program.map_err(|finding| Failure::bug(&finding.to_string()))?;
        let gathering = self.client.compile(program, &CompileOptions::default());
        let gathering = gathering.map_err(|error| Failure::runtime(error, no_source))?;
        let arguments = self.send_all(gathering.as_ref(), &own)?;
        let everyone = self.execute(gathering.as_ref(), &arguments, ExecuteOptions::default())?;
        let Some(joined) = everyone.first().map(|results| self.receive(results)).transpose()? else { return Ok(own) };
        let of_device = |device| joined.iter().map(|array| layer(array, device)).collect();
        Ok((0..counts.devices()).map(of_device).collect())
    }
}

impl Session {
    /// Bytes of all devices, from those of this process's devices. Every process asks for it, also one that has none.
    ///
    /// # Errors
    /// Another process has failed.
    pub fn gather_bytes(&self, counts: DeviceCounts, own: &[Vec<u8>]) -> Outcome<Vec<Vec<u8>>> {
        let length = |bytes: &Vec<u8>| vec![ArrayLiteral::scalar_integer(ElementType::S64, bytes.len() as i64)];
        let lengths =
            self.gather_arrays(counts, &[ArrayShape::scalar(ElementType::S64)], own.iter().map(length).collect())?;
        let lengths: Vec<usize> = lengths.iter().flatten().map(|array| array.elements::<i64>()[0] as usize).collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let padded = |bytes: &Vec<u8>| {
            let mut bytes = bytes.clone();
            bytes.resize(longest, 0);
            vec![ArrayLiteral::from_slice(ElementType::U8, [longest], &bytes)]
        };
        let all = self.gather_arrays(
            counts,
            &[ArrayShape::new(ElementType::U8, [longest])],
            own.iter().map(padded).collect(),
        )?;
        let cut = |(array, length): (&ArrayLiteral, usize)| array.bytes()[..length].to_vec();
        Ok(all.iter().flatten().zip(lengths).map(cut).collect())
    }
}

/// One parameter for each shape; the results have those of all devices, along a dimension in front.
fn gathering(shapes: &[ArrayShape], counts: DeviceCounts) -> Result<Module, Diagnostic> {
    let mut entry = Computation::new("gather");
    let mut builder = Builder::new(&mut entry, &None);
    let parameters = shapes.iter().enumerate();
    let results: Vec<_> =
        parameters.map(|(number, shape)| gathered(&mut builder, number, shape, counts.devices())).collect();
    let root = builder.tuple(&results);
    builder.finish_with_root(root)?;
    let mut module = Module::new("gather");
    let id = module.add_computation(entry);
    module.set_entry(id);
    (module.replica_count, module.partition_count) = (counts.replicas, counts.partitions);
    Ok(module)
}

fn gathered(builder: &mut Builder<'_>, number: usize, shape: &ArrayShape, devices: usize) -> InstructionId {
    let result = builder.parameter(number, Shape::Array(shape.clone()));
    let layer = builder.reshape(result, &[&[1], &shape.dims[..]].concat());
    let gather = Collective {
        kind: CollectiveKind::AllGather { dimension: 0 },
        groups: ReplicaGroups::List(vec![(0..devices).collect()]),
        channel_id: Some(number as u64 + 1),
        use_global_device_ids: true,
    };
    let stated = ArrayShape::new(shape.element_type, [&[devices], &shape.dims[..]].concat());
    builder.add(Op::Collective(Box::new(gather)), &[layer], &Shape::Array(stated))
}
