extension BLS12381 {
  /// The generator of G1 (EIP-2537, section "Curve parameters").
  static let generator1 = G1(
    0x17f1_d3a7_3197_d794_2695_638c_4fa9_ac0f_c368_8c4f_9774_b905_a14e_3a3f_171b_ac58_6c55_e83f_f97a_1aef_fb3a_f00a_db22_c6bb,
    0x08b3_f481_e3aa_a0f1_a09e_30ed_741d_8ae4_fcf5_e095_d5d0_0af6_00db_18cb_2c04_b3ed_d03c_c744_a288_8ae4_0caa_2329_46c5_e7e1
  )

  /// The generator of G2 (same place).
  static let generator2 = G2(
    Fp2(
      0x024a_a2b2_f08f_0a91_2608_0527_2dc5_1051_c6e4_7ad4_fa40_3b02_b451_0b64_7ae3_d177_0bac_0326_a805_bbef_d480_56c8_c121_bdb8,
      0x13e0_2b60_5271_9f60_7dac_d3a0_8827_4f65_596b_d0d0_9920_b61a_b5da_61bb_dc7f_5049_334c_f112_1394_5d57_e5ac_7d05_5d04_2b7e
    ),
    Fp2(
      0x0ce5_d527_727d_6e11_8cc9_cdc6_da2e_351a_adfd_9baa_8cbd_d3a7_6d42_9a69_5160_d12c_923a_c9cc_3bac_a289_e193_5486_08b8_2801,
      0x0606_c4a0_2ea7_34cc_32ac_d2b0_2bc2_8b99_cb3e_287e_85a7_63af_2674_92ab_572e_99ab_3f37_0d27_5cec_1da1_aaa9_075f_f05f_79be
    ))

  /// τ times the generator of G2, where nobody knows τ: the second power in G2 of the KZG ceremony's trusted setup
  /// (`g2_monomial[1]` of trusted_setup_4096.json, the consensus specification of Deneb), its compressed point read out.
  static let trustedSetup2 = G2(
    Fp2(
      0x185c_bfee_5349_2714_7344_29b7_b386_08e2_3926_c911_ccec_eac9_a368_5147_7ba4_c60b_0870_41de_6210_00ed_c98e_dada_20c1_def2,
      0x15bf_d7dd_8cde_b128_843b_c287_230a_f389_2618_7075_cbfb_efa8_1009_a2ce_615a_c53d_2914_e587_0cb4_52d2_afaa_ab24_f349_9f72
    ),
    Fp2(
      0x0143_53bd_b96b_626d_d7d5_ee85_99d1_fca2_1315_6949_0e28_de18_e824_51a4_96a9_c979_4ce2_6d10_5941_f383_ee68_9bfb_bb83_2a99,
      0x1666_c54b_0a32_5295_0343_2fca_e018_1b4b_ef79_de09_fc63_671f_da5e_d1ba_9bfa_0789_9495_346f_3d7a_c9cd_2304_8ef3_0d0a_154f
    ))
}
