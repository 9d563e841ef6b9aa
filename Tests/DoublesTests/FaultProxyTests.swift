import Devnet
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@Suite("The way to a node that goes wrong when it is told to")
struct FaultProxyTests {
  private static func client(
    _ proxy: FaultProxy, retries: Int = 0, change: (inout NodeClient.Options) -> Void = { _ in }
  ) throws -> NodeClient {
    try NodeClient(
      proxy.url,
      options: NodeClient.Options().with {
        $0.retries = retries
        // The machine may be busy with other tests.
        $0.requestTimeout = .seconds(60)
        $0.deadline = .seconds(120)
        $0.firstBackoff = .milliseconds(1)
        change(&$0)
      })
  }

  private static func failure(_ client: NodeClient) async throws -> NodeError {
    let error = await #expect(throws: NodeError.self) { try await client.blockNumber() }
    return try #require(error)
  }

  @Test("Without a fault all goes through, in order and counted before and after")
  func plain() async throws {
    let devnet = try await Devnet.start()
    let steps = Guarded<[FaultProxy.Step]>([])
    let proxy = try FaultProxy(
      FaultProxy.node { await devnet.answer($0) }, observe: { step in steps.withLock { $0.append(step) } })
    let client = try Self.client(proxy)
    #expect(try await client.blockNumber() == 0)
    try await devnet.mine()
    #expect(try await client.blockNumber() == 1)
    #expect(proxy.asked == ["eth_blockNumber", "eth_blockNumber"])
    #expect(steps.withLock { $0 }.map(\.moment) == [.request, .answer, .request, .answer])
  }

  @Test("A proxy reaches a node behind another proxy's port")
  func byPort() async throws {
    let devnet = try await Devnet.start()
    let near = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let far = try FaultProxy(FaultProxy.node(port: near.port))
    #expect(try await Self.client(far).chainID() == 31337)
    near.stop()
    #expect(try await Self.failure(Self.client(far)).kind == .cutShort)
  }

  @Test("It refuses after an answer, and listens again at the same address")
  func refuses() async throws {
    let devnet = try await Devnet.start()
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let client = try Self.client(proxy)
    proxy.refuse(after: "eth_chainId")
    #expect(try await client.chainID() == 31337)
    for _ in 0..<3 { #expect(try await Self.failure(client).kind == .refused) }
    try proxy.heal()
    #expect(try await client.blockNumber() == 0)
  }

  @Test(
    "Each fault is what it says",
    arguments: [
      (.cutBeforeRequest, .unreachable, .cutShort), (.cutAfterRequest, .unreachable, .cutShort),
      (.cutWithinAnswer, .unreachable, .cutShort), (.tooMany, .rateLimited, nil),
      (.failure(status: 500), .httpStatus, nil),
      (.webPage, .notJSON, .webPage), (.wrongID, .badReply, .wrongID), (.truncated, .badReply, .truncated),
      (.padded(bytes: 1 << 20), .tooLarge, nil),
    ] as [(Fault, NodeError.Code, NodeErrors.Kind?)])
  func kinds(fault: Fault, code: NodeError.Code, reason: NodeErrors.Kind?) async throws {
    let devnet = try await Devnet.start()
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let client = try Self.client(proxy) { $0.maximumResponseBytes = 1 << 16 }
    // Each time: libcurl itself asks again on a new connection when an old one turns out to be dead.
    proxy.fail(fault, on: "eth_blockNumber", skip: 1, times: .max)
    #expect(try await client.blockNumber() == 0)
    let error = try await Self.failure(client)
    #expect(error.code == code && error.kind == reason)
    try proxy.heal()
    #expect(try await client.blockNumber() == 0)
  }

  @Test("One that hangs or comes late is a timeout, and the next answer is the right one")
  func late() async throws {
    let devnet = try await Devnet.start()
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let client = try Self.client(proxy) { $0.requestTimeout = .seconds(2) }
    for fault in [Fault.hang, .late(milliseconds: 4_000)] {
      proxy.fail(fault)
      #expect(try await Self.failure(client).code == .timeout)
      #expect(try await Self.client(proxy).chainID() == 31337)
    }
  }

  @Test("Answers that come twice do not get into the next question's way")
  func twice() async throws {
    let devnet = try await Devnet.start()
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let client = try Self.client(proxy, retries: 2)
    proxy.fail(.answerTwice, on: "eth_chainId")
    #expect(try await client.chainID() == 31337)
    #expect(try await client.blockNumber() == 0)
  }

  @Test("Stale answers know nothing of the last blocks")
  func stale() async throws {
    let devnet = try await Devnet.start()
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let client = try Self.client(proxy)
    let (account, other) = (devnet.accounts[0].address, devnet.accounts[1].address)
    let hash = try await devnet.send(DevnetCall(to: other, value: 1))
    try await devnet.mine()
    proxy.fail(.stale(blocks: 2), times: .max)
    #expect(try await client.blockNumber() == 0)
    #expect(try await client.transactionCount(of: account, at: .pending) == 0)
    #expect(try await client.transactionReceipt(hash) == nil)
    try proxy.heal()
    #expect(try await client.transactionCount(of: account, at: .pending) == 1)
    #expect(try await client.transactionReceipt(hash)?.blockNumber == 1)
  }

  @Test("A transaction that is forgotten was never there; one that is reorganised away is there no more")
  func gone() async throws {
    let devnet = try await Devnet.start()
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let client = try Self.client(proxy)
    let key = devnet.accounts[0].key
    let signed = try UnsignedTransaction.legacy(
      LegacyTransaction(
        chainID: 31337, nonce: 0, gasPrice: 2_000_000_000, gasLimit: 21_000, to: .zero, value: 1, data: [])
    ).signed(by: key)
    proxy.fail(.forget, on: "eth_sendRawTransaction")
    #expect(try await client.sendRawTransaction(signed.encoded) == signed.hash)
    #expect(await devnet.receipt(signed.hash) == nil)
    #expect(try await client.sendRawTransaction(signed.encoded) == signed.hash)
    try await devnet.mine(blocks: 2)
    proxy.fail(.reorganization(depth: 3), on: "eth_getTransactionReceipt")
    #expect(try await client.transactionReceipt(signed.hash)?.blockNumber == 1)
    #expect(try await client.transactionReceipt(signed.hash) == nil)
    #expect(try await client.blockNumber() == 3)
  }

  @Test("A request that is delivered twice reaches the node twice")
  func deliveredTwice() async throws {
    let devnet = try await Devnet.start()
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    proxy.fail(.deliverTwice, on: "anvil_mine")
    _ = try await Self.client(proxy).call("anvil_mine", [1])
    #expect(await devnet.blockNumber == 2)
  }

  @Test("After a reconnect another node may be there")
  func otherNode() async throws {
    var options = Devnet.Options()
    options.chainID = 4_711
    let (devnet, other) = (try await Devnet.start(), try await Devnet.start(options))
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) }, FaultProxy.node { await other.answer($0) })
    let client = try Self.client(proxy, retries: 1)
    #expect(try await client.chainID() == 31337)
    proxy.fail(.otherNode)
    #expect(try await client.chainID() == 4_711)
  }
}
