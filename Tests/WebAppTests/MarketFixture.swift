import ChainSupport
import ContractClient
import Exchange
import Keys
import LectureKit
import NodeRPC
import Operations
import OrderBook
import Orders
import Platform
import Primitives
import Sending
import Testing
import Tokens

@testable import Relay
@testable import WebApp

/// A site whose network has an exchange of both versions and a relay; `student` and `teacher` have tokens.
final class MarketFixture: Sendable {
  let own: SiteFixture
  let contracts: ExchangeContracts
  let relay: RelayServer
  /// The token that is bought and sold; prices are told in the wrapped coin.
  let base: Address
  let coin: Address

  /// The whole tokens that each of the two has.
  static let holdings: UInt256 = 500
  static let one = UInt256(1_000_000_000_000_000_000)

  /// - Parameters:
  ///   - symbol: The symbol of the token, as anybody may choose it.
  ///   - hasCoin: Whether the settings name the token of the chain's coin.
  ///   - version: The version of the exchange that the settings name.
  ///   - makerFee: The fee of a maker that the relay asks for in version 1, in the fee token's smallest unit.
  ///   - takerFee: The fee of a taker that it asks for, likewise.
  init(
    symbol: String = "TKA", hasCoin: Bool = true, version: OrderVersion = .v4, makerFee: UInt256 = 0,
    takerFee: UInt256 = 0
  ) async throws {
    own = try await SiteFixture.open()
    let (chain, connection) = (own.chain, own.client.connection)
    let bank = try await chain.account()
    var choice = ExchangeDeployer.Choice()
    choice.wrappedCoin = ExchangeDeployer.CoinName(name: "Wrapped KLAY", symbol: "WKLAY")
    let contracts = try await ExchangeDeployer(over: connection, network: "test").deploy(
      choice, beside: ExchangeContracts(chainID: chain.chainID), from: bank)
    self.contracts = contracts
    coin = try #require(contracts.wrappedCoin)
    let token = try await CampusToken.deploy(
      name: "Token A", symbol: symbol, decimals: 18, supply: Self.one * 1_000_000, holder: bank.address,
      connection: connection
    ).send(from: bank).contract
    base = token.address
    for name in ["student", "teacher"] {
      let key = try #require(own.keys[name])
      _ = try await token.transfer(to: key.address, amount: Self.one * Self.holdings).send(from: bank)
      _ = try await WrappedCoin(address: coin, connection: connection).deposit(
        value: Amount(wei: Self.one * Self.holdings)
      ).send(from: key)
    }
    var rules = RelayRules(chainID: chain.chainID)
    (rules.exchangeV1, rules.exchangeV4) = (contracts.v1?.exchange, contracts.v4)
    rules.feeRecipient = bank.address
    rules.pairs = [
      PairRule(
        TokenRange(base, minAmount: Self.one / 1000), TokenRange(coin, minAmount: Self.one / 1000),
        fees: .init(maker: makerFee, taker: takerFee))
    ]
    var options = RelayServer.Options(clock: { UInt64(max(0, time(nil))) * 1000 })
    options.port = 0
    options.pollInterval = .milliseconds(50)
    relay = try await RelayServer.start(rules: rules, node: chain.node, store: nil, options)
    let trusted = [
      TrustedToken(address: base, decimals: 18, symbol: symbol, name: "Token A"),
      TrustedToken(address: coin, decimals: 18, symbol: "WKLAY", name: "Wrapped KLAY"),
    ]
    var values: [SettingKey: String] = [
      version == .v1 ? .exchangeV1 : .exchangeV4: try #require(contracts.exchange(of: version)).address.checksummed,
      .relays: relay.url, .quotes: coin.checksummed,
      .trustedTokens: trusted.map(\.description).joined(separator: ","),
    ]
    if hasCoin { values[.wrappedCoin] = coin.checksummed }
    try ConfigEditor(own.site.settings).keep(values)
    try own.site.reread([])
  }

  /// A relay goes on asking its node until it is stopped.
  deinit { Task { [relay] in await relay.stop() } }

  /// Goes the whole way of a form: its review, the password, the end.
  func send(_ browser: TestBrowser, _ target: String, _ fields: [String: String]) async throws -> TestBrowser.Reading {
    let path = try #require(await browser.post(target, fields).location)
    return try await browser.follow("\(path)/confirm", ["password": SiteFixture.password])
  }

  /// Makes a limit order of an account on the pages of one person, and lets the exchange move what it gives first.
  func offer(_ side: String, _ amount: String, at price: String, by name: String) async throws {
    let browser = try await own.browser()
    _ = await browser.post("/settings", ["account": name])
    let fields = ["side": side, "amount": amount, "price": price, "expires": "1d"]
    let first = try #require(await browser.post("\(Self.pair)/order", fields).location)
    if let query = first.split(separator: "?").dropFirst().first, first.contains("/approve?") {
      let given = try #require(FormFields(parsing: Array(query.utf8)))
      let names = ["token", "version", "amount"]
      let step = Dictionary(uniqueKeysWithValues: names.map { ($0, given[$0] ?? "") })
      #expect(try await send(browser, "\(Self.pair)/approve", step).text.contains("It is done"))
      try await settle()
    }
    #expect(try await send(browser, "\(Self.pair)/order", fields).text.contains("It is done"))
  }

  /// The pages of its pair.
  static let pair = "/exchange/TKA-WKLAY"

  /// Waits until the relay has looked at the newest block.
  func settle() async throws {
    let head = try #require(try await own.chain.node.block(.latest)).number
    for _ in 0..<600 {
      if await relay.service.book.status.head?.number ?? 0 >= head { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("the relay does not come to block \(head)")
  }

  /// The number of orders that stand in the relay's book.
  var openOrders: Int { get async { await relay.service.book.status.open } }

  func balance(_ token: Address, _ name: String) async throws -> UInt256 {
    try await CampusToken(address: token, connection: own.client.connection).balanceOf(
      arg0: #require(own.keys[name]).address
    ).call()
  }
}
