//! What can depend on what, by the order of instructions alone.
//!
//! A value is computed after its operands, so what stands later in a post-order reaches nothing earlier, except through
//! a kernel of several results: who waits for one of them waits for all. Such kernels are kept as intervals of places,
//! those that overlap as one.

use crate::hlo::InstructionId;

/// Places of instructions, and the intervals that results of one kernel span.
pub struct Reach {
    /// By the instructions' numbers.
    places: Vec<usize>,
    /// First and last place of each; none overlaps another, the first one is last in the program.
    spans: Vec<(usize, usize)>,
}

impl Reach {
    /// Of a computation in this order.
    pub fn of(order: &[InstructionId]) -> Reach {
        let bound = order.iter().map(|id| id.0 as usize + 1).max().unwrap_or(0);
        let mut places = vec![0; bound];
        order.iter().enumerate().for_each(|(place, &id)| places[id.0 as usize] = place);
        Reach { places, spans: Vec::new() }
    }

    pub fn place(&self, id: InstructionId) -> usize {
        self.places[id.0 as usize]
    }

    /// Results of one kernel, one of them earlier than any that was given before.
    pub fn join(&mut self, results: &[InstructionId]) {
        let places = || results.iter().map(|&id| self.place(id));
        let (Some(first), Some(mut last)) = (places().min(), places().max()) else { return };
        while let Some(&(overlaps, end)) = self.spans.last().filter(|&&(start, _)| start <= last) {
            debug_assert!(first <= overlaps, "results come in the order of the program, backwards");
            last = last.max(end);
            self.spans.pop();
        }
        self.spans.push((first, last));
    }

    /// No instruction before this place depends on the given one.
    pub fn earliest_dependent(&self, id: InstructionId) -> usize {
        let place = self.place(id);
        let from = self.spans.partition_point(|&(first, _)| first > place);
        self.spans.get(from).filter(|&&(_, last)| place <= last).map_or(place, |&(first, _)| first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(places: &[u32]) -> Vec<InstructionId> {
        places.iter().copied().map(InstructionId).collect()
    }

    /// Ten instructions, each at the place of its number.
    fn reach(kernels: &[&[u32]]) -> Vec<usize> {
        let order = ids(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let mut reach = Reach::of(&order);
        kernels.iter().for_each(|results| reach.join(&ids(results)));
        order.iter().map(|&id| reach.earliest_dependent(id)).collect()
    }

    #[test]
    fn alone_nothing_leads_back() {
        assert_eq!(reach(&[&[5]]), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn results_of_one_kernel_lead_to_the_first() {
        assert_eq!(reach(&[&[8, 6], &[1, 3]]), [0, 1, 1, 1, 4, 5, 6, 6, 6, 9]);
    }

    #[test]
    fn kernels_that_overlap_lead_through_each_other() {
        assert_eq!(reach(&[&[9, 7], &[4, 8], &[2, 4]]), [0, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
    }
}
