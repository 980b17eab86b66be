//! The host's part in a run: what `--infeed` and `--recv` feed, and what the program gives.

use super::failure::{Failure, Outcome};
use super::inputs;
use super::placement::{Placement, View};
use super::session::Session;
use super::streams::{report, try_print};
use super::value::format_array;
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, Channel, DeviceCounts, ShardedArray, Transfer};
use crate::runtime::{Given, HostTransfers, npy};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use std::path::Path;

#[derive(clap::Args)]
#[command(next_help_heading = "What the program and its host hand each other")]
pub struct HostOptions {
    /// An array for the program's infeed, in order, in the form of an input; each device gets it
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    infeed: Vec<String>,
    /// An array that the host sends on a channel, in order: 3:2xf32=1 2
    #[arg(long, value_name = "CHANNEL:SPEC")]
    recv: Vec<String>,
}

impl HostOptions {
    /// What the host feeds the devices of this process.
    ///
    /// # Errors
    /// What is no array, or no channel.
    pub fn feeds(&self, placement: &Placement) -> Outcome<Vec<Feed>> {
        let of_devices: Result<Vec<_>> = placement.here.clone().map(|device| self.feeds_of(device)).collect();
        of_devices.map(|feeds| feeds.concat()).map_err(|error| Failure::usage(format!("{error:#}")))
    }

    fn feeds_of(&self, device: usize) -> Result<Vec<Feed>> {
        let view = View { device: Some(device) };
        let mut feeds = Vec::new();
        for text in &self.infeed {
            let value = inputs::resolve_typed(&view.on_device(text)).with_context(|| format!("--infeed={text}"))?;
            feeds.push(Feed { device, queue: Transfer::INFEED.to_owned(), value });
        }
        for text in &self.recv {
            let about = || format!("--recv={text}: expected a channel and an array, as in 3:2xf32=1 2");
            let (channel, spec) = text.split_once(':').with_context(about)?;
            let channel = Channel { id: Some(channel.parse().with_context(about)?), is_host_transfer: true };
            let value = inputs::resolve_typed(&view.on_device(spec)).with_context(about)?;
            feeds.push(Feed { device, queue: channel.queue(), value });
        }
        Ok(feeds)
    }
}

/// An array that waits in a queue of a device.
#[derive(Clone)]
pub struct Feed {
    device: usize,
    queue: String,
    value: ArrayLiteral,
}

/// The host's part in one run.
pub fn transfers(feeds: &[Feed]) -> HostTransfers {
    let transfers = HostTransfers::default();
    feeds.iter().for_each(|feed| transfers.feed(feed.device, &feed.queue, feed.value.clone()));
    transfers
}

/// Says what the host has fed in vain. Devices of other processes may have taken it.
pub fn warn_of_left(transfers: &HostTransfers, placement: &Placement) {
    if placement.here.len() < placement.devices {
        return;
    }
    for (queue, count) in transfers.left() {
        report(&format!("warning: the program did not take the last {count} that were fed to the queue {queue}\n"));
    }
}

/// Adds what the devices of other processes gave. Every process asks for it.
///
/// # Errors
/// Another process has failed.
pub fn gather(session: &Session, counts: DeviceCounts, transfers: &HostTransfers) -> Outcome {
    let here = session.own_devices(counts.devices());
    let given = transfers.given();
    let of_device = |device| given.iter().filter(move |given| given.device == device);
    let own: Vec<Vec<u8>> = here.clone().map(|device| packed(of_device(device))).collect();
    for (device, bytes) in session.gather_bytes(counts, &own)?.iter().enumerate() {
        if !here.contains(&device) {
            let given = unpacked(device, bytes).map_err(|error| Failure::bug(&format!("{error:#}")))?;
            given.into_iter().for_each(|given| transfers.give(given));
        }
    }
    Ok(())
}

/// What was given at one time, as it travels; the arrays' elements follow.
#[derive(Serialize, Deserialize)]
struct Record {
    queue: String,
    shapes: Vec<ArrayShape>,
    parts_of: Vec<ShardedArray>,
}

/// A line of json for all records, and the elements of all arrays.
fn packed<'g>(given: impl Iterator<Item = &'g Given>) -> Vec<u8> {
    let (mut records, mut elements) = (Vec::new(), Vec::new());
    for Given { queue, values, parts_of, .. } in given {
        let shapes = values.iter().map(|value| value.shape().clone()).collect();
        records.push(Record { queue: queue.clone(), shapes, parts_of: parts_of.clone() });
        values.iter().for_each(|value| elements.extend_from_slice(value.bytes()));
    }
    let mut packed = json!(records).to_string().into_bytes();
    packed.push(b'\n');
    packed.extend(elements);
    packed
}

/// What a device gave, in order.
fn unpacked(device: usize, packed: &[u8]) -> Result<Vec<Given>> {
    let end = packed.iter().position(|&byte| byte == b'\n').context("no end of the line")?;
    let records: Vec<Record> = serde_json::from_slice(&packed[..end])?;
    let mut elements = &packed[end + 1..];
    let mut array = |shape: ArrayShape| {
        let own = elements.split_off(..shape.byte_size()).context("too few elements")?;
        anyhow::Ok(ArrayLiteral::new(shape.element_type, shape.dims, AlignedBytes::copy_of(own)))
    };
    let given = |Record { queue, shapes, parts_of }| {
        let values = shapes.into_iter().map(&mut array).collect::<Result<_>>()?;
        Ok(Given { device, queue, values, parts_of })
    };
    records.into_iter().map(given).collect()
}

/// Prints what a program gave its host, by queue and device, or writes it to a folder as `outfeed.0.npy`,
/// `channel 3.0.npy`, …, where several devices give with `device D.` before it. Arrays that partitions gave parts of are
/// whole, one for all of them, unless parts are wanted stacked.
///
/// # Errors
/// A file that cannot be written.
pub fn deliver(transfers: &HostTransfers, placement: &Placement, folder: Option<&Path>, limit: usize) -> Result<()> {
    let mut counts: HashMap<(usize, String), usize> = HashMap::new();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    for Delivery { giver, devices, queue, values } in deliveries(transfers.given(), placement) {
        let mut count = 0;
        for device in devices {
            let given = counts.entry((device, queue.clone())).or_default();
            count = *given;
            *given += values.len();
        }
        for (count, value) in (count..).zip(&values) {
            let name = format!("{queue}[{count}]");
            match (folder, &giver) {
                (Some(folder), None) => npy::write(&folder.join(format!("{queue}.{count}.npy")), value)?,
                (Some(folder), Some(giver)) => npy::write(&folder.join(format!("{giver}.{queue}.{count}.npy")), value)?,
                (None, None) => try_print(format_args!("{name}: {}\n", format_array(value, limit)))?,
                (None, Some(giver)) => try_print(format_args!("{name} of {giver}: {}\n", format_array(value, limit)))?,
            }
        }
    }
    Ok(())
}

/// What is delivered of a device, or of a replica whose partitions gave parts.
struct Delivery {
    /// Where there are several.
    giver: Option<String>,
    devices: Vec<usize>,
    queue: String,
    values: Vec<ArrayLiteral>,
}

fn deliveries(mut given: Vec<Given>, placement: &Placement) -> Vec<Delivery> {
    let partitions = placement.sharded.map_or(1, |sharded| sharded.partitions);
    let replicas = placement.devices / partitions.max(1);
    given.sort_by_key(|given| given.device);
    let mut turns: HashMap<(usize, String), usize> = HashMap::new();
    let mut at_once: Vec<((usize, String, usize), Vec<Given>)> = Vec::new();
    for given in given {
        let turn = turns.entry((given.device, given.queue.clone())).or_default();
        let is_whole = given.parts_of.is_empty() || placement.stacked;
        let first = if is_whole { given.device } else { given.device / partitions * partitions };
        let key = (first, given.queue.clone(), *turn);
        *turn += 1;
        match at_once.iter_mut().find(|(other, _)| *other == key && !is_whole) {
            Some((_, parts)) => parts.push(given),
            None => at_once.push((key, vec![given])),
        }
    }
    let delivery = |((first, queue, _), parts): ((usize, String, usize), Vec<Given>)| {
        let of_replica = (replicas > 1).then(|| format!("replica {}", first / partitions));
        let of_device = (placement.devices > 1).then(|| format!("device {first}"));
        let devices = parts.iter().map(|part| part.device).collect();
        let whole = joined(&parts).filter(|_| parts.len() == partitions);
        let giver = if whole.is_some() { of_replica } else { of_device };
        let values = whole.unwrap_or_else(|| parts.into_iter().flat_map(|part| part.values).collect());
        Delivery { giver, devices, queue, values }
    };
    at_once.into_iter().map(delivery).collect()
}

/// The arrays that devices gave parts of; none where these are whole.
fn joined(parts: &[Given]) -> Option<Vec<ArrayLiteral>> {
    let first = parts.first().filter(|first| !first.parts_of.is_empty())?;
    let of_all = |index: usize| parts.iter().map(|part| &part.values[index]).collect::<Vec<_>>();
    Some(first.parts_of.iter().enumerate().map(|(index, whole)| whole.joined(&of_all(index))).collect())
}
