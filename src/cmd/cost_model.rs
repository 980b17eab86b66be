//! `--cost-model`: one that is shipped, or a file.

use crate::passes::cost_model::CostModel;

/// The target by whose times collectives are planned.
#[derive(clap::Args)]
#[command(next_help_heading = "How to compile")]
pub struct CostModelFlag {
    /// What instructions and collectives take: cpu, network, nvlink, or a file of json (docs/parallel.md)
    #[arg(long, value_name = "NAME|FILE", default_value = "cpu", value_parser = cost_model)]
    pub cost_model: CostModel,
}

fn cost_model(name: &str) -> Result<CostModel, String> {
    if let Some(model) = CostModel::named(name) {
        return Ok(model);
    }
    if !name.ends_with(".json") {
        let names: Vec<String> = CostModel::shipped().map(|model| model.name).collect();
        return Err(format!("expected {} or a file NAME.json", names.join(", ")));
    }
    let text = std::fs::read_to_string(name).map_err(|error| error.to_string())?;
    CostModel::parse(&text)
}
