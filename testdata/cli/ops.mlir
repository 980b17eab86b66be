// What is supported, tried operation by operation and type by type.

// OUTPUT: pjrt ops abs remainder all_gather chlo.top_k
//| stablehlo.abs                          parse yes  verify yes  interpreter yes  cpu yes   signed small-float float complex
//| stablehlo.all_gather                   parse yes  verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex i1
//| stablehlo.remainder                    parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: unsupported: stablehlo.remainder: of complex numbers, whose meaning the specification leaves open
//| chlo.top_k                             parse yes  verify yes  interpreter yes  cpu yes   signed unsigned small-float float i1
// OUTPUT: pjrt ops --format=json is_finite
//| [
//|   {
//|     "name": "stablehlo.is_finite",
//|     "types": [
//|       "f4E2M1FN",
//|       "f6E2M3FN",
//|       "f6E3M2FN",
//|       "f8E3M4",
//|       "f8E4M3",
//|       "f8E4M3B11FNUZ",
//|       "f8E4M3FN",
//|       "f8E4M3FNUZ",
//|       "f8E5M2",
//|       "f8E5M2FNUZ",
//|       "f8E8M0FNU",
//|       "f16",
//|       "bf16",
//|       "f32",
//|       "f64"
//|     ],
//|     "parse": {
//|       "types": [
//|         "f4E2M1FN",
//|         "f6E2M3FN",
//|         "f6E3M2FN",
//|         "f8E3M4",
//|         "f8E4M3",
//|         "f8E4M3B11FNUZ",
//|         "f8E4M3FN",
//|         "f8E4M3FNUZ",
//|         "f8E5M2",
//|         "f8E5M2FNUZ",
//|         "f8E8M0FNU",
//|         "f16",
//|         "bf16",
//|         "f32",
//|         "f64"
//|       ],
//|       "gaps": [],
//|       "reason": null
//|     },
//|     "verify": {
//|       "types": [
//|         "i1",
//|         "i2",
//|         "i4",
//|         "i8",
//|         "i16",
//|         "i32",
//|         "i64",
//|         "ui2",
//|         "ui4",
//|         "ui8",
//|         "ui16",
//|         "ui32",
//|         "ui64",
//|         "complex<f32>",
//|         "complex<f64>"
//|       ],
//|       "gaps": [],
//|       "reason": null
//|     },
//|     "interpreter": {
//|       "types": [
//|         "f4E2M1FN",
//|         "f6E2M3FN",
//|         "f6E3M2FN",
//|         "f8E3M4",
//|         "f8E4M3",
//|         "f8E4M3B11FNUZ",
//|         "f8E4M3FN",
//|         "f8E4M3FNUZ",
//|         "f8E5M2",
//|         "f8E5M2FNUZ",
//|         "f8E8M0FNU",
//|         "f16",
//|         "bf16",
//|         "f32",
//|         "f64"
//|       ],
//|       "gaps": [],
//|       "reason": null
//|     },
//|     "cpu": {
//|       "types": [
//|         "f4E2M1FN",
//|         "f6E2M3FN",
//|         "f6E3M2FN",
//|         "f8E3M4",
//|         "f8E4M3",
//|         "f8E4M3B11FNUZ",
//|         "f8E4M3FN",
//|         "f8E4M3FNUZ",
//|         "f8E5M2",
//|         "f8E5M2FNUZ",
//|         "f8E8M0FNU",
//|         "f16",
//|         "bf16",
//|         "f32",
//|         "f64"
//|       ],
//|       "gaps": [],
//|       "reason": null
//|     }
//|   }
//| ]
// OUTPUT: exits 3 pjrt ops no_such_op
//| error: 'no_such_op' is no operation of StableHLO or CHLO
