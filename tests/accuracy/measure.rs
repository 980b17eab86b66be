//! Runs measuring programs.

use crate::function::Function;
use crate::program::{self, Format};
use pjrt::frontend::{Source, parse};
use pjrt::hlo::ElementType::{self, *};
use pjrt::hlo::{ArrayLiteral, Bytes};
use pjrt::runtime::cpu::CpuClient;
use pjrt::runtime::platform::ClientOptions;
use pjrt::runtime::{Client, CompileOptions, ExecuteOptions, LoadedExecutable};
use std::fmt::{Display, Formatter};
use std::sync::Arc;

/// The types measured.
pub const TYPES: [ElementType; 10] =
    [F32, F16, BF16, F8E5M2, F8E4M3, F8E4M3FN, F8E3M4, F8E4M3B11FNUZ, F8E4M3FNUZ, F8E5M2FNUZ];

/// Counters of one run.
const CHUNK: usize = 1 << 16;
/// What walks through all of `f32` in one chunk: as many steps of this as there are counters.
const SAMPLE_STRIDE: u64 = (1 << 16) + 1;

/// The largest error found, in units in the last place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measurement {
    pub ulp: f64,
    /// The counter that has it: of functions of one operand, the operand's bits.
    pub at: u64,
    /// Results that are NaN instead of a number, a number instead of NaN, or a zero of the other sign.
    pub wrong: u64,
}

impl Measurement {
    fn worse(self, other: Measurement) -> Measurement {
        let worst = if other.ulp > self.ulp { other } else { self };
        Measurement { wrong: self.wrong + other.wrong, ..worst }
    }
}

impl Display for Measurement {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.wrong {
            0 => write!(f, "{:.4}", self.ulp),
            wrong => write!(f, "{:.4} ({wrong} wrong)", self.ulp),
        }
    }
}

pub struct Instrument {
    client: CpuClient,
    exhaustive: bool,
}

impl Instrument {
    pub fn new(exhaustive: bool) -> Instrument {
        let client = CpuClient::new(&ClientOptions { threads: Some(2), ..ClientOptions::default() })
            .expect("threads for a client");
        Instrument { client, exhaustive }
    }

    pub fn measure(&self, function: &Function, element_type: ElementType) -> Measurement {
        let format = format_of(element_type);
        let executable = self.compile(&program::text(function, &format, CHUNK));
        let run = |start, stride| self.run(executable.as_ref(), start, stride);
        match (format.bits, self.exhaustive, function.arity) {
            (32, true, _) => {
                let chunks = (1u64 << format.bits) / CHUNK as u64;
                (0..chunks).map(|i| run(i * CHUNK as u64, 1)).fold(Measurement::default(), Measurement::worse)
            }
            (32, false, 1) => run(0, SAMPLE_STRIDE),
            // A chunk has every code of 16 bits.
            _ => run(0, 1),
        }
    }

    fn compile(&self, text: &str) -> Arc<dyn LoadedExecutable> {
        let module = parse(&Source::new("accuracy", text)).unwrap_or_else(|findings| panic!("{findings}\n{text}"));
        self.client.compile(module, &CompileOptions::default()).expect("a measuring program compiles")
    }

    fn run(&self, executable: &dyn LoadedExecutable, start: u64, stride: u64) -> Measurement {
        let scalar = |value: u64| ArrayLiteral::new(U64, [], Bytes::copy_of(&value.to_le_bytes()));
        let device = self.client.devices().remove(0);
        let arguments = self.client.buffers_from_host(&[scalar(start), scalar(stride)], device.as_ref());
        let execution =
            executable.execute(&[arguments.expect("two numbers")], ExecuteOptions::default()).expect("a run");
        let results = self.client.buffers_to_host(&execution[0].results).expect("results");
        let [ulp, at, wrong] = [0, 1, 2].map(|i| <[u8; 8]>::try_from(&results[i].bytes()[..]).expect("eight bytes"));
        Measurement { ulp: f64::from_le_bytes(ulp), at: u64::from_le_bytes(at), wrong: u64::from_le_bytes(wrong) }
    }
}

fn format_of(element_type: ElementType) -> Format {
    let name = element_type.mlir_name();
    match element_type.float_format() {
        None => Format { name, bits: 32, mantissa: 23, least_exponent: -126, limit: 2f64.powi(128) },
        Some(format) => Format {
            name,
            bits: element_type.bit_width() as u32,
            mantissa: format.mantissa_bits() as i32,
            least_exponent: 1 - format.bias(),
            limit: 2f64.powi(format.greatest().log2() as i32 + 1),
        },
    }
}
