import EVM
import Primitives
import Testing

@Suite("Precompiles: bn254 and P-256")
struct CurvePrecompileTests {
  private let prime: UInt256 = 0x3064_4e72_e131_a029_b850_45b6_8181_585d_9781_6a91_6871_ca8d_3c20_8c16_d87c_fd47
  private let order: UInt256 = 0x3064_4e72_e131_a029_b850_45b6_8181_585d_2833_e848_79b9_7091_43e1_f593_f000_0001

  @Test("ecAdd gives the sum of go-ethereum's first vector (bn256Add.json, chfast1)")
  func addition() throws {
    let sum = try PrecompileCall(6, at: .byzantium).run(
      hex: "18b18acfb4c2c30276db5411368e7185b311dd124691610c5d3b74034e093dc9"
        + "063c909c4720840cb5134cb9f59fa749755796819658d32efc0d288198f37266"
        + "07c2b7f58a84bd6145f00c9c2bc0bb1a187f20ff2c92963a88019e7c6a014eed"
        + "06614e20c147e940f2d70da3f74c9a17df361706a4485c742bd6788478fa17d7")
    #expect(
      sum == "2243525c5efd4b9c3d3c45ac0ca3fe4dd85e830a4ce6b65fa1eeaee202839703"
        + "301d1d33be6da8e509df21cc35964723180eed7532537db9ae5e7d48f195c915")
  }

  @Test("ecMul gives the product of go-ethereum's first vector (bn256ScalarMul.json, chfast1)")
  func multiplication() throws {
    let product = try PrecompileCall(7, at: .byzantium).run(
      hex: "2bd3e6d0f3b142924f5ca7b49ce5b9d54c4703d7ae5648e61d02268b1a0a9fb7"
        + "21611ce0a6af85915e2f1d70300909ce2e49dfad4a4619c8390cae66cefdb204"
        + "00000000000000000000000000000000000000000000000011138ce750fa15c2")
    #expect(
      product == "070a8d6a982153cae4be29d434e8faef8a47b274a053f5a4ee2a6c9c13c31e5c"
        + "031b8ce914eba3a9ffb989f9cdd5b0f01943074bf4f0f315690ec3cec6981afc")
  }

  @Test("missing bytes are zeros: the point at infinity and the number 0; what is too much is ignored")
  func lengths() throws {
    let add = try PrecompileCall(6, at: .istanbul)
    let multiply = try PrecompileCall(7, at: .istanbul)
    let generator = word(1) + word(2)
    #expect(add.run([]) == Bytes(repeating: 0, count: 64))
    #expect(add.run(generator) == generator)
    #expect(add.run(word(0) + word(0) + generator + [1, 2, 3]) == generator)
    #expect(multiply.run(generator) == Bytes(repeating: 0, count: 64))
    #expect(multiply.run(generator + Bytes(repeating: 0, count: 31)) == Bytes(repeating: 0, count: 64))
    // A number cut after its first byte is 256 to the power of 31.
    #expect(multiply.run(generator + [1]) == multiply.run(generator + word(1 << 248)))
    #expect(multiply.run(generator + word(1)) == generator)
    #expect(multiply.run(generator + word(order)) == Bytes(repeating: 0, count: 64))
    #expect(multiply.run(generator + word(order + 1)) == generator)
    #expect(multiply.run(generator + word(order - 1)) == word(1) + word(prime - 2))
    #expect(add.run(generator + word(1) + word(prime - 2)) == Bytes(repeating: 0, count: 64))
    #expect(add.run(generator + generator) == multiply.run(generator + word(2)))
  }

  @Test("coordinates that aren't below p and points that aren't on the curve fail")
  func wrongPoints() throws {
    for (x, y) in [(1, 1), (1, prime + 2), (prime + 1, 2), (prime, prime), (0, 1), (.max, .max)] as [(UInt256, UInt256)]
    {
      #expect(try PrecompileCall(6, at: .istanbul).run(word(x) + word(y)) == nil)
      #expect(try PrecompileCall(6, at: .istanbul).run(word(0) + word(0) + word(x) + word(y)) == nil)
      #expect(try PrecompileCall(7, at: .istanbul).run(word(x) + word(y) + word(0)) == nil)
    }
  }

  /// EIP-197's generator of G2, imaginary parts first.
  private let generator2 =
    "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
    + "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"
    + "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"
    + "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"

  @Test("ecPairing: a pair alone isn't one, with its negative it is, no pair is; other lengths fail")
  func pairing() throws {
    let call = try PrecompileCall(8, at: .istanbul)
    let q = try Bytes(hex: generator2)
    let (positive, negative) = (word(1) + word(2) + q, word(1) + word(prime - 2) + q)
    #expect(call.run([]) == word(1))
    #expect(call.run(positive) == word(0))
    #expect(call.run(positive + negative) == word(1))
    #expect(call.run(positive + positive) == word(0))
    #expect(call.run(word(0) + word(0) + q) == word(1))
    #expect(call.run(word(1) + word(2) + Bytes(repeating: 0, count: 128)) == word(1))
    #expect(call.run(positive.dropLast() + []) == nil)
    #expect(call.run(positive + [0]) == nil)
    var broken = positive
    broken[191] ^= 1
    #expect(call.run(broken) == nil)
  }

  @Test("ecPairing refuses a point of the twist outside of the subgroup, even beside the point at infinity")
  func outsideOfTheSubgroup() throws {
    // On the twist with x = 1 (by py_ecc 8.0.0), of an order that r doesn't divide.
    let call = try PrecompileCall(8, at: .istanbul)
    let outside = try Bytes(hex: Self.outside)
    #expect(call.run(word(0) + word(0) + outside) == nil)
    #expect(call.run(word(1) + word(2) + outside) == nil)
  }

  @Test("prices: EIP-196 and EIP-197, and EIP-1108 from Istanbul on")
  func gas() throws {
    let pairs = Bytes(repeating: 0, count: 3 * 192 + 191)
    for (fork, add, multiply, pairing) in [
      (.byzantium, 500, 40000, 340_000), (.petersburg, 500, 40000, 340_000), (.istanbul, 150, 6000, 147_000),
      (.osaka, 150, 6000, 147_000),
    ] as [(Fork, UInt64, UInt64, UInt64)] {
      #expect(try PrecompileCall(6, at: fork).gas([]) == add)
      #expect(try PrecompileCall(7, at: fork).gas([]) == multiply)
      #expect(try PrecompileCall(8, at: fork).gas(pairs) == pairing)
    }
  }

  /// Digest, r, s, x, y: RFC 6979, A.2.5, "sample" with SHA-256.
  private let signed = [
    "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf",
    "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
    "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
    "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6",
    "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
  ]

  @Test("p256Verify accepts RFC 6979's signature, and answers nothing when one of its parts is another")
  func p256() throws {
    let call = try PrecompileCall(0x100, at: .osaka)
    let parts = try signed.map { try Bytes(hex: $0) }
    let input = Bytes(parts.joined())
    #expect(call.gas(input) == 6900)
    #expect(call.run(input) == word(1))
    // The other s of the same signature is as good.
    let order: UInt256 = 0xffff_ffff_0000_0000_ffff_ffff_ffff_ffff_bce6_faad_a717_9e84_f3b9_cac2_fc63_2551
    let otherS = try word(order - UInt256(bigEndian: parts[2]))
    #expect(call.run(Bytes([parts[0], parts[1], otherS, parts[3], parts[4]].joined())) == word(1))
    for index in parts.indices {
      for replacement in [word(0), word(1), word(order), word(.max), parts[index].dropLast() + [parts[index][31] ^ 1]] {
        var changed = parts
        changed[index] = replacement
        #expect(call.run(Bytes(changed.joined())) == [])
      }
    }
    #expect(call.run(input.dropLast() + []) == [])
    #expect(call.run(input + [0]) == [])
    #expect(call.run([]) == [])
  }

  private static let outside =
    "0000000000000000000000000000000000000000000000000000000000000000"
    + "0000000000000000000000000000000000000000000000000000000000000001"
    + "0d1271953ed9ea0836846e70a1934187998c7f790cb4d7511b7f8da82de048a4"
    + "2869111d5381f072f8e2728fdb825a51aadd70e52c9830e9ab4b871c0531f1bb"
}
