//! The border to MLIR: parsing, and plain values out of its objects.
//!
//! Thin: [`Operation`], [`Value`], [`Type`] and [`Attribute`] are copies of MLIR's pointers that live as long as the
//! module they come from.

pub mod quantized;

use super::attributes::split_top_level;
use melior::Context;
use melior::diagnostic::{Diagnostic as MlirDiagnostic, DiagnosticSeverity};
use melior::dialect::DialectHandle;
use melior::ir::attribute::AttributeLike;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockLike, BlockRef, Module, OperationRef, Type, TypeLike, Value, ValueLike};
use mlir_sys as ffi;
use std::cell::RefCell;
use std::rc::Rc;

/// What MLIR says about a text; lines and columns count from 1, in bytes.
pub struct Complaint {
    pub line: usize,
    pub column: usize,
    pub message: String,
    pub notes: Vec<Note>,
}

/// What else MLIR points to.
pub struct Note {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

/// A context for this text. It knows functions, and quantized types where the text has any: loading more costs start-up
/// time.
pub fn context(text: &str) -> Context {
    let context = Context::new_with_threading(false);
    DialectHandle::func().load_dialect(&context);
    if text.contains("!quant.") {
        DialectHandle::quant().load_dialect(&context);
    }
    context.set_allow_unregistered_dialects(true);
    context
}

/// The types in `!stablehlo.future<…>`; none for any other type.
pub fn future<'c>(of: Type<'c>) -> Option<Vec<Type<'c>>> {
    let text = of.to_string();
    let inside = text.strip_prefix("!stablehlo.future<")?.strip_suffix('>')?;
    split_top_level(inside).into_iter().map(|part| parse_type(of, part.trim())).collect()
}

/// A type of this text, in the context of another one.
fn parse_type<'c>(beside: Type<'c>, text: &str) -> Option<Type<'c>> {
    let context = beside.context();
    // SAFETY: the context lives as long as the type.
    let context = unsafe { context.to_ref() };
    let handler = context.attach_diagnostic_handler(|_| true);
    let parsed = Type::parse(context, text);
    context.detach_diagnostic_handler(handler);
    parsed
}

/// Parses and verifies a module; the text ends in a NUL.
pub fn parse<'c>(context: &'c Context, nul_terminated: &str) -> Result<Module<'c>, Vec<Complaint>> {
    let complaints = Rc::new(RefCell::new(Vec::new()));
    let sink = complaints.clone();
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        if matches!(diagnostic.severity(), DiagnosticSeverity::Error) {
            sink.borrow_mut().push(complaint(&diagnostic));
        }
        true
    });
    let text = ffi::MlirStringRef { data: nul_terminated.as_ptr().cast(), length: nul_terminated.len() - 1 };
    // SAFETY: the text outlives the call, and its end is followed by the NUL that the lexer looks for.
    let module = unsafe { Module::from_option_raw(ffi::mlirModuleCreateParse(context.to_raw(), text)) };
    context.detach_diagnostic_handler(handler);
    module.ok_or_else(|| complaints.take())
}

fn complaint(diagnostic: &MlirDiagnostic) -> Complaint {
    let (line, column) = line_and_column(diagnostic.location().to_raw());
    let note = |note: MlirDiagnostic| {
        let (line, column) = line_and_column(note.location().to_raw());
        Note { line, column, message: note.to_string() }
    };
    let notes = (0..diagnostic.note_count()).filter_map(|i| diagnostic.note(i).ok()).map(note).collect();
    Complaint { line, column, message: diagnostic.to_string(), notes }
}

fn line_and_column(location: ffi::MlirLocation) -> (usize, usize) {
    // SAFETY: the location belongs to a living context, and is asked for its kind first.
    unsafe {
        if !ffi::mlirLocationIsAFileLineColRange(location) {
            return (1, 1);
        }
        let line = ffi::mlirLocationFileLineColRangeGetStartLine(location);
        let column = ffi::mlirLocationFileLineColRangeGetStartColumn(location);
        (line as usize, column as usize)
    }
}

/// Line and column of an operation's name in the rewritten text.
pub fn operation_place(operation: OperationRef) -> (usize, usize) {
    line_and_column(operation.location().to_raw())
}

/// Line and column of a block argument in the rewritten text.
pub fn value_place(value: Value) -> (usize, usize) {
    // SAFETY: the value belongs to a living module.
    line_and_column(unsafe { ffi::mlirValueGetLocation(value.to_raw()) })
}

pub fn has_next_block(block: BlockRef) -> bool {
    block.next_in_region().is_some()
}

/// Identity of a value, for maps.
pub fn value_key(value: Value) -> usize {
    value.to_raw().ptr as usize
}

/// Identity of a type: MLIR keeps each once.
pub fn type_key(of: Type) -> usize {
    of.to_raw().ptr as usize
}

/// # Safety
/// The string lives as long as `'c`.
unsafe fn text<'c>(raw: ffi::MlirStringRef) -> &'c str {
    if raw.length == 0 {
        return "";
    }
    // SAFETY: the caller vouches for the memory.
    let bytes = unsafe { std::slice::from_raw_parts(raw.data.cast::<u8>(), raw.length) };
    std::str::from_utf8(bytes).unwrap_or("")
}

pub fn operation_name<'c>(operation: OperationRef<'c, '_>) -> &'c str {
    // SAFETY: identifiers live in the context.
    unsafe { text(ffi::mlirIdentifierStr(ffi::mlirOperationGetName(operation.to_raw()))) }
}

/// An attribute, whether it stands among the properties or in the dictionary.
pub fn attribute<'c>(operation: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    let name = melior::StringRef::new(name);
    // SAFETY: the operation is alive; a missing attribute is a null pointer.
    unsafe {
        let raw = ffi::mlirOperationGetAttributeByName(operation.to_raw(), name.to_raw());
        Attribute::from_option_raw(raw)
    }
}

/// An attribute by its kind.
pub enum Kind<'c> {
    Unit,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(&'c str),
    Symbol(&'c str),
    Type,
    Array(Vec<Attribute<'c>>),
    Dictionary(Vec<(&'c str, Attribute<'c>)>),
    Bools(Vec<bool>),
    Integers(Vec<i64>),
    Floats(Vec<f64>),
    /// Dialect, text, and type if it has one: `#stablehlo.dot<…>`, `#stablehlo<precision HIGH>`.
    Opaque(&'c str, &'c str, Type<'c>),
    Other,
}

pub fn kind<'c>(attribute: Attribute<'c>) -> Kind<'c> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute lives in its context, and each getter follows a check of the kind.
    unsafe {
        if ffi::mlirAttributeIsABool(raw) {
            Kind::Bool(ffi::mlirBoolAttrGetValue(raw))
        } else if ffi::mlirAttributeIsAInteger(raw) {
            Kind::Integer(integer(raw))
        } else if ffi::mlirAttributeIsAFloat(raw) {
            Kind::Float(ffi::mlirFloatAttrGetValueDouble(raw))
        } else if ffi::mlirAttributeIsAString(raw) {
            Kind::Text(text(ffi::mlirStringAttrGetValue(raw)))
        } else if ffi::mlirAttributeIsAFlatSymbolRef(raw) {
            Kind::Symbol(text(ffi::mlirFlatSymbolRefAttrGetValue(raw)))
        } else if ffi::mlirAttributeIsAType(raw) {
            Kind::Type
        } else if ffi::mlirAttributeIsAUnit(raw) {
            Kind::Unit
        } else if ffi::mlirAttributeIsAOpaque(raw) {
            let dialect = text(ffi::mlirOpaqueAttrGetDialectNamespace(raw));
            Kind::Opaque(dialect, text(ffi::mlirOpaqueAttrGetData(raw)), attribute.r#type())
        } else {
            list_kind(raw)
        }
    }
}

/// # Safety
/// `raw` is an attribute of a living context.
unsafe fn list_kind<'c>(raw: ffi::MlirAttribute) -> Kind<'c> {
    // SAFETY: each getter follows a check of the kind, and indices stay under the counts.
    unsafe {
        if ffi::mlirAttributeIsAArray(raw) {
            let count = ffi::mlirArrayAttrGetNumElements(raw);
            Kind::Array((0..count).map(|i| Attribute::from_raw(ffi::mlirArrayAttrGetElement(raw, i))).collect())
        } else if ffi::mlirAttributeIsADictionary(raw) {
            let count = ffi::mlirDictionaryAttrGetNumElements(raw);
            Kind::Dictionary((0..count).map(|i| entry(ffi::mlirDictionaryAttrGetElement(raw, i))).collect())
        } else if ffi::mlirAttributeIsADenseI64Array(raw) {
            Kind::Integers(items(raw, |raw, i| ffi::mlirDenseI64ArrayGetElement(raw, i)))
        } else if ffi::mlirAttributeIsADenseI32Array(raw) {
            Kind::Integers(items(raw, |raw, i| ffi::mlirDenseI32ArrayGetElement(raw, i) as i64))
        } else if ffi::mlirAttributeIsADenseBoolArray(raw) {
            Kind::Bools(items(raw, |raw, i| ffi::mlirDenseBoolArrayGetElement(raw, i)))
        } else if ffi::mlirAttributeIsADenseF64Array(raw) {
            Kind::Floats(items(raw, |raw, i| ffi::mlirDenseF64ArrayGetElement(raw, i)))
        } else if ffi::mlirAttributeIsADenseF32Array(raw) {
            Kind::Floats(items(raw, |raw, i| ffi::mlirDenseF32ArrayGetElement(raw, i) as f64))
        } else {
            Kind::Other
        }
    }
}

/// # Safety
/// `raw` is a dense array whose elements `get` reads.
unsafe fn items<T>(raw: ffi::MlirAttribute, get: impl Fn(ffi::MlirAttribute, isize) -> T) -> Vec<T> {
    // SAFETY: indices stay under the count.
    let count = unsafe { ffi::mlirDenseArrayGetNumElements(raw) };
    (0..count).map(|i| get(raw, i)).collect()
}

/// # Safety
/// The entry comes from a dictionary of a living context.
unsafe fn entry<'c>(named: ffi::MlirNamedAttribute) -> (&'c str, Attribute<'c>) {
    // SAFETY: names and attributes live in the context.
    unsafe { (text(ffi::mlirIdentifierStr(named.name)), Attribute::from_raw(named.attribute)) }
}

/// Value of an integer attribute of up to 64 bits; unsigned ones wrap.
///
/// # Safety
/// `raw` is an integer attribute.
unsafe fn integer(raw: ffi::MlirAttribute) -> i64 {
    // SAFETY: the signedness that each getter asks for is that of the type.
    unsafe {
        let of_type = ffi::mlirAttributeGetType(raw);
        if ffi::mlirTypeIsAInteger(of_type) && ffi::mlirIntegerTypeGetWidth(of_type) > 64 {
            0
        } else if ffi::mlirTypeIsAInteger(of_type) && ffi::mlirIntegerTypeIsUnsigned(of_type) {
            ffi::mlirIntegerAttrGetValueUInt(raw) as i64
        } else if ffi::mlirTypeIsAInteger(of_type) && ffi::mlirIntegerTypeIsSigned(of_type) {
            ffi::mlirIntegerAttrGetValueSInt(raw)
        } else {
            ffi::mlirIntegerAttrGetValueInt(raw)
        }
    }
}

/// Result types of a function type.
pub fn function_results<'c>(of: Attribute<'c>) -> Vec<Type<'c>> {
    // SAFETY: the getters follow checks of the kinds, and indices stay under the count.
    unsafe {
        if !ffi::mlirAttributeIsAType(of.to_raw()) {
            return Vec::new();
        }
        let raw = ffi::mlirTypeAttrGetValue(of.to_raw());
        let count = if ffi::mlirTypeIsAFunction(raw) { ffi::mlirFunctionTypeGetNumResults(raw) } else { 0 };
        (0..count).map(|i| Type::from_raw(ffi::mlirFunctionTypeGetResult(raw, i))).collect()
    }
}

/// A ranked tensor: dimensions (none where dynamic) and element type.
pub fn ranked_tensor<'c>(of: Type<'c>) -> Option<(Vec<Option<usize>>, Type<'c>)> {
    let raw = of.to_raw();
    // SAFETY: the getters follow a check of the kind, and indices stay under the rank.
    unsafe {
        if !ffi::mlirTypeIsARankedTensor(raw) {
            return None;
        }
        let dimension = |i| (!ffi::mlirShapedTypeIsDynamicDim(raw, i)).then(|| ffi::mlirShapedTypeGetDimSize(raw, i));
        let rank = ffi::mlirShapedTypeGetRank(raw) as isize;
        let dimensions = (0..rank).map(|i| dimension(i).map(|size| size as usize)).collect();
        Some((dimensions, Type::from_raw(ffi::mlirShapedTypeGetElementType(raw))))
    }
}

/// Element type of an unranked tensor.
pub fn unranked_tensor<'c>(of: Type<'c>) -> Option<Type<'c>> {
    let raw = of.to_raw();
    // SAFETY: the getter follows a check of the kind.
    unsafe { ffi::mlirTypeIsAUnrankedTensor(raw).then(|| Type::from_raw(ffi::mlirShapedTypeGetElementType(raw))) }
}

/// What a ranked tensor's type says besides dimensions and element type.
pub fn encoding<'c>(of: Type<'c>) -> Option<Attribute<'c>> {
    let raw = of.to_raw();
    // SAFETY: the getter follows a check of the kind; a missing encoding is a null pointer.
    unsafe {
        match ffi::mlirTypeIsARankedTensor(raw) {
            true => Attribute::from_option_raw(ffi::mlirRankedTensorTypeGetEncoding(raw)),
            false => None,
        }
    }
}

/// Parts of a tuple type.
pub fn tuple<'c>(of: Type<'c>) -> Option<Vec<Type<'c>>> {
    let raw = of.to_raw();
    // SAFETY: the getters follow a check of the kind, and indices stay under the count.
    unsafe {
        if !ffi::mlirTypeIsATuple(raw) {
            return None;
        }
        let count = ffi::mlirTupleTypeGetNumTypes(raw);
        Some((0..count).map(|i| Type::from_raw(ffi::mlirTupleTypeGetType(raw, i))).collect())
    }
}
