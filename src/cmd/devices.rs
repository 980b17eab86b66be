//! `pjrt devices`: the runtimes of this build and their devices.

use super::failure::{Failure, Outcome};
use super::session::no_source;
use super::streams::print;
use crate::runtime::platform::{self, ClientOptions, PLATFORMS, Platform};
use crate::runtime::{Client, Device};
use serde_json::{Value, json};

/// List the runtimes of this build and the devices of one of them.
#[derive(clap::Args)]
pub struct Options {
    /// Runtime whose devices are listed
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    device: String,
    /// text is for people; docs/json.md explains json
    #[arg(long, value_enum, default_value_t = super::session::Format::Text)]
    format: super::session::Format,
}

pub fn main(options: &Options) -> Outcome {
    let fail = |error| Failure::runtime(error, no_source);
    let platform = platform::find(Some(&options.device)).map_err(fail)?;
    let client = platform.client(&ClientOptions::default()).map_err(fail)?;
    print(match options.format {
        super::session::Format::Text => text(platform, &client),
        super::session::Format::Json => format!("{:#}\n", as_json(platform, &client)),
    })
}

fn text(platform: &Platform, client: &dyn Client) -> String {
    let mut out = String::from("runtimes:\n");
    for known in &PLATFORMS {
        out += &format!("  {:<12} {}\n", known.name, known.description);
    }
    out += &format!("devices of {} ({}):\n", platform.name, client.platform_version());
    for device in client.devices() {
        out += &format!("  {}:{} {}\n", platform.name, device.id(), device.kind());
        for (name, value) in device.attributes() {
            out += &format!("    {name}: {value}\n");
        }
        for space in device.memory_spaces() {
            let capacity = space.capacity.map_or("unknown size".to_string(), |n| format!("{} MiB", n >> 20));
            out += &format!("    memory {}: {capacity}\n", space.kind);
        }
    }
    out
}

fn as_json(platform: &Platform, client: &dyn Client) -> Value {
    let devices: Vec<Value> = client.devices().iter().map(|device| device_json(device.as_ref())).collect();
    json!({ "platform": platform.name, "version": client.platform_version(), "devices": devices })
}

fn device_json(device: &dyn Device) -> Value {
    let spaces: Vec<Value> =
        device.memory_spaces().iter().map(|s| json!({ "kind": s.kind, "capacity": s.capacity })).collect();
    json!({ "id": device.id(), "kind": device.kind(), "attributes": device.attributes(), "memory_spaces": spaces })
}
