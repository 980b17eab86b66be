//! Shape of scatter.

use super::check::*;
use super::gather::{batching_dimensions_agree, index_vector_is_no_batch, index_vector_size, without};
use crate::hlo::{ArrayShape, ScatterDimensionNumbers, Shape};

/// `operands` are the inputs, the scatter indices and the updates, as HLO orders them.
pub fn scatter(operands: &[&ArrayShape], dims: &ScatterDimensionNumbers) -> Result<Shape, String> {
    let (inputs, indices, updates) = scatter_c5_as_many_updates_as_inputs(operands)?;
    scatter_c1_inputs_agree(inputs)?;
    scatter_c3_updates_agree(updates)?;
    scatter_c6_element_types_agree(inputs, updates)?;
    scatter_input_dimensions(inputs[0], dims)?;
    scatter_index_dimensions(indices, dims)?;
    scatter_batching_dimensions(inputs[0], indices, dims)?;
    scatter_update_dimensions(updates[0], dims)?;
    scatter_c4_update_shape(inputs[0], indices, updates[0], dims)?;
    Ok(one_or_tuple(inputs.iter().map(|&input| input.clone()).collect()))
}

/// Inputs, scatter indices, updates.
type Parts<'s, 'a> = (&'s [&'a ArrayShape], &'a ArrayShape, &'s [&'a ArrayShape]);

fn scatter_c5_as_many_updates_as_inputs<'s, 'a>(operands: &'s [&'a ArrayShape]) -> Result<Parts<'s, 'a>, String> {
    let count = operands.len();
    ensure(count >= 3 && !count.is_multiple_of(2), || {
        format!("expected inputs, indices and as many updates, found {count} operands")
    })?;
    let inputs = count / 2;
    Ok((&operands[..inputs], operands[inputs], &operands[inputs + 1..]))
}

fn scatter_c1_inputs_agree(inputs: &[&ArrayShape]) -> Check {
    inputs.iter().enumerate().try_for_each(|(i, input)| same_dims(&format!("input {i}"), inputs[0], input))
}

fn scatter_c3_updates_agree(updates: &[&ArrayShape]) -> Check {
    updates.iter().enumerate().try_for_each(|(i, update)| same_dims(&format!("update {i}"), updates[0], update))
}

fn scatter_c6_element_types_agree(inputs: &[&ArrayShape], updates: &[&ArrayShape]) -> Check {
    let mut pairs = inputs.iter().zip(updates).enumerate();
    pairs.try_for_each(|(i, (input, update))| same_element_type(&format!("update {i}"), input, update))
}

fn scatter_input_dimensions(input: &ArrayShape, dims: &ScatterDimensionNumbers) -> Check {
    let dropped = [&dims.inserted_window_dims[..], &dims.input_batching_dims].concat();
    let addressed = [&dims.scatter_dims_to_operand_dims[..], &dims.input_batching_dims].concat();
    scatter_c2_input_dimensions_are_all_used(input, dims)?;
    unique("inserted and batching dimensions", &dropped)?;
    sorted("inserted_window_dims", &dims.inserted_window_dims)?;
    below("inserted_window_dims", &dims.inserted_window_dims, input.rank())?;
    sorted("input_batching_dims", &dims.input_batching_dims)?;
    below("input_batching_dims", &dims.input_batching_dims, input.rank())?;
    unique("scatter_dims_to_operand_dims and batching dimensions", &addressed)?;
    below("scatter_dims_to_operand_dims", &dims.scatter_dims_to_operand_dims, input.rank())
}

fn scatter_c2_input_dimensions_are_all_used(input: &ArrayShape, dims: &ScatterDimensionNumbers) -> Check {
    let used = dims.update_window_dims.len() + dims.inserted_window_dims.len() + dims.input_batching_dims.len();
    expect_equal("a number of window, inserted and batching dimensions of", input.rank(), used)
}

fn scatter_index_dimensions(indices: &ArrayShape, dims: &ScatterDimensionNumbers) -> Check {
    let batching = &dims.scatter_indices_batching_dims;
    let entries = dims.scatter_dims_to_operand_dims.len();
    below("index_vector_dim", &[dims.index_vector_dim], indices.rank() + 1)?;
    index_vector_size("scatter_dims_to_operand_dims", indices, dims.index_vector_dim, entries)?;
    unique("scatter_indices_batching_dims", batching)?;
    below("scatter_indices_batching_dims", batching, indices.rank())?;
    index_vector_is_no_batch("scatter_indices_batching_dims", batching, dims.index_vector_dim)
}

fn scatter_batching_dimensions(input: &ArrayShape, indices: &ArrayShape, dims: &ScatterDimensionNumbers) -> Check {
    let (of_input, of_indices) = (&dims.input_batching_dims, &dims.scatter_indices_batching_dims);
    batching_dimensions_agree(input, of_input, indices, of_indices)
}

fn scatter_update_dimensions(update: &ArrayShape, dims: &ScatterDimensionNumbers) -> Check {
    unique("update_window_dims", &dims.update_window_dims)?;
    sorted("update_window_dims", &dims.update_window_dims)?;
    below("update_window_dims", &dims.update_window_dims, update.rank())
}

fn scatter_c4_update_shape(
    input: &ArrayShape,
    indices: &ArrayShape,
    update: &ArrayShape,
    dims: &ScatterDimensionNumbers,
) -> Check {
    let dropped = [&dims.inserted_window_dims[..], &dims.input_batching_dims].concat();
    let bounds = without(&input.dims, &dropped);
    let window: Vec<usize> = dims.update_window_dims.iter().map(|&d| update.dims[d]).collect();
    let expected = list(&without(&indices.dims, &[dims.index_vector_dim]));
    expect_equal(
        "scatter dimensions of an update of sizes",
        expected,
        list(&without(&update.dims, &dims.update_window_dims)),
    )?;
    ensure(window.iter().zip(&bounds).all(|(size, bound)| size <= bound), || {
        format!("expected window dimensions of an update of sizes up to {}, found {}", list(&bounds), list(&window))
    })
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    /// Rows of a 5×4 matrix at six indices.
    fn rows() -> ScatterDimensionNumbers {
        ScatterDimensionNumbers {
            update_window_dims: vec![1],
            inserted_window_dims: vec![0],
            scatter_dims_to_operand_dims: vec![0],
            index_vector_dim: 1,
            ..Default::default()
        }
    }

    fn scattered(change: impl FnOnce(&mut ScatterDimensionNumbers), update: ArrayShape) -> String {
        let mut dims = rows();
        change(&mut dims);
        text(scatter(&[&f32s(&[5, 4]), &s32s(&[6, 1]), &update], &dims))
    }

    #[test]
    fn scatter_c4_update_shape() {
        assert_eq!(scattered(|_| {}, f32s(&[6, 4])), "f32[5,4]");
        assert_eq!(scattered(|_| {}, f32s(&[6, 3])), "f32[5,4]");
        let found = scattered(|_| {}, f32s(&[7, 4]));
        assert_eq!(found, "expected scatter dimensions of an update of sizes [6], found [7]");
        let found = scattered(|_| {}, f32s(&[6, 5]));
        assert_eq!(found, "expected window dimensions of an update of sizes up to [4], found [5]");
    }

    #[test]
    fn scatter_c5_as_many_updates_as_inputs() {
        let found = text(scatter(&[&f32s(&[5, 4]), &s32s(&[6, 1])], &rows()));
        assert_eq!(found, "expected inputs, indices and as many updates, found 2 operands");
    }

    #[test]
    fn scatter_c1_c3_several_agree() {
        let (x, i, u) = (f32s(&[5, 4]), s32s(&[6, 1]), f32s(&[6, 4]));
        assert_eq!(text(scatter(&[&x, &x, &i, &u, &u], &rows())), "(f32[5,4], f32[5,4])");
        let found = text(scatter(&[&x, &u, &i, &u, &u], &rows()));
        assert_eq!(found, "expected input 1 with dimensions [5,4], found [6,4]");
        let found = text(scatter(&[&x, &x, &i, &u, &x], &rows()));
        assert_eq!(found, "expected update 1 with dimensions [6,4], found [5,4]");
    }

    #[test]
    fn scatter_c6_element_types_agree() {
        assert_eq!(scattered(|_| {}, s32s(&[6, 4])), "expected update 0 with element type f32, found s32");
    }

    #[test]
    fn scatter_c2_input_dimensions_are_all_used() {
        let found = scattered(|dims| dims.inserted_window_dims = vec![], f32s(&[6, 4]));
        assert_eq!(found, "expected a number of window, inserted and batching dimensions of 2, found 1");
    }

    #[test]
    fn scatter_c7_c8_update_window_dims() {
        let found = scattered(|dims| dims.update_window_dims = vec![2], f32s(&[6, 4]));
        assert_eq!(found, "expected update_window_dims below 2, found [2]");
    }

    #[test]
    fn scatter_c19_index_vector_size() {
        let found = scattered(|dims| dims.scatter_dims_to_operand_dims = vec![], f32s(&[6, 4]));
        assert_eq!(found, "expected scatter_dims_to_operand_dims of size 1, found 0");
    }

    #[test]
    fn scatter_c21_operand_dims_are_there() {
        let found = scattered(|dims| dims.scatter_dims_to_operand_dims = vec![2], f32s(&[6, 4]));
        assert_eq!(found, "expected scatter_dims_to_operand_dims below 2, found [2]");
    }
}
