use super::check;
use super::samples::samples;
use crate::codegen::Target;
use crate::codegen::math::testing::Kernel;
use crate::hlo::{ElementType, Op};

#[test]
fn every_pair_of_types_converts_with_one_rounding() {
    for from in ElementType::ALL {
        let values = samples(from, 3000);
        for to in ElementType::ALL {
            check(&Op::Convert, from, to, &[&values], 0.0);
        }
    }
}

#[test]
fn bits_are_kept_between_types_of_one_width() {
    for from in ElementType::ALL {
        for to in ElementType::ALL {
            if from.bit_width() == to.bit_width() && !from.is_complex() && !to.is_complex() && from != ElementType::Pred
            {
                check(&Op::BitcastConvert, from, to, &[&samples(from, 1000)], 0.0);
            }
        }
    }
}

#[test]
fn precision_is_reduced_by_rounding_the_mantissa_and_limiting_the_exponent() {
    for ty in ElementType::ALL.into_iter().filter(|ty| ty.is_float()) {
        for (exponent_bits, mantissa_bits) in [(5, 10), (8, 7), (4, 3), (11, 52), (3, 1), (8, 23), (8, 0), (2, 0)] {
            let op = Op::ReducePrecision { exponent_bits, mantissa_bits };
            check(&op, ty, ty, &[&samples(ty, 4000)], 0.0);
        }
    }
}

#[test]
fn constants_and_single_elements_fill_all_lanes() {
    for ty in ElementType::ALL {
        let element = samples(ty, 7)[5 * ty.byte_width() % samples(ty, 7).len()..][..ty.byte_width()].to_vec();
        let kernel = Kernel::compile(&Target::host(), 5, &[ty], ty, |math, _| math.splat_constant(ty, &element));
        assert_eq!(kernel.apply(&[&element.repeat(5)]), element.repeat(5), "{ty}");
    }
}

#[test]
fn values_survive_registers_at_any_lane_count() {
    for ty in ElementType::ALL {
        let values = samples(ty, 50);
        for lanes in [1, 2, 3, 8, 16] {
            let kernel = Kernel::compile(&Target::host(), lanes, &[ty], ty, |_, v| v[0]);
            assert_eq!(kernel.apply(&[&values]), values, "{ty}");
        }
    }
}
