//! Rules of reductions, windows and solvers.

use super::{Outside, Place, Reach, Rule, Site, Start, Summed};
use crate::hlo::{Window, WindowDimension};

/// Kept dimensions; of one array by a known operation, reduced ones too.
pub fn reduce(site: &Site, dimensions: &[usize]) -> Rule {
    let mut rule = Rule::whole(site);
    let inputs = site.operand_count() / 2;
    if inputs == 1 {
        rule.combiner = site.reducer();
        rule.summed = Summed { operands: 0..1, by_products: false };
        rule.start = Some(Start::Applied(1));
    }
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

/// Positions of the window.
pub fn reduce_window(site: &Site, window: &Window) -> Rule {
    let mut rule = Rule::whole(site);
    let inputs = site.operand_count() / 2;
    for (dimension, window) in window.iter().enumerate() {
        let operands: Vec<Place> = (0..inputs).map(|input| Place::Operand(input, dimension)).collect();
        let results: Vec<Place> = (0..inputs).map(|array| Place::Result(array, dimension)).collect();
        let size = site.dims(0)[dimension];
        if is_trivial(window) {
            rule.run(size, &[operands, results].concat());
        } else if window.base_dilation == 1 {
            rule.run_reaching(Reach::of_window(window, size), &operands, &results);
        }
    }
    for reach in &mut rule.reaches {
        reach.outside = Outside::Operand(inputs + reach.operand);
    }
    rule
}

/// `(operand, source, init)`: dimensions over which the window does not reach, and those that windows side by side fill.
pub fn select_and_scatter(site: &Site, window: &Window) -> Rule {
    let mut rule = Rule::whole(site);
    for (dimension, window) in window.iter().enumerate() {
        let places = [Place::Operand(0, dimension), Place::Operand(1, dimension), Place::Result(0, dimension)];
        let (size, windows) = (site.dims(0)[dimension], site.dims(1)[dimension]);
        let side_by_side = WindowDimension { stride: window.size, ..WindowDimension::of_size(window.size) };
        if is_trivial(window) {
            rule.run(size, &places);
        } else if *window == side_by_side && windows * window.size == size {
            rule.run_even(windows, &places);
        }
    }
    rule
}

fn is_trivial(window: &WindowDimension) -> bool {
    WindowDimension { reversal: false, ..*window } == WindowDimension::of_size(1)
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
