//! The host's part in a run: what `--infeed` and `--recv` feed, and what the program gives.

use super::failure::{Failure, Outcome};
use super::inputs;
use super::placement::{Placement, View};
use super::session::Session;
use super::streams::try_print;
use super::value::format_array;
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, Channel, DeviceCounts, Transfer};
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
            let given = unpacked(bytes).map_err(|error| Failure::bug(&format!("{error:#}")))?;
            given.into_iter().for_each(|(queue, values)| transfers.give(device, &queue, values));
        }
    }
    Ok(())
}

/// What was given at one time, as it travels; the arrays' elements follow.
#[derive(Serialize, Deserialize)]
struct Record {
    queue: String,
    shapes: Vec<ArrayShape>,
}

/// A line of json for all records, and the elements of all arrays.
fn packed<'g>(given: impl Iterator<Item = &'g Given>) -> Vec<u8> {
    let (mut records, mut elements) = (Vec::new(), Vec::new());
    for Given { queue, values, .. } in given {
        let shapes = values.iter().map(|value| value.shape().clone()).collect();
        records.push(Record { queue: queue.clone(), shapes });
        values.iter().for_each(|value| elements.extend_from_slice(value.bytes()));
    }
    let mut packed = json!(records).to_string().into_bytes();
    packed.push(b'\n');
    packed.extend(elements);
    packed
}

/// By queue, in order.
fn unpacked(packed: &[u8]) -> Result<Vec<(String, Vec<ArrayLiteral>)>> {
    let end = packed.iter().position(|&byte| byte == b'\n').context("no end of the line")?;
    let records: Vec<Record> = serde_json::from_slice(&packed[..end])?;
    let mut elements = &packed[end + 1..];
    let mut array = |shape: ArrayShape| {
        let own = elements.split_off(..shape.byte_size()).context("too few elements")?;
        anyhow::Ok(ArrayLiteral::new(shape.element_type, shape.dims, AlignedBytes::copy_of(own)))
    };
    let values = |record: Record| Ok((record.queue, record.shapes.into_iter().map(&mut array).collect::<Result<_>>()?));
    records.into_iter().map(values).collect()
}

/// Prints what a program gave its host, by queue and device, or writes it to a folder as `outfeed.0.npy`,
/// `channel 3.0.npy`, …, where several devices give with `device D.` before it.
///
/// # Errors
/// A file that cannot be written.
pub fn deliver(transfers: &HostTransfers, placement: &Placement, folder: Option<&Path>, limit: usize) -> Result<()> {
    let mut counts: HashMap<(usize, String), usize> = HashMap::new();
    let mut given = transfers.given();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    given.sort_by_key(|given| given.device);
    for Given { device, queue, values } in given {
        let count = counts.entry((device, queue.clone())).or_default();
        for value in values {
            let name = format!("{queue}[{count}]");
            match (folder, placement.devices) {
                (Some(folder), 1) => npy::write(&folder.join(format!("{queue}.{count}.npy")), &value)?,
                (Some(folder), _) => npy::write(&folder.join(format!("device {device}.{queue}.{count}.npy")), &value)?,
                (None, 1) => try_print(format_args!("{name}: {}\n", format_array(&value, limit)))?,
                (None, _) => try_print(format_args!("{name} of device {device}: {}\n", format_array(&value, limit)))?,
            }
            *count += 1;
        }
    }
    Ok(())
}
