//! What goes between a device and its host, where it is a part of a whole array: the frontend attribute of a transfer
//! that says of what.

use super::shape::join;
use super::{ArrayShape, ElementType, ShardedArray, Sharding};

/// The attribute: `[8,2] {devices=[2,1]<=[2]}` for each array, with `; ` between them.
pub const HOST_PARTS: &str = "host_parts";

pub fn host_parts_text(parts: &[ShardedArray]) -> String {
    let part = |part: &ShardedArray| format!("[{}] {}", join(&part.whole.dims, ","), part.sharding);
    parts.iter().map(part).collect::<Vec<_>>().join("; ")
}

/// The whole arrays of which those of these types are parts; none for any other text.
pub fn host_parts(text: &str, types: impl IntoIterator<Item = ElementType>) -> Option<Vec<ShardedArray>> {
    let part = |(text, element_type): (&str, ElementType)| {
        let (dims, sharding) = text.strip_prefix('[')?.split_once("] ")?;
        let sizes = dims.split(',').filter(|size| !size.is_empty()).map(|size| size.parse().ok());
        let whole = ArrayShape::new(element_type, sizes.collect::<Option<Vec<usize>>>()?);
        Some(ShardedArray { whole, sharding: Sharding::parse(sharding).ok()? })
    };
    text.split("; ").zip(types).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_as_they_are_written() {
        let text = "[8,2] {devices=[2,1]<=[2]}; [] {replicated}";
        let types = [ElementType::F32, ElementType::S8];
        let parts = host_parts(text, types).unwrap();
        assert_eq!(parts[0].whole, ArrayShape::new(ElementType::F32, [8, 2]));
        assert_eq!(host_parts_text(&parts), text);
        assert_eq!(host_parts("[8,2]", types), None);
    }
}
