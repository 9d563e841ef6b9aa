import ChainSupport
import ContractABI
import ContractClient
import Devnet
import Foundation
import Keys
import NodeDoubles
import NodeRPC
import Orders
import Outbox
import Primitives
import Relay
import Sending
import Tokens

@testable import Exchange
@testable import TradeWorker

/// A chain in this process with both exchanges, two tokens and a relay, behind HTTP so that other processes reach them.
///
/// A class, so that all of it lives as long as any part of it is asked for.
final class TradeFixture: Sendable {
  /// The initial balance of an account.
  static let purse = Amount.klay(1_000_000)

  let devnet: Devnet
  /// The way to the chain for other processes; nothing goes wrong on it.
  let server: FaultProxy
  let market: TradeMarket
  let contracts: ExchangeContracts
  let connection: ContractConnection
  /// A token whose allowance changes by way of none only; nil without what compiles it.
  let awkward: Address?
  private let bank: Address

  private init(
    _ devnet: Devnet, _ server: FaultProxy, _ market: TradeMarket, _ connection: ContractConnection,
    awkward: Address?, bank: Address
  ) throws {
    (self.devnet, self.server, self.market, self.connection) = (devnet, server, market, connection)
    (self.awkward, self.bank, contracts) = (awkward, bank, try market.contracts())
  }

  /// - Parameter isAwkward: Whether there is an awkward token, where it can be compiled.
  static func open(isAwkward: Bool = false) async throws -> TradeFixture {
    let devnet = try await Devnet.start()
    // Accounts spend before their tests begin without their keys.
    await devnet.setImpersonatesAll(true)
    let server = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let connection = ContractConnection(
      sender: TransactionSender(
        node: try NodeClient(server.url, options: .patient), chainID: TradeMarket.chainID, outbox: .inMemory()))
    let bank = devnet.accounts[0].key
    var choice = ExchangeDeployer.Choice()
    choice.wrappedCoin = ExchangeDeployer.CoinName(name: "Wrapped KLAY", symbol: "WKLAY")
    let contracts = try await ExchangeDeployer(over: connection, network: "test").deploy(
      choice, beside: ExchangeContracts(chainID: TradeMarket.chainID), from: bank)
    func token(_ symbol: String) async throws -> String {
      try await CampusToken.deploy(
        name: symbol, symbol: symbol, decimals: 18, supply: UInt256(1) << 100, holder: bank.address,
        connection: connection
      ).send(from: bank).contract.address.lowercaseHex
    }
    var awkward: Address?
    if isAwkward, TestTools.areInstalled {
      let artifact = try ContractArtifact(parsing: try await StandIns.artifact("AwkwardToken"))
      let types = artifact.abi.constructor?.inputs.map(\.type) ?? []
      awkward = try await devnet.deploy(
        (artifact.bytecode ?? []) + ABICoder.encode([.address(bank.address), .uint(1_000_000)], as: types))
    }
    guard let v1 = contracts.v1, let v4 = contracts.v4, let wrappedCoin = contracts.wrappedCoin else {
      throw CocoaError(.featureUnsupported)
    }
    let market = TradeMarket(
      exchangeV1: v1.exchange.lowercaseHex, proxy: v1.proxy.lowercaseHex, feeToken: v1.feeToken.lowercaseHex,
      exchangeV4: v4.lowercaseHex, wrappedCoin: wrappedCoin.lowercaseHex, base: try await token("TKA"),
      quote: try await token("TKB"))
    return try TradeFixture(devnet, server, market, connection, awkward: awkward, bank: bank.address)
  }

  // MARK: Accounts

  /// A new account with coins and nothing else.
  func account() async throws -> Trader {
    let trader = try Trader()
    try await devnet.setBalance(Self.purse.wei, of: trader.address)
    return trader
  }

  /// Gives an account tokens and lets both exchanges move them.
  func fund(_ account: Address, _ token: String, _ amount: UInt256 = 1_000_000_000) async throws {
    let token = try Address(token)
    try await send(from: bank, to: token, TokenCalls.transfer(to: account, amount))
    for version in OrderVersion.allCases {
      guard let spender = contracts.spender(of: version) else { continue }
      try await send(from: account, to: token, TokenCalls.approve(spender, .max))
    }
  }

  /// Sends a call in an account's name, before what is tested begins.
  func send(from account: Address, to contract: Address, value: UInt256 = 0, _ data: Bytes) async throws {
    let call = DevnetCall(from: account, to: contract, value: value, data: data, gas: 500_000)
    let hash = try await devnet.send(call)
    guard await devnet.receipt(hash)?.isSuccess ?? false else { throw CocoaError(.featureUnsupported) }
  }

  // MARK: Orders

  /// When orders end, in seconds since 1970.
  func expiry() async -> UInt64 { (await devnet.block()?.header.timestamp ?? 0) + 86_400 }

  /// A signed order that gives base tokens.
  func ask(
    _ version: OrderVersion, _ baseAmount: UInt256, for quoteAmount: UInt256, by trader: Trader
  ) async throws -> AnySignedOrder {
    let (pair, expiry) = (try market.pair(), UInt256(await expiry()))
    switch version {
    case .v1:
      return .v1(
        try await OrderV1(
          exchange: try Address(market.exchangeV1), maker: trader.address, makerToken: pair.base,
          takerToken: pair.quote, makerAmount: baseAmount, takerAmount: quoteAmount, expiry: expiry,
          salt: OrderSalt.random()
        ).signed(by: trader.key))
    case .v4:
      return .v4(
        try await LimitOrder(
          exchange: ExchangeContract(chainID: TradeMarket.chainID, address: try Address(market.exchangeV4)),
          maker: trader.address, makerToken: pair.base, takerToken: pair.quote, makerAmount: baseAmount,
          takerAmount: quoteAmount, expiry: expiry, salt: OrderSalt.random()
        ).signed(by: trader.key))
    }
  }
}
