//! Differences for people: a mark before each line, and colours on a terminal.

use super::super::history::Run;
use super::{ComputationDiff, Line, ModuleDiff, State};

/// Codes of ECMA-48's "select graphic rendition".
const RED: &str = "31";
const GREEN: &str = "32";
const CYAN: &str = "36";
const BOLD: &str = "1";
const FAINT: &str = "2";

pub fn diff_text(run: &Run, diff: &ModuleDiff, color: bool) -> String {
    let paint = Paint { color };
    let mut out = paint.all(BOLD, &format!("// {run}: {}", summary(diff))) + "\n";
    for computation in &diff.computations {
        out.push('\n');
        write_computation(computation, paint, &mut out);
    }
    if diff.unchanged > 0 {
        let plural = if diff.unchanged == 1 { "" } else { "s" };
        out += &format!("\n{}\n", paint.all(FAINT, &format!("… {} computation{plural} unchanged", diff.unchanged)));
    }
    out
}

fn summary(diff: &ModuleDiff) -> String {
    let counts = [
        ("added", diff.count(|line| matches!(line, Line::Added(_)))),
        ("removed", diff.count(|line| matches!(line, Line::Removed(_)))),
        ("changed", diff.count(|line| matches!(line, Line::Changed { .. }))),
        ("moved", diff.count(|line| matches!(line, Line::MovedIn { .. }))),
    ];
    let counts: Vec<String> =
        counts.into_iter().filter(|(_, count)| *count > 0).map(|(kind, count)| format!("{count} {kind}")).collect();
    if counts.is_empty() { "the order or annotations of the module".into() } else { counts.join(", ") }
}

fn write_computation(diff: &ComputationDiff, paint: Paint, out: &mut String) {
    let entry = if diff.is_entry { "ENTRY " } else { "" };
    let state = match diff.state {
        State::Added => "  // added",
        State::Removed => "  // removed",
        State::Changed => "",
    };
    *out += &paint.all(BOLD, &format!("{entry}%{}{state}", diff.name));
    out.push('\n');
    let mut lines = diff.lines.iter().peekable();
    while let Some(line) = lines.next() {
        let mut same = usize::from(matches!(line, Line::Unchanged));
        while same > 0 && lines.next_if(|line| matches!(line, Line::Unchanged)).is_some() {
            same += 1;
        }
        *out += &if same > 0 { paint.all(FAINT, &format!("    … {same} unchanged")) } else { line_text(line, paint) };
        out.push('\n');
    }
}

fn line_text(line: &Line, paint: Paint) -> String {
    match line {
        Line::Unchanged => String::new(),
        Line::Changed { before, after } => {
            let (prefix, before_end, after_end) = difference(before, after);
            let old = paint.part(RED, &format!("  - {before}"), prefix + 4, before_end + 4);
            let new = paint.part(GREEN, &format!("  + {after}"), prefix + 4, after_end + 4);
            format!("{old}\n{new}")
        }
        Line::Added(text) => paint.all(GREEN, &format!("  + {text}")),
        Line::Removed(text) => paint.all(RED, &format!("  - {text}")),
        Line::MovedIn { text, from } => paint.all(CYAN, &format!("  > {text}  // from %{from}")),
        Line::MovedOut { name, to } => match &to[..] {
            [to] => paint.all(CYAN, &format!("  < %{name}  // to %{to}")),
            several => paint.all(CYAN, &format!("  < %{name}  // to {} computations", several.len())),
        },
    }
}

/// Where two texts begin to differ, and where that ends in each, in whole words.
fn difference(a: &str, b: &str) -> (usize, usize, usize) {
    let is_word = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'%' | b'-');
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut prefix = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    while prefix > 0 && is_word(a[prefix - 1]) {
        prefix -= 1;
    }
    let rest = a.len().min(b.len()) - prefix;
    let mut suffix = a.iter().rev().zip(b.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    while suffix > 0 && is_word(a[a.len() - suffix]) {
        suffix -= 1;
    }
    (prefix, a.len() - suffix, b.len() - suffix)
}

/// Colours, or none.
#[derive(Clone, Copy)]
struct Paint {
    color: bool,
}

impl Paint {
    fn all(self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// A line with its bytes from `start` to `end` in bold too. Both bounds are those of characters.
    fn part(self, code: &str, text: &str, start: usize, end: usize) -> String {
        if !self.color || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            return self.all(code, text);
        }
        let strong = self.all(&format!("{code};{BOLD}"), &text[start..end]);
        format!("{}{strong}{}", self.all(code, &text[..start]), self.all(code, &text[end..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_whole_words() {
        let (a, b) = ("%y = f32[2] add(%x.1, %z)", "%y = f32[2] add(%x.12, %z)");
        let (start, a_end, b_end) = difference(a, b);
        assert_eq!((&a[start..a_end], &b[start..b_end]), ("%x.1", "%x.12"));
        assert_eq!(difference("x", "x y"), (0, 1, 3));
        assert_eq!(difference("", ""), (0, 0, 0));
    }

    #[test]
    fn differences_between_repetitions_do_not_overlap() {
        assert_eq!(difference("a, a, ", "a, a, a, "), (6, 6, 9));
    }
}
