//! What is said of a meeting that does not come about: which collective, where in the program, which group, and who is
//! missing.

use super::Standing;
use super::gathering::{Meeting, Place};
use crate::hlo::DeviceCounts;
use std::time::Duration;

/// Devices that are named one by one.
const MAX_NAMED: usize = 8;

/// Nobody comes any more: what is said of the first meeting that somebody waits in, or of the first queue; nothing where
/// all have ended.
pub fn stuck<T>(counts: DeviceCounts, standings: &[Standing<T>]) -> Option<String> {
    let of_meeting = |standing: &Standing<T>| match standing {
        Standing::Waiting(meeting) => Some(heading(meeting) + NEVER + &attendance(counts, standings, meeting)),
        Standing::Running | Standing::Receiving(_) | Standing::Ended => None,
    };
    let of_queue = |(device, standing): (usize, &Standing<T>)| match standing {
        Standing::Receiving(queue) => {
            Some(receiving(counts, device, queue) + NEVER + &others(counts, standings, device, None))
        }
        Standing::Running | Standing::Waiting(_) | Standing::Ended => None,
    };
    standings.iter().find_map(of_meeting).or_else(|| standings.iter().enumerate().find_map(of_queue))
}

/// Nothing comes to the queue of a device any more, or for that long.
pub fn unsent<T>(
    counts: DeviceCounts,
    standings: &[Standing<T>],
    (device, queue, source): (usize, &str, Option<usize>),
    waited: Option<Duration>,
) -> String {
    let how_long = waited.map_or(NEVER.to_owned(), |waited| format!(" has waited for {:.1} s: ", waited.as_secs_f64()));
    receiving(counts, device, queue) + &how_long + &others(counts, standings, device, source)
}

const NEVER: &str = " can never go on: ";

fn receiving(counts: DeviceCounts, device: usize, queue: &str) -> String {
    format!("recv of {} from the queue {queue}", counts.name(device))
}

/// What the device does that is to send, or what all others do.
fn others<T>(counts: DeviceCounts, standings: &[Standing<T>], device: usize, source: Option<usize>) -> String {
    let senders = (0..standings.len()).filter(|&other| source.map_or(other != device, |source| other == source));
    let named = senders.take(MAX_NAMED).map(|other| format!("{}, {}", counts.name(other), standing(&standings[other])));
    let named: Vec<String> = named.collect();
    if named.is_empty() { "nobody sends there".to_owned() } else { named.join("; ") }
}

fn standing<T>(standing: &Standing<T>) -> String {
    match standing {
        Standing::Running => "which has not come".to_owned(),
        Standing::Waiting(other) => format!("which waits for {}", title(other)),
        Standing::Receiving(queue) => format!("which waits for the queue {queue}"),
        Standing::Ended => "whose run has ended".to_owned(),
    }
}

/// Somebody has not come for that long.
pub fn late<T>(counts: DeviceCounts, standings: &[Standing<T>], meeting: &Meeting<T>, waited: Duration) -> String {
    let seconds = waited.as_secs_f64();
    format!("{} has waited for {seconds:.1} s: {}", heading(meeting), attendance(counts, standings, meeting))
}

/// A member comes for another collective.
pub fn mismatch<T>(counts: DeviceCounts, device: usize, meeting: &Meeting<T>, its_own: &Meeting<T>) -> String {
    let others = named(counts, &meeting.attendance().0);
    format!("{} has come to {}, where {others} have come to {}", counts.name(device), title(its_own), heading(meeting))
}

fn heading<T>(meeting: &Meeting<T>) -> String {
    format!("{} of devices {:?}", title(meeting), meeting.group)
}

fn title<T>(meeting: &Meeting<T>) -> String {
    format!("{} %{}{}", meeting.operation, meeting.name, at(&meeting.place))
}

fn at(place: &Place) -> String {
    let text = place.to_string();
    if text.is_empty() { text } else { format!(" at {text}") }
}

fn attendance<T>(counts: DeviceCounts, standings: &[Standing<T>], meeting: &Meeting<T>) -> String {
    let (here, missing) = meeting.attendance();
    let why = |&device: &usize| format!("{}, {}", counts.name(device), standing(&standings[device]));
    let missing: Vec<String> = missing.iter().take(MAX_NAMED).map(why).collect();
    format!("here: {}; missing: {}", named(counts, &here), missing.join("; "))
}

fn named(counts: DeviceCounts, devices: &[usize]) -> String {
    let more = devices.len().saturating_sub(MAX_NAMED);
    let names: Vec<String> = devices.iter().take(MAX_NAMED).map(|&device| counts.name(device)).collect();
    names.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}
