import ChainSupport
import Devnet
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import WalletBook

@Suite("A payment that is waited for")
struct PaymentWatchTests {
  private func chain() async throws -> (Devnet, NodeClient, FaultProxy) {
    let devnet = try await Devnet.start(Devnet.Options())
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    return (devnet, try NodeClient(proxy.url, options: .patient), proxy)
  }

  private func pay(_ units: UInt256, _ devnet: Devnet, from sender: Int, to receiver: Int) async throws {
    let accounts = devnet.accounts.map(\.address)
    try await devnet.send(DevnetCall(from: accounts[sender], to: accounts[receiver], value: units, gas: 21_000))
  }

  @Test("is complete once several payments make it up, and not by one that was there before")
  func complete() async throws {
    let (devnet, client, proxy) = try await chain()
    try await pay(100, devnet, from: 2, to: 1)
    let watch = PaymentWatch(node: client, address: devnet.accounts[1].address, atLeast: 10)
    let start = try await watch.start()
    let states = Guarded<[UInt256]>([])
    async let paid = watch.wait(after: start, pause: .milliseconds(1)) { state in
      states.withLock { $0.append(state.sum) }
    }
    try await pay(4, devnet, from: 2, to: 1)
    while states.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
    try await pay(7, devnet, from: 3, to: 1)
    let state = try await paid
    #expect(state.payments.map(\.units) == [4, 7] && state.sum == 11 && state.confirmations == 1)
    #expect(state.payments.map(\.other) == [devnet.accounts[2].address, devnet.accounts[3].address])
    #expect(states.withLock { $0 } == [4, 11])
    _ = proxy
  }

  @Test("is complete, too, by what the balance rose by beyond all transfers and fees, which is told apart")
  func unexplained() async throws {
    let (devnet, client, proxy) = try await chain()
    let address = devnet.accounts[1].address
    let watch = PaymentWatch(node: client, address: address, atLeast: 10)
    let start = try await watch.start()
    let states = Guarded<[PaymentWatch.State]>([])
    async let paid = watch.wait(after: start, pause: .milliseconds(1)) { state in
      states.withLock { $0.append(state) }
    }
    // What the account itself spends is no rise, and hides none.
    try await pay(3, devnet, from: 1, to: 4)
    try await pay(4, devnet, from: 2, to: 1)
    while states.withLock({ $0.last?.sum != 4 }) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(states.withLock { $0.allSatisfy { $0.unexplained == 0 } })
    let factory = try await devnet.send(
      DevnetCall(from: devnet.accounts[2].address, to: nil, value: 7, data: Self.gift(to: address), gas: 200_000))
    let state = try await paid
    #expect(state.payments.map(\.units) == [4] && state.sum == 4 && state.unexplained == 7 && state.total == 11)
    #expect(state.confirmations == 1)
    _ = (proxy, factory)
  }

  @Test("names what a contract paid, as histories do, where names are asked for")
  func named() async throws {
    let (devnet, client, proxy) = try await chain()
    let address = devnet.accounts[1].address
    let watch = PaymentWatch(node: client, address: address, atLeast: 11, naming: [])
    let start = try await watch.start()
    try await pay(4, devnet, from: 2, to: 1)
    let gift = try await devnet.send(
      DevnetCall(from: devnet.accounts[2].address, to: nil, value: 7, data: Self.gift(to: address), gas: 200_000))
    // What the account spends meanwhile is no payment to it.
    try await pay(3, devnet, from: 1, to: 4)
    let state = try await watch.wait(after: start, pause: .milliseconds(1))
    #expect(state.payments.map(\.units) == [4, 7] && state.payments.map(\.kind) == [.transfer, .internal])
    #expect(state.payments.last?.transaction == gift && state.payments.last?.other != nil)
    #expect(state.unexplained == 0 && state.total == 11 && state.confirmations == 2)
    _ = proxy
  }

  /// The code of a contract that gives all that it is made with to an account, and is gone.
  private static func gift(to address: Address) -> Bytes { [0x73] + address.bytes + [0xff] }

  @Test("waits for its confirmations, and what a replaced block held counts no more")
  func replaced() async throws {
    let (devnet, client, proxy) = try await chain()
    let watch = PaymentWatch(node: client, address: devnet.accounts[1].address, atLeast: 5, confirmations: 3)
    let start = try await watch.start()
    let snapshot = await devnet.snapshot()
    try await pay(5, devnet, from: 2, to: 1)
    let states = Guarded<[PaymentWatch.State]>([])
    async let paid = watch.wait(after: start, pause: .milliseconds(1)) { state in
      states.withLock { $0.append(state) }
    }
    while states.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(states.withLock { $0.last?.confirmations } == 1)
    _ = try await devnet.revert(to: snapshot)
    try await pay(6, devnet, from: 3, to: 1)
    try await devnet.mine(blocks: 2)
    let state = try await paid
    #expect(state.payments.map(\.units) == [6] && state.confirmations == 3)
    _ = proxy
  }

  @Test("is found in the last block that can have a number, as a node may claim to be there")
  func lastNumber() async throws {
    let head = UInt64.max
    let node = try StubNode { chain in
      chain.answers["eth_blockNumber"] = { _, _ in .result(.string(UInt256(head).quantity)) }
      chain.answers["eth_getBlockByNumber"] = { call, _ in
        let number = Self.number(call.params.first) ?? head
        return .result([
          "number": .string(UInt256(number).quantity), "hash": .string(Hash32(UInt256(number)).hex),
          "parentHash": .string(Hash32(UInt256(number - 1)).hex), "timestamp": "0x1", "gasUsed": "0x0",
          "transactions": [],
        ])
      }
      chain.answers["eth_getBalance"] = { call, _ in .result(Self.number(call.params.last) == head ? "0x5" : "0x0") }
    }
    let client = try NodeClient(node.url, options: .patient)
    let watch = PaymentWatch(node: client, address: Address(truncating: UInt256(7)), atLeast: 5)
    var course = await watch.course(after: BlockReach(block: head - 2, hash: Hash32(UInt256(head - 2))))
    try await watch.look(&course)
    #expect(course.state.payments.isEmpty && course.state.unexplained == 5 && course.state.confirmations == 1)
    #expect(node.calls(of: "eth_getBlockByNumber").count == 3, "the block before it all, and both behind that")
  }

  /// The number that a quantity is; nil for the name of a block.
  private static func number(_ json: JSON?) -> UInt64? {
    (json?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) }
  }

  @Test("is given up when the task is cancelled")
  func cancelled() async throws {
    let (devnet, client, proxy) = try await chain()
    let watch = PaymentWatch(node: client, address: devnet.accounts[1].address, atLeast: 5)
    let start = try await watch.start()
    let task = Task { try await watch.wait(after: start, pause: .milliseconds(1)) }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    _ = proxy
  }
}
