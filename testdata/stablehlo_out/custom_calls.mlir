// Custom calls keep their attributes. Layouts and the types of a dictionary's integers are for others.
func.func @main(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<i32>) {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}", backend_config = "a \"b\""} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1:2 = stablehlo.custom_call @lapack_spotrf_ffi(%0) {api_version = 4 : i32, mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  %2 = stablehlo.add %0, %0 {mhlo.frontend_attributes = {key = "value"}} : tensor<2x2xf32>
  check.expect_almost_eq %2, %2, tolerance = 0.25 : tensor<2x2xf32>
  return %1#0, %2, %1#1 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<i32>
}

// OUTPUT: pjrt compile --emit=stablehlo %s
//| module @module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//|   func.func public @main(%arg0: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<i32>) {
//|     %0 = stablehlo.custom_call @Sharding(%arg0) {api_version = 1 : i32, backend_config = "a \"b\"", mhlo.sharding = "{replicated}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
//|     %1:2 = stablehlo.custom_call @lapack_spotrf_ffi(%0) {api_version = 4 : i32, mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
//|     %2 = stablehlo.add %0, %0 {mhlo.frontend_attributes = {key = "value"}} : tensor<2x2xf32>
//|     check.expect_almost_eq %2, %2, tolerance = 2.500000e-01 : tensor<2x2xf32>
//|     return %1#0, %2, %1#1 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<i32>
//|   }
//| }
