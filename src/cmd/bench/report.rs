//! Times of whole runs.

use crate::runtime::LoadedExecutable;
use serde_json::{Value, json};

/// Times in milliseconds.
pub struct Report {
    pub compile_ms: f64,
    /// Of at least one run.
    pub run_ms: Vec<f64>,
    pub memory_mb: Option<f64>,
}

impl Report {
    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.run_ms.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }

    /// What the benchmark harness reads.
    pub fn json(&self) -> Value {
        json!({
            "compile_ms": self.compile_ms,
            "run_ms_median": percentile(&self.sorted(), 50),
            "runs": self.run_ms.len(),
            "run_ms": self.run_ms,
            "memory_mb": self.memory_mb,
        })
    }

    /// For people; rates are those of the fastest run.
    pub fn table(&self, executable: &dyn LoadedExecutable) -> String {
        let sorted = self.sorted();
        let cost = executable.cost_analysis();
        let best = sorted[0] / 1e3;
        let mut out = format!("{:<12} {:>12}\n", executable.name(), "ms");
        let rows = [
            ("compile", self.compile_ms),
            ("min", sorted[0]),
            ("median", percentile(&sorted, 50)),
            ("p90", percentile(&sorted, 90)),
            ("p99", percentile(&sorted, 99)),
            ("max", sorted[sorted.len() - 1]),
        ];
        for (name, value) in rows {
            out += &format!("{name:<12} {value:>12.4}\n");
        }
        out += &format!("{:<12} {:>12}\n", "runs", sorted.len());
        out += &format!("{:<12} {:>12.2}\n", "GFLOP/s", cost.flops / best / 1e9);
        out += &format!("{:<12} {:>12.2}\n", "GB/s", cost.bytes_accessed / best / 1e9);
        let memory = self.memory_mb.map_or("-".to_owned(), |mb| format!("{mb:.2}"));
        out + &format!("{:<12} {memory:>12}\n", "memory MB")
    }
}

/// The smallest time that so many runs in a hundred do not exceed.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn percentiles_are_times_of_runs() {
        let times: Vec<f64> = (1..=10).map(f64::from).collect();
        assert_eq!([50, 90, 99].map(|percent| percentile(&times, percent)), [5.0, 9.0, 10.0]);
        assert_eq!(percentile(&[3.0], 50), 3.0);
    }
}
