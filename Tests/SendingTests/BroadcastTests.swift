import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import Testing
import Transactions

@Suite("Broadcasting to every endpoint")
struct BroadcastTests {
  private let transaction: SignedTransaction
  private let diary = EventRecorder()

  init() throws { transaction = try .sample() }

  private func broadcast(over node: NodeClient) async throws {
    try await TransactionSender(node: node, chainID: 1001, outbox: .inMemory(observer: diary)).broadcast(
      transaction, label: "a gift")
  }

  /// The error of a broadcast that fails.
  private func failure(over node: NodeClient) async throws -> any Error {
    do { try await broadcast(over: node) } catch { return error }
    throw Unexpected()
  }
  private struct Unexpected: Error {}

  private func code(over node: NodeClient) async throws -> SendingError.Code? {
    (try await failure(over: node) as? SendingError)?.code
  }

  @Test("every endpoint hears of the transaction")
  func everyone() async throws {
    let nodes = try (0..<3).map { _ in try Receiver.taking(transaction) }
    try await broadcast(over: .of(nodes[0].server.url, nodes[1].server.url, nodes[2].server.url))
    for node in nodes {
      // The first asks of what kind the node is.
      try await node.server.waitForRequests(2)
      #expect(node.count(of: "eth_sendRawTransaction") == 1)
    }
    #expect(diary.entries == [.willBroadcast("a gift"), .didBroadcast])
  }

  @Test("one that takes it is enough, whatever the others say")
  func oneIsEnough() async throws {
    let refusing = try Receiver.refusing("nonce too low")
    let taking = try Receiver.taking(transaction)
    try await broadcast(over: .of(refusing.server.url, HostileServer.nobody(), taking.server.url))
    #expect(diary.entries.last == .didBroadcast)
  }

  @Test("one that hangs holds up nothing when another takes it")
  func hanging() async throws {
    let silent = try Receiver(["eth_sendRawTransaction": [.hang]])
    let taking = try Receiver.taking(transaction)
    // The time limit is far beyond what a test may last.
    try await broadcast(over: .of(silent.server.url, taking.server.url) { $0.requestTimeout = .seconds(3_600) })
    #expect(diary.entries.last == .didBroadcast)
  }

  @Test(
    "\"already known\" is as good as taken", arguments: ["already known", "Known transaction: 0x12", "AlreadyKnown"])
  func alreadyKnown(words: String) async throws {
    let knowing = try Receiver.refusing(words)
    let refusing = try Receiver.refusing("insufficient funds")
    try await broadcast(over: .of(refusing.server.url, knowing.server.url))
    #expect(diary.entries == [.willBroadcast("a gift"), .didBroadcast])
  }

  @Test(
    "when all refuse, the chain's words are told before the silence of others",
    arguments: [
      ("insufficient funds for gas", SendingError.Code.notEnoughForGas), ("nonce too low", .nonceUsed),
      ("transaction underpriced", .underpriced), ("invalid sender", .refused),
    ])
  func refused(words: String, expected: SendingError.Code) async throws {
    let refusing = try Receiver.refusing(words)
    let shut = try Receiver(["eth_sendRawTransaction": [.reply("", status: 403)]])
    let node = try NodeClient.of(HostileServer.nobody(), shut.server.url, refusing.server.url)
    let error = try #require(try await failure(over: node) as? SendingError)
    #expect(error.code == expected)
    #expect(error.transactionHash == transaction.hash)
    #expect(error.description.contains(words))
    #expect(diary.entries == [.willBroadcast("a gift"), .wasRefused])
  }

  @Test("a used nonce tells more than an empty account")
  func mostTelling() async throws {
    let poor = try Receiver.refusing("insufficient funds")
    let late = try Receiver.refusing("nonce too low")
    #expect(try await code(over: .of(poor.server.url, late.server.url)) == .nonceUsed)
  }

  @Test(
    "if one endpoint may have taken it, the outcome is unknown",
    arguments: [
      [.close], [.reply("", status: 500)], [.reply("<html>")], [.error(#"{"code":-32000,"message":"timeout"}"#)],
    ]
      as [[HostileServer.Act]])
  func unknown(acts: [HostileServer.Act]) async throws {
    let doubtful = try Receiver(["eth_sendRawTransaction": acts])
    let refusing = try Receiver.refusing("insufficient funds")
    let error = try #require(
      try await failure(over: .of(refusing.server.url, doubtful.server.url)) as? SendingError)
    #expect(error.code == .outcomeUnknown && error.transactionHash == transaction.hash)
    // Neither taken nor refused: the outbox keeps it open.
    #expect(diary.entries == [.willBroadcast("a gift")])
  }

  @Test("a refusal of the second attempt does not undo the first, whose answer was lost")
  func lostAnswer() async throws {
    let refusal = HostileServer.Act.error(#"{"code":-32000,"message":"insufficient funds"}"#)
    let turns = Counts()
    let server = try HostileServer { request in
      // On a connection that was used before, libcurl asks again by itself, and the first attempt is not seen.
      guard request.text.contains("eth_sendRawTransaction") else { return [.result("null"), .close] }
      return turns.add() == 1 ? [.close] : [refusal]
    }
    #expect(try await code(over: .of(server.url)) == .outcomeUnknown)
  }

  @Test("an endpoint that answers with another hash has not taken it for sure")
  func otherHash() async throws {
    let liar = try Receiver.taking(.sample(nonce: 8))
    #expect(try await code(over: .of(liar.server.url)) == .outcomeUnknown)
  }

  @Test("a transaction that some endpoint knows by its hash was sent", arguments: ["nonce too low", "timeout"])
  func knownByHash(words: String) async throws {
    let refusing = try Receiver.refusing(words)
    let json = """
      {"hash":"\(transaction.hash)","nonce":"0x7","blockHash":null,"blockNumber":null,"transactionIndex":null,
      "from":"\(Address.zero)","to":"\(Address.zero)","value":"0x1","gas":"0x5208","gasPrice":"0x1","input":"0x",
      "type":"0x0","v":"0x0","r":"0x1","s":"0x1"}
      """
    let knowing = try Receiver([
      "eth_sendRawTransaction": [.error(#"{"code":-32000,"message":"nonce too low"}"#)],
      "eth_getTransactionByHash": [.result(json)],
    ])
    try await broadcast(over: .of(refusing.server.url, knowing.server.url))
    #expect(diary.entries.last == .didBroadcast)
  }

  @Test("when nobody can be asked, the node's failure is told and nothing was sent")
  func nobodyThere() async throws {
    let error = try #require(
      try await failure(over: .of(HostileServer.nobody(), HostileServer.nobody())) as? NodeError)
    #expect(error.code == .unreachable && !error.leavesOutcomeOpen)
    // Not even which chain it is could be asked, so nothing was begun.
    #expect(diary.entries.isEmpty)
  }

  @Test("an outbox that cannot be written stops the broadcast before a byte of it leaves")
  func outboxFails() async throws {
    let node = try Receiver.taking(transaction)
    let sender = TransactionSender(node: try .of(node.server.url), chainID: 1001, outbox: .impossible)
    await #expect(throws: OutboxError(.failed, "")) { try await sender.broadcast(transaction, label: "a gift") }
    #expect(node.count(of: "eth_sendRawTransaction") == 0)
  }
}
