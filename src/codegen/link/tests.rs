use super::*;
use crate::codegen::Target;
use inkwell::context::Context;
use inkwell::targets::FileType;

/// An object from LLVM assembly.
fn object(assembly: &str) -> Vec<u8> {
    let context = Context::create();
    let buffer = inkwell::memory_buffer::MemoryBuffer::create_from_memory_range_copy(assembly.as_bytes(), "test");
    let module = context.create_module_from_ir(buffer).unwrap();
    let machine = Target::host().machine().unwrap();
    Target::host().prepare(&module, &machine);
    machine.write_to_memory_buffer(&module, FileType::Object).unwrap().as_slice().to_vec()
}

#[test]
fn code_reads_constants_and_calls_memset() {
    let bytes = object(
        "@table = private constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]
         declare ptr @memset(ptr, i32, i64)
         define i32 @pick(ptr %to, i64 %i) {
           %r = call ptr @memset(ptr %to, i32 7, i64 16)
           %at = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
           %v = load i32, ptr %at
           ret i32 %v
         }",
    );
    let image = Image::link(&[bytes]).unwrap();
    // SAFETY: the function has this signature, and the image lives on.
    let pick: extern "C" fn(*mut u8, i64) -> i32 = unsafe { std::mem::transmute(image.symbol("pick").unwrap()) };
    let mut memory = [0u8; 16];
    assert_eq!(pick(memory.as_mut_ptr(), 2), 30);
    assert_eq!(memory, [7; 16]);
    assert!(image.symbol("table").is_none());
}

#[test]
fn objects_call_each_other_and_take_addresses() {
    let one = object("declare i32 @g(ptr)\ndefine i32 @f() { %r = call i32 @g(ptr @f)\n ret i32 %r }");
    let two = object(
        "declare i32 @f()\ndefine i32 @g(ptr %p) { %e = icmp eq ptr %p, @f\n %r = zext i1 %e to i32\n ret i32 %r }",
    );
    let image = Image::link(&[one, two]).unwrap();
    // SAFETY: as above.
    let f: extern "C" fn() -> i32 = unsafe { std::mem::transmute(image.symbol("f").unwrap()) };
    assert_eq!(f(), 1);
}

#[test]
fn unknown_symbols_are_refused_by_name() {
    let bytes = object(
        "declare float @expf(float)\ndefine float @f(float %x) { %r = call float @expf(float %x)\n ret float %r }",
    );
    let message = Image::link(&[bytes]).err().unwrap();
    assert!(message.contains("undefined symbol `expf`"), "{message}");
}

#[test]
fn damaged_objects_are_refused() {
    let bytes = object("define void @f() { ret void }");
    for length in 0..bytes.len() {
        let _ = Image::link(&[&bytes[..length]]);
    }
    assert!(Image::link(&[b"nonsense"]).is_err());
}
