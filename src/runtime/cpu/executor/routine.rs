//! Calls of the native templates.

use super::{Frame, PhaseStep, Place, Shared};
use crate::codegen::spec;
use crate::codegen::thunk::{LibraryCall, Slice};
use crate::runtime::cpu::library::convolution::Convolution;
use crate::runtime::cpu::library::fft::Fft;
use crate::runtime::cpu::library::gemm::{AfterRows, Gemm};
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
    epilogue: Option<EpilogueStep>,
}

/// Emitted code that finishes a template's result.
pub struct EpilogueStep {
    pub phase: PhaseStep,
    pub arguments: Vec<Place>,
    /// Units in a row that the template reports; `None` where its rows are no multiple of units: then the code runs after
    /// it.
    pub units_per_row: Option<usize>,
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

impl Routine {
    /// Elements of the result that templates with rows finish together, which lie one after the other.
    pub fn row_elements(&self) -> Option<usize> {
        match self {
            Routine::Gemm(gemm) => gemm.row_elements(),
            Routine::Convolution(convolution) => Some(convolution.row_elements()),
            Routine::Sort { .. }
            | Routine::TopK(_)
            | Routine::Fft(_)
            | Routine::Cholesky(_)
            | Routine::TriangularSolve(_)
            | Routine::RandomBits(_) => None,
        }
    }
}

impl LibraryStep {
    pub fn new(routine: Routine, operands: &[Slice], results: &[Slice], epilogue: Option<EpilogueStep>) -> LibraryStep {
        let places = |slices: &[Slice]| slices.iter().map(Place::from).collect();
        LibraryStep { routine, operands: places(operands), results: places(results), epilogue }
    }

    /// # Safety
    /// The frame has the memory that the step was planned with.
    pub unsafe fn run(&self, frame: &Frame<'_>) {
        let Some(epilogue) = &self.epilogue else {
            // SAFETY: the caller's promise, here and below.
            return unsafe { self.call(frame, None) };
        };
        let mut pointers: Vec<*mut u8> = epilogue.arguments.iter().map(|&place| frame.at(place)).collect();
        let arguments = Shared(pointers.as_mut_ptr().cast_const());
        let Some(units) = epilogue.units_per_row else {
            unsafe { self.call(frame, None) };
            return unsafe { frame.phase(&epilogue.phase, arguments.get()) };
        };
        let after_rows = |begin: usize, end: usize| {
            let (begin, end) = ((begin * units) as i64, (end * units) as i64);
            unsafe { (epilogue.phase.function)(arguments.get(), begin, end) };
        };
        unsafe { self.call(frame, Some(&after_rows)) };
    }

    unsafe fn call(&self, frame: &Frame<'_>, after_rows: Option<&AfterRows<'_>>) {
        let operand = |n: usize| frame.at(self.operands[n]).cast_const();
        let result = |n: usize| frame.at(self.results[n]);
        let pool = frame.pool;
        // SAFETY: the plan gives each operand and result memory of its size; results overlap no operand.
        unsafe {
            match &self.routine {
                Routine::Gemm(gemm) => gemm.run(pool, operand(0), operand(1), result(0), after_rows),
                Routine::Convolution(convolution) => {
                    convolution.run(pool, operand(0), operand(1), result(0), after_rows)
                }
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
