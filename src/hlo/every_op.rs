//! A module with every operation and most attributes, for tests that want to have seen all.

use super::infer::ProgramShape;
use super::*;
use ElementType::*;
use std::sync::Arc;

/// Every operation once or more, in the entry of a module that the verifier and XLA's parser accept.
pub fn every_op() -> Module {
    module(&UnaryOp::ALL, &BinaryOp::ALL, true)
}

/// As [`every_op`], without those that StableHLO lacks.
pub fn every_op_of_stablehlo() -> Module {
    module(&UnaryOp::ALL, &BinaryOp::ALL, false)
}

/// As [`every_op`], with one for all elementwise operations that are nothing but their name.
pub fn every_form() -> Module {
    module(&[UnaryOp::Abs], &[BinaryOp::Add], true)
}

fn module(unary: &[UnaryOp], binary: &[BinaryOp], of_hlo: bool) -> Module {
    let mut module = Module::new("every_op");
    let callees = Callees::new(&mut module);
    let mut main = Computation::new("main");
    let mut b = Builder::new(&mut main, &None);
    let inputs = Inputs::new(&mut b);
    named(&mut b, &inputs, unary, binary);
    elementwise(&mut b, &inputs, &callees);
    movement(&mut b, &inputs, &callees);
    contractions(&mut b, &inputs);
    reductions(&mut b, &inputs, &callees);
    algorithms(&mut b, &inputs);
    let root = structure(&mut b, &inputs, &callees, &module, of_hlo);
    b.finish_with_root(root).expect("a right module");
    let entry = module.add_computation(main);
    module.set_entry(entry);
    annotate(&mut module);
    module
}

/// The computations that operations call.
struct Callees {
    add: ComputationId,
    less: ComputationId,
    double: ComputationId,
    below_ten: ComputationId,
    next: ComputationId,
}

impl Callees {
    fn new(module: &mut Module) -> Callees {
        let add = module.add_computation(reducer(BinaryOp::Add, F32));
        let less = module.add_computation(computation("less", |b| {
            let [x, y] = [0, 1].map(|number| b.parameter(number, Shape::scalar(F32)));
            b.compare(ComparisonDirection::Lt, x, y)
        }));
        let double = module.add_computation(computation("double", |b| {
            let x = b.parameter(0, Shape::scalar(F32));
            b.add_values(x, x)
        }));
        let below_ten = module.add_computation(computation("below_ten", |b| {
            let i = b.parameter(0, Shape::scalar(S32));
            let ten = b.scalar_integer(S32, 10);
            b.compare(ComparisonDirection::Lt, i, ten)
        }));
        let next = module.add_computation(computation("next", |b| {
            let i = b.parameter(0, Shape::scalar(S32));
            let one = b.scalar_integer(S32, 1);
            b.add_values(i, one)
        }));
        Callees { add, less, double, below_ten, next }
    }
}

/// A computation from what its builder returns as root.
pub fn computation(name: &str, build: impl FnOnce(&mut Builder) -> InstructionId) -> Computation {
    let mut computation = Computation::new(name);
    let mut b = Builder::new(&mut computation, &None);
    let root = build(&mut b);
    b.finish_with_root(root).expect("a right computation");
    computation
}

/// The entry's parameters and some derived values.
struct Inputs {
    matrix: InstructionId,
    square: InstructionId,
    image: InstructionId,
    integer: InstructionId,
    pred: InstructionId,
    complex: InstructionId,
    integers: InstructionId,
}

impl Inputs {
    fn new(b: &mut Builder) -> Inputs {
        let matrix = b.parameter(0, Shape::array(F32, [2, 3]));
        let square = b.parameter(1, Shape::array(F32, [4, 4]));
        let image = b.parameter(2, Shape::array(F32, [1, 8, 8, 2]));
        let integer = b.parameter(3, Shape::scalar(S32));
        let pred = b.parameter(4, Shape::scalar(Pred));
        let complex = b.parameter(5, Shape::array(C64, [8]));
        let integers = b.parameter(6, Shape::array(S32, [2, 3]));
        Inputs { matrix, square, image, integer, pred, complex, integers }
    }

    /// One of a type that an operation admits: of complex numbers only where it is about them.
    fn admitted(&self, b: &Builder, admits: impl Fn(ElementType) -> bool) -> InstructionId {
        let candidates = [self.matrix, self.integers, self.complex];
        let first = candidates.into_iter().find(|&id| admits(b.element_type(id)));
        first.expect("operations are on floats, integers or complex numbers")
    }
}

fn named(b: &mut Builder, inputs: &Inputs, unary: &[UnaryOp], binary: &[BinaryOp]) {
    for op in unary {
        let operand = inputs.admitted(b, |element_type| op.admits(element_type));
        b.unary(*op, operand);
    }
    for op in binary {
        let operand = inputs.admitted(b, |element_type| op.admits(element_type));
        b.binary(*op, operand, operand);
    }
}

fn elementwise(b: &mut Builder, inputs: &Inputs, callees: &Callees) {
    let flags = b.compare(ComparisonDirection::Ge, inputs.matrix, inputs.matrix);
    b.add(
        Op::Compare { direction: ComparisonDirection::Eq, order: ComparisonOrder::Total },
        &[inputs.matrix, inputs.matrix],
        &Shape::Token,
    );
    b.select(flags, inputs.matrix, inputs.matrix);
    let (low, high) = (b.scalar(F32, 0.0), b.scalar(F32, 1.0));
    b.clamp(low, inputs.matrix, high);
    b.convert(inputs.matrix, BF16);
    b.bitcast_convert(inputs.matrix, U8);
    b.add(Op::ReducePrecision { exponent_bits: 5, mantissa_bits: 10 }, &[inputs.matrix], &Shape::Token);
    b.add(Op::Copy, &[inputs.matrix], &Shape::Token);
    let double = ProgramShape { parameters: vec![Shape::scalar(F32)], result: Shape::scalar(F32) };
    b.add_calling(Op::Map { to_apply: callees.double }, &[inputs.matrix], &Shape::Token, &[double]);
}

fn movement(b: &mut Builder, inputs: &Inputs, callees: &Callees) {
    let (matrix, square, integer) = (inputs.matrix, inputs.square, inputs.integer);
    let zero = b.scalar(F32, 0.0);
    b.iota(S32, &[2, 3], 1);
    b.broadcast(matrix, &[2, 5, 3], &[0, 2]);
    b.reshape(matrix, &[6]);
    b.transpose(matrix, &[1, 0]);
    b.reverse(matrix, &[0, 1]);
    b.slice(matrix, &[0, 1], &[2, 3], &[1, 1]);
    b.slice(matrix, &[0, 0], &[2, 3], &[1, 2]);
    b.pad(matrix, zero, vec![PaddingDimension { low: 1, high: -1, interior: 0 }, PaddingDimension::default()]);
    b.pad(matrix, zero, vec![PaddingDimension { low: 1, high: 0, interior: 2 }, PaddingDimension::default()]);
    b.concatenate(&[matrix, matrix], 1);
    let part = b.dynamic_slice(square, &[integer, integer], &[1, 4]);
    b.dynamic_update_slice(square, part, &[integer, integer]);
    let indices = b.reshape(inputs.integers, &[6, 1]);
    let dims = GatherDimensionNumbers {
        offset_dims: vec![1],
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let gather = Op::Gather { dims, slice_sizes: vec![1, 4], indices_are_sorted: true };
    let rows = b.add(gather, &[square, indices], &Shape::Token);
    let dims = ScatterDimensionNumbers {
        update_window_dims: vec![1],
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let to_apply = callees.add;
    let scatter = Op::Scatter { dims, indices_are_sorted: false, unique_indices: true, to_apply };
    b.add(scatter, &[square, indices, rows], &Shape::Token);
    batched_gather(b, inputs);
}

fn batched_gather(b: &mut Builder, inputs: &Inputs) {
    let indices = b.iota(S32, &[4, 2], 0);
    let dims = GatherDimensionNumbers {
        collapsed_slice_dims: vec![1],
        operand_batching_dims: vec![0],
        start_indices_batching_dims: vec![0],
        start_index_map: vec![1],
        index_vector_dim: 2,
        ..Default::default()
    };
    let gather = Op::Gather { dims, slice_sizes: vec![1, 1], indices_are_sorted: false };
    b.add(gather, &[inputs.square, indices], &Shape::Token);
}

fn contractions(b: &mut Builder, inputs: &Inputs) {
    let dims = DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![1], ..Default::default() };
    b.dot(inputs.matrix, inputs.matrix, dims);
    let dims = DotDimensionNumbers {
        lhs_batch: vec![0],
        rhs_batch: vec![0],
        lhs_contracting: vec![1],
        rhs_contracting: vec![1],
    };
    let algorithm = DotAlgorithm {
        lhs_precision: DotPrecisionType::Element(BF16),
        rhs_precision: DotPrecisionType::Element(BF16),
        accumulation: F32,
        lhs_components: 1,
        rhs_components: 1,
        primitive_operations: 3,
        allow_imprecise_accumulation: false,
    };
    let plain = Op::Dot { dims: dims.clone(), precision: [Precision::Highest; 2], algorithm: None };
    b.add(plain, &[inputs.matrix, inputs.matrix], &Shape::scalar(F32));
    let split = Op::Dot { dims, precision: Default::default(), algorithm: Some(algorithm) };
    b.add(split, &[inputs.matrix, inputs.matrix], &Shape::scalar(F32));
    convolution(b, inputs);
}

fn convolution(b: &mut Builder, inputs: &Inputs) {
    let element = b.scalar(F32, 0.5);
    let kernel = b.splat(element, &[3, 3, 1, 6]);
    let dimension = WindowDimension {
        stride: 2,
        padding_low: 1,
        padding_high: 1,
        window_dilation: 2,
        reversal: true,
        ..WindowDimension::of_size(3)
    };
    let op = Op::Convolution {
        window: vec![dimension; 2],
        dims: ConvolutionDimensionNumbers {
            input_batch: 0,
            input_feature: 3,
            input_spatial: vec![1, 2],
            kernel_input_feature: 2,
            kernel_output_feature: 3,
            kernel_spatial: vec![0, 1],
            output_batch: 0,
            output_feature: 3,
            output_spatial: vec![1, 2],
        },
        feature_group_count: 2,
        batch_group_count: 1,
        precision: [Precision::High, Precision::Default],
    };
    b.add(op, &[inputs.image, kernel], &Shape::scalar(F32));
}

fn reductions(b: &mut Builder, inputs: &Inputs, callees: &Callees) {
    let zero = b.scalar(F32, 0.0);
    b.reduce(inputs.matrix, zero, &[1], callees.add);
    let unit = WindowDimension::of_size(1);
    let pool = WindowDimension { stride: 2, ..WindowDimension::of_size(2) };
    let window = vec![unit, pool, pool, unit];
    let pooled = Op::ReduceWindow { window: window.clone(), to_apply: callees.add };
    let pooled = b.add(pooled, &[inputs.image, zero], &Shape::Token);
    let spread = Op::SelectAndScatter { window, select: callees.less, scatter: callees.add };
    b.add(spread, &[inputs.image, pooled, zero], &Shape::Token);
    b.sort(&[inputs.matrix], 1, callees.less);
    b.add(Op::TopK { k: 2, largest: true }, &[inputs.matrix], &Shape::Token);
}

fn algorithms(b: &mut Builder, inputs: &Inputs) {
    let square = inputs.square;
    b.add(Op::Cholesky { lower: true }, &[square], &Shape::Token);
    let transpose_a = Transpose::Adjoint;
    let solve = Op::TriangularSolve { left_side: true, lower: true, unit_diagonal: false, transpose_a };
    b.add(solve, &[square, square], &Shape::Token);
    for (fft_type, operand, length) in [
        (FftType::Fft, inputs.complex, 8),
        (FftType::Ifft, inputs.complex, 8),
        (FftType::Rfft, inputs.matrix, 3),
        (FftType::Irfft, inputs.complex, 14),
    ] {
        b.add(Op::Fft { fft_type, length: vec![length] }, &[operand], &Shape::Token);
    }
    let element = b.scalar(F32, 1.0);
    let ones = b.splat(element, &[3]);
    let (epsilon, feature_index, x) = (0.001, 1, inputs.matrix);
    b.add(Op::BatchNormTraining { epsilon, feature_index }, &[x, ones, ones], &Shape::Token);
    b.add(Op::BatchNormInference { epsilon, feature_index }, &[x, ones, ones, ones, ones], &Shape::Token);
    b.add(Op::BatchNormGrad { epsilon, feature_index }, &[x, ones, ones, ones, x], &Shape::Token);
    let zero = b.scalar(F32, 0.0);
    for distribution in [RngDistribution::Uniform, RngDistribution::Normal] {
        b.add(Op::Rng { distribution }, &[zero, element], &Shape::array(F32, [5]));
    }
    let state = b.constant(ArrayLiteral::from_slice(U64, [2], &[1u64, 2]));
    let bits = Shape::Tuple(vec![Shape::array(U64, [2]), Shape::array(U32, [4])]);
    for algorithm in [RngAlgorithm::Default, RngAlgorithm::ThreeFry, RngAlgorithm::Philox] {
        b.add(Op::RngBitGenerator { algorithm }, &[state], &bits);
    }
}

fn structure(b: &mut Builder, inputs: &Inputs, callees: &Callees, module: &Module, of_hlo: bool) -> InstructionId {
    let next = ProgramShape::of(module.computation(callees.next));
    let counted = b.while_loop(inputs.integer, callees.below_ten, callees.next);
    let called = b.call(callees.next, &next, &[counted]);
    let branches = [callees.next, callees.next];
    let signatures = [next.clone(), next.clone()];
    b.conditional(inputs.pred, &branches, &signatures, &[called, called]);
    b.conditional(inputs.integer, &branches, &signatures, &[called, called]);
    let fusion = Op::Fusion { kind: FusionKind::Loop, computation: callees.next };
    b.add_calling(fusion, &[called], &Shape::Token, std::slice::from_ref(&next));
    let call = CustomCall {
        target: Arc::from("Target"),
        backend_config: Arc::from("a \"quoted\" config"),
        api_version: 2,
        has_side_effect: true,
        ..Default::default()
    };
    b.add(Op::CustomCall(Box::new(call)), &[inputs.matrix], &Shape::array(F32, [7]));
    let call = CustomCall {
        target: Arc::from("lapack_spotrf_ffi"),
        backend_config: Arc::from("{\"uplo\": 76}"),
        api_version: 4,
        output_operand_aliases: vec![(vec![], 0, vec![])],
        ..Default::default()
    };
    b.add(Op::CustomCall(Box::new(call)), &[inputs.square], &Shape::array(F32, [4, 4]));
    collectives(b, inputs, callees);
    asynchronous(b, Op::Copy, inputs.matrix, Shape::array(F32, [2, 3]), &[]);
    asynchronous(b, Op::Unary(UnaryOp::Abs), inputs.matrix, Shape::array(F32, [2, 3]), &[]);
    let next = ProgramShape::of(module.computation(callees.next));
    asynchronous(b, Op::Call { to_apply: callees.next }, called, next.result.clone(), std::slice::from_ref(&next));
    b.add(Op::OptimizationBarrier, &[inputs.matrix], &Shape::Token);
    let token = b.add(Op::AfterAll, &[], &Shape::Token);
    if of_hlo {
        transfers(b, inputs.matrix, token);
        scan(b, callees, &next);
    }
    let tuple = b.tuple(&[called, inputs.matrix]);
    let first = b.get_tuple_element(tuple, 0);
    b.tuple(&[first, inputs.square])
}

fn scan(b: &mut Builder, callees: &Callees, body: &ProgramShape) {
    let to_apply = callees.next;
    let scan = Op::Scan { dimension: 0, carries: 0, is_reverse: true, is_associative: Some(false), to_apply };
    let numbers = b.iota(S32, &[4], 0);
    b.add_calling(scan, &[numbers], &Shape::Token, std::slice::from_ref(body));
}

fn transfers(b: &mut Builder, value: InstructionId, token: InstructionId) {
    let transfer = |op| Op::Transfer(Box::new(op));
    let (data, context) = (b.shape(value).clone(), Shape::scalar(U32));
    let fed = Shape::Tuple(vec![data.clone(), Shape::Token]);
    let room = Shape::Tuple(vec![data, context, Shape::Token]);
    let config = Arc::from("a \"config\"");
    b.add(transfer(Transfer::Infeed { config: Arc::clone(&config) }), &[token], &fed);
    b.add(transfer(Transfer::Outfeed { config }), &[value, token], &Shape::Token);
    let channel = |id, is_host_transfer| Channel { id: Some(id), is_host_transfer };
    let sent = b.add(transfer(Transfer::Send(channel(7, true))), &[value, token], &Shape::Token);
    b.add(transfer(Transfer::SendDone(channel(7, true))), &[sent], &Shape::Token);
    let received = b.add(transfer(Transfer::Recv(channel(8, false))), &[token], &room);
    b.add(transfer(Transfer::RecvDone(channel(8, false))), &[received], &Shape::Token);
}

fn collectives(b: &mut Builder, inputs: &Inputs, callees: &Callees) {
    let add = ProgramShape { parameters: vec![Shape::scalar(F32); 2], result: Shape::scalar(F32) };
    let iota = ReplicaGroups::Iota { groups: 1, members: 1, reshape: vec![1, 1], permutation: vec![1, 0] };
    let list = ReplicaGroups::List(vec![vec![0]]);
    for (kind, groups) in [
        (CollectiveKind::AllReduce { to_apply: callees.add }, list.clone()),
        (CollectiveKind::AllGather { dimension: 0 }, iota),
        (CollectiveKind::ReduceScatter { dimension: 1, to_apply: callees.add }, list.clone()),
        (CollectiveKind::AllToAll { dimension: Some(1) }, list.clone()),
        (CollectiveKind::CollectiveBroadcast, list),
        (CollectiveKind::CollectivePermute { pairs: vec![(0, 0)] }, ReplicaGroups::List(vec![])),
    ] {
        let op = Collective { kind, groups, channel_id: Some(1), use_global_device_ids: false };
        let calls = vec![add.clone(); usize::from(op.to_apply().is_some())];
        let (op, result) = (Op::Collective(Box::new(op)), Shape::array(F32, [2, 3]));
        b.add_calling(op.clone(), &[inputs.matrix], &result, &calls);
        asynchronous(b, op, inputs.matrix, result, &calls);
    }
}

/// A start and a done, with an update between them where XLA has one.
fn asynchronous(b: &mut Builder, op: Op, operand: InstructionId, result: Shape, calls: &[ProgramShape]) {
    let (index, is_generic) = (op.started_index(), matches!(op, Op::Unary(_) | Op::Call { .. }));
    let stated = op.started_shape(&[b.shape(operand)], result, &[Shape::scalar(U32)]);
    let start = b.add_calling(Op::AsyncStart(Box::new(op)), &[operand], &stated, calls);
    let under_way = if is_generic { b.add(Op::AsyncUpdate, &[start], &Shape::Token) } else { start };
    b.add(Op::AsyncDone { index }, &[under_way], &Shape::Token);
}

/// Donation, provenance, sharding and attributes that any instruction may carry.
fn annotate(module: &mut Module) {
    module.input_output_aliases.push(InputOutputAlias {
        output: vec![1],
        parameter: 1,
        parameter_index: vec![],
        must: false,
    });
    module.buffer_donors.push(0);
    module.frontend_attributes.insert(Arc::from("xla.key"), Arc::from("value"));
    let entry = module.entry_mut();
    let frame = Position { file: Arc::from("model.py"), line: 12, column: 3 };
    let location = Location { text: None, op_name: Some(Arc::from("jit(f)/\"add\"")), frames: vec![frame.into()] };
    let first = entry.parameters()[0];
    let root = entry.root();
    entry.get_mut(first).sharding = Some(Arc::from("{replicated}"));
    entry.get_mut(first).frontend_attributes.insert(Arc::from("key"), Arc::from("a \"b\""));
    entry.get_mut(root).location = Some(Arc::new(location));
    entry.get_mut(root).control_predecessors.push(first);
}
