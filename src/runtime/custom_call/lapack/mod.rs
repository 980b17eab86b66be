//! The `lapack_*_ffi` targets that JAX emits on CPUs, over the `faer` crate.
//!
//! Names are LAPACK's: a letter for the type (s, d, c, z), then the routine. Matrices are the last two dimensions;
//! memory layouts that the calls ask for mean nothing here. `info` is 0, or positive where a factorization failed.

mod eigen;
mod factor;
mod matrix;
mod reflectors;
mod schur;
mod solve;

use super::Handler;
use matrix::Number;
pub use solve::perturbed as tridiagonal_solve_perturbed;

const ROUTINES: [&str; 19] = [
    "potrf", "trsm", "getrf", "geqrf", "orgqr", "ungqr", "ormqr", "unmqr", "gesdd", "gesvd", "syevd", "heevd", "geev",
    "gehrd", "gtsv", "geqp3", "sytrd", "hetrd", "gees",
];

/// Targets of the family, with `*` for the type.
pub fn patterns() -> impl Iterator<Item = String> {
    ROUTINES
        .iter()
        .filter(|routine| routine_of::<f64>(routine).is_some())
        .map(|routine| format!("lapack_*{routine}_ffi"))
}

/// The handler of a target of the family.
pub fn find(target: &str) -> Option<Handler> {
    let name = target.strip_prefix("lapack_")?.strip_suffix("_ffi")?;
    let (letter, routine) = name.split_at_checked(1)?;
    match letter {
        "s" => routine_of::<f32>(routine),
        "d" => routine_of::<f64>(routine),
        "c" => routine_of::<faer::c32>(routine),
        "z" => routine_of::<faer::c64>(routine),
        _ => None,
    }
}

fn routine_of<T: Number>(routine: &str) -> Option<Handler> {
    Some(match routine {
        "potrf" => factor::potrf::<T>,
        "getrf" => factor::getrf::<T>,
        "trsm" => solve::trsm::<T>,
        "gtsv" => solve::gtsv::<T>,
        "geqrf" => reflectors::geqrf::<T>,
        "geqp3" => reflectors::geqp3::<T>,
        "orgqr" | "ungqr" => reflectors::orgqr::<T>,
        "ormqr" | "unmqr" => reflectors::ormqr::<T>,
        "gehrd" => reflectors::gehrd::<T>,
        "sytrd" | "hetrd" => reflectors::sytrd::<T>,
        "gesdd" | "gesvd" => eigen::gesdd::<T>,
        "syevd" | "heevd" => eigen::syevd::<T>,
        "geev" => eigen::geev::<T>,
        "gees" => schur::gees::<T>,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
