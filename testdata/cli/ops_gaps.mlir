// All that is missing among StableHLO's and CHLO's operations, and nothing else.

// OUTPUT: pjrt ops | grep -B1 '^    ' | grep -v '^--$'
//| stablehlo.all_gather                   parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.all_gather: collectives between devices
//| stablehlo.all_reduce                   parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.all_reduce: collectives between devices
//| stablehlo.all_to_all                   parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.all_to_all: collectives between devices
//| stablehlo.async_done                   parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: asynchronous values, such as !stablehlo.future<tensor<4xi1>>
//| stablehlo.async_start                  parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: asynchronous values, such as !stablehlo.future<tensor<4xi1>>
//| stablehlo.collective_broadcast         parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.collective_broadcast: collectives between devices
//| stablehlo.collective_permute           parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.collective_permute: collectives between devices
//| stablehlo.infeed                       parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.infeed: transfers between host and device
//| stablehlo.outfeed                      parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.outfeed: transfers between host and device
//| stablehlo.recv                         parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.recv: transfers between host and device
//| stablehlo.reduce_scatter               parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.reduce_scatter: collectives between devices
//| stablehlo.remainder                    parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: unsupported: stablehlo.remainder: of complex numbers, whose meaning the specification leaves open
//| stablehlo.rng                          parse yes  verify yes  interpreter yes  cpu no    signed unsigned small-float float i1
//|     cpu: signed unsigned small-float float i1: sample:2:57: unsupported: rng %rng.8: the pass that expands it did not run
//| stablehlo.rng_bit_generator            parse yes  verify no   interpreter yes  cpu yes   i8 i16 i32 i64 ui8 ui16 ui32 ui64
//|     verify: small-float float complex i1 i2 i4 ui2 ui4: a type that is not admitted is taken
//| stablehlo.scatter                      parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: redefinition of SSA value '%0'
//| stablehlo.send                         parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.send: transfers between host and device
//| stablehlo.uniform_dequantize           parse yes  verify some interpreter yes  cpu yes   f32 f64
//|     verify: f4E2M1FN f6E2M3FN f6E3M2FN f8E3M4 f8E4M3 f8E4M3B11FNUZ f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f16 bf16: a type that is not admitted is taken
//| stablehlo.uniform_quantize             parse yes  verify some interpreter yes  cpu yes   f32 f64
//|     verify: f4E2M1FN f6E2M3FN f6E3M2FN f8E3M4 f8E4M3 f8E4M3B11FNUZ f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f16 bf16: a type that is not admitted is taken
//| chlo._asin_acos_kernel                 parse no   verify yes  interpreter -    cpu -     complex
//|     parse: complex: no operation is written `chlo._asin_acos_kernel`
//| chlo.broadcast_remainder               parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: unsupported: chlo.broadcast_remainder: of complex numbers, whose meaning the specification leaves open
//| chlo.constant_like                     parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: chlo.constant_like: expected `value` to be a floating-point number, found #complex.number<:f32 1.0, 0.0>
//| chlo.square                            parse yes  verify no   interpreter yes  cpu yes   signed small-float float complex
//|     verify: unsigned i1: a type that is not admitted is taken
//| chlo.top_k                             parse yes  verify some interpreter yes  cpu yes   signed unsigned small-float float
//|     verify: i1: a type that is not admitted is taken
