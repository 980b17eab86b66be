//! `--input`: from what the user wrote to the arguments that the program's signature asks for.

use super::placement::{Placement, View};
use super::value::{parse_type, parse_values, partial_type_text};
use crate::hlo::{ArrayLiteral, ArrayShape, Bytes, ElementType, PartialArray, PartialSignature};
use crate::runtime::capacity::ensure_fits;
use crate::runtime::npy::NpyArray;
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// One `--input` as written.
#[derive(Clone, Debug, PartialEq)]
enum Spec {
    /// `@x.npy`
    Npy(PathBuf),
    /// `2x3xf32=1 2 3 4 5 6`; no values are zeros.
    Values(ArrayShape, String),
    /// `2x3xf32=@x.bin`
    Raw(ArrayShape, PathBuf),
    /// Made to fit the signature.
    Generated(Generator),
    /// `2x3xf32=random:7`
    Sized(ArrayShape, Generator),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Generator {
    /// Floats from a normal distribution (without its negative half where a type has none), integers from 0 to 9,
    /// booleans: all from a seed.
    Random(u64),
    Zeros,
    /// 0, 1, 2, … in row-major order.
    Iota,
}

fn parse_spec(text: &str) -> Result<Spec> {
    if let Some(path) = text.strip_prefix('@') {
        ensure!(!path.is_empty(), "expected a file behind @, as in @x.npy");
        return Ok(Spec::Npy(path.into()));
    }
    if let Some(generator) = parse_generator(text)? {
        return Ok(Spec::Generated(generator));
    }
    let (shape, values) = text.split_once('=').unwrap_or((text, ""));
    let shape = parse_type(shape).with_context(|| format!("cannot read --input={text}"))?;
    Ok(match (values.strip_prefix('@'), parse_generator(values)?) {
        (Some(path), _) => Spec::Raw(shape, path.into()),
        (None, Some(generator)) => Spec::Sized(shape, generator),
        (None, None) => Spec::Values(shape, values.to_string()),
    })
}

fn parse_generator(text: &str) -> Result<Option<Generator>> {
    Ok(match text.split_once(':').unwrap_or((text, "0")) {
        ("random", seed) => Some(Generator::Random(seed.parse().with_context(|| format!("'{seed}' is no seed"))?)),
        ("zeros", _) => Some(Generator::Zeros),
        ("iota", _) => Some(Generator::Iota),
        _ => None,
    })
}

/// The arguments of a program. A folder (`--inputs-from`, or a path that is one) stands for its `0.npy`, `1.npy`, …;
/// a generator alone makes every argument.
pub fn resolve(texts: &[String], folder: Option<&Path>, signature: &PartialSignature) -> Result<Vec<ArrayLiteral>> {
    let mut specs = Vec::new();
    if let Some(folder) = folder {
        specs.extend(folder_specs(folder, signature.parameters.len())?);
    }
    for text in texts {
        match Path::new(text.trim_start_matches('@')) {
            path if path.is_dir() => specs.extend(folder_specs(path, signature.parameters.len())?),
            _ => specs.push(parse_spec(text)?),
        }
    }
    if let [Spec::Generated(generator)] = specs[..] {
        specs = (0..signature.parameters.len()).map(|i| Spec::Generated(generator.for_argument(i))).collect();
    }
    if specs.len() != signature.parameters.len() {
        let is_folder = |text: &String| Path::new(text.trim_start_matches('@')).is_dir();
        let note = match folder.is_some() || texts.iter().any(is_folder) {
            true => "\n  note: a folder stands for all the arguments of a program",
            false => "",
        };
        bail!("{}{note}", wrong_count(specs.len(), signature));
    }
    let arguments = specs.into_iter().zip(&signature.parameters).enumerate();
    arguments.map(|(i, (spec, shape))| load(spec, shape).with_context(|| describe(i, signature))).collect()
}

/// The arguments of each device of this process.
pub fn resolve_placed(
    texts: &[String],
    folder: Option<&Path>,
    signature: &PartialSignature,
    placement: &Placement,
) -> Result<Vec<Vec<ArrayLiteral>>> {
    let signature = placement.outer(signature);
    let views = placement.own_views();
    if views.is_empty() {
        return Ok(Vec::new());
    }
    let paths = folder.and_then(Path::to_str).into_iter().chain(texts.iter().map(String::as_str));
    if !views.iter().any(|view| paths.clone().any(|path| view.on_device(path) != path)) {
        // Devices share what they all get.
        let arguments = resolve(texts, folder, &signature)?;
        return Ok(placement.scatter(vec![arguments; views.len()]));
    }
    let of_view = |view: &View| {
        let texts: Vec<String> = texts.iter().map(|text| view.on_device(text)).collect();
        let folder = folder.map(|folder| PathBuf::from(view.on_device(&folder.to_string_lossy())));
        resolve(&texts, folder.as_deref(), &signature)
    };
    views.iter().map(of_view).collect()
}

/// Arguments that come with the program.
pub fn given(arguments: &[ArrayLiteral], signature: &PartialSignature) -> Result<Vec<ArrayLiteral>> {
    ensure!(arguments.len() == signature.parameters.len(), wrong_count(arguments.len(), signature));
    for (i, (argument, declared)) in arguments.iter().zip(&signature.parameters).enumerate() {
        check_type(argument.shape(), declared).with_context(|| describe(i, signature))?;
    }
    Ok(arguments.to_vec())
}

/// One array of a known shape.
pub fn resolve_one(text: &str, shape: &ArrayShape) -> Result<ArrayLiteral> {
    load(parse_spec(text)?, &shape.into())
}

/// One array of the type that it states itself.
///
/// # Errors
/// A generator without a type, and a file without one.
pub fn resolve_typed(text: &str) -> Result<ArrayLiteral> {
    let spec = parse_spec(text)?;
    let declared = match &spec {
        Spec::Npy(path) => {
            let element_type = NpyArray::open(path)?.element_type();
            let element_type = element_type.with_context(|| format!("{} does not tell its type", path.display()))?;
            PartialArray { element_type, dims: None }
        }
        Spec::Generated(_) => bail!("expected the type as well, as in 2x3xf32={text}"),
        Spec::Sized(shape, _) | Spec::Values(shape, _) | Spec::Raw(shape, _) => shape.into(),
    };
    load(spec, &declared)
}

fn folder_specs(folder: &Path, count: usize) -> Result<Vec<Spec>> {
    ensure!(folder.is_dir(), "{} is not a folder", folder.display());
    Ok((0..count).map(|i| Spec::Npy(folder.join(format!("{i}.npy")))).collect())
}

fn wrong_count(found: usize, signature: &PartialSignature) -> String {
    let count = signature.parameters.len();
    let noun = if count == 1 { "argument" } else { "arguments" };
    let program = signature_text(signature);
    let mut message = format!("expected {count} {noun}, found {found}\n  note: the program is {program}");
    if signature.parameters.iter().any(|parameter| parameter.complete().is_none()) {
        message += "\n  note: its shapes depend on those of its arguments: give each, as in --input=2x3xf32=random";
    }
    message
}

/// `@main(%arg0: tensor<2xf32>) -> tensor<f32>`.
pub fn signature_text(signature: &PartialSignature) -> String {
    let parameters = signature.parameters.iter().enumerate().map(|(i, parameter)| format!("%arg{i}: {parameter}"));
    let results: Vec<String> = signature.results.iter().map(|result| result.to_string()).collect();
    let results = if results.len() == 1 { results.concat() } else { format!("({})", results.join(", ")) };
    format!("@main({}) -> {results}", parameters.collect::<Vec<_>>().join(", "))
}

fn describe(index: usize, signature: &PartialSignature) -> String {
    let name = signature.parameter_names.get(index).filter(|name| !name.is_empty());
    let name = name.map_or(String::new(), |name| format!(" ('{name}')"));
    format!("argument {index}{name} of {}", signature_text(signature))
}

fn load(spec: Spec, declared: &PartialArray) -> Result<ArrayLiteral> {
    match spec {
        Spec::Npy(path) => load_npy(&path, declared),
        Spec::Generated(generator) => {
            let shape = declared.complete().ok_or_else(|| no_shape(declared))?;
            check_dims(&shape.dims, declared)?;
            Ok(generator.make(&shape))
        }
        Spec::Sized(given, generator) => {
            check_type(&given, declared)?;
            Ok(generator.make(&given))
        }
        Spec::Values(given, values) => {
            check_type(&given, declared)?;
            if values.trim().is_empty() { Ok(ArrayLiteral::zeros(&given)) } else { parse_values(&given, &values) }
        }
        Spec::Raw(given, path) => {
            check_type(&given, declared)?;
            let bytes = raw_bytes(&path, given.byte_size())?;
            Ok(ArrayLiteral::of_foreign(given.element_type, given.dims, Bytes::copy_of(&bytes)))
        }
    }
}

/// A file that holds just so many bytes. Some have no end: no more than one further byte is read.
fn raw_bytes(path: &Path, expected: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        file.take((expected as u64).saturating_add(1)).read_to_end(&mut bytes)?;
        path.metadata()
    });
    let length = read.with_context(|| format!("cannot read {}", path.display()))?.len();
    match bytes.len() {
        found if found == expected => Ok(bytes),
        found if found < expected => bail!("expected {expected} bytes, found {found}"),
        _ if length > expected as u64 => bail!("expected {expected} bytes, found {length}"),
        _ => bail!("expected {expected} bytes, found more"),
    }
}

fn no_shape(declared: &PartialArray) -> anyhow::Error {
    let (found, element_type) = (partial_type_text(declared), declared.element_type.mlir_name());
    anyhow!("expected a shape that fits {found}, as in --input=2x3x{element_type}=random")
}

fn load_npy(path: &Path, declared: &PartialArray) -> Result<ArrayLiteral> {
    let array = NpyArray::open(path)?;
    check_dims(array.dims(), declared)?;
    let found = array.element_type().map_or(array.type_name(), |t| t.mlir_name().to_string());
    array.into_literal(declared.element_type).with_context(|| {
        format!("expected elements of type {}, found {found} in {}", declared.element_type.mlir_name(), path.display())
    })
}

fn check_type(given: &ArrayShape, declared: &PartialArray) -> Result<()> {
    check_dims(&given.dims, declared)?;
    let (expected, found) = (declared.element_type.mlir_name(), given.element_type.mlir_name());
    ensure!(expected == found, "expected elements of type {expected}, found {found}");
    Ok(())
}

/// Names the first dimension that differs.
fn check_dims(given: &[usize], declared: &PartialArray) -> Result<()> {
    let found = ArrayShape::new(declared.element_type, given).mlir_text();
    let whole = |message| anyhow!("{message} (expected {}, found {found})", partial_type_text(declared));
    declared.admits_dims(given).map_err(whole)?;
    ensure_fits(ArrayShape::new(declared.element_type, given).byte_size())
        .map_err(|message| anyhow!("{found}: {message}"))
}

impl Generator {
    /// Each argument gets numbers of its own.
    fn for_argument(self, index: usize) -> Generator {
        match self {
            Generator::Random(seed) => Generator::Random(seed.wrapping_add(index as u64)),
            Generator::Zeros | Generator::Iota => self,
        }
    }

    fn make(self, shape: &ArrayShape) -> ArrayLiteral {
        let parts = if shape.element_type.is_complex() { 2 } else { 1 };
        let count = shape.element_count() * parts;
        let bytes = match self {
            Generator::Zeros => return ArrayLiteral::zeros(shape),
            Generator::Iota => iota(shape.element_type, shape.element_count()),
            Generator::Random(seed) => random(shape.element_type.real_part(), count, seed),
        };
        ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes)
    }
}

fn iota(element_type: ElementType, count: usize) -> Bytes {
    let bytes: Vec<u8> = (0..count as i64).flat_map(|i| element_type.encode_integer(i)).collect();
    Bytes::copy_of(&bytes)
}

fn random(element_type: ElementType, count: usize, seed: u64) -> Bytes {
    let mut generator = fastrand::Rng::with_seed(seed);
    let mut draw = || match element_type {
        ElementType::Pred => f64::from(generator.u8(0..2)),
        integer if integer.is_integer() => f64::from(generator.u8(0..10).min(largest(integer))),
        // It has no negative numbers.
        ElementType::F8E8M0FNU => normal(&mut generator).abs(),
        _ => normal(&mut generator),
    };
    let bytes: Vec<u8> = (0..count).flat_map(|_| element_type.encode_float(draw())).collect();
    Bytes::copy_of(&bytes)
}

/// Largest value of an integer type, where that is under 255.
fn largest(integer: ElementType) -> u8 {
    let bits = integer.bit_width() - usize::from(integer.is_signed_integer());
    u8::try_from((1u64 << bits.min(8)) - 1).unwrap_or(u8::MAX)
}

/// Box and Muller's transform.
fn normal(generator: &mut fastrand::Rng) -> f64 {
    let radius = (-2.0 * (1.0 - generator.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * generator.f64()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{Dimension, PartialShape};

    fn signature() -> PartialSignature {
        let shape = PartialArray::from(&ArrayShape::new(ElementType::F32, [2, 3]));
        PartialSignature {
            parameters: vec![shape.clone(), PartialArray::from(&ArrayShape::scalar(ElementType::S32))],
            parameter_names: vec!["x".into()],
            results: vec![PartialShape::Array(shape)],
        }
    }

    fn error(inputs: &[&str]) -> String {
        let inputs: Vec<String> = inputs.iter().map(|s| s.to_string()).collect();
        format!("{:#}", resolve(&inputs, None, &signature()).err().unwrap())
    }

    #[test]
    fn mistakes_name_argument_dimension_and_types() {
        let main = "@main(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> tensor<2x3xf32>";
        assert_eq!(error(&["2x3xf32"]), format!("expected 2 arguments, found 1\n  note: the program is {main}"));
        let expected = "dimension 1: expected 3, found 4 (expected 2x3xf32, found 2x4xf32)";
        assert_eq!(error(&["2x4xf32", "i32"]), format!("argument 0 ('x') of {main}: {expected}"));
        assert_eq!(
            error(&["2x3xf32", "ui8=1"]),
            format!("argument 1 of {main}: expected elements of type i32, found ui8")
        );
    }

    #[test]
    fn one_generator_makes_every_argument() {
        let arguments = resolve(&["random:7".to_string()], None, &signature()).unwrap();
        assert_eq!(arguments.len(), 2);
        assert!(!arguments[0].is_splat());
        let again = resolve(&["random:7".to_string()], None, &signature()).unwrap();
        assert_eq!(arguments, again);
    }

    #[test]
    fn unknown_dimensions_take_the_size_given() {
        let mut signature = signature();
        signature.parameters[0].dims = Some(vec![Dimension::AtMost(4), Dimension::Known(3)]);
        let of = |input: &str| resolve(&[input.to_string(), "i32".to_string()], None, &signature);
        assert_eq!(of("2x3xf32=random:7").unwrap()[0].dims(), [2, 3]);
        assert_eq!(of("0x3xf32").unwrap()[0].dims(), [0, 3]);
        let error = |input| format!("{:#}", of(input).unwrap_err()).split_once(": ").unwrap().1.to_string();
        let main = "tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %arg1: tensor<i32>) -> tensor<2x3xf32>: ";
        let expected = "dimension 0: expected at most 4, found 5 (expected ?x3xf32, found 5x3xf32)";
        assert_eq!(error("5x3xf32"), format!("{main}{expected}"));
        let expected = "expected a shape that fits ?x3xf32, as in --input=2x3xf32=random";
        assert_eq!(error("random"), format!("{main}{expected}"));
    }
}
