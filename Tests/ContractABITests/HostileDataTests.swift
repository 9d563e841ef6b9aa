import ContractABI
import FixtureSupport
import Primitives
import Testing

/// Data that nobody's encoder makes.
struct HostileDataTests {
  private func code(_ type: String, _ data: Bytes, _ options: ABIDecodingOptions = .strict) -> ContractABIError.Code? {
    do throws(ContractABIError) {
      _ = try ABICoder.decode(data, as: [ABIType(parsing: type)], options: options)
      return nil
    } catch { return error.code }
  }

  private func word(_ value: UInt256) -> Bytes { value.bigEndianBytes }

  @Test func `offsets and lengths outside the data are refused`() {
    for offset in [UInt256(33), 64, 1 << 31, 1 << 63, 1 << 64, .max, .max - 31] {
      #expect([.truncated, .invalidOffset].contains(code("string", word(offset) + word(0))), "offset \(offset)")
      #expect([.truncated, .invalidOffset].contains(code("uint8[]", word(offset) + word(0))), "offset \(offset)")
    }
    for length in [UInt256(1), 32, 33, 1 << 31, 1 << 63, (1 << 64) - 1, .max, .max - 31] {
      #expect([.truncated, .invalidLength].contains(code("string", word(32) + word(length))), "length \(length)")
      #expect([.truncated, .invalidLength].contains(code("uint8[]", word(32) + word(length))), "length \(length)")
      #expect([.truncated, .invalidLength].contains(code("string[]", word(32) + word(length))), "length \(length)")
    }
    #expect(code("string", []) == .truncated)
    #expect(code("string", Bytes(repeating: 0, count: 31)) == .truncated)
    #expect(code("uint8[2147483647]", word(1)) == .truncated)
    #expect(code("uint8[2147483647][2147483647][2147483647]", word(1)) == .truncated)
  }

  @Test func `arrays inside each other that overlap are refused before they grow`() {
    // Each level has `width` offsets that all point at the same next level: width^depth leaves from a few words.
    for (depth, width) in [(10, 10), (60, 2), (4, 1000), (2, 20_000)] {
      var data = word(32)
      for level in 0..<depth {
        data += word(UInt256(width))
        for _ in 0..<width { data += level == depth - 1 ? word(0) : word(UInt256(32 * width)) }
      }
      let type = "uint8" + String(repeating: "[]", count: depth)
      #expect(code(type, data) == .tooLarge, "\(depth) levels of \(width)")
    }
  }

  @Test func `offsets that point at offsets end`() {
    // Every tuple's first offset points at the tuple itself.
    let type = String(repeating: "(string,", count: 50) + "string" + String(repeating: ")", count: 50)
    #expect(code(type, word(0)) == .truncated)
    #expect(code(type, word(0) + word(0)) == .tooLarge)
    #expect(code("(bytes,bytes)[]", word(32) + word(1) + word(0)) == .truncated)
  }

  @Test func `elements that take no room are counted`() {
    for type in ["uint8[0][]", "()[]", "()[0][]", "(uint8[0],())[]"] {
      #expect([.invalidLength, .tooLarge].contains(code(type, word(32) + word(1 << 40))), "\(type)")
      #expect([.invalidLength, .tooLarge].contains(code(type, word(32) + word(1 << 20))), "\(type)")
      #expect(code(type, word(32) + word(2)) == nil, "\(type)")
    }
    #expect(code("()[2147483647]", []) == .tooLarge)
    #expect(code("uint8[0][2147483647]", []) == .tooLarge)
  }

  @Test func `a limit of one's own holds`() throws {
    let data = word(32) + word(64) + Bytes(repeating: 1, count: 64)
    #expect(code("bytes", data, ABIDecodingOptions(limit: 127)) == .tooLarge)
    #expect(code("bytes", data, ABIDecodingOptions(limit: 128)) == nil)
  }

  @Test(arguments: [
    ("bool", "0x0000000000000000000000000000000000000000000000000000000000000002"),
    ("bool", "0x0100000000000000000000000000000000000000000000000000000000000001"),
    ("address", "0x0000000000000000000000010000000000000000000000000000000000000000"),
    ("address", "0x8000000000000000000000000000000000000000000000000000000000000000"),
    ("uint8", "0x0000000000000000000000000000000000000000000000000000000000000100"),
    ("int8", "0x0000000000000000000000000000000000000000000000000000000000000080"),
    ("int8", "0x00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"),
    ("bytes4", "0x0102030405000000000000000000000000000000000000000000000000000000"),
    ("bytes31", "0x0102030405000000000000000000000000000000000000000000000000000001"),
    ("function", "0x0102030405000000000000000000000000000000000000000000000000000001"),
  ])
  func `dirt outside a value is refused, and cut off when reading leniently`(type: String, hex: String) throws {
    let data = try Bytes(hex: hex)
    #expect(code(type, data) == .invalidPadding)
    #expect(code(type, data, .lenient) == nil)
    let abiType = try ABIType(parsing: type)
    let values = try ABICoder.decode(data, as: [abiType], options: .lenient)
    // What was read leniently is a lawful value.
    #expect(try ABICoder.encode(values, as: [abiType]).count == 32)
  }

  @Test func `dirt after bytes is refused, and so are bytes without their padding`() throws {
    var data = word(32) + word(1) + Bytes(repeating: 0, count: 32)
    data[64] = 0x61
    #expect(code("string", data) == nil)
    data[65] = 1
    #expect(code("string", data) == .invalidPadding)
    #expect(code("string", data, .lenient) == nil)
    #expect(code("bytes", Bytes(data.prefix(65))) == .truncated)
    #expect(code("bytes", Bytes(data.prefix(65)), .lenient) == nil)
  }

  @Test func `a string that is not UTF-8 is refused, and repaired when reading leniently`() throws {
    for bad: Bytes in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]] {
      let data = word(32) + word(UInt256(bad.count)) + bad + Bytes(repeating: 0, count: 32 - bad.count)
      #expect(code("string", data) == .invalidUTF8)
      #expect(code("string", data, .lenient) == nil)
    }
  }

  @Test func `random data never does more than fail`() throws {
    let types = try [
      "string", "bytes[]", "(uint8,string[])[]", "uint256[][3]", "(bool,(address,bytes)[2])", "string[][][]",
    ]
    .map { try ABIType(parsing: $0) }
    var generator = Seeded(42)
    for _ in 0..<3000 {
      let count = Int.random(in: 0...12, using: &generator)
      var data: Bytes = []
      for _ in 0..<count {
        data += word(
          UInt256([0, 1, 2, 32, 64, 96, 128, 255, 1 << 63, UInt64.max].randomElement(using: &generator) ?? 0))
      }
      data += Bytes(repeating: 0xff, count: Int.random(in: 0...40, using: &generator))
      for type in types {
        for options in [ABIDecodingOptions.strict, .lenient] {
          if let values = try? ABICoder.decode(data, as: [type], options: options) {
            _ = try ABICoder.encode(values, as: [type])
            _ = values[0].readable
          }
        }
      }
    }
  }

  @Test func `types built by hand do not crash the coder`() {
    let odd: [ABIType] = [
      .uint(-8), .uint(1000), .int(0), .int(999), .fixedBytes(-1), .fixedBytes(99), .fixedArray(.bool, -5),
      .fixed(bits: -1, decimals: -1), .ufixed(bits: 300, decimals: 1_000_000), .fixedArray(.string, .max),
    ]
    let values: [ABIValue] = [
      .uint(.max), .int(.min), .fixedBytes([]), .fixedBytes(Bytes(repeating: 1, count: 99)), .array([]),
      .array([.string("")]), .fixed(.min, decimals: -1), .ufixed(.max, decimals: 1_000_000), .function([]),
    ]
    for type in odd {
      for data in [Bytes(), Bytes(repeating: 0, count: 64), Bytes(repeating: 0xff, count: 64)] {
        _ = try? ABICoder.decode(data, as: [type])
        _ = try? ABICoder.decode(data, as: [type], options: .lenient)
      }
      for value in values {
        _ = try? ABICoder.encode([value], as: [type])
        _ = try? ABICoder.encodePacked([value], as: [type])
        _ = try? ABICoder.topic(value, as: type)
        _ = value.readable
      }
      _ = try? ABIValue(parsing: "1", as: type)
    }
    var deep = ABIType.bool
    for _ in 0..<200 { deep = .array(deep) }
    #expect(throws: ContractABIError(.tooDeep, "")) { try ABICoder.decode([], as: [deep]) }
    #expect(throws: ContractABIError(.tooDeep, "")) { try ABICoder.encode([.array([])], as: [deep]) }
  }
}
