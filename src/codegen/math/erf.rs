//! `erf`.

use super::double::Double;
use super::lanes::Lanes;

/// -log(1 - erf x) / x - 1 for 0 ≤ x ≤ 3.95: relative error of erf 2^-30.
const SINGLE: &[f64] = &[
    0.12837916612625122,
    0.6366198658943176,
    0.10277109593153,
    -0.01911793276667595,
    -0.0002501264971215278,
    0.0017927748849615455,
    -0.0007338811410591006,
    0.0001638276007724926,
    -2.0370815036585554e-05,
    1.0885589745157631e-06,
];
/// erf x / x - 1 in x², for |x| ≤ 1: relative error 2^-56.
const NEAR: &[f64] = &[
    0.12837916709551256,
    -0.37612638903183343,
    0.1128379167093695,
    -0.026866170641959154,
    0.005223977596736384,
    -0.0008548325485059308,
    0.00012055280500145722,
    -1.492446575664422e-05,
    1.6444152792059803e-06,
    -1.6184015511573565e-07,
    1.3616841634898844e-08,
    -7.608156115702285e-10,
];
/// e^(x²) erfc(x) (1 + 2x) in t = (x - 3) / (x + 3), for 0.99 ≤ x ≤ 6: error 2^-56 of erf.
const FAR: &[f64] = &[
    1.2530080582697307,
    -0.1356211061246312,
    -0.047562294357351355,
    0.129645158633036,
    -0.11927366371916545,
    0.06830803287594021,
    -0.02377041583528114,
    0.0025301782987696315,
    0.0018925420649992459,
    -0.0007672085314235872,
    -7.68987242464768e-05,
    0.0001676458117907904,
    4.541301109584593e-05,
];

impl<'m, 'ctx> Lanes<'m, 'ctx> {
    /// The error function. Measured: f32 within 1.6 ulp, f64 within 1.1 ulp.
    pub fn erf(self) -> Self {
        let magnitude = self.abs();
        let value = if self.is_f64() { magnitude.erf_double() } else { magnitude.erf_single() };
        value.copy_sign(self)
    }

    /// erf x = 1 - e^-y with y = x + x p(x), the rounding of y carried along.
    fn erf_single(self) -> Self {
        let x = self.constant(3.95).lesser(self);
        let factor = x.polynomial(SINGLE);
        let y = x.mul_add(factor, x);
        let lost = x.mul_add(factor, x - y);
        -(-y).expm1_in_range(Some(-lost))
    }

    /// Near zero an odd polynomial, else 1 - e^(-x²) times a smooth function.
    fn erf_double(self) -> Self {
        let square = self * self;
        let near = self.mul_add(square.polynomial(NEAR), self);
        let x = self.constant(6.0).lesser(self);
        let smooth = ((x - 3.0) / (x + 3.0)).polynomial(FAR);
        let exact_square = Double::of(x.two_product(x));
        let exponential = (-exact_square.high).exp_plus(-exact_square.low);
        let far = self.constant(1.0) - exponential * smooth / (x + x + 1.0);
        self.lt(1.0).select(near, far)
    }
}
