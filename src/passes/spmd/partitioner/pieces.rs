//! Which pieces of other arrays' tiles make up each device's tile of a dimension, and in which turns they travel.

/// Elements of a source that stand one after another in the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Which source.
    pub source: usize,
    pub start: usize,
    pub size: usize,
}

/// Elements that a tile of the result gets from a tile of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub source: usize,
    /// The tile that has it, and the one that gets it.
    pub from: usize,
    pub to: usize,
    /// Where it begins in the one, and in the other.
    pub start: usize,
    pub at: usize,
    pub size: usize,
}

impl Piece {
    pub fn is_local(&self) -> bool {
        self.from == self.to
    }
}

/// The pieces of a result of `tiles` tiles, of ranges one after another. `tile_sizes` are the sources' own; none of a
/// source that all have as a whole.
pub fn pieces(ranges: &[Range], tile_sizes: &[Option<usize>], tiles: usize) -> Vec<Piece> {
    let size = ranges.iter().map(|range| range.size).sum::<usize>();
    let tile = size.div_ceil(tiles).max(1);
    let mut pieces = Vec::new();
    let mut place = 0;
    for range in ranges {
        let mut taken = 0;
        while taken < range.size {
            let (to, at) = (place / tile, place % tile);
            let start = range.start + taken;
            let (from, start, left) = match tile_sizes[range.source] {
                Some(own) => (start / own, start % own, own - start % own),
                None => (to, start, usize::MAX),
            };
            let size = left.min(tile - at).min(range.size - taken);
            pieces.push(Piece { source: range.source, from, to, start, at, size });
            (place, taken) = (place + size, taken + size);
        }
    }
    pieces
}

/// Pieces in turns: in each a tile gives one at most, and gets one. Those that stay where they are have turns of their
/// own, which come first; large ones go before small ones.
pub fn turns(mut pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    pieces.sort_by_key(|piece| (!piece.is_local(), std::cmp::Reverse(piece.size), piece.at, piece.to));
    let mut turns: Vec<Vec<Piece>> = Vec::new();
    for piece in pieces {
        let is_free = |turn: &&mut Vec<Piece>| {
            turn[0].is_local() == piece.is_local()
                && turn.iter().all(|other| other.from != piece.from && other.to != piece.to)
        };
        match turns.iter_mut().find(is_free) {
            Some(turn) => turn.push(piece),
            None => turns.push(vec![piece]),
        }
    }
    turns
}

/// Of the largest piece.
pub fn turn_size(turn: &[Piece]) -> usize {
    turn.iter().map(|piece| piece.size).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(source: usize, start: usize, size: usize) -> Range {
        Range { source, start, size }
    }

    /// Sizes of what travels in each turn, and for how many tiles.
    fn travels(ranges: &[Range], tile_sizes: &[Option<usize>], tiles: usize) -> Vec<(usize, usize)> {
        let turns = turns(pieces(ranges, tile_sizes, tiles));
        turns.iter().filter(|turn| !turn[0].is_local()).map(|turn| (turn_size(turn), turn.len())).collect()
    }

    #[test]
    fn a_rotation_fetches_what_has_moved() {
        // 16 by one place: everybody gets one element of the tile before, the first one of the last.
        let rotated = [range(0, 15, 1), range(0, 0, 15)];
        assert_eq!(travels(&rotated, &[Some(4)], 4), [(1, 4)]);
        // By six: two tiles have what each is made of.
        let rotated = [range(0, 10, 6), range(0, 0, 10)];
        assert_eq!(travels(&rotated, &[Some(4)], 4), [(2, 4), (2, 4)]);
    }

    #[test]
    fn a_turn_takes_of_several_sources() {
        let both = [range(0, 0, 16), range(1, 0, 16)];
        assert_eq!(travels(&both, &[Some(8), Some(8)], 2), [(8, 2)]);
        assert_eq!(travels(&both, &[Some(4), Some(4)], 4), [(4, 3), (4, 3)]);
    }

    #[test]
    fn what_all_have_does_not_travel() {
        assert_eq!(travels(&[range(0, 0, 8), range(1, 0, 8)], &[None, None], 4), []);
        let mixed = [range(0, 2, 6), range(1, 1, 2)];
        let expected = Piece { source: 1, from: 1, to: 1, start: 1, at: 2, size: 2 };
        assert_eq!(pieces(&mixed, &[Some(4), None], 2).last(), Some(&expected));
    }

    #[test]
    fn the_last_tiles_of_uneven_ones_are_short_or_empty() {
        // Five among four are 2, 2, 1 and none.
        let all = pieces(&[range(0, 0, 5)], &[Some(2)], 4);
        assert_eq!(all.iter().map(|piece| (piece.to, piece.size)).collect::<Vec<_>>(), [(0, 2), (1, 2), (2, 1)]);
        assert!(pieces(&[range(0, 0, 0)], &[Some(1)], 4).is_empty());
    }
}
