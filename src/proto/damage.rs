//! What is wrong with a file, and in which field.

use crate::hlo::{Diagnostic, Diagnostics};
use prost::{DecodeError, Message};

pub type Outcome<T = ()> = Result<T, Damage>;

/// A finding, whose field path grows while it travels outwards.
#[derive(Debug, PartialEq, Eq)]
pub struct Damage {
    path: String,
    message: String,
    is_unsupported: bool,
}

impl Damage {
    pub fn new(message: impl Into<String>) -> Damage {
        Damage { path: String::new(), message: message.into(), is_unsupported: false }
    }

    /// A file that is whole, and holds what is not supported.
    pub fn unsupported(message: impl Into<String>) -> Damage {
        Damage { is_unsupported: true, ..Damage::new(message) }
    }

    fn within(mut self, field: &str) -> Damage {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{field}{dot}{}", self.path);
        self
    }
}

impl From<Damage> for Diagnostics {
    fn from(damage: Damage) -> Diagnostics {
        let message = match damage.path.is_empty() {
            true => damage.message,
            false => format!("{}: {}", damage.path, damage.message),
        };
        match damage.is_unsupported {
            true => Diagnostic::unsupported(message, &None).into(),
            false => Diagnostic::program(message, &None).into(),
        }
    }
}

/// Says in which field something went wrong.
pub trait InField<T> {
    fn in_field(self, field: &str) -> Outcome<T>;
    fn in_item(self, field: &str, index: usize) -> Outcome<T>;
}

impl<T> InField<T> for Outcome<T> {
    fn in_field(self, field: &str) -> Outcome<T> {
        self.map_err(|damage| damage.within(field))
    }

    fn in_item(self, field: &str, index: usize) -> Outcome<T> {
        self.map_err(|damage| damage.within(&format!("{field}[{index}]")))
    }
}

/// Decodes a message.
pub fn decode<M: Message + Default>(bytes: &[u8]) -> Outcome<M> {
    M::decode(bytes).map_err(|error: DecodeError| {
        let text = error.to_string();
        let text = text.strip_prefix("failed to decode Protobuf message: ").unwrap_or(&text);
        Damage::new(format!("damaged: {text}"))
    })
}

/// A message that has to be there.
pub fn required<'m, M>(message: &'m Option<M>, field: &str) -> Outcome<&'m M> {
    message.as_ref().ok_or_else(|| Damage::new("missing")).in_field(field)
}

/// A number that counts something.
pub fn size(number: i64) -> Outcome<usize> {
    usize::try_from(number).map_err(|_| Damage::new(format!("expected a number that is not negative, found {number}")))
}

pub fn sizes(numbers: &[i64]) -> Outcome<Vec<usize>> {
    numbers.iter().map(|&number| size(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_the_outside() {
        let damage: Outcome = Err(Damage::new("missing")).in_field("shape").in_item("instructions", 3);
        assert_eq!(Diagnostics::from(damage.unwrap_err()).to_string(), "error: instructions[3].shape: missing");
    }
}
