//! Rules of operations that move elements.

use super::{Outside, Place, Reach, Rule, Site, elementwise, same_but};
use crate::hlo::{PaddingDimension, WindowDimension};

/// The dimension that appears or vanishes between widths is whole.
pub fn bitcast_convert(site: &Site) -> Rule {
    let (from, to) = (site.dims(0), site.result_dims());
    if from.len() == to.len() {
        return elementwise(site);
    }
    let mut rule = Rule::whole(site);
    for (dimension, (&size, _)) in from.iter().zip(to).enumerate() {
        rule.run(size, &[Place::Operand(0, dimension), Place::Result(0, dimension)]);
    }
    rule
}

pub fn broadcast(site: &Site, dimensions: &[usize]) -> Rule {
    let mut rule = Rule::whole(site);
    for (dimension, &size) in site.result_dims().iter().enumerate() {
        let mut places = vec![Place::Result(0, dimension)];
        places.extend(dimensions.iter().position(|&to| to == dimension).map(|from| Place::Operand(0, from)));
        rule.run(size, &places);
    }
    rule
}

pub fn transpose(site: &Site, permutation: &[usize]) -> Rule {
    let mut rule = Rule::whole(site);
    for (dimension, &from) in permutation.iter().enumerate() {
        rule.run(site.result_dims()[dimension], &[Place::Operand(0, from), Place::Result(0, dimension)]);
    }
    rule
}

/// Dimensions that keep their order, and others where tiles of one size change places.
pub fn reverse(site: &Site, dimensions: &[usize]) -> Rule {
    let mut rule = same_but(site, |dimension| dimensions.contains(&dimension));
    for &dimension in dimensions {
        let before = rule.factors.len();
        rule.run_even(site.dims(0)[dimension], &[Place::Operand(0, dimension), Place::Result(0, dimension)]);
        rule.mirrored.extend(before..rule.factors.len());
    }
    rule
}

/// Dimensions that are kept whole, and of others the elements that are taken; of one of which one element is taken, each
/// device gives what it has of it.
pub fn slice(site: &Site, starts: &[usize], strides: &[usize]) -> Rule {
    let mut rule = Rule::whole(site);
    rule.combiner = site.picking_combiner();
    for (dimension, (&size, &taken)) in site.dims(0).iter().zip(site.result_dims()).enumerate() {
        let (operand, result) = ([Place::Operand(0, dimension)], [Place::Result(0, dimension)]);
        let window = WindowDimension { stride: strides[dimension], ..WindowDimension::of_size(1) };
        let low = -(starts[dimension] as i64);
        match taken {
            _ if taken == size => rule.run(size, &[operand, result].concat()),
            1 if rule.combiner.is_some() => rule.run_indexed(size, dimension, dimension, &operand),
            _ => {
                let reach =
                    Reach { positions: taken, low, outside: Outside::Unseen, ..Reach::of_window(&window, size) };
                rule.run_reaching(reach, &operand, &result);
            }
        }
    }
    rule
}

/// Every result element looks at one of the padded operand.
pub fn pad(site: &Site, padding: &[PaddingDimension]) -> Rule {
    let mut rule = Rule::whole(site);
    for (dimension, (&size, padding)) in site.dims(0).iter().zip(padding).enumerate() {
        let (operand, result) = ([Place::Operand(0, dimension)], [Place::Result(0, dimension)]);
        if *padding == PaddingDimension::default() {
            rule.run(size, &[operand, result].concat());
            continue;
        }
        let window = WindowDimension {
            padding_low: padding.low,
            padding_high: padding.high,
            base_dilation: padding.interior + 1,
            ..WindowDimension::of_size(1)
        };
        let reach = Reach { outside: Outside::Operand(1), ..Reach::of_window(&window, size) };
        rule.run_reaching(reach, &operand, &result);
    }
    rule
}

/// Dimensions that are kept whole; of one of which one element is taken, each device gives what it has of it. Starts are
/// scalars.
pub fn dynamic_slice(site: &Site) -> Rule {
    let mut rule = same_but(site, |dimension| site.dims(0)[dimension] != site.result_dims()[dimension]);
    rule.combiner = site.picking_combiner();
    for (dimension, (&size, &taken)) in site.dims(0).iter().zip(site.result_dims()).enumerate() {
        if taken == 1 && size > 1 && rule.combiner.is_some() {
            rule.run_indexed(size, dimension, dimension, &[Place::Operand(0, dimension)]);
        }
    }
    rule
}

/// Dimensions that the update fills, and those of which it is one element.
pub fn dynamic_update_slice(site: &Site) -> Rule {
    let mut rule = Rule::whole(site);
    for (dimension, (&size, &updated)) in site.dims(0).iter().zip(site.dims(1)).enumerate() {
        let places = [Place::Operand(0, dimension), Place::Result(0, dimension), Place::Operand(1, dimension)];
        if size == updated {
            rule.run(size, &places);
        } else if updated == 1 {
            rule.run_indexed(size, dimension, dimension, &places[..2]);
        }
    }
    rule
}

/// The factors are the sizes between borders that operand and result have in common: of `[6,4]` and `[3,8]` they are
/// 3, 2 and 4, of which the result's last dimension has two. What is less than a dimension is divided evenly.
pub fn reshape(site: &Site) -> Rule {
    let mut rule = Rule::whole(site);
    let (operand_dims, result_dims) = (site.dims(0), site.result_dims());
    if operand_dims.contains(&0) {
        return rule;
    }
    let (mut from, mut to) = (Sizes::new(operand_dims), Sizes::new(result_dims));
    while let (Some((operand, a)), Some((result, b))) = (from.current(), to.current()) {
        let common = gcd(a, b);
        // Without a common factor the rest of both dimensions is one block, which stays whole.
        if common == 1 {
            return rule;
        }
        let places = [Place::Operand(0, operand), Place::Result(0, result)];
        match (operand_dims[operand], result_dims[result]) == (common, common) {
            true => rule.run(common, &places),
            false => rule.run_even(common, &places),
        }
        from.take(common);
        to.take(common);
    }
    rule
}

/// What is left of the dimensions of an array, taken from the slow end.
struct Sizes {
    left: Vec<usize>,
    at: usize,
}

impl Sizes {
    fn new(dims: &[usize]) -> Sizes {
        Sizes { left: dims.to_vec(), at: 0 }
    }

    /// The dimension that is next, and what is left of it.
    fn current(&mut self) -> Option<(usize, usize)> {
        while self.left.get(self.at) == Some(&1) {
            self.at += 1;
        }
        self.left.get(self.at).map(|&size| (self.at, size))
    }

    fn take(&mut self, size: usize) {
        self.left[self.at] /= size;
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
