// Constants read back bit for bit: in decimal digits, as bit patterns where there are none, as bytes where they are many.
func.func @main() -> (tensor<2x3xf32>, tensor<3xf64>, tensor<2xbf16>, tensor<3xi4>, tensor<2xi1>, tensor<2xcomplex<f32>>,
                      tensor<0x2xf32>, tensor<5xf32>, tensor<1xui64>, tensor<4xf8E4M3FN>, tensor<104xi8>) {
  %0 = stablehlo.constant dense<[[1.0, 0.1, -0.0], [0x7FC00001, 0xFF800000, 1.0e-45]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<[0.1, 3.141592653589793, 1.7976931348623157e308]> : tensor<3xf64>
  %2 = stablehlo.constant dense<[0.3333, 0x7F80]> : tensor<2xbf16>
  %3 = stablehlo.constant dense<[-8, 7, 0]> : tensor<3xi4>
  %4 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %5 = stablehlo.constant dense<[(1.0, 0x7FC00000), (-2.5, 0.0)]> : tensor<2xcomplex<f32>>
  %6 = stablehlo.constant dense<> : tensor<0x2xf32>
  %7 = stablehlo.constant dense<2.5> : tensor<5xf32>
  %8 = stablehlo.constant dense<[18446744073709551615]> : tensor<1xui64>
  %9 = stablehlo.constant dense<[0.5, 448.0, 0x7F, 0.001953125]> : tensor<4xf8E4M3FN>
  %10 = stablehlo.constant dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F6061626364656667"> : tensor<104xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<2x3xf32>, tensor<3xf64>, tensor<2xbf16>, tensor<3xi4>,
    tensor<2xi1>, tensor<2xcomplex<f32>>, tensor<0x2xf32>, tensor<5xf32>, tensor<1xui64>, tensor<4xf8E4M3FN>, tensor<104xi8>
}

// RUN: pjrt run --device cpu %s > %t.txt && pjrt compile --emit=stablehlo %s | pjrt run --device cpu - | diff %t.txt -
// OUTPUT: pjrt compile --emit=stablehlo %s
//| module @module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//|   func.func public @main() -> (tensor<2x3xf32>, tensor<3xf64>, tensor<2xbf16>, tensor<3xi4>, tensor<2xi1>, tensor<2xcomplex<f32>>, tensor<0x2xf32>, tensor<5xf32>, tensor<1xui64>, tensor<4xf8E4M3FN>, tensor<104xi8>) {
//|     %cst = stablehlo.constant dense<[[1.000000e+00, 1.000000e-01, -0.000000e+00], [0x7FC00001, 0xFF800000, 1.401298e-45]]> : tensor<2x3xf32>
//|     %cst_0 = stablehlo.constant dense<[1.000000e-01, 3.141592653589793e+00, 1.7976931348623157e+308]> : tensor<3xf64>
//|     %cst_1 = stablehlo.constant dense<[3.339844e-01, 0x7F80]> : tensor<2xbf16>
//|     %c = stablehlo.constant dense<[-8, 7, 0]> : tensor<3xi4>
//|     %c_2 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
//|     %cst_3 = stablehlo.constant dense<[(1.000000e+00,0x7FC00000), (-2.500000e+00,0.000000e+00)]> : tensor<2xcomplex<f32>>
//|     %cst_4 = stablehlo.constant dense<> : tensor<0x2xf32>
//|     %cst_5 = stablehlo.constant dense<2.500000e+00> : tensor<f32>
//|     %0 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5xf32>
//|     %c_6 = stablehlo.constant dense<[18446744073709551615]> : tensor<1xui64>
//|     %cst_7 = stablehlo.constant dense<[5.000000e-01, 4.480000e+02, 0x7F, 1.953125e-03]> : tensor<4xf8E4M3FN>
//|     %c_8 = stablehlo.constant dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F6061626364656667"> : tensor<104xi8>
//|     return %cst, %cst_0, %cst_1, %c, %c_2, %cst_3, %cst_4, %0, %c_6, %cst_7, %c_8 : tensor<2x3xf32>, tensor<3xf64>, tensor<2xbf16>, tensor<3xi4>, tensor<2xi1>, tensor<2xcomplex<f32>>, tensor<0x2xf32>, tensor<5xf32>, tensor<1xui64>, tensor<4xf8E4M3FN>, tensor<104xi8>
//|   }
//| }
