import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@Suite struct SignedTransactionJSONTests {
  private func signed(_ kind: TransactionKind) throws -> SignedTransaction {
    var random = Seeded(42)
    return try random.transaction(kind).signed(by: PrivateKey(bytes: random.bytes(32)))
  }

  private func failure(_ signed: SignedTransaction, _ changes: JSONObject) throws -> TransactionError? {
    var object = try #require(signed.json.object)
    for (name, value) in changes { object[name] = value }
    do {
      _ = try SignedTransaction(json: .object(object))
      return nil
    } catch {
      return error as TransactionError
    }
  }

  @Test("what does not belong to the signature is refused", arguments: TransactionKind.ethereum)
  func contradictions(kind: TransactionKind) throws {
    let signed = try signed(kind)
    #expect(try failure(signed, [:]) == nil)
    #expect(try failure(signed, ["blockNumber": "0x1", "transactionIndex": nil]) == nil)
    #expect(try failure(signed, ["hash": .string(Hash32.zero.hex)]) == .sample(.contradiction))
    #expect(try failure(signed, ["from": .string(Address.zero.lowercaseHex)]) == .sample(.contradiction))
    #expect(try failure(signed, ["nonce": "0x0", "hash": nil]) == .sample(.contradiction))
    #expect(try failure(signed, ["r": nil]) == .sample(.missingField))
    #expect(try failure(signed, ["r": "0x0", "hash": nil]) == .sample(.invalidSignature))
    #expect(try failure(signed, ["s": .string("0x" + String(repeating: "f", count: 64))]) == .sample(.invalidSignature))
    #expect(try failure(signed, ["v": 7]) != nil)
    #expect(try failure(signed, ["colour": 7]) == .sample(.unknownField))
  }

  @Test("the price paid, which nodes tell of every kind, is left aside")
  func gasPrice() throws {
    #expect(try failure(signed(.feeMarket), ["gasPrice": "0x7"]) == nil)
  }

  @Test("a chain id that the signature does not have is refused")
  func legacyChain() throws {
    let key = try PrivateKey(bytes: Bytes(repeating: 1, count: 32))
    let transaction = LegacyTransaction(
      chainID: 8217, nonce: 0, gasPrice: 1, gasLimit: 21_000, to: key.address, value: 0)
    let signed = try UnsignedTransaction.legacy(transaction).signed(by: key)
    #expect(signed.json["v"]?.string == (signed.signature.yParity == 0 ? "0x4055" : "0x4056"))
    #expect(signed.json["chainId"]?.string == "0x2019")
    #expect(signed.json["yParity"] == nil)
    #expect(try failure(signed, ["chainId": 1]) == .sample(.contradiction))
    #expect(try failure(signed, ["chainId": nil]) == nil)
  }
}
