//! Choices from a seed.

use fastrand::Rng;

/// A source of choices; the same seed gives the same ones.
pub struct Random(Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Rng::with_seed(seed))
    }

    /// A number below `bound`, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound.max(1))
    }

    /// A number of a range, both ends included.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        self.0.i64(low..=high)
    }

    /// True once in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn flag(&mut self) -> bool {
        self.0.bool()
    }

    pub fn bits(&mut self) -> u64 {
        self.0.u64(..)
    }

    /// A number of [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0.f64()
    }

    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// An item, each as likely as its weight says.
    pub fn weighted<T: Copy>(&mut self, items: &[(usize, T)]) -> T {
        let total: usize = items.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(total);
        for &(weight, item) in items {
            if at < weight {
                return item;
            }
            at -= weight;
        }
        items[0].1
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }

    /// The numbers below `count` in some order.
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut items: Vec<usize> = (0..count).collect();
        self.shuffle(&mut items);
        items
    }

    /// Some of the numbers below `count`, in order.
    pub fn subset(&mut self, count: usize) -> Vec<usize> {
        (0..count).filter(|_| self.flag()).collect()
    }
}
