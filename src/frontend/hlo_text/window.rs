//! Windows, paddings, slices and dimension labels, which have a notation of their own.

use super::cursor::{Cursor, Outcome, Word};
use crate::hlo::{ConvolutionDimensionNumbers, PaddingDimension, Window, WindowDimension};

/// `{size=3x3 stride=2x2 pad=1_1x1_1 lhs_dilate=1x1 rhs_dilate=1x1 rhs_reversal=0x0}`
pub fn window(cursor: &mut Cursor) -> Outcome<Window> {
    let start = cursor.offset();
    cursor.expect("{")?;
    let mut fields: Vec<(Word, Vec<Word>)> = Vec::new();
    while !cursor.eat("}") {
        let key = cursor.expect_word("a field of a window")?;
        cursor.expect("=")?;
        let value = cursor.expect_word("numbers joined by `x`")?;
        fields.push((key, by_dimension(value)));
    }
    let rank = fields.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    let mut window = vec![WindowDimension::of_size(1); rank];
    for (key, values) in &fields {
        if values.len() != rank {
            let message = format!("expected {rank} dimensions in `{}`, found {}", key.text, values.len());
            return Err(cursor.error_at(values.first().map_or(start, |value| value.at), message));
        }
        for (dimension, value) in window.iter_mut().zip(values) {
            set_field(cursor, dimension, *key, *value)?;
        }
    }
    Ok(window)
}

fn set_field(cursor: &Cursor, dimension: &mut WindowDimension, key: Word, value: Word) -> Outcome {
    match key.text {
        "size" => dimension.size = number(cursor, value)?,
        "stride" => dimension.stride = number(cursor, value)?,
        "lhs_dilate" => dimension.base_dilation = number(cursor, value)?,
        "rhs_dilate" => dimension.window_dilation = number(cursor, value)?,
        "rhs_reversal" => dimension.reversal = number::<u8>(cursor, value)? != 0,
        "pad" => {
            let [low, high] = edges(cursor, value)?[..] else {
                return Err(cursor.error_at(value.at, format!("expected low_high, found `{}`", value.text)));
            };
            (dimension.padding_low, dimension.padding_high) = (low, high);
        }
        other => return Err(cursor.error_at(key.at, format!("a window has no field `{other}`"))),
    }
    Ok(())
}

/// `1_1x0_-1_2`: low, high and interior padding of each dimension.
pub fn padding(cursor: &mut Cursor) -> Outcome<Vec<PaddingDimension>> {
    if cursor.is_at_end() {
        return Ok(Vec::new());
    }
    let text = cursor.expect_word("low_high joined by `x`")?;
    let dimension = |value: Word| match edges(cursor, value)?[..] {
        [low, high] => Ok(PaddingDimension { low, high, interior: 0 }),
        [low, high, interior] if interior >= 0 => Ok(PaddingDimension { low, high, interior: interior as usize }),
        _ => Err(cursor.error_at(value.at, format!("expected low_high or low_high_interior, found `{}`", value.text))),
    };
    by_dimension(text).into_iter().map(dimension).collect()
}

/// `{[0:2], [1:3:2]}` as starts, limits and strides.
pub fn slice(cursor: &mut Cursor) -> Outcome<[Vec<usize>; 3]> {
    let ranges = cursor.list("{", "}", |cursor| {
        cursor.expect("[")?;
        let start = cursor.index()?;
        cursor.expect(":")?;
        let limit = cursor.index()?;
        let stride = if cursor.eat(":") { cursor.index()? } else { 1 };
        cursor.expect("]")?;
        Ok([start, limit, stride])
    })?;
    Ok([0, 1, 2].map(|part| ranges.iter().map(|range| range[part]).collect()))
}

/// `b01f_01io->b01f`
pub fn dim_labels(cursor: &mut Cursor) -> Outcome<ConvolutionDimensionNumbers> {
    let operands = cursor.expect_word("dimension labels")?;
    cursor.expect("->")?;
    let output = cursor.expect_word("dimension labels")?;
    let Some((input, kernel)) = operands.text.split_once('_') else {
        return Err(cursor.error_at(operands.at, format!("expected input_kernel->output, found `{}`", operands.text)));
    };
    let rank = input.len();
    let kernel = Word { text: kernel, at: operands.at + input.len() + 1 };
    let input = labels(cursor, Word { text: input, at: operands.at }, ['b', 'f'], rank)?;
    let kernel = labels(cursor, kernel, ['i', 'o'], rank)?;
    let output = labels(cursor, output, ['b', 'f'], rank)?;
    Ok(ConvolutionDimensionNumbers {
        input_batch: input.0[0],
        input_feature: input.0[1],
        input_spatial: input.1,
        kernel_input_feature: kernel.0[0],
        kernel_output_feature: kernel.0[1],
        kernel_spatial: kernel.1,
        output_batch: output.0[0],
        output_feature: output.0[1],
        output_spatial: output.1,
    })
}

/// Where each of two letters stands, and each spatial dimension in order.
fn labels(cursor: &Cursor, word: Word, letters: [char; 2], rank: usize) -> Outcome<([usize; 2], Vec<usize>)> {
    let places = |label: char| word.text.chars().position(|c| c == label);
    let spatial = (0..rank.saturating_sub(2)).map(|d| places(char::from_digit(d as u32, 10)?));
    let spatial: Option<Vec<usize>> = spatial.collect();
    match (places(letters[0]), places(letters[1]), spatial) {
        (Some(first), Some(second), Some(spatial)) if word.text.len() == rank => Ok(([first, second], spatial)),
        _ => {
            let [first, second] = letters;
            let message =
                format!("expected `{first}`, `{second}` and {} numbers, found `{}`", rank.saturating_sub(2), word.text);
            Err(cursor.error_at(word.at, message))
        }
    }
}

/// The parts between the letters `x`.
fn by_dimension(word: Word) -> Vec<Word> {
    let offset = |part: &str| part.as_ptr() as usize - word.text.as_ptr() as usize;
    word.text.split('x').map(|part| Word { text: part, at: word.at + offset(part) }).collect()
}

fn number<T: std::str::FromStr>(cursor: &Cursor, word: Word) -> Outcome<T> {
    word.text.parse().map_err(|_| cursor.error_at(word.at, format!("expected a number, found `{}`", word.text)))
}

fn edges(cursor: &Cursor, word: Word) -> Outcome<Vec<i64>> {
    let parts = word.text.split('_');
    parts.map(|part| number(cursor, Word { text: part, at: word.at })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::Source;

    fn read<T>(text: &str, read: fn(&mut Cursor) -> Outcome<T>) -> Outcome<T> {
        let source = Source::new("test.hlo", text);
        read(&mut Cursor::new(&source))
    }

    #[test]
    fn windows_have_usual_values() {
        let window = read("{size=1x3 pad=0_0x-1_2 lhs_dilate=1x2 rhs_reversal=0x1}", window).unwrap();
        assert_eq!(window[0], WindowDimension::of_size(1));
        let expected = WindowDimension {
            padding_low: -1,
            padding_high: 2,
            base_dilation: 2,
            reversal: true,
            ..WindowDimension::of_size(3)
        };
        assert_eq!(window[1], expected);
    }

    #[test]
    fn wrong_windows_say_what_is_wrong() {
        let message = |text| read(text, window).unwrap_err().message;
        assert_eq!(message("{size=1x3 stride=2}"), "expected 2 dimensions in `stride`, found 1");
        assert_eq!(message("{size=-3}"), "expected a number, found `-3`");
        assert_eq!(message("{bize=3}"), "a window has no field `bize`");
        assert_eq!(message("{pad=3}"), "expected low_high, found `3`");
    }

    #[test]
    fn labels_and_paddings() {
        let dims = read("bf01_oi01->f0b1", dim_labels).unwrap();
        assert_eq!((dims.input_spatial, dims.kernel_input_feature, dims.output_batch), (vec![2, 3], 1, 2));
        assert_eq!(dims.output_spatial, [1, 3]);
        let message = read("b0f_0io->bf", dim_labels).unwrap_err().message;
        assert_eq!(message, "expected `b`, `f` and 1 numbers, found `bf`");
        let padding = read("1_-1x0_2_3", padding).unwrap();
        assert_eq!(padding[1], PaddingDimension { low: 0, high: 2, interior: 3 });
    }

    #[test]
    fn slices() {
        assert_eq!(read("{[0:2], [1:3:2]}", slice).unwrap(), [vec![0, 1], vec![2, 3], vec![1, 2]]);
    }
}
