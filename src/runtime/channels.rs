//! What has to be known of channels between devices before a program runs: what one end waits for the other sends.

use crate::hlo::{Diagnostic, Instruction, Module, Transfer, device_pairs, transfers};
use std::collections::{BTreeMap, HashSet};

/// The two ends of a channel.
#[derive(Default)]
struct Ends<'m> {
    sends: Vec<&'m Instruction>,
    receives: Vec<&'m Instruction>,
}

/// Channels between devices that lack an end, or whose ends disagree on who is at them.
pub fn check(module: &Module) -> Vec<Diagnostic> {
    let devices = module.device_count();
    let of_channel = |(id, ends): (&u64, &Ends)| check_ends(*id, ends).and_then(|()| check_pairs(ends, devices)).err();
    channels(module).iter().filter_map(of_channel).collect()
}

fn channels(module: &Module) -> BTreeMap<u64, Ends<'_>> {
    let mut channels: BTreeMap<u64, Ends> = BTreeMap::new();
    for (instruction, transfer) in transfers(module) {
        let Some(channel) = transfer.channel().filter(|channel| !channel.is_host_transfer) else { continue };
        let ends = channels.entry(channel.number()).or_default();
        match transfer {
            Transfer::Send(_) => ends.sends.push(instruction),
            Transfer::Recv(_) => ends.receives.push(instruction),
            Transfer::SendDone(_) | Transfer::RecvDone(_) | Transfer::Infeed { .. } | Transfer::Outfeed { .. } => {}
        }
    }
    channels
}

fn check_ends(id: u64, ends: &Ends) -> Result<(), Diagnostic> {
    match (ends.sends.first(), ends.receives.first()) {
        (None, Some(receive)) => Err(finding(receive, format!("nothing is sent on channel {id}"))),
        (Some(send), None) => Err(finding(send, format!("nobody receives on channel {id}"))),
        (Some(_), Some(_)) | (None, None) => Ok(()),
    }
}

/// Each device sends to one at most, and receives from one at most.
fn check_pairs(ends: &Ends, devices: usize) -> Result<(), Diagnostic> {
    let stated = ends.sends.iter().chain(&ends.receives).filter_map(|end| Some((*end, device_pairs(end)?)));
    let stated: Vec<(&Instruction, Vec<(usize, usize)>)> = stated.collect();
    let Some((first, pairs)) = stated.first() else { return Ok(()) };
    if let Some((other, found)) = stated.iter().find(|(_, found)| found != pairs) {
        let whose = format!("{} %{}", first.op.name(), first.name());
        return Err(finding(other, format!("expected the pairs of {whose}, {pairs:?}, found {found:?}")));
    }
    if let Some((source, target)) = pairs.iter().find(|(source, target)| source.max(target) >= &devices) {
        return Err(finding(first, format!("from device {source} to {target}, and there are {devices}")));
    }
    let (mut sources, mut targets) = (HashSet::new(), HashSet::new());
    match pairs.iter().find(|(source, target)| !sources.insert(source) || !targets.insert(target)) {
        Some((source, target)) => Err(finding(first, format!("{source} or {target} stands twice at one end"))),
        None => Ok(()),
    }
}

fn finding(end: &Instruction, message: String) -> Diagnostic {
    Diagnostic::program(format!("{} %{}: {message}", end.op.name(), end.name()), &end.location)
}
