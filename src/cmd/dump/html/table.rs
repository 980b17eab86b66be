//! Values that a payload holds once, however many refer to them.

use serde_json::Value;
use std::collections::HashMap;
use std::hash::Hash;

/// Distinct values in order of their first use.
pub struct Table<K> {
    values: Vec<Value>,
    indices: HashMap<K, usize>,
}

impl<K: Hash + Eq> Table<K> {
    pub fn new() -> Table<K> {
        Table { values: Vec::new(), indices: HashMap::new() }
    }

    /// The index of the value with this key.
    pub fn index(&mut self, key: K, value: impl FnOnce() -> Value) -> usize {
        *self.indices.entry(key).or_insert_with(|| {
            self.values.push(value());
            self.values.len() - 1
        })
    }

    pub fn into_json(self) -> Value {
        Value::Array(self.values)
    }
}
