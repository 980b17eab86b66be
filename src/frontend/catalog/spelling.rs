//! Which operation is meant by a name that none has.

use super::operations;

/// The operation whose name is spelled most like this one; none where it is the name of one, or like none.
pub fn nearest(name: &str) -> Option<&'static str> {
    let own_name = name.rsplit('.').next().unwrap_or(name);
    let allowed = if own_name.len() > 5 { 2 } else { 1 };
    let (distance, nearest) = operations().map(|op| (distance(name, op.name), op.name)).min()?;
    (1..=allowed).contains(&distance).then_some(nearest)
}

/// What is said of an operation of a dialect that is not read, by its name: of MHLO's, which StableHLO's come from, the
/// successor too.
pub fn foreign(name: &str) -> String {
    let (dialect, own_name) = name.split_once('.').unwrap_or((name, ""));
    let successor = operations().find(|op| dialect == "mhlo" && op.name.strip_prefix("stablehlo.") == Some(own_name));
    let hint = successor.map_or(String::new(), |op| format!("; StableHLO's is `{}`", op.name));
    format!("operations of the dialect {dialect}{hint}")
}

/// Characters to insert, drop or replace.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut distances: Vec<usize> = (0..=to.len()).collect();
    for (row, character) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut distances[0], row + 1);
        for (column, &other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(character != other);
            diagonal = distances[column + 1];
            distances[column + 1] = replaced.min(distances[column] + 1).min(diagonal + 1);
        }
    }
    distances[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_have_a_neighbour() {
        assert_eq!(nearest("stablehlo.ad"), Some("stablehlo.add"));
        assert_eq!(nearest("stablehlo.exponentail"), Some("stablehlo.exponential"));
        assert_eq!(nearest("chlo.lgama"), Some("chlo.lgamma"));
        assert_eq!(nearest("stablehlo.erf"), None);
        assert_eq!(nearest("stablehlo.sort"), None);
    }
}
