import EVM
import Primitives
import Testing

@Suite("Precompiles: modexp")
struct ModexpTests {
  private func input(_ base: Bytes, _ exponent: Bytes, _ modulus: Bytes) -> Bytes {
    word(UInt256(base.count)) + word(UInt256(exponent.count)) + word(UInt256(modulus.count)) + base + exponent + modulus
  }

  private let secp256k1Prime: UInt256 = UInt256.max - (1 << 32) - 976

  @Test("Fermat's little theorem: EIP-198's first example, at its three prices")
  func fermat() throws {
    let data = input([3], word(secp256k1Prime - 1), word(secp256k1Prime))
    for (fork, gas) in [(Fork.byzantium, 13056), (.berlin, 1360), (.osaka, 4080)] as [(Fork, UInt64)] {
      let call = try PrecompileCall(5, at: fork)
      #expect(call.run(data) == word(1))
      #expect(call.gas(data) == gas)
    }
  }

  @Test(
    "small numbers agree with repeated multiplication",
    arguments: [1, 2, 3, 4, 7, 10, 16, 97, 255, 256] as [UInt64], [0, 1, 2, 5, 11] as [UInt64])
  func small(modulus: UInt64, exponent: UInt64) throws {
    let call = try PrecompileCall(5, at: .berlin)
    for base in [0, 1, 2, 6, 200] as [UInt64] {
      var expected = 1 % modulus
      for _ in 0..<exponent { expected = expected * base % modulus }
      let output = call.run(input([UInt8(base)], [UInt8(exponent)], [UInt8(modulus >> 8), UInt8(modulus & 255)]))
      #expect(output == [UInt8(expected >> 8), UInt8(expected & 255)])
    }
  }

  @Test("a modulus of zero gives zeros, lengths of zero give nothing, missing bytes are zeros")
  func edges() throws {
    let call = try PrecompileCall(5, at: .byzantium)
    #expect(call.run([]) == [])
    #expect(call.run(input([2], [3], [0, 0, 0])) == [0, 0, 0])
    #expect(call.run(input([2], [3], [])) == [])
    #expect(call.run(input([], [], [5])) == [1])
    #expect(call.run(input([], [], [1])) == [0])
    #expect(call.run(input([], [3], [5])) == [0])
    // 3 ^ 0xff00 mod 0x8000…: EIP-198's example of a short input, 2 ^ (…) kept small by an even modulus.
    #expect(call.run(word(1) + word(2) + word(1) + [3, 0xff]) == [0])
    #expect(call.run(word(1) + word(1) + word(2) + [3, 5, 1]) == [0, 243])
  }

  @Test(
    "hostile lengths cost all the gas there is and are refused without trying",
    arguments: [Fork.byzantium, .berlin, .osaka])
  func hostile(fork: Fork) throws {
    let call = try PrecompileCall(5, at: fork)
    let huge = [UInt256(UInt64.max), 1 << 64, 1 << 128, .max]
    for length in huge {
      for data in [
        word(length) + word(1) + word(1), word(1) + word(length) + word(1), word(1) + word(1) + word(length),
        word(length) + word(length) + word(length), word(length) + word(0) + word(0),
      ] {
        #expect(call.gas(data) > 1 << 60)
        if try UInt256(bigEndian: data[64...]) != 0 { #expect(call.run(data) == nil) }
      }
    }
  }

  @Test("a long exponent alone costs the minimum, as nothing is computed; from Osaka on it is refused")
  func longExponentAlone() throws {
    let data = word(0) + word(.max) + word(0)
    #expect(try PrecompileCall(5, at: .byzantium).gas(data) == 0)
    #expect(try PrecompileCall(5, at: .byzantium).run(data) == [])
    #expect(try PrecompileCall(5, at: .berlin).gas(data) == 200)
    #expect(try PrecompileCall(5, at: .berlin).run(data) == [])
    #expect(try PrecompileCall(5, at: .osaka).run(data) == nil)
  }

  @Test("from Osaka on a length has at most 1024 bytes (EIP-7823)", arguments: [0, 32, 64])
  func limit(offset: Int) throws {
    let osaka = try PrecompileCall(5, at: .osaka)
    let prague = try PrecompileCall(5, at: .prague)
    var lengths = word(1) + word(1) + word(1)
    lengths.replaceSubrange(offset..<(offset + 32), with: word(1024))
    #expect(osaka.run(lengths) != nil)
    lengths.replaceSubrange(offset..<(offset + 32), with: word(1025))
    #expect(osaka.run(lengths) == nil)
    #expect(prague.run(lengths) != nil)
  }

  @Test("prices of square lengths, by each rule's own steps")
  func prices() throws {
    // (length of base and modulus, exponent head's bits) with a 32-byte exponent of ones: 255 iterations.
    let expected: [(Int, UInt64, UInt64, UInt64)] = [
      (32, 1024 * 255 / 20, 16 * 255 / 3, 16 * 255),
      (33, 1089 * 255 / 20, 25 * 255 / 3, 50 * 255),
      (64, 4096 * 255 / 20, 64 * 255 / 3, 128 * 255),
      (65, (4225 / 4 + 96 * 65 - 3072) * 255 / 20, 81 * 255 / 3, 162 * 255),
      (1024, (1_048_576 / 4 + 96 * 1024 - 3072) * 255 / 20, 16384 * 255 / 3, 32768 * 255),
    ]
    for (length, byzantium, berlin, osaka) in expected {
      let number = Bytes(repeating: 0xff, count: length)
      let data = input(number, Bytes(repeating: 0xff, count: 32), number)
      #expect(try PrecompileCall(5, at: .byzantium).gas(data) == byzantium)
      #expect(try PrecompileCall(5, at: .berlin).gas(data) == berlin)
      #expect(try PrecompileCall(5, at: .osaka).gas(data) == osaka)
    }
    // Above 1024 bytes, where only the older rules go.
    let number = Bytes(repeating: 0xff, count: 1025)
    let data = input(number, Bytes(repeating: 0xff, count: 33), number)
    let iterations: UInt64 = 8 + 255
    #expect(
      try PrecompileCall(5, at: .byzantium).gas(data) == (1_050_625 / 16 + 480 * 1025 - 199_680) * iterations / 20)
    #expect(try PrecompileCall(5, at: .berlin).gas(data) == 129 * 129 * iterations / 3)
  }
}
