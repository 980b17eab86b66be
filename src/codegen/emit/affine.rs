//! Index arithmetic, symbolically: affine expressions over loop variables, lanes and quotients.
//!
//! Every array index in a kernel is an [`Affine`] expression. Division by a constant (what reshapes need) is resolved
//! by the ranges of the variables where that is possible, and otherwise names a new variable, the quotient; the
//! remainder is then `dividend - divisor * quotient`, so that putting an index apart and together again cancels
//! without any rule for it. What remains of an address is the stride of the lanes in it: 0 for a splat, 1 for a plain
//! vector access.

use std::collections::HashMap;

/// A variable of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);

/// `constant + Σ coefficient · variable`; terms are sorted by variable and have no zero coefficient.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Affine {
    pub constant: i64,
    pub terms: Vec<(Var, i64)>,
}

/// One affine expression a dimension.
pub type Index = Vec<Affine>;

impl Affine {
    pub fn constant(constant: i64) -> Affine {
        Affine { constant, terms: Vec::new() }
    }

    pub fn var(var: Var) -> Affine {
        Affine { constant: 0, terms: vec![(var, 1)] }
    }

    /// The value, where no variable is involved.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub fn coefficient(&self, var: Var) -> i64 {
        self.terms.iter().find(|(v, _)| *v == var).map_or(0, |(_, c)| *c)
    }

    pub fn plus_constant(&self, constant: i64) -> Affine {
        Affine { constant: self.constant + constant, terms: self.terms.clone() }
    }

    pub fn times(&self, factor: i64) -> Affine {
        if factor == 0 {
            return Affine::default();
        }
        let terms = self.terms.iter().map(|&(v, c)| (v, c * factor)).collect();
        Affine { constant: self.constant * factor, terms }
    }

    pub fn plus(&self, other: &Affine) -> Affine {
        self.plus_scaled(other, 1)
    }

    pub fn minus(&self, other: &Affine) -> Affine {
        self.plus_scaled(other, -1)
    }

    /// `self + factor · other`
    pub fn plus_scaled(&self, other: &Affine, factor: i64) -> Affine {
        let mut sum = Affine { constant: self.constant + factor * other.constant, terms: self.terms.clone() };
        for &(var, coefficient) in &other.terms {
            sum.add_term(var, factor * coefficient);
        }
        sum
    }

    fn add_term(&mut self, var: Var, coefficient: i64) {
        match self.terms.binary_search_by_key(&var, |(v, _)| *v) {
            Ok(at) => {
                self.terms[at].1 += coefficient;
                if self.terms[at].1 == 0 {
                    self.terms.remove(at);
                }
            }
            Err(at) if coefficient != 0 => self.terms.insert(at, (var, coefficient)),
            Err(_) => {}
        }
    }

    /// The expression with another one in a variable's place.
    pub fn substitute(&self, var: Var, by: &Affine) -> Affine {
        let coefficient = self.coefficient(var);
        self.filter(|v| v != var).plus_constant(self.constant).plus_scaled(by, coefficient)
    }

    /// The terms whose variable passes, without the constant.
    pub fn filter(&self, mut pass: impl FnMut(Var) -> bool) -> Affine {
        Affine { constant: 0, terms: self.terms.iter().copied().filter(|(v, _)| pass(*v)).collect() }
    }
}

/// What a variable stands for.
#[derive(Clone, Debug)]
pub enum Definition {
    /// The number of the lane in a vector.
    Lane,
    /// Bound by a loop, or computed by the kernel.
    Bound,
    /// `floor(dividend / divisor)`
    Quotient { dividend: Affine, divisor: i64 },
}

#[derive(Clone, Debug)]
struct VarInfo {
    definition: Definition,
    min: i64,
    max: i64,
    /// Every value is a multiple of it.
    multiple: i64,
    /// Nesting depth of the loop or branch that binds it.
    depth: usize,
    /// Whether lanes have different values.
    varies: bool,
}

/// The variables of a kernel, with what is known of their values.
#[derive(Clone, Debug, Default)]
pub struct Space {
    vars: Vec<VarInfo>,
    quotients: HashMap<(Affine, i64), Var>,
    /// The lane number of each vector length in use.
    lanes: HashMap<usize, Var>,
}

impl Space {
    /// The number of the lane in vectors of this length.
    pub fn lane(&mut self, lanes: usize) -> Var {
        if let Some(&var) = self.lanes.get(&lanes) {
            return var;
        }
        let max = lanes as i64 - 1;
        let info = VarInfo { definition: Definition::Lane, min: 0, max, multiple: 1, depth: 0, varies: lanes > 1 };
        let var = self.push(info);
        self.lanes.insert(lanes, var);
        var
    }

    pub fn is_lane(&self, var: Var) -> bool {
        matches!(self.definition(var), Definition::Lane)
    }

    /// A variable with values `min..=max`, all of them multiples of `multiple`, bound at a depth.
    pub fn bind(&mut self, min: i64, max: i64, multiple: i64, depth: usize) -> Var {
        self.push(VarInfo { definition: Definition::Bound, min, max, multiple, depth, varies: false })
    }

    /// A variable with values `min..=max` that differ between lanes.
    pub fn bind_varying(&mut self, min: i64, max: i64, depth: usize) -> Var {
        self.push(VarInfo { definition: Definition::Bound, min, max, multiple: 1, depth, varies: true })
    }

    fn push(&mut self, info: VarInfo) -> Var {
        self.vars.push(info);
        Var(self.vars.len() as u32 - 1)
    }

    fn info(&self, var: Var) -> &VarInfo {
        &self.vars[var.0 as usize]
    }

    pub fn definition(&self, var: Var) -> &Definition {
        &self.info(var).definition
    }

    pub fn varies(&self, var: Var) -> bool {
        self.info(var).varies
    }

    pub fn is_uniform(&self, affine: &Affine) -> bool {
        affine.terms.iter().all(|(v, _)| !self.varies(*v))
    }

    /// Whether a variable is in an expression, or in a quotient that is.
    pub fn depends_on(&self, affine: &Affine, var: Var) -> bool {
        affine.terms.iter().any(|&(term, _)| match self.definition(term) {
            Definition::Quotient { dividend, .. } => self.depends_on(dividend, var),
            Definition::Lane | Definition::Bound => term == var,
        })
    }

    pub fn var_depth(&self, var: Var) -> usize {
        self.info(var).depth
    }

    /// Depth of the innermost loop that an expression depends on.
    pub fn depth(&self, affine: &Affine) -> usize {
        affine.terms.iter().map(|(v, _)| self.info(*v).depth).max().unwrap_or(0)
    }

    /// Depth of the innermost loop that an index depends on.
    pub fn index_depth(&self, index: &[Affine]) -> usize {
        index.iter().map(|a| self.depth(a)).max().unwrap_or(0)
    }

    pub fn is_uniform_index(&self, index: &[Affine]) -> bool {
        index.iter().all(|a| self.is_uniform(a))
    }

    /// Bounds of the values of an expression, both included.
    pub fn range(&self, affine: &Affine) -> (i64, i64) {
        match self.take_remainder(affine) {
            Some((rest, factor, divisor)) => {
                let (low, high) = self.range(&rest);
                let span = factor * (divisor - 1);
                (low.saturating_add(span.min(0)), high.saturating_add(span.max(0)))
            }
            None => self.term_range(affine),
        }
    }

    fn term_range(&self, affine: &Affine) -> (i64, i64) {
        let start = (affine.constant, affine.constant);
        affine.terms.iter().fold(start, |(low, high), &(var, c)| {
            let info = self.info(var);
            let (a, b) = (c.saturating_mul(info.min), c.saturating_mul(info.max));
            (low.saturating_add(a.min(b)), high.saturating_add(a.max(b)))
        })
    }

    /// Finds `factor · (dividend - divisor · quotient)` in an expression and takes it out: its range is known.
    fn take_remainder(&self, affine: &Affine) -> Option<(Affine, i64, i64)> {
        affine.terms.iter().find_map(|&(var, coefficient)| {
            let Definition::Quotient { dividend, divisor } = self.definition(var) else { return None };
            if coefficient % divisor != 0 {
                return None;
            }
            let factor = -coefficient / divisor;
            let whole = dividend.terms.iter().all(|&(v, c)| affine.coefficient(v) == factor * c);
            let remainder = dividend.plus_scaled(&Affine::var(var), -divisor);
            whole.then(|| (affine.plus_scaled(&remainder, -factor), factor, *divisor))
        })
    }

    /// `floor(affine / divisor)`
    pub fn floor_div(&mut self, affine: &Affine, divisor: i64) -> Affine {
        if divisor == 1 {
            return affine.clone();
        }
        let (whole, rest) = split_multiples(affine, divisor);
        let (low, high) = self.range(&rest);
        if low.div_euclid(divisor) == high.div_euclid(divisor) {
            return whole.plus_constant(low.div_euclid(divisor));
        }
        if let Some(high) = self.drop_low_part(&rest, divisor) {
            return whole.plus(&self.floor_div(&high, divisor));
        }
        if let Some((scaled, factor)) = common_factor(&rest, divisor) {
            return whole.plus(&self.floor_div(&scaled, divisor / factor));
        }
        whole.plus(&Affine::var(self.quotient(rest, divisor)))
    }

    /// `affine - divisor · floor(affine / divisor)`
    pub fn modulo(&mut self, affine: &Affine, divisor: i64) -> Affine {
        let quotient = self.floor_div(affine, divisor);
        affine.plus_scaled(&quotient, -divisor)
    }

    /// Writes `affine` as `high + low` with `0 <= low < factor`, where `factor` divides `high` and `divisor`: then
    /// `floor(affine / divisor) == floor(high / divisor)`. `None` when there is nothing to drop.
    fn drop_low_part(&self, affine: &Affine, divisor: i64) -> Option<Affine> {
        let weight = |var: Var| gcd(affine.coefficient(var) * self.info(var).multiple, divisor);
        let mut factors: Vec<i64> = affine.terms.iter().map(|&(v, _)| weight(v)).filter(|&g| g > 1).collect();
        factors.sort_unstable();
        factors.dedup();
        factors.into_iter().rev().find_map(|factor| {
            let constant = affine.constant.div_euclid(factor) * factor;
            let high = affine.filter(|v| weight(v) % factor == 0).plus_constant(constant);
            let low = affine.minus(&high);
            let (min, max) = self.range(&low);
            (low != Affine::default() && min >= 0 && max < factor).then_some(high)
        })
    }

    fn quotient(&mut self, dividend: Affine, divisor: i64) -> Var {
        if let Some(&var) = self.quotients.get(&(dividend.clone(), divisor)) {
            return var;
        }
        let (low, high) = self.range(&dividend);
        let info = VarInfo {
            min: low.div_euclid(divisor),
            max: high.div_euclid(divisor),
            multiple: 1,
            depth: self.depth(&dividend),
            varies: !self.is_uniform(&dividend),
            definition: Definition::Quotient { dividend: dividend.clone(), divisor },
        };
        let var = self.push(info);
        self.quotients.insert((dividend, divisor), var);
        var
    }

    /// Row-major position of an index in an array of these dimensions.
    pub fn linearize(&self, index: &[Affine], dims: &[usize]) -> Affine {
        index.iter().zip(dims).fold(Affine::default(), |sum, (i, &d)| sum.times(d as i64).plus(i))
    }

    /// Index of a row-major position in an array of these dimensions.
    pub fn delinearize(&mut self, position: &Affine, dims: &[usize]) -> Index {
        let mut rest = position.clone();
        let mut index = vec![Affine::default(); dims.len()];
        for d in (0..dims.len()).rev() {
            let quotient = if d == 0 { Affine::default() } else { self.floor_div(&rest, dims[d].max(1) as i64) };
            index[d] = rest.plus_scaled(&quotient, -(dims[d] as i64));
            rest = quotient;
        }
        index
    }
}

/// `affine == divisor · whole + rest` with the coefficients of `rest` smaller than the divisor.
fn split_multiples(affine: &Affine, divisor: i64) -> (Affine, Affine) {
    let terms = affine.terms.iter().map(|&(v, c)| (v, c / divisor)).filter(|(_, c)| *c != 0).collect();
    let whole = Affine { constant: affine.constant.div_euclid(divisor), terms };
    let rest = affine.plus_scaled(&whole, -divisor);
    (whole, rest)
}

/// Divides an expression by the greatest number that divides all of it and the divisor, when that is not 1.
fn common_factor(affine: &Affine, divisor: i64) -> Option<(Affine, i64)> {
    let factor = affine.terms.iter().fold(gcd(affine.constant, divisor), |g, (_, c)| gcd(g, *c));
    let terms = affine.terms.iter().map(|&(v, c)| (v, c / factor)).collect();
    (factor > 1).then(|| (Affine { constant: affine.constant / factor, terms }, factor))
}

/// Greatest common divisor; never negative.
pub fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn putting_apart_and_together_cancels() {
        let mut space = Space::default();
        let lane = space.lane(8);
        let v = space.bind(0, 8 * 1023, 8, 1);
        let position = Affine::var(v).plus(&Affine::var(lane));
        let index = space.delinearize(&position, &[13, 7, 90]);
        assert_eq!(space.linearize(&index, &[13, 7, 90]), position);
    }

    #[test]
    fn division_is_resolved_by_ranges() {
        let mut space = Space::default();
        let lane = space.lane(8);
        let row = space.bind(0, 99, 1, 1);
        let column = space.bind(0, 1016, 8, 2);
        let position = Affine::var(row).times(1024).plus(&Affine::var(column)).plus(&Affine::var(lane));
        assert_eq!(space.floor_div(&position, 1024), Affine::var(row));
        assert_eq!(space.modulo(&position, 1024), Affine::var(column).plus(&Affine::var(lane)));
    }

    #[test]
    fn lanes_below_a_step_do_not_reach_the_quotient() {
        let mut space = Space::default();
        let lane = space.lane(8);
        let v = space.bind(0, 4096, 8, 1);
        let position = Affine::var(v).plus(&Affine::var(lane));
        let quotient = space.floor_div(&position, 64);
        assert!(space.is_uniform(&quotient));
        assert_eq!(space.modulo(&position, 64).coefficient(lane), 1);
    }

    #[test]
    fn the_range_of_a_remainder_is_known() {
        let mut space = Space::default();
        let v = space.bind(0, 999, 1, 1);
        let remainder = space.modulo(&Affine::var(v), 10);
        assert_eq!(space.range(&remainder), (0, 9));
        assert_eq!(space.floor_div(&remainder, 10), Affine::constant(0));
    }

    #[test]
    fn reversed_indices_divide() {
        let mut space = Space::default();
        let v = space.bind(0, 1023, 1, 1);
        let reversed = Affine::constant(1023).minus(&Affine::var(v));
        assert_eq!(space.floor_div(&reversed, 1024), Affine::constant(0));
    }
}
