import ChainSupport
import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@Suite(
  "Transactions between us and eth-account", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct TransactionInteropTests {
  enum Kind: UInt64, CaseIterable, Sendable {
    case legacyWithoutChain, legacy, accessList, feeMarket, blob, setCode
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
        "sign_transaction", ["key": .string(key.hex), "transaction": .object(Self.json(transaction))])
      // Both follow RFC 6979, so the signatures are the same too.
      #expect(theirs["raw"]?.string == raw, "\(transaction)")
      #expect(theirs["hash"]?.string == ours.hash.hex)

      let decoded = try SignedTransaction(decoding: Bytes(hex: theirs["raw"]?.string ?? ""))
      #expect(decoded.transaction == transaction)
      #expect(try decoded.sender() == key.address)
    }
  }

  @Test("An account's permission to set its code is the same in both (EIP-7702)")
  func authorizations() async throws {
    var source = Seeded(7)
    for _ in 0..<20 {
      let key = try source.key()
      let ours = try Self.authorization(signedBy: key, &source)
      let theirs = try await Witness.ask(
        "sign_authorization",
        [
          "key": .string(key.hex),
          "authorization": [
            "chainId": .string("\(ours.chainID)"), "address": .string(ours.address.checksummed),
            "nonce": .string("\(ours.nonce)"),
          ],
        ])
      #expect(theirs == ["yParity": .string("\(ours.yParity)"), "r": .string("\(ours.r)"), "s": .string("\(ours.s)")])
      #expect(try ours.authority() == key.address)
    }
  }

  @Test("Blobs travel with their transaction: what eth-account sends is read, and signed again to the same bytes")
  func sidecar() async throws {
    var source = Seeded(4844)
    let key = try source.key()
    // A blob is 4,096 numbers of a field a little smaller than 256 bits.
    let blob: Bytes = (0..<4_096).flatMap { _ in Bytes([0]) + source.bytes(31) }
    var fields = Self.json(try Self.random(.blob, &source))
    fields["blobVersionedHashes"] = nil
    let theirs = try await Witness.ask(
      "sign_transaction",
      ["key": .string(key.hex), "transaction": .object(fields), "blobs": [.string(blob.hex)]])
    let raw = try Bytes(hex: theirs["raw"]?.string ?? "")
    let decoded = try SignedTransaction(decoding: raw)
    let sidecar = try #require(decoded.sidecar)
    #expect(sidecar.version == .cellProofs && sidecar.blobs == [blob])
    #expect(sidecar.commitments.count == 1 && sidecar.proofs.count == BlobSidecar.cellsPerBlob)
    // eth-account hashes what goes over the network; the hash by EIP-4844 is that of the transaction without its sidecar.
    #expect(theirs["hash"]?.string == Keccak256.hash(raw).hex)
    #expect(decoded.hash == Keccak256.hash(decoded.withoutSidecar.encoded))
    #expect(try decoded.sender() == key.address)
    let ours = try decoded.transaction.signed(by: key, sidecar: sidecar)
    #expect(ours.encoded == raw)
    for form in [ours, ours.withoutSidecar] {
      #expect(
        try await Witness.text("recover_transaction", ["raw": .string(form.encoded.hex)]) == key.address.checksummed)
    }
  }

  private static func authorization(signedBy key: PrivateKey, _ source: inout Seeded) throws -> Authorization {
    try Authorization(
      chainID: source.number(bits: 40), address: source.address(), nonce: source.word(), signedBy: key)
  }

  private static func random(_ kind: Kind, _ source: inout Seeded) throws -> UnsignedTransaction {
    let chainID = source.number(bits: 40) + 1
    let (nonce, gas) = (source.word(), source.word())
    let receiver = try source.address()
    let to = Int.random(in: 0..<4, using: &source) == 0 ? nil : receiver
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
    case .blob:
      .blob(
        BlobTransaction(
          chainID: chainID, nonce: nonce, maxPriorityFeePerGas: min(price, source.number(bits: 120)),
          maxFeePerGas: price, gasLimit: gas, to: receiver, value: value, data: data, accessList: accessList,
          maxFeePerBlobGas: source.number(bits: 120),
          blobVersionedHashes: try (0..<Int.random(in: 1...6, using: &source)).map { _ in
            try Hash32([1] + source.bytes(31))
          }))
    case .setCode:
      .setCode(
        SetCodeTransaction(
          chainID: chainID, nonce: nonce, maxPriorityFeePerGas: min(price, source.number(bits: 120)),
          maxFeePerGas: price, gasLimit: gas, to: receiver, value: value, data: data, accessList: accessList,
          authorizationList: try (0..<Int.random(in: 1...3, using: &source)).map { _ in
            try authorization(signedBy: source.key(), &source)
          }))
    }
  }

  /// The transaction as eth-account wants it, numbers as decimal text.
  private static func json(_ transaction: UnsignedTransaction) -> JSONObject {
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
    func price(_ tip: UInt256, _ ceiling: UInt256) {
      json["maxPriorityFeePerGas"] = .string("\(tip)")
      json["maxFeePerGas"] = .string("\(ceiling)")
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
      price(typed.maxPriorityFeePerGas, typed.maxFeePerGas)
      json["accessList"] = list(typed.accessList)
    case .blob(let typed):
      json["type"] = 3
      price(typed.maxPriorityFeePerGas, typed.maxFeePerGas)
      json["accessList"] = list(typed.accessList)
      json["maxFeePerBlobGas"] = .string("\(typed.maxFeePerBlobGas)")
      json["blobVersionedHashes"] = .array(typed.blobVersionedHashes.map { .string($0.hex) })
    case .setCode(let typed):
      json["type"] = 4
      price(typed.maxPriorityFeePerGas, typed.maxFeePerGas)
      json["accessList"] = list(typed.accessList)
      json["authorizationList"] = .array(
        typed.authorizationList.map {
          [
            "chainId": .string("\($0.chainID)"), "address": .string($0.address.checksummed),
            "nonce": .string("\($0.nonce)"), "yParity": .string("\($0.yParity)"), "r": .string("\($0.r)"),
            "s": .string("\($0.s)"),
          ]
        })
    case .kaia(let native): Issue.record("eth-account knows no \(native.type.name)")
    }
    return json
  }
}
