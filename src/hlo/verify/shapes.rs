//! Rules of shapes: the one that is stated is the one that follows, its memory can be addressed, its layout is one.

use super::{Check, Site, ensure};
use crate::hlo::shape::join;
use crate::hlo::{ArrayShape, Shape, infer};

pub(super) fn rules(site: &Site) -> Vec<String> {
    let stated = &site.instruction.shape;
    let arrays = stated.leaves().into_iter().filter_map(|(_, leaf)| leaf.as_array());
    let mut findings: Vec<String> = arrays.clone().filter_map(|array| byte_size_fits(array).err()).collect();
    findings.extend(arrays.filter_map(|array| layout_is_a_permutation(array).err()));
    if findings.is_empty() {
        findings.extend(stated_shape_is_the_inferred_one(site).err());
    }
    findings
}

/// Up to layout, which is a choice.
fn stated_shape_is_the_inferred_one(site: &Site) -> Check {
    let stated = &site.instruction.shape;
    let inferred = infer::result_shape(&site.instruction.op, &site.operands, stated, &site.callees)?;
    ensure(inferred.same_type(stated), || format!("expected a result of shape {inferred}, found {stated}"))
}

fn byte_size_fits(array: &ArrayShape) -> Check {
    ensure(array.checked_byte_size().is_some(), || {
        format!("expected an array of less than 2^63 bytes, found {}", Shape::Array(array.clone()))
    })
}

fn layout_is_a_permutation(array: &ArrayShape) -> Check {
    let mut dims = array.layout.minor_to_major.clone();
    dims.sort_unstable();
    ensure(dims.into_iter().eq(0..array.rank()), || {
        let found = join(&array.layout.minor_to_major, ",");
        format!("expected a layout that orders the dimensions of {array}, found {{{found}}}")
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{f32s, findings, findings_of};
    use crate::hlo::{ArrayShape, ElementType, Layout, Op, UnaryOp};

    #[test]
    fn stated_shape_is_the_inferred_one() {
        let found = findings_of(Op::Unary(UnaryOp::Sine), &[f32s(&[2])], f32s(&[3]));
        assert_eq!(found, ["sine: expected a result of shape f32[2], found f32[3]"]);
    }

    #[test]
    fn byte_size_fits() {
        let huge = f32s(&[1 << 62, 4]);
        let found = findings(|_, entry| {
            entry.add_parameter(0, huge, &None);
        });
        assert_eq!(found, ["parameter: expected an array of less than 2^63 bytes, found f32[4611686018427387904,4]"]);
    }

    #[test]
    fn layout_is_a_permutation() {
        let mut array = ArrayShape::new(ElementType::F32, [2, 3]);
        array.layout = Layout::new(vec![0, 0]);
        let found = findings(|_, entry| {
            entry.add_parameter(0, array, &None);
        });
        assert_eq!(found, ["parameter: expected a layout that orders the dimensions of f32[2,3], found {0,0}"]);
    }
}
