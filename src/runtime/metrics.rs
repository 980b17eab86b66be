//! The four timers of the seam, and the report that PyTorch/XLA's users know.

use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A timer, named as PyTorch/XLA names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    TransferToDeviceTime,
    CompileTime,
    ExecuteTime,
    TransferFromDeviceTime,
}

impl Timer {
    pub const ALL: [Timer; 4] =
        [Timer::TransferToDeviceTime, Timer::CompileTime, Timer::ExecuteTime, Timer::TransferFromDeviceTime];

    pub fn name(self) -> &'static str {
        match self {
            Timer::TransferToDeviceTime => "TransferToDeviceTime",
            Timer::CompileTime => "CompileTime",
            Timer::ExecuteTime => "ExecuteTime",
            Timer::TransferFromDeviceTime => "TransferFromDeviceTime",
        }
    }
}

/// Percentiles of the report.
const PERCENTILES: [u32; 9] = [1, 5, 10, 20, 50, 80, 90, 95, 99];

/// Samples of the four timers, and a count of eager runs.
#[derive(Default)]
pub struct Metrics {
    inner: Mutex<Samples>,
}

#[derive(Default)]
struct Samples {
    timers: [Vec<Duration>; 4],
    first: Option<Instant>,
    eager_runs: usize,
}

impl Metrics {
    /// Times a request and adds the sample, whatever the outcome.
    pub fn time<T>(&self, timer: Timer, request: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let outcome = request();
        self.record(timer, start, start.elapsed());
        outcome
    }

    /// Adds a sample that began at `start`.
    pub fn record(&self, timer: Timer, start: Instant, sample: Duration) {
        let mut samples = self.inner.lock().expect("no holder of this lock panics");
        samples.first.get_or_insert(start);
        samples.timers[timer as usize].push(sample);
    }

    pub fn count_eager_run(&self) {
        self.inner.lock().expect("no holder of this lock panics").eager_runs += 1;
    }

    /// The samples of a timer, in order.
    pub fn samples(&self, timer: Timer) -> Vec<Duration> {
        self.inner.lock().expect("no holder of this lock panics").timers[timer as usize].clone()
    }

    fn summaries(&self) -> (Vec<Summary>, usize) {
        let samples = self.inner.lock().expect("no holder of this lock panics");
        let span = samples.first.map_or(Duration::ZERO, |first| first.elapsed());
        let taken = Timer::ALL.into_iter().filter(|&t| !samples.timers[t as usize].is_empty());
        (taken.map(|t| Summary::new(t, &samples.timers[t as usize], span)).collect(), samples.eager_runs)
    }

    /// The report for people; timers without samples are left out.
    pub fn report(&self) -> String {
        let (summaries, eager_runs) = self.summaries();
        let mut out = summaries.iter().map(Summary::text).collect::<String>();
        if eager_runs > 0 {
            writeln!(out, "Counter: EagerOpExecution\n  Value: {eager_runs}").expect("writing to a string");
        }
        out
    }

    /// The same as JSON; times in microseconds.
    pub fn json(&self) -> Value {
        let (summaries, eager_runs) = self.summaries();
        let timers: serde_json::Map<_, _> = summaries.iter().map(|s| (s.timer.name().to_string(), s.json())).collect();
        json!({ "timers": timers, "counters": { "EagerOpExecution": eager_runs } })
    }
}

struct Summary {
    timer: Timer,
    total_samples: usize,
    accumulator: Duration,
    /// Seconds of timed work, and samples, a second of wall time.
    value_rate: f64,
    rate: f64,
    percentiles: Vec<(u32, Duration)>,
}

impl Summary {
    fn new(timer: Timer, samples: &[Duration], span: Duration) -> Summary {
        let mut sorted = samples.to_vec();
        sorted.sort();
        let accumulator: Duration = samples.iter().sum();
        let seconds = span.as_secs_f64().max(f64::MIN_POSITIVE);
        let at = |p: u32| sorted[(sorted.len() * p as usize / 100).min(sorted.len() - 1)];
        Summary {
            timer,
            total_samples: samples.len(),
            accumulator,
            value_rate: accumulator.as_secs_f64() / seconds,
            rate: samples.len() as f64 / seconds,
            percentiles: PERCENTILES.iter().map(|&p| (p, at(p))).collect(),
        }
    }

    fn text(&self) -> String {
        let percentiles: Vec<String> =
            self.percentiles.iter().map(|&(p, value)| format!("{p}%={}", duration(value))).collect();
        format!(
            "Metric: {}\n  TotalSamples: {}\n  Accumulator: {}\n  ValueRate: {} / second\n  Rate: {:.6} / second\n  \
             Percentiles: {}\n",
            self.timer.name(),
            self.total_samples,
            duration(self.accumulator),
            duration(Duration::from_secs_f64(self.value_rate)),
            self.rate,
            percentiles.join("; "),
        )
    }

    fn json(&self) -> Value {
        let micros = |d: Duration| d.as_nanos() as f64 / 1e3;
        let percentiles: serde_json::Map<_, _> =
            self.percentiles.iter().map(|&(p, value)| (p.to_string(), json!(micros(value)))).collect();
        json!({
            "total_samples": self.total_samples,
            "accumulator_us": micros(self.accumulator),
            "value_rate": self.value_rate,
            "rate": self.rate,
            "percentiles_us": percentiles,
        })
    }
}

/// A duration as PyTorch/XLA prints it: `01m02s003ms004.005us`, from the first unit that is not zero.
fn duration(value: Duration) -> String {
    let nanos = value.as_nanos();
    let (micros, rest) = (nanos / 1000, nanos % 1000);
    let units = [(micros / 60_000_000, "m", 2), (micros / 1_000_000 % 60, "s", 2), (micros / 1000 % 1000, "ms", 3)];
    let leading = units.iter().position(|unit| unit.0 > 0).unwrap_or(units.len());
    let head: String = units[leading..].iter().map(|&(n, unit, width)| format!("{n:0width$}{unit}")).collect();
    format!("{head}{:03}.{rest:03}us", micros % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_start_at_their_first_unit() {
        assert_eq!(duration(Duration::from_nanos(4_005)), "004.005us");
        assert_eq!(duration(Duration::from_nanos(62_003_004_005)), "01m02s003ms004.005us");
    }

    #[test]
    fn the_report_shows_only_timers_with_samples() {
        let metrics = Metrics::default();
        metrics.time(Timer::CompileTime, || ());
        let report = metrics.report();
        assert!(report.starts_with("Metric: CompileTime\n  TotalSamples: 1\n"), "{report}");
        assert!(!report.contains("ExecuteTime"));
        assert_eq!(metrics.json()["timers"]["CompileTime"]["total_samples"], 1);
    }
}
