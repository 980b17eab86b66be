// All stages as files with the names of XLA's dumps, a number a module.

// OUTPUT: pjrt dump --to=%t --passes=call-inliner,dce %s && ls -A %t | sed 's/\.00../.NNNN/'
//| module_0001.first.NNNN.cpu.after_call-inliner.before_dce.txt
//| module_0001.first.before_optimizations.txt
//| module_0001.first.cpu_after_optimizations-buffer-assignment.txt
//| module_0001.first.cpu_after_optimizations-live-range.txt
//| module_0001.first.cpu_after_optimizations-memory-usage-report.txt
//| module_0001.first.cpu_after_optimizations.txt
//| module_0001.first.kernel_module.ir-no-opt.ll
//| module_0001.first.kernel_module.ir-with-opt.ll
//| module_0001.first.kernel_module.s
//| module_0001.first.obj-file.kernel_module.o
//| module_0001.first.thunk_sequence.txt
//| module_0002.second.before_optimizations.txt
//| module_0002.second.cpu_after_optimizations-buffer-assignment.txt
//| module_0002.second.cpu_after_optimizations-live-range.txt
//| module_0002.second.cpu_after_optimizations-memory-usage-report.txt
//| module_0002.second.cpu_after_optimizations.txt
//| module_0002.second.kernel_module.ir-no-opt.ll
//| module_0002.second.kernel_module.ir-with-opt.ll
//| module_0002.second.kernel_module.s
//| module_0002.second.obj-file.kernel_module.o
//| module_0002.second.thunk_sequence.txt
// OUTPUT: pjrt dump --to=%t.json --format=json %s && ls %t.json | grep json
//| module_0001.first.before_optimizations.json
//| module_0001.first.cpu_after_optimizations.json
//| module_0002.second.before_optimizations.json
//| module_0002.second.cpu_after_optimizations.json
// OUTPUT: pjrt dump --to=%t.dot --format=dot %s && ls %t.dot | grep dot
//| module_0001.first.before_optimizations.dot
//| module_0001.first.cpu_after_optimizations.dot
//| module_0002.second.before_optimizations.dot
//| module_0002.second.cpu_after_optimizations.dot
// RUN: pjrt dump --to=%t.all --passes=all %s && ls %t.all | grep -q "cpu.after_fusion.before_"

// What is written is what other commands show.
// RUN: pjrt dump --to=%t.new/deeper --passes=fusion demo/softmax.mlir
// RUN: pjrt dump --stage=hlo demo/softmax.mlir | diff - %t.new/deeper/module_0001.softmax.before_optimizations.txt
// RUN: pjrt dump --stage=scheduled demo/softmax.mlir | diff - %t.new/deeper/module_0001.softmax.cpu_after_optimizations.txt
// RUN: pjrt dump --stage=thunks demo/softmax.mlir | diff - %t.new/deeper/module_0001.softmax.thunk_sequence.txt
// RUN: pjrt dump --after=fusion demo/softmax.mlir | tail -n +2 | diff - %t.new/deeper/module_0001.softmax.*.after_fusion.*.txt
// RUN: pjrt dump --to=%t.new/deeper demo/softmax.mlir

// Passes by expression; kernels before and after LLVM's passes; when values live.
// RUN: pjrt dump --to=%t.re --passes='^d.e$|inliner' %s && ls %t.re | FileCheck %s --check-prefix=EXPRESSION
// EXPRESSION: module_0001.first.{{[0-9]+}}.cpu.after_call-inliner.before_dce.txt
// EXPRESSION-NEXT: module_0001.first.before_optimizations.txt
// RUN: cat %t.re/module_0001.first.kernel_module.ir-no-opt.ll | FileCheck %s --check-prefix=LLVM
// RUN: ! diff -q %t.re/module_0001.first.kernel_module.ir-no-opt.ll %t.re/module_0001.first.kernel_module.ir-with-opt.ll
// LLVM: define {{.*}}@k0
// RUN: cat %t.re/module_0001.first.cpu_after_optimizations-live-range.txt | FileCheck %s --check-prefix=LIVE
// LIVE: HloLiveRange (max
// LIVE: InstructionSequence:
// LIVE-NEXT: 0:Arg_0
// LIVE: BufferLiveRange:
// LIVE-NEXT: Arg_0{}:0-
// LIVE: Live ranges at {{[0-9]+}} (peak):
// LIVE-NEXT: Arg_0{}: 8 bytes
// OUTPUT: exits 3 pjrt dump --to=%t --passes='fusoi.*' %s
//| error: no pass matches 'fusoi.*': see pjrt opt --list-passes
// OUTPUT: exits 3 pjrt dump --to=%t --passes='(dce)' %s
//| error: '(dce)': expressions have . * + ? ^ $ | only, and no (
// RUN: exits 3 pjrt dump --to=%t --passes=fusoin %s 2>&1 | grep "a similar value exists: 'fusion'"
// OUTPUT: exits 3 pjrt dump --passes=fusion %s
//| error: the following required arguments were not provided:
//|   --to <DIR>
//|
//| Usage: pjrt dump --to <DIR> --passes <PASS,…> <PROGRAM>
//|
//| For more information, try '--help'.
// RUN: exits 4 pjrt dump --to=%s %s
// RUN: exits 3 pjrt dump --to=%t --stage=hlo %s

module @first {
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %z = stablehlo.add %y, %y : tensor<2xf32>
  return %z : tensor<2xf32>
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.cosine %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
}
// -----
module @second {
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %z = stablehlo.sqrt %x : tensor<2xf32>
  return %z : tensor<2xf32>
}
}
