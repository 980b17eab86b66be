//! What the texts of shardings, HLO's and Shardy's, are read with.

/// What is left of a text.
pub(crate) struct Reader<'t> {
    pub rest: &'t str,
}

impl Reader<'_> {
    pub fn expected(&self, what: &str) -> String {
        format!("expected {what}, found `{}`", self.rest.chars().take(40).collect::<String>())
    }

    pub fn eat(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    pub fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.eat(text) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    pub fn number(&mut self) -> Result<usize, String> {
        self.rest = self.rest.trim_start();
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest[..digits].parse().map_err(|_| self.expected("a number"))?;
        self.rest = &self.rest[digits..];
        Ok(number)
    }

    /// Items with commas between them.
    pub fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        item: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        self.expect(open)?;
        self.items(close, item)
    }

    /// The items of a list that is open already.
    pub fn items<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let mut items = Vec::new();
        while !self.eat(close) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }
}
