import ChainSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@Suite(
  "Transactions between us and eth-account", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(5)))
struct TransactionInteropTests {
  enum Kind: UInt64, CaseIterable, Sendable {
    case legacyWithoutChain, legacy, accessList, feeMarket
  }

  @Test(
    "Each signs the same bytes, recovers the other's signer and computes the other's hash", arguments: Kind.allCases)
  func both(kind: Kind) async throws {
    var source = Seeded(kind.rawValue + 1)
    for _ in 0..<50 {
      let key = try source.key()
      let transaction = try Self.random(kind, &source)
      let ours = try transaction.signed(by: key)
      let raw = ours.encoded.hex
      #expect(
        try await Witness.text("recover_transaction", ["raw": .string(raw)]) == key.address.checksummed,
        "\(transaction)")

      let theirs = try await Witness.ask(
        "sign_transaction", ["key": .string(key.hex), "transaction": Self.json(transaction)])
      // Both follow RFC 6979, so the signatures are the same too.
      #expect(theirs["raw"]?.string == raw, "\(transaction)")
      #expect(theirs["hash"]?.string == ours.hash.hex)

      let decoded = try SignedTransaction(decoding: Bytes(hex: theirs["raw"]?.string ?? ""))
      #expect(decoded.transaction == transaction)
      #expect(try decoded.sender() == key.address)
    }
  }

  private static func random(_ kind: Kind, _ source: inout Seeded) throws -> UnsignedTransaction {
    let chainID = source.number(bits: 40) + 1
    let (nonce, gas) = (source.word(), source.word())
    let to = Int.random(in: 0..<4, using: &source) == 0 ? nil : try source.address()
    let value = source.number(bits: 256)
    let data = source.bytes(Int.random(in: 0..<120, using: &source))
    let price = source.number(bits: 120)
    var accessList: [AccessListEntry] = []
    for _ in 0..<Int.random(in: 0...2, using: &source) {
      let keys = try (0..<Int.random(in: 0...2, using: &source)).map { _ in try Hash32(source.bytes(32)) }
      accessList.append(AccessListEntry(address: try source.address(), storageKeys: keys))
    }
    return switch kind {
    case .legacyWithoutChain, .legacy:
      .legacy(
        LegacyTransaction(
          chainID: kind == .legacy ? chainID : nil, nonce: nonce, gasPrice: price, gasLimit: gas, to: to, value: value,
          data: data))
    case .accessList:
      .accessList(
        AccessListTransaction(
          chainID: chainID, nonce: nonce, gasPrice: price, gasLimit: gas, to: to, value: value, data: data,
          accessList: accessList))
    case .feeMarket:
      .feeMarket(
        FeeMarketTransaction(
          chainID: chainID, nonce: nonce, maxPriorityFeePerGas: min(price, source.number(bits: 120)),
          maxFeePerGas: price,
          gasLimit: gas, to: to, value: value, data: data, accessList: accessList))
    }
  }

  /// The transaction as eth-account wants it, numbers as decimal text.
  private static func json(_ transaction: UnsignedTransaction) -> JSON {
    var json: JSONObject = [
      "nonce": .string("\(transaction.nonce)"), "gas": .string("\(transaction.gasLimit)"),
      "value": .string("\(transaction.value)"), "data": .string(transaction.data.hex),
      "to": transaction.to.map { .string($0.checksummed) } ?? .null,
    ]
    if let chainID = transaction.chainID { json["chainId"] = .string("\(chainID)") }
    func list(_ entries: [AccessListEntry]) -> JSON {
      .array(
        entries.map {
          ["address": .string($0.address.checksummed), "storageKeys": .array($0.storageKeys.map { .string($0.hex) })]
        })
    }
    switch transaction {
    case .legacy(let legacy):
      json["gasPrice"] = .string("\(legacy.gasPrice)")
    case .accessList(let typed):
      json["type"] = 1
      json["gasPrice"] = .string("\(typed.gasPrice)")
      json["accessList"] = list(typed.accessList)
    case .feeMarket(let typed):
      json["type"] = 2
      json["maxFeePerGas"] = .string("\(typed.maxFeePerGas)")
      json["maxPriorityFeePerGas"] = .string("\(typed.maxPriorityFeePerGas)")
      json["accessList"] = list(typed.accessList)
    default:
      break
    }
    return .object(json)
  }
}
