//! Windows over inputs with holes, taken apart into windows over inputs without.
//!
//! Where the base is dilated, an output position meets only those taps that do not fall into holes, and which ones
//! depends on the position modulo a small period. Positions of one residue form a phase: a convolution without holes,
//! with fewer taps.

use crate::codegen::spec::{Convolution, ImageDimension, SpatialDimension};

/// The positions along one dimension that meet the same taps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AxisPhase {
    /// The first output index, and from one to the next.
    pub first: usize,
    pub period: usize,
    pub outputs: usize,
    /// Input steps from one output of the phase to the next.
    pub input_step: isize,
    /// Index of the tap, and the input index that it meets at the first output.
    pub taps: Vec<(usize, isize)>,
}

impl AxisPhase {
    fn all(d: &SpatialDimension) -> Vec<AxisPhase> {
        let period = d.base_dilation / greatest_common_divisor(d.window_stride, d.base_dilation);
        let phase = |first: usize| AxisPhase {
            first,
            period,
            outputs: (d.output_size - first).div_ceil(period),
            input_step: (period * d.window_stride / d.base_dilation) as isize,
            taps: (0..d.window_size).filter_map(|tap| Some((tap, meets(d, first, tap)?))).collect(),
        };
        (0..period.min(d.output_size)).map(phase).collect()
    }
}

/// The input index, perhaps outside the input, that a tap meets at an output index; `None` for a hole.
fn meets(d: &SpatialDimension, output: usize, tap: usize) -> Option<isize> {
    let at = (output * d.window_stride + tap * d.window_dilation) as i64 - d.padding_low;
    let dilation = d.base_dilation as i64;
    (at.rem_euclid(dilation) == 0).then(|| at.div_euclid(dilation) as isize)
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A convolution without holes.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    axes: Vec<AxisPhase>,
}

/// Output positions or window taps (without their features), with what each adds to an offset and to an input index.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Places {
    /// What each adds to an offset in lhs.
    pub lhs: Vec<isize>,
    /// Offset in the result, for positions; in rhs, for taps.
    pub other: Vec<isize>,
    /// What each adds to the input index along each spatial dimension, one place after the other.
    pub index: Vec<i32>,
    /// Spatial dimensions.
    pub rank: usize,
}

impl Places {
    /// One place, with this offset.
    fn at(other: isize) -> Places {
        Places { lhs: vec![0], other: vec![other], index: Vec::new(), rank: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.lhs.len()
    }

    pub(super) fn index(&self, place: usize) -> &[i32] {
        &self.index[place * self.rank..(place + 1) * self.rank]
    }

    /// Every place combined with every step (offsets in lhs and elsewhere, input index) of a faster dimension.
    fn times_spatial(&self, steps: &[(isize, isize, i32)]) -> Places {
        let mut product = self.times(steps.iter().map(|&(lhs, other, _)| (lhs, other)));
        product.rank = self.rank + 1;
        product.index.clear();
        for place in 0..self.len() {
            for &(_, _, index) in steps {
                product.index.extend_from_slice(self.index(place));
                product.index.push(index);
            }
        }
        product
    }

    /// Every place combined with every step of a faster dimension that is not spatial.
    fn times(&self, steps: impl Iterator<Item = (isize, isize)> + Clone) -> Places {
        let count = steps.clone().count();
        let all = |offsets: &[isize], side: fn((isize, isize)) -> isize| {
            offsets.iter().flat_map(|&outer| steps.clone().map(move |step| outer + side(step))).collect()
        };
        let index = (0..self.len()).flat_map(|place| self.index(place).repeat(count)).collect();
        Places { lhs: all(&self.lhs, |s| s.0), other: all(&self.other, |s| s.1), index, rank: self.rank }
    }

    /// Places for every image, which is the slower dimension where `images_outside`.
    pub(super) fn of_images(&self, images: &ImageDimension, images_outside: bool) -> Places {
        let steps = (0..images.size as isize).map(|n| (n * images.lhs_stride, n * images.output_stride));
        if !images_outside {
            return self.times(steps);
        }
        let all = |offsets: &[isize], side: fn((isize, isize)) -> isize| {
            steps.clone().flat_map(|step| offsets.iter().map(move |&inner| inner + side(step))).collect()
        };
        let (lhs, other) = (all(&self.lhs, |s| s.0), all(&self.other, |s| s.1));
        Places { lhs, other, index: self.index.repeat(images.size), rank: self.rank }
    }
}

impl Phase {
    pub(super) fn all(spec: &Convolution) -> Vec<Phase> {
        let mut phases = vec![Phase { axes: Vec::new() }];
        for d in &spec.spatial {
            let axis = AxisPhase::all(d);
            let extend = |phase: &Phase| -> Vec<Phase> {
                let with = |a: &AxisPhase| Phase { axes: [&phase.axes[..], std::slice::from_ref(a)].concat() };
                axis.iter().map(with).collect()
            };
            phases = phases.iter().flat_map(extend).collect();
        }
        phases
    }

    /// The phase of all dimensions but the last, and that of the last.
    pub(super) fn split_last(&self) -> Option<(Phase, &AxisPhase)> {
        let (last, before) = self.axes.split_last()?;
        Some((Phase { axes: before.to_vec() }, last))
    }

    /// Taps, the last spatial dimension fastest.
    pub(super) fn taps(&self, spec: &Convolution) -> Places {
        self.axes.iter().zip(&spec.spatial).fold(Places::at(spec.rhs_start()), |outer, (axis, d)| {
            let step = |&(tap, at): &(usize, isize)| (at * d.lhs_stride, tap as isize * d.rhs_stride, at as i32);
            outer.times_spatial(&axis.taps.iter().map(step).collect::<Vec<_>>())
        })
    }

    /// Positions of one image, the last spatial dimension fastest.
    pub(super) fn positions(&self, spec: &Convolution) -> Places {
        self.axes.iter().zip(&spec.spatial).fold(Places::at(0), |outer, (axis, d)| {
            let step = |i: usize| {
                let at = i as isize * axis.input_step;
                let output = (axis.first + i * axis.period) as isize * d.output_stride;
                (at * d.lhs_stride, output, at as i32)
            };
            outer.times_spatial(&(0..axis.outputs).map(step).collect::<Vec<_>>())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(base_dilation: usize, window_stride: usize) -> SpatialDimension {
        SpatialDimension {
            input_size: 5,
            output_size: 7,
            window_size: 3,
            window_stride,
            padding_low: 1,
            base_dilation,
            window_dilation: 1,
            lhs_stride: 1,
            rhs_stride: 1,
            output_stride: 1,
        }
    }

    #[test]
    fn a_dense_base_is_one_phase() {
        let phases = AxisPhase::all(&axis(1, 2));
        assert_eq!(phases.len(), 1);
        assert_eq!((phases[0].outputs, phases[0].input_step), (7, 2));
        assert_eq!(phases[0].taps, [(0, -1), (1, 0), (2, 1)]);
    }

    #[test]
    fn taps_are_shared_among_the_phases_of_a_dilated_base() {
        let phases = AxisPhase::all(&axis(2, 1));
        assert_eq!(phases.iter().map(|p| p.outputs).collect::<Vec<_>>(), [4, 3]);
        assert_eq!(phases[0].taps, [(1, 0)]);
        assert_eq!(phases[1].taps, [(0, 0), (2, 1)]);
    }

    #[test]
    fn a_stride_of_the_dilation_needs_no_phases() {
        let phases = AxisPhase::all(&axis(2, 2));
        assert_eq!(phases.len(), 1);
        assert_eq!((phases[0].input_step, phases[0].taps.clone()), (1, vec![(1, 0)]));
    }
}
