//! The places that a module's instructions come from, in tables: what is common to many is said once.

use super::{Frame, Location, Module};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// Tables as HLO has them. Entries refer to each other by number, from 1; 0 is none.
#[derive(Default)]
pub struct StackFrameTables {
    pub files: Numbered<Arc<str>>,
    /// Empty where the program does not say.
    pub functions: Numbered<Arc<str>>,
    pub places: Numbered<FramePlace>,
    /// A place, and the frame that called it.
    pub frames: Numbered<(usize, usize)>,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FramePlace {
    pub file: usize,
    pub function: usize,
    pub line: u32,
    pub column: u32,
}

/// Different items, each with its number from 1.
pub struct Numbered<T> {
    items: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { items: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn add(&mut self, item: T) -> usize {
        let next = self.items.len() + 1;
        let number = *self.numbers.entry(item.clone()).or_insert(next);
        if number == next {
            self.items.push(item);
        }
        number
    }

    /// Items in order of their numbers.
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

impl StackFrameTables {
    /// Tables for all instructions whose frames do not fit beside them.
    pub fn of(module: &Module) -> StackFrameTables {
        let mut tables = StackFrameTables::default();
        for id in module.post_order() {
            let computation = module.computation(id);
            for id in computation.post_order() {
                if let Some(location) = computation.get(id).location.as_deref().filter(|it| needs_table(it)) {
                    tables.add(&location.frames);
                }
            }
        }
        tables
    }

    fn add(&mut self, frames: &[Frame]) {
        let mut caller = 0;
        for frame in frames.iter().rev() {
            let place = FramePlace {
                file: self.files.add(frame.place.file.clone()),
                function: self.functions.add(frame.function.clone().unwrap_or_default()),
                line: frame.place.line,
                column: frame.place.column,
            };
            let place = self.places.add(place);
            caller = self.frames.add((place, caller));
        }
    }

    /// The number of the innermost frame; none where the location is not in the tables.
    pub fn number(&self, location: &Location) -> Option<usize> {
        if !needs_table(location) {
            return None;
        }
        let number = |caller: usize, frame: &Frame| {
            let place = FramePlace {
                file: *self.files.numbers.get(&frame.place.file)?,
                function: *self.functions.numbers.get(frame.function.as_deref().unwrap_or_default())?,
                line: frame.place.line,
                column: frame.place.column,
            };
            self.frames.numbers.get(&(*self.places.numbers.get(&place)?, caller)).copied()
        };
        location.frames.iter().rev().try_fold(0, number)
    }
}

/// One frame without a function is said by file and line.
fn needs_table(location: &Location) -> bool {
    location.frames.len() > 1 || location.frames.iter().any(|frame| frame.function.is_some())
}
