import ChainSupport
import ContractABI
import ContractClient
import Exchange
import Keys
import Keystores
import NodeDoubles
import NodeRPC
import OrderBook
import Orders
import Outbox
import Platform
import Primitives
import Sending
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import Relay

/// A home whose accounts `teacher` and `student` have tokens on a chain with exchanges of both versions, and a relay.
final class ExchangeHome: Sendable {
  let chain: Chain
  let connection: ContractConnection
  let contracts: ExchangeContracts
  let relay: RelayServer
  let base: Address
  let student: PrivateKey
  let teacher: PrivateKey
  /// Holds the fee tokens, and gets the fees.
  let bank: PrivateKey
  private let directory: TemporaryDirectory
  let environment: [String: String]

  /// The tokens that each of the two has, whole ones.
  static let holdings: UInt256 = 500

  /// - Parameters:
  ///   - makerFee: The fee of a maker that the relay asks for in version 1, in the fee token's smallest unit.
  ///   - takerFee: That of a taker.
  ///   - takerBasisPoints: That of a taker in version 4, in hundredths of a per cent.
  ///   - isAwkward: Whether the token is one that can keep a part of transfers (`AwkwardToken.vy`); the teacher has it then.
  ///   - settings: Further variables of the environment; nil takes one away.
  init(
    makerFee: UInt256 = 0, takerFee: UInt256 = 0, takerBasisPoints: UInt64 = 0, isAwkward: Bool = false,
    settings: [String: String?] = [:]
  ) async throws {
    chain = try await Chain.start()
    let endpoint = try Endpoint(chain.url)
    let connection = ContractConnection(
      sender: TransactionSender(
        node: try NodeClient(endpoints: [endpoint], options: .patient), chainID: chain.chainID, outbox: .inMemory(),
        trust: TrustPolicy(own: [endpoint])))
    self.connection = connection
    bank = try await chain.account()
    (teacher, student) = (try await chain.account(), try await chain.account())
    var choice = ExchangeDeployer.Choice()
    choice.wrappedCoin = ExchangeDeployer.CoinName(name: "Wrapped KLAY", symbol: "WKLAY")
    let contracts = try await ExchangeDeployer(over: connection, network: "test").deploy(
      choice, beside: ExchangeContracts(chainID: chain.chainID), from: bank)
    self.contracts = contracts
    let one = UInt256(1_000_000_000_000_000_000)
    let token: CampusToken
    if isAwkward {
      let code = try #require(try ContractArtifact(parsing: try await StandIns.artifact("AwkwardToken")).bytecode)
      let values: [ABIValue] = [.address(teacher.address), .uint(one * Self.holdings)]
      let arguments = try ABICoder.encode(values, as: [.address, .uint(256)])
      token = try await ContractDeployment<CampusToken>(initCode: code + arguments, connection: connection)
        .send(from: bank).contract
    } else {
      token = try await CampusToken.deploy(
        name: "Token A", symbol: "TKA", decimals: 18, supply: one * 1_000_000, holder: bank.address,
        connection: connection
      ).send(from: bank).contract
      _ = try await token.transfer(to: teacher.address, amount: one * Self.holdings).send(from: bank)
    }
    base = token.address
    let coin = try #require(contracts.wrappedCoin)
    for key in [teacher, student] {
      _ = try await WrappedCoin(address: coin, connection: connection).deposit(
        value: Amount(wei: one * Self.holdings)
      ).send(from: key)
    }
    var rules = RelayRules(chainID: chain.chainID)
    rules.exchangeV1 = contracts.v1?.exchange
    rules.exchangeV4 = contracts.v4
    rules.feeRecipient = bank.address
    rules.pairs = [
      PairRule(
        TokenRange(token.address, minAmount: one / 1000), TokenRange(coin, minAmount: one / 1000),
        fees: .init(maker: makerFee, taker: takerFee, takerBasisPoints: takerBasisPoints))
    ]
    var options = RelayServer.Options(clock: { UInt64(max(0, time(nil))) * 1000 })
    options.port = 0
    options.pollInterval = .milliseconds(50)
    relay = try await RelayServer.start(rules: rules, node: chain.node, store: nil, options)
    let home = WalletHome()
    directory = home.directory
    home.environment["LECTURES_ENDPOINT"] = chain.url
    home.environment["LECTURES_EXCHANGE_V1"] = contracts.v1?.exchange.checksummed
    home.environment["LECTURES_EXCHANGE_V4"] = contracts.v4?.checksummed
    home.environment["LECTURES_WRAPPED_COIN"] = coin.checksummed
    home.environment["LECTURES_RELAYS"] = relay.url
    home.environment["LECTURES_QUOTES"] = "WKLAY"
    let list = """
      {"name":"Campus","timestamp":"2026-11-24T00:00:00Z","version":{"major":1,"minor":0,"patch":0},
       "tokens":[{"chainId":\(chain.chainID),"address":"\(token.address.checksummed)","decimals":18,"name":"Token A",
                  "symbol":"TKA"},
                 {"chainId":\(chain.chainID),"address":"\(coin.checksummed)","decimals":18,"name":"Wrapped KLAY",
                  "symbol":"WKLAY"}]}
      """
    home.environment["LECTURES_TOKEN_LISTS"] = directory.write(list, to: "tokens.json")
    for (name, value) in settings { home.environment[name] = value }
    environment = home.environment
    let manager = try KeystoreManager(directory: home.file("lectures/keystores"))
    for (name, key) in [("teacher", teacher), ("student", student)] {
      _ = try await manager.importKey(
        key, name: name, password: SecretBytes(utf8: WalletHome.password), kdf: .light)
    }
  }

  /// A relay goes on asking its node until it is stopped.
  deinit { Task { [relay] in await relay.stop() } }

  func file(_ name: String) -> String { directory.file(name) }

  func run(
    _ line: String, language: String? = nil, answers: [String]? = nil,
    whenAsked meanwhile: (@Sendable (_ turn: Int) async -> Void)? = nil
  ) async -> CommandRun {
    var environment = environment
    if let language { environment["LANG"] = language }
    return await CommandRun(
      line.split(separator: " ").map(String.init), environment: environment, answers: answers, whenAsked: meanwhile)
  }

  /// The member `result`, or `error`, of the output of `lectures … --json`.
  func json(_ line: String) async throws -> JSON {
    let json = try JSON(parsing: await run("\(line) --json").output)
    return json["result"] ?? json["error"] ?? json
  }

  /// Waits until the relay has looked at the newest block.
  func settle() async throws {
    let head = try #require(try await chain.node.block(.latest)).number
    for _ in 0..<600 {
      if await relay.service.book.status.head?.number ?? 0 >= head { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("the relay does not come to block \(head)")
  }

  func balance(_ token: Address, _ key: PrivateKey) async throws -> UInt256 {
    try await CampusToken(address: token, connection: connection).balanceOf(arg0: key.address).call()
  }
}
