//! Meshes of devices, which name the groups of collectives: read for the text that shows them.

use super::super::cursor::{Cursor, Outcome};
use super::super::vhlo::codes::attribute;
use super::Reader;
use crate::stablehlo::Attribute;

impl<'b> Reader<'_, 'b> {
    pub fn mesh_attribute(&mut self, code: u64, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        Ok(match code {
            attribute::SUB_AXIS => {
                let [before, size] = [cursor.signed("a size")?, cursor.signed("a size")?].map(Attribute::i64);
                Attribute::Structure("sub_axis_info", vec![("pre_size", before), ("size", size)])
            }
            attribute::AXIS_REFERENCE => {
                let mut fields = vec![("name", self.next_attribute(cursor)?)];
                if cursor.varint("a flag")? != 0 {
                    fields.push(("sub_axis_info", self.next_attribute(cursor)?));
                }
                Attribute::Structure("axis_ref", fields)
            }
            attribute::REPLICA_GROUP_MESH_AXES => {
                let mesh = match self.next_attribute(cursor)? {
                    Attribute::String(name) => Attribute::Symbol(name),
                    mesh => mesh,
                };
                let axes = self.next_attribute(cursor)?;
                Attribute::Structure("replica_group_mesh_axes", vec![("mesh", mesh), ("axes", axes)])
            }
            attribute::MESH_AXIS => {
                let name = self.next_attribute(cursor)?;
                let size = Attribute::i64(cursor.signed("a size")?);
                Attribute::Structure("mesh_axis", vec![("name", name), ("size", size)])
            }
            _ => self.mesh(cursor)?,
        })
    }

    fn mesh(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        let mut fields = vec![("axes", self.next_attribute(cursor)?)];
        let at = *cursor;
        let (devices, has_devices) = cursor.flagged("an attribute")?;
        if has_devices {
            fields.push(("device_ids", self.attribute(devices, &at)?));
        }
        Ok(Attribute::Structure("mesh", fields))
    }
}
