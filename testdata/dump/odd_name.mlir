// A module's name in HLO text and of files is one that can be spelled.
// RUN: pjrt convert %s --to=hlo | pjrt run --device=%device - --input=iota --expect=2xf32=iota
// RUN: pjrt dump --to=%t %s && ls %t | grep -F 'module_0001.___script___q__a_.._b.before_optimizations.txt'
module @"</script> \"q\" a/../b" {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}
