//! `algsimp`: algebraic simplification, rule by rule until none applies.
//!
//! A rule is one function: it looks at an instruction and, where its equation holds, builds an equal value that is
//! cheaper or a form that later passes know better. Values agree bit for bit with the original, up to the payload and
//! sign of NaN; what the rules may assume beyond that is what StableHLO leaves open, which is the order of a reduction.
//! Constants stand on the right after these rules, so that most equations are written once.
//!
//! Ends of control dependencies and instructions with an effect are left alone, and so is a value whose replacement
//! would have another layout.

mod arithmetic;
mod boolean;
mod broadcast;
mod clamp;
mod compare;
mod concatenate;
mod constant;
mod contraction;
mod convert;
mod division;
mod driver;
mod dynamic;
mod dynamic_through;
mod extremum;
mod gather;
mod integer;
mod pad;
mod reduce;
mod reduce_parts;
mod reshape;
mod select;
mod sign;
mod slice;
mod slice_through;
mod transpose;
mod window;

pub(super) use broadcast::scalar_behind;
pub(super) use convert::holds_every_value;
pub(super) use reduce::{applied_operation, reduces_from_neutral};

use super::Pass;
use super::graph::{Graph, edit};
use crate::hlo::op_class::{algorithm, control, structure};
use crate::hlo::{Diagnostics, ElementType, InstructionId, Module, Op};

pub const PASS: Pass =
    Pass { name: "algsimp", description: "Simplifies by algebra, rule by rule until none applies.", run };

/// Gives an equal value for an instruction, or `None` where the rule does not apply.
type Rule = fn(&mut Graph, InstructionId) -> Option<InstructionId>;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let effects = super::effects::Effects::of(module);
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, |graph| driver::simplify(graph, &effects));
    }
    Ok(changed)
}

/// The rules for an instruction, in the order in which they are tried.
fn rules(graph: &Graph, id: InstructionId) -> &'static [&'static [Rule]] {
    match graph.op(id) {
        // Equations of arithmetic ask for zero and for negatives, which this type has not.
        Op::Unary(_) | Op::Binary(_) if graph.element_type(id) == ElementType::F8E8M0FNU => {
            &[broadcast::ELEMENTWISE_RULES]
        }
        Op::Constant(_) => &[constant::RULES],
        Op::Iota { .. } => &[constant::IOTA_RULES],
        Op::Unary(_) => &[
            broadcast::ELEMENTWISE_RULES,
            arithmetic::UNARY_RULES,
            integer::UNARY_RULES,
            sign::RULES,
            boolean::NOT_RULES,
        ],
        Op::Binary(_) => &[
            broadcast::ELEMENTWISE_RULES,
            arithmetic::BINARY_RULES,
            integer::BINARY_RULES,
            division::BINARY_RULES,
            extremum::RULES,
            sign::BINARY_RULES,
            boolean::BINARY_RULES,
            transpose::ELEMENTWISE_RULES,
        ],
        Op::Compare { .. } => &[broadcast::ELEMENTWISE_RULES, compare::RULES, transpose::ELEMENTWISE_RULES],
        Op::Select => &[broadcast::ELEMENTWISE_RULES, select::RULES, transpose::ELEMENTWISE_RULES],
        Op::Clamp => &[broadcast::ELEMENTWISE_RULES, clamp::RULES, transpose::ELEMENTWISE_RULES],
        Op::Convert => &[broadcast::ELEMENTWISE_RULES, convert::RULES],
        Op::BitcastConvert => &[convert::BITCAST_RULES],
        Op::ReducePrecision { .. } => &[broadcast::ELEMENTWISE_RULES, convert::PRECISION_RULES],
        Op::Broadcast { .. } => &[broadcast::RULES],
        Op::Reshape => &[reshape::RULES],
        Op::Transpose { .. } => &[transpose::RULES],
        Op::Reverse { .. } => &[transpose::REVERSE_RULES],
        Op::Slice { .. } => &[slice::RULES, slice_through::RULES],
        Op::Pad { .. } => &[pad::RULES],
        Op::Concatenate { .. } => &[concatenate::RULES],
        Op::DynamicSlice { .. } => &[dynamic::SLICE_RULES, dynamic_through::SLICE_RULES],
        Op::DynamicUpdateSlice => &[dynamic::UPDATE_RULES, dynamic_through::UPDATE_RULES],
        Op::Gather { .. } => &[gather::RULES],
        Op::Reduce { .. } => &[reduce::RULES, reduce_parts::RULES],
        Op::ReduceWindow { .. } => &[window::RULES],
        Op::Scatter { .. } => &[gather::SCATTER_RULES],
        Op::Dot { .. } => &[contraction::RULES, contraction::DOT_RULES],
        Op::Convolution { .. } => &[contraction::RULES, contraction::CONVOLUTION_RULES, pad::CONVOLUTION_RULES],
        Op::Parameter { .. }
        | Op::Copy
        | Op::Map { .. }
        | Op::SelectAndScatter { .. }
        | Op::Sort { .. }
        | control!()
        | algorithm!()
        | structure!() => &[],
    }
}
