//! `collective-permute` of one value, of several, and of slices into buffers that are given.
//!
//! Only that of one value is an operation here; the others are read as what they do. Their starts do it at once: what
//! such a start gives is a tuple, of which the end takes the second part.

use super::collective::with_groups;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::site::{Site, indices};
use crate::hlo::{ArrayShape, Builder, Collective, CollectiveKind, ElementType, InstructionId, Op};

type Pairs = Vec<(usize, usize)>;

/// Where the result is in what a start gives.
const RESULT: usize = 1;

pub fn collective_permute(site: &mut Site) -> Outcome<Op> {
    let pairs = site.required("source_target_pairs", |cursor| cursor.list("{", "}", pair))?;
    let sizes = site.value("slice_sizes", |cursor| cursor.list("{", "}", indices))?;
    let plain = with_groups(site, CollectiveKind::CollectivePermute { pairs: Vec::new() })?;
    let permute = Permute { plain, pairs };
    match sizes {
        Some(sizes) => permute.writing(site, &sizes),
        None => {
            let operands = match site.operands[..] {
                [one] if !is_tuple(site, one) => return Ok(permute.op(&permute.pairs)),
                [one] => site.build(|b| b.untuple(one))?,
                _ => site.operands.clone(),
            };
            let each = |b: &mut Builder| operands.iter().map(|&id| permute.of(b, id, &permute.pairs)).collect();
            site.operands = site.build(each)?;
            Ok(Op::Tuple)
        }
    }
}

fn pair(cursor: &mut Cursor) -> Outcome<(usize, usize)> {
    match cursor.list("{", "}", Cursor::index)?[..] {
        [source, target] => Ok((source, target)),
        _ => Err(cursor.unexpected("two devices in a pair")),
    }
}

fn is_tuple(site: &Site, id: InstructionId) -> bool {
    site.computation.shape(id).as_tuple().is_some()
}

/// Whether a start does what is no operation here.
pub fn starts_at_once(stem: &str, site: &Site) -> bool {
    stem == "collective-permute" && (site.operands.len() > 1 || site.operands.iter().any(|&id| is_tuple(site, id)))
}

/// `(operands, result, contexts…)`, once it is done.
pub fn at_once(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["output_to_operand_aliasing"]);
    let stated = site.stated()?;
    let Some([_, result, contexts @ ..]) = stated.as_tuple() else {
        return Err(site.error(format!("expected operands and a result as the result, found {stated}")));
    };
    let is_in_place = site.text.attributes.iter().any(|attribute| attribute.key.text == "slice_sizes");
    let operands = site.operands.clone();
    let given = if is_in_place || operands.len() == 1 { operands[0] } else { site.build(|b| b.tuple(&operands))? };
    let op = collective_permute(site)?;
    let operands = site.operands.clone();
    site.operands = site.build(|b| {
        let done = b.add(op, &operands, result);
        let contexts = contexts.iter().map(|_| b.scalar_integer(ElementType::U32, 0));
        [given, done].into_iter().chain(contexts).collect()
    })?;
    Ok(Op::Tuple)
}

/// What waits for such a start.
pub fn end_of_at_once(stem: &str, site: &Site) -> Option<Op> {
    let started = site.operand(0).ok()?;
    let is_start = stem == "collective-permute" && site.operand_opcodes == ["collective-permute-start"];
    let is_at_once = is_start && matches!(site.computation.op(started), Op::Tuple);
    is_at_once.then_some(Op::GetTupleElement { index: RESULT })
}

struct Permute {
    /// Without pairs.
    plain: Collective,
    pairs: Pairs,
}

impl Permute {
    fn op(&self, pairs: &[(usize, usize)]) -> Op {
        let kind = CollectiveKind::CollectivePermute { pairs: pairs.to_vec() };
        Op::Collective(Box::new(Collective { kind, ..self.plain.clone() }))
    }

    /// Of a tuple that of each element.
    fn of(&self, b: &mut Builder, operand: InstructionId, pairs: &[(usize, usize)]) -> InstructionId {
        let shape = b.shape(operand).clone();
        if shape.as_tuple().is_some() {
            let parts: Vec<_> = b.untuple(operand).into_iter().map(|part| self.of(b, part, pairs)).collect();
            return b.tuple(&parts);
        }
        b.add(self.op(pairs), &[operand], &shape)
    }

    /// `(inputs, buffers, start indices in the inputs, start indices in the buffers)`: an array of each, or tuples of one
    /// length. An array has one list of start indices, or a list for each slice that is sent; the pairs then are those
    /// of each slice in turn. Who receives writes where its own start indices say; nothing else of a buffer changes.
    fn writing(&self, site: &mut Site, sizes: &[Vec<usize>]) -> Outcome<Op> {
        let &[inputs, buffers, from, to] = &site.operands[..] else {
            let found = site.operands.len();
            return Err(
                site.error(format!("expected inputs, buffers and start indices in both, found {found} operands"))
            );
        };
        let is_one = site.computation.shape(buffers).as_array().is_some();
        let parts = site.build(|b| {
            let each = |b: &mut Builder, id| if is_one { vec![id] } else { b.untuple(id) };
            let [inputs, buffers, from, to] = [inputs, buffers, from, to].map(|id| each(b, id));
            let [from, to] = [from, to].map(|ids| ids.into_iter().map(|id| starts(b, id)).collect());
            Parts { inputs, buffers, from, to, sizes }
        })?;
        let slices = parts.slices();
        let pairs = slices.filter(|&slices| self.pairs.len().is_multiple_of(slices));
        let pairs = pairs.map(|slices| self.pairs.len() / slices);
        let (Some(slices), Some(pairs)) = (slices, pairs) else {
            return Err(site.error("expected pairs and start indices for each slice of each buffer"));
        };
        let ranks = parts.buffers.iter().map(|&buffer| site.computation.shape(buffer).as_array().map(ArrayShape::rank));
        let ranks: Vec<_> = ranks.flat_map(|rank| vec![rank; slices]).collect();
        if !sizes.iter().map(|sizes| Some(sizes.len())).eq(ranks) {
            return Err(site.unsupported("sizes that are not those of each slice are not supported"));
        }
        let of_slice = |slice: usize| &self.pairs[slice * pairs..][..pairs];
        let filled = |b: &mut Builder, value| {
            (0..slices).fold(parts.buffers[value], |buffer, slice| {
                let piece = parts.piece(b, value, slice, slices);
                self.received(b, piece, of_slice(slice), buffer, &parts.to[value][slice])
            })
        };
        site.operands = site.build(|b| (0..parts.buffers.len()).map(|value| filled(b, value)).collect())?;
        Ok(if is_one { Op::Copy } else { Op::Tuple })
    }

    /// The buffer with the piece that is sent here, if any is: what of `true` arrives says so.
    fn received(
        &self,
        b: &mut Builder,
        piece: InstructionId,
        pairs: &[(usize, usize)],
        buffer: InstructionId,
        at: &[InstructionId],
    ) -> InstructionId {
        let piece = self.of(b, piece, pairs);
        let yes = b.scalar_integer(ElementType::Pred, 1);
        let is_target = self.of(b, yes, pairs);
        let updated = b.dynamic_update_slice(buffer, piece, at);
        b.select(is_target, updated, buffer)
    }
}

/// What is sent into buffers: for each of them an input, and for each slice where it starts in both, and its sizes.
struct Parts<'a> {
    inputs: Vec<InstructionId>,
    buffers: Vec<InstructionId>,
    from: Vec<Vec<Vec<InstructionId>>>,
    to: Vec<Vec<Vec<InstructionId>>>,
    sizes: &'a [Vec<usize>],
}

impl Parts<'_> {
    /// How many slices each buffer gets, where all that a slice needs is there.
    fn slices(&self) -> Option<usize> {
        let slices = self.from.first().map(Vec::len).filter(|&slices| slices > 0)?;
        let fits = [self.inputs.len(), self.from.len(), self.to.len()] == [self.buffers.len(); 3]
            && self.from.iter().chain(&self.to).all(|starts| starts.len() == slices);
        fits.then_some(slices)
    }

    fn piece(&self, b: &mut Builder, value: usize, slice: usize, slices: usize) -> InstructionId {
        b.dynamic_slice(self.inputs[value], &self.from[value][slice], &self.sizes[value * slices + slice])
    }
}

/// The lists of start indices in a tuple: itself, or its elements.
fn starts(b: &mut Builder, tuple: InstructionId) -> Vec<Vec<InstructionId>> {
    let parts = b.untuple(tuple);
    match parts.iter().any(|&part| b.shape(part).as_tuple().is_some()) {
        true => parts.into_iter().map(|part| b.untuple(part)).collect(),
        false => vec![parts],
    }
}
