import Devnet
import DevnetServer
import Keys
import NodeRPC
import Primitives
import StrictJSON

/// A chain for tests, behind HTTP on a free port of the loopback interface: our devnet in this process, or py-evm's.
///
/// It ends when nothing holds it any more, and with the tests' process at the latest.
public final class Chain: Sendable {
  /// Where it listens: `http://127.0.0.1:…`.
  public let url: String
  /// The id that it signs for.
  public let chainID: UInt256
  /// Accounts whose keys the node has: those of the usual test mnemonic, the first ones in `Keystores/` too.
  public let accounts: [Address]
  /// A client of it.
  public let node: NodeClient
  private let maker: Maker

  private enum Maker: Sendable {
    case devnet(Devnet, DevnetServer)
    case other(LineProcess)
  }

  /// The chain for all tests that bring accounts and contracts of their own; it mines each transaction at once.
  ///
  /// - Parameter kaia: Whether it has Kaia's rules; then it is another chain.
  public static func shared(kaia: Bool = false) async throws -> Chain {
    try await (kaia ? startedAsKaia : started).value
  }

  private static let started = Task { try await Chain.start() }
  private static let startedAsKaia = Task { try await Chain.start(kaia: true) }

  /// Starts a chain of its own, for tests that travel in time or decide when to mine.
  ///
  /// - Parameters:
  ///   - kaia: Whether it has Kaia's rules.
  ///   - chainID: Nil for that of every devnet.
  ///   - time: The time of its first block, in seconds since 1970; nil is now.
  public static func start(kaia: Bool = false, chainID: UInt256? = nil, since time: Int64? = nil) async throws -> Chain
  {
    var options = Devnet.Options()
    if let chainID { options.chainID = chainID }
    options.timestamp = time.map { UInt64($0) }
    if kaia { options.kaia = KaiaChainParameters() }
    options.balance = Amount.klay(1_000_000_000).wei
    let devnet = try await Devnet.start(options)
    let server = try await DevnetServer.start(devnet, port: 0)
    return try Chain(
      .devnet(devnet, server), url: server.url, chainID: devnet.chainID, accounts: devnet.accounts.map(\.address))
  }

  /// Starts a chain that is not ours, for tests that want other rules or the ways of another kind of node.
  ///
  /// - Parameter options: Options of `Tests/Chain/node.py`.
  public static func other(_ options: String...) async throws -> Chain {
    let arguments = [TestTools.root + "/Tests/Chain/node.py", "--port", "0", "--balance", "1000000000"] + options
    let process = try LineProcess(TestTools.python, arguments)
    let ready = try await process.json()
    guard let url = ready["url"]?.string, let chainID = ready["chainId"]?.int, let accounts = ready["accounts"]?.array
    else { throw Command.Failure(description: "the chain said something else than that it is ready: \(ready)") }
    return try Chain(
      .other(process), url: url, chainID: UInt256(chainID),
      accounts: try accounts.map { try Address($0.string ?? "") })
  }

  private init(_ maker: Maker, url: String, chainID: UInt256, accounts: [Address]) throws {
    self.maker = maker
    self.url = url
    self.chainID = chainID
    self.accounts = accounts
    // The machine may be busy with other tests.
    node = try NodeClient(
      endpoints: [Endpoint(url)],
      options: NodeClient.Options().with {
        $0.requestTimeout = .seconds(600)
        $0.deadline = .seconds(3_600)
      })
  }

  // MARK: Money

  /// A new account that nobody else uses.
  public func account(klay: Int = 1_000) async throws -> PrivateKey {
    let key = try PrivateKey.random()
    if klay > 0 { try await fund(key.address, .klay(klay)) }
    return key
  }

  /// Gives an account money out of the node's last account.
  public func fund(_ address: Address, _ amount: Amount) async throws {
    _ = try await node.call(
      "eth_sendTransaction",
      [
        [
          "from": .string(accounts[accounts.count - 1].lowercaseHex), "to": .string(address.lowercaseHex),
          "value": .string(amount.wei.quantity),
        ]
      ])
  }

  // MARK: Controls

  /// Mines blocks; what waits is in the first.
  public func mine(_ count: Int = 1) async throws {
    switch maker {
    case .devnet(let devnet, _): try await devnet.mine(blocks: UInt64(count))
    case .other: _ = try await node.call("evm_mineBlocks", [.number(String(count))])
    }
  }

  /// Mines each transaction at once, or only on ``mine(_:)``.
  public func automine(_ enabled: Bool) async throws { _ = try await node.call("evm_setAutomine", [.bool(enabled)]) }

  /// Puts the next block that many seconds later, and mines it.
  public func advance(seconds: Int) async throws {
    _ = try await node.call("evm_increaseTime", [.number(String(seconds))])
    try await mine()
  }

  /// Lets time go on from another, in seconds since 1970.
  public func setTime(_ time: Int64) async throws { _ = try await node.call("evm_setTime", [.number("\(time)")]) }

  /// Makes a chain that is not ours take on a way of other nodes; see `Tests/Chain/node.py`.
  public func set(_ option: String, _ value: JSON) async throws {
    _ = try await node.call("evm_setOption", [.string(option), value])
  }

  /// Remembers the chain as it is.
  public func snapshot() async throws -> JSON { try await node.call("evm_snapshot") }

  /// Goes back to a snapshot: to a client, a reorganisation.
  public func revert(to snapshot: JSON) async throws { _ = try await node.call("evm_revert", [snapshot]) }
}
