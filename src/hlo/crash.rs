//! Panics of ours, caught where it is known what was being done, and made findings that name the instruction.
//!
//! A panic is a bug. It must not end the process without a word on which program, pass and instruction it takes.

use super::{Diagnostic, Instruction, LocationRef};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Arc;

thread_local! {
    static FOCUS: RefCell<Option<Focus>> = const { RefCell::new(None) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
    /// How many [`catch_crash`] this thread is in.
    static CATCHERS: Cell<usize> = const { Cell::new(0) };
}

/// The instruction that a thread works on.
struct Focus {
    name: Arc<str>,
    op: &'static str,
    location: LocationRef,
}

/// A panic that was caught.
pub struct Crash {
    message: String,
    /// Where in our sources, if [`note_crash`] is the process's hook.
    place: Option<String>,
    focus: Option<Focus>,
}

/// Says that this thread works on an instruction from now on.
pub fn focus_on(instruction: &Instruction) {
    let (name, location) = (instruction.name().clone(), instruction.location.clone());
    FOCUS.replace(Some(Focus { name, op: instruction.op.name(), location }));
}

/// Does some work; a panic in it is an error that knows the instruction that was worked on.
pub fn catch_crash<T>(work: impl FnOnce() -> T) -> Result<T, Crash> {
    let outer = FOCUS.take();
    CATCHERS.set(CATCHERS.get() + 1);
    let outcome = catch_unwind(AssertUnwindSafe(work));
    CATCHERS.set(CATCHERS.get() - 1);
    let focus = FOCUS.replace(outer);
    outcome.map_err(|panic| Crash { message: panic_message(panic.as_ref()), place: PLACE.take(), focus })
}

/// The process's hook: keeps the place of a panic that is caught, and tells of one that is not.
pub fn note_crash(info: &PanicHookInfo) {
    let place = info.location().map(ToString::to_string);
    if CATCHERS.get() == 0 {
        let place = place.map_or(String::new(), |place| format!("\n  note: at {place}"));
        // Standard error may be closed or full.
        let _ = writeln!(std::io::stderr(), "bug in pjrt: panicked: {}{place}", panic_message(info.payload()));
    } else {
        PLACE.set(place);
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

impl Crash {
    /// As a finding; `what` crashed: `pass dce`.
    pub fn diagnostic(self, what: &str) -> Diagnostic {
        let (at, location) = match self.focus {
            Some(Focus { name, op, location }) => (format!(" at %{name} ({op})"), location),
            None => (String::new(), None),
        };
        let finding = Diagnostic::bug(format!("{what} panicked{at}: {}", self.message), &location);
        self.place.into_iter().fold(finding, |finding, place| finding.with_note(format!("in {place}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{Blame, ElementType, Op, Shape};

    fn copy() -> Instruction {
        Instruction::new(Op::Copy, Shape::scalar(ElementType::F32), [])
    }

    #[test]
    fn a_crash_names_what_was_worked_on() {
        let crash: Result<(), Crash> = catch_crash(|| {
            focus_on(&copy().named("a"));
            panic!("index {}", 7)
        });
        let finding = crash.expect_err("it panics").diagnostic("pass dce");
        assert_eq!((finding.blame, &*finding.message), (Blame::Bug, "pass dce panicked at %a (copy): index 7"));
    }

    #[test]
    fn what_was_worked_on_before_is_not_named() {
        focus_on(&copy());
        let crash: Result<(), Crash> = catch_crash(|| panic!("plain"));
        let finding = crash.expect_err("it panics").diagnostic("pass dce");
        assert_eq!(finding.message, "pass dce panicked: plain");
    }

    #[test]
    fn the_work_around_it_keeps_its_instruction() {
        let crash: Result<(), Crash> = catch_crash(|| {
            focus_on(&copy().named("outer"));
            assert!(catch_crash(|| focus_on(&copy().named("inner"))).is_ok());
            panic!("late")
        });
        let finding = crash.expect_err("it panics").diagnostic("pass dce");
        assert_eq!(finding.message, "pass dce panicked at %outer (copy): late");
    }
}
