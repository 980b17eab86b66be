// All that is missing among StableHLO's and CHLO's operations, and nothing else.

// OUTPUT: pjrt ops | grep -B1 '^    ' | grep -v '^--$'
//| stablehlo.infeed                       parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.infeed: transfers between host and device
//| stablehlo.outfeed                      parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.outfeed: transfers between host and device
//| stablehlo.recv                         parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.recv: transfers between host and device
//| stablehlo.remainder                    parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: unsupported: stablehlo.remainder: of complex numbers, whose meaning the specification leaves open
//| stablehlo.send                         parse no   verify yes  interpreter -    cpu -     signed unsigned small-float float complex i1
//|     parse: signed unsigned small-float float complex i1: unsupported: stablehlo.send: transfers between host and device
//| chlo._asin_acos_kernel                 parse no   verify yes  interpreter -    cpu -     complex
//|     parse: complex: unsupported: chlo._asin_acos_kernel: a step of CHLO's own lowering
//| chlo.broadcast_remainder               parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: unsupported: chlo.broadcast_remainder: of complex numbers, whose meaning the specification leaves open
