//! A loader for the object files that kernels are compiled to: ELF x86-64 relocatable, position independent, without
//! writable data.
//!
//! Code and constants of all objects go into one mapping, so that every distance fits 32 bits; the few functions that
//! kernels may call are reached through stubs there. When all is patched, the mapping becomes executable and
//! unwritable.

mod layout;
mod relocate;

use crate::hlo::Bytes;
use layout::Layout;
use memmap2::{Mmap, MmapMut};
use object::read::elf::ElfFile64;
use object::{Object, ObjectSymbol};
use std::collections::HashMap;

type Elf<'d> = ElfFile64<'d, object::Endianness>;

/// Functions outside the image that code may call.
fn external_address(name: &str) -> Option<usize> {
    match name {
        "memcpy" => Some(libc::memcpy as *const () as usize),
        "memmove" => Some(libc::memmove as *const () as usize),
        "memset" => Some(libc::memset as *const () as usize),
        _ => None,
    }
}

/// Linked code in executable memory.
pub struct Image {
    code: Mmap,
    /// Offset of each defined global symbol.
    symbols: HashMap<String, usize>,
}

impl Image {
    /// Links object files.
    ///
    /// # Errors
    /// What is wrong with an object, or the name of a symbol that nothing defines.
    pub fn link(objects: &[impl AsRef<[u8]>]) -> Result<Image, String> {
        let elves = objects.iter().map(|bytes| parse(bytes.as_ref())).collect::<Result<Vec<Elf<'_>>, String>>()?;
        let layout = Layout::of(&elves)?;
        let mut code = MmapMut::map_anon(layout.size.max(1)).map_err(|e| format!("no memory for code: {e}"))?;
        layout.fill(&elves, &mut code)?;
        relocate::apply_all(&elves, &layout, &mut code)?;
        let code = code.make_exec().map_err(|e| format!("cannot make code executable: {e}"))?;
        Ok(Image { code, symbols: layout.globals })
    }

    /// Address of a defined global symbol.
    pub fn symbol(&self, name: &str) -> Option<*const u8> {
        // Offsets of symbols were checked to lie within the image.
        self.symbols.get(name).map(|&offset| self.code[offset..].as_ptr())
    }

    /// Bytes of code and constants.
    pub fn size(&self) -> usize {
        self.code.len()
    }
}

/// Bytes of each function that objects define; nothing of an object that is damaged.
pub fn function_sizes(objects: &[Bytes]) -> HashMap<String, usize> {
    let elves = objects.iter().filter_map(|bytes| parse(bytes).ok());
    let mut sizes = HashMap::new();
    for elf in elves {
        for symbol in elf.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition()) {
            sizes.extend(symbol.name().map(|name| (name.to_owned(), symbol.size() as usize)));
        }
    }
    sizes
}

fn parse(bytes: &[u8]) -> Result<Elf<'_>, String> {
    let elf = Elf::parse(bytes).map_err(|e| format!("not an object file: {e}"))?;
    if elf.architecture() != object::Architecture::X86_64 || elf.kind() != object::ObjectKind::Relocatable {
        return Err("not a relocatable object file for x86-64".to_owned());
    }
    Ok(elf)
}

/// A symbol's name for messages.
fn name_of<'d>(symbol: &impl ObjectSymbol<'d>) -> Result<&'d str, String> {
    symbol.name().map_err(|e| format!("a symbol without a name: {e}"))
}

#[cfg(test)]
mod tests;
