//! Reductions, windows, sorts.

use super::{Attempt, Choice, Scope};
use pjrt::hlo::infer::ProgramShape;
use pjrt::hlo::*;

impl Scope<'_> {
    pub(super) fn reduction(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 7] = [
            (6, |s| s.reduce()),
            (2, |s| s.reduce_twice()),
            (3, |s| s.reduce_window()),
            (1, |s| s.scan()),
            (2, |s| s.select_and_scatter()),
            (2, |s| s.sort()),
            (1, |s| s.top_k()),
        ];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    /// What a reduction of arrays of these types applies.
    pub(super) fn combiner(&mut self, types: &[ElementType]) -> (ComputationId, ProgramShape) {
        match (types, self.random.below(8)) {
            ([element_type], 1..) => {
                let op = self.monoid(*element_type);
                self.reducer(op, *element_type)
            }
            ([_, _, ..], 4..) => self.selection(types),
            (_, _) => self.region(&[types, types].concat(), types),
        }
    }

    fn monoid(&mut self, element_type: ElementType) -> BinaryOp {
        use BinaryOp::*;
        loop {
            let op = self.random.weighted(&[
                (6, Add),
                (2, Multiply),
                (3, Maximum),
                (3, Minimum),
                (1, And),
                (1, Or),
                (1, Xor),
            ]);
            if op.admits(element_type) {
                return op;
            }
        }
    }

    /// Keeps the candidate with the larger (or smaller) first part.
    fn selection(&mut self, types: &[ElementType]) -> (ComputationId, ProgramShape) {
        let mut computation = Computation::new("selection");
        let parameters: Vec<InstructionId> = [types, types]
            .concat()
            .iter()
            .enumerate()
            .map(|(n, &t)| computation.add_parameter(n, ArrayShape::scalar(t), &None))
            .collect();
        let (old, new) = parameters.split_at(types.len());
        let directions: &[ComparisonDirection] = match types[0].is_complex() {
            true => &[ComparisonDirection::Eq],
            false => {
                &[ComparisonDirection::Gt, ComparisonDirection::Ge, ComparisonDirection::Lt, ComparisonDirection::Le]
            }
        };
        let direction = self.random.choose(directions);
        let mut b = Builder::new(&mut computation, &None);
        let keeps = b.compare(direction, old[0], new[0]);
        let parts: Vec<InstructionId> = old.iter().zip(new).map(|(&a, &b_)| b.select(keeps, a, b_)).collect();
        let root = b.tuple(&parts);
        b.finish_with_root(root).expect("a right selection");
        self.define(computation)
    }

    /// Arrays of the same dimensions, and their initial values.
    fn inputs(&mut self, x: InstructionId) -> (Vec<InstructionId>, Vec<InstructionId>, Vec<ElementType>) {
        let shape = self.shape(x).clone();
        let mut inputs = vec![x];
        while self.random.one_in(5) {
            let element_type = self.random_type();
            inputs.push(self.like(&shape.with_element_type(element_type)));
        }
        let types: Vec<ElementType> = inputs.iter().map(|&id| self.element_type(id)).collect();
        let inits = types.iter().map(|&t| self.initial(t)).collect();
        (inputs, inits, types)
    }

    fn initial(&mut self, element_type: ElementType) -> InstructionId {
        match self.random.below(4) {
            0 => self.like_scalar(element_type),
            1 => self.constant(element_type, 1.0),
            2 => self.constant(element_type, f64::NEG_INFINITY),
            _ => self.constant(element_type, 0.0),
        }
    }

    fn reduce(&mut self) -> Attempt {
        let x = self.any();
        let (inputs, inits, types) = self.inputs(x);
        let mut dimensions = self.random.subset(self.shape(x).rank());
        self.random.shuffle(&mut dimensions);
        let (to_apply, callee) = self.combiner(&types);
        self.add_calling(Op::Reduce { dimensions, to_apply }, &[inputs, inits].concat(), &Shape::Token, &[callee])
    }

    /// Along the same dimensions: the elements of the second are made of those of the first, and of its result.
    fn reduce_twice(&mut self) -> Attempt {
        let x = self.unary()?;
        let shape = self.shape(x).clone();
        let dimensions = self.random.subset(shape.rank());
        let first = self.reduce_along(x, &dimensions)?;
        let kept = (0..shape.rank()).filter(|d| !dimensions.contains(d)).collect();
        let wide = self.add(Op::Broadcast { dimensions: kept }, &[first], &shape.clone().into())?;
        let op = self.monoid(shape.element_type);
        let y = self.derived(Op::Binary(op), &[x, wide])?;
        self.reduce_along(y, &dimensions)
    }

    fn reduce_along(&mut self, x: InstructionId, dimensions: &[usize]) -> Attempt {
        let element_type = self.element_type(x);
        let init = self.initial(element_type);
        let (to_apply, callee) = self.combiner(&[element_type]);
        self.add_calling(Op::Reduce { dimensions: dimensions.to_vec(), to_apply }, &[x, init], &Shape::Token, &[callee])
    }

    fn reduce_window(&mut self) -> Attempt {
        let x = self.any();
        let (inputs, inits, types) = self.inputs(x);
        let window = (0..self.shape(x).rank()).map(|_| self.window_dimension(false)).collect();
        let (to_apply, callee) = self.combiner(&types);
        self.add_calling(Op::ReduceWindow { window, to_apply }, &[inputs, inits].concat(), &Shape::Token, &[callee])
    }

    /// A window over all that lies before: a running reduction.
    fn scan(&mut self) -> Attempt {
        let x = self.find(|s| !s.is_scalar() && s.element_count() > 0)?;
        let (inputs, inits, types) = self.inputs(x);
        let dims = self.dims(x);
        let along = self.random.below(dims.len());
        let mut window = vec![WindowDimension::of_size(1); dims.len()];
        window[along].size = dims[along];
        let reach = dims[along] as i64 - 1;
        match self.random.flag() {
            true => window[along].padding_low = reach,
            false => window[along].padding_high = reach,
        }
        let (to_apply, callee) = self.combiner(&types);
        self.add_calling(Op::ReduceWindow { window, to_apply }, &[inputs, inits].concat(), &Shape::Token, &[callee])
    }

    fn select_and_scatter(&mut self) -> Attempt {
        let x = self.of(|t| !t.is_complex());
        let shape = self.shape(x).clone();
        let window: Window = (0..shape.rank())
            .map(|_| WindowDimension { base_dilation: 1, window_dilation: 1, ..self.window_dimension(false) })
            .collect();
        let positions: Vec<usize> = window.iter().zip(&shape.dims).map(|(w, &size)| w.output_size(size)).collect();
        let source = ArrayShape::new(shape.element_type, positions);
        if source.element_count() > super::MAX_ELEMENTS {
            return None;
        }
        let source = self.like(&source);
        let init = self.initial(shape.element_type);
        let mut select = Computation::new("select");
        let [a, b] = [0, 1].map(|n| select.add_parameter(n, ArrayShape::scalar(shape.element_type), &None));
        let direction =
            self.random.choose(&[ComparisonDirection::Ge, ComparisonDirection::Gt, ComparisonDirection::Le]);
        let op = Op::Compare { direction, order: ComparisonOrder::Partial };
        select.add_root(Instruction::new(op, Shape::scalar(ElementType::Pred), [a, b]));
        let (select, _) = self.define(select);
        let (scatter, _) = self.combiner(&[shape.element_type]);
        self.derived(Op::SelectAndScatter { window, select, scatter }, &[x, source, init])
    }

    fn sort(&mut self) -> Attempt {
        let x = self.find(|s| !s.is_scalar() && !s.element_type.is_complex())?;
        let shape = self.shape(x).clone();
        let dimension = self.random.below(shape.rank());
        let mut operands = vec![x];
        while self.random.one_in(3) {
            let element_type = self.random_type();
            operands.push(self.like(&shape.with_element_type(element_type)));
        }
        let comparator = self.comparator(&operands);
        self.derived(Op::Sort { dimension, is_stable: true, comparator }, &operands)
    }

    /// An order by one operand, now and then by its absolute value or negated.
    fn comparator(&mut self, operands: &[InstructionId]) -> ComputationId {
        let types: Vec<ElementType> = operands.iter().map(|&id| self.element_type(id)).collect();
        let mut key = self.random.below(types.len());
        if types[key].is_complex() {
            key = 0;
        }
        let mut computation = Computation::new("comparator");
        let parameters: Vec<InstructionId> = (0..2 * types.len())
            .map(|n| computation.add_parameter(n, ArrayShape::scalar(types[n / 2]), &None))
            .collect();
        let mut pair = [parameters[2 * key], parameters[2 * key + 1]];
        let scalar = Shape::scalar(types[key]);
        for op in [UnaryOp::Abs, UnaryOp::Negate, UnaryOp::Not] {
            if op.admits(types[key]) && self.random.one_in(6) {
                pair = pair.map(|id| computation.add(Instruction::new(Op::Unary(op), scalar.clone(), [id])));
            }
        }
        let total = types[key].is_float() && self.random.flag();
        let order = if total { ComparisonOrder::Total } else { ComparisonOrder::Partial };
        let direction = self.random.choose(&[ComparisonDirection::Lt, ComparisonDirection::Gt]);
        let op = Op::Compare { direction, order };
        computation.add_root(Instruction::new(op, Shape::scalar(ElementType::Pred), pair));
        self.define(computation).0
    }

    fn top_k(&mut self) -> Attempt {
        let x = self.find(|s| !s.is_scalar() && !s.element_type.is_complex())?;
        let last = *self.dims(x).last()?;
        let k = self.random.below(last + 1);
        let largest = self.random.flag();
        self.derived(Op::TopK { k, largest }, &[x])
    }
}
