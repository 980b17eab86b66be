//! Rules of operations that move elements.

use super::{Place, Rule, Site, elementwise, same_but};

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

/// Dimensions that are kept whole; start indices are scalars.
pub fn slice(site: &Site) -> Rule {
    same_but(site, |dimension| site.dims(0)[dimension] != site.result_dims()[dimension])
}

/// Dimensions that the update fills.
pub fn dynamic_update_slice(site: &Site) -> Rule {
    let mut rule = Rule::whole(site);
    for (dimension, (&size, &updated)) in site.dims(0).iter().zip(site.dims(1)).enumerate() {
        if size == updated {
            let places = [Place::Operand(0, dimension), Place::Operand(1, dimension), Place::Result(0, dimension)];
            rule.run(size, &places);
        }
    }
    rule
}

/// The factors are the sizes between borders that operand and result have in common: of `[6,4]` and `[3,8]` they are
/// 3, 2 and 4, of which the result's last dimension has two.
pub fn reshape(site: &Site) -> Rule {
    let mut rule = Rule { is_even: true, ..Rule::whole(site) };
    let (from, to) = (site.dims(0), site.result_dims());
    if from.contains(&0) {
        return rule;
    }
    let (mut from, mut to) = (Sizes::new(from), Sizes::new(to));
    while let (Some((operand, a)), Some((result, b))) = (from.current(), to.current()) {
        let common = gcd(a, b);
        // Without a common factor the rest of both dimensions is one block, which stays whole.
        if common == 1 {
            return rule;
        }
        rule.run(common, &[Place::Operand(0, operand), Place::Result(0, result)]);
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
