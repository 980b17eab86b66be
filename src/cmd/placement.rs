//! How the arrays of the command line lie on the devices that run a program: the same ones on each, one a device
//! (`{device}` in a path), or stacked, with the device as their first dimension; of a program that was partitioned they
//! are whole, and each device has its part.

use super::session::Session;
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, PartialArray, PartialShape, PartialSignature, Signature};
use crate::hlo::{Dimension, Module, Shape, ShardedSignature};
use crate::runtime::LoadedExecutable;
use std::ops::Range;

/// Stands for the device's number in a path.
const DEVICE: &str = "{device}";

/// Where a program's arguments come from and its results go, as seen from the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement<'s> {
    pub devices: usize,
    /// Those of this process.
    pub here: Range<usize>,
    pub stacked: bool,
    /// Of a program that was partitioned, what its arguments and results are parts of.
    pub sharded: Option<&'s ShardedSignature>,
}

/// One set of arrays of the command line: those of one device, or of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// None where there is one device, or where arrays are stacked.
    pub device: Option<usize>,
}

impl<'s> Placement<'s> {
    /// Of the devices that an executable runs on.
    pub fn of(executable: &'s dyn LoadedExecutable, stacked: bool) -> Placement<'s> {
        let assignment = executable.device_assignment();
        let (devices, here) = (assignment.devices.len(), assignment.addressable.clone());
        Placement { devices, here, stacked, sharded: executable.sharded_signature() }
    }

    /// Of the devices that a module is for.
    pub fn of_module(module: &'s Module, session: &Session, stacked: bool) -> Placement<'s> {
        let devices = module.device_count();
        let here = session.own_devices(devices);
        Placement { devices, here, stacked, sharded: module.sharded_signature.as_ref() }
    }

    /// The sets of arrays that there are.
    pub fn views(&self) -> Vec<View> {
        match self.stacked || self.devices == 1 || self.sharded.is_some() {
            true => vec![View { device: None }],
            false => (0..self.devices).map(|device| View { device: Some(device) }).collect(),
        }
    }

    /// The sets that this process reads arguments of.
    pub fn own_views(&self) -> Vec<View> {
        let mut views = self.views();
        views.retain(|view| view.device.map_or(!self.here.is_empty(), |device| self.here.contains(&device)));
        views
    }

    /// Whether this process delivers the results: the one that has the first device.
    pub fn delivers(&self) -> bool {
        self.here.contains(&0)
    }

    /// What the command line's arrays look like.
    pub fn outer(&self, signature: &PartialSignature) -> PartialSignature {
        let mut outer = signature.clone();
        if let Some(sharded) = self.whole_arrays() {
            outer.parameters = sharded.parameters.iter().map(|array| (&array.whole).into()).collect();
            outer.results = sharded.results.iter().map(|array| PartialShape::Array((&array.whole).into())).collect();
        }
        if self.stacked {
            outer.parameters.iter_mut().for_each(|parameter| self.stack(parameter));
            for result in &mut outer.results {
                if let PartialShape::Array(array) = result {
                    self.stack(array);
                }
            }
        }
        outer
    }

    /// As [`Placement::outer`], of static shapes.
    pub fn outer_static(&self, signature: &Signature) -> Signature {
        let stack =
            |shape: &ArrayShape| ArrayShape::new(shape.element_type, [&[self.devices], &shape.dims[..]].concat());
        let mut outer = signature.clone();
        if let Some(sharded) = self.whole_arrays() {
            outer.parameters = sharded.parameters.iter().map(|array| array.whole.clone()).collect();
            outer.result =
                Shape::Tuple(sharded.results.iter().map(|array| Shape::Array(array.whole.clone())).collect());
        }
        if self.stacked {
            outer.parameters = outer.parameters.iter().map(stack).collect();
            outer.result = Shape::Tuple(outer.results().iter().map(|shape| Shape::Array(stack(shape))).collect());
        }
        outer
    }

    /// The arrays that are cut into parts, unless the parts are given stacked.
    fn whole_arrays(&self) -> Option<&ShardedSignature> {
        self.sharded.filter(|_| !self.stacked)
    }

    fn stack(&self, array: &mut PartialArray) {
        if let Some(dims) = &mut array.dims {
            dims.insert(0, Dimension::Known(self.devices));
        }
    }

    /// The arguments of each device of this process, from those of each of its views.
    pub fn scatter(&self, views: Vec<Vec<ArrayLiteral>>) -> Vec<Vec<ArrayLiteral>> {
        if let (Some(sharded), Some(arrays)) = (self.whole_arrays(), views.first()) {
            return self.here.clone().map(|device| sharded.parts(arrays, device % sharded.partitions)).collect();
        }
        match (self.stacked, views.first()) {
            (true, Some(stacked)) => {
                let layers = |device| stacked.iter().map(|array| layer(array, device)).collect();
                self.here.clone().map(layers).collect()
            }
            _ => views,
        }
    }

    /// The results of each view, from those of each device.
    pub fn gather(&self, results: Vec<Vec<ArrayLiteral>>) -> Vec<Vec<ArrayLiteral>> {
        if let Some(sharded) = self.whole_arrays() {
            return vec![sharded.joined(&results)];
        }
        if !self.stacked {
            return results;
        }
        let count = results.first().map_or(0, Vec::len);
        let stack = |index: usize| stacked(&results.iter().map(|results| &results[index]).collect::<Vec<_>>());
        vec![(0..count).map(stack).collect()]
    }
}

impl View {
    /// A text with the device's number in its place.
    pub fn on_device(self, text: &str) -> String {
        self.device.map_or_else(|| text.to_owned(), |device| text.replace(DEVICE, &device.to_string()))
    }

    /// Whether a path is for this device alone.
    pub fn is_own(self, path: &str) -> bool {
        self.device.is_none() || path.contains(DEVICE)
    }
}

/// Arguments of devices that share no memory, as where each has its own.
pub fn apart(arguments: Vec<Vec<ArrayLiteral>>) -> Vec<Vec<ArrayLiteral>> {
    let copy = |array: ArrayLiteral| {
        ArrayLiteral::new(array.element_type(), array.dims(), AlignedBytes::copy_of(array.bytes()))
    };
    arguments.into_iter().map(|arrays| arrays.into_iter().map(copy).collect()).collect()
}

/// The part of a stacked array that one device gets.
pub fn layer(array: &ArrayLiteral, device: usize) -> ArrayLiteral {
    let shape = ArrayShape::new(array.element_type(), &array.dims()[1..]);
    let bytes = array.bytes().slice(device * shape.byte_size(), shape.byte_size());
    ArrayLiteral::new(shape.element_type, shape.dims, bytes)
}

/// Arrays of one shape, with their number as the first dimension.
pub fn stacked(arrays: &[&ArrayLiteral]) -> ArrayLiteral {
    let dims = [&[arrays.len()], arrays[0].dims()].concat();
    let bytes: Vec<u8> = arrays.iter().flat_map(|array| array.bytes().iter().copied()).collect();
    ArrayLiteral::new(arrays[0].element_type(), dims, AlignedBytes::copy_of(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ElementType;

    #[test]
    fn stacked_arrays_are_cut_and_joined() {
        let placement = Placement { devices: 2, here: 0..2, stacked: true, sharded: None };
        let array = ArrayLiteral::from_slice(ElementType::S32, [2, 3], &[1, 2, 3, 4, 5, 6]);
        let scattered = placement.scatter(vec![vec![array.clone()]]);
        assert_eq!(scattered[1], [ArrayLiteral::from_slice(ElementType::S32, [3], &[4, 5, 6])]);
        assert_eq!(placement.gather(scattered), [[array]]);
    }

    #[test]
    fn devices_have_copies() {
        let array = ArrayLiteral::from_slice(ElementType::S32, [2], &[1, 2]);
        let copies = apart(vec![vec![array.clone()]; 2]);
        assert_eq!(copies, [[array.clone()], [array]]);
        assert!(!std::ptr::eq(copies[0][0].bytes().as_ptr(), copies[1][0].bytes().as_ptr()));
    }

    #[test]
    fn a_path_names_its_device() {
        let views = Placement { devices: 2, here: 0..2, stacked: false, sharded: None }.views();
        assert_eq!(views[1].on_device("@x.{device}.npy"), "@x.1.npy");
        assert!(!views[1].is_own("@x.npy"));
    }
}
