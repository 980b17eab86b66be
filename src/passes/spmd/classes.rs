//! What is known of the sharding of every value, class by class.

use super::annotation::{annotated, as_annotation, open_dimensions, priorities};
use super::flow::{ClassId, Flow, leaf_arrays};
use crate::hlo::{ArrayShape, Axis, ComputationId, Diagnostics, InstructionId, Mesh, Module, TileAxes};
use std::collections::{BTreeSet, HashMap};

/// What is known of the values of a class.
pub struct Class {
    pub shape: ArrayShape,
    pub tiles: TileAxes,
    /// Dimensions that may get axes.
    pub is_open: Vec<bool>,
    /// In which round a dimension's axes begin to travel.
    pub rounds: Vec<usize>,
}

/// The classes of a module.
pub struct Classes {
    pub flow: Flow,
    known: HashMap<ClassId, Class>,
}

impl Classes {
    /// What the program states.
    ///
    /// # Errors
    /// A statement that does not fit its value.
    pub fn read(module: &Module, mesh: &Mesh) -> Result<Classes, Diagnostics> {
        let mut classes = Classes { flow: Flow::of(module), known: HashMap::new() };
        for id in classes.flow.computations.clone().into_iter().rev() {
            for instruction in module.computation(id).ids() {
                classes.read_instruction(module, id, instruction, mesh)?;
            }
        }
        Ok(classes)
    }

    fn read_instruction(
        &mut self,
        module: &Module,
        computation: ComputationId,
        id: InstructionId,
        mesh: &Mesh,
    ) -> Result<(), Diagnostics> {
        let instruction = module.computation(computation).get(id);
        let stated = annotated(instruction, mesh)?;
        let open = as_annotation(&instruction.op).map(open_dimensions).unwrap_or_default();
        for (leaf, shape) in leaf_arrays(&instruction.shape).into_iter().enumerate() {
            let class = self.flow.class(computation, id, leaf);
            let class = self.known.entry(class).or_insert_with(|| Class::new(shape));
            if let Some(stated) = &stated {
                class.state(&stated[leaf], &open, priorities(instruction));
            }
        }
        Ok(())
    }

    /// The rounds in which axes begin to travel.
    pub fn rounds(&self) -> BTreeSet<usize> {
        self.known.values().flat_map(|class| class.rounds.clone()).chain([0]).collect()
    }

    pub fn get(&self, class: ClassId) -> &Class {
        &self.known[&class]
    }

    pub fn get_mut(&mut self, class: ClassId) -> &mut Class {
        self.known.get_mut(&class).expect("every leaf has a class")
    }

    /// The class of a leaf of an instruction.
    pub fn of(&self, computation: ComputationId, id: InstructionId, leaf: usize) -> &Class {
        self.get(self.flow.class(computation, id, leaf))
    }
}

impl Class {
    fn new(shape: ArrayShape) -> Class {
        let rank = shape.rank();
        Class { shape, tiles: TileAxes::replicated(rank), is_open: vec![true; rank], rounds: vec![0; rank] }
    }

    /// Takes what the program states; of two statements about one class the first holds.
    fn state(&mut self, tiles: &TileAxes, open: &[usize], mut rounds: Vec<usize>) {
        if self.is_open.contains(&false) {
            return;
        }
        let manual = std::mem::take(&mut self.tiles.manual);
        self.tiles = tiles.clone();
        if self.tiles.manual.is_empty() {
            self.make_manual(&manual);
        }
        rounds.resize(self.shape.rank(), 0);
        self.rounds = rounds;
        self.is_open = (0..self.shape.rank()).map(|dimension| open.contains(&dimension)).collect();
    }

    /// Makes axes a manual computation's; says whether they were not.
    pub fn make_manual(&mut self, axes: &[Axis]) -> bool {
        if self.tiles.manual == axes {
            return false;
        }
        self.tiles.manual = axes.to_vec();
        self.tiles.dims.iter_mut().for_each(|dim| dim.retain(|axis| !axes.contains(axis)));
        true
    }
}
