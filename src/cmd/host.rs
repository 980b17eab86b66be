//! The host's part in a run: what `--infeed` and `--recv` feed, and what the program gives.

use super::failure::{Failure, Outcome};
use super::inputs;
use super::placement::{Placement, View};
use super::streams::try_print;
use super::value::format_array;
use crate::hlo::{Channel, Transfer};
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
    pub fn transfers(&self, placement: &Placement) -> Outcome<HostTransfers> {
        let transfers = HostTransfers::default();
        for device in placement.here.clone() {
            self.feed(device, &transfers).map_err(|error| Failure::usage(format!("{error:#}")))?;
        }
        Ok(transfers)
    }

    fn feed(&self, device: usize, transfers: &HostTransfers) -> Result<()> {
        let view = View { device: Some(device) };
        for text in &self.infeed {
            let value = inputs::resolve_typed(&view.on_device(text)).with_context(|| format!("--infeed={text}"))?;
            transfers.feed(device, Transfer::INFEED, value);
        }
        for text in &self.recv {
            let about = || format!("--recv={text}: expected a channel and an array, as in 3:2xf32=1 2");
            let (channel, spec) = text.split_once(':').with_context(about)?;
            let channel = Channel { id: Some(channel.parse().with_context(about)?), is_host_transfer: true };
            transfers.feed(device, &channel.queue(), inputs::resolve_typed(&view.on_device(spec)).with_context(about)?);
        }
        Ok(())
    }
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
