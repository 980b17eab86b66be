//! Collectives on one device, which hand on what they get; numbers of devices; random numbers, by their range.

use super::{Attempt, Choice, Type, Value, Writer};
use pjrt::hlo::{ArrayShape, ElementType};

impl Writer {
    pub(super) fn collective(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 4] =
            [(4, |w| w.passed_on()), (1, |w| w.device_number()), (1, |w| w.nothing_sent()), (2, |w| w.drawn())];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    fn passed_on(&mut self) -> Attempt {
        let x = self.of(|t| t != ElementType::Pred);
        if x.rank() == 0 || x.dims()[0] == 0 || x.of.open.contains(&true) {
            return None;
        }
        let [a, b, s] = [(); 3].map(|()| self.fresh_name());
        let element = x.of.scalar().text();
        let region = format!(
            "({{\n^bb0({a}: {element}, {b}: {element}):\n{s} = stablehlo.add {a}, {b} : {element}\nstablehlo.return {s} : {element}\n}})"
        );
        let group = "replica_groups = dense<0> : tensor<1x1xi64>";
        let (op, region, attributes) = match self.random.below(6) {
            0 => ("all_reduce", region, group.to_string()),
            1 => ("reduce_scatter", region, format!("scatter_dimension = 0 : i64, {group}")),
            2 => ("all_gather", String::new(), format!("all_gather_dim = 0 : i64, {group}")),
            3 => (
                "all_to_all",
                String::new(),
                format!("split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, {group}"),
            ),
            4 => ("collective_broadcast", String::new(), group.to_string()),
            _ => ("collective_permute", String::new(), "source_target_pairs = dense<0> : tensor<1x2xi64>".to_string()),
        };
        let of = x.of.text();
        let name =
            self.only_text(format!("\"stablehlo.{op}\"({}) {region} {{{attributes}}} : ({of}) -> {of}", x.names[0]));
        self.offer(Value { names: [name, x.names[1].clone()], of: x.of });
        Some(())
    }

    fn device_number(&mut self) -> Attempt {
        let op = self.random.choose(&["replica_id", "partition_id"]);
        let value = self.stated(Type::of_dims(ElementType::U32, []), |which| match which {
            0 => format!("stablehlo.{op} : tensor<ui32>"),
            _ => "stablehlo.constant dense<0> : tensor<ui32>".to_string(),
        });
        self.offer(value);
        Some(())
    }

    fn nothing_sent(&mut self) -> Attempt {
        let x = self.of(|t| t.is_integer() || t == ElementType::F32);
        if x.of.open.contains(&true) {
            return None;
        }
        let (of, zero) = (x.of.text(), if x.element_type().is_float() { "0.0" } else { "0" });
        let value = self.stated(x.of.clone(), |which| match which {
            0 => {
                let attributes = "source_target_pairs = dense<> : tensor<0x2xi64>";
                format!("\"stablehlo.collective_permute\"({}) {{{attributes}}} : ({of}) -> {of}", x.names[0])
            }
            _ => format!("stablehlo.constant dense<{zero}> : {of}"),
        });
        self.offer(value);
        Some(())
    }

    /// What is drawn lies within its bounds.
    fn drawn(&mut self) -> Attempt {
        use ElementType::*;
        let element_type = self.random.choose(&[F32, F64, S32, U8, BF16]);
        let dims = self.random_dims();
        let of = Type::of_dims(element_type, dims.clone());
        let preds = Type::closed(ArrayShape::new(Pred, dims.clone()));
        let (scalar, whole, sizes) = (of.scalar().text(), of.text(), format!("tensor<{}xi64>", dims.len()));
        let dot = if element_type.is_float() { ".0" } else { "" };
        let bounds = [3, 8].map(|bound| self.only_text(format!("stablehlo.constant dense<{bound}{dot}> : {scalar}")));
        let extent = match dims.is_empty() {
            true => self.only_text(format!("stablehlo.constant dense<> : {sizes}")),
            false => self.only_text(format!("stablehlo.constant dense<{}> : {sizes}", super::list(&dims))),
        };
        let [low, high] = bounds;
        let drawn = self.only_text(format!(
            "stablehlo.rng {low}, {high}, {extent}, distribution = UNIFORM : ({scalar}, {scalar}, {sizes}) -> {whole}"
        ));
        let clamped = self
            .only_text(format!("stablehlo.clamp {low}, {drawn}, {high} : ({scalar}, {whole}, {scalar}) -> {whole}"));
        let value = self.stated(preds.clone(), |which| match which {
            0 => format!("stablehlo.compare EQ, {drawn}, {clamped} : ({whole}, {whole}) -> {}", preds.text()),
            _ => format!("stablehlo.constant dense<true> : {}", preds.text()),
        });
        self.offer(value);
        Some(())
    }
}
