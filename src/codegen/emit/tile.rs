//! Tiles: loops for fragments that read along another dimension than they write along.
//!
//! A transpose that goes along its result reads one element from each line of memory. Here a block of rows is done at
//! a time: it is read along the operand's contiguous dimension, and turned in registers.

use super::affine::{Affine, Definition, Var};
use super::evaluate::{Computed, Evaluator, Result};
use super::function::uniform_part;
use super::memory::alignment;
use super::plan::{LoopDim, Plan};
use super::walk::Accesses;
use crate::codegen::math::Value;
use crate::hlo::ElementType;
use inkwell::values::{BasicValueEnum, PointerValue, VectorValue};

/// Rows and columns that are done together, so that lines and pages stay at hand.
const BLOCK: usize = 128;
/// A cache line is read as a whole.
const LINE_BYTES: usize = 64;
/// Smaller results are not worth it.
const MIN_ELEMENTS: usize = 1 << 10;

/// How a fragment is done in tiles.
#[derive(Clone, Debug)]
pub struct TilePlan {
    /// Which loop the tile's rows go along.
    rows_loop: usize,
    /// Rows of a tile; its columns are the lanes.
    rows: usize,
    lanes: usize,
    /// Rows and columns of a block.
    row_block: usize,
    column_block: usize,
    sizes: Vec<usize>,
}

/// The tile that is being emitted.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The part of the rows' place that changes from tile to tile: where a position moves by it, rows are neighbours.
    moving: Affine,
    /// The row that values are wanted for.
    row: usize,
}

/// Rows of blocks that were turned: by base, position of the first row and first row.
pub type Turned<'ctx> = std::collections::HashMap<(PointerValue<'ctx>, Affine), (Vec<Value<'ctx>>, u64)>;

impl TilePlan {
    /// A plan, where some access strides along the lanes and is contiguous along another loop.
    pub fn new(
        loops: &[LoopDim],
        accesses: &Accesses,
        vars: &[Affine],
        lane_bytes: usize,
        lanes: usize,
    ) -> Option<Self> {
        let sizes: Vec<usize> = loops.iter().map(|l| l.size).collect();
        let (&length, outer) = sizes.split_last()?;
        let last = vars.len() - 1;
        let along = |t: &usize| {
            accesses
                .read
                .iter()
                .any(|read| coefficient(&read.place, &vars[*t]) == 1 && coefficient(&read.place, &vars[last]) > 1)
        };
        let rows_loop = (0..outer.len()).rev().find(along)?;
        let rows = lanes.max(LINE_BYTES / lane_bytes.max(1)).min(2 * lanes);
        let enough = sizes[rows_loop] > rows && length >= lanes && sizes.iter().product::<usize>() >= MIN_ELEMENTS;
        let block = |size: usize, step: usize| BLOCK.min(size / step * step).max(step);
        enough.then(|| TilePlan {
            rows_loop,
            rows,
            lanes,
            row_block: block(sizes[rows_loop], rows),
            column_block: block(length, lanes),
            sizes,
        })
    }

    /// Loops that make up units: all but the innermost, the tile's loop by blocks.
    fn unit_dims(&self) -> Vec<usize> {
        let mut dims = self.sizes[..self.sizes.len() - 1].to_vec();
        dims[self.rows_loop] = dims[self.rows_loop].div_ceil(self.row_block);
        dims
    }

    pub fn units(&self) -> i64 {
        self.unit_dims().iter().product::<usize>() as i64
    }

    /// Units that are worth a thread.
    pub fn min_units_per_task(&self, work: usize) -> i64 {
        let length = self.sizes[self.sizes.len() - 1];
        let unit = Plan { unit_dims: vec![1], inner_dims: vec![self.row_block], ..Plan::single(length) };
        unit.min_units_per_task(work)
    }

    pub fn lanes(&self) -> usize {
        self.lanes
    }
}

/// The coefficient of a loop's variable.
fn coefficient(place: &Affine, var: &Affine) -> i64 {
    var.terms.first().map_or(0, |(v, _)| place.coefficient(*v))
}

impl<'ctx> Evaluator<'_, 'ctx> {
    /// Emits the loops of a tile plan around `body`, which gets the place of the first lane in every loop.
    pub fn tiles(&mut self, plan: &TilePlan, mut body: impl FnMut(&mut Self, Vec<Affine>) -> Result<()>) -> Result<()> {
        let (units, unit) = self.f.open_units(plan.units());
        let mut places = self.f.space.delinearize(&unit, &plan.unit_dims());
        let (height, length) = (plan.sizes[plan.rows_loop], plan.sizes[plan.sizes.len() - 1]);
        let first_row = places[plan.rows_loop].times(plan.row_block as i64);
        let first_row = self.f.held_below(&first_row, (height - plan.row_block) as i64);
        let (columns, column) = self.f.open_counted(length as i64, plan.column_block as i64);
        let first_column = self.f.held_below(&column, (length - plan.column_block) as i64);
        let (rows, row) = self.f.open_counted(plan.row_block as i64, plan.rows as i64);
        let (vectors, vector) = self.f.open_counted(plan.column_block as i64, plan.lanes as i64);
        let start = first_row.plus(&row);
        let moving = if row.terms.is_empty() { start.clone() } else { row };
        places.push(first_column.plus(&vector));
        for row in 0..plan.rows {
            self.tile = Some(Tile { moving: moving.clone(), row });
            places[plan.rows_loop] = start.plus_constant(row as i64);
            body(self, places.clone())?;
        }
        self.tile = None;
        for open in [vectors, rows, columns].into_iter().flatten() {
            self.f.close_loop(open, &[]);
        }
        self.f.close_loop(units, &[]);
        Ok(())
    }

    /// Lanes that stride, as a row of a block that was read across them and turned. `None` where that is not possible.
    pub(super) fn load_turned(
        &mut self,
        base: PointerValue<'ctx>,
        ty: ElementType,
        position: &Affine,
        stride: i64,
    ) -> Option<Computed<'ctx>> {
        let Tile { moving, row } = self.tile.clone()?;
        let varies = !moving.terms.is_empty();
        let contiguous = varies && moving.terms.iter().all(|(v, c)| position.coefficient(*v) == *c);
        let depth = self.f.depth();
        let space = &self.f.space;
        let broken = |v: Var| matches!(space.definition(v), Definition::Quotient { .. }) && space.var_depth(v) == depth;
        if !contiguous || space.depth(position) != depth || position.terms.iter().any(|(v, _)| broken(*v)) {
            return None;
        }
        let lanes = self.f.lanes;
        let block = position.plus_constant(-((row % lanes) as i64));
        let key = (base, block.clone());
        let scope = self.f.scope_serial(self.f.depth());
        let known = self.turned.get(&key).is_some_and(|(_, made_in)| *made_in == scope);
        if !known {
            let lines = (0..lanes as i64).map(|lane| uniform_part(&self.f.space, &block).plus_constant(lane * stride));
            let lines: Vec<_> = lines.collect();
            let lines: Vec<_> = lines.iter().map(|line| self.load_line(base, ty, line)).collect();
            let rows = self.turn(lines);
            self.turned.insert(key.clone(), (rows, scope));
        }
        let value = self.turned[&key].0[row % lanes];
        Some(Computed { value, depth: self.f.depth() })
    }

    fn load_line(&mut self, base: PointerValue<'ctx>, ty: ElementType, at: &Affine) -> Value<'ctx> {
        let address = self.f.address(base, at, ty.byte_width());
        self.math(true).load(ty, address, alignment(ty))
    }

    /// Transposes as many vectors as there are lanes: swaps ever smaller blocks off the diagonal.
    fn turn(&self, mut lines: Vec<Value<'ctx>>) -> Vec<Value<'ctx>> {
        let lanes = lines.len();
        let mut half = lanes / 2;
        while half > 0 {
            for upper in (0..lanes).filter(|line| line & half == 0) {
                let (a, b) = (lines[upper], lines[upper + half]);
                let low = |l: usize| if l & half == 0 { l } else { lanes + l - half };
                let high = |l: usize| if l & half == 0 { l + half } else { lanes + l };
                lines[upper] = self.mix(a, b, low);
                lines[upper + half] = self.mix(a, b, high);
            }
            half /= 2;
        }
        lines
    }

    fn mix(&self, a: Value<'ctx>, b: Value<'ctx>, pick: impl Fn(usize) -> usize) -> Value<'ctx> {
        let vector = |raw: BasicValueEnum<'ctx>| -> VectorValue<'ctx> { raw.into_vector_value() };
        let mut others = b.parts().into_iter();
        a.map(|part| {
            let other = others.next().expect("values of one type");
            self.f.shuffle(vector(part), vector(other), (0..self.f.lanes).map(&pick)).into()
        })
    }
}
