import ChainSupport
import ContractABI
import ContractClient
import Exchange
import FixtureSupport
import Keys
import Locking
import NodeDoubles
import NodeRPC
import Orders
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing

/// Both exchanges on a chain of their own, with a base and a quote token, two makers and a taker.
struct ExchangeFixture: Sendable {
  let chain: Chain
  let contracts: ExchangeContracts
  let connection: ContractConnection
  let base: CampusToken
  let quote: CampusToken
  let makers: [PrivateKey]
  let taker: PrivateKey
  /// Holds all tokens that nobody was given.
  let bank: PrivateKey

  var calls: ExchangeCalls { ExchangeCalls(contracts, over: connection) }
  var pair: TokenPair { TokenPair(base: base.address, quote: quote.address) }
  var client: DealClient {
    DealClient(contracts, over: connection, states: ChainStateSource(contracts, from: connection.node))
  }
  var feeToken: CampusToken {
    CampusToken(address: contracts.v1?.feeToken ?? .zero, connection: connection)
  }

  static func open(isOwn: Bool = true) async throws -> ExchangeFixture {
    let chain = try await Chain.start()
    let connection = try chain.connection(isOwn: isOwn)
    let bank = try await chain.account()
    var choice = ExchangeDeployer.Choice()
    choice.wrappedCoin = ExchangeDeployer.CoinName(name: "Wrapped KLAY", symbol: "WKLAY")
    let contracts = try await ExchangeDeployer(over: connection, network: "test").deploy(
      choice, beside: ExchangeContracts(chainID: chain.chainID), from: bank)
    func token(_ symbol: String) async throws -> CampusToken {
      try await CampusToken.deploy(
        name: symbol, symbol: symbol, decimals: 18, supply: UInt256(1) << 100, holder: bank.address,
        connection: connection
      ).send(from: bank).contract
    }
    let fixture = ExchangeFixture(
      chain: chain, contracts: contracts, connection: connection, base: try await token("TKA"),
      quote: try await token("TKB"), makers: [try await chain.account(), try await chain.account()],
      taker: try await chain.account(), bank: bank)
    for maker in fixture.makers { try await fixture.fund(maker, fixture.base.address, 100_000) }
    try await fixture.fund(fixture.taker, fixture.quote.address, 100_000)
    return fixture
  }

  /// A source of states at one of whose readings something happens first.
  struct Interrupted: OrderStateSource {
    private let source: ChainStateSource
    private let number: Int
    private let count = Guarded(0)
    private let event: @Sendable () async throws -> Void

    init(_ source: ChainStateSource, onReading number: Int, _ event: @escaping @Sendable () async throws -> Void) {
      (self.source, self.number, self.event) = (source, number, event)
    }

    func states(of orders: [AnySignedOrder]) async throws -> OrderStates {
      let isNow = count.withLock { count in
        count += 1
        return count == number
      }
      if isNow { try await event() }
      return try await source.states(of: orders)
    }
  }

  // MARK: Tokens

  /// Gives an account tokens and lets both exchanges move them.
  func fund(_ key: PrivateKey, _ token: Address, _ amount: UInt256) async throws {
    let contract = CampusToken(address: token, connection: connection)
    _ = try await contract.transfer(to: key.address, amount: amount).send(from: bank)
    for version in OrderVersion.allCases { try await approve(key, token, .max, version) }
  }

  func approve(_ key: PrivateKey, _ token: Address, _ amount: UInt256, _ version: OrderVersion) async throws {
    let approval = try await calls.approval(of: token, amount: amount, for: version, by: key.address)
    for step in approval.steps { _ = try await step.prepare(from: key.address).send(from: key) }
  }

  /// Lets the exchange move so much and no more, whatever it might before.
  func bound(_ key: PrivateKey, _ token: Address, to amount: UInt256, _ version: OrderVersion) async throws {
    let spender = try #require(contracts.spender(of: version))
    _ = try await calls.revocation(of: token, for: spender).prepare(from: key.address).send(from: key)
    try await approve(key, token, amount, version)
  }

  func balance(_ token: Address, _ key: PrivateKey) async throws -> UInt256 {
    try await CampusToken(address: token, connection: connection).balanceOf(arg0: key.address).call()
  }

  // MARK: Orders

  func time() async throws -> UInt64 { try #require(try await chain.node.block(.latest)).timestamp }

  /// A signed ask that gives base tokens.
  ///
  /// - Parameter recipient: The account that fees go to; nil for the bank.
  func ask(
    _ version: OrderVersion, _ baseAmount: UInt256, for quoteAmount: UInt256, by maker: Int = 0, salt: UInt256 = 1,
    fee: UInt256 = 0, taker: Address = .zero, lasting seconds: UInt64 = 100_000, base: Address? = nil,
    quote: Address? = nil, recipient: Address? = nil
  ) async throws -> AnySignedOrder {
    let quote = quote ?? self.quote.address
    let recipient = recipient ?? bank.address
    let expiry = UInt256(try await time() + seconds)
    let key = makers[maker]
    switch version {
    case .v1:
      return .v1(
        try await OrderV1(
          exchange: try #require(contracts.v1).exchange, maker: key.address, taker: taker,
          makerToken: base ?? self.base.address, takerToken: quote,
          feeRecipient: fee > 0 ? recipient : .zero, makerAmount: baseAmount, takerAmount: quoteAmount,
          takerFee: fee, expiry: expiry, salt: salt
        ).signed(by: key))
    case .v4:
      return .v4(
        try await LimitOrder(
          exchange: try #require(contracts.exchange(of: .v4)), maker: key.address, taker: taker,
          makerToken: base ?? self.base.address, takerToken: quote, feeRecipient: recipient,
          makerAmount: baseAmount, takerAmount: quoteAmount, takerFee: fee, expiry: expiry, salt: salt
        ).signed(by: key))
    }
  }

  /// A wish that takes fees.
  func wish(_ amount: DealAmount, slippage percent: UInt256 = 20) -> DealRequest {
    var request = DealRequest(amount, of: pair, within: .slippage(Offers.percent(percent)), by: taker.address)
    (request.minimum, request.takesFees) = (10, true)
    return request
  }

  /// Cancels an order by its maker.
  func cancel(_ order: AnySignedOrder, by maker: Int = 0, amount: UInt256? = nil) async throws -> CallReceipt {
    let call: ExchangeCall
    switch order {
    case .v1(let signed): call = try calls.cancel(signed.order, amount: amount)
    case .v4(let signed): call = try calls.cancel([signed.order])
    }
    return try await call.prepare(from: makers[maker].address).send(from: makers[maker])
  }
}

extension Chain {
  /// A connection of its own, which waits for as long as a busy machine lets the node need.
  func connection(outbox: Outbox = .inMemory(), isOwn: Bool = true) throws -> ContractConnection {
    let endpoint = try Endpoint(url)
    return ContractConnection(
      sender: TransactionSender(
        node: try NodeClient(endpoints: [endpoint], options: .patient), chainID: chainID, outbox: outbox,
        trust: TrustPolicy(own: isOwn ? [endpoint] : [])))
  }
}

/// A stand-in that is called by the names of its functions.
struct StandInToken: Sendable {
  let address: Address
  let abi: ContractABI
  let connection: ContractConnection

  static func deploy(_ name: String, _ arguments: [ABIValue], from key: PrivateKey, over connection: ContractConnection)
    async throws -> StandInToken
  {
    let artifact = try ContractArtifact(parsing: try await StandIns.artifact(name))
    let types = artifact.abi.constructor?.inputs.map(\.type) ?? []
    let code = try #require(artifact.bytecode) + ABICoder.encode(arguments, as: types)
    let request = SendRequest(from: key.address, to: nil, data: code, label: "deploy \(name)")
    let sender = connection.sender
    let confirmation = try await sender.send(try await sender.prepare(request), signer: key).confirmed()
    return StandInToken(
      address: try #require(confirmation.receipt.contractAddress), abi: artifact.abi, connection: connection)
  }

  func send(_ name: String, _ arguments: [ABIValue], from key: PrivateKey) async throws {
    let function = try abi.function(name)
    _ = try await ContractCall<Void>(
      to: address, calldata: try function.encodeCall(arguments), function: function, errors: abi.errors,
      connection: connection
    ) { _ in }.send(from: key)
  }
}
