// All that is missing among StableHLO's and CHLO's operations, and nothing else.

// OUTPUT: pjrt ops | grep -B1 '^    ' | grep -v '^--$'
//| stablehlo.remainder                    parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: unsupported: stablehlo.remainder: of complex numbers, whose meaning the specification leaves open
//| chlo._asin_acos_kernel                 parse no   verify yes  interpreter -    cpu -     complex
//|     parse: complex: unsupported: chlo._asin_acos_kernel: a step of CHLO's own lowering
//| chlo.broadcast_remainder               parse some verify yes  interpreter yes  cpu yes   signed unsigned small-float float complex
//|     parse: complex: unsupported: chlo.broadcast_remainder: of complex numbers, whose meaning the specification leaves open
