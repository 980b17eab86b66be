//! Values that a program shows while it runs: `interpreter.print`, `interpreter.probe`, and
//! `check.expect_serialized_eq`, which reads what a probe kept.
//!
//! Where they go is the process's to say, once ([`observe`]). Probes are numbered files, `probe0.npy` and so on, with
//! a line `probe_id,type,path` each in `index.csv`; an id says nothing about a file's name, as it may hold any
//! character. Without a folder a probe is the identity.

use super::check;
use crate::hlo::evaluator::EvalError;
use crate::hlo::{ArrayLiteral, CustomCall, Literal, Shape};
use crate::runtime::npy::{self, NpyArray};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Where a program's observations go.
pub struct Observer {
    /// Folder of the probes' files; it exists.
    pub probe_output_dir: Option<PathBuf>,
    /// Shows a value.
    pub print: fn(&ArrayLiteral) -> anyhow::Result<()>,
}

/// A value that a probe has kept.
struct Kept {
    probe_id: String,
    path: PathBuf,
}

static OBSERVER: OnceLock<Observer> = OnceLock::new();
static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// Says where observations go, for all programs of the process; only the first call counts.
pub fn observe(observer: Observer) {
    OBSERVER.get_or_init(|| observer);
}

/// `(value)` to nothing.
pub fn print(call: &CustomCall, operands: &[&Literal], _shape: &Shape) -> Result<Literal, EvalError> {
    let value = array(call, operands)?;
    if let Some(observer) = OBSERVER.get() {
        (observer.print)(value).map_err(|error| EvalError::failed(format!("{error:#}")))?;
    }
    Ok(Literal::Tuple(Vec::new()))
}

/// `(value)` to itself.
pub fn probe(call: &CustomCall, operands: &[&Literal], _shape: &Shape) -> Result<Literal, EvalError> {
    let value = array(call, operands)?;
    let folder = OBSERVER.get().and_then(|observer| observer.probe_output_dir.as_deref());
    if let Some(folder) = folder {
        keep(folder, probe_id(call)?, value).map_err(|error| EvalError::failed(format!("{error:#}")))?;
    }
    Ok(operands[0].clone())
}

fn keep(folder: &Path, probe_id: String, value: &ArrayLiteral) -> anyhow::Result<()> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    std::fs::create_dir_all(folder)?;
    let path = folder.join(format!("probe{}.npy", kept.len()));
    npy::write(&path, value)?;
    let is_first = kept.is_empty();
    let mut options = std::fs::File::options();
    let options = options.create(true).write(true).truncate(is_first).append(!is_first);
    writeln!(options.open(folder.join("index.csv"))?, "{probe_id},{},{}", value.shape(), path.display())?;
    kept.push(Kept { probe_id, path });
    Ok(())
}

/// `(expected)`: what the probe of the config's id kept at its iteration is that, by [`check::expect_eq`].
pub fn expect_serialized_eq(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let expected = array(call, operands)?;
    let (id, iteration) = (probe_id(call)?, attribute(call, "iter").and_then(|n| n.as_u64()).unwrap_or(0));
    let path = {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let mut of_id = kept.iter().filter(|kept| kept.probe_id == id);
        of_id.nth(iteration as usize).map(|kept| kept.path.clone())
    };
    let missing = || EvalError::mismatch(format!("{}: no probe '{id}' has kept value {iteration}", call.target));
    let file = NpyArray::open(&path.ok_or_else(missing)?).map_err(|error| EvalError::failed(format!("{error:#}")))?;
    let actual = file.into_literal(expected.element_type());
    let other_type = || EvalError::mismatch(format!("{}: probe '{id}' kept another type", call.target));
    check::expect_eq(call, &[&actual.ok_or_else(other_type)?.into(), operands[0]], shape)
}

fn array<'a>(call: &CustomCall, operands: &[&'a Literal]) -> Result<&'a ArrayLiteral, EvalError> {
    match operands {
        [Literal::Array(array)] => Ok(array),
        _ => Err(EvalError::failed(format!("{} takes one array", call.target))),
    }
}

fn probe_id(call: &CustomCall) -> Result<String, EvalError> {
    let id = attribute(call, "probe_id").and_then(|id| Some(id.as_str()?.to_owned()));
    id.ok_or_else(|| EvalError::failed(format!("{} needs a probe_id", call.target)))
}

fn attribute(call: &CustomCall, name: &str) -> Option<Value> {
    let config: Value = serde_json::from_str(&call.backend_config).ok()?;
    config.get(name).cloned()
}
