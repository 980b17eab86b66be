// All that is missing among StableHLO's and CHLO's operations, and nothing else.

// OUTPUT: pjrt ops | grep -B1 '^    ' | grep -v '^--$'
//| stablehlo.infeed                       parse yes  verify yes  interpreter no   cpu no    signed unsigned small-float float complex i1
//|     interpreter: signed unsigned small-float float complex i1: unsupported: infeed: transfers between host and device
//|     cpu: signed unsigned small-float float complex i1: sample:2:59: unsupported: infeed: transfers between host and device
//| stablehlo.outfeed                      parse yes  verify yes  interpreter no   cpu no    signed unsigned small-float float complex i1
//|     interpreter: signed unsigned small-float float complex i1: unsupported: outfeed: transfers between host and device
//|     cpu: signed unsigned small-float float complex i1: sample:2:55: unsupported: outfeed: transfers between host and device
//| stablehlo.recv                         parse yes  verify yes  interpreter no   cpu no    signed unsigned small-float float complex i1
//|     interpreter: signed unsigned small-float float complex i1: unsupported: recv: transfers between host and device
//|     cpu: signed unsigned small-float float complex i1: sample:2:59: unsupported: recv: transfers between host and device
//| stablehlo.remainder                    parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: unsupported: stablehlo.remainder: of complex numbers, whose meaning the specification leaves open
//| stablehlo.send                         parse yes  verify yes  interpreter no   cpu no    signed unsigned small-float float complex i1
//|     interpreter: signed unsigned small-float float complex i1: unsupported: send: transfers between host and device
//|     cpu: signed unsigned small-float float complex i1: sample:2:55: unsupported: send: transfers between host and device
//| chlo._asin_acos_kernel                 parse no   verify yes  interpreter -    cpu -     complex
//|     parse: complex: unsupported: chlo._asin_acos_kernel: a step of CHLO's own lowering
//| chlo.broadcast_remainder               parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: unsupported: chlo.broadcast_remainder: of complex numbers, whose meaning the specification leaves open
