//! The order in which things can be built: what is used before its users.

/// An order, and what it could not respect.
pub struct Order {
    pub numbers: Vec<usize>,
    /// Those that need themselves, by way of others.
    pub cyclic: Vec<usize>,
}

/// Numbers 0 to `count` such that each comes after those it needs, otherwise as they are. What is needed but out of
/// range is ignored.
pub fn by_need(count: usize, needs: &[Vec<usize>]) -> Order {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Untouched,
        Open,
        Done,
    }
    let mut states = vec![State::Untouched; count];
    let mut order = Order { numbers: Vec::with_capacity(count), cyclic: Vec::new() };
    for start in 0..count {
        let mut stack = vec![(start, 0)];
        while let Some((id, next)) = stack.pop() {
            if next == 0 && states[id] == State::Done {
                continue;
            }
            states[id] = State::Open;
            let Some(&need) = needs[id].get(next) else {
                states[id] = State::Done;
                order.numbers.push(id);
                continue;
            };
            stack.push((id, next + 1));
            match states.get(need) {
                Some(State::Untouched) => stack.push((need, 0)),
                Some(State::Open) => order.cyclic.push(id),
                Some(State::Done) | None => {}
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_come_first() {
        let needs = [vec![2, 3], vec![], vec![1], vec![1, 9]];
        assert_eq!(by_need(4, &needs).numbers, [1, 2, 3, 0]);
        let cycle = by_need(4, &[vec![1], vec![2], vec![0], vec![3]]);
        assert_eq!((cycle.numbers, cycle.cyclic), (vec![2, 1, 0, 3], vec![2, 3]));
    }
}
