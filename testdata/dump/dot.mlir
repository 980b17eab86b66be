// Graphs for graphviz: a fusion is a cluster that its operands enter and its root leaves; bodies of loops stand in the
// loop's cluster, scalar constants and reducers of one operation in labels.

// OUTPUT: pjrt dump --format=dot %s
//| digraph "dot" {
//|   graph [fontname="Helvetica", fontsize=11, labeljust=l, ranksep=0.3, nodesep=0.2]
//|   node [fontname="Helvetica", fontsize=10, shape=box, style="rounded,filled", margin="0.08,0.04"]
//|   edge [fontname="Helvetica", fontsize=8, arrowsize=0.6, color="#5f6b7a"]
//|   subgraph cluster_1 {
//|     graph [label="ENTRY main", style="rounded,filled", color="#b8c0cc", fillcolor="#00000008"]
//|     n2 [label="Arg_0\nparameter 0\nf32[4,300000]", fillcolor="#ffe0b2"]
//|     n3 [label="Arg_1\nparameter 1\ns32[]", fillcolor="#ffe0b2"]
//|     subgraph cluster_4 {
//|       graph [label="reduce_fusion: fusion f32[4]", style="rounded,filled", color="#b8c0cc", fillcolor="#00000008"]
//|       n5 [label="Arg_0\nparameter 0\nf32[4,300000]", fillcolor="#ffe0b2"]
//|       n6 [label="exponential.4\nexponential\nf32[4,300000]", fillcolor="#fff9c4"]
//|       n7 [label="reduce.5\nreduce (1: 0)\nf32[4]\ndimensions={1}\napplies add", fillcolor="#e1bee7", penwidth=2]
//|     }
//|     n8 [label="tuple.6\ntuple\n(s32[], f32[4])", fillcolor="#ffffff"]
//|     subgraph cluster_9 {
//|       graph [label="while.7: while (s32[], f32[4])", style="rounded,filled", color="#b8c0cc", fillcolor="#00000008"]
//|       n10 [label="while.7\nwhile\n(s32[], f32[4])", fillcolor="#ffcdd2"]
//|       subgraph cluster_11 {
//|         graph [label="while_condition", style="rounded,filled", color="#b8c0cc", fillcolor="#00000008"]
//|         n12 [label="Arg_0\nparameter 0\n(s32[], f32[4])", fillcolor="#ffe0b2"]
//|         n13 [label="get-tuple-element.2\nget-tuple-element\ns32[]\nindex=0", fillcolor="#ffffff"]
//|         subgraph cluster_14 {
//|           graph [label="compare_fusion: fusion pred[]", style="rounded,filled", color="#b8c0cc", fillcolor="#00000008"]
//|           n15 [label="Arg_0\nparameter 0\ns32[]", fillcolor="#ffe0b2"]
//|           n16 [label="compare.4\ncompare (1: 1)\npred[]\ndirection=LT", fillcolor="#fff9c4", penwidth=2]
//|         }
//|       }
//|       subgraph cluster_17 {
//|         graph [label="while_body", style="rounded,filled", color="#b8c0cc", fillcolor="#00000008"]
//|         n18 [label="Arg_0\nparameter 0\n(s32[], f32[4])", fillcolor="#ffe0b2"]
//|         n19 [label="get-tuple-element.2\nget-tuple-element\ns32[]\nindex=0", fillcolor="#ffffff"]
//|         n20 [label="get-tuple-element.3\nget-tuple-element\nf32[4]\nindex=1", fillcolor="#ffffff"]
//|         n21 [label="sine.5\nsine\nf32[4]", fillcolor="#fff9c4"]
//|         subgraph cluster_22 {
//|           graph [label="add_fusion: fusion s32[]", style="rounded,filled", color="#b8c0cc", fillcolor="#00000008"]
//|           n23 [label="Arg_0\nparameter 0\ns32[]", fillcolor="#ffe0b2"]
//|           n24 [label="add.4\nadd (1: 1)\ns32[]", fillcolor="#fff9c4", penwidth=2]
//|         }
//|         n25 [label="tuple.6\ntuple\n(s32[], f32[4])", fillcolor="#ffffff", penwidth=2]
//|       }
//|     }
//|     n26 [label="get-tuple-element.9\nget-tuple-element\nf32[4]\nindex=1", fillcolor="#ffffff", penwidth=2]
//|   }
//|   n5 -> n6
//|   n6 -> n7 [headlabel="0"]
//|   n2 -> n5
//|   n3 -> n8 [headlabel="0"]
//|   n7 -> n8 [headlabel="1"]
//|   n12 -> n13
//|   n15 -> n16 [headlabel="0"]
//|   n13 -> n15
//|   n18 -> n19
//|   n18 -> n20
//|   n20 -> n21
//|   n23 -> n24 [headlabel="0"]
//|   n19 -> n23
//|   n24 -> n25 [headlabel="0"]
//|   n21 -> n25 [headlabel="1"]
//|   n8 -> n10
//|   n10 -> n26
//| }
// OUTPUT: pjrt dump --format=dot --stage=hlo %s | grep -c 'subgraph'
//| 4
// RUN: pjrt dump --format=dot --after=fusion %s | FileCheck %s
// CHECK: // after fusion#1
// CHECK-NEXT: digraph "dot"
// RUN: exits 3 pjrt dump --format=dot --stage=buffers %s
// RUN: exits 3 pjrt dump --format=dot --stage=stablehlo %s
// RUN: exits 3 pjrt dump --format=dot --cost %s

// Where graphviz is installed, it draws them.
// RUN: ! command -v dot || pjrt dump --format=dot %s | dot -Tsvg > %t.svg

module @dot {
func.func @main(%x: tensor<4x300000xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %e = stablehlo.exponential %x : tensor<4x300000xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x300000xf32>, tensor<f32>) -> tensor<4xf32>
  %r:2 = stablehlo.while(%i = %n, %v = %s) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %sine = stablehlo.sine %v : tensor<4xf32>
      stablehlo.return %next, %sine : tensor<i32>, tensor<4xf32>
    }
  return %r#1 : tensor<4xf32>
}
}
