extension BLS12381 {
  /// The curve and isogeny of RFC 9380, sections 8.8.1 and E.2, where the x denominator is the kernel polynomial's square.
  static let mapToCurve1 = CurveMap<PrimeField<BLS12381>>(
    a:
      0x0014_4698_a3b8_e943_3d69_3a02_c96d_4982_b0ea_9853_83ee_66a8_d8e8_981a_efd8_81ac_9893_6f8d_a0e0_f97f_5cf4_2808_2d58_4c1d,
    b:
      0x12e2_908d_1168_8030_018b_12e8_753e_ee3b_2016_c1f0_f24f_4070_a0b9_c14f_cef3_5ef5_5a23_215a_316c_eaa5_d1cc_48e9_8e17_2be0,
    z: 11,
    kernel: [
      0x1333_41fb_0962_a34c_b050_4a9c_4fad_a0a5_090d_3867_9b4c_040d_5d1c_3afb_023a_3409_fcc0_815f_ea66_d8b0_2bbe_f9c8_b5a6_6e07,
      0x0264_908a_f037_bced_e00d_054c_f5d4_775e_83eb_6cf6_3c76_b969_f8ed_174f_b59f_cff7_8d20_1f46_f6cf_c4ed_6552_e59c_e751_77b0,
      0x1335_c502_c1f5_4c49_acee_a65e_87fd_7203_ba0f_626f_305f_c0cf_d606_a5da_e9f3_c8e8_1a4b_3b69_6001_29fa_bd30_7c69_bf31_9d39,
      0x0944_40f6_5f40_8a6e_930e_16e3_e92d_d17b_f60d_6e96_79a8_d3d5_8593_de55_ac23_7030_42d6_0953_7eb3_549a_ac23_4d89_6ca8_2944,
      0x04af_e09d_5cf4_956a_23b6_b71f_59d2_b340_7b41_5a77_4b7b_e81b_bb6f_a99c_bc79_8e0a_c98b_a725_a5bc_3280_16b1_c268_b476_6e85,
    ],
    scale: PrimeField<BLS12381>(11).inverted())

  /// The curve and isogeny of RFC 9380, sections 8.8.2 and E.3, whose kernel is at x = −6 + 6u.
  static let mapToCurve2 = CurveMap<QuadraticField<BLS12381>>(
    a: Fp2(0, 240), b: Fp2(1012, 1012), z: Fp2(-2, -1), kernel: [Fp2(6, -6)], scale: Fp2(-3, 0).inverted())

  /// The point of G1 that an element of F_p is mapped to (EIP-2537): with the cofactor cleared, by 1 − x (RFC 9380, 8.8.1).
  static func mapToGroup(_ u: PrimeField<BLS12381>) -> JacobianPoint<PrimeField<BLS12381>> {
    JacobianPoint(mapToCurve1(u)).times(parameter + 1)
  }

  /// The point of G2 that an element of F_p² is mapped to: [x² − x − 1] P + ψ([x − 1] P) + ψ²([2] P), which is P times
  /// the effective cofactor of RFC 9380 (8.8.2, G.3; Budroni and Pintore, eprint.iacr.org/2017/419).
  static func mapToGroup(_ u: QuadraticField<BLS12381>) -> JacobianPoint<QuadraticField<BLS12381>> {
    let point = JacobianPoint(mapToCurve2(u))
    let multiple = -point.times(parameter)
    let less = multiple + -point
    // [x² − x − 1] P = [x] [x − 1] P − P.
    let first = -less.times(parameter) + -point
    return first + twistedFrobenius(less) + twistedFrobenius(twistedFrobenius(point.doubled()))
  }
}
