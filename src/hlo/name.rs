//! Names that HLO text can spell: a letter or underscore, then letters, digits, `_`, `.` and `-`.

use std::sync::Arc;

/// The name itself where it can be spelled, else with `_` for what cannot.
pub(crate) fn identifier(name: &Arc<str>) -> Arc<str> {
    if is_identifier(name) {
        return name.clone();
    }
    let spelled = name.chars().map(|c| if is_name_char(c) { c } else { '_' });
    let lead = if name.starts_with(is_lead) { "" } else { "_" };
    lead.chars().chain(spelled).collect::<String>().into()
}

pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(is_lead) && name.chars().all(is_name_char)
}

fn is_lead(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_spellable() {
        let spelled =
            ["jit(f)/add", "x.1-y_2", "1st", "", "größe"].map(|name| identifier(&Arc::from(name)).to_string());
        assert_eq!(spelled, ["jit_f__add", "x.1-y_2", "_1st", "_", "gr__e"]);
    }
}
