//! NumPy's `.npy` files, read by mapping and written atomically.
//!
//! Types that NumPy has no name for (bfloat16, the 8-bit floats and smaller ones, 2- and 4-bit integers) are stored
//! as `ml_dtypes` does: raw elements of kind `V`, whose meaning the program's signature gives.

use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, Bytes, ElementType};
use anyhow::{Context, Result, anyhow, bail, ensure};
use npyz::{DType, NpyHeader, Order, TypeChar, TypeStr};
use std::fs::File;
use std::io::{Cursor, ErrorKind, Read, Write};
use std::ops::Range;
use std::path::Path;

/// Smallest file that is mapped instead of read: below it a copy is cheaper than the pages of a mapping.
const MAPPED_FROM: u64 = 1 << 16;

/// Bytes before the shape in a header, at most.
const PREFIX: usize = 64;
const F8_DESCR: &[u8] = b"'descr': '<f1'";
const RAW_DESCR: &[u8] = b"'descr': '|V1'";

/// An array as a file holds it, before the program's signature gives it an element type.
pub struct NpyArray {
    type_str: TypeStr,
    dims: Vec<usize>,
    fortran_order: bool,
    data: Bytes,
}

impl NpyArray {
    /// Opens a file and checks its header against its length.
    pub fn open(path: &Path) -> Result<NpyArray> {
        let bytes = file_bytes(path).with_context(|| format!("cannot read {}", path.display()))?;
        NpyArray::parse(bytes).with_context(|| format!("{} is not a usable .npy file", path.display()))
    }

    fn parse(bytes: Bytes) -> Result<NpyArray> {
        let (array, Range { start, end }) = NpyArray::header(&bytes)?;
        let (size, found) = (end - start, bytes.len() - start);
        ensure!(found >= size, "expected {size} bytes of data, found {found}");
        Ok(NpyArray { data: bytes.slice(start, size), ..array })
    }

    /// An array whose data is still missing, and where in the file that is.
    fn header(bytes: &[u8]) -> Result<(NpyArray, Range<usize>)> {
        let prefix = known_descr(bytes);
        let rest = &bytes[prefix.len()..];
        let mut reader = Cursor::new(&prefix[..]).chain(rest);
        let header = NpyHeader::from_reader(&mut reader).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => anyhow!("the file ends in its header"),
            _ => error.into(),
        })?;
        let (read, left) = reader.get_ref();
        let start = read.position() as usize + rest.len() - left.len();
        let DType::Plain(type_str) = header.dtype() else { bail!("structured elements, expected plain ones") };
        let dims: Vec<usize> = header.shape().iter().map(|&d| d as usize).collect();
        let width = type_str.num_bytes().with_context(|| format!("elements of type {type_str}"))?;
        let size = dims.iter().try_fold(width, |n, &d| n.checked_mul(d)).context("a size that does not fit memory")?;
        let end = start.checked_add(size).context("a size that does not fit memory")?;
        let fortran_order = header.order() == Order::Fortran && dims.len() > 1;
        Ok((NpyArray { type_str, dims, fortran_order, data: Bytes::copy_of(&[]) }, start..end))
    }

    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// NumPy's name for the element type, as in the header (`<f4`).
    pub fn type_name(&self) -> String {
        self.type_str.to_string()
    }

    /// The element type that NumPy's name stands for; `None` for raw elements.
    pub fn element_type(&self) -> Option<ElementType> {
        ElementType::ALL.into_iter().find(|&t| type_code(t) == (self.kind(), self.width()) && t.bit_width() != 2)
    }

    fn kind(&self) -> char {
        match self.type_str.type_char() {
            TypeChar::Bool => 'b',
            TypeChar::Int => 'i',
            TypeChar::Uint => 'u',
            TypeChar::Float => 'f',
            TypeChar::Complex => 'c',
            TypeChar::RawData => 'V',
            _ => '?',
        }
    }

    fn width(&self) -> usize {
        self.type_str.num_bytes().unwrap_or(0)
    }

    /// The array under an element type of the program; `None` where the file's type is another.
    pub fn into_literal(self, element_type: ElementType) -> Option<ArrayLiteral> {
        let (kind, width) = type_code(element_type);
        let small_integer = element_type.is_integer() && kind == 'V' && matches!(self.kind(), 'i' | 'u');
        if (self.kind() != kind && !small_integer) || self.width() != width {
            return None;
        }
        let big_endian = self.type_str.endianness().to_str() == ">";
        let mut data = self.data;
        if big_endian {
            data = byte_swapped(&data, element_type);
        }
        if self.fortran_order {
            data = row_major(&data, &self.dims, width);
        }
        if !(data.as_ptr() as usize).is_multiple_of(crate::hlo::ALIGNMENT) {
            data = Bytes::copy_of(&data);
        }
        Some(ArrayLiteral::of_foreign(element_type, self.dims, data))
    }
}

/// Kind character and bytes an element in a `.npy` header.
fn type_code(element_type: ElementType) -> (char, usize) {
    use ElementType::*;
    let kind = match element_type {
        Pred => 'b',
        S8 | S16 | S32 | S64 => 'i',
        U8 | U16 | U32 | U64 => 'u',
        F16 | F32 | F64 => 'f',
        C64 | C128 => 'c',
        S2 | S4 | U2 | U4 | F4E2M1FN | F6E2M3FN | F6E3M2FN | F8E3M4 | F8E4M3 | F8E4M3B11FNUZ | F8E4M3FN
        | F8E4M3FNUZ | F8E5M2 | F8E5M2FNUZ | F8E8M0FNU | BF16 => 'V',
    };
    (kind, element_type.byte_width())
}

/// The first bytes of a file. `ml_dtypes` calls its f8E5M2 `<f1`, which is no type of NumPy's: it is raw, as the others.
fn known_descr(bytes: &[u8]) -> Vec<u8> {
    let mut prefix = bytes[..bytes.len().min(PREFIX)].to_vec();
    if let Some(at) = prefix.windows(F8_DESCR.len()).position(|window| window == F8_DESCR) {
        prefix[at..at + RAW_DESCR.len()].copy_from_slice(RAW_DESCR);
    }
    prefix
}

fn file_bytes(path: &Path) -> Result<Bytes> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.len() >= MAPPED_FROM {
        // SAFETY: a private mapping; a file that shrinks while it is mapped is beyond what we can defend against.
        return Ok(Bytes::from_owner(unsafe { memmap2::MmapOptions::new().map_copy_read_only(&file)? }));
    }
    let mut content = Vec::new();
    (&file).take(MAPPED_FROM).read_to_end(&mut content)?;
    // A pipe may hold more, and some files have no end. What is no header is told when it is parsed.
    let end = NpyArray::header(&content).map_or(0, |(_, data)| data.end);
    file.take(end.saturating_sub(content.len()) as u64).read_to_end(&mut content)?;
    Ok(Bytes::copy_of(&content))
}

/// The bytes of every number reversed; a complex element is two numbers.
fn byte_swapped(data: &[u8], element_type: ElementType) -> Bytes {
    let mut out = AlignedBytes::copy_of(data);
    out.chunks_exact_mut(element_type.real_part().byte_width()).for_each(<[u8]>::reverse);
    out.into()
}

/// Elements of a column-major array in row-major order.
fn row_major(data: &[u8], dims: &[usize], width: usize) -> Bytes {
    let mut out = AlignedBytes::zeroed(data.len());
    let mut index = vec![0; dims.len()];
    for element in out.chunks_exact_mut(width) {
        let source = index.iter().zip(dims).rev().fold(0, |at, (&i, &d)| at * d + i);
        element.copy_from_slice(&data[source * width..][..width]);
        advance(&mut index, dims);
    }
    out.into()
}

/// Steps to the next index in row-major order.
fn advance(index: &mut [usize], dims: &[usize]) {
    for (i, &d) in index.iter_mut().zip(dims).rev() {
        *i += 1;
        if *i < d {
            return;
        }
        *i = 0;
    }
}

/// The header that NumPy writes for a row-major array, padded so that the data starts at a multiple of 64.
fn header(shape: &ArrayShape) -> Vec<u8> {
    let (kind, width) = type_code(shape.element_type);
    let order = if width == 1 { '|' } else { '<' };
    let dims: String = shape.dims.iter().map(|d| format!("{d}, ")).collect();
    let tuple = if shape.rank() == 1 { dims.trim_end() } else { dims.trim_end_matches(", ") };
    let mut text = format!("{{'descr': '{order}{kind}{width}', 'fortran_order': False, 'shape': ({tuple}), }}");
    let padded = (10 + text.len() + 1).next_multiple_of(64) - 10;
    text.extend(std::iter::repeat_n(' ', padded - text.len() - 1));
    text.push('\n');
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend((text.len() as u16).to_le_bytes());
    out.extend(text.as_bytes());
    out
}

/// Writes an array; the file appears whole or not at all.
pub fn write(path: &Path, array: &ArrayLiteral) -> Result<()> {
    write_atomically(path, |file| {
        file.write_all(&header(array.shape()))?;
        file.write_all(array.bytes())
    })
}

/// Writes a file through a temporary one beside it, so that no reader ever sees half of it. What is no regular file
/// (`/dev/null`, a pipe) is written as it is; of a link, what it leads to.
pub fn write_atomically(path: &Path, content: impl FnOnce(&mut File) -> std::io::Result<()>) -> Result<()> {
    let describe = || format!("cannot write {}", path.display());
    if std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir()) {
        let mut file = File::options().write(true).open(path).with_context(describe)?;
        return content(&mut file).with_context(describe);
    }
    let target = std::fs::canonicalize(path);
    let path = target.as_deref().unwrap_or(path);
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Opened here: the library's own files are private to their owner, and its errors name them.
    let open = |temporary: &Path| File::options().write(true).create_new(true).open(temporary);
    let mut file = tempfile::Builder::new().prefix(".pjrt-").make_in(folder, open).with_context(describe)?;
    content(file.as_file_mut()).with_context(describe)?;
    file.persist(path).map_err(|error| error.error).with_context(describe)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(array: &ArrayLiteral) -> NpyArray {
        let mut file = header(array.shape());
        assert_eq!(file.len() % 64, 0);
        file.extend_from_slice(array.bytes());
        NpyArray::parse(Bytes::copy_of(&file)).unwrap()
    }

    #[test]
    fn every_element_type_comes_back() {
        for element_type in ElementType::ALL {
            let array = ArrayLiteral::zeros(&ArrayShape::new(element_type, [2, 3]));
            assert_eq!(round_trip(&array).into_literal(element_type).unwrap(), array, "{element_type}");
        }
    }

    #[test]
    fn headers_are_numpys() {
        let text = |dims: &[usize]| String::from_utf8(header(&ArrayShape::new(ElementType::F32, dims))[10..].to_vec());
        assert!(text(&[]).unwrap().starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (), }"));
        assert!(text(&[7]).unwrap().contains("'shape': (7,), }"));
        assert!(text(&[2, 0]).unwrap().contains("'shape': (2, 0), }"));
    }

    #[test]
    fn narrow_elements_may_have_any_upper_bits() {
        let mut file = header(&ArrayShape::new(ElementType::S4, [3]));
        file.extend([0x08, 0xff, 0x17]);
        let array = NpyArray::parse(Bytes::copy_of(&file)).unwrap().into_literal(ElementType::S4).unwrap();
        assert_eq!(array, ArrayLiteral::from_slice(ElementType::S4, [3], &[-8i8, -1, 7]));
    }

    #[test]
    fn ml_dtypes_name_of_f8e5m2() {
        let mut file = header(&ArrayShape::new(ElementType::F8E5M2, [2]));
        let at = file.windows(RAW_DESCR.len()).position(|window| window == RAW_DESCR).unwrap();
        file[at..at + F8_DESCR.len()].copy_from_slice(F8_DESCR);
        file.extend([0x3c, 0x40]);
        let array = NpyArray::parse(Bytes::copy_of(&file)).unwrap().into_literal(ElementType::F8E5M2).unwrap();
        assert_eq!(array.bytes()[..], [0x3c, 0x40]);
    }

    #[test]
    fn another_type_is_refused() {
        let array = ArrayLiteral::from_slice(ElementType::F32, [2], &[1f32, 2.0]);
        assert!(round_trip(&array).into_literal(ElementType::S32).is_none());
        assert!(round_trip(&array).into_literal(ElementType::F64).is_none());
        assert_eq!(round_trip(&array).element_type(), Some(ElementType::F32));
    }

    #[test]
    fn column_major_files_are_reordered() {
        let data: Vec<u8> = [1u8, 4, 2, 5, 3, 6].to_vec();
        assert_eq!(row_major(&data, &[2, 3], 1)[..], [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_short_file_is_refused() {
        let array = ArrayLiteral::from_slice(ElementType::F32, [2], &[1f32, 2.0]);
        let mut file = header(array.shape());
        file.extend_from_slice(&array.bytes()[..7]);
        let error = NpyArray::parse(Bytes::copy_of(&file)).err().unwrap();
        assert_eq!(error.to_string(), "expected 8 bytes of data, found 7");
    }
}
