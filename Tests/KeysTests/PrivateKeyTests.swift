import Keys
import Primitives
import Testing

@Suite struct PrivateKeyTests {
  private static let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"

  @Test func zeroAndNumbersFromTheOrderOnAreNoKeys() throws {
    let refused = [String(repeating: "0", count: 64), Self.order, String(repeating: "f", count: 64)]
    for text in refused {
      #expect(throws: KeysError.self) { try PrivateKey(hex: text) }
      #expect(throws: KeysError.self) { try PrivateKey(bytes: Bytes(hex: text)) }
    }
    #expect(try PrivateKey(hex: Self.order.dropLast() + "0").secret.count == 32)
  }

  @Test(arguments: ["", "0x", "0x1", String(repeating: "1", count: 63), String(repeating: "1", count: 65)])
  func otherLengthsAreNoKeys(_ text: String) {
    #expect(performing: { try PrivateKey(hex: text) }, throws: { ($0 as? KeysError)?.code == .invalidPrivateKey })
  }

  @Test func hexadecimalIsReadWithOrWithoutPrefixInAnyCase() throws {
    let text = "c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4"
    let key = try PrivateKey(hex: text)
    #expect(try PrivateKey(hex: "0x" + text) == key)
    #expect(try PrivateKey(hex: "0X" + text.uppercased()) == key)
    #expect(try PrivateKey(hex: ("0x" + text)[...]) == key)
    #expect(key.address == (try Address("0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826")))
  }

  @Test func anErrorNeverTellsADigitOfTheKey() {
    let text = "c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aazz"
    let error = #expect(throws: KeysError.self) { try PrivateKey(hex: text) }
    #expect(error?.position == 62)
    #expect(error.map { !"\($0)".contains("c85") && !"\($0)".contains("zz") } == true)
    // Digits of other scripts are no hexadecimal digits.
    #expect(throws: KeysError.self) { try PrivateKey(hex: String(repeating: "１", count: 64)) }
    #expect(throws: KeysError.self) { try PrivateKey(hex: String(repeating: "é", count: 32)) }
  }

  @Test func printsItsAddressOnly() throws {
    let key = try PrivateKey(hex: String(repeating: "11", count: 32))
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(text.contains(key.address.checksummed))
      #expect(!text.contains("1111"))
    }
  }

  @Test func randomKeysDiffer() throws {
    #expect(try PrivateKey.random() != PrivateKey.random())
  }

  @Test func publicKeysAreReadInThreeForms() throws {
    let key = try PrivateKey(hex: String(repeating: "11", count: 32)).publicKey
    #expect(key.uncompressed.count == 65 && key.compressed.count == 33)
    #expect(try PublicKey(key.uncompressed) == key)
    #expect(try PublicKey(key.compressed) == key)
    #expect(try PublicKey(key.uncompressed.dropFirst()) == key)
  }

  @Test func otherBytesAreNoPublicKey() throws {
    let key = try PrivateKey(hex: String(repeating: "11", count: 32)).publicKey
    var hybrid = key.uncompressed
    hybrid[0] = 6 | hybrid[64] & 1
    var offCurve = key.uncompressed
    offCurve[64] ^= 1
    let refused: [Bytes] = [
      [], [4], hybrid, offCurve, Bytes(key.compressed.dropLast()), key.uncompressed + [0],
      [2] + Bytes(repeating: 255, count: 32), Bytes(repeating: 0, count: 64), [5] + key.compressed.dropFirst(),
    ]
    for bytes in refused {
      #expect(performing: { try PublicKey(bytes) }, throws: { ($0 as? KeysError)?.code == .invalidPublicKey })
    }
  }
}
