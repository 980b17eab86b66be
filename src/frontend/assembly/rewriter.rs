//! The pass over a program's tokens: copies, and hands pretty operations on.

use super::format;
use super::output::Output;
use super::{Assembly, CALL, Kind, Lexer, MAX_NESTING, Token};
use crate::frontend::catalog::nearest;
use crate::frontend::source::{Source, error_at};
use crate::hlo::Diagnostic;
use std::collections::HashMap;
use std::ops::Range;

/// Rewrites a program. All that is wrong with its pretty forms comes along with what is right, unless the whole cannot
/// be understood.
pub fn rewrite(source: &Source) -> Result<(Assembly<'_>, Vec<Diagnostic>), Vec<Diagnostic>> {
    if let Some(nul) = source.text().find('\0') {
        return Err(vec![error_at(source, nul, "expected text, found a NUL character")]);
    }
    let mut rewriter = Rewriter::new(source);
    match rewriter.run(None) {
        Ok(_) => rewriter.copy_to(source.text().len()),
        Err(finding) => {
            rewriter.findings.push(finding);
            return Err(rewriter.findings);
        }
    }
    Ok(rewriter.finish())
}

/// An open bracket.
struct Frame {
    bracket: u8,
    /// Source offset of the latest operation directly inside.
    operation: usize,
}

pub struct Rewriter<'s> {
    pub source: &'s Source,
    pub lexer: Lexer<'s>,
    pub output: Output,
    pub payloads: Vec<Range<usize>>,
    /// Offset up to which the source was dealt with.
    copied: usize,
    frames: Vec<Frame>,
    /// Source offset of the latest `%name`.
    last_value: usize,
    locations: HashMap<usize, Range<usize>>,
    location_aliases: HashMap<&'s str, Range<usize>>,
    file_metadata: Vec<Range<usize>>,
    findings: Vec<Diagnostic>,
    /// Brackets go deeper than is read: what follows is not understood.
    is_too_deep: bool,
}

impl<'s> Rewriter<'s> {
    fn new(source: &'s Source) -> Rewriter<'s> {
        Rewriter {
            source,
            copied: 0,
            lexer: Lexer::new(source.text(), 0..source.text().len()),
            output: Output::default(),
            payloads: Vec::new(),
            frames: vec![Frame { bracket: b'{', operation: 0 }],
            last_value: 0,
            locations: HashMap::new(),
            location_aliases: HashMap::new(),
            file_metadata: Vec::new(),
            findings: Vec::new(),
            is_too_deep: false,
        }
    }

    fn finish(self) -> (Assembly<'s>, Vec<Diagnostic>) {
        let assembly = Assembly {
            text: self.output.finish(),
            payloads: self.payloads,
            locations: self.locations,
            location_aliases: self.location_aliases,
            file_metadata: self.file_metadata,
        };
        (assembly, self.findings)
    }

    pub fn text(&self, range: Range<usize>) -> &'s str {
        &self.source.text()[range]
    }

    pub fn token_text(&self, token: Token) -> &'s str {
        self.text(token.range())
    }

    /// The next token, which stays.
    pub fn peek(&self) -> Token {
        self.lexer.clone().next()
    }

    /// Copies what was passed over up to this offset.
    pub fn copy_to(&mut self, offset: usize) {
        if self.copied < offset {
            self.output.copy(&self.source.text()[self.copied..offset], self.copied);
        }
        self.copied = offset;
    }

    /// Leaves out everything up to this offset.
    pub fn skip_to(&mut self, offset: usize) {
        self.copied = offset;
    }

    /// Rewrites up to the end of the text, or up to the bracket that closes `open`, which is returned.
    pub fn run(&mut self, open: Option<Token>) -> Result<Token, Diagnostic> {
        let depth = self.frames.len();
        if let Some(open) = open {
            self.open(open)?;
        }
        loop {
            let token = self.lexer.next();
            if token.kind == Kind::End {
                return open.map_or(Ok(token), |open| Err(self.error(open, "this bracket is never closed")));
            }
            self.step(token)?;
            if open.is_some() && self.frames.len() == depth {
                self.copy_to(token.start);
                self.skip_to(token.end);
                return Ok(token);
            }
        }
    }

    fn step(&mut self, token: Token) -> Result<(), Diagnostic> {
        match token.kind {
            Kind::Word => return self.word(token),
            Kind::Value => self.last_value = token.start,
            Kind::String if self.peek().is(b'(') => self.generic_operation(token),
            Kind::Dense | Kind::Resource => self.payload(token),
            Kind::Attribute => return self.alias_of_location(token),
            Kind::FileMetadata => {
                self.copy_to(token.start);
                self.skip_to(token.end);
                self.file_metadata.push(token.range());
            }
            Kind::Unterminated => return Err(self.error(token, "this is never closed")),
            _ if token.is_open() => self.open(token)?,
            _ if token.is_close() => self.close(),
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, token: Token) -> Result<(), Diagnostic> {
        if self.frames.len() > MAX_NESTING {
            return Err(self.too_deep(token));
        }
        let bracket = self.source.text().as_bytes()[token.start];
        self.frames.push(Frame { bracket, operation: token.start });
        Ok(())
    }

    fn too_deep(&mut self, token: Token) -> Diagnostic {
        self.is_too_deep = true;
        let message = format!("brackets nested more than {MAX_NESTING} deep");
        Diagnostic::unsupported(message, &self.source.location(token.start))
    }

    /// Brackets that do not match are left to MLIR's parser.
    fn close(&mut self) {
        if self.frames.len() > 1 {
            self.frames.pop();
        }
    }

    /// Notes the operation that a location may follow. It starts a line of its own, so that places in
    /// the rewritten text are quickly found.
    fn operation(&mut self, name: Token) {
        self.copy_to(name.start);
        self.output.write('\n', name.start);
        self.output.begin_operation();
        if let Some(frame) = self.frames.last_mut() {
            frame.operation = name.start;
        }
    }

    fn generic_operation(&mut self, name: Token) {
        self.operation(name);
        if self.token_text(name) == "\"func.call\"" {
            self.output.write(format_args!("\"{CALL}\""), name.start);
            self.skip_to(name.end);
        }
    }

    fn word(&mut self, token: Token) -> Result<(), Diagnostic> {
        match self.token_text(token) {
            "loc" if self.peek().is(b'(') => self.location(token),
            "call" if self.peek().kind == Kind::Symbol => self.pretty_operation(token, "func.call"),
            "module" | "builtin.module" | "func.func" | "func.return" | "return" => {
                self.operation(token);
                Ok(())
            }
            name if is_ours(name) && !self.peek().is(b'=') => self.pretty_operation(token, name),
            _ => Ok(()),
        }
    }

    fn pretty_operation(&mut self, token: Token, name: &str) -> Result<(), Diagnostic> {
        self.operation(token);
        let begin = self.output.latest_operation();
        let Some(format) = format::find(name) else {
            let finding = self.unknown(token, name);
            self.recover(finding, begin);
            return Ok(());
        };
        let depth = self.frames.len();
        if let Err(finding) = self.pretty(token, format) {
            if self.is_too_deep {
                return Err(finding);
            }
            self.frames.truncate(depth);
            self.recover(finding, begin);
        }
        Ok(())
    }

    fn unknown(&self, token: Token, name: &str) -> Diagnostic {
        if format::is_unsupported(name) {
            return Diagnostic::unsupported(format!("the operation {name}"), &self.source.location(token.start));
        }
        let note = match nearest(name) {
            Some(other) => format!("`{other}` may be meant"),
            None => format!("write it in generic form: \"{name}\"(…) : (…) -> …"),
        };
        self.error(token, format!("no operation is written `{name}`")).with_note(note)
    }

    /// Keeps a finding about the operation that begins there in the output, and goes on in the next line.
    fn recover(&mut self, finding: Diagnostic, begin: usize) {
        let at = finding.location.as_ref().and_then(|l| l.text.as_ref()).and_then(|p| self.source.offset(p));
        // Operations around one that never ends do not end either.
        if self.findings.is_empty() || self.peek().kind != Kind::End {
            self.findings.push(finding);
        }
        self.output.write_unread(begin, self.copied);
        let from = at.unwrap_or(self.copied).max(self.copied);
        let text = self.source.text();
        let next_line = text[from..].find('\n').map_or(text.len(), |line| from + line);
        while self.peek().kind != Kind::End && self.peek().start < next_line {
            self.lexer.next();
        }
        self.skip_to(next_line);
    }

    /// Puts `#dense.at<number>` in a payload's place.
    pub fn payload(&mut self, token: Token) {
        self.copy_to(token.start);
        self.skip_to(token.end);
        self.write_payload(token.range());
    }

    /// Refers to a payload that stands at this place in the source.
    pub fn write_payload(&mut self, range: Range<usize>) {
        self.output.write(format_args!("#dense.at<{}>", self.payloads.len()), range.start);
        self.payloads.push(range);
    }

    /// Takes `loc(…)` out: it belongs to the argument before it inside parentheses, else to the latest operation.
    fn location(&mut self, word: Token) -> Result<(), Diagnostic> {
        self.copy_to(word.start);
        let inside = self.skip_brackets()?;
        self.skip_to(inside.end + 1);
        let owner = match self.frames.last() {
            Some(frame) if frame.bracket != b'(' => frame.operation,
            _ => self.last_value,
        };
        self.locations.insert(owner, inside);
        Ok(())
    }

    /// Takes `#name = loc(…)` out.
    fn alias_of_location(&mut self, name: Token) -> Result<(), Diagnostic> {
        let mut ahead = self.lexer.clone();
        let is_alias = ahead.next().is(b'=') && self.token_text(ahead.next()) == "loc";
        if !is_alias {
            return Ok(());
        }
        self.copy_to(name.start);
        self.lexer = ahead;
        let inside = self.skip_brackets()?;
        self.skip_to(inside.end + 1);
        self.location_aliases.insert(self.token_text(name), inside);
        Ok(())
    }

    /// Passes a bracket and all inside; gives the range between the brackets.
    pub fn skip_brackets(&mut self) -> Result<Range<usize>, Diagnostic> {
        let open = self.lexer.next();
        if !open.is_open() {
            return Err(self.unexpected("a bracket", open));
        }
        let mut depth = 1;
        loop {
            let token = self.lexer.next();
            match token.kind {
                Kind::End | Kind::Unterminated => return Err(self.error(open, "this bracket is never closed")),
                _ if token.is_open() => depth += 1,
                _ if token.is_close() => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(open.end..token.start);
            }
            if depth > MAX_NESTING {
                return Err(self.too_deep(token));
            }
        }
    }

    /// Rewrites a part of the source at the end of the output.
    pub fn copy_range(&mut self, range: Range<usize>) -> Result<(), Diagnostic> {
        let lexer = std::mem::replace(&mut self.lexer, Lexer::new(self.source.text(), range.clone()));
        let copied = std::mem::replace(&mut self.copied, range.start);
        let outcome = self.run(None);
        self.copy_to(range.end);
        self.lexer = lexer;
        self.copied = copied;
        outcome.map(|_| ())
    }

    pub fn error(&self, token: Token, message: impl Into<String>) -> Diagnostic {
        error_at(self.source, token.start, message)
    }

    pub fn unexpected(&self, expected: &str, found: Token) -> Diagnostic {
        let message = match found.kind {
            Kind::End => format!("expected {expected}, found the end of the text"),
            Kind::Unterminated => format!("expected {expected}, found one that is never closed"),
            _ => format!("expected {expected}, found `{}`", shortened(self.token_text(found))),
        };
        self.error(found, message)
    }
}

/// The generic name that an operation is given.
pub fn generic_name(name: &str) -> &str {
    if matches!(name, "call" | "func.call") { CALL } else { name }
}

/// Whether a word is the name of an operation of a dialect that is read here.
pub fn is_ours(word: &str) -> bool {
    matches!(word.split_once('.'), Some(("stablehlo" | "chlo" | "check" | "interpreter" | "sdy", _)))
        || matches!(word, "func.call" | "arith.constant")
}

/// The beginning of what may be long.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
