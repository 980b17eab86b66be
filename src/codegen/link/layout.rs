//! Where each section, stub and address slot goes in the image.

use super::{Elf, external_address, name_of};
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionIndex};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// `jmp *0(%rip)`, followed by the address that it jumps to.
const JUMP: [u8; 6] = [0xff, 0x25, 0, 0, 0, 0];
const STUB_BYTES: usize = 16;
const SLOT_BYTES: usize = 8;
/// Objects larger than this cannot be reached with 32-bit distances.
const MAX_BYTES: usize = 1 << 31;

/// Offsets of everything in the image.
pub struct Layout {
    pub size: usize,
    /// Offset of each loaded section: (object, section).
    pub sections: HashMap<(usize, SectionIndex), usize>,
    /// Offset of each defined global symbol.
    pub globals: HashMap<String, usize>,
    /// Stubs of functions outside the image.
    pub stubs: BTreeMap<String, usize>,
    /// Slots that hold an address, for code that loads it from memory: by symbol name.
    pub slots: BTreeMap<String, usize>,
}

impl Layout {
    /// # Errors
    /// Writable data, symbols that nothing defines, or too much code.
    pub fn of(elves: &[Elf<'_>]) -> Result<Layout, String> {
        let (globals, stubs, slots) = Default::default();
        let mut layout = Layout { size: 0, sections: HashMap::new(), globals, stubs, slots };
        for (number, elf) in elves.iter().enumerate() {
            layout.place_sections(number, elf)?;
        }
        for (number, elf) in elves.iter().enumerate() {
            layout.define_globals(number, elf)?;
        }
        layout.place_references(elves)?;
        if layout.size > MAX_BYTES {
            return Err(format!("{} bytes of code are more than can be linked", layout.size));
        }
        Ok(layout)
    }

    fn place_sections(&mut self, number: usize, elf: &Elf<'_>) -> Result<(), String> {
        for section in elf.sections().filter(is_loaded) {
            let name = section.name().unwrap_or_default();
            if is_writable(&section) && section.size() > 0 && !name.starts_with(".data.rel.ro") {
                return Err(format!("section {name} is writable data, which kernels do not have"));
            }
            let size = usize::try_from(section.size()).unwrap_or(MAX_BYTES).min(MAX_BYTES);
            let offset = self.reserve(size, section.align().clamp(1, 4096) as usize);
            self.sections.insert((number, section.index()), offset);
        }
        Ok(())
    }

    fn reserve(&mut self, size: usize, align: usize) -> usize {
        let offset = self.size.next_multiple_of(align);
        self.size = offset.saturating_add(size);
        offset
    }

    fn define_globals(&mut self, number: usize, elf: &Elf<'_>) -> Result<(), String> {
        for symbol in elf.symbols().filter(|s| s.is_global() && s.is_definition()) {
            let name = name_of(&symbol)?;
            let Some(offset) = self.offset_of(number, elf, &symbol) else { continue };
            if self.globals.insert(name.to_owned(), offset).is_some() {
                return Err(format!("symbol `{name}` is defined twice"));
            }
        }
        Ok(())
    }

    /// Offset of a symbol that is defined in a loaded section.
    pub fn offset_of<'d>(&self, number: usize, elf: &Elf<'d>, symbol: &impl ObjectSymbol<'d>) -> Option<usize> {
        let index = symbol.section_index()?;
        let section = elf.section_by_index(index).ok()?;
        let inside = usize::try_from(symbol.address()).ok().filter(|&a| a as u64 <= section.size())?;
        Some(self.sections.get(&(number, index))? + inside)
    }

    /// Stubs and slots for what relocations refer to.
    fn place_references(&mut self, elves: &[Elf<'_>]) -> Result<(), String> {
        let mut undefined = BTreeSet::new();
        for elf in elves {
            let wanted = elf.symbols().filter(|s| s.is_undefined() && s.name().is_ok_and(|n| !n.is_empty()));
            for symbol in wanted {
                undefined.insert(name_of(&symbol)?.to_owned());
            }
        }
        for name in undefined.into_iter().filter(|name| !self.globals.contains_key(name)).collect::<Vec<_>>() {
            if external_address(&name).is_none() {
                return Err(format!("undefined symbol `{name}`; code may call memcpy, memmove and memset only"));
            }
            let stub = self.reserve(STUB_BYTES, STUB_BYTES);
            self.stubs.insert(name, stub);
        }
        for name in super::relocate::names_in_slots(elves)? {
            let slot = self.reserve(SLOT_BYTES, SLOT_BYTES);
            self.slots.insert(name, slot);
        }
        Ok(())
    }

    /// Offset of a global symbol, or of the stub that leads to it.
    pub fn reach(&self, name: &str) -> Option<usize> {
        self.globals.get(name).or_else(|| self.stubs.get(name)).copied()
    }

    /// Writes sections, stubs and slots.
    pub fn fill(&self, elves: &[Elf<'_>], code: &mut [u8]) -> Result<(), String> {
        for (&(number, index), &offset) in &self.sections {
            let section = elves[number].section_by_index(index).map_err(|e| e.to_string())?;
            let data = section.data().map_err(|e| format!("damaged section: {e}"))?;
            code[offset..][..data.len()].copy_from_slice(data);
        }
        for (name, &offset) in &self.stubs {
            let address = external_address(name).ok_or_else(|| format!("undefined symbol `{name}`"))?;
            code[offset..][..JUMP.len()].copy_from_slice(&JUMP);
            code[offset + JUMP.len()..][..SLOT_BYTES].copy_from_slice(&address.to_le_bytes());
        }
        let base = code.as_ptr() as usize;
        for (name, &offset) in &self.slots {
            let target = self.reach(name).ok_or_else(|| format!("undefined symbol `{name}`"))?;
            code[offset..][..SLOT_BYTES].copy_from_slice(&(base + target).to_le_bytes());
        }
        Ok(())
    }
}

/// Code and constants; not unwinding tables, notes and debug information.
fn is_loaded<'d>(section: &impl ObjectSection<'d>) -> bool {
    let name = section.name().unwrap_or_default();
    has_flag(section, object::elf::SHF_ALLOC) && !name.starts_with(".eh_frame") && !name.starts_with(".note")
}

fn is_writable<'d>(section: &impl ObjectSection<'d>) -> bool {
    has_flag(section, object::elf::SHF_WRITE)
}

fn has_flag<'d>(section: &impl ObjectSection<'d>, flag: object::elf::SectionFlags) -> bool {
    matches!(section.flags(), SectionFlags::Elf { sh_flags, .. } if sh_flags.0 & flag.0 != 0)
}
