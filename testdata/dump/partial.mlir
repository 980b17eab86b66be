// What cannot be compiled leaves the stages before that.
// RUN: exits 77 pjrt dump --to=%t --disable-pass=region-expander %s
// OUTPUT: ls %t
//| module_0001.looping.before_optimizations.txt
//| module_0001.looping.cpu_after_optimizations-buffer-assignment.txt
//| module_0001.looping.cpu_after_optimizations-live-range.txt
//| module_0001.looping.cpu_after_optimizations-memory-usage-report.txt
//| module_0001.looping.cpu_after_optimizations.txt

module @looping {
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %w:2 = stablehlo.while(%i = %a, %j = %b) : tensor<f32>, tensor<f32>
      cond {
        %more = stablehlo.compare LT, %i, %j : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %n = stablehlo.add %i, %i : tensor<f32>
        stablehlo.return %n, %j : tensor<f32>, tensor<f32>
      }
    stablehlo.return %w#0 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
}
