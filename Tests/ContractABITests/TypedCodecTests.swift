import ContractABI
import Primitives
import Testing

/// The path that bindings take does what the path by types does.
struct TypedCodecTests {
  private func same<Codec: ABICodec>(_ value: Codec.Value, _ codec: Codec, _ type: String, _ text: String) throws
  where Codec.Value: Equatable {
    let abiType = try ABIType(parsing: type)
    let expected = try ABICoder.encode([ABIValue(parsing: text, as: abiType)], as: [abiType])
    try codec.check(value)
    #expect(codec.isDynamic == abiType.isDynamic)
    #expect(codec.headSize == abiType.headSize)
    let encoded = ABIWriter.encode(headSize: codec.headSize, tailSize: codec.tailSize(of: value)) {
      $0.write(value, codec)
    }
    #expect(encoded == expected, "\(type) \(text)")
    let decoded = try ABIReader.decode(encoded) { (reader: inout ABIReader) throws(ContractABIError) in
      try reader.read(codec, "x")
    }
    #expect(decoded == value)
  }

  @Test func `every codec agrees with its type`() throws {
    try same(.max, ABIUInt(), "uint256", "\(UInt256.max)")
    try same(5, ABIUInt(bits: 96), "uint96", "5")
    try same(-5, ABIInt(bits: 96), "int96", "-5")
    try same(.min, ABIInt(), "int256", "\(Int256.min)")
    try same(255, ABISmallUInt(UInt8.self), "uint8", "255")
    try same(.max, ABISmallUInt(UInt64.self), "uint64", "\(UInt64.max)")
    try same(.max, ABISmallUInt(UInt128.self), "uint128", "\(UInt128.max)")
    try same(.min, ABISmallInt(Int128.self), "int128", "\(Int128.min)")
    try same(-128, ABISmallInt(Int8.self), "int8", "-128")
    try same(-3, ABISmallInt(Int64.self, bits: 40), "int40", "-3")
    try same(true, ABIBool(), "bool", "true")
    let address = try Address("0x00112233445566778899aabbccddeeff00112233")
    try same(address, ABIAddress(), "address", address.checksummed)
    try same(Hash32(UInt256.max), ABIBytes32(), "bytes32", Hash32(UInt256.max).hex)
    try same(FixedBytes([1, 2, 3]), ABIFixedBytes(count: 3), "bytes3", "0x010203")
    for count in [0, 1, 31, 32, 33, 64, 100] {
      let bytes = Bytes(repeating: 7, count: count)
      try same(bytes, ABIBytes(), "bytes", bytes.hex)
      try same(String(repeating: "é", count: count), ABIString(), "string", String(repeating: "é", count: count))
    }
    try same([1, 2, 3], ABIArray(ABISmallUInt(UInt8.self)), "uint8[]", "[1,2,3]")
    try same([[1], [], [2, 3]], ABIArray(ABIArray(ABIUInt())), "uint256[][]", "[[1],[],[2,3]]")
    try same(
      [[1, 2], [3, 4]], ABIFixedArray(ABIFixedArray(ABIUInt(), count: 2), count: 2), "uint256[2][2]", "[[1,2],[3,4]]")
    try same(["a", "bc"], ABIFixedArray(ABIString(), count: 2), "string[2]", "[a,bc]")
    try same(
      [["a", "bc"], ["", "d"]], ABIArray(ABIFixedArray(ABIString(), count: 2)), "string[2][]", #"[[a,bc],["",d]]"#)
  }

  @Test func `a check refuses what the ABI type has not`() {
    #expect(throws: ContractABIError(.outOfRange, "")) { try ABIUInt(bits: 96).check(1 << 96) }
    #expect(throws: ContractABIError(.outOfRange, "")) { try ABIInt(bits: 96).check(-1 << 96) }
    #expect(throws: ContractABIError(.outOfRange, "")) { try ABISmallUInt(UInt32.self, bits: 24).check(1 << 24) }
    #expect(throws: ContractABIError(.outOfRange, "")) { try ABISmallInt(Int32.self, bits: 24).check(1 << 23) }
    #expect(throws: ContractABIError(.outOfRange, "")) { try ABISmallUInt(UInt128.self, bits: 64).check(1 << 64 + 1) }
    #expect(throws: ContractABIError(.outOfRange, "")) { try ABISmallInt(Int128.self, bits: 64).check(1 << 64 + 1) }
    #expect(throws: ContractABIError(.countMismatch, "")) { try ABIFixedArray(ABIBool(), count: 2).check([true]) }
    #expect(throws: ContractABIError(.countMismatch, "")) { try ABIFixedBytes(count: 2).check(FixedBytes([1])) }
    #expect(throws: ContractABIError(.countMismatch, "")) { try FixedBytes([]) }
    #expect {
      try GeneratedSupport.check([1, 1 << 24], ABIArray(ABISmallUInt(UInt32.self, bits: 24)), "scores")
    } throws: { "\($0)".hasPrefix("scores[1]: 16777216 does not fit uint24") }
  }

  @Test func `decoding checks what the path by types checks`() {
    let dirty = Bytes(repeating: 0xff, count: 32)
    func fails<Codec: ABICodec>(_ codec: Codec) -> Bool {
      do {
        _ = try ABIReader.decode(dirty) { (reader: inout ABIReader) throws(ContractABIError) in try reader.read(codec) }
        return false
      } catch { return true }
    }
    #expect(fails(ABIUInt(bits: 96)))
    #expect(fails(ABISmallUInt(UInt64.self)))
    #expect(fails(ABIAddress()))
    #expect(fails(ABIBool()))
    #expect(fails(ABIFixedBytes(count: 4)))
    #expect(fails(ABIString()))
    #expect(fails(ABIArray(ABIBool())))
    #expect(!fails(ABISmallInt(Int8.self)))
    #expect(!fails(ABIUInt()))
  }
}
