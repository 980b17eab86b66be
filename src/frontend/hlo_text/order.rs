//! The order in which things can be built: what is used before its users.

/// Why there is no such order: this one needs itself.
pub struct Cycle(pub usize);

/// Numbers 0 to `count` such that each comes after those it needs, otherwise as they are. What is needed but out of
/// range is ignored.
pub fn by_need(count: usize, needs: &[Vec<usize>]) -> Result<Vec<usize>, Cycle> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Untouched,
        Open,
        Done,
    }
    let mut states = vec![State::Untouched; count];
    let mut order = Vec::with_capacity(count);
    for start in 0..count {
        let mut stack = vec![(start, 0)];
        while let Some((id, next)) = stack.pop() {
            if next == 0 && states[id] == State::Done {
                continue;
            }
            states[id] = State::Open;
            let Some(&need) = needs[id].get(next) else {
                states[id] = State::Done;
                order.push(id);
                continue;
            };
            stack.push((id, next + 1));
            match states.get(need) {
                Some(State::Untouched) => stack.push((need, 0)),
                Some(State::Open) => return Err(Cycle(id)),
                Some(State::Done) | None => {}
            }
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_come_first() {
        let needs = [vec![2, 3], vec![], vec![1], vec![1, 9]];
        assert_eq!(by_need(4, &needs).ok(), Some(vec![1, 2, 3, 0]));
        let cycle = [vec![1], vec![2], vec![0]];
        assert!(matches!(by_need(3, &cycle), Err(Cycle(2))));
        assert!(by_need(1, &[vec![0]]).is_err());
    }
}
