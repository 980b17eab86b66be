// The module, its cost, its thunks and its memory for programs: docs/json.md.

// OUTPUT: pjrt dump --stage=hlo --format=json %s
//| {
//|   "schema": 1,
//|   "module": {
//|     "name": "module",
//|     "entry": "main",
//|     "is_scheduled": false,
//|     "replica_count": 1,
//|     "partition_count": 1,
//|     "input_output_aliases": [],
//|     "buffer_donors": [],
//|     "frontend_attributes": {},
//|     "computations": [
//|       {
//|         "name": "reduce_region",
//|         "parameters": [
//|           "Arg_0",
//|           "Arg_1"
//|         ],
//|         "root": "add.2",
//|         "instructions": [
//|           {
//|             "name": "Arg_0",
//|             "opcode": "parameter",
//|             "shape": {
//|               "element_type": "f32",
//|               "dimensions": [],
//|               "layout": []
//|             },
//|             "operands": [],
//|             "parameter_number": 0,
//|             "location": {
//|               "text": {
//|                 "file": "testdata/cli/dump_json.mlir",
//|                 "line": 284,
//|                 "column": 46
//|               },
//|               "op_name": null,
//|               "frames": []
//|             }
//|           },
//|           {
//|             "name": "Arg_1",
//|             "opcode": "parameter",
//|             "shape": {
//|               "element_type": "f32",
//|               "dimensions": [],
//|               "layout": []
//|             },
//|             "operands": [],
//|             "parameter_number": 1,
//|             "location": {
//|               "text": {
//|                 "file": "testdata/cli/dump_json.mlir",
//|                 "line": 284,
//|                 "column": 46
//|               },
//|               "op_name": null,
//|               "frames": []
//|             }
//|           },
//|           {
//|             "name": "add.2",
//|             "opcode": "add",
//|             "shape": {
//|               "element_type": "f32",
//|               "dimensions": [],
//|               "layout": []
//|             },
//|             "operands": [
//|               "Arg_0",
//|               "Arg_1"
//|             ],
//|             "location": {
//|               "text": {
//|                 "file": "testdata/cli/dump_json.mlir",
//|                 "line": 284,
//|                 "column": 46
//|               },
//|               "op_name": null,
//|               "frames": []
//|             }
//|           }
//|         ]
//|       },
//|       {
//|         "name": "main",
//|         "parameters": [
//|           "Arg_0"
//|         ],
//|         "root": "reduce.3",
//|         "instructions": [
//|           {
//|             "name": "Arg_0",
//|             "opcode": "parameter",
//|             "shape": {
//|               "element_type": "f32",
//|               "dimensions": [
//|                 2,
//|                 3
//|               ],
//|               "layout": [
//|                 1,
//|                 0
//|               ]
//|             },
//|             "operands": [],
//|             "parameter_number": 0,
//|             "location": {
//|               "text": {
//|                 "file": "testdata/cli/dump_json.mlir",
//|                 "line": 281,
//|                 "column": 17
//|               },
//|               "op_name": null,
//|               "frames": []
//|             }
//|           },
//|           {
//|             "name": "exponential.1",
//|             "opcode": "exponential",
//|             "shape": {
//|               "element_type": "f32",
//|               "dimensions": [
//|                 2,
//|                 3
//|               ],
//|               "layout": [
//|                 1,
//|                 0
//|               ]
//|             },
//|             "operands": [
//|               "Arg_0"
//|             ],
//|             "location": {
//|               "text": {
//|                 "file": "testdata/cli/dump_json.mlir",
//|                 "line": 282,
//|                 "column": 8
//|               },
//|               "op_name": "exp",
//|               "frames": [
//|                 {
//|                   "file": "model.py",
//|                   "line": 3,
//|                   "column": 5
//|                 }
//|               ]
//|             }
//|           },
//|           {
//|             "name": "constant.2",
//|             "opcode": "constant",
//|             "shape": {
//|               "element_type": "f32",
//|               "dimensions": [],
//|               "layout": []
//|             },
//|             "operands": [],
//|             "literal": "0",
//|             "location": {
//|               "text": {
//|                 "file": "testdata/cli/dump_json.mlir",
//|                 "line": 283,
//|                 "column": 8
//|               },
//|               "op_name": null,
//|               "frames": []
//|             }
//|           },
//|           {
//|             "name": "reduce.3",
//|             "opcode": "reduce",
//|             "shape": {
//|               "element_type": "f32",
//|               "dimensions": [
//|                 2
//|               ],
//|               "layout": [
//|                 0
//|               ]
//|             },
//|             "operands": [
//|               "exponential.1",
//|               "constant.2"
//|             ],
//|             "attributes": {
//|               "dimensions": [
//|                 1
//|               ]
//|             },
//|             "called_computations": [
//|               "reduce_region"
//|             ],
//|             "location": {
//|               "text": {
//|                 "file": "testdata/cli/dump_json.mlir",
//|                 "line": 284,
//|                 "column": 8
//|               },
//|               "op_name": null,
//|               "frames": []
//|             }
//|           }
//|         ]
//|       }
//|     ]
//|   }
//| }
// OUTPUT: pjrt dump --stage=hlo --cost %s
//| instruction                                         FLOPs  transcendentals            bytes  FLOP/byte  estimated ms  limit
//| %main
//|   %exponential.1                                        0                6               48      0.000        0.0003  start
//|   %reduce.3                                             4                0               36      0.111        0.0003  start
//| one run                                                 4                6               84      0.048        0.0005
// OUTPUT: pjrt dump --stage=hlo --cost --format=json %s
//| {
//|   "schema": 1,
//|   "cost_model": "cpu",
//|   "total": {
//|     "flops": 4.0,
//|     "transcendentals": 6.0,
//|     "bytes": 84.0,
//|     "intensity": 0.047619047619047616,
//|     "seconds": 5.446666666666666e-7,
//|     "limit": null
//|   },
//|   "computations": [
//|     {
//|       "name": "main",
//|       "instructions": [
//|         {
//|           "name": "exponential.1",
//|           "opcode": "exponential",
//|           "cost": {
//|             "flops": 0.0,
//|             "transcendentals": 6.0,
//|             "bytes": 48.0,
//|             "intensity": 0.0,
//|             "seconds": 2.726666666666667e-7,
//|             "limit": "start"
//|           }
//|         },
//|         {
//|           "name": "reduce.3",
//|           "opcode": "reduce",
//|           "cost": {
//|             "flops": 4.0,
//|             "transcendentals": 0.0,
//|             "bytes": 36.0,
//|             "intensity": 0.1111111111111111,
//|             "seconds": 2.72e-7,
//|             "limit": "start"
//|           }
//|         }
//|       ]
//|     }
//|   ]
//| }
// RUN: pjrt dump --stage=thunks --format=json %s | FileCheck %s --check-prefix=THUNKS
// THUNKS: "schema": 1,
// THUNKS: "thunks": [
// THUNKS: "kind": "kernel",
// THUNKS: "reads": [
// THUNKS: "allocation": 0,
// THUNKS: "phases": [
// RUN: pjrt dump --stage=buffers --format=json %s | FileCheck %s --check-prefix=BUFFERS
// BUFFERS: "argument_bytes": 24,
// BUFFERS: "result_bytes": 8,
// BUFFERS: "allocations": [
// BUFFERS: "kind": "argument",
// BUFFERS: "arena": [
// RUN: pjrt dump --after=fusion --format=json %s | FileCheck %s --check-prefix=AFTER
// AFTER: "after": "fusion",
// AFTER: "runs": [
// RUN: exits 3 pjrt dump --cost --stage=thunks %s

func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %e = stablehlo.exponential %x : tensor<2x3xf32> loc("exp"("model.py":3:5))
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %s : tensor<2xf32>
}
