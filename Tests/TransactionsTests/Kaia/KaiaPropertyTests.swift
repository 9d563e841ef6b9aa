import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@Suite struct KaiaPropertyTests {
  @Test("a random transaction survives encoding, decoding and JSON", arguments: KaiaTransactionType.allCases)
  func roundTrip(type: KaiaTransactionType) throws {
    var random = Seeded(UInt64(type.rawValue) + 1)
    for _ in 0..<60 {
      let signed = try random.signedKaia(type)
      #expect(signed.transaction.kind == .kaia(type))
      #expect(signed.encoded.first == type.rawValue)
      #expect(try SignedTransaction(decoding: signed.encoded) == signed)
      #expect(signed.hash == Keccak256.hash(signed.encoded))
      #expect((signed.senderTxHash == signed.hash) == !type.isFeeDelegated)
      #expect(try UnsignedTransaction(decoding: signed.transaction.signingPayload) == signed.transaction)
      #expect(try UnsignedTransaction(json: signed.transaction.json) == signed.transaction)
      let text = signed.json.serialized()
      #expect(try SignedTransaction(json: JSON(parsing: text)) == signed)
    }
  }

  @Test("a half-signed transaction survives both of its forms", arguments: KaiaTransactionType.allCases)
  func forms(type: KaiaTransactionType) throws {
    var random = Seeded(UInt64(type.rawValue) + 50)
    for round in 0..<30 {
      let whole = try PartlySignedTransaction(random.signedKaia(type))
      let chainID = whole.transaction.chainID
      var sender = PartlySignedTransaction(whole.transaction)
      if round > 0 { sender.add(whole.signatures) }
      for form in PartlySignedTransaction.Form.allCases {
        #expect(try PartlySignedTransaction(decoding: sender.encoded(form), chainID: chainID) == sender)
      }
      #expect(try PartlySignedTransaction(decoding: whole.encoded(.placeholders)) == whole)
      #expect(try PartlySignedTransaction(decoding: whole.encoded(.senderPart)).signatures == whole.signatures)
      #expect(try sender.merging(whole) == whole)
      #expect(try whole.merging(sender) == whole)
      // The fee payer first, then the sender.
      if let feePayer = whole.feePayer {
        var first = PartlySignedTransaction(whole.transaction)
        try first.add(feePayer: feePayer.address, signatures: feePayer.signatures)
        let read = try PartlySignedTransaction(decoding: first.encoded(.placeholders))
        #expect(read == first)
        #expect(try read.merging(sender).feePayer == feePayer)
      }
    }
  }

  @Test("damaged bytes are refused or encode to themselves again", arguments: KaiaTransactionType.allCases)
  func mutation(type: KaiaTransactionType) throws {
    var random = Seeded(UInt64(type.rawValue) + 200)
    var accepted = 0
    for _ in 0..<300 {
      var bytes = try random.signedKaia(type).encoded
      let index = Int.random(in: 1..<bytes.count, using: &random)
      bytes[index] = .random(in: 0...255, using: &random)
      if let partly = try? PartlySignedTransaction(decoding: bytes) {
        #expect(try PartlySignedTransaction(decoding: partly.encoded(.placeholders)) == partly)
      }
      guard let decoded = try? SignedTransaction(decoding: bytes) else { continue }
      accepted += 1
      #expect(decoded.encoded == bytes)
      let kaia = try #require(decoded.transaction.kaia)
      let again = try SignedTransaction(kaia, signatures: decoded.signatures, feePayer: decoded.feePayer)
      #expect(again == decoded)
      _ = try? decoded.senderPublicKeys()
    }
    #expect(accepted > 25)
  }

  @Test("the fee's parts are the fee, for any fee and per cent")
  func split() throws {
    var random = Seeded(9)
    for fee in [UInt256.max, 0, 1, 99, 100] + (try (0..<500).map { _ in try random.number() }) {
      let percent = UInt8.random(in: 0...100, using: &random)
      let split = FeeSplit(fee, percent: percent)
      #expect(split.feePayer + split.sender == fee)
      #expect(split.feePayer == UInt256.mulDiv(fee, UInt256(percent), 100))
    }
  }
}
