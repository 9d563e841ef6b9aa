import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

/// The transactions of ethers.js: every one in the forms legacy, EIP-155, 2930, 1559 and 4844, unsigned and signed.
@Suite(.enabled(if: Fixtures.available("ethers"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthersVectorTests {
  /// The names of a form in the vectors, and the transaction in that form.
  private struct Form: Sendable {
    let unsigned: String
    let signed: String
    /// Takes the test's fields and the chain id that stands in the vector's bytes.
    let build: @Sendable (Fields) throws -> UnsignedTransaction
  }

  private static let forms = [
    Form(unsigned: "unsignedLegacy", signed: "signedLegacy") { try $0.legacy(chainID: nil) },
    Form(unsigned: "unsignedEip155", signed: "signedEip155") { try $0.legacy(chainID: $0.number("chainId")) },
    Form(unsigned: "unsignedBerlin", signed: "signedBerlin") { try $0.accessListTransaction() },
    Form(unsigned: "unsignedLondon", signed: "signedLondon") { try $0.feeMarket() },
    Form(unsigned: "unsignedCancun", signed: "signedCancun") { try $0.blob() },
  ]

  @Test(
    "payload, signature, hash, sender and JSON of every transaction are those of ethers",
    arguments: [("transaction", 1), ("transactions", 0)])
  func all(list: String, missingChainID: UInt256) throws {
    let cases = try #require(Fixtures.json("ethers/\(list).json.gz").array)
    var passed = 0
    var forms = 0
    for vector in cases {
      let fields = Fields(json: try #require(vector["transaction"]), missingChainID: missingChainID)
      let key = try PrivateKey(hex: try #require(vector["privateKey"]?.string))
      var good = true
      for form in Self.forms {
        // An empty text stands for a form that the fields cannot have: no chain id, no recipient.
        guard let unsigned = vector[form.unsigned]?.string, !unsigned.isEmpty,
          let raw = vector[form.signed]?.string, !raw.isEmpty
        else { continue }
        forms += 1
        good = try check(form.build(fields), unsigned: unsigned, raw: raw, key) && good
      }
      #expect(good, "\(vector["name"]?.string ?? "?")")
      if good { passed += 1 }
    }
    #expect(passed == cases.count)
    Fixtures.report("ethers/\(list)", passed: passed)
    Fixtures.report("ethers/\(list), forms", passed: forms)
  }

  private func check(_ transaction: UnsignedTransaction, unsigned: String, raw: String, _ key: PrivateKey) throws
    -> Bool
  {
    let bytes = try Bytes(hex: raw)
    let signed = try transaction.signed(by: key)
    let decoded = try SignedTransaction(decoding: bytes)
    return try transaction.signingPayload.hex == unsigned && signed.encoded == bytes && decoded == signed
      && decoded.hash == Keccak256.hash(bytes) && decoded.sender() == key.address
      && UnsignedTransaction(decoding: Bytes(hex: unsigned)) == transaction
      && UnsignedTransaction(json: transaction.json) == transaction && SignedTransaction(json: signed.json) == signed
  }

  /// The fields of a test; what is missing is zero or empty.
  private struct Fields: Sendable {
    let json: JSON
    /// The chain id that the author of the vectors assumed for a typed transaction without one.
    let missingChainID: UInt256

    func number(_ name: String) throws -> UInt256 {
      guard let value = json[name], let text = value.string ?? value.numberText, text != "0x" else { return 0 }
      return try UInt256(parsing: text)
    }

    func legacy(chainID: UInt256?) throws -> UnsignedTransaction {
      .legacy(
        LegacyTransaction(
          chainID: chainID, nonce: try nonce, gasPrice: try number("gasPrice"), gasLimit: try gasLimit, to: try to,
          value: try number("value"), data: try data))
    }

    func accessListTransaction() throws -> UnsignedTransaction {
      .accessList(
        AccessListTransaction(
          chainID: try chainID, nonce: try nonce, gasPrice: try number("gasPrice"), gasLimit: try gasLimit,
          to: try to, value: try number("value"), data: try data, accessList: try accessList))
    }

    func feeMarket() throws -> UnsignedTransaction {
      .feeMarket(
        FeeMarketTransaction(
          chainID: try chainID, nonce: try nonce, maxPriorityFeePerGas: try number("maxPriorityFeePerGas"),
          maxFeePerGas: try number("maxFeePerGas"), gasLimit: try gasLimit, to: try to, value: try number("value"),
          data: try data, accessList: try accessList))
    }

    func blob() throws -> UnsignedTransaction {
      .blob(
        BlobTransaction(
          chainID: try chainID, nonce: try nonce, maxPriorityFeePerGas: try number("maxPriorityFeePerGas"),
          maxFeePerGas: try number("maxFeePerGas"), gasLimit: try gasLimit, to: try #require(try to),
          value: try number("value"), data: try data, accessList: try accessList,
          maxFeePerBlobGas: try number("maxFeePerBlobGas"),
          blobVersionedHashes: try (json["blobVersionedHashes"]?.array ?? []).map {
            try Hash32(try #require($0.string))
          }))
    }

    private var chainID: UInt256 { get throws { json["chainId"] == nil ? missingChainID : try number("chainId") } }
    private var nonce: UInt64 { get throws { UInt64(try number("nonce")) } }
    private var gasLimit: UInt64 { get throws { UInt64(try number("gasLimit")) } }
    private var to: Address? { get throws { try json["to"]?.string.map { try Address($0) } } }
    private var data: Bytes { get throws { try Bytes(hex: json["data"]?.string ?? "0x") } }

    private var accessList: [AccessListEntry] {
      get throws {
        try (json["accessList"]?.array ?? []).map { entry in
          AccessListEntry(
            address: try Address(try #require(entry["address"]?.string)),
            storageKeys: try (entry["storageKeys"]?.array ?? []).map { try Hash32(try #require($0.string)) })
        }
      }
    }
  }
}
