//! Operations that choose where they read: pad, concatenate, dynamic slices, gather.
//! What depends on bounds is decided in [`super::guard`].

use super::affine::{Affine, Index, Space, Var};
use super::evaluate::{Computed, Evaluator, Result};
use super::guard::{Decided, InBounds};
use crate::codegen::math::Value;
use crate::hlo::{ElementType, GatherDimensionNumbers, InstructionId, PaddingDimension};
use inkwell::values::BasicValueEnum;

/// Parts of a concatenation that are branches within each other, at most: each is some frames of the stack.
const NESTED_PARTS: usize = 8;

/// Where a pad reads its operand: the operand's index, and the conditions under which there is an element.
pub fn pad_source(
    space: &mut Space,
    padding: &[PaddingDimension],
    dims: &[usize],
    index: &[Affine],
) -> (Index, Vec<InBounds>) {
    let mut conditions = Vec::new();
    let mut source = Index::new();
    for ((affine, pad), &size) in index.iter().zip(padding).zip(dims) {
        let shifted = affine.plus_constant(-pad.low);
        let step = pad.interior as i64 + 1;
        let place = space.floor_div(&shifted, step);
        if step > 1 {
            conditions.push(InBounds { place: shifted.plus_scaled(&place, -step), size: 1 });
        }
        conditions.push(InBounds { place: place.clone(), size: size as i64 });
        source.push(place);
    }
    (source, conditions)
}

impl<'ctx> Evaluator<'_, 'ctx> {
    pub(super) fn pad(
        &mut self,
        id: InstructionId,
        padding: &[PaddingDimension],
        index: &Index,
    ) -> Result<Computed<'ctx>> {
        let (operand, value) = (self.fragment.operand(id, 0), self.fragment.operand(id, 1));
        let dims = &self.fragment.get(operand).array().dims;
        let (source, conditions) = pad_source(&mut self.f.space, padding, dims, index);
        self.guarded(&conditions, operand, &source, &|e| e.value(value, &Index::new()))
    }

    pub(super) fn concatenate(&mut self, id: InstructionId, dim: usize, index: &Index) -> Result<Computed<'ctx>> {
        let (low, high) = self.f.space.range(&index[dim]);
        let mut parts = Vec::new();
        let mut offset = 0;
        for &operand in self.fragment.get(id).operands() {
            let size = self.fragment.get(operand).array().dims[dim] as i64;
            if size > 0 && low < offset + size && high >= offset {
                parts.push((operand, offset, size));
            }
            offset += size;
        }
        self.concatenated(&parts, dim, index)
    }

    fn concatenated(
        &mut self,
        parts: &[(InstructionId, i64, i64)],
        dim: usize,
        index: &Index,
    ) -> Result<Computed<'ctx>> {
        if parts.len() > NESTED_PARTS {
            return self.one_of(parts, dim, index);
        }
        let (&(operand, offset, size), rest) = parts.split_first().expect("an index within the concatenation");
        let mut source = index.clone();
        source[dim] = index[dim].plus_constant(-offset);
        if rest.is_empty() {
            let place = InBounds { place: source[dim].clone(), size };
            if place.decide(&self.f.space) == Decided::Open {
                source[dim] = self.confined(&place);
            }
            return self.value(operand, &source);
        }
        let here = InBounds { place: source[dim].clone(), size };
        self.guarded(&[here], operand, &source, &|e| e.concatenated(rest, dim, index))
    }

    /// Tries one part after the other, also where one has been the right one.
    fn one_of(&mut self, parts: &[(InstructionId, i64, i64)], dim: usize, index: &Index) -> Result<Computed<'ctx>> {
        let element_type = self.element_type(parts[0].0);
        let none = self.math(false).splat_constant(element_type, &vec![0; element_type.byte_width()]);
        let mut value = Computed { value: none, depth: 0 };
        for &(operand, offset, size) in parts {
            let mut source = index.clone();
            source[dim] = index[dim].plus_constant(-offset);
            let here = InBounds { place: source[dim].clone(), size };
            value = self.guarded(&[here], operand, &source, &|_| Ok(value))?;
        }
        Ok(value)
    }

    pub(super) fn dynamic_slice(&mut self, id: InstructionId, index: &Index) -> Result<Computed<'ctx>> {
        let operand = self.fragment.operand(id, 0);
        let sizes = &self.fragment.get(id).array().dims;
        let starts = self.start_indices(id, 1, operand, sizes)?;
        let source = index.iter().zip(&starts).map(|(i, start)| i.plus(start)).collect();
        self.value(operand, &source)
    }

    pub(super) fn dynamic_update_slice(&mut self, id: InstructionId, index: &Index) -> Result<Computed<'ctx>> {
        let (operand, update) = (self.fragment.operand(id, 0), self.fragment.operand(id, 1));
        let sizes = &self.fragment.get(update).array().dims;
        let starts = self.start_indices(id, 2, operand, sizes)?;
        let source: Index = index.iter().zip(&starts).map(|(i, start)| i.minus(start)).collect();
        let inside = |(place, &size): (&Affine, &usize)| InBounds { place: place.clone(), size: size as i64 };
        let conditions: Vec<_> = source.iter().zip(sizes).map(inside).collect();
        self.guarded(&conditions, update, &source, &|e| e.value(operand, index))
    }

    /// The start indices that an operation takes from operand `first` on, clamped so that the slice fits.
    pub fn start_indices(
        &mut self,
        id: InstructionId,
        first: usize,
        operand: InstructionId,
        sizes: &[usize],
    ) -> Result<Vec<Affine>> {
        let dims = &self.fragment.get(operand).array().dims;
        let starts = &self.fragment.get(id).operands()[first..];
        let clamped = |(d, &start): (usize, &InstructionId)| {
            let limit = dims[d] as i64 - sizes[d] as i64;
            if limit == 0 {
                return Ok(Affine::default());
            }
            let computed = self.value(start, &Index::new())?;
            Ok(self.clamped(self.element_type(start), computed, limit))
        };
        starts.iter().enumerate().map(clamped).collect()
    }

    pub(super) fn gather(
        &mut self,
        id: InstructionId,
        dims: &GatherDimensionNumbers,
        slice_sizes: &[usize],
        index: &Index,
    ) -> Result<Computed<'ctx>> {
        let (operand, indices) = (self.fragment.operand(id, 0), self.fragment.operand(id, 1));
        let mut source = gather_offsets(dims, slice_sizes.len(), index);
        let batch: Index =
            (0..index.len()).filter(|d| !dims.offset_dims.contains(d)).map(|d| index[d].clone()).collect();
        for (&d, &from) in dims.operand_batching_dims.iter().zip(&dims.start_indices_batching_dims) {
            source[d] = batch[from - usize::from(from > dims.index_vector_dim)].clone();
        }
        let operand_dims = &self.fragment.get(operand).array().dims;
        for (component, &d) in dims.start_index_map.iter().enumerate() {
            let limit = operand_dims[d] as i64 - slice_sizes[d] as i64;
            let at = self.index_vector_place(indices, dims.index_vector_dim, &batch, component);
            let start = self.value(indices, &at)?;
            let start = self.clamped(self.element_type(indices), start, limit);
            source[d] = source[d].plus(&start);
        }
        self.value(operand, &source)
    }

    /// Where component `component` of the index vector of a batch index stands.
    pub fn index_vector_place(
        &self,
        indices: InstructionId,
        index_vector_dim: usize,
        batch: &[Affine],
        component: usize,
    ) -> Index {
        let mut at = batch.to_vec();
        if index_vector_dim < self.fragment.get(indices).array().rank() {
            at.insert(index_vector_dim, Affine::constant(component as i64));
        }
        at
    }

    /// An integer as an index in `0..=limit`, clamped.
    pub fn clamped(&mut self, ty: ElementType, start: Computed<'ctx>, limit: i64) -> Affine {
        if limit == 0 {
            return Affine::default();
        }
        let key = (start.value.real(), limit);
        if let Some(&(var, scope)) = self.starts.get(&key)
            && self.f.is_open(start.depth, scope)
        {
            return Affine::var(var);
        }
        let inner = self.f.enter(start.depth);
        let value = self.clamp_integer(ty, start.value.real(), limit);
        let var = self.f.bind(value, 0, limit, start.depth);
        self.f.leave(inner);
        self.starts.insert(key, (var, self.f.scope_serial(start.depth)));
        Affine::var(var)
    }

    fn clamp_integer(&self, ty: ElementType, value: BasicValueEnum<'ctx>, limit: i64) -> BasicValueEnum<'ctx> {
        let vector = value.is_vector_value();
        let (floor, ceiling) = match ty.is_signed_integer() {
            true => (Some("llvm.smax"), "llvm.smin"),
            false => (None, "llvm.umin"),
        };
        let constant = |bound: i64| {
            let scalar = self.math(false).register_type(ty).into_int_type().const_int(bound as u64, true);
            self.math(vector).splat(scalar.into())
        };
        let apply = |name: &str, value: BasicValueEnum<'ctx>, bound: i64| {
            self.f.intrinsic(name, &[value.get_type()], &[value, constant(bound)]).expect("an intrinsic with a result")
        };
        let raised = floor.map_or(value, |name| apply(name, value, 0));
        let bits = 8 * ty.byte_width() as u32 - u32::from(ty.is_signed_integer());
        let reachable = bits < 63 && limit >= (1 << bits);
        let bounded = if reachable { raised } else { apply(ceiling, raised, limit) };
        // Not negative any more, so that zero extension is right for all types.
        self.math(vector).convert(ty.bits_type(), ElementType::S64, Value::Real(bounded)).real()
    }
}

/// The part of a gather's operand index that comes from the offset dimensions of the result.
fn gather_offsets(dims: &GatherDimensionNumbers, rank: usize, index: &[Affine]) -> Index {
    let mut offsets = dims.offset_dims.iter();
    let place = |d: usize| {
        let skipped = dims.collapsed_slice_dims.contains(&d) || dims.operand_batching_dims.contains(&d);
        let offset = if skipped { None } else { offsets.next() };
        offset.map_or(Affine::default(), |&o| index[o].clone())
    };
    (0..rank).map(place).collect()
}

/// Variables of clamped start indices, by value and limit.
pub type Starts<'ctx> = std::collections::HashMap<(BasicValueEnum<'ctx>, i64), (Var, u64)>;
