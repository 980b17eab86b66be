//! Operands of which a device needs more, or other, elements than its own tile has: those under its windows.
//!
//! Positions are dealt out to devices: of a window over an input, or of elements of a window that is as large as a
//! kernel. Position `p` looks at elements `p·step - low … p·step - low + extent` of the operand, whose elements lie
//! `dilation` apart. `slice` and `pad` are windows of one element.

use crate::hlo::WindowDimension;

/// What stands before and behind an operand's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Nothing that positions look at.
    Unseen,
    Zero,
    /// Another operand, a scalar.
    Operand(usize),
}

/// What positions of a factor look at in a dimension of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    pub factor: usize,
    pub operand: usize,
    pub dimension: usize,
    /// Elements of the dimension.
    pub size: usize,
    /// Positions.
    pub positions: usize,
    pub step: usize,
    pub extent: usize,
    pub low: i64,
    pub dilation: usize,
    pub outside: Outside,
    /// Positions are elements of the window.
    pub is_by_elements: bool,
}

/// What devices need of a dimension when positions are dealt out: tile `t` elements from `t·step + start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub step: i64,
    pub start: i64,
    pub size: i64,
    /// Padding that is left to do: between and around dilated elements.
    pub low: i64,
    pub high: i64,
}

impl Reach {
    /// Positions of a window over a dimension of `size` elements.
    pub fn of_window(window: &WindowDimension, size: usize) -> Reach {
        Reach {
            factor: 0,
            operand: 0,
            dimension: 0,
            size,
            positions: window.output_size(size),
            step: window.stride,
            extent: window.dilated_size().max(1) as usize - 1,
            low: window.padding_low,
            dilation: window.base_dilation,
            outside: Outside::Zero,
            is_by_elements: false,
        }
    }

    /// Elements of the window, which every position of the window, of which there is one at least, looks at in turn.
    pub fn of_elements(window: &WindowDimension, size: usize) -> Reach {
        let positions = window.output_size(size);
        Reach {
            positions: window.size,
            step: window.window_dilation,
            extent: (positions - 1) * window.stride,
            is_by_elements: true,
            ..Reach::of_window(window, size)
        }
    }

    /// Positions of each of `tiles` devices.
    pub fn tile(&self, tiles: usize) -> usize {
        self.positions.div_ceil(tiles)
    }

    /// What each of `tiles` devices needs; none where they would need elements at different distances.
    pub fn span(&self, tiles: usize) -> Option<Span> {
        let dilation = self.dilation as i64;
        let step = (self.tile(tiles) * self.step) as i64;
        if step % dilation != 0 || self.positions < tiles || self.size < tiles {
            return None;
        }
        let start = (-self.low).div_euclid(dilation);
        let low = -self.low - start * dilation;
        let reach = ((self.tile(tiles) - 1) * self.step + self.extent) as i64;
        let size = (low + reach) / dilation + 1;
        Some(Span { step: step / dilation, start, size, low: -low, high: low + reach - (size - 1) * dilation })
    }

    /// Elements before and behind its own tile that a device needs at most.
    pub fn halo(&self, tiles: usize) -> Option<(usize, usize)> {
        let span = self.span(tiles)?;
        let (size, tile) = (self.size as i64, self.size.div_ceil(tiles) as i64);
        let mut halo = (0, 0);
        for t in 0..tiles as i64 {
            let from = (t * span.step + span.start).max(0);
            let to = (t * span.step + span.start + span.size).min(size);
            if from < to {
                halo = (halo.0.max(t * tile - from), halo.1.max(to - (t + 1) * tile));
            }
        }
        Some((halo.0 as usize, halo.1 as usize))
    }

    /// Whether devices need no more than their neighbours have, and less than there is; a slice may be put together from
    /// pieces of any.
    pub fn is_near(&self, tiles: usize) -> bool {
        if self.outside == Outside::Unseen && self.step == 1 {
            return self.positions >= tiles;
        }
        let tile = self.size.div_ceil(tiles);
        let is_near = |(low, high): (usize, usize)| {
            low + high == 0 || (low <= tile && high <= tile && low + high + tile < self.size)
        };
        self.halo(tiles).is_some_and(is_near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same_padded(size: usize) -> Reach {
        Reach::of_window(&WindowDimension { padding_low: 1, padding_high: 1, ..WindowDimension::of_size(3) }, size)
    }

    #[test]
    fn windows_look_at_neighbours() {
        let reach = same_padded(8);
        assert_eq!(reach.span(4), Some(Span { step: 2, start: -1, size: 4, low: 0, high: 0 }));
        assert_eq!(reach.halo(4), Some((1, 1)));
        assert!(reach.is_near(4));
    }

    #[test]
    fn what_lies_outside_is_no_neighbours() {
        // Two tiles of two windows of two elements.
        let window = WindowDimension { stride: 2, ..WindowDimension::of_size(2) };
        assert_eq!(Reach::of_window(&window, 8).halo(2), Some((0, 0)));
        // A window over all that comes before.
        let all = WindowDimension { padding_low: 7, ..WindowDimension::of_size(8) };
        assert_eq!(Reach::of_window(&all, 8).halo(4), Some((6, 0)));
        assert!(!Reach::of_window(&all, 8).is_near(4));
    }

    #[test]
    fn holes_between_elements_are_padding_left_to_do() {
        // Elements 0 0 a 0 b 0 c 0 d 0 under windows of 3: of 8 windows the first four look at a and b, and before them.
        let window =
            WindowDimension { padding_low: 2, padding_high: 1, base_dilation: 2, ..WindowDimension::of_size(3) };
        let reach = Reach::of_window(&window, 4);
        assert_eq!(reach.positions, 8);
        assert_eq!(reach.span(2), Some(Span { step: 2, start: -1, size: 3, low: 0, high: 1 }));
        assert_eq!(reach.halo(2), Some((1, 0)));
        // Three windows a device would begin at an element and between two.
        assert_eq!(Reach { positions: 6, ..reach }.span(2), None);
    }
}
