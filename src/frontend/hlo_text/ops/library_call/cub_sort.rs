//! CUB's radix sorts: keys along the last dimension, with values that go where their keys do.
//!
//! The sort is stable, takes -0 for +0, and puts NaNs where their bits are: as numbers beyond the infinities.

use super::{Config, result};
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::{Derived, Site};
use crate::hlo::{Op, Shape};

/// `(keys)` or `(keys, values)`; the result has scratch memory beside these.
pub fn sort(site: &mut Site, config: &Config) -> Outcome<Option<Op>> {
    let arrays: Option<Vec<_>> =
        site.operands.iter().map(|&id| site.computation.shape(id).as_array().cloned()).collect();
    let (Some(arrays), Some(parts)) = (arrays, site.stated()?.as_tuple()) else { return Ok(None) };
    let (key, value) = match &arrays[..] {
        [keys] => (keys, None),
        [keys, values] if keys.dims == values.dims => (keys, Some(values.element_type)),
        _ => return Ok(None),
    };
    let fits = |(array, part): (&_, &Shape)| part.same_type(&Shape::Array(Clone::clone(array)));
    let are_given = parts.len() == arrays.len() + 1 && arrays.iter().zip(parts).all(fits);
    let descending = config.field("descending").and_then(|value| value.as_bool());
    let (Some(descending), Some(dimension), true) = (descending, key.rank().checked_sub(1), are_given) else {
        return Ok(None);
    };
    if key.element_type.is_complex() {
        return Ok(None);
    }
    let wanted = Derived::Order { key: key.element_type, value, descending };
    let comparator = site.computations.derived(wanted).ok_or_else(|| site.error("expected a comparator"))?;
    let operands = site.operands.clone();
    let sorted = site.build(|b| {
        let sorted = b.sort(&operands, dimension, comparator);
        if operands.len() == 1 { vec![sorted] } else { b.untuple(sorted) }
    })?;
    result(site, &sorted)
}
