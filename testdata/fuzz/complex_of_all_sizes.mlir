// Roots and directions of the largest and the smallest complex numbers.
// RUN: pjrt run --device %device %s --input='5xcomplex<f64>=(5e-324,5e-324),(1.7e308,1.7e308),(-3e-310,4e-310),(0,-0.0),(-4e307,3e307)' --expect='5xcomplex<f64>=(0.7071067811865476,0.7071067811865476),(0.7071067811865476,0.7071067811865476),(-0.6,0.8),(0,-0.0),(-0.8,0.6)' --expect='5xcomplex<f64>=(1.8466177099685345e-108,4.947997241150781e-109),(6.006181028281278e102,1.6093513561230985e102),(5.871391285196167e-104,5.340675694223161e-104),(0,-0.0),(2.478922066625353e102,2.7252584227137931e102)' --rtol=1e-12 --atol=0
func.func @main(%x: tensor<5xcomplex<f64>>) -> (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) {
  %0 = stablehlo.sign %x : tensor<5xcomplex<f64>>
  %1 = stablehlo.cbrt %x : tensor<5xcomplex<f64>>
  return %0, %1 : tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>
}
