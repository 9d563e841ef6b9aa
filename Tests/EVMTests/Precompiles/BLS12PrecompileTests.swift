import EVM
import Primitives
import Testing

@Suite("Precompiles: BLS12-381 and KZG")
struct BLS12PrecompileTests {
  private static let zero = String(repeating: "0", count: 32)

  /// A coordinate in 64 bytes, of the 48 that it needs.
  private func wide(_ coordinates: String...) throws -> Bytes {
    try coordinates.flatMap { try Bytes(hex: Self.zero + $0) }
  }

  private func generator1() throws -> Bytes {
    try wide(
      "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
      "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1")
  }

  private func generator2() throws -> Bytes {
    try wide(
      "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
      "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
      "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
      "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be")
  }

  /// On the curve with x = 4, on the twist with x = 2 (by py_ecc 8.0.0), both outside of the subgroups.
  private func outside1() throws -> Bytes {
    try wide(
      String(repeating: "0", count: 95) + "4",
      "0a989badd40d6212b33cffc3f3763e9bc760f988c9926b26da9dd85e928483446346b8ed00e1de5d5ea93e354abe706c")
  }

  private func outside2() throws -> Bytes {
    try wide(
      String(repeating: "0", count: 95) + "2", String(repeating: "0", count: 96),
      "18c6b864ae17dc9da64203ffefb966306425a7bc6aeb7c75247438372716284a4173830420cd476ba1a365b95bfcec38",
      "172e93db764a8400a7d5071b6b6f5de0da2f0f4a063119abca014006b7c40a2cfe291a1924e65db0d6d0fcfbf3bf3d5c")
  }

  private let order: UInt256 = 0x73ed_a753_299d_7d48_3339_d808_09a1_d805_53bd_a402_fffe_5bfe_ffff_ffff_0000_0001

  @Test(
    "G1 and G2 addition: the generators doubled, by EIP-2537's vectors; infinity is neutral; no subgroup is asked for")
  func addition() throws {
    let add1 = try PrecompileCall(0x0b, at: .prague)
    let add2 = try PrecompileCall(0x0d, at: .prague)
    let (g1, g2) = (try generator1(), try generator2())
    let (infinity1, infinity2) = (Bytes(repeating: 0, count: 128), Bytes(repeating: 0, count: 256))
    let doubled1 = try wide(
      "0572cbea904d67468808c8eb50a9450c9721db309128012543902d0ac358a62ae28f75bb8f1c7c42c39a8c5529bf0f4e",
      "166a9d8cabc673a322fda673779d8e3822ba3ecb8670e461f73bb9021d5fd76a4c56d9d4cd16bd1bba86881979749d28")
    let doubled2 = try wide(
      "1638533957d540a9d2370f17cc7ed5863bc0b995b8825e0ee1ea1e1e4d00dbae81f14b0bf3611b78c952aacab827a053",
      "0a4edef9c1ed7f729f520e47730a124fd70662a904ba1074728114d1031e1572c6c886f6b57ec72a6178288c47c33577",
      "0468fb440d82b0630aeb8dca2b5256789a66da69bf91009cbfe6bd221e47aa8ae88dece9764bf3bd999d95d71e4c9899",
      "0f6d4552fa65dd2638b361543f887136a43253d9c66c411697003f7a13c308f5422e1aa0a59c8967acdefd8b6e36ccf3")
    #expect(add1.run(g1 + g1) == doubled1)
    #expect(add2.run(g2 + g2) == doubled2)
    #expect(add1.run(g1 + infinity1) == g1 && add1.run(infinity1 + infinity1) == infinity1)
    #expect(add2.run(infinity2 + g2) == g2 && add2.run(infinity2 + infinity2) == infinity2)
    #expect(add1.run(try outside1() + infinity1) == (try outside1()))
    #expect(add2.run(try outside2() + infinity2) == (try outside2()))
    #expect(add1.gas([]) == 375 && add2.gas([]) == 600)
    for (call, input) in [(add1, g1 + g1), (add2, g2 + g2)] {
      #expect(call.run([]) == nil && call.run(input + [0]) == nil && call.run(input.dropLast() + []) == nil)
      for position in [0, 15, 63, input.count - 1] {
        var changed = input
        changed[position] ^= 1
        #expect(call.run(changed) == nil)
      }
    }
  }

  @Test("sums of products: numbers of r and more wrap around, and the subgroup is asked for even of 0 · P")
  func multiScalar() throws {
    for (number, point, outside, pointWidth) in [
      (0x0c, try generator1(), try outside1(), 128), (0x0e, try generator2(), try outside2(), 256),
    ] as [(UInt16, Bytes, Bytes, Int)] {
      let call = try PrecompileCall(number, at: .prague)
      let infinity = Bytes(repeating: 0, count: pointWidth)
      let double = call.run(point + word(2))
      #expect(call.run(point + word(1)) == point)
      #expect(call.run(point + word(0)) == infinity && call.run(point + word(order)) == infinity)
      #expect(call.run(point + word(order + 2)) == double)
      #expect(call.run(point + word(3) + point + word(order - 1)) == double)
      #expect(call.run(infinity + word(.max)) == infinity)
      // 1 + 2 + … + 50 at once, by buckets: 1275 = 50 · 51 / 2.
      let many = (1...50).flatMap { point + word(UInt256($0)) }
      #expect(call.run(many) == call.run(point + word(1275)))
      #expect(call.run(outside + word(0)) == nil)
      #expect(call.run(many + outside + word(1)) == nil)
      #expect(call.run([]) == nil && call.run(point) == nil && call.run(point + word(1) + [0]) == nil)
    }
  }

  @Test("prices of sums fall with their count: EIP-2537's discounts, and the last one beyond 128")
  func gas() throws {
    func gas(_ number: UInt16, _ width: Int, _ count: Int) throws -> UInt64 {
      try PrecompileCall(number, at: .prague).gas(Bytes(repeating: 0, count: width * count))
    }
    for (count, group1, group2) in [
      (0, 0, 0), (1, 12000, 22500), (2, 22776, 45000), (3, 30528, 62302), (16, 129_984, 258_120),
      (128, 797_184, 1_509_120), (129, 803_412, 1_520_910), (1000, 6_228_000, 11_790_000),
    ] as [(Int, UInt64, UInt64)] {
      #expect(try gas(0x0c, 160, count) == group1)
      #expect(try gas(0x0e, 288, count) == group2)
    }
    #expect(try gas(0x0f, 384, 1) == 70300)
    #expect(try gas(0x0f, 384, 10) == 363_700)
    #expect(try gas(0x10, 64, 1) == 5500)
    #expect(try gas(0x11, 128, 1) == 23800)
  }

  @Test("pairing: a pair alone isn't one, with its negative it is; none at all fails, as do points outside")
  func pairing() throws {
    let call = try PrecompileCall(0x0f, at: .prague)
    let (g1, g2) = (try generator1(), try generator2())
    let negative = try #require(PrecompileCall(0x0c, at: .prague).run(g1 + word(order - 1)))
    let infinity1 = Bytes(repeating: 0, count: 128)
    #expect(call.run(g1 + g2) == word(0))
    #expect(call.run(g1 + g2 + negative + g2) == word(1))
    #expect(call.run(infinity1 + g2) == word(1))
    #expect(call.run(g1 + Bytes(repeating: 0, count: 256)) == word(1))
    #expect(call.run([]) == nil)
    #expect(call.run(g1 + g2 + [0]) == nil)
    #expect(call.run(try outside1() + g2) == nil)
    #expect(call.run(try g1 + outside2()) == nil)
    #expect(call.run(try infinity1 + outside2()) == nil)
  }

  @Test("maps: the elements that RFC 9380 hashes the empty message to add up to its points (J.9.1, J.10.1)")
  func maps() throws {
    let map1 = try PrecompileCall(0x10, at: .prague)
    let map2 = try PrecompileCall(0x11, at: .prague)
    let p0 = try #require(
      map1.run(
        wide("0ba14bd907ad64a016293ee7c2d276b8eae71f25a4b941eece7b0d89f17f75cb3ae5438a614fb61d6835ad59f29c564f")))
    let p1 = try #require(
      map1.run(
        wide("019b9bd7979f12657976de2884c7cce192b82c177c80e0ec604436a7f538d231552f0d96d9f7babe5fa3b19b3ff25ac9")))
    #expect(
      try PrecompileCall(0x0b, at: .prague).run(p0 + p1)
        == wide(
          "052926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1",
          "08ba738453bfed09cb546dbb0783dbb3a5f1f566ed67bb6be0e8c67e2e81a4cc68ee29813bb7994998f3eae0c9c6a265"))
    let q0 = try #require(
      map2.run(
        wide(
          "03dbc2cce174e91ba93cbb08f26b917f98194a2ea08d1cce75b2b9cc9f21689d80bd79b594a613d0a68eb807dfdc1cf8",
          "05a2acec64114845711a54199ea339abd125ba38253b70a92c876df10598bd1986b739cad67961eb94f7076511b3b39a")))
    let q1 = try #require(
      map2.run(
        wide(
          "02f99798e8a5acdeed60d7e18e9120521ba1f47ec090984662846bc825de191b5b7641148c0dbc237726a334473eee94",
          "145a81e418d4010cc027a68f14391b30074e89e60ee7a22f87217b2f6eb0c4b94c9115b436e6fa4607e95a98de30a435")))
    #expect(
      try PrecompileCall(0x0d, at: .prague).run(q0 + q1)
        == wide(
          "0141ebfbdca40eb85b87142e130ab689c673cf60f1a3e98d69335266f30d9b8d4ac44c1038e9dcdd5393faf5c41fb78a",
          "05cb8437535e20ecffaef7752baddf98034139c38452458baeefab379ba13dff5bf5dd71b72418717047f5b0f37da03d",
          "0503921d7f6a12805e72940b963c0cf3471c7b2a524950ca195d11062ee75ec076daf2d4bc358c4b190c0c98064fdd92",
          "12424ac32561493f3fe3c260708a12b7c620e7be00099a974e259ddc7d1f6395c3c811cdd19f1e8dbf3e9ecfdcbab8d6"))
    #expect(map1.run([]) == nil && map2.run([]) == nil)
    #expect(map1.run(Bytes(repeating: 0, count: 65)) == nil && map2.run(Bytes(repeating: 0, count: 64)) == nil)
    let prime = try wide(
      "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab")
    #expect(map1.run(prime) == nil)
    #expect(map2.run(prime + Bytes(repeating: 0, count: 64)) == nil)
    #expect(map2.run(Bytes(repeating: 0, count: 64) + prime) == nil)
  }

  /// Versioned hash, z, y, commitment and proof for the polynomial with the values i² + 1, by c-kzg-4844 2.1.8 with the
  /// ceremony's setup.
  private let evaluation = [
    "011a643be5d0c86afba15a5e278488c5ac4eeb3bccd6ebd5dbdbbf8ac27194ed",
    "0000000000000000000000000000000000000000000000000000000001234567",
    "581d0d83e1521563fbaf279515016110a11cdb5a3a9b9982c203f430257366a5",
    "b7c82ff57d986aa2622ffefb910b85ea77d9da8fccd2634bd6a125d2705a334525c781e9f58f0026123e02ef0eaa76dc",
    "a9123f0279e90e538b538449efbf3b06999ee4f926b5ed86419652f6886fc81bcac851805cd06c3bc2027622ae1d4194",
  ]

  @Test("point evaluation accepts a proof of c-kzg, and fails when one of its parts is another")
  func pointEvaluation() throws {
    let call = try PrecompileCall(0x0a, at: .cancun)
    let parts = try evaluation.map { try Bytes(hex: $0) }
    let input = Bytes(parts.joined())
    #expect(call.run(input) == word(4096) + word(order))
    #expect(call.gas([]) == 50000)
    for index in parts.indices {
      for position in [0, 1, parts[index].count - 1] {
        var changed = parts
        changed[index][position] ^= position == 0 ? 0x20 : 1
        #expect(call.run(Bytes(changed.joined())) == nil)
      }
    }
    var unreduced = parts
    unreduced[1] = word(0x123_4567 + order)
    #expect(call.run(Bytes(unreduced.joined())) == nil)
    #expect(call.run([]) == nil && call.run(input + [0]) == nil)
  }

  @Test("a constant polynomial has its value everywhere, proven by the point at infinity")
  func constant() throws {
    let call = try PrecompileCall(0x0a, at: .cancun)
    // One times the generator of G1, and nothing.
    let infinity = "c0" + String(repeating: "0", count: 94)
    let generator =
      "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"
    for (value, commitment) in [(1, generator), (0, infinity)] as [(UInt256, String)] {
      let commitment = try Bytes(hex: commitment)
      var hash = try #require(PrecompileCall(2, at: .frontier).run(commitment))
      hash[0] = 1
      for z in [0, 1, order - 1] {
        #expect(call.run(hash + word(z) + word(value) + commitment + (try Bytes(hex: infinity))) != nil)
        #expect(call.run(hash + word(z) + word(value + 1) + commitment + (try Bytes(hex: infinity))) == nil)
        // Another way to write the point at infinity.
        for wrong in ["e0", "40", "80"] {
          let proof = try Bytes(hex: wrong + infinity.dropFirst(2))
          #expect(call.run(hash + word(z) + word(value) + commitment + proof) == nil)
        }
      }
    }
  }
}
