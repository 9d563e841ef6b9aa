import Foundation
import Primitives
import Testing

@Suite("Addresses and hashes")
struct AddressTests {
  let text = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

  @Test(
    "The examples of EIP-55",
    arguments: [
      "0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
      "0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26",
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
      "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ])
  func eip55(text: String) throws {
    let address = try Address(text)
    #expect(address.checksummed == text)
    #expect(address.description == text)
    #expect(address.lowercaseHex == text.lowercased())
    #expect(try Address(text.lowercased()) == address)
    #expect(try Address("0X" + text.dropFirst(2).uppercased()) == address)
    #expect(try Address(address.bytes) == address)
  }

  @Test("Every single wrong case is a checksum mismatch, and the message says what to do")
  func everyWrongCase() throws {
    for index in text.indices.dropFirst(2) where text[index].isLetter {
      var wrong = text
      let letter = text[index]
      wrong.replaceSubrange(index...index, with: letter.isUppercase ? letter.lowercased() : letter.uppercased())
      let error = try #require(failure(wrong))
      #expect(error.code == .checksumMismatch)
      #expect(error.message.contains(text.lowercased()))
      #expect(error.message.split(separator: "\n").count <= 4)
    }
  }

  @Test(
    "What is wrong with a text is told apart",
    arguments: [
      ("", .missingPrefix), ("5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", .missingPrefix), ("0x", .badLength),
      ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", .badLength),
      ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0", .badLength),
      ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", .badDigit),
      (" 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", .missingPrefix),
      ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ", .badDigit), ("0xé", .badDigit), ("é", .missingPrefix),
      ("vitalik.eth", .missingPrefix),
    ] as [(String, PrimitivesError.Code)])
  func refused(text: String, expected: PrimitivesError.Code) {
    #expect(failure(text)?.code == expected)
  }

  @Test("Only twenty bytes are an address, only 32 a hash", arguments: [0, 19, 20, 21, 31, 32, 33])
  func lengths(count: Int) throws {
    let bytes = Bytes((0..<count).map { UInt8($0) })
    if count == 20 {
      #expect(try Address(bytes).bytes == bytes)
      #expect(try Address(([9] + bytes).dropFirst()).bytes == bytes)
    } else {
      #expect(throws: PrimitivesError.self) { try Address(bytes) }
    }
    if count == 32 {
      #expect(try Hash32(bytes).bytes == bytes)
      #expect(try Hash32(bytes.hex).bytes == bytes)
      #expect(Hash32(UInt256(try Hash32(bytes))).bytes == bytes)
    } else {
      #expect(throws: PrimitivesError.self) { try Hash32(bytes) }
      #expect(throws: PrimitivesError.self) { try Hash32(bytes.hex) }
    }
  }

  @Test("Order is that of the bytes")
  func order() throws {
    var source = NumberSource(seed: 41)
    for _ in 0..<300 {
      let (left, right) = (Address(truncating: source.uint256()), Address(truncating: source.uint256()))
      #expect((left < right) == left.bytes.lexicographicallyPrecedes(right.bytes))
      let (one, two) = (Hash32(source.uint256()), Hash32(source.uint256()))
      #expect((one < two) == one.bytes.lexicographicallyPrecedes(two.bytes))
    }
  }

  @Test("Numbers and words")
  func numbers() throws {
    let address = try Address(text)
    #expect(UInt256(address).bigEndianBytes == Bytes(repeating: 0, count: 12) + address.bytes)
    #expect(Address(truncating: UInt256(address)) == address)
    #expect(Address.zero.bytes == Bytes(repeating: 0, count: 20))
    #expect(Hash32.zero.bytes == Bytes(repeating: 0, count: 32))
    #expect(address.withUnsafeBytes { $0.count } == 20)
  }

  @Test("Codable forms are the texts")
  func codable() throws {
    struct Record: Codable, Equatable {
      var address: Address
      var hash: Hash32
      var number: UInt256
      var signed: Int256
      var amount: Amount
    }
    let record = Record(
      address: try Address(text), hash: Keccak256.hash([]), number: .max, signed: .min, amount: .klay(10))
    let data = try JSONEncoder().encode(record)
    #expect(try JSONDecoder().decode(Record.self, from: data) == record)
    let json = String(decoding: data, as: UTF8.self)
    #expect(json.contains("\"address\":\"\(text)\""))
    #expect(json.contains("\"amount\":\"0x8ac7230489e80000\""))
    #expect(throws: PrimitivesError.self) { try JSONDecoder().decode([Address].self, from: Data(#"["0x12"]"#.utf8)) }
  }

  private func failure(_ text: String) -> PrimitivesError? {
    do throws(PrimitivesError) {
      _ = try Address(text)
      return nil
    } catch {
      return error
    }
  }
}
