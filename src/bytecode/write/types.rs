//! Types as the dialect `vhlo` numbers them.

use super::super::vhlo::codes::{of_element_type, of_type};
use super::super::vhlo::{DYNAMIC, Version};
use super::Writer;
use super::encoder::Encoder;
use crate::hlo::{Diagnostic, ElementType};
use crate::stablehlo::{Element, Quantized, Tensor, Type};

type Outcome<T> = Result<T, Diagnostic>;

impl Writer<'_> {
    /// The number of a type.
    pub fn of_type(&mut self, of: &Type) -> Outcome<u64> {
        let mut out = Encoder::default();
        match of {
            Type::Tensor(tensor) => self.tensor(of_type::TENSOR, tensor, &mut out)?,
            Type::Buffer(tensor) => self.tensor(of_type::BUFFER, tensor, &mut out)?,
            Type::Unranked(element) => {
                out.varint(of_type::UNRANKED);
                out.varint(self.element(element)?);
            }
            Type::Token => out.varint(of_type::TOKEN),
            Type::Tuple(parts) => {
                out.varint(of_type::TUPLE);
                self.types_of_list(parts, &mut out)?;
            }
            Type::Future(parts) => {
                out.varint(of_type::FUTURE);
                self.types_of_list(parts, &mut out)?;
            }
            Type::Function(inputs, results) => {
                out.varint(of_type::FUNCTION);
                self.types_of_list(inputs, &mut out)?;
                self.types_of_list(results, &mut out)?;
            }
            Type::Scalar(element) => return self.element(element),
            Type::None => out.varint(of_type::NONE),
        }
        Ok(self.tables.of_type("vhlo", out))
    }

    fn types_of_list(&mut self, types: &[Type], out: &mut Encoder) -> Outcome<()> {
        let numbers = types.iter().map(|of| self.of_type(of)).collect::<Outcome<Vec<u64>>>()?;
        out.list(numbers.into_iter());
        Ok(())
    }

    fn tensor(&mut self, code: u64, tensor: &Tensor, out: &mut Encoder) -> Outcome<()> {
        let size = |size: &Option<u64>| size.map_or(DYNAMIC, |size| size as i64);
        match &tensor.bounds {
            None => out.varint(code),
            Some(bounds) => {
                out.varint(of_type::TENSOR_WITH_ENCODING);
                out.varint(self.bounds(bounds.iter().map(size)));
            }
        }
        out.signed_list(tensor.dims.iter().map(size));
        out.varint(self.element(&tensor.element)?);
        Ok(())
    }

    fn element(&mut self, element: &Element) -> Outcome<u64> {
        let mut out = Encoder::default();
        match element {
            Element::Plain(element_type) => self.plain_element(*element_type, &mut out)?,
            Element::Index => out.varint(of_type::INDEX),
            Element::Tf32 => out.varint(of_type::TF32),
            Element::Quantized(quantized) => self.quantized(quantized, &mut out)?,
        }
        Ok(self.tables.of_type("vhlo", out))
    }

    fn plain_element(&mut self, element_type: ElementType, out: &mut Encoder) -> Outcome<()> {
        let since = first_version(element_type);
        if self.version < since {
            let (name, version) = (element_type.mlir_name(), self.version);
            let message = format!("{name} in an artifact of StableHLO {version}: it came with {since}");
            return Err(Diagnostic::unsupported(message, &None));
        }
        match of_element_type(element_type) {
            Some(code) => out.varint(code),
            None => {
                out.varint(of_type::COMPLEX);
                out.varint(self.element(&Element::Plain(element_type.real_part()))?);
            }
        }
        Ok(())
    }

    fn quantized(&mut self, quantized: &Quantized, out: &mut Encoder) -> Outcome<()> {
        let [storage, expressed] = [quantized.storage, quantized.expressed].map(Element::Plain);
        out.varint(if quantized.axis.is_some() { of_type::QUANTIZED_PER_AXIS } else { of_type::QUANTIZED });
        out.varint(u64::from(!quantized.storage.is_unsigned_integer()));
        out.varint(self.element(&storage)?);
        out.varint(self.element(&expressed)?);
        let (least, greatest) = quantized.storage_range;
        match quantized.axis {
            Some(axis) => {
                out.varint(axis);
                [least, greatest].into_iter().for_each(|bound| out.signed(bound));
                out.count(quantized.parameters.len());
                quantized.parameters.iter().for_each(|(scale, _)| out.double(*scale));
                out.signed_list(quantized.parameters.iter().map(|(_, zero)| *zero));
            }
            None => {
                for (scale, zero) in quantized.parameters.iter().take(1) {
                    out.double(*scale);
                    out.signed(*zero);
                }
                [least, greatest].into_iter().for_each(|bound| out.signed(bound));
            }
        }
        Ok(())
    }
}

/// The version of StableHLO that brought a type.
fn first_version(element_type: ElementType) -> Version {
    match element_type {
        ElementType::F4E2M1FN | ElementType::F6E2M3FN | ElementType::F6E3M2FN | ElementType::F8E8M0FNU => {
            Version(1, 8, 0)
        }
        ElementType::F8E3M4 | ElementType::F8E4M3 => Version(1, 7, 0),
        ElementType::S2 | ElementType::U2 => Version(1, 2, 0),
        _ => Version::MINIMUM,
    }
}
