//! The table of rooms in docs/architecture.md is what the code keeps to.

use std::path::{Path, PathBuf};

const ARCHITECTURE: &str = include_str!("../docs/architecture.md");

/// A folder of the library, and what the table says it may use.
struct Room {
    name: &'static str,
    may_use: &'static str,
}

/// Rows such as ``| `src/passes` | HLO to HLO | hlo |``; the first row, of the command line, may use all.
fn rooms() -> Vec<Room> {
    let rows = ARCHITECTURE.lines().filter_map(|line| line.strip_prefix("| `src/"));
    let library = rows.filter(|row| !row.starts_with("main.rs"));
    library
        .map(|row| Room { name: row.split('`').next().unwrap(), may_use: row.split(" | ").last().unwrap() })
        .collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false => found.push(path),
        }
    }
    found
}

/// Names behind `crate::` in what is neither test nor comment.
fn used(source: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(source).unwrap();
    let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code: String = program.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    code.split("crate::").skip(1).map(|rest| rest.chars().take_while(|&c| is_name(c)).collect()).collect()
}

fn is_test(source: &Path) -> bool {
    const TESTS: [&str; 3] = ["tests", "tests.rs", "golden_programs.rs"];
    source.iter().any(|part| TESTS.iter().any(|test| part == *test))
}

#[test]
fn rooms_use_only_what_the_table_says() {
    let rooms = rooms();
    assert_eq!(rooms.len(), 9);
    for room in &rooms {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room.name);
        for source in sources(&folder).iter().filter(|source| !is_test(source)) {
            for other in used(source).iter().filter(|other| rooms.iter().any(|room| room.name == **other)) {
                let may_use = room.name == other || room.may_use.contains(&**other);
                assert!(may_use, "{} uses {other}, and {} may use {}", source.display(), room.name, room.may_use);
            }
        }
    }
}
