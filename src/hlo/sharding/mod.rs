//! How the devices of a program share a value: HLO's shardings.
//!
//! Instructions keep the text of theirs; passes read it with [`Sharding::parse`] and write it with
//! `Display`.

mod axes;
mod mesh;
mod named;
mod parse;
mod parts;
mod reader;

pub use axes::{Axis, TileAxes, merged_axes, tile_count};
pub use mesh::Mesh;
pub use named::{AxisRef, DimensionAxes, NamedMesh, NamedSharding, Reduction};
pub(crate) use reader::Reader;

use super::collective::iota_text;
use super::shape::join;
use super::{ArrayShape, ReplicaGroups};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What each device has of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sharding {
    /// The whole on every device.
    Replicated,
    /// The whole on this device alone.
    Maximal(usize),
    /// What the program says itself: each device has a value of its own.
    Manual,
    /// Every device has a part of the sum.
    Unreduced,
    /// Left to whoever propagates shardings.
    Unknown,
    /// Also one of a group whose values are divided alike.
    Grouped(Box<Sharding>, ShardGroup),
    Tiled(Tiling),
    /// As the axes of a mesh say.
    Named(Box<NamedSharding>),
    /// One a leaf of a tuple.
    Tuple(Vec<Sharding>),
}

/// Values that are divided alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardGroup {
    pub id: usize,
    /// They need not be, but should.
    pub is_like: bool,
}

/// Tiles of an array, each on one device or on several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tiling {
    /// Tiles along each dimension of the value, then the sizes of the subgroups.
    pub tiles: Vec<usize>,
    /// Which device has which tile, the last dimension of `tiles` fastest.
    pub devices: TileDevices,
    /// What the dimensions of `tiles` beyond the value's are for.
    pub subgroups: Vec<Subgroup>,
}

/// An order of devices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TileDevices {
    List(Vec<usize>),
    /// The numbers from 0 up as an array of dimensions `reshape`, transposed by `permutation`.
    Iota {
        reshape: Vec<usize>,
        permutation: Vec<usize>,
    },
}

/// What the devices of a subgroup have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subgroup {
    /// The same tile.
    Replicated,
    /// Nothing: each has a value of its own.
    Manual,
    /// Each has a part of the sum.
    Unreduced,
}

/// An array of a program over many devices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardedArray {
    pub whole: ArrayShape,
    pub sharding: Sharding,
}

/// What the program of one device takes and gives a part of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardedSignature {
    /// Devices that share each array.
    pub partitions: usize,
    pub parameters: Vec<ShardedArray>,
    /// One a leaf of the result.
    pub results: Vec<ShardedArray>,
}

impl Tiling {
    /// Dimensions of the value.
    pub fn rank(&self) -> usize {
        self.tiles.len() - self.subgroups.len()
    }
}

impl TileDevices {
    /// # Errors
    /// No permutation of the dimensions.
    pub fn check(&self) -> Result<(), String> {
        let TileDevices::Iota { reshape, permutation } = self else { return Ok(()) };
        let mut sorted = permutation.clone();
        sorted.sort_unstable();
        if sorted.into_iter().eq(0..reshape.len()) {
            return Ok(());
        }
        Err(format!("expected a permutation of {} dimensions, found {permutation:?}", reshape.len()))
    }

    /// Whether they are the numbers below `count`, each once.
    fn are_all(&self, count: usize) -> bool {
        self.list().is_some_and(|devices| {
            devices.len() == count && devices.iter().all(|&device| device < count) && !has_repetition(devices)
        })
    }

    /// The same order of places, of which each has the device that stands there in another order.
    fn renumbered(&self, devices: &TileDevices) -> Option<TileDevices> {
        let devices = devices.list()?;
        let numbers = self.list()?.into_iter().map(|place| devices.get(place).copied());
        numbers.collect::<Option<_>>().map(TileDevices::List)
    }

    /// The devices in order; none for more devices than any machine has.
    pub fn list(&self) -> Option<Vec<usize>> {
        match self {
            TileDevices::List(devices) => Some(devices.clone()),
            TileDevices::Iota { reshape, permutation } => {
                let count = reshape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))?;
                let (reshape, permutation) = (reshape.clone(), permutation.clone());
                let one = ReplicaGroups::Iota { groups: 1, members: count, reshape, permutation };
                one.lists().map(|groups| groups.concat())
            }
        }
    }
}

fn has_repetition(mut numbers: Vec<usize>) -> bool {
    numbers.sort_unstable();
    numbers.windows(2).any(|pair| pair[0] == pair[1])
}

impl Sharding {
    /// The same without the names of axes; none where tiles cannot say it.
    pub fn by_tiles(self) -> Option<Sharding> {
        match self {
            Sharding::Named(named) => named.by_tiles(),
            Sharding::Grouped(sharding, _) => sharding.by_tiles(),
            Sharding::Unreduced | Sharding::Unknown => None,
            Sharding::Tiled(tiling) if tiling.subgroups.contains(&Subgroup::Unreduced) => None,
            Sharding::Tuple(parts) => {
                parts.into_iter().map(Sharding::by_tiles).collect::<Option<_>>().map(Sharding::Tuple)
            }
            Sharding::Replicated | Sharding::Maximal(_) | Sharding::Manual | Sharding::Tiled(_) => Some(self),
        }
    }
}

impl Sharding {
    /// Its text, with what each part that is no tuple says of where it came from, in the order of the text.
    pub fn with_metadata<'t>(&self, metadata: &mut impl Iterator<Item = &'t str>) -> String {
        if let Sharding::Tuple(parts) = self {
            let parts: Vec<String> = parts.iter().map(|part| part.with_metadata(metadata)).collect();
            return format!("{{{}}}", parts.join(", "));
        }
        let comma = if matches!(self, Sharding::Named(_)) { "," } else { "" };
        match metadata.next().unwrap_or_default() {
            "" => self.to_string(),
            origin => format!("{{{}{comma} metadata={origin}}}", Word(self)),
        }
    }
}

/// HLO text: `{replicated}`, `{devices=[2,1,2]<=[4] last_tile_dim_replicate}`.
impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sharding::Tuple(parts) => write!(f, "{{{}}}", join(parts, ", ")),
            one => write!(f, "{{{}}}", Word(one)),
        }
    }
}

/// A sharding of one value without its braces.
struct Word<'s>(&'s Sharding);

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Sharding::Replicated => f.write_str("replicated"),
            Sharding::Maximal(device) => write!(f, "maximal device={device}"),
            Sharding::Manual => f.write_str("manual"),
            Sharding::Unreduced => f.write_str("unreduced"),
            Sharding::Unknown => f.write_str("unknown"),
            Sharding::Tiled(tiling) => tiling.fmt(f),
            Sharding::Named(named) => named.fmt(f),
            Sharding::Grouped(sharding, ShardGroup { id, is_like }) => {
                write!(f, "{} {} {id}", Word(sharding), if *is_like { "shard_like" } else { "shard_as" })
            }
            Sharding::Tuple(parts) => write!(f, "{{{}}}", join(parts, ", ")),
        }
    }
}

impl fmt::Display for Tiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "devices=[{}]{}", join(&self.tiles, ","), self.devices)?;
        match self.subgroups.as_slice() {
            [] => Ok(()),
            [Subgroup::Replicated] => f.write_str(" last_tile_dim_replicate"),
            subgroups => write!(f, " last_tile_dims={{{}}}", join(subgroups, ", ")),
        }
    }
}

impl fmt::Display for TileDevices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TileDevices::List(devices) => f.write_str(&join(devices, ",")),
            TileDevices::Iota { reshape, permutation } => write!(f, "<={}", iota_text(reshape, permutation)),
        }
    }
}

impl fmt::Display for Subgroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Subgroup::Replicated => "replicated",
            Subgroup::Manual => "manual",
            Subgroup::Unreduced => "unreduced",
        })
    }
}
