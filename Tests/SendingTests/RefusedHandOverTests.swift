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

/// A service that was handed a signed transaction and says that it does not pay for it.
@Suite("A hand-over that was refused")
struct RefusedHandOverTests {
  /// What the service does with what it refuses, besides.
  private enum Behaviour: Sendable { case nothing, sends, sendsUnseen }

  private let counter: Counter
  private let server: HostileServer
  private let behaviour = Guarded(Behaviour.nothing)

  init() throws {
    let counter = try Counter {
      $0.answers["kaia_getAccountKey"] = { _, _ in .result(.null) }
      $0.answers["kaia_getTransactionBySenderTxHash"] = { _, _ in .result(.null) }
      $0.answers["eth_getTransactionReceipt"] = { _, _ in .result(.null) }
    }
    let behaviour = behaviour
    server = try HostileServer { request in
      let said = [
        HostileServer.Act.reply(#"{"message":"Bad request","data":"not whitelisted","status":false}"#, status: 400)
      ]
      let behaviour = behaviour.withLock { $0 }
      guard behaviour != .nothing, let raw = try? JSON(parsing: request.body)["userSignedTx"]?["raw"]?.string,
        let whole = try? Self.whole(raw)
      else { return said }
      Self.mine(whole, on: counter, isIndexed: behaviour == .sends)
      return said
    }
    self.counter = counter
  }

  /// The complete transaction that a service makes of the sender's part.
  private static func whole(_ raw: String) throws -> SignedTransaction {
    var half = try PartlySignedTransaction(decoding: Hex.decode(raw))
    try half.signAsFeePayer(by: try PrivateKey(bytes: Hash32(UInt256(9)).bytes))
    return try half.completed()
  }

  /// The node has it in its fifth block; without an index of senders' hashes that block alone tells.
  private static func mine(_ signed: SignedTransaction, on counter: Counter, isIndexed: Bool) {
    let account = counter.key.address.lowercaseHex
    counter.node.change { chain in
      chain.answers["eth_getTransactionCount"] = { call, _ in
        let number = (call.params.last?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) }
        return .result(number.map { $0 < 5 } == true ? "0x0" : "0x1")
      }
      chain.answers["eth_getBlockByNumber"] = { call, chain in
        let number = (call.params.first?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) } ?? 7
        chain.sender = account
        return .result([
          "number": .string(UInt256(number).quantity), "hash": .string(Hash32(UInt256(number)).hex),
          "parentHash": .string(Hash32.zero.hex), "timestamp": .string(UInt256(4_000_000_000).quantity),
          "gasLimit": "0x1", "gasUsed": "0x1", "transactions": number == 5 ? [chain.transaction(signed.hash.hex)] : [],
        ])
      }
      let told = JSON.string(signed.hash.hex)
      chain.answers["kaia_getTransactionByHash"] = { call, _ in .result(call.params.first == told ? signed.json : .null)
      }
      if isIndexed { chain.answers["kaia_getTransactionBySenderTxHash"] = { _, _ in .result(signed.json) } }
      chain.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(call.params.first == told ? chain.receipt(signed.hash.hex, 1, block: 5) : .null)
      }
    }
  }

  private func options(service: Bool, key: String? = nil) throws -> SendOptions {
    var options = SendOptions()
    options.intent.equalWithin = 600
    options.intent.key = key.map { IntentKey($0) }
    if service { options.feeDelegation = FeeDelegation(.service(try FeeService(server.url))) }
    return options
  }

  @Test("is told as sent when the node shows that the service sent it all the same", arguments: [true, false])
  func sentAllTheSame(isIndexed: Bool) async throws {
    behaviour.withLock { $0 = isIndexed ? .sends : .sendsUnseen }
    let sent = try await counter.send(options(service: true))
    let half = try #require(JSON(parsing: server.requests[0].body)["userSignedTx"]?["raw"]?.string)
    #expect(try sent.hash == Self.whole(half).hash)
    _ = try await sent.confirmed()
    #expect(try await counter.sender.outbox.intents().map(\.state) == [.final])
  }

  @Test(
    "has the name of the request that it is for, else a new one, which the refusal tells", arguments: [nil, "order-7"])
  func named(id: String?) async throws {
    let refusal = try await RequestID.$current.withValue(id.flatMap { RequestID($0) }) {
      try await counter.refusal(options(service: true))
    }
    let name = try #require(server.requests.first?.headers["x-request-id"])
    #expect(RequestID(name) != nil && (id == nil || name == id))
    #expect(refusal.reason?.contains(name) == true, "\(refusal)")
    guard case .handedOver(_, name) = refusal.facts else {
      Issue.record("The facts have another name: \(String(describing: refusal.facts))")
      return
    }
    #expect(try await counter.sender.outbox.intents().map(\.request) == [id])
  }

  @Test("keeps its nonce, and the same once more with nobody to pay for it takes it", arguments: [nil, "order-7"])
  func again(key: String?) async throws {
    let refusal = try await counter.refusal(options(service: true, key: key))
    #expect(refusal.code == .serviceRefused && refusal.reason?.contains("not whitelisted") == true)
    #expect(refusal.message.contains("not seen on your node"))
    let outbox = counter.sender.outbox
    #expect(try await outbox.intents().map(\.state) == [.signed])
    let prepared = try await counter.prepare(options(service: false))
    #expect(try await counter.sender.justSent(prepared, within: 600, options: options(service: false, key: key)) == nil)
    let sent = try await counter.send(options(service: false, key: key))
    #expect(sent.nonce == 0 && !sent.isEarlier && counter.node.sent.count == 1)
    let rows = try await outbox.intents()
    #expect(rows.count == 1 && rows[0].attempts.count == 2 && rows[0].attempts.allSatisfy { $0.nonce == 0 })
  }

  @Test("goes to the service again as the same bytes, and stays open when it refuses again")
  func sameService() async throws {
    for _ in 0..<2 { #expect(try await counter.refusal(options(service: true)).code == .serviceRefused) }
    #expect(server.requests.count == 2 && server.requests[0].body == server.requests[1].body)
    let rows = try await counter.sender.outbox.intents()
    #expect(rows.map(\.state) == [.signed] && rows[0].attempts.count == 1)
  }

  @Test("that the service sent later is what is told the next time, and nothing is sent", arguments: [nil, "order-7"])
  func sentLater(key: String?) async throws {
    #expect(try await counter.refusal(options(service: true, key: key)).code == .serviceRefused)
    let half = try #require(JSON(parsing: server.requests[0].body)["userSignedTx"]?["raw"]?.string)
    let whole = try Self.whole(half)
    Self.mine(whole, on: counter, isIndexed: false)
    let sent = try await counter.send(options(service: false, key: key))
    #expect(sent.hash == whole.hash && sent.isEarlier && counter.node.sent.isEmpty)
  }

  @Test("whose nonce the pool has is not sent with another one")
  func pending() async throws {
    #expect(try await counter.refusal(options(service: true)).code == .serviceRefused)
    counter.node.change { $0.refusal = "there is another tx which has the same nonce in the tx pool" }
    #expect(try await counter.refusal(options(service: false)).code == .notReplaced)
    #expect(try counter.offered() == [0])
    let rows = try await counter.sender.outbox.intents()
    #expect(rows.map(\.state) == [.signed] && rows[0].lastAttempt?.isHandedOver == true)
  }

  @Test("and was sent anew: waiting for the second finds the first, if that is the one that was mined")
  func firstWins() async throws {
    #expect(try await counter.refusal(options(service: true)).code == .serviceRefused)
    let half = try #require(JSON(parsing: server.requests[0].body)["userSignedTx"]?["raw"]?.string)
    let sent = try await counter.send(options(service: false))
    let whole = try Self.whole(half)
    Self.mine(whole, on: counter, isIndexed: false)
    #expect(try await sent.confirmed().hash == whole.hash)
    #expect(try await counter.sender.outbox.intents().map(\.state) == [.final])
  }

  @Test("because nobody answers there frees its nonce: nothing left")
  func unreachable() async throws {
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.service(try FeeService("http://127.0.0.1:9")))
    let refusal = try await counter.refusal(options)
    #expect(refusal.code == .serviceRefused && refusal.message.contains("nothing was sent"))
    #expect(refusal.reason?.contains("service refused the connection") == true)
    #expect(refusal.reason?.contains("node") == false)
    #expect(try await counter.sender.outbox.intents().map(\.state) == [.unpublished])
  }

  @Test("is sent under its own number when another payer signs the rest of it")
  func otherPayer() async throws {
    #expect(try await counter.refusal(options(service: true)).code == .serviceRefused)
    let half = try #require(JSON(parsing: server.requests[0].body)["userSignedTx"]?["raw"]?.string)
    let whole = try Self.whole(half)
    counter.node.change {
      $0.answers["kaia_sendRawTransaction"] = { _, _ in .result(.string(whole.hash.hex)) }
    }
    try await counter.sender.broadcast(whole, label: "a transfer")
    let rows = try await counter.sender.outbox.intents()
    #expect(rows.map(\.state) == [.broadcast] && rows[0].attempts.last?.hash == whole.hash)
  }
}
