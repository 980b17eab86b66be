//! Reading of a sharding's text.

use super::{Reader, ShardGroup, Sharding, Subgroup, TileDevices, Tiling, has_repetition};

impl Sharding {
    /// Reads `{replicated}`, `{devices=[2,2]<=[4]}`, … or a tuple of such.
    ///
    /// # Errors
    /// What was expected, for any other text.
    pub fn parse(text: &str) -> Result<Sharding, String> {
        Sharding::parse_with_metadata(text).map(|(sharding, _)| sharding)
    }

    /// Also what each part that is no tuple says of where it came from, in braces, in the order of the text; nothing
    /// of most.
    ///
    /// # Errors
    /// As [`Sharding::parse`].
    pub fn parse_with_metadata(text: &str) -> Result<(Sharding, Vec<&str>), String> {
        let mut reader = Reader { rest: text.trim() };
        let mut metadata = Vec::new();
        let sharding = reader.sharding(&mut metadata)?;
        if reader.rest.is_empty() { Ok((sharding, metadata)) } else { Err(reader.expected("the end of the sharding")) }
    }
}

impl<'t> Reader<'t> {
    /// One, or a list of one a leaf.
    fn sharding(&mut self, metadata: &mut Vec<&'t str>) -> Result<Sharding, String> {
        self.expect("{")?;
        if self.eat("}") {
            return Ok(Sharding::Tuple(Vec::new()));
        }
        if !self.rest.starts_with('{') {
            return self.one(metadata);
        }
        let leaves = self.items("}", |reader| reader.expect("{").and_then(|()| reader.one(metadata)))?;
        Ok(Sharding::Tuple(leaves))
    }

    /// What stands behind `{`, with `}`.
    fn one(&mut self, metadata: &mut Vec<&'t str>) -> Result<Sharding, String> {
        let mut origin = "";
        let sharding = if ["mesh[", "maximal_mesh["].iter().any(|start| self.rest.trim_start().starts_with(start)) {
            Sharding::Named(Box::new(self.named_sharding(&mut origin)?))
        } else {
            let sharding = self.leaf()?;
            let group = self.annotations(&mut origin)?;
            group.map_or(sharding.clone(), |group| Sharding::Grouped(Box::new(sharding), group))
        };
        metadata.push(origin);
        Ok(sharding)
    }

    fn leaf(&mut self) -> Result<Sharding, String> {
        if self.eat("replicated") {
            return Ok(Sharding::Replicated);
        }
        if self.eat("manual") {
            return Ok(Sharding::Manual);
        }
        if self.eat("unreduced") {
            return Ok(Sharding::Unreduced);
        }
        if self.eat("unknown") {
            return Ok(Sharding::Unknown);
        }
        if self.eat("maximal") {
            self.expect("device=")?;
            return self.number().map(Sharding::Maximal);
        }
        if self.eat("devices=") {
            return self.tiling().map(Sharding::Tiled);
        }
        Err(self.expected("`replicated`, `manual`, `unreduced`, `unknown`, `maximal` or `devices=`"))
    }

    /// What says nothing of tiles: where the annotation came from, and the group that it belongs to.
    fn annotations(&mut self, metadata: &mut &'t str) -> Result<Option<ShardGroup>, String> {
        let mut group = None;
        while !self.eat("}") {
            if self.eat("metadata=") {
                *metadata = self.braces()?;
            } else if self.eat("shard_as") {
                group = Some(ShardGroup { id: self.number()?, is_like: false });
            } else if self.eat("shard_like") {
                group = Some(ShardGroup { id: self.number()?, is_like: true });
            } else {
                return Err(self.expected("`}`"));
            }
        }
        Ok(group)
    }

    /// A text in braces, with them.
    pub(super) fn braces(&mut self) -> Result<&'t str, String> {
        let text = self.rest.trim_start();
        let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
        for (i, byte) in text.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                b'{' if !quoted => depth += 1,
                b'}' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                self.rest = &text[i + 1..];
                return Ok(&text[..=i]);
            }
        }
        Err(self.expected("metadata in braces"))
    }

    fn tiling(&mut self) -> Result<Tiling, String> {
        let tiles = self.list("[", "]", Reader::number)?;
        let devices = self.devices()?;
        let subgroups = self.subgroups()?;
        if subgroups.len() > tiles.len() {
            return Err(format!("expected at least {} dimensions, found {}", subgroups.len(), tiles.len()));
        }
        check_devices(&tiles, &devices)?;
        Ok(Tiling { tiles, devices, subgroups })
    }

    fn devices(&mut self) -> Result<TileDevices, String> {
        if !self.eat("<=") {
            let mut devices = vec![self.number()?];
            while self.eat(",") {
                devices.push(self.number()?);
            }
            return Ok(TileDevices::List(devices));
        }
        self.transposed_iota()
    }

    /// `[4,2]T(1,0)`
    pub(super) fn transposed_iota(&mut self) -> Result<TileDevices, String> {
        let reshape = self.list("[", "]", Reader::number)?;
        let permutation = if self.eat("T(") { self.items(")", Reader::number)? } else { (0..reshape.len()).collect() };
        let devices = TileDevices::Iota { reshape, permutation };
        devices.check().map(|()| devices)
    }

    fn subgroups(&mut self) -> Result<Vec<Subgroup>, String> {
        if self.eat("last_tile_dim_replicate") {
            return Ok(vec![Subgroup::Replicated]);
        }
        if self.eat("last_tile_dims={") { self.items("}", Reader::subgroup) } else { Ok(Vec::new()) }
    }

    fn subgroup(&mut self) -> Result<Subgroup, String> {
        if self.eat("manual") {
            return Ok(Subgroup::Manual);
        }
        if self.eat("unreduced") {
            return Ok(Subgroup::Unreduced);
        }
        self.expect("replicated").map(|()| Subgroup::Replicated)
    }
}

/// Every tile has one device, and no device two tiles.
fn check_devices(tiles: &[usize], devices: &TileDevices) -> Result<(), String> {
    let count = tiles.iter().try_fold(1usize, |count, &size| count.checked_mul(size));
    let listed = devices.list().ok_or("expected fewer devices")?;
    if count != Some(listed.len()) || listed.is_empty() {
        return Err(format!("expected a device for each of the tiles {tiles:?}, found {} devices", listed.len()));
    }
    if has_repetition(listed) { Err("expected every device once".to_owned()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in [
            "{replicated}",
            "{manual}",
            "{maximal device=3}",
            "{devices=[2,2]0,2,1,3}",
            "{devices=[2,1,2]<=[4] last_tile_dim_replicate}",
            "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}",
            "{devices=[2,2]<=[2,2]T(0,1)}",
            "{devices=[1,2,2,2]<=[8] last_tile_dims={manual, replicated}}",
            "{devices=[1,2,2]<=[4] last_tile_dims={unreduced}}",
            "{{replicated}, {devices=[2]<=[2]}}",
            "{}",
            "{unreduced}",
            "{unknown shard_like 2}",
            "{mesh['x'=2,'y'=2], [{'x'}, {'y', ?}]}",
            "{mesh['x'=2,'y'=2], device_ids=(3,2,1,0), [{?}, {}], replicated={'x'}, unreduced=max{'y'}}",
            "{mesh['x'=8], device_ids=([4,2]T(1,0)), [{'x':(1)2}], manual={'x':(2)4}}",
            "{{mesh['x'=2], replicated}, {mesh['x'=2], unreduced}, {mesh['x'=2], unreduced=min}}",
            "{mesh['x'=2], manual}",
            "{maximal_mesh[device_id=3]}",
        ] {
            assert_eq!(Sharding::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn devices_of_a_mesh_may_have_an_order_of_their_own() {
        let tiles = |text| Sharding::parse(text).unwrap().by_tiles().unwrap().to_string();
        assert_eq!(tiles("{mesh['x'=2], device_ids=(1,0), [{'x'}]}"), "{devices=[2]1,0}");
        assert_eq!(tiles("{mesh['x'=4], device_ids=([2,2]T(1,0)), [{'x'}]}"), "{devices=[4]0,2,1,3}");
        assert_eq!(tiles("{maximal_mesh[device_id=3]}"), "{maximal device=3}");
    }

    #[test]
    fn annotations_are_passed_over() {
        let text = "{devices=[2]<=[2] metadata={op_name=\"f\"} shard_as 1}";
        assert_eq!(Sharding::parse(text).unwrap().to_string(), "{devices=[2]<=[2] shard_as 1}");
        let text = r#"{{replicated metadata={op_name="}\""}}, {manual}, {mesh['x'=2], [{}], metadata={{}, {}}}}"#;
        let (sharding, metadata) = Sharding::parse_with_metadata(text).unwrap();
        assert_eq!(sharding.to_string(), "{{replicated}, {manual}, {mesh['x'=2], [{}]}}");
        assert_eq!(metadata, [r#"{op_name="}\""}"#, "", "{{}, {}}"]);
    }

    #[test]
    fn other_texts_are_refused() {
        let error = |text: &str| Sharding::parse(text).unwrap_err();
        assert_eq!(error("{devices=[2,2]<=[2]}"), "expected a device for each of the tiles [2, 2], found 2 devices");
        assert_eq!(error("{devices=[2]0,0}"), "expected every device once");
        assert_eq!(error("{devices=[2]<=[2]T(1)}"), "expected a permutation of 1 dimensions, found [1]");
        assert_eq!(error("{mesh['x'=2], [{'x'}, {'x'}]}"), "axis \"x\" is used twice");
        assert_eq!(error("{mesh['x'=4], [{'x':(1)3}]}"), "axis \"x\" of size 4 has no part (1)3");
        assert_eq!(error("{mesh['x'=2,'x'=2], []}"), "the mesh has two axes \"x\"");
        let mesh = |devices: &str| error(&format!("{{mesh['x'=2], device_ids=({devices}), [{{'x'}}]}}"));
        assert_eq!(mesh("0,0"), "expected each of 2 devices once in device_ids");
        assert_eq!(mesh("[2]T(1)"), "expected a permutation of 1 dimensions, found [1]");
        assert_eq!(
            error("{spread}"),
            "expected `replicated`, `manual`, `unreduced`, `unknown`, `maximal` or `devices=`, found `spread}`"
        );
    }
}
