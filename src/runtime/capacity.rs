//! Whether arrays fit this machine's memory, asked before anything is allocated: a failed allocation ends the process.

/// Bytes of physical memory; `None` where the system does not say.
pub fn total_memory() -> Option<u64> {
    // SAFETY: reads two system constants.
    let (pages, page) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    u64::try_from(pages).ok()?.checked_mul(u64::try_from(page).ok()?)
}

/// # Errors
/// More bytes than this machine has, said as both sizes.
pub fn ensure_fits(bytes: usize) -> Result<(), String> {
    match total_memory() {
        Some(total) if bytes as u64 > total => {
            Err(format!("{} MiB are needed, this machine has {} MiB of memory", bytes >> 20, total >> 20))
        }
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_does_not_fit() {
        assert!(ensure_fits(usize::MAX).is_err());
        assert_eq!(ensure_fits(1 << 20), Ok(()));
    }
}
