//! Dot products with precisions and algorithms, which leave the value as it is: all is computed as exactly as any of
//! them asks for.

use super::{Attempt, Type, Writer, list};
use pjrt::hlo::ElementType;

/// Types that are multiplied in, the accumulator's, and numbers of products that have a name.
const ALGORITHMS: [(&str, &str, &[u32]); 7] = [
    ("f16", "f16", &[1]),
    ("f16", "f32", &[1]),
    ("bf16", "bf16", &[1]),
    ("bf16", "f32", &[1, 3, 6, 9]),
    ("tf32", "f32", &[1, 3]),
    ("f32", "f32", &[1]),
    ("f8E5M2", "f32", &[1]),
];

impl Writer {
    pub(super) fn product(&mut self) -> Attempt {
        use ElementType::*;
        let element_type = self.random.choose(&[F32, F32, BF16, F16, S8, S32]);
        let (b, m, k, n) = (self.random_size(), self.random_size(), self.random_size(), self.random_size());
        let lhs = self.like(&Type::of_dims(element_type, [m, b, k]));
        let rhs = self.like(&Type::of_dims(element_type, [b, k, n]));
        let dims = format!(
            ", batching_dims = {} x {}, contracting_dims = {} x {}",
            list(&[1]),
            list(&[0]),
            list(&[2]),
            list(&[1])
        );
        let accuracy = match self.random.flag() {
            true if element_type.is_float() => self.algorithm(),
            _ => {
                let [a, b] = [(); 2].map(|()| self.random.choose(&["DEFAULT", "HIGH", "HIGHEST"]));
                format!(", precision = [{a}, {b}]")
            }
        };
        let result = if element_type == F32 || !self.random.flag() { element_type } else { F32 };
        let result = if element_type == S8 { S32 } else { result };
        let result = if element_type == S32 { S32 } else { result };
        let of = Type::of_dims(result, [b, m, n]);
        let value = self.stated(of.clone(), |which| {
            let accuracy = if which == 0 { accuracy.as_str() } else { "" };
            format!(
                "stablehlo.dot_general {}, {}{dims}{accuracy} : {}",
                lhs.names[which],
                rhs.names[which],
                super::signature(&[&lhs, &rhs], std::slice::from_ref(&of), which)
            )
        });
        self.offer(value);
        Some(())
    }

    fn algorithm(&mut self) -> String {
        let (operand, sum, products) = self.random.choose(&ALGORITHMS);
        let products = self.random.choose(products);
        format!(
            ", algorithm = <lhs_precision_type = {operand}, rhs_precision_type = {operand}, accumulation_type = {sum}, \
             lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = {products}, \
             allow_imprecise_accumulation = false>"
        )
    }
}
