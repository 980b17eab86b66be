//! MLIR's quantized element types as plain values.

use melior::ir::{Type, TypeLike};
use mlir_sys as ffi;

/// `!quant.uniform<…>`, as its text has it: nothing is checked but what MLIR's parser checks.
pub struct UniformType<'c> {
    pub storage: Type<'c>,
    pub is_signed: bool,
    pub min: i64,
    pub max: i64,
    pub expressed: Type<'c>,
    /// None where one scale and zero point are for all elements.
    pub dimension: Option<i32>,
    pub scales: Vec<f64>,
    pub zero_points: Vec<i64>,
}

/// Whether this is any type of MLIR's dialect `quant`.
pub fn is_quantized(of: Type) -> bool {
    // SAFETY: the type lives in its context.
    unsafe { ffi::mlirTypeIsAQuantizedType(of.to_raw()) }
}

/// The parts of a uniform quantized type: one for the whole array, or one for each slice of a dimension.
pub fn uniform<'c>(of: Type<'c>) -> Option<UniformType<'c>> {
    let raw = of.to_raw();
    // SAFETY: each getter follows a check of the kind.
    unsafe {
        if ffi::mlirTypeIsAUniformQuantizedType(raw) {
            let scale = ffi::mlirUniformQuantizedTypeGetScale(raw);
            let zero_point = ffi::mlirUniformQuantizedTypeGetZeroPoint(raw);
            Some(common(raw, None, vec![scale], vec![zero_point]))
        } else if ffi::mlirTypeIsAUniformQuantizedPerAxisType(raw) {
            let count = ffi::mlirUniformQuantizedPerAxisTypeGetNumDims(raw);
            let scales = (0..count).map(|i| ffi::mlirUniformQuantizedPerAxisTypeGetScale(raw, i)).collect();
            let zero_points = (0..count).map(|i| ffi::mlirUniformQuantizedPerAxisTypeGetZeroPoint(raw, i)).collect();
            let dimension = ffi::mlirUniformQuantizedPerAxisTypeGetQuantizedDimension(raw);
            Some(common(raw, Some(dimension), scales, zero_points))
        } else {
            None
        }
    }
}

/// # Safety
/// `raw` is a quantized type of a living context.
unsafe fn common<'c>(
    raw: ffi::MlirType,
    dimension: Option<i32>,
    scales: Vec<f64>,
    zero_points: Vec<i64>,
) -> UniformType<'c> {
    // SAFETY: all quantized types have these parts.
    unsafe {
        UniformType {
            storage: Type::from_raw(ffi::mlirQuantizedTypeGetStorageType(raw)),
            is_signed: ffi::mlirQuantizedTypeIsSigned(raw),
            min: ffi::mlirQuantizedTypeGetStorageTypeMin(raw),
            max: ffi::mlirQuantizedTypeGetStorageTypeMax(raw),
            expressed: Type::from_raw(ffi::mlirQuantizedTypeGetExpressedType(raw)),
            dimension,
            scales,
            zero_points,
        }
    }
}
