import Keys
import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

/// A sender over a node that says what a test tells it, an account with 100 KLAY, and a outbox whose steps are written down.
struct Counter: Sendable {
  let node: StubNode
  let sender: TransactionSender
  let journal = Notes()
  let key: PrivateKey

  init(_ change: (inout StubNode.Chain) -> Void = { _ in }) throws {
    key = try PrivateKey(bytes: Bytes(hex: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"))
    let account = key.address.lowercaseHex
    node = try StubNode { chain in
      chain.balances = [account: 100]
      change(&chain)
    }
    let client = try NodeClient(endpoints: [Endpoint(node.url)], options: .patient)
    sender = TransactionSender(
      node: client, chainID: 1337, outbox: .inMemory(observer: journal), trust: TrustPolicy(own: Set(client.endpoints)))
  }

  /// A sender to this node that does not take its word as proof.
  func stranger(over outbox: Outbox? = nil) -> TransactionSender {
    TransactionSender(node: sender.node, chainID: 1337, outbox: outbox ?? sender.outbox)
  }

  /// A transaction of the account that another program signed, as a node tells it.
  func other(nonce: UInt64, by key: PrivateKey? = nil) throws -> (hash: Hash32, told: JSON) {
    let signed = try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1337, nonce: nonce, maxPriorityFeePerGas: 1, maxFeePerGas: 5, gasLimit: 21_000, to: .zero, value: 1,
        data: [], accessList: [])
    ).signed(by: key ?? self.key)
    var told = signed.json.object ?? [:]
    (told["from"], told["blockNumber"]) = (.string(self.key.address.lowercaseHex), "0x3")
    told["blockHash"] = .string(Hash32.zero.hex)
    return (signed.hash, .object(told))
  }

  /// The node counts so many transactions from block 3 on, and shows this one there.
  static func show(_ other: (hash: Hash32, told: JSON), count: Int = 1, in chain: inout StubNode.Chain) {
    chain.answers["eth_getTransactionCount"] = { call, _ in
      let block = (call.params.last?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) }
      return .result(.string(block.map { $0 >= 3 } ?? true ? UInt256(count).quantity : "0x0"))
    }
    chain.answers["eth_getBlockByNumber"] = { call, _ in
      guard call.params.first == "0x3" else { return nil }
      return .result([
        "number": "0x3", "hash": .string(Hash32.zero.hex), "parentHash": .string(Hash32.zero.hex),
        "timestamp": "0x1", "gasLimit": "0x1", "gasUsed": "0x1", "transactions": [other.told],
      ])
    }
    chain.answers["eth_getTransactionReceipt"] = { call, chain in
      call.params.first?.string == other.hash.hex ? .result(chain.receipt(other.hash.hex, 1, block: 3)) : nil
    }
    chain.answers["eth_getTransactionByHash"] = { call, _ in
      call.params.first?.string == other.hash.hex ? .result(other.told) : .result(.null)
    }
  }

  /// A sender with this node and chain and another outbox.
  func sender(over outbox: Outbox) -> TransactionSender {
    TransactionSender(node: sender.node, chainID: 1337, outbox: outbox, trust: sender.trust)
  }

  /// A sender with this node and fallback nodes, and an outbox of its own.
  func sender(with others: StubNode...) throws -> TransactionSender {
    let client = try NodeClient(
      endpoints: ([node] + others).map { try Endpoint($0.url) },
      options: .patient)
    return TransactionSender(node: client, chainID: 1337, outbox: .inMemory(observer: journal))
  }

  /// A transfer of 1 KLAY.
  func request(_ value: Amount = .klay(1), data: Bytes = []) -> SendRequest {
    SendRequest(from: key.address, to: .zero, value: value, data: data, label: "a transfer")
  }

  func prepare(_ options: SendOptions = SendOptions()) async throws -> PreparedTransaction {
    try await sender.prepare(request(), options: options)
  }

  @discardableResult
  func send(_ options: SendOptions = SendOptions()) async throws -> SentTransaction {
    try await sender.send(prepare(options), signer: key, options: options)
  }

  /// The error that sending ends with; fails if it is none of sending.
  func refusal(
    _ options: SendOptions = SendOptions(), at location: SourceLocation = #_sourceLocation
  ) async throws -> SendingError {
    let error = await #expect(throws: SendingError.self, sourceLocation: location) { try await send(options) }
    let found = try #require(error, sourceLocation: location)
    #expect(
      (1...4).contains(found.description.split(separator: "\n", omittingEmptySubsequences: false).count),
      sourceLocation: location)
    return found
  }

  /// Why a transaction was not sent; nil if it was.
  func refused(_ prepared: PreparedTransaction) async -> SendingError.Code? {
    do {
      _ = try await sender.send(prepared, signer: key)
      return nil
    } catch {
      return (error as? SendingError)?.code ?? .outcomeUnknown
    }
  }

  /// Of all that was sent only this is in a block, as far as the node tells.
  func mine(_ only: SentTransaction) {
    node.change {
      $0.status = 1
      $0.answers["eth_getTransactionReceipt"] = { call, _ in
        call.params.first?.string == only.hash.hex ? nil : .result(.null)
      }
    }
  }

  /// Other blocks are where those of the account's transactions were.
  ///
  /// - Parameter hides: whether these have none of them in.
  func reorganise(hides: Bool = true) {
    node.change {
      if hides {
        $0.nonces = [:]
        $0.answers["eth_getTransactionReceipt"] = { _, _ in .result(.null) }
        $0.answers["eth_getTransactionByHash"] = { _, _ in .result(.null) }
      }
      $0.answers["eth_getBlockByNumber"] = { call, _ in
        guard call.params.first != "0x0", let number = call.params.first else { return nil }
        return .result([
          "number": number, "hash": .string(Keccak256.hash([9]).hex), "parentHash": .string(Hash32.zero.hex),
          "timestamp": "0x1", "gasLimit": "0x1", "gasUsed": "0x1", "transactions": [],
        ])
      }
    }
  }

  /// The nonces of the transactions that the node took, in the order in which they came.
  func nonces() throws -> [UInt64] { try node.sent.map { try SignedTransaction(decodingHex: $0).transaction.nonce } }

  /// The nonces of all that were offered to the node.
  func offered() throws -> [UInt64] {
    try node.calls(of: "eth_sendRawTransaction").map {
      try SignedTransaction(decodingHex: $0.params[0].string ?? "").transaction.nonce
    }
  }
}
