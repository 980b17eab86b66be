//! Compiles an elementwise function to machine code and applies it to arrays.

use super::{Features, MathBuilder, Value};
use crate::codegen::Target;
use crate::codegen::link::Image;
use crate::hlo::ElementType;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::FileType;
use inkwell::values::PointerValue;
use inkwell::{AddressSpace, IntPredicate};

/// `body` over arrays of elements, `lanes` at a time.
pub struct Kernel {
    image: Image,
    lanes: usize,
    inputs: Vec<ElementType>,
    output: ElementType,
}

type Entry = unsafe extern "C" fn(*const *const u8, *mut u8, i64);

impl Kernel {
    /// Compiles `body` for a target.
    pub fn compile(
        target: &Target,
        lanes: u32,
        inputs: &[ElementType],
        output: ElementType,
        body: impl for<'a, 'ctx> FnOnce(&MathBuilder<'a, 'ctx>, &[Value<'ctx>]) -> Value<'ctx>,
    ) -> Kernel {
        let context = Context::create();
        let module = context.create_module("test");
        let machine = target.machine().unwrap();
        target.prepare(&module, &machine);
        emit(&context, &module, Features::of(target), lanes, inputs, output, body);
        module.verify().unwrap_or_else(|e| panic!("{e}"));
        module.run_passes("early-cse,instcombine,simplifycfg", &machine, PassBuilderOptions::create()).unwrap();
        let object = machine.write_to_memory_buffer(&module, FileType::Object).unwrap();
        let image = Image::link(&[object.as_slice()]).unwrap();
        Kernel { image, lanes: lanes as usize, inputs: inputs.to_vec(), output }
    }

    /// Applies the function to arrays in memory form, padded to whole vectors with their first elements.
    pub fn apply(&self, arrays: &[&[u8]]) -> Vec<u8> {
        let count = arrays[0].len() / self.inputs[0].byte_width();
        let blocks = count.div_ceil(self.lanes);
        let padded: Vec<Vec<u8>> = arrays
            .iter()
            .zip(&self.inputs)
            .map(|(bytes, ty)| {
                let size = blocks * self.lanes * ty.byte_width();
                bytes.iter().chain(bytes.iter()).chain(std::iter::repeat(&0)).copied().take(size).collect()
            })
            .collect();
        let pointers: Vec<*const u8> = padded.iter().map(|bytes| bytes.as_ptr()).collect();
        let mut result = vec![0; blocks * self.lanes * self.output.byte_width()];
        // SAFETY: the function has this signature and reads and writes whole blocks, for which there is room.
        unsafe {
            let entry: Entry = std::mem::transmute(self.image.symbol("kernel").unwrap());
            entry(pointers.as_ptr(), result.as_mut_ptr(), blocks as i64);
        }
        result.truncate(count * self.output.byte_width());
        result
    }
}

/// `void kernel(inputs, output, blocks)`: a loop over blocks of `lanes` elements.
fn emit<'ctx>(
    context: &'ctx Context,
    module: &Module<'ctx>,
    features: Features,
    lanes: u32,
    inputs: &[ElementType],
    output: ElementType,
    body: impl for<'a> FnOnce(&MathBuilder<'a, 'ctx>, &[Value<'ctx>]) -> Value<'ctx>,
) {
    let (pointer, index) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let signature = context.void_type().fn_type(&[pointer.into(), pointer.into(), index.into()], false);
    let function = module.add_function("kernel", signature, None);
    let builder = context.create_builder();
    let [start, block, exit] = ["start", "block", "exit"].map(|name| context.append_basic_block(function, name));
    builder.position_at_end(start);
    let argument = |i: u32| function.get_nth_param(i).unwrap();
    let offset =
        |base: PointerValue<'ctx>, bytes| unsafe { builder.build_gep(context.i8_type(), base, &[bytes], "").unwrap() };
    let sources: Vec<PointerValue<'ctx>> = (0..inputs.len())
        .map(|i| offset(argument(0).into_pointer_value(), index.const_int(8 * i as u64, false)))
        .map(|slot| builder.build_load(pointer, slot, "").unwrap().into_pointer_value())
        .collect();
    builder.build_unconditional_branch(block).unwrap();
    builder.position_at_end(block);
    let counter = builder.build_phi(index, "").unwrap();
    let position = counter.as_basic_value().into_int_value();
    let at = |base, ty: ElementType| {
        let stride = index.const_int(lanes as u64 * ty.byte_width() as u64, false);
        offset(base, builder.build_int_mul(position, stride, "").unwrap())
    };
    let math = MathBuilder { context, builder: &builder, module, lanes, features };
    let values: Vec<_> = sources.iter().zip(inputs).map(|(&from, &ty)| math.load(ty, at(from, ty), 1)).collect();
    let result = body(&math, &values);
    math.store(output, at(argument(1).into_pointer_value(), output), result, 1);
    let next = builder.build_int_add(position, index.const_int(1, false), "").unwrap();
    let end = builder.get_insert_block().unwrap();
    counter.add_incoming(&[(&index.const_zero(), start), (&next, end)]);
    let more = builder.build_int_compare(IntPredicate::ULT, next, argument(2).into_int_value(), "").unwrap();
    builder.build_conditional_branch(more, block, exit).unwrap();
    builder.position_at_end(exit);
    builder.build_return(None).unwrap();
}
