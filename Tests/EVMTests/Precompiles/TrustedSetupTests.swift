import Testing

@testable import EVM

@Suite("The trusted setup of blobs")
struct TrustedSetupTests {
  @Test("each power in G1 is τ times the one before, by the τ in G2, and so is the 64th in G2")
  func powers() {
    #expect(KZG.powers1.count == 64)
    for (power, next) in zip(KZG.powers1, KZG.powers1.dropFirst()) {
      #expect(BLS12381.pairingIsOne([(power, BLS12381.trustedSetup2), (-next, BLS12381.generator2)]))
    }
    #expect(BLS12381.isInSubgroup(KZG.cellPower2))
    #expect(
      BLS12381.pairingIsOne([(KZG.powers1[63], BLS12381.trustedSetup2), (-BLS12381.generator1, KZG.cellPower2)]))
  }
}
