import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@Suite struct PropertyTests {
  @Test("a random transaction survives encoding, decoding and JSON", arguments: TransactionKind.ethereum)
  func roundTrip(kind: TransactionKind) throws {
    var random = Seeded(UInt64(kind.rawValue) + 1)
    for _ in 0..<100 {
      let transaction = try random.transaction(kind)
      let signed = try transaction.signed(with: random.signature())
      let decoded = try SignedTransaction(decoding: signed.encoded)
      #expect(decoded == signed)
      #expect(decoded.transaction == transaction)
      #expect(decoded.hash == Keccak256.hash(signed.encoded))
      #expect(try UnsignedTransaction(decoding: transaction.signingPayload) == transaction)
      #expect(try UnsignedTransaction(json: transaction.json) == transaction)

      var json = try #require(signed.json.object)
      json["from"] = .null
      let text = JSON.object(json).serialized()
      #expect(try SignedTransaction(json: JSON(parsing: text)) == signed)
    }
  }

  @Test("what a key signs, its address sent", arguments: TransactionKind.ethereum)
  func signing(kind: TransactionKind) throws {
    var random = Seeded(UInt64(kind.rawValue) + 100)
    for _ in 0..<20 {
      let key = try PrivateKey(bytes: random.bytes(32))
      let signed = try random.transaction(kind).signed(by: key)
      #expect(try signed.sender() == key.address)
      #expect(try SignedTransaction(decoding: signed.encoded).sender() == key.address)
      #expect(try SignedTransaction(json: signed.json) == signed)
    }
  }

  @Test("damaged bytes are refused or encode to themselves again", arguments: TransactionKind.ethereum)
  func mutation(kind: TransactionKind) throws {
    var random = Seeded(UInt64(kind.rawValue) + 200)
    var accepted = 0
    for _ in 0..<500 {
      let signed = try random.transaction(kind).signed(with: random.signature())
      var bytes = signed.encoded
      for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes, &random) }
      guard let decoded = try? SignedTransaction(decoding: bytes) else { continue }
      accepted += 1
      #expect(decoded.encoded == bytes)
      let again = try SignedTransaction(decoded.transaction, signature: decoded.signature)
      #expect(again.encoded == bytes)
      #expect(again == decoded)
      _ = try? decoded.sender()
    }
    // Most damage hits a value, not the structure: the refusals above must not hide that nothing was tried.
    #expect(accepted > 25)
  }

  @Test("damaged JSON is refused or says the same again", arguments: TransactionKind.ethereum)
  func damagedJSON(kind: TransactionKind) throws {
    var random = Seeded(UInt64(kind.rawValue) + 300)
    let unsigned = try random.transaction(kind).json.serializedBytes()
    let signed = try random.transaction(kind).signed(with: random.signature()).json.serializedBytes()
    for _ in 0..<300 {
      var text = unsigned
      mutate(&text, &random)
      if let document = try? TransactionDocument(parsing: text) {
        #expect(try TransactionDocument(json: document.json) == document)
      }
      text = signed
      mutate(&text, &random)
      guard let json = try? JSON(parsing: text), let decoded = try? SignedTransaction(json: json) else { continue }
      #expect(try SignedTransaction(decoding: decoded.encoded) == decoded)
    }
  }

  @Test("random bytes never crash a decoder")
  func noise() {
    var random = Seeded(7)
    for round in 0..<5_000 {
      var bytes = random.bytes(Int.random(in: 0...60, using: &random))
      if round.isMultiple(of: 2), !bytes.isEmpty { bytes[0] = [0x01, 0x02, 0x03, 0x04, 0xc1, 0xf8, 0x78][round % 7] }
      if let decoded = try? SignedTransaction(decoding: bytes) { #expect(decoded.encoded == bytes) }
      if let decoded = try? UnsignedTransaction(decoding: bytes) { _ = decoded.signingHash }
      _ = try? TransactionDocument(parsing: bytes)
    }
  }

  private func mutate(_ bytes: inout Bytes, _ random: inout Seeded) {
    let index = Int.random(in: 0..<max(1, bytes.count), using: &random)
    guard index < bytes.count else { return bytes.append(.random(in: 0...255, using: &random)) }
    switch Int.random(in: 0...9, using: &random) {
    case 0: bytes.remove(at: index)
    case 1: bytes.insert(.random(in: 0...255, using: &random), at: index)
    case 2: bytes.removeLast(min(bytes.count, 3))
    default: bytes[index] = .random(in: 0...255, using: &random)
    }
  }
}
