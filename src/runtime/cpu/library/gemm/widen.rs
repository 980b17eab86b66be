//! Operands of types that are rare in products: they are converted as a whole first.

use super::dispatch::{Family, Side};
use super::operand::Source;
use crate::hlo::ElementType;
use crate::hlo::float_format::e8m0;
use crate::runtime::cpu::library::scratch::Scratch;
use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

/// An operand, converted if need be.
pub(super) struct Widened(Option<(Scratch, ElementType)>);

impl Widened {
    /// The operand to use instead of the one given.
    pub(super) fn side<'a, S>(&self, &(source, element, start): &Side<'a, S>) -> Side<'a, S> {
        match &self.0 {
            Some((memory, element)) => (source, *element, memory.as_mut_ptr::<u8>().cast_const()),
            None => (source, element, start),
        }
    }
}

/// Converts an operand to the type that a family multiplies, unless its tiles' forms take it as it is.
pub(super) fn widened(family: &Family, &(source, element, start): &Side<impl Source>) -> Widened {
    use ElementType::*;
    let to = match (family, element) {
        (Family::F32(..), _) if element == F16 || element.is_minifloat() => F32,
        (Family::F64(..), _) if element != F64 => F64,
        (Family::I32(..), _) if element.byte_width() != 4 => S32,
        (Family::I64(..), _) if element.byte_width() != 8 => S64,
        _ => return Widened(None),
    };
    let count = source.span();
    let memory = Scratch::of::<u64>(count);
    // SAFETY: the operand has as many elements, of its type; the scratch has room for the widest.
    unsafe {
        match to {
            F32 if element == F16 => from_f16(start, memory.as_mut_ptr(), count),
            F32 => from_minifloat(element, start, memory.as_mut_ptr(), count),
            F64 => to_f64(element, start, memory.as_mut_ptr(), count),
            S32 => to_integer::<i32>(element, start, memory.as_mut_ptr(), count, |x| x as i32),
            _ => to_integer::<i64>(element, start, memory.as_mut_ptr(), count, |x| x),
        }
    }
    Widened(Some((memory, to)))
}

unsafe fn from_f16(from: *const u8, to: *mut f32, count: usize) {
    // SAFETY: the caller's promise; zeroed, as a slice must hold values.
    unsafe {
        to.write_bytes(0, count);
        let from = std::slice::from_raw_parts(from.cast::<f16>(), count);
        from.convert_to_f32_slice(std::slice::from_raw_parts_mut(to, count));
    }
}

/// The values of a type's 256 codes.
fn values(element: ElementType) -> [f32; 256] {
    let format = element.float_format();
    std::array::from_fn(|code| match format {
        Some(format) => format.decode(code as u16) as f32,
        None => e8m0::decode(code as u8) as f32,
    })
}

unsafe fn from_minifloat(element: ElementType, from: *const u8, to: *mut f32, count: usize) {
    let values = values(element);
    // SAFETY: the caller's promise.
    unsafe { each(from, to, count, |code: u8| values[usize::from(code)]) }
}

unsafe fn each<T: Copy, U>(from: *const u8, to: *mut U, count: usize, convert: impl Fn(T) -> U) {
    // SAFETY: the caller's promise.
    (0..count).for_each(|i| unsafe { *to.add(i) = convert(*from.cast::<T>().add(i)) });
}

unsafe fn to_f64(element: ElementType, from: *const u8, to: *mut f64, count: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        match element {
            ElementType::F32 => each(from, to, count, |x: f32| f64::from(x)),
            ElementType::F16 => each(from, to, count, |x: f16| x.to_f64()),
            ElementType::BF16 => each(from, to, count, |x: bf16| x.to_f64()),
            _ => {
                let values = values(element);
                each(from, to, count, |code: u8| values[usize::from(code)].into());
            }
        }
    }
}

/// Sign- or zero-extends to 64 bits, then cuts.
unsafe fn to_integer<U>(element: ElementType, from: *const u8, to: *mut U, count: usize, cut: impl Fn(i64) -> U) {
    // SAFETY: the caller's promise.
    unsafe {
        match (element.byte_width(), element.is_signed_integer()) {
            (1, true) => each(from, to, count, |x: i8| cut(x.into())),
            (1, false) => each(from, to, count, |x: u8| cut(x.into())),
            (2, true) => each(from, to, count, |x: i16| cut(x.into())),
            (2, false) => each(from, to, count, |x: u16| cut(x.into())),
            (4, true) => each(from, to, count, |x: i32| cut(x.into())),
            (4, false) => each(from, to, count, |x: u32| cut(x.into())),
            _ => each(from, to, count, cut),
        }
    }
}
