//! Groups of devices: `{{0,1},{2,3}}`, `[2,4]<=[4,2]T(1,0)`, `mesh['x'=2,'y'=4] {'y'}`.

use super::cursor::{Cursor, Outcome};
use crate::hlo::ReplicaGroups;

pub fn replica_groups(cursor: &mut Cursor) -> Outcome<ReplicaGroups> {
    if cursor.peek() == b'{' {
        return cursor.list("{", "}", |cursor| cursor.list("{", "}", Cursor::index)).map(ReplicaGroups::List);
    }
    if cursor.eat_word("mesh") { mesh(cursor) } else { iota(cursor) }
}

/// Groups and members of each; the dimensions of the numbers from 0 up; the order in which they are taken.
fn iota(cursor: &mut Cursor) -> Outcome<ReplicaGroups> {
    let start = cursor.offset();
    let sizes = cursor.list("[", "]", Cursor::index)?;
    cursor.expect("<=")?;
    let reshape = cursor.list("[", "]", Cursor::index)?;
    let permutation = match cursor.eat("T") {
        true => cursor.list("(", ")", Cursor::index)?,
        false => (0..reshape.len()).collect(),
    };
    let mut sorted = permutation.clone();
    sorted.sort_unstable();
    match sizes[..] {
        [groups, members] if sorted.into_iter().eq(0..reshape.len()) && product(&sizes) == product(&reshape) => {
            Ok(ReplicaGroups::Iota { groups, members, reshape, permutation })
        }
        _ => Err(cursor.error_at(start, "expected [groups,members]<=[dimensions]T(order) of as many devices")),
    }
}

fn product(sizes: &[usize]) -> Option<usize> {
    sizes.iter().try_fold(1usize, |n, &size| n.checked_mul(size))
}

/// An axis of a mesh.
struct Axis<'s> {
    name: &'s str,
    size: usize,
}

/// A part of an axis: how many parts of its size and position count as one step outside, and its size.
struct Part {
    axis: usize,
    before: usize,
    size: usize,
}

/// Devices that differ along the chosen axes only are a group.
fn mesh(cursor: &mut Cursor) -> Outcome<ReplicaGroups> {
    let axes = cursor.list("[", "]", |cursor| {
        let name = quoted(cursor)?;
        cursor.expect("=")?;
        Ok(Axis { name, size: cursor.index()? })
    })?;
    let start = cursor.offset();
    let chosen = cursor.list("{", "}", |cursor| part(cursor, &axes))?;
    let (reshape, places): (Vec<usize>, Vec<Option<usize>>) =
        axes.iter().enumerate().flat_map(|(i, axis)| divided(axis.size, &chosen, i)).unzip();
    let mut permutation: Vec<usize> = (0..reshape.len()).collect();
    permutation.sort_by_key(|&dimension| places[dimension].map_or(0, |place| place + 1));
    let members: usize = chosen.iter().map(|part| part.size).product();
    match product(&reshape) {
        Some(total) if members > 0 && total.is_multiple_of(members) => {
            let is_in_order = permutation.is_sorted();
            let (reshape, permutation) = if is_in_order { (vec![total], vec![0]) } else { (reshape, permutation) };
            Ok(ReplicaGroups::Iota { groups: total / members, members, reshape, permutation })
        }
        _ => Err(cursor.error_at(start, "expected parts of axes that divide them")),
    }
}

fn quoted<'s>(cursor: &mut Cursor<'s>) -> Outcome<&'s str> {
    cursor.expect("'")?;
    let name = cursor.expect_word("an axis")?;
    cursor.expect("'")?;
    Ok(name.text)
}

/// `'x'`, or of it `'x':(before)size`.
fn part(cursor: &mut Cursor, axes: &[Axis]) -> Outcome<Part> {
    let start = cursor.offset();
    let name = quoted(cursor)?;
    let Some(axis) = axes.iter().position(|axis| axis.name == name) else {
        return Err(cursor.error_at(start, format!("the mesh has no axis `{name}`")));
    };
    if !cursor.eat(":") {
        return Ok(Part { axis, before: 1, size: axes[axis].size });
    }
    cursor.expect("(")?;
    let before = cursor.index()?;
    cursor.expect(")")?;
    let size = cursor.index()?;
    match before.checked_mul(size) {
        Some(step) if step > 0 && axes[axis].size.is_multiple_of(step) => Ok(Part { axis, before, size }),
        _ => Err(cursor.error_at(start, "expected a part that divides its axis")),
    }
}

/// An axis as dimensions, each with its place among the chosen parts.
fn divided(size: usize, chosen: &[Part], axis: usize) -> Vec<(usize, Option<usize>)> {
    let mut parts: Vec<(usize, &Part)> = chosen.iter().enumerate().filter(|(_, part)| part.axis == axis).collect();
    parts.sort_by_key(|(_, part)| part.before);
    let mut dimensions = Vec::new();
    let mut done = 1;
    for (place, part) in parts {
        if part.before > done {
            dimensions.push((part.before / done, None));
        }
        dimensions.push((part.size, Some(place)));
        done = part.before.saturating_mul(part.size).max(1);
    }
    if size / done > 1 || dimensions.is_empty() {
        dimensions.push((size / done, None));
    }
    dimensions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::Source;

    fn read(text: &str) -> String {
        let source = Source::new("test.hlo", text);
        let groups = replica_groups(&mut Cursor::new(&source));
        groups.map_or_else(|finding| finding.message, |groups| groups.to_string())
    }

    #[test]
    fn groups_in_every_notation() {
        assert_eq!(read("{}"), "{}");
        assert_eq!(read("{ {0, 1}, {2,3}}"), "{{0,1},{2,3}}");
        assert_eq!(read("[2,4]<=[8]"), "[2,4]<=[8]");
        assert_eq!(read("[2,4]<=[4,2]T(1,0)"), "[2,4]<=[4,2]T(1,0)");
        assert_eq!(read("mesh['x'=2,'y'=4] {'y'}"), "[2,4]<=[2,4]");
        assert_eq!(read("mesh['x'=2,'y'=4] {'x'}"), "[4,2]<=[2,4]T(1,0)");
        assert_eq!(read("mesh['x'=2,'y'=8] {'y':(2)2,'x'}"), "[4,4]<=[2,2,2,2]T(1,3,2,0)");
    }

    #[test]
    fn wrong_groups() {
        assert_eq!(read("[2,4]<=[7]"), "expected [groups,members]<=[dimensions]T(order) of as many devices");
        assert_eq!(read("mesh['x'=2] {'y'}"), "the mesh has no axis `y`");
        assert_eq!(read("mesh['x'=8] {'x':(3)2}"), "expected a part that divides its axis");
    }
}
