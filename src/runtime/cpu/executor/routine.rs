//! Calls of the native templates.

use super::{Frame, Place};
use crate::codegen::spec;
use crate::codegen::thunk::{LibraryCall, Slice};
use crate::runtime::cpu::library::convolution::Convolution;
use crate::runtime::cpu::library::fft::Fft;
use crate::runtime::cpu::library::gemm::Gemm;
use crate::runtime::cpu::library::linear_algebra::{cholesky, triangular_solve};
use crate::runtime::cpu::library::random::random_bits;
use crate::runtime::cpu::library::sort::{Sort, TopK};

/// Compiled code that says whether the first of two elements comes first: pointers to lhs0, rhs0, lhs1, …
pub type Comparator = unsafe extern "C" fn(*const *const u8) -> bool;

/// A template with what it was told.
pub enum Routine {
    Gemm(Box<Gemm>),
    Convolution(Box<Convolution>),
    Sort { sort: Box<Sort>, comparator: Option<Comparator> },
    TopK(TopK),
    Fft(Fft),
    Cholesky(spec::Cholesky),
    TriangularSolve(spec::TriangularSolve),
    RandomBits(spec::RandomBits),
}

/// A template's call that is ready to run.
pub struct LibraryStep {
    routine: Routine,
    operands: Vec<Place>,
    results: Vec<Place>,
}

impl Routine {
    /// Prepares a call; `None` where no template takes its types.
    ///
    /// # Errors
    /// A comparator without code.
    pub fn prepare(
        call: &LibraryCall,
        symbol: &dyn Fn(&str) -> Result<*const u8, String>,
    ) -> Result<Option<Routine>, String> {
        Ok(match call {
            LibraryCall::Gemm(spec) => Gemm::new(spec).map(Box::new).map(Routine::Gemm),
            LibraryCall::Convolution(spec) => Convolution::new(spec).map(Box::new).map(Routine::Convolution),
            LibraryCall::Sort { spec, comparator } => {
                let address = comparator.as_ref().map(|name| symbol(name)).transpose()?;
                // SAFETY: a sort names a function of this type, and the image outlives the steps.
                let comparator = address.map(|at| unsafe { std::mem::transmute::<*const u8, Comparator>(at) });
                Sort::new(spec).map(|sort| Routine::Sort { sort: Box::new(sort), comparator })
            }
            LibraryCall::TopK(spec) => TopK::new(spec).map(Routine::TopK),
            LibraryCall::Fft(spec) => Fft::new(spec).map(Routine::Fft),
            LibraryCall::Cholesky(spec) => Some(Routine::Cholesky(*spec)),
            LibraryCall::TriangularSolve(spec) => Some(Routine::TriangularSolve(*spec)),
            LibraryCall::RandomBits(spec) => Some(Routine::RandomBits(*spec)),
        })
    }
}

impl LibraryStep {
    pub fn new(routine: Routine, operands: &[Slice], results: &[Slice]) -> LibraryStep {
        let places = |slices: &[Slice]| slices.iter().map(Place::from).collect();
        LibraryStep { routine, operands: places(operands), results: places(results) }
    }

    /// # Safety
    /// The frame has the memory that the step was planned with.
    pub unsafe fn run(&self, frame: &Frame<'_>) {
        let operand = |n: usize| frame.at(self.operands[n]).cast_const();
        let result = |n: usize| frame.at(self.results[n]);
        let pool = frame.pool;
        // SAFETY: the plan gives each operand and result memory of its size; results overlap no operand.
        unsafe {
            match &self.routine {
                Routine::Gemm(gemm) => gemm.run(pool, operand(0), operand(1), result(0), None),
                Routine::Convolution(convolution) => convolution.run(pool, operand(0), operand(1), result(0), None),
                Routine::Sort { sort, comparator } => {
                    let inputs: Vec<*const u8> = (0..self.operands.len()).map(operand).collect();
                    let outputs: Vec<*mut u8> = (0..self.results.len()).map(result).collect();
                    sort.run(pool, &inputs, &outputs, &|elements| {
                        comparator.is_some_and(|less| less(elements.as_ptr()))
                    });
                }
                Routine::TopK(top_k) => top_k.run(pool, operand(0), result(0), result(1).cast()),
                Routine::Fft(fft) => fft.run(pool, operand(0), result(0)),
                Routine::Cholesky(spec) => known(cholesky(spec, pool, operand(0), result(0))),
                Routine::TriangularSolve(spec) => {
                    known(triangular_solve(spec, pool, operand(0), operand(1), result(0)));
                }
                Routine::RandomBits(spec) => {
                    random_bits(spec, pool, operand(0).cast(), result(0).cast(), result(1));
                }
            }
        }
    }
}

/// Types that the templates do not know were refused when the program was compiled.
fn known(done: Option<()>) {
    done.expect("an element type that the template takes");
}
