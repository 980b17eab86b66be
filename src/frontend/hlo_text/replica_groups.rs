//! Groups of devices: `{{0,1},{2,3}}`, `[2,4]<=[4,2]T(1,0)`, `mesh['x'=2,'y'=4] {'y'}`.

use super::cursor::{Cursor, Outcome};
use crate::hlo::{ReplicaGroups, ShardingReader};

pub fn replica_groups(cursor: &mut Cursor) -> Outcome<ReplicaGroups> {
    if cursor.peek() == b'{' {
        return cursor.list("{", "}", |cursor| cursor.list("{", "}", Cursor::index)).map(ReplicaGroups::List);
    }
    if cursor.starts_with("mesh[") { mesh(cursor) } else { iota(cursor) }
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

/// Devices that differ along the chosen axes only are a group.
fn mesh(cursor: &mut Cursor) -> Outcome<ReplicaGroups> {
    let start = cursor.offset();
    let range = cursor.skip_until(b"");
    let text = cursor.within(range).one_line();
    let mut reader = ShardingReader { rest: &text };
    let mut read = || {
        let mesh = reader.named_mesh()?;
        let axes = reader.named_axes(&mesh)?;
        if reader.rest.trim().is_empty() { Ok((mesh, axes)) } else { Err(reader.expected("the end of the groups")) }
    };
    let (mesh, axes) = read().map_err(|message: String| cursor.error_at(start, message))?;
    match mesh.groups(&axes) {
        Some(_) => Ok(ReplicaGroups::MeshAxes { mesh, axes }),
        None => Err(cursor.error_at(start, "expected parts of axes that divide them")),
    }
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
        let members = |text: &str| {
            let source = Source::new("test.hlo", text);
            let groups = replica_groups(&mut Cursor::new(&source)).unwrap();
            assert_eq!(groups.to_string(), text);
            groups.lists().unwrap()
        };
        assert_eq!(members("mesh['x'=2,'y'=2] {'y'}"), [[0, 1], [2, 3]]);
        assert_eq!(members("mesh['x'=2,'y'=2] {'x'}"), [[0, 2], [1, 3]]);
        assert_eq!(read("mesh['x'=2,'y'=2] /*turned*/ {'x'}"), "mesh['x'=2,'y'=2] {'x'}");
        assert_eq!(members("mesh['x'=2,'y'=2] {'y', 'x'}"), [[0, 2, 1, 3]]);
        assert_eq!(members("mesh['x'=2,'y'=2], device_ids=(3,2,1,0) {'y'}"), [[3, 2], [1, 0]]);
        let parts = members("mesh['x'=2,'y'=4] {'y':(1)2, 'x'}");
        assert_eq!(parts, [[0, 4, 2, 6], [1, 5, 3, 7]]);
    }

    #[test]
    fn wrong_groups() {
        assert_eq!(read("[2,4]<=[7]"), "expected [groups,members]<=[dimensions]T(order) of as many devices");
        assert_eq!(read("mesh['x'=2] {'y'}"), "the mesh has no axis `y`");
        assert_eq!(read("mesh['x'=8] {'x':(3)2}"), "expected parts of axes that divide them");
        assert_eq!(read("mesh['x'=2] {'x'} {'y'}"), "expected the end of the groups, found ` {'y'}`");
    }
}
