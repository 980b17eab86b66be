//! Text of the tables that metadata refers to.

use super::notation::escape;
use crate::hlo::StackFrameTables;
use std::fmt::Write;
use std::sync::Arc;

/// Four tables, or nothing where they would be empty. Ends of source ranges are not known here.
pub(super) fn write_stack_frames(tables: &StackFrameTables, out: &mut String) {
    if tables.frames.items().is_empty() {
        return;
    }
    write_strings("FileNames", tables.files.items(), out);
    write_strings("FunctionNames", tables.functions.items(), out);
    let mut line = |text: String| writeln!(out, "{text}").expect("a string takes all text");
    line("\nFileLocations".into());
    for (i, place) in tables.places.items().iter().enumerate() {
        let (file, function, row, column) = (place.file, place.function, place.line, place.column);
        let range = format!("line={row} end_line={row} column={column} end_column={column}");
        line(format!("{} {{file_name_id={file} function_name_id={function} {range}}}", i + 1));
    }
    line("\nStackFrames".into());
    for (i, (place, caller)) in tables.frames.items().iter().enumerate() {
        // As XLA has it, a frame that nothing called has the number 1, and the first one 2.
        line(format!("{} {{file_location_id={place} parent_frame_id={}}}", i + 1, caller + 1));
    }
}

fn write_strings(title: &str, strings: &[Arc<str>], out: &mut String) {
    writeln!(out, "\n{title}").expect("a string takes all text");
    for (i, text) in strings.iter().enumerate() {
        writeln!(out, "{} \"{}\"", i + 1, escape(text)).expect("a string takes all text");
    }
}
