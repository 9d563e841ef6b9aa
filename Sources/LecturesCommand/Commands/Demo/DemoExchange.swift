import ContractClient
import Devnet
import Exchange
import Keys
import Orders
import Primitives
import Relay
import Tokens

/// The exchange of the demo: contracts of both versions and two tokens on a devnet, and accounts that hold them and let
/// both exchanges move them.
struct DemoExchange: Sendable {
  let contracts: ExchangeContracts
  let connection: ContractConnection
  let pair: TokenPair
  let feeToken: Address
  let makers: [PrivateKey]
  let taker: PrivateKey
  /// The account that receives the relay's fees.
  let operatorAccount: Address

  /// The symbols of the base, the quote and the fee token.
  static let symbols = ["TKA", "TKB", "CAMP"]
  static let time = (day: UInt64(86_400), soon: UInt64(600))

  var calls: ExchangeCalls { ExchangeCalls(contracts, over: connection) }
  var tokens: [Address] { [pair.base, pair.quote, feeToken] }
  /// The accounts whose balances are shown.
  var people: [(name: DemoText, address: Address)] {
    [
      (.makerNumber(1), makers[0].address), (.makerNumber(2), makers[1].address), (.taker, taker.address),
      (.relayOperator, operatorAccount),
    ]
  }

  /// The smallest units of whole tokens, all of which have 18 decimals.
  static func units(_ whole: UInt64, thousandths: UInt64 = 0) -> UInt256 {
    UInt256(whole * 1_000 + thousandths) * UInt256(1_000_000_000_000_000)
  }

  /// Deploys the contracts and gives the accounts their tokens.
  static func open(over connection: ContractConnection, chainID: UInt256) async throws -> DemoExchange {
    let keys = try await DemoAccounts(5).keys
    let bank = keys[0]
    let contracts = try await ExchangeDeployer(over: connection, network: "demo").deploy(
      ExchangeDeployer.Choice(), beside: ExchangeContracts(chainID: chainID), from: bank)
    func token(_ symbol: String) async throws -> Address {
      try await CampusToken.deploy(
        name: symbol, symbol: symbol, decimals: 18, supply: units(10_000), holder: bank.address, connection: connection
      ).send(from: bank).contract.address
    }
    let exchange = DemoExchange(
      contracts: contracts, connection: connection,
      pair: TokenPair(base: try await token(symbols[0]), quote: try await token(symbols[1])),
      feeToken: contracts.v1?.feeToken ?? .zero, makers: [keys[1], keys[2]], taker: keys[3],
      operatorAccount: keys[4].address)
    for maker in exchange.makers { try await exchange.fund(maker, [1_000, 1_000, 10], from: bank) }
    try await exchange.fund(exchange.taker, [0, 1_000, 10], from: bank)
    return exchange
  }

  /// Gives an account whole tokens, and lets both exchanges move what it has.
  private func fund(_ owner: PrivateKey, _ amounts: [UInt64], from bank: PrivateKey) async throws {
    for (token, amount) in zip(tokens, amounts) where amount > 0 {
      let contract = CampusToken(address: token, connection: connection)
      _ = try await contract.transfer(to: owner.address, amount: Self.units(amount)).send(from: bank)
      for version in token == feeToken ? [.v1] : OrderVersion.allCases {
        let approval = try await calls.approval(of: token, amount: Self.units(amount), for: version, by: owner.address)
        for step in approval.steps { _ = try await step.prepare(from: owner.address).send(from: owner) }
      }
    }
  }

  /// The rules of the relay: both exchanges, the one pair, and a fee for each kind of order.
  var rules: RelayRules {
    var rules = RelayRules(chainID: contracts.chainID)
    rules.exchangeV1 = contracts.v1?.exchange
    rules.exchangeV4 = contracts.v4
    rules.feeRecipient = operatorAccount
    rules.fees = FeeRule(maker: Self.units(1), taker: Self.units(2), takerBasisPoints: 25)
    let least = Self.units(0, thousandths: 1)
    rules.pairs = [
      PairRule(
        TokenRange(pair.base, minAmount: least, precision: 4), TokenRange(pair.quote, minAmount: least, precision: 4))
    ]
    return rules
  }

  // MARK: Orders

  /// An order of a maker that gives tokens for others, with the fees that a relay wants, signed.
  func order(
    _ version: OrderVersion, by maker: Int, giving makerToken: Address, _ makerAmount: UInt256,
    for takerAmount: UInt256, lasting seconds: UInt64, at relay: DemoRelay
  ) async throws -> AnySignedOrder {
    let takerToken = makerToken == pair.base ? pair.quote : pair.base
    let key = makers[maker]
    let expiry = UInt256(await relay.chain.block()?.header.timestamp ?? 0) + UInt256(seconds)
    let salt = OrderSalt.random()
    switch version {
    case .v1:
      func order(_ fees: RelayFees?) -> OrderV1 {
        OrderV1(
          exchange: relay.v1.exchange.address, maker: key.address, makerToken: makerToken, takerToken: takerToken,
          feeRecipient: fees?.feeRecipient ?? .zero, makerAmount: makerAmount, takerAmount: takerAmount,
          makerFee: fees?.makerFee ?? 0, takerFee: fees?.takerFee ?? 0, expiry: expiry, salt: salt)
      }
      return .v1(try await order(try await relay.v1.fees(for: order(nil))).signed(by: key))
    case .v4:
      func order(_ config: RelayOrderConfig?) throws(OrderError) -> LimitOrder {
        try LimitOrder(
          exchange: relay.v4.exchange, maker: key.address, makerToken: makerToken, takerToken: takerToken,
          feeRecipient: config?.feeRecipient ?? .zero, makerAmount: makerAmount, takerAmount: takerAmount,
          takerFee: config?.takerFee ?? 0, expiry: expiry, salt: salt)
      }
      return .v4(try await order(try await relay.v4.orderConfig(for: try order(nil))).signed(by: key))
    }
  }

  // MARK: Transactions

  /// Fills an order with taker tokens, or less where it has less.
  func fill(_ order: AnySignedOrder, _ takerAmount: UInt256) async throws -> CallReceipt {
    try await send(try calls.fill(order, takerAmount: takerAmount, isExact: true), by: taker)
  }

  /// Cancels an order of a maker.
  func cancel(_ order: AnySignedOrder, by maker: Int) async throws -> CallReceipt {
    switch order {
    case .v1(let signed): try await send(try calls.cancel(signed.order), by: makers[maker])
    case .v4(let signed): try await send(try calls.cancel([signed.order]), by: makers[maker])
    }
  }

  private func send(_ call: ExchangeCall, by key: PrivateKey) async throws -> CallReceipt {
    try await call.prepare(from: key.address).send(from: key)
  }

  /// The balances of all who take part.
  func balances() async throws -> TokenAmounts {
    try await TokenReader(node: connection.node).balances(of: people.map(\.address), tokens: tokens)
  }
}
