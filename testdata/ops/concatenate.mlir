// A concatenation of many pieces in a kernel takes code, and time to compile it, for each piece once.
//
// The stack holds it, too: 1500 sums, put together and negated.
//
// RUN: numbers=$(seq 1500); { echo "func.func @main(%x: tensor<1xi32>) {"; for i in $numbers; do echo "%k$i = stablehlo.constant dense<$i> : tensor<1xi32>"; echo "%v$i = stablehlo.add %x, %k$i : tensor<1xi32>"; done; echo "%all = stablehlo.concatenate" $(for i in $numbers; do echo "%v$i,"; done | sed '$ s/,//') ", dim = 0 : (" $(for i in $numbers; do echo "tensor<1xi32>,"; done | sed '$ s/,//') ") -> tensor<1500xi32>"; echo "%n = stablehlo.negate %all : tensor<1500xi32>"; echo "%i = stablehlo.iota dim = 0 : tensor<1500xi32>"; echo "%b = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1xi32>) -> tensor<1500xi32>"; echo "%m = stablehlo.not %i : tensor<1500xi32>"; echo "%e = stablehlo.subtract %m, %b : tensor<1500xi32>"; echo "check.expect_eq %n, %e : tensor<1500xi32>"; echo "return }"; } > %t.mlir; timeout 100 pjrt run --device=%device %t.mlir --input=1xi32=7
// RUN: timeout 60 pjrt run --device=%device %s --input='40xi32=iota' --input=i32=7

func.func @main(%x: tensor<40xi32>, %place: tensor<i32>) {
  %0 = stablehlo.slice %x [39:40] : (tensor<40xi32>) -> tensor<1xi32>
  %1 = stablehlo.slice %x [38:39] : (tensor<40xi32>) -> tensor<1xi32>
  %2 = stablehlo.slice %x [37:38] : (tensor<40xi32>) -> tensor<1xi32>
  %3 = stablehlo.slice %x [36:37] : (tensor<40xi32>) -> tensor<1xi32>
  %4 = stablehlo.slice %x [35:36] : (tensor<40xi32>) -> tensor<1xi32>
  %5 = stablehlo.slice %x [34:35] : (tensor<40xi32>) -> tensor<1xi32>
  %6 = stablehlo.slice %x [33:34] : (tensor<40xi32>) -> tensor<1xi32>
  %7 = stablehlo.slice %x [32:33] : (tensor<40xi32>) -> tensor<1xi32>
  %8 = stablehlo.slice %x [31:32] : (tensor<40xi32>) -> tensor<1xi32>
  %9 = stablehlo.slice %x [30:31] : (tensor<40xi32>) -> tensor<1xi32>
  %10 = stablehlo.slice %x [29:30] : (tensor<40xi32>) -> tensor<1xi32>
  %11 = stablehlo.slice %x [28:29] : (tensor<40xi32>) -> tensor<1xi32>
  %12 = stablehlo.slice %x [27:28] : (tensor<40xi32>) -> tensor<1xi32>
  %13 = stablehlo.slice %x [26:27] : (tensor<40xi32>) -> tensor<1xi32>
  %14 = stablehlo.slice %x [25:26] : (tensor<40xi32>) -> tensor<1xi32>
  %15 = stablehlo.slice %x [24:25] : (tensor<40xi32>) -> tensor<1xi32>
  %16 = stablehlo.slice %x [23:24] : (tensor<40xi32>) -> tensor<1xi32>
  %17 = stablehlo.slice %x [22:23] : (tensor<40xi32>) -> tensor<1xi32>
  %18 = stablehlo.slice %x [21:22] : (tensor<40xi32>) -> tensor<1xi32>
  %19 = stablehlo.slice %x [20:21] : (tensor<40xi32>) -> tensor<1xi32>
  %20 = stablehlo.slice %x [19:20] : (tensor<40xi32>) -> tensor<1xi32>
  %21 = stablehlo.slice %x [18:19] : (tensor<40xi32>) -> tensor<1xi32>
  %22 = stablehlo.slice %x [17:18] : (tensor<40xi32>) -> tensor<1xi32>
  %23 = stablehlo.slice %x [16:17] : (tensor<40xi32>) -> tensor<1xi32>
  %24 = stablehlo.slice %x [15:16] : (tensor<40xi32>) -> tensor<1xi32>
  %25 = stablehlo.slice %x [14:15] : (tensor<40xi32>) -> tensor<1xi32>
  %26 = stablehlo.slice %x [13:14] : (tensor<40xi32>) -> tensor<1xi32>
  %27 = stablehlo.slice %x [12:13] : (tensor<40xi32>) -> tensor<1xi32>
  %28 = stablehlo.slice %x [11:12] : (tensor<40xi32>) -> tensor<1xi32>
  %29 = stablehlo.slice %x [10:11] : (tensor<40xi32>) -> tensor<1xi32>
  %30 = stablehlo.slice %x [9:10] : (tensor<40xi32>) -> tensor<1xi32>
  %31 = stablehlo.slice %x [8:9] : (tensor<40xi32>) -> tensor<1xi32>
  %32 = stablehlo.slice %x [7:8] : (tensor<40xi32>) -> tensor<1xi32>
  %33 = stablehlo.slice %x [6:7] : (tensor<40xi32>) -> tensor<1xi32>
  %34 = stablehlo.slice %x [5:6] : (tensor<40xi32>) -> tensor<1xi32>
  %35 = stablehlo.slice %x [4:5] : (tensor<40xi32>) -> tensor<1xi32>
  %36 = stablehlo.slice %x [3:4] : (tensor<40xi32>) -> tensor<1xi32>
  %37 = stablehlo.slice %x [2:3] : (tensor<40xi32>) -> tensor<1xi32>
  %38 = stablehlo.slice %x [1:2] : (tensor<40xi32>) -> tensor<1xi32>
  %39 = stablehlo.slice %x [0:1] : (tensor<40xi32>) -> tensor<1xi32>
  // Turned around by its pieces, changed, and turned back.
  %pieces = stablehlo.concatenate %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, dim = 0
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<40xi32>
  %odd = stablehlo.multiply %pieces, %pieces : tensor<40xi32>
  %back = stablehlo.reverse %odd, dims = [0] : tensor<40xi32>
  %squares = stablehlo.multiply %x, %x : tensor<40xi32>
  check.expect_eq %back, %squares : tensor<40xi32>

  // A part that begins where an argument says: 32 to 28.
  %part = stablehlo.dynamic_slice %pieces, %place, sizes = [5] : (tensor<40xi32>, tensor<i32>) -> tensor<5xi32>
  %negative = stablehlo.negate %part : tensor<5xi32>
  check.expect_eq_const %negative, dense<[-32, -31, -30, -29, -28]> : tensor<5xi32>

  // Pieces of two elements in rows, with a border that vectors lie across.
  %r0 = stablehlo.slice %x [0:2] : (tensor<40xi32>) -> tensor<2xi32>
  %s0 = stablehlo.broadcast_in_dim %r0, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r1 = stablehlo.slice %x [2:4] : (tensor<40xi32>) -> tensor<2xi32>
  %s1 = stablehlo.broadcast_in_dim %r1, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r2 = stablehlo.slice %x [4:6] : (tensor<40xi32>) -> tensor<2xi32>
  %s2 = stablehlo.broadcast_in_dim %r2, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r3 = stablehlo.slice %x [6:8] : (tensor<40xi32>) -> tensor<2xi32>
  %s3 = stablehlo.broadcast_in_dim %r3, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r4 = stablehlo.slice %x [8:10] : (tensor<40xi32>) -> tensor<2xi32>
  %s4 = stablehlo.broadcast_in_dim %r4, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r5 = stablehlo.slice %x [10:12] : (tensor<40xi32>) -> tensor<2xi32>
  %s5 = stablehlo.broadcast_in_dim %r5, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r6 = stablehlo.slice %x [12:14] : (tensor<40xi32>) -> tensor<2xi32>
  %s6 = stablehlo.broadcast_in_dim %r6, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r7 = stablehlo.slice %x [14:16] : (tensor<40xi32>) -> tensor<2xi32>
  %s7 = stablehlo.broadcast_in_dim %r7, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r8 = stablehlo.slice %x [16:18] : (tensor<40xi32>) -> tensor<2xi32>
  %s8 = stablehlo.broadcast_in_dim %r8, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r9 = stablehlo.slice %x [18:20] : (tensor<40xi32>) -> tensor<2xi32>
  %s9 = stablehlo.broadcast_in_dim %r9, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r10 = stablehlo.slice %x [20:22] : (tensor<40xi32>) -> tensor<2xi32>
  %s10 = stablehlo.broadcast_in_dim %r10, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r11 = stablehlo.slice %x [22:24] : (tensor<40xi32>) -> tensor<2xi32>
  %s11 = stablehlo.broadcast_in_dim %r11, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r12 = stablehlo.slice %x [24:26] : (tensor<40xi32>) -> tensor<2xi32>
  %s12 = stablehlo.broadcast_in_dim %r12, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r13 = stablehlo.slice %x [26:28] : (tensor<40xi32>) -> tensor<2xi32>
  %s13 = stablehlo.broadcast_in_dim %r13, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r14 = stablehlo.slice %x [28:30] : (tensor<40xi32>) -> tensor<2xi32>
  %s14 = stablehlo.broadcast_in_dim %r14, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r15 = stablehlo.slice %x [30:32] : (tensor<40xi32>) -> tensor<2xi32>
  %s15 = stablehlo.broadcast_in_dim %r15, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r16 = stablehlo.slice %x [32:34] : (tensor<40xi32>) -> tensor<2xi32>
  %s16 = stablehlo.broadcast_in_dim %r16, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r17 = stablehlo.slice %x [34:36] : (tensor<40xi32>) -> tensor<2xi32>
  %s17 = stablehlo.broadcast_in_dim %r17, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r18 = stablehlo.slice %x [36:38] : (tensor<40xi32>) -> tensor<2xi32>
  %s18 = stablehlo.broadcast_in_dim %r18, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %r19 = stablehlo.slice %x [38:40] : (tensor<40xi32>) -> tensor<2xi32>
  %s19 = stablehlo.broadcast_in_dim %r19, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %rows = stablehlo.concatenate %s19, %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17, %s18, dim = 1
      : (tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x40xi32>
  %more = stablehlo.add %rows, %rows : tensor<3x40xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %padded = stablehlo.pad %more, %zero, low = [0, 1], high = [0, -36], interior = [0, 0] : (tensor<3x40xi32>, tensor<i32>) -> tensor<3x5xi32>
  check.expect_eq_const %padded, dense<[[0, 76, 78, 0, 2], [0, 76, 78, 0, 2], [0, 76, 78, 0, 2]]> : tensor<3x5xi32>
  return
}
