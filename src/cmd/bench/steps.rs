//! Where the time of a run goes: a line for each step.

use crate::runtime::{CostAnalysis, StepProfile};
use std::time::Duration;

/// Lines for the steps that take longest; the others share one.
const MOST_LINES: usize = 30;

/// One step over several runs.
struct Line {
    name: String,
    kind: &'static str,
    /// Median.
    time: Duration,
    cost: CostAnalysis,
}

/// The steps by time, from the profiles of some runs; nothing where there are no steps.
pub fn table(profiles: &[Vec<StepProfile>]) -> String {
    let mut lines = lines(profiles);
    if lines.is_empty() {
        return String::new();
    }
    let total: Duration = lines.iter().map(|line| line.time).sum();
    lines.sort_by_key(|line| std::cmp::Reverse(line.time));
    let hidden = lines.split_off(lines.len().min(MOST_LINES));
    if !hidden.is_empty() {
        lines.push(sum(&hidden));
    }
    let head = ["ms", "share", "GFLOP/s", "GB/s"].map(String::from);
    let rows = lines.iter().map(|line| row(&format!("%{}", line.name), line.kind, numbers(line, total)));
    format!("\n{}{}", row("step", "kind", head), rows.collect::<String>())
}

fn lines(profiles: &[Vec<StepProfile>]) -> Vec<Line> {
    let Some(first) = profiles.first() else { return Vec::new() };
    let line = |(i, step): (usize, &StepProfile)| {
        let mut times: Vec<Duration> = profiles.iter().filter_map(|steps| Some(steps.get(i)?.time)).collect();
        times.sort();
        Line { name: step.name.clone(), kind: step.kind, time: times[times.len() / 2], cost: step.cost.clone() }
    };
    first.iter().enumerate().map(line).collect()
}

fn sum(lines: &[Line]) -> Line {
    let total = |part: fn(&CostAnalysis) -> f64| lines.iter().map(|line| part(&line.cost)).sum();
    Line {
        name: format!("{} others", lines.len()),
        kind: "",
        time: lines.iter().map(|line| line.time).sum(),
        cost: CostAnalysis {
            flops: total(|cost| cost.flops),
            bytes_accessed: total(|cost| cost.bytes_accessed),
            transcendentals: total(|cost| cost.transcendentals),
        },
    }
}

fn numbers(line: &Line, total: Duration) -> [String; 4] {
    let seconds = line.time.as_secs_f64().max(1e-9);
    [
        format!("{:.4}", seconds * 1e3),
        format!("{:.1} %", 100.0 * seconds / total.as_secs_f64().max(1e-9)),
        format!("{:.2}", line.cost.flops / seconds / 1e9),
        format!("{:.2}", line.cost.bytes_accessed / seconds / 1e9),
    ]
}

fn row(name: &str, kind: &str, [time, share, flops, bytes]: [String; 4]) -> String {
    format!("{name:<40} {kind:<16} {time:>10} {share:>8} {flops:>10} {bytes:>10}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &str, milliseconds: u64) -> StepProfile {
        let cost = CostAnalysis { flops: 4e6, bytes_accessed: 2e6, transcendentals: 0.0 };
        StepProfile { name: name.to_owned(), kind: "kernel", time: Duration::from_millis(milliseconds), cost }
    }

    #[test]
    fn the_slowest_step_comes_first_by_its_median() {
        let run = |a, b| vec![step("a", a), step("b", b)];
        let table = super::table(&[run(1, 2), run(1, 3), run(9, 3)]);
        let words: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[2], ["%b", "kernel", "3.0000", "75.0", "%", "1.33", "0.67"]);
        assert_eq!(words[3], ["%a", "kernel", "1.0000", "25.0", "%", "4.00", "2.00"]);
    }

    #[test]
    fn many_steps_share_a_line() {
        let steps = (0..40).map(|i| step(&format!("s{i}"), 1)).collect();
        assert!(super::table(&[steps]).ends_with("2.00\n") && lines(&[]).is_empty());
    }
}
