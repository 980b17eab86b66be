//! `mulhi`: the upper half of the product of two integers, as CHLO has it too.

use super::Table;
use crate::frontend::chlo;
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::hlo::{Builder, Op};

pub const TABLE: Table = &[("mulhi", high_product)];

fn high_product(site: &mut Site) -> Outcome<Op> {
    let [a, b] = [site.operand_array(0)?.clone(), site.operand_array(1)?.clone()];
    if a.element_type != b.element_type || a.dims != b.dims || !a.element_type.is_integer() {
        return Err(site.error(format!("expected integers of one shape, found {a} and {b}")));
    }
    let (operands, location) = ([site.operands[0], site.operands[1]], site.location.clone());
    let high = site.build(|b| chlo::high_product(Builder::new(b.computation(), &location), operands))??;
    site.operands = vec![high];
    Ok(Op::Copy)
}
