//! Rules of reductions, windows and solvers.

use super::{Place, Rule, Site};
use crate::hlo::{Window, WindowDimension};

/// Kept dimensions; of one array by a known operation, reduced ones too.
pub fn reduce(site: &Site, dimensions: &[usize]) -> Rule {
    let mut rule = Rule::whole(site);
    let inputs = site.operand_count() / 2;
    rule.combiner = if inputs == 1 { site.reducer() } else { None };
    let mut result = 0;
    for (dimension, &size) in site.dims(0).iter().enumerate() {
        let mut places: Vec<Place> = (0..inputs).map(|input| Place::Operand(input, dimension)).collect();
        if !dimensions.contains(&dimension) {
            places.extend((0..inputs).map(|array| Place::Result(array, result)));
            result += 1;
        } else if rule.combiner.is_none() {
            continue;
        }
        rule.run(size, &places);
    }
    rule
}

/// Dimensions over which the window does not reach.
pub fn reduce_window(site: &Site, window: &Window) -> Rule {
    let mut rule = Rule::whole(site);
    let inputs = site.operand_count() / 2;
    for dimension in trivial_dimensions(window) {
        let operands = (0..inputs).map(|input| Place::Operand(input, dimension));
        let places: Vec<Place> = operands.chain((0..inputs).map(|array| Place::Result(array, dimension))).collect();
        rule.run(site.dims(0)[dimension], &places);
    }
    rule
}

/// `(operand, source, init)`: dimensions over which the window does not reach.
pub fn select_and_scatter(site: &Site, window: &Window) -> Rule {
    let mut rule = Rule::whole(site);
    for dimension in trivial_dimensions(window) {
        let places = [Place::Operand(0, dimension), Place::Operand(1, dimension), Place::Result(0, dimension)];
        rule.run(site.dims(0)[dimension], &places);
    }
    rule
}

fn trivial_dimensions(window: &Window) -> impl Iterator<Item = usize> + '_ {
    (0..window.len())
        .filter(|&dimension| WindowDimension { reversal: false, ..window[dimension] } == WindowDimension::of_size(1))
}

/// `(a, b)`: batches, and the right-hand sides, each of which is solved alone.
pub fn triangular_solve(site: &Site, left_side: bool) -> Rule {
    let mut rule = Rule::whole(site);
    let rank = site.dims(1).len();
    let sides = if left_side { rank - 1 } else { rank - 2 };
    for (dimension, &size) in site.dims(1).iter().enumerate() {
        let mut places = vec![Place::Operand(1, dimension), Place::Result(0, dimension)];
        if dimension + 2 < rank {
            places.push(Place::Operand(0, dimension));
        } else if dimension != sides {
            continue;
        }
        rule.run(size, &places);
    }
    rule
}
