import Dispatch
import EVM
import Foundation
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import Simulation
import StrictJSON
import Testing

@testable import Devnet

@Suite("Going on from a node's chain, over HTTP")
struct ForkOverHTTPTests {
  /// A devnet behind HTTP, that notes what it is asked, and lies when it is told to.
  final class Node: Sendable {
    let devnet: Devnet
    private let server: HostileServer
    private let asked: Guarded<[String]>
    private let lies: Guarded<[String: JSON]>

    init(_ devnet: Devnet) throws {
      self.devnet = devnet
      let (asked, lies) = (Guarded<[String]>([]), Guarded<[String: JSON]>([:]))
      (self.asked, self.lies) = (asked, lies)
      server = try HostileServer { request in
        guard let message = try? JSON(parsing: request.body) else { return [.close] }
        let requests = message.array ?? [message]
        asked.withLock { $0 += requests.map { $0["method"]?.string ?? "" } }
        let (answer, done) = (Guarded<JSON?>(nil), DispatchSemaphore(value: 0))
        Task.detached {
          let found = await devnet.answer(message)
          answer.withLock { $0 = found }
          done.signal()
        }
        done.wait()
        var answers = answer.withLock { $0 }.map { $0.array ?? [$0] } ?? []
        for index in answers.indices {
          guard let lie = lies.withLock({ $0[requests[index]["method"]?.string ?? ""] }),
            var object = answers[index].object
          else { continue }
          object["result"] = lie
          answers[index] = .object(object)
        }
        return [.reply((message.array == nil ? answers.first ?? .null : .array(answers)).serialized())]
      }
    }

    var url: String { server.url }
    var methods: [String] { asked.withLock { $0 } }
    func lie(_ method: String, _ answer: JSON?) { lies.withLock { $0[method] = answer } }
    func stop() { server.stop() }

    /// A devnet that goes on from here.
    ///
    /// - Parameter accounts: How many accounts of its own it has; they take the place of those of the same addresses there.
    func fork(at block: UInt64? = nil, cache: StateCache? = nil, accounts: Int? = nil) async throws -> Devnet {
      var options = Devnet.Options()
      options.origin = try await .node(NodeClient(url, options: .patient), block: block, cache: cache)
      if let accounts { options.accountCount = accounts }
      return try await Devnet.start(options)
    }
  }

  /// What a node may be asked beside the past: nothing that changes it.
  static let reading = Set(HistoricCall.methods.keys).union(["eth_chainId", "eth_config", "eth_blockNumber"])

  func market() async throws -> (node: Node, market: Market) {
    let devnet = try await Devnet.start()
    let market = try await Market.open(devnet, cost: 1)
    try await devnet.send(market.purchase(value: ether(1), from: 2))
    return (try Node(devnet), market)
  }

  @Test("a devnet that goes on from another devnet's chain has its hardfork", arguments: EVM.Fork.allCases)
  func hardfork(_ fork: EVM.Fork) async throws {
    var options = Devnet.Options()
    options.fork = fork
    let devnet = try await Devnet.start(options)
    try await devnet.mine()
    let node = try Node(devnet)
    let forked = try await node.fork()
    #expect(await forked.chain.forks.forks == [fork])
    node.stop()
  }

  @Test("a purchase on the fork is like one there, and the chain there stays as it is")
  func purchase() async throws {
    let (node, market) = try await market()
    let head = try #require(await node.devnet.block()).hash
    let devnet = try await node.fork()
    #expect(await devnet.block()?.hash == head)
    let receipt = try #require(await devnet.receipt(devnet.send(market.purchase(value: ether(1), from: 3))))
    #expect(receipt.isSuccess)
    #expect(receipt.logs.count == 1)
    #expect(try await devnet.balance(of: market.address) == ether(2))
    // What was bought there can't be bought twice here.
    await #expect(throws: DevnetError(.reverted, "")) {
      try await devnet.call(market.purchase(value: ether(1), from: 2))
    }
    #expect(await node.devnet.block()?.hash == head)
    #expect(try await node.devnet.balance(of: market.address) == ether(1))
    #expect(Set(node.methods).isSubset(of: Self.reading))
  }

  @Test("each piece of state is asked for once, and with a cache not even once in the next run")
  func cached() async throws {
    let (node, market) = try await market()
    let folder = NSTemporaryDirectory() + "fork-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = StateCache(directory: folder)
    let request = market.purchase(value: ether(1), from: 3)
    func storageReads() -> Int { node.methods.count { $0 == "eth_getStorageAt" } }
    let first = try await node.fork(cache: cache)
    _ = try await first.call(request)
    let reads = storageReads()
    #expect(reads > 0)
    _ = try await first.call(request)
    try await first.send(request)
    let more = storageReads()
    _ = try await first.call(
      market.purchase(value: ether(1), from: 3), at: .number(first.origin?.header.number ?? 0))
    #expect(storageReads() == more)
    let second = try await node.fork(cache: cache)
    let before = node.methods.count
    _ = try await second.call(request)
    #expect(node.methods.count == before)
  }

  @Test("a block of the past can be gone on from")
  func past() async throws {
    let (node, market) = try await market()
    let devnet = try await node.fork(at: 2)
    #expect(await devnet.blockNumber == 2)
    #expect(try await devnet.balance(of: market.address) == 0)
    let receipt = try #require(await devnet.receipt(devnet.send(market.purchase(value: ether(1), from: 2))))
    #expect(receipt.isSuccess)
    await #expect(throws: SimulationError.self) { try await node.fork(at: 99) }
  }

  @Test("an account whose key nobody has can act on the fork")
  func impersonation() async throws {
    let (node, market) = try await market()
    let devnet = try await node.fork()
    await devnet.impersonate(market.address)
    let receipt = try #require(
      await devnet.receipt(devnet.send(DevnetCall(from: market.address, to: devnet.accounts[9].address, value: 1))))
    #expect(receipt.from == market.address)
    #expect(try await devnet.balance(of: devnet.accounts[9].address) == ether(10_000) + 1)
  }

  @Test("when the node is gone what is needed of it fails with its address, and what is known goes on")
  func gone() async throws {
    let (node, market) = try await market()
    let devnet = try await node.fork()
    try await devnet.send(market.purchase(value: ether(1), from: 3))
    let known = try await devnet.balance(of: market.address)
    node.stop()
    let stranger = Address(truncating: UInt256(0x57a))
    do {
      _ = try await devnet.balance(of: stranger)
      Issue.record("a balance came from nowhere")
    } catch let error as DevnetError {
      #expect(error.code == .originFailed)
      #expect(error.message.contains("127.0.0.1"))
      #expect(error.message.split(separator: "\n").count <= 4)
    }
    #expect(try await devnet.balance(of: market.address) == known)
    let number = await devnet.blockNumber
    await #expect(throws: DevnetError(.originFailed, "")) { try await devnet.send(DevnetCall(to: stranger, value: 1)) }
    #expect(await devnet.blockNumber == number)
    let answer = await devnet.answer([
      "jsonrpc": "2.0", "id": 1, "method": "eth_getBlockByNumber", "params": ["0x1", false],
    ])
    #expect(answer?["error"]?["code"]?.int == -32000)
    #expect(answer?["error"]?["message"]?.string?.contains("127.0.0.1") == true)
  }

  @Test("a node that lies is told apart from one that has nothing")
  func lies() async throws {
    let (node, market) = try await market()
    let devnet = try await node.fork()
    node.lie("eth_getStorageAt", ["x": 1])
    await #expect(throws: DevnetError(.originFailed, "")) { try await devnet.call(market.purchase(value: ether(1))) }
    node.lie("eth_getStorageAt", nil)
    node.lie("eth_getCode", "0x60006000")
    await #expect(throws: DevnetError.self) { try await devnet.call(market.purchase(value: ether(2), from: 4)) }
    node.lie("eth_getCode", nil)
    _ = try await devnet.call(market.purchase(value: ether(1), from: 4))
    node.lie("eth_getBlockByNumber", .null)
    await #expect(throws: SimulationError.self) { try await node.fork() }
  }

  @Test("errors of the node come through with code and data")
  func refusals() async throws {
    let (node, market) = try await market()
    try await node.devnet.mine()
    let devnet = try await node.fork()
    let call: JSON = [
      "to": .string(market.address.checksummed), "from": .string(devnet.accounts[3].address.checksummed),
      "data": .string(market.purchase(value: 0).data.hex), "value": "0x1",
    ]
    let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": [call, "0x3"]]
    let (here, there) = (await devnet.answer(request), await node.devnet.answer(request))
    #expect(here?["error"]?["code"]?.int == 3)
    #expect(here == there)
  }
}
