//! What is said of a meeting that does not come about: which collective, where in the program, which group, and who is
//! missing.

use super::Standing;
use super::gathering::{Meeting, Place};
use crate::hlo::DeviceCounts;
use std::time::Duration;

/// Devices that are named one by one.
const MAX_NAMED: usize = 8;

/// Nobody comes any more.
pub fn stuck<T>(counts: DeviceCounts, standings: &[Standing<T>], meeting: &Meeting<T>) -> String {
    format!("{} can never go on: {}", heading(meeting), attendance(counts, standings, meeting))
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
    let why = |&device: &usize| {
        let what = match &standings[device] {
            Standing::Running => "which has not come".to_owned(),
            Standing::Waiting(other) => format!("which waits for {}", title(other)),
            Standing::Ended => "whose run has ended".to_owned(),
        };
        format!("{}, {what}", counts.name(device))
    };
    let missing: Vec<String> = missing.iter().take(MAX_NAMED).map(why).collect();
    format!("here: {}; missing: {}", named(counts, &here), missing.join("; "))
}

fn named(counts: DeviceCounts, devices: &[usize]) -> String {
    let more = devices.len().saturating_sub(MAX_NAMED);
    let names: Vec<String> = devices.iter().take(MAX_NAMED).map(|&device| counts.name(device)).collect();
    names.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}
