//! Data movement at places known beforehand.

use super::emission::{Emission, Outcome};
use crate::hlo::PaddingDimension;
use crate::stablehlo::{Attribute, Attributes};

impl Emission<'_, '_> {
    pub fn broadcast(&mut self, dimensions: &[usize]) -> Outcome {
        let attributes = vec![("broadcast_dimensions".into(), Attribute::integers(dimensions))];
        self.plain("stablehlo.broadcast_in_dim", attributes)
    }

    pub fn transpose(&mut self, permutation: &[usize]) -> Outcome {
        self.plain("stablehlo.transpose", vec![("permutation".into(), Attribute::integers(permutation))])
    }

    pub fn reverse(&mut self, dimensions: &[usize]) -> Outcome {
        self.plain("stablehlo.reverse", vec![("dimensions".into(), Attribute::integers(dimensions))])
    }

    pub fn slice(&mut self, starts: &[usize], limits: &[usize], strides: &[usize]) -> Outcome {
        self.plain("stablehlo.slice", slice_attributes(starts, limits, strides))
    }

    pub fn pad(&mut self, padding: &[PaddingDimension]) -> Outcome {
        let column = |get: fn(&PaddingDimension) -> i64| Attribute::Integers(padding.iter().map(get).collect());
        let attributes = vec![
            ("edge_padding_high".into(), column(|d| d.high)),
            ("edge_padding_low".into(), column(|d| d.low)),
            ("interior_padding".into(), column(|d| d.interior as i64)),
        ];
        self.plain("stablehlo.pad", attributes)
    }

    pub fn concatenate(&mut self, dimension: usize) -> Outcome {
        self.plain("stablehlo.concatenate", vec![("dimension".into(), Attribute::i64(dimension as i64))])
    }
}

pub fn slice_attributes(starts: &[usize], limits: &[usize], strides: &[usize]) -> Attributes {
    vec![
        ("limit_indices".into(), Attribute::integers(limits)),
        ("start_indices".into(), Attribute::integers(starts)),
        ("strides".into(), Attribute::integers(strides)),
    ]
}
