//! Patches addresses into code.

use super::layout::Layout;
use super::{Elf, name_of};
use object::elf;
use object::{Object, ObjectSection, Relocation, RelocationFlags, RelocationTarget, SectionIndex, SymbolIndex};
use std::collections::BTreeSet;

/// Applies every relocation of the loaded sections.
///
/// # Errors
/// Kinds that kernels do not need, places outside their section, distances that do not fit.
pub fn apply_all(elves: &[Elf<'_>], layout: &Layout, code: &mut [u8]) -> Result<(), String> {
    for (&(number, index), &start) in &layout.sections {
        let linker = Linker { number, elf: &elves[number], layout };
        let section = section_of(linker.elf, index)?;
        for (place, relocation) in section.relocations() {
            if place.saturating_add(width(kind(&relocation)?) as u64) > section.size() {
                return Err("a relocation outside its section".to_owned());
            }
            linker.apply(start + place as usize, &relocation, code)?;
        }
    }
    Ok(())
}

/// Symbols whose address is loaded from memory.
pub fn names_in_slots(elves: &[Elf<'_>]) -> Result<BTreeSet<String>, String> {
    let mut names = BTreeSet::new();
    for elf in elves {
        for section in elf.sections() {
            for (_, relocation) in section.relocations() {
                if is_through_slot(&relocation)
                    && let RelocationTarget::Symbol(index) = relocation.target()
                {
                    names.insert(symbol_name(elf, index)?.to_owned());
                }
            }
        }
    }
    Ok(names)
}

struct Linker<'l, 'd> {
    number: usize,
    elf: &'l Elf<'d>,
    layout: &'l Layout,
}

impl Linker<'_, '_> {
    fn apply(&self, place: usize, relocation: &Relocation, code: &mut [u8]) -> Result<(), String> {
        let kind = kind(relocation)?;
        let base = code.as_ptr() as i128;
        let target = self.target(relocation)? as i128 + i128::from(relocation.addend());
        let value = match kind {
            elf::R_X86_64_64 | elf::R_X86_64_32 | elf::R_X86_64_32S => base + target,
            _ => target - place as i128,
        };
        let fits = match kind {
            elf::R_X86_64_64 | elf::R_X86_64_PC64 => true,
            elf::R_X86_64_32 => u32::try_from(value).is_ok(),
            _ => i32::try_from(value).is_ok(),
        };
        if !fits {
            return Err("a distance in code that does not fit 32 bits".to_owned());
        }
        let width = width(kind);
        code[place..][..width].copy_from_slice(&value.to_le_bytes()[..width]);
        Ok(())
    }

    /// Offset that a relocation points to, without its addend.
    fn target(&self, relocation: &Relocation) -> Result<usize, String> {
        let RelocationTarget::Symbol(index) = relocation.target() else {
            return Err("a relocation without a symbol".to_owned());
        };
        let symbol = self.elf.symbol_by_index(index).map_err(|e| format!("damaged symbol table: {e}"))?;
        if is_through_slot(relocation) {
            let name = name_of(&symbol)?;
            return self.layout.slots.get(name).copied().ok_or_else(|| format!("undefined symbol `{name}`"));
        }
        if let Some(offset) = self.layout.offset_of(self.number, self.elf, &symbol) {
            return Ok(offset);
        }
        let name = name_of(&symbol)?;
        self.layout.reach(name).ok_or_else(|| format!("undefined symbol `{name}`"))
    }
}

fn kind(relocation: &Relocation) -> Result<elf::RelocationType, String> {
    let RelocationFlags::Elf { r_type } = relocation.flags() else {
        return Err("a relocation that is not ELF's".to_owned());
    };
    match r_type {
        elf::R_X86_64_64
        | elf::R_X86_64_32
        | elf::R_X86_64_32S
        | elf::R_X86_64_PC32
        | elf::R_X86_64_PC64
        | elf::R_X86_64_PLT32
        | elf::R_X86_64_GOTPCREL
        | elf::R_X86_64_GOTPCRELX
        | elf::R_X86_64_REX_GOTPCRELX => Ok(r_type),
        other => Err(format!("relocation type {}, which kernels do not need", other.0)),
    }
}

fn width(kind: elf::RelocationType) -> usize {
    if matches!(kind, elf::R_X86_64_64 | elf::R_X86_64_PC64) { 8 } else { 4 }
}

fn is_through_slot(relocation: &Relocation) -> bool {
    let through = [elf::R_X86_64_GOTPCREL, elf::R_X86_64_GOTPCRELX, elf::R_X86_64_REX_GOTPCRELX];
    matches!(relocation.flags(), RelocationFlags::Elf { r_type } if through.contains(&r_type))
}

fn section_of<'l, 'd>(elf: &'l Elf<'d>, index: SectionIndex) -> Result<impl ObjectSection<'d> + use<'l, 'd>, String> {
    elf.section_by_index(index).map_err(|e| format!("damaged section table: {e}"))
}

fn symbol_name<'d>(elf: &Elf<'d>, index: SymbolIndex) -> Result<&'d str, String> {
    name_of(&elf.symbol_by_index(index).map_err(|e| format!("damaged symbol table: {e}"))?)
}
