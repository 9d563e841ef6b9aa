import ChainSupport
import Evidence
import Keys
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

/// On Kaia a lone node can be held to proof: what the validators sealed is believed, what they did not is not.
@Suite("Proof by the seals of Kaia's validators", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"))
struct SealedEvidenceTests {
  private func options(_ id: String = "order-9", perDay: Amount? = nil) -> SendOptions {
    var options = SendOptions()
    options.intent.key = IntentKey(id)
    if let perDay { options.intent.limits = SpendingLimits(perDay: perDay) }
    return options
  }

  private func send(
    _ node: SealedNode, over sender: TransactionSender, _ options: SendOptions
  ) async throws -> SentTransaction {
    let request = SendRequest(from: node.key.address, to: .zero, value: .klay(1), label: "a transfer")
    return try await sender.send(
      try await sender.prepare(request, options: options), signer: node.key, options: options)
  }

  /// A transaction of the account that another program signed.
  private func other(_ node: SealedNode, nonce: UInt64 = 0) throws -> SignedTransaction {
    try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1337, nonce: nonce, maxPriorityFeePerGas: 1, maxFeePerGas: 50_000_000_000, gasLimit: 21_000, to: .zero,
        value: 7, data: [], accessList: [])
    ).signed(by: node.key)
  }

  // MARK: What is proven

  @Test("a failure frees key and limit by itself", arguments: [4, 22, 50])
  func failure(validators: Int) async throws {
    let forms: [Int: DeriveShaImpl] = [4: .trie, 22: .binary, 50: .concatenation]
    let node = try await SealedNode(validators: validators, impl: try #require(forms[validators]))
    let sender = try node.sender()
    let options = options(perDay: Amount(wei: Amount.klay(3).wei / 2))
    let sent = try await send(node, over: sender, options)
    try await node.seal(sent.transaction, succeeds: false)
    let confirmation = try await sent.confirmed(options)
    #expect(confirmation.receipt.status == false && confirmation.evidence == .sealed)
    let row = try #require(try await sender.outbox.intents().first)
    #expect(row.state == .reverted && row.evidence == .sealed)
    let again = try await send(node, over: sender, options)
    #expect(!again.isEarlier && again.nonce == 1)
  }

  @Test("a success is shown as sealed, and is not sent again")
  func success() async throws {
    let node = try await SealedNode()
    let sender = try node.sender()
    let sent = try await send(node, over: sender, options())
    try await node.seal(sent.transaction, succeeds: true)
    #expect(try await sent.confirmed(options()).evidence == .sealed)
    #expect(try await sender.outbox.intents().first?.evidence == .sealed)
    #expect(try await send(node, over: sender, options()).isEarlier)
  }

  @Test("another transaction of the account in a sealed block frees the key by itself")
  func replacement() async throws {
    let node = try await SealedNode()
    let sender = try node.sender()
    try await node.seal(try other(node), succeeds: true)
    node.node.change {
      $0.answers["eth_getTransactionCount"] = { call, chain in
        // Behind the times before the first attempt: so it is given the nonce that is used.
        let isKnown = chain.calls.contains { $0.method == "eth_sendRawTransaction" }
        let number = (call.params.last?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) } ?? .max
        return .result(isKnown && number >= SealedNode.block ? "0x1" : "0x0")
      }
      $0.answers["eth_sendRawTransaction"] = { call, _ in call.turn == 1 ? .error("nonce too low") : nil }
    }
    let sent = try await send(node, over: sender, options())
    #expect(sent.nonce == 1 && !sent.isEarlier)
  }

  @Test("a gas price that the node tells too low does not lower what counts")
  func price() async throws {
    let node = try await SealedNode()
    let sender = try node.sender()
    let sent = try await send(node, over: sender, options())
    let block = try await node.seal(sent.transaction, succeeds: true)
    node.node.change {
      $0.answers["eth_getTransactionReceipt"] = { _, _ in .result(block.receipt(price: .wei(1))) }
    }
    #expect(try await sent.confirmed(options()).evidence == .sealed)
    let cost = try #require(try await sender.outbox.intents().first).cost
    #expect(cost == (try Amount.klay(1).adding(Amount(wei: Amount.gwei(25).wei * UInt256(SealedBlock.gas)))))
  }

  // MARK: Lies

  enum Lie: String, CaseIterable, Sendable {
    case status = "a failure in the receipts of the block, too"
    case statusAlone = "a failure, while the block's receipts are told as they are"
    case ownValidators = "a block that validators of its own sealed"
    case belowQuorum = "a block with one seal too few"
    case otherHeight = "the header of another block"
    case otherNumber = "the header of another block, with this number in it"
    case leftOut = "receipts of which one is left out"
    case noHeaders = "no headers between a council and the next"
    case otherForm = "roots of another form than the chain has"
    case stale = "what follows a checkpoint of long ago"
    case noMethods = "nothing by kaia_ methods"
  }

  @Test("a false failure frees nothing, whatever is told with it", arguments: Lie.allCases)
  func falseFailure(lie: Lie) async throws {
    var more: JSONObject = [:]
    if lie == .stale { more["period"] = 1 }
    if lie == .noHeaders {
      more["votes"] = .object(
        (0..<4).reduce(into: JSONObject()) {
          $0["\(2 * $1 + 1)"] = ["remove": [.number("\($1)")], "add": [.number("\($1 + 4)")]]
        })
    }
    let node = try await SealedNode(age: lie == .stale ? 31 * 86_400 : 3_600, more: more)
    var chain = node.chain
    if lie == .otherForm { chain.ranges = [KaiaParameters.Range(0, committeeSize: 50, deriveSha: .binary)] }
    let said = Guarded<[String]>([])
    let sender = try node.sender(chain: chain) { why in said.withLock { $0.append(why) } }
    let options = options(perDay: Amount(wei: Amount.klay(3).wei / 2))
    let sent = try await send(node, over: sender, options)
    // Whatever else is told: it succeeded, but where the block itself is an invention, or not to be checked.
    let isInvented = [.ownValidators, .belowQuorum, .stale, .noHeaders, .otherForm, .noMethods].contains(lie)
    let council = (0..<4).map { JSON.number("\($0)") }
    let strangers = (900..<904).map { JSON.number("\($0)") }
    let body = SealedBlock(transactions: [sent.transaction], place: 0, succeeds: false).body
    let forged: [JSON] = [
      [
        "number": .number("\(SealedNode.block)"), "validators": .array(lie == .belowQuorum ? council : strangers),
        "sealers": .array(lie == .belowQuorum ? Array(council.prefix(2)) : strangers), "body": body,
      ]
    ]
    var block = try await node.seal(sent.transaction, succeeds: !isInvented, forged: forged)
    let honest = block
    switch lie {
    case .status: block.liesInReceipts = true
    case .ownValidators, .belowQuorum:
      (block.transactions, block.place) = ([sent.transaction], 0)
      block.headers[SealedNode.block] = block.forged[0]
    case .otherHeight: block.headers[SealedNode.block] = honest.headers[8]
    case .leftOut: block.leftOut = 2
    default: break
    }
    let told = block.receipt(succeeds: false)
    node.node.change { [block] in
      block.tell(in: &$0, account: node.key.address)
      $0.answers["eth_getTransactionReceipt"] = { call, _ in
        .result(call.params.first?.string == sent.hash.hex ? told : .null)
      }
      let number: JSON = .string(UInt256(SealedNode.block).quantity)
      switch lie {
      case .otherHeight, .otherNumber:
        $0.answers["kaia_getHeaderByNumber"] = { call, _ in
          guard call.params.first == number else { return .result(honest.headers[0]) }
          var other = honest.headers[8].object ?? [:]
          if lie == .otherNumber { other["number"] = number }
          return .result(.object(other))
        }
      case .noHeaders:
        $0.answers["kaia_getHeaderByNumber"] = { call, _ in
          .result(call.params.first == "0x0" ? honest.headers[0] : call.params.first == number ? honest.header : .null)
        }
      case .noMethods:
        for name in ["getHeaderByNumber", "getBlockByNumber", "getBlockReceipts"] {
          $0.answers["kaia_\(name)"] = { _, _ in .error(code: -32601, "the method does not exist") }
        }
      default: break
      }
    }
    if lie == .statusAlone {
      await #expect(throws: SendingError(.notProven, "")) { try await sent.confirmed(options) }
    } else {
      let confirmation = try await sent.confirmed(options)
      #expect(confirmation.evidence == nil && confirmation.receipt.status == false)
      // Nothing is signed, and it is said why no proof came.
      let error = try #require(
        await #expect(throws: SendingError.self) { try await send(node, over: sender, options) })
      #expect(error.code == .notProven && error.reason?.contains("No proof came: ") == true, "\(error)")
    }
    #expect(said.withLock { $0.count } > 0)
    for _ in 0..<2 { _ = try? await send(node, over: sender, options) }
    let limited = await #expect(throws: OutboxError.self) {
      try await send(node, over: sender, self.options("order-10", perDay: Amount(wei: Amount.klay(3).wei / 2)))
    }
    #expect(limited?.code == .limitExceeded)
    #expect(try await sender.outbox.intents().allSatisfy { $0.evidence == nil })
    #expect(try node.offered() == [0])
    #expect(Set(node.node.sent).count == 1)
    // The same node tells all as it is, and what is true is believed.
    guard !isInvented else { return }
    node.node.change { honest.tell(in: &$0, account: node.key.address) }
    let found = try await send(node, over: sender, options)
    #expect(found.isEarlier)
    #expect(try await found.confirmed(options).evidence == .sealed)
  }

  @Test("a success that the seals contradict is not shown as one")
  func falseSuccess() async throws {
    let node = try await SealedNode()
    let sender = try node.sender()
    let sent = try await send(node, over: sender, options())
    let block = try await node.seal(sent.transaction, succeeds: false)
    node.node.change { $0.answers["eth_getTransactionReceipt"] = { _, _ in .result(block.receipt(succeeds: true)) } }
    let error = try #require(
      await #expect(throws: SendingError.self) { try await sent.confirmed(options()) })
    #expect(error.code == .notProven && error.reason?.contains("The transaction failed in block 9") == true, "\(error)")
    #expect(try await sender.outbox.intents().first?.state.isLive == true)
  }

  @Test("a payment that is in a sealed block cannot be hidden behind another with its nonce")
  func hidden() async throws {
    let node = try await SealedNode()
    let sender = try node.sender()
    let sent = try await send(node, over: sender, options())
    let block = try await node.seal(sent.transaction, succeeds: true)
    // Genuine: the account signed it elsewhere. It is said to be in the block in the place of ours.
    var lie = block
    lie.transactions[lie.place] = try other(node)
    let hidden = lie
    node.node.change {
      hidden.tell(in: &$0, account: node.key.address)
      $0.answers["eth_sendRawTransaction"] = { _, _ in .error("nonce too low") }
      $0.answers["kaia_getBlockByNumber"] = { _, _ in .result(["transactions": .array(block.transactions.map(\.json))])
      }
    }
    for _ in 0..<3 {
      let error = await #expect(throws: SendingError.self) {
        let sent = try await send(node, over: sender, options())
        _ = try await sent.confirmed(options())
      }
      #expect(error?.code == .notProven, "\(String(describing: error))")
    }
    #expect(try await sender.outbox.intents().allSatisfy { $0.evidence == nil })
    #expect(try node.offered() == [0])
  }

  // MARK: Requests

  @Test("without a checkpoint no header and no block's receipts are asked for")
  func requests() async throws {
    let node = try await SealedNode()
    let sender = TransactionSender(
      node: try NodeClient(endpoints: [Endpoint(node.node.url)], options: .patient), chainID: 1337)
    let sent = try await send(node, over: sender, options())
    try await node.seal(sent.transaction, succeeds: false)
    #expect(try await sent.confirmed(options()).evidence == nil)
    for name in ["kaia_getHeaderByNumber", "kaia_getBlockByNumber", "kaia_getBlockReceipts"] {
      #expect(node.node.calls(of: name).isEmpty)
    }
  }

  @Test("a checkpoint of another chain proves nothing, and it is said")
  func otherChain() async throws {
    let node = try await SealedNode()
    let said = Guarded<[String]>([])
    let sender = try node.sender(chain: .mainnet) { why in said.withLock { $0.append(why) } }
    let sent = try await send(node, over: sender, options())
    try await node.seal(sent.transaction, succeeds: true)
    #expect(try await sent.confirmed(options()).evidence == nil)
    #expect(said.withLock { $0 } == ["The checkpoint is of chain 8217, not of chain 1337."])
  }

  @Test("a node that knows klay_ names only is asked by these")
  func oldNames() async throws {
    let node = try await SealedNode()
    let sender = try node.sender()
    let sent = try await send(node, over: sender, options())
    try await node.seal(sent.transaction, succeeds: false)
    node.node.change {
      for (name, answer) in $0.answers where name.hasPrefix("kaia_") {
        $0.answers["klay_" + name.dropFirst(5)] = answer
        $0.answers[name] = nil
      }
      // Before there was one for headers, a block told them.
      let headers = $0.answers.removeValue(forKey: "klay_getHeaderByNumber")
      let block = $0.answers["klay_getBlockByNumber"]
      $0.answers["klay_getBlockByNumber"] = { call, chain in
        call.params.last == true ? block?(call, &chain) : headers?(call, &chain)
      }
    }
    #expect(try await sent.confirmed(options()).evidence == .sealed)
  }
}
