//! The processor that code is made for: what it can do is asked or named, never assumed.
//!
//! Code uses exactly the listed features, so that an artifact can say what it needs and be refused elsewhere.

use inkwell::OptimizationLevel;
use inkwell::module::Module;
use inkwell::targets::{
    CodeModel, InitializationConfig, RelocMode, Target as LlvmTarget, TargetMachine, TargetMachineOptions, TargetTriple,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Once;

// The LLVM that inkwell calls is linked by mlir-sys.
use mlir_sys as _;

const TRIPLE: &str = "x86_64-unknown-linux-gnu";
/// What the instruction selection starts from; everything above it is listed in `features`.
const BASE_CPU: &str = "x86-64";

/// A processor to make code for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target {
    pub triple: String,
    /// LLVM's name of the processor: decides scheduling, not which instructions are used.
    pub cpu: String,
    /// LLVM's names of the instruction set extensions that code may use.
    pub features: BTreeSet<String>,
}

impl Target {
    /// This machine.
    pub fn host() -> Target {
        let features = TargetMachine::get_host_cpu_features();
        let enabled = features.to_str().unwrap_or_default().split(',').filter_map(|f| f.strip_prefix('+'));
        let name = TargetMachine::get_host_cpu_name();
        Target {
            triple: TRIPLE.to_owned(),
            cpu: name.to_str().unwrap_or(BASE_CPU).to_owned(),
            features: enabled.map(str::to_owned).collect(),
        }
    }

    /// The processor of this name: `host`, `x86-64-v3`, `znver4`, `skylake-avx512`, …
    ///
    /// # Errors
    /// An unknown name, with the known ones.
    pub fn parse(cpu: &str) -> Result<Target, String> {
        if cpu == "host" || cpu == "native" {
            return Ok(Target::host());
        }
        let Some((_, level, extras)) = KNOWN_CPUS.iter().find(|(name, ..)| *name == cpu) else {
            let names: Vec<&str> = KNOWN_CPUS.iter().map(|(name, ..)| *name).collect();
            return Err(format!("unknown target cpu `{cpu}`; known are host, {}", names.join(", ")));
        };
        let features = LEVELS[..*level].iter().copied().flatten().chain(*extras);
        Ok(Target {
            triple: TRIPLE.to_owned(),
            cpu: cpu.to_owned(),
            features: features.map(|&f| f.to_owned()).collect(),
        })
    }

    /// Whether code may use this extension (LLVM's name: `avx2`, `fma`, `avx512f`, …).
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(feature)
    }

    /// Bytes of the widest vector that code should use: 16, 32 or 64.
    pub fn vector_bytes(&self) -> usize {
        if ["avx512f", "avx512bw", "avx512dq", "avx512vl"].iter().all(|f| self.has(f)) {
            64
        } else if self.has("avx2") {
            32
        } else {
            16
        }
    }

    /// Whether code for this target runs on that one.
    ///
    /// # Errors
    /// What is missing there.
    pub fn runs_on(&self, machine: &Target) -> Result<(), String> {
        if self.triple != machine.triple {
            return Err(format!("made for {}, and this machine is {}", self.triple, machine.triple));
        }
        let missing: Vec<&str> = self.features.difference(&machine.features).map(String::as_str).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(format!("made for {}, and this machine ({}) lacks {}", self.cpu, machine.cpu, missing.join(", ")))
    }

    /// LLVM's code generator for this target: position-independent code, default optimization.
    ///
    /// # Errors
    /// LLVM's message where it does not know the target.
    pub fn machine(&self) -> Result<TargetMachine, String> {
        static INITIALIZED: Once = Once::new();
        INITIALIZED.call_once(|| LlvmTarget::initialize_x86(&InitializationConfig::default()));
        let triple = TargetTriple::create(&self.triple);
        let target = LlvmTarget::from_triple(&triple).map_err(|e| e.to_string())?;
        let options = TargetMachineOptions::new()
            .set_cpu(BASE_CPU)
            .set_features(&self.feature_string())
            .set_level(OptimizationLevel::Default)
            .set_reloc_mode(RelocMode::PIC)
            .set_code_model(CodeModel::Small);
        target
            .create_target_machine_from_options(&triple, options)
            .ok_or_else(|| format!("LLVM has no code generator for {}", self.triple))
    }

    fn feature_string(&self) -> String {
        let features: Vec<String> = self.features.iter().map(|f| format!("+{f}")).collect();
        features.join(",")
    }

    /// Prepares a fresh LLVM module: triple and data layout.
    pub fn prepare(&self, module: &Module<'_>, machine: &TargetMachine) {
        module.set_triple(&TargetTriple::create(&self.triple));
        module.set_data_layout(&machine.get_target_data().get_data_layout());
    }
}

/// Features that each x86-64 level adds to the one before.
const LEVELS: [&[&str]; 4] = [
    &["cmov", "cx8", "fxsr", "mmx", "sse", "sse2"],
    &["cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3", "crc32"],
    &["avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"],
    &["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"],
];

/// Name, x86-64 level, and features beyond the level.
const KNOWN_CPUS: [(&str, usize, &[&str]); 20] = [
    ("x86-64", 1, &[]),
    ("x86-64-v2", 2, &[]),
    ("nehalem", 2, &[]),
    ("x86-64-v3", 3, &[]),
    ("haswell", 3, &[]),
    ("broadwell", 3, &[]),
    ("skylake", 3, &[]),
    ("alderlake", 3, &["avxvnni"]),
    ("znver1", 3, &[]),
    ("znver2", 3, &[]),
    ("znver3", 3, &[]),
    ("x86-64-v4", 4, &[]),
    ("skylake-avx512", 4, &[]),
    ("cascadelake", 4, &["avx512vnni"]),
    ("cooperlake", 4, &["avx512vnni", "avx512bf16"]),
    ("icelake-server", 4, &["avx512vnni"]),
    ("sapphirerapids", 4, &["avx512vnni", "avx512bf16", "avx512fp16", "avxvnni"]),
    ("graniterapids", 4, &["avx512vnni", "avx512bf16", "avx512fp16", "avxvnni"]),
    ("znver4", 4, &["avx512vnni", "avx512bf16"]),
    ("znver5", 4, &["avx512vnni", "avx512bf16", "avxvnni"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_runs_its_own_code_and_that_of_the_base_level() {
        let host = Target::host();
        assert_eq!(host.runs_on(&host), Ok(()));
        assert_eq!(Target::parse("x86-64").unwrap().runs_on(&host), Ok(()));
        host.machine().unwrap();
    }

    #[test]
    fn vector_width_follows_the_level() {
        let width = |cpu| Target::parse(cpu).unwrap().vector_bytes();
        assert_eq!([width("x86-64-v2"), width("znver3"), width("skylake-avx512")], [16, 32, 64]);
    }

    #[test]
    fn another_target_is_refused_by_what_it_lacks() {
        let (new, old) = (Target::parse("znver4").unwrap(), Target::parse("cascadelake").unwrap());
        let message = "made for znver4, and this machine (cascadelake) lacks avx512bf16";
        assert_eq!(new.runs_on(&old), Err(message.to_owned()));
        assert!(Target::parse("pentium").unwrap_err().contains("known are host, x86-64"));
    }
}
