//! Which operation is where in a rewritten text, what it defines and what it reads: enough to take one out.

use super::assembly::{Kind, Lexer, Token};
use std::collections::HashSet;
use std::ops::Range;

/// The operations of a text, outer ones before those inside.
pub struct Outline<'t> {
    operations: Vec<Operation<'t>>,
}

struct Operation<'t> {
    /// From its results' names to where the next operation, or the end of its region, begins.
    range: Range<usize>,
    parent: Option<usize>,
    is_function: bool,
    /// Names without result numbers.
    defines: Vec<&'t str>,
    reads: Vec<&'t str>,
}

impl<'t> Outline<'t> {
    /// Reads a text in which operations' names begin at `starts`; some of them may have been taken out. Braces around
    /// operations must match, else there is `None`; of other brackets some may be missing.
    pub fn of(text: &'t str, starts: &[usize]) -> Option<Outline<'t>> {
        let end = text.trim_end_matches('\0').len();
        let mut reader = Reader {
            text,
            starts,
            operations: Vec::new(),
            frames: vec![Frame { bracket: b'{', owner: None, current: None, is_dictionary: false }],
            names: Vec::new(),
            previous_is_brace: false,
        };
        let mut lexer = Lexer::new(text, 0..end);
        loop {
            let token = lexer.next();
            match token.kind {
                Kind::End => break,
                Kind::Unterminated => return None,
                _ => reader.token(token)?,
            }
        }
        reader.finish(end)
    }

    /// The innermost operation around an offset.
    pub fn at(&self, offset: usize) -> Option<usize> {
        self.operations.iter().rposition(|operation| operation.range.contains(&offset))
    }

    /// The function around an operation, or itself.
    pub fn function_of(&self, operation: usize) -> Option<usize> {
        let mut outer = Some(operation);
        while let Some(index) = outer.filter(|&index| !self.operations[index].is_function) {
            outer = self.operations[index].parent;
        }
        outer
    }

    /// Offset of the function around an offset.
    pub fn function_at(&self, offset: usize) -> Option<usize> {
        let function = self.function_of(self.at(offset)?)?;
        Some(self.operations[function].range.start)
    }

    pub fn range(&self, operation: usize) -> Range<usize> {
        self.operations[operation].range.clone()
    }

    /// These operations and all that read what they define.
    pub fn with_dependents(&self, wrong: &HashSet<usize>) -> Vec<usize> {
        let mut gone = HashSet::new();
        let mut names: HashSet<&str> = HashSet::new();
        for (index, operation) in self.operations.iter().enumerate() {
            if operation.is_function {
                names.clear();
            }
            let inside = operation.parent.is_some_and(|parent| gone.contains(&parent));
            if inside || wrong.contains(&index) || operation.reads.iter().any(|name| names.contains(name)) {
                gone.insert(index);
                names.extend(&operation.defines);
            }
        }
        let mut gone: Vec<usize> = gone.into_iter().collect();
        gone.sort_unstable();
        gone
    }
}

/// An open bracket.
struct Frame {
    bracket: u8,
    /// The operation that the bracket belongs to.
    owner: Option<usize>,
    /// The latest operation directly inside.
    current: Option<usize>,
    /// A brace around attributes, where no operation stands.
    is_dictionary: bool,
}

struct Reader<'t, 's> {
    text: &'t str,
    starts: &'s [usize],
    operations: Vec<Operation<'t>>,
    frames: Vec<Frame>,
    /// Names that were just read: results, if an operation follows. With the first one's offset.
    names: Vec<(usize, &'t str)>,
    previous_is_brace: bool,
}

impl<'t> Reader<'t, '_> {
    /// `None` for a brace that closes no other.
    fn token(&mut self, token: Token) -> Option<()> {
        if self.starts.binary_search(&token.start).is_ok() {
            self.begin(token);
        } else if self.opens_dictionary(&token) {
            self.frames.last_mut()?.is_dictionary = true;
        }
        self.previous_is_brace = self.text.as_bytes()[token.start] == b'{';
        match token.kind {
            Kind::Value => self.names.push((token.start, name(&self.text[token.range()]))),
            Kind::Number => {}
            Kind::Punctuation(b',' | b':' | b'=') => {}
            _ => self.read_names(),
        }
        if token.is_open() {
            let owner = self.innermost();
            let bracket = self.text.as_bytes()[token.start];
            self.frames.push(Frame { bracket, owner, current: None, is_dictionary: false });
        } else if token.is_close() {
            self.close(token)?;
        }
        Some(())
    }

    /// An operation's name: the names before it are its results.
    fn begin(&mut self, token: Token) {
        let names = std::mem::take(&mut self.names);
        let start = names.first().map_or(token.start, |&(offset, _)| offset);
        let index = self.operations.len();
        // No operation stands directly in other brackets, or among attributes: these were never closed.
        self.close_down_to(|frame| frame.bracket == b'{' && !frame.is_dictionary);
        let Some(frame) = self.frames.last_mut() else { return };
        if let Some(previous) = frame.current.replace(index) {
            self.operations[previous].range.end = start;
        }
        self.operations.push(Operation {
            range: start..start,
            parent: frame.owner,
            is_function: &self.text[token.range()] == "func.func",
            defines: names.into_iter().map(|(_, name)| name).collect(),
            reads: Vec::new(),
        });
    }

    /// Whether it is an attribute's name behind a brace: `{name = …`.
    fn opens_dictionary(&self, token: &Token) -> bool {
        self.previous_is_brace && self.frames.len() > 1 && matches!(token.kind, Kind::Word | Kind::String)
    }

    fn innermost(&self) -> Option<usize> {
        let frame = self.frames.last()?;
        frame.current.or(frame.owner)
    }

    fn read_names(&mut self) {
        let names = std::mem::take(&mut self.names);
        if let Some(reader) = self.innermost() {
            self.operations[reader].reads.extend(names.into_iter().map(|(_, name)| name));
        }
    }

    /// A bracket without its other half is passed over, unless it is a brace.
    fn close(&mut self, token: Token) -> Option<()> {
        let open = match self.text.as_bytes()[token.start] {
            b')' => b'(',
            b']' => b'[',
            b'>' => b'<',
            _ => b'{',
        };
        let nearest = self.frames.iter().rev().find(|frame| frame.bracket == open || frame.bracket == b'{')?;
        if nearest.bracket != open {
            return Some(());
        }
        self.close_down_to(|frame| frame.bracket == open);
        let frame = self.frames.pop().filter(|_| !self.frames.is_empty())?;
        if let Some(last) = frame.current {
            self.operations[last].range.end = token.start;
        }
        Some(())
    }

    fn close_down_to(&mut self, stop: impl Fn(&Frame) -> bool) {
        while self.frames.len() > 1 && !self.frames.last().is_some_and(&stop) {
            self.frames.pop();
        }
    }

    fn finish(mut self, end: usize) -> Option<Outline<'t>> {
        self.read_names();
        self.close_down_to(|frame| frame.bracket == b'{');
        let [frame] = &self.frames[..] else { return None };
        if let Some(last) = frame.current {
            self.operations[last].range.end = end;
        }
        Some(Outline { operations: self.operations })
    }
}

/// `%0` of `%0#1`.
fn name(value: &str) -> &str {
    value.split_once('#').map_or(value, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "func.func @f(%x: t) {\n%0, %1 = \"a\"(%x) : (t) -> (t, t)\n%2 = \"b\"(%1) ({\n  %3 = \"c\"(%2#0) \
                        : (t) -> t\n}) : (t) -> t\n\"d\"(%x) : (t) -> ()\n}\n";

    fn outline() -> Outline<'static> {
        let starts: Vec<usize> = ["func", "\"a", "\"b", "\"c", "\"d"].map(|name| TEXT.find(name).unwrap()).into();
        Outline::of(TEXT, &starts).unwrap()
    }

    #[test]
    fn operations_reach_to_the_next_one() {
        let outline = outline();
        let text = |operation| TEXT[outline.range(operation)].trim_end();
        assert_eq!(text(1), "%0, %1 = \"a\"(%x) : (t) -> (t, t)");
        assert!(text(2).starts_with("%2 = ") && text(2).ends_with("}) : (t) -> t"));
        assert_eq!(text(3), "%3 = \"c\"(%2#0) : (t) -> t");
        assert_eq!((outline.at(TEXT.find("%2#0").unwrap()), outline.function_of(3)), (Some(3), Some(0)));
    }

    #[test]
    fn readers_go_with_what_they_read() {
        assert_eq!(outline().with_dependents(&HashSet::from([1])), [1, 2, 3]);
        assert_eq!(outline().with_dependents(&HashSet::from([4])), [4]);
    }

    #[test]
    fn attributes_end_where_an_operation_begins() {
        let text = "\"a\"() ({ ^bb: \"b\"() }) {x = 1 : t\n%0 = \"c\"()\n";
        let starts: Vec<usize> = ["\"a", "\"b", "\"c"].map(|name| text.find(name).unwrap()).into();
        let outline = Outline::of(text, &starts).unwrap();
        assert!(text[outline.range(0)].trim_end().ends_with("{x = 1 : t"));
        assert_eq!(outline.at(text.find("\"c").unwrap()), Some(2));
    }

    #[test]
    fn braces_must_match_and_other_brackets_may_not() {
        assert!(Outline::of("\"a\"({", &[0]).is_none());
        assert!(Outline::of("\"a\"(})", &[0]).is_none());
        let text = "\"a\"(<) ]\n%0 = \"b\"[(";
        let outline = Outline::of(text, &[0, 14]).unwrap();
        assert_eq!((outline.range(0), outline.range(1)), (0..9, 9..text.len()));
    }
}
