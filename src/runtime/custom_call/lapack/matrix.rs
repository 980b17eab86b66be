//! Numbers of LAPACK's four types, and batches of matrices of them.

use crate::hlo::evaluator::EvalError;
use crate::hlo::{ArrayLiteral, CustomCall, ElementType, Literal, Shape};
use faer::traits::ComplexField;
use faer::{Mat, c32, c64};
use serde_json::Value;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number that matrices are made of.
pub trait Number:
    ComplexField
    + Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    const TYPE: ElementType;
    const IS_COMPLEX: bool;
    /// Between 1 and the next number.
    const EPSILON: f64;
    /// The memory form of an element.
    type Memory: bytemuck::Pod;
    fn of_memory(memory: Self::Memory) -> Self;
    fn to_memory(self) -> Self::Memory;
    fn of_parts(re: f64, im: f64) -> Self;
    fn re(self) -> f64;
    fn im(self) -> f64;

    fn of_real(re: f64) -> Self {
        Self::of_parts(re, 0.0)
    }

    fn conjugate(self) -> Self {
        Self::of_parts(self.re(), -self.im())
    }

    fn magnitude(self) -> f64 {
        self.re().hypot(self.im())
    }
}

macro_rules! real_number {
    ($($name:ident $element_type:ident)*) => {
        $(impl Number for $name {
            const TYPE: ElementType = ElementType::$element_type;
            const IS_COMPLEX: bool = false;
            const EPSILON: f64 = $name::EPSILON as f64;
            type Memory = $name;
            fn of_memory(memory: $name) -> $name {
                memory
            }
            fn to_memory(self) -> $name {
                self
            }
            fn of_parts(re: f64, _im: f64) -> $name {
                re as $name
            }
            fn re(self) -> f64 {
                self.into()
            }
            fn im(self) -> f64 {
                0.0
            }
        })*
    };
}

macro_rules! complex_number {
    ($($name:ident $part:ident $element_type:ident)*) => {
        $(impl Number for $name {
            const TYPE: ElementType = ElementType::$element_type;
            const IS_COMPLEX: bool = true;
            const EPSILON: f64 = $part::EPSILON as f64;
            type Memory = [$part; 2];
            fn of_memory([re, im]: [$part; 2]) -> $name {
                $name { re, im }
            }
            fn to_memory(self) -> [$part; 2] {
                [self.re, self.im]
            }
            fn of_parts(re: f64, im: f64) -> $name {
                $name { re: re as $part, im: im as $part }
            }
            fn re(self) -> f64 {
                self.re.into()
            }
            fn im(self) -> f64 {
                self.im.into()
            }
        })*
    };
}

real_number! { f32 F32 f64 F64 }
complex_number! { c32 f32 C64 c64 f64 C128 }

/// Operands of a call by number, as arrays.
pub struct Operands<'a> {
    call: &'a CustomCall,
    operands: &'a [&'a Literal],
}

impl<'a> Operands<'a> {
    pub fn new(call: &'a CustomCall, operands: &'a [&'a Literal]) -> Operands<'a> {
        Operands { call, operands }
    }

    /// The matrices of an operand.
    ///
    /// # Errors
    /// An operand that is missing, of another type, or no batch of matrices.
    pub fn matrices<T: Number>(&self, index: usize) -> Result<Vec<Mat<T>>, EvalError> {
        let array = self.array::<T>(index)?;
        match array.dims() {
            [batch @ .., rows, columns] => Ok(matrices(array, batch, *rows, *columns)),
            _ => Err(self.wrong(index)),
        }
    }

    /// The vectors of an operand, as matrices of one column.
    pub fn vectors<T: Number>(&self, index: usize) -> Result<Vec<Mat<T>>, EvalError> {
        let array = self.array::<T>(index)?;
        match array.dims() {
            [batch @ .., length] => Ok(matrices(array, batch, *length, 1)),
            _ => Err(self.wrong(index)),
        }
    }

    /// The 32-bit integers of an operand.
    pub fn integers(&self, index: usize) -> Result<&'a [i32], EvalError> {
        self.array_of(ElementType::S32, index).map(ArrayLiteral::elements)
    }

    fn array<T: Number>(&self, index: usize) -> Result<&'a ArrayLiteral, EvalError> {
        self.array_of(T::TYPE, index)
    }

    fn array_of(&self, element_type: ElementType, index: usize) -> Result<&'a ArrayLiteral, EvalError> {
        let array = self.operands.get(index).and_then(|operand| operand.as_array());
        array.filter(|array| array.element_type() == element_type).ok_or_else(|| self.wrong(index))
    }

    fn wrong(&self, index: usize) -> EvalError {
        let found = self.operands.get(index).map_or("nothing".into(), |operand| operand.shape().to_string());
        EvalError::failed(format!("operand {index} of {} is {found}", self.call.target))
    }

    /// A letter among the call's attributes, as LAPACK's options are given.
    pub fn letter(&self, name: &str) -> Result<char, EvalError> {
        self.call.letter(name).ok_or_else(|| self.bad_attribute(name))
    }

    pub fn flag(&self, name: &str) -> Result<bool, EvalError> {
        self.attribute(name)?.as_bool().ok_or_else(|| self.bad_attribute(name))
    }

    fn attribute(&self, name: &str) -> Result<Value, EvalError> {
        let config: Value = serde_json::from_str(&self.call.backend_config).unwrap_or_default();
        config.get(name).cloned().ok_or_else(|| self.bad_attribute(name))
    }

    fn bad_attribute(&self, name: &str) -> EvalError {
        EvalError::failed(format!("{} needs an attribute '{name}'", self.call.target))
    }
}

fn matrices<T: Number>(array: &ArrayLiteral, batch: &[usize], rows: usize, columns: usize) -> Vec<Mat<T>> {
    let elements = array.elements::<T::Memory>();
    let matrix =
        |batch: usize| Mat::from_fn(rows, columns, |i, j| T::of_memory(elements[(batch * rows + i) * columns + j]));
    (0..batch.iter().product()).map(matrix).collect()
}

pub fn is_finite<T: Number>(matrix: &Mat<T>) -> bool {
    (0..matrix.ncols()).all(|j| (0..matrix.nrows()).all(|i| matrix[(i, j)].magnitude().is_finite()))
}

pub fn zeros<T: Number>(rows: usize, columns: usize) -> Mat<T> {
    Mat::from_fn(rows, columns, |_, _| T::of_real(0.0))
}

pub fn exchange<T: Number>(matrix: &mut Mat<T>, a: (usize, usize), b: (usize, usize)) {
    let kept = matrix[a];
    matrix[a] = matrix[b];
    matrix[b] = kept;
}

/// Results of a call under construction, checked against its shape.
pub struct Results<'a> {
    call: &'a CustomCall,
    shape: &'a Shape,
    parts: Vec<Literal>,
}

impl<'a> Results<'a> {
    pub fn new(call: &'a CustomCall, shape: &'a Shape) -> Results<'a> {
        Results { call, shape, parts: Vec::new() }
    }

    /// Rows and columns that the call wants of result `index`.
    pub fn matrix_dims(&self, index: usize) -> Result<(usize, usize), EvalError> {
        match self.dims(index)? {
            [.., rows, columns] => Ok((*rows, *columns)),
            _ => Err(self.wrong(index)),
        }
    }

    fn dims(&self, index: usize) -> Result<&'a [usize], EvalError> {
        let part = match self.shape {
            Shape::Tuple(parts) => parts.get(index),
            array => Some(array).filter(|_| index == 0),
        };
        part.and_then(Shape::as_array).map(|array| array.dims.as_slice()).ok_or_else(|| self.wrong(index))
    }

    /// Adds the next result, a batch of matrices (or of vectors as columns).
    pub fn push<T: Number>(&mut self, batch: &[Mat<T>]) -> Result<(), EvalError> {
        let rows =
            |m: &'_ Mat<T>| (0..m.nrows()).flat_map(move |i| (0..m.ncols()).map(move |j| (i, j))).collect::<Vec<_>>();
        let elements: Vec<T::Memory> =
            batch.iter().flat_map(|m| rows(m).into_iter().map(|at| m[at].to_memory())).collect();
        self.push_elements(T::TYPE, &elements)
    }

    /// Adds the next result, a 32-bit integer for each matrix (or element).
    pub fn push_integers(&mut self, integers: &[i32]) -> Result<(), EvalError> {
        self.push_elements(ElementType::S32, integers)
    }

    /// Adds the next result, real numbers in the part type of `T`.
    pub fn push_reals<T: Number>(&mut self, values: &[f64]) -> Result<(), EvalError> {
        if T::TYPE.real_part() == ElementType::F32 {
            self.push_elements(ElementType::F32, &values.iter().map(|&x| x as f32).collect::<Vec<_>>())
        } else {
            self.push_elements(ElementType::F64, values)
        }
    }

    /// Adds complex numbers: a result of `T`, or two for a real `T`, with the real and imaginary parts.
    pub fn push_eigenvalues<T: Number>(&mut self, values: &[c64]) -> Result<(), EvalError> {
        if T::IS_COMPLEX {
            let elements: Vec<T::Memory> = values.iter().map(|z| T::of_parts(z.re, z.im).to_memory()).collect();
            return self.push_elements(T::TYPE, &elements);
        }
        self.push_reals::<T>(&values.iter().map(|z| z.re).collect::<Vec<_>>())?;
        self.push_reals::<T>(&values.iter().map(|z| z.im).collect::<Vec<_>>())
    }

    pub fn push_elements<E: bytemuck::Pod>(&mut self, ty: ElementType, elements: &[E]) -> Result<(), EvalError> {
        let dims = self.dims(self.parts.len())?;
        if dims.iter().product::<usize>() != elements.len() {
            return Err(self.wrong(self.parts.len()));
        }
        self.parts.push(ArrayLiteral::from_slice(ty, dims, elements).into());
        Ok(())
    }

    fn wrong(&self, index: usize) -> EvalError {
        EvalError::failed(format!("{} has no result {index} that fits {}", self.call.target, self.shape))
    }

    /// # Errors
    /// Results that are not of the call's shape.
    pub fn finish(mut self) -> Result<Literal, EvalError> {
        let literal = match self.shape {
            Shape::Array(_) if self.parts.len() == 1 => self.parts.remove(0),
            _ => Literal::Tuple(std::mem::take(&mut self.parts)),
        };
        if literal.shape().same_type(self.shape) {
            Ok(literal)
        } else {
            let (target, found) = (&self.call.target, literal.shape());
            Err(EvalError::failed(format!("{target} gives {found}, not {}", self.shape)))
        }
    }
}
