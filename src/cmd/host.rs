//! The host's part in a run: what `--infeed` and `--recv` feed, and what the program gives.

use super::failure::{Failure, Outcome};
use super::inputs;
use super::placement::{Placement, View};
use super::streams::try_print;
use super::value::format_array;
use crate::hlo::{ArrayLiteral, Channel, Transfer};
use crate::runtime::{Given, HostTransfers, npy};
use anyhow::{Context, Result};
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
