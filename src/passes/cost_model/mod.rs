//! What a target takes for what: the numbers by which collectives are made asynchronous and put in order.
//!
//! A model is a few rates and latencies in a file of json (`cost_models/` has those that are shipped; `docs/parallel.md`
//! says what each number means). An instruction takes the longer of its arithmetic and its memory traffic, after a fixed
//! time to begin it; a collective the time of the usual ring algorithm among its largest group.

mod estimate;
mod timeline;

pub use estimate::Estimates;
pub use timeline::{Clock, Lane, Step, Timeline, timelines};

use crate::hlo::{Collective, CollectiveKind, Cost};
use serde::Deserialize;

/// Rates and latencies of a device and its links.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostModel {
    pub name: String,
    pub description: String,
    pub flops_per_second: f64,
    pub transcendentals_per_second: f64,
    pub memory_bytes_per_second: f64,
    /// To begin an instruction.
    pub instruction_seconds: f64,
    /// What one device sends in one direction.
    pub link_bytes_per_second: f64,
    /// From one device to the next, whatever the bytes.
    pub message_seconds: f64,
    /// To begin a collective.
    pub collective_seconds: f64,
    /// Kinds of collectives that run beside other instructions, by their names in HLO.
    pub asynchronous: Vec<String>,
    /// Bytes of temporary values that a schedule may have live at a time.
    #[serde(default)]
    pub memory_limit_bytes: Option<f64>,
}

const SHIPPED: [&str; 3] = [
    include_str!("../../../cost_models/cpu.json"),
    include_str!("../../../cost_models/network.json"),
    include_str!("../../../cost_models/nvlink.json"),
];

impl Default for CostModel {
    /// That of native code.
    fn default() -> CostModel {
        CostModel::named("cpu").expect("a model that is shipped")
    }
}

impl CostModel {
    /// One that is shipped.
    pub fn named(name: &str) -> Option<CostModel> {
        CostModel::shipped().find(|model| model.name == name)
    }

    /// Those that are shipped, by name.
    pub fn shipped() -> impl Iterator<Item = CostModel> {
        SHIPPED.into_iter().map(|text| CostModel::parse(text).expect("a model that is shipped"))
    }

    /// # Errors
    /// What is no model: what json misses or has too much, and numbers that are no rates or times.
    pub fn parse(text: &str) -> Result<CostModel, String> {
        let model: CostModel = serde_json::from_str(text).map_err(|error| error.to_string())?;
        for (name, rate) in [
            ("flops_per_second", model.flops_per_second),
            ("transcendentals_per_second", model.transcendentals_per_second),
            ("memory_bytes_per_second", model.memory_bytes_per_second),
            ("link_bytes_per_second", model.link_bytes_per_second),
        ] {
            if !(rate.is_finite() && rate > 0.0) {
                return Err(format!("expected {name} above 0, found {rate}"));
            }
        }
        for (name, seconds) in [
            ("instruction_seconds", model.instruction_seconds),
            ("message_seconds", model.message_seconds),
            ("collective_seconds", model.collective_seconds),
            ("memory_limit_bytes", model.memory_limit_bytes.unwrap_or(0.0)),
        ] {
            if !(seconds.is_finite() && seconds >= 0.0) {
                return Err(format!("expected {name} of 0 or more, found {seconds}"));
            }
        }
        Ok(model)
    }

    /// Whether collectives of a kind run beside other instructions.
    pub fn is_asynchronous(&self, collective: &Collective) -> bool {
        self.asynchronous.iter().any(|kind| kind == collective.name())
    }

    /// Seconds of an instruction that no other device takes part in.
    pub fn compute_seconds(&self, cost: Cost) -> f64 {
        self.instruction_seconds + self.arithmetic_seconds(cost).max(self.memory_seconds(cost))
    }

    /// What such an instruction takes most of its time for: `arithmetic`, `memory`, or `start` where it has little of
    /// both.
    pub fn limit(&self, cost: Cost) -> &'static str {
        let (arithmetic, memory) = (self.arithmetic_seconds(cost), self.memory_seconds(cost));
        match arithmetic.max(memory) {
            longer if longer < self.instruction_seconds => "start",
            longer if longer > memory => "arithmetic",
            _ => "memory",
        }
    }

    fn arithmetic_seconds(&self, cost: Cost) -> f64 {
        cost.flops / self.flops_per_second + cost.transcendentals / self.transcendentals_per_second
    }

    fn memory_seconds(&self, cost: Cost) -> f64 {
        cost.bytes / self.memory_bytes_per_second
    }

    /// Seconds of a collective among so many members, each with operands and results of so many bytes.
    pub fn collective_seconds(&self, kind: &CollectiveKind, members: usize, bytes: (usize, usize)) -> f64 {
        let (bytes_in, bytes_out) = (bytes.0 as f64, bytes.1 as f64);
        let others = members.saturating_sub(1) as f64;
        let share = others / members.max(1) as f64;
        let (sent, messages) = match kind {
            CollectiveKind::AllReduce { .. } => (2.0 * share * bytes_in, 2.0 * others),
            CollectiveKind::AllGather { .. } => (share * bytes_out, others),
            CollectiveKind::ReduceScatter { .. } | CollectiveKind::AllToAll { .. } => (share * bytes_in, others),
            // As if all of the input were sent, evenly: what is sent shows only when it runs. The result is like the
            // output.
            CollectiveKind::RaggedAllToAll => (share * (bytes_in - bytes_out).max(0.0), others),
            CollectiveKind::CollectiveBroadcast => (bytes_in * others.min(1.0), others),
            CollectiveKind::CollectivePermute { .. } => (bytes_in, 1.0),
        };
        self.collective_seconds + messages * self.message_seconds + sent / self.link_bytes_per_second
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> CostModel {
        CostModel {
            link_bytes_per_second: 100.0,
            message_seconds: 1.0,
            collective_seconds: 10.0,
            memory_bytes_per_second: 10.0,
            flops_per_second: 2.0,
            transcendentals_per_second: 1.0,
            instruction_seconds: 0.5,
            ..CostModel::default()
        }
    }

    #[test]
    fn rings() {
        let seconds = |kind, members| model().collective_seconds(&kind, members, (400, 800));
        let to_apply = crate::hlo::ComputationId(0);
        assert_eq!(seconds(CollectiveKind::AllReduce { to_apply }, 4), 10.0 + 6.0 + 6.0);
        assert_eq!(seconds(CollectiveKind::AllGather { dimension: 0 }, 4), 10.0 + 3.0 + 6.0);
        assert_eq!(seconds(CollectiveKind::ReduceScatter { dimension: 0, to_apply }, 4), 10.0 + 3.0 + 3.0);
        assert_eq!(seconds(CollectiveKind::CollectivePermute { pairs: vec![] }, 4), 10.0 + 1.0 + 4.0);
        assert_eq!(seconds(CollectiveKind::AllReduce { to_apply }, 1), 10.0);
    }

    #[test]
    fn the_slower_of_arithmetic_and_memory() {
        let cost = |flops, bytes| Cost { flops, transcendentals: 1.0, bytes };
        assert_eq!(model().compute_seconds(cost(4.0, 10.0)), 3.5);
        assert_eq!(model().compute_seconds(cost(4.0, 50.0)), 5.5);
    }

    #[test]
    fn what_limits_an_instruction() {
        let limit = |flops, bytes| model().limit(Cost { flops, transcendentals: 0.0, bytes });
        assert_eq!([limit(4.0, 10.0), limit(2.0, 50.0), limit(0.5, 1.0)], ["arithmetic", "memory", "start"]);
    }

    #[test]
    fn what_is_no_model() {
        let with = |from: &str, to: &str| CostModel::parse(&SHIPPED[0].replace(from, to)).unwrap_err();
        let negative = |name: &str| with(&format!("\"{name}\": "), &format!("\"{name}\": -"));
        assert!(negative("flops_per_second").starts_with("expected flops_per_second above 0, found -"));
        assert!(with("\"message_seconds\"", "\"messages\"").starts_with("unknown field `messages`"));
        assert!(negative("collective_seconds").starts_with("expected collective_seconds of 0 or more, found -"));
    }
}
