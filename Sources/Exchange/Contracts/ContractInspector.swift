import ContractClient
import NodeRPC
import Orders
import Primitives
import StrictJSON

/// Finds out whether contracts are the exchanges that they are taken for, each once.
public actor ContractInspector {
  private let contracts: ExchangeContracts
  private let connection: ContractConnection
  private var known: [OrderVersion: ContractIdentity] = [:]

  /// An inspector of the contracts of a network; nothing is asked yet.
  public init(_ contracts: ExchangeContracts, over connection: ContractConnection) {
    (self.contracts, self.connection) = (contracts, connection)
  }

  /// The identity of the exchange of a version.
  ///
  /// Its code is compared with ours, and the hash of an order with the one that is computed here; version 1 is asked for
  /// its version, its proxy and its fee token, and the proxy whether the exchange may move tokens.
  ///
  /// - Throws: `noContract` where the network has none; `wrongContract` with the address; a `NodeError`.
  public func identity(of version: OrderVersion) async throws -> ContractIdentity {
    if let identity = known[version] { return identity }
    let identity: ContractIdentity
    switch version {
    case .v1:
      guard let parts = contracts.v1 else { throw ExchangeError.noContract(version) }
      identity = try await inspect(parts)
    case .v4:
      guard let address = contracts.v4 else { throw ExchangeError.noContract(version) }
      identity = try await inspect(address)
    }
    known[version] = identity
    return identity
  }

  private func inspect(_ parts: ExchangeContracts.V1) async throws -> ContractIdentity {
    let exchange = ExchangeV1(address: parts.exchange, connection: connection)
    let proxy = TokenTransferProxy(address: parts.proxy, connection: connection)
    let order = Self.sampleV1(at: parts.exchange)
    let owner: Address
    let code: (exchange: Bytes, proxy: Bytes)
    do {
      async let version = exchange.version().call()
      async let proxyAddress = exchange.tokenTransferProxyContract().call()
      async let feeToken = exchange.zrxTokenContract().call()
      async let isAuthorized = proxy.authorized(arg0: parts.exchange).call()
      async let ownerAnswer = proxy.owner().call()
      async let hash = exchange.getOrderHash(
        orderAddresses: order.contractAddresses, orderValues: order.contractValues
      ).call()
      async let exchangeCode = connection.node.code(of: parts.exchange)
      async let proxyCode = connection.node.code(of: parts.proxy)
      try Self.require(await version == Self.versionOne, parts.exchange, "it is of another version")
      try Self.require(await proxyAddress == parts.proxy, parts.exchange, "it moves tokens by another proxy")
      try Self.require(await feeToken == parts.feeToken, parts.exchange, "it takes fees in another token")
      try Self.require(await isAuthorized, parts.proxy, "it does not let the exchange move tokens")
      try Self.require(await hash == order.hash, parts.exchange, "it computes another hash of an order")
      owner = try await ownerAnswer
      code = try await (exchangeCode, proxyCode)
    } catch let error as ContractError {
      throw ExchangeError.wrongContract(parts.exchange, "it does not answer as one", cause: error)
    }
    let values = [UInt256(parts.feeToken), UInt256(parts.proxy), contracts.chainID]
    let isKnown =
      code.exchange == ExchangeV1.deployedBytecode + values.flatMap { Hash32($0).bytes }
      && code.proxy == TokenTransferProxy.deployedBytecode
    return ContractIdentity(
      version: .v1, exchange: parts.exchange, spender: parts.proxy, feeToken: parts.feeToken, isKnownCode: isKnown,
      proxyOwner: owner == .zero ? nil : owner)
  }

  private func inspect(_ address: Address) async throws -> ContractIdentity {
    let exchange = NativeOrders(address: address, connection: connection)
    let order = try Self.sampleV4(at: ExchangeContract(chainID: contracts.chainID, address: address))
    let code: Bytes
    do {
      async let hash = exchange.getLimitOrderHash(order: NativeOrders.LimitOrder(order)).call()
      async let codeAnswer = connection.node.code(of: address)
      try Self.require(await hash == order.hash, address, "it computes another hash of an order: its domain differs")
      code = try await codeAnswer
    } catch let error as ContractError {
      throw ExchangeError.wrongContract(address, "it does not answer as one", cause: error)
    }
    return ContractIdentity(
      version: .v4, exchange: address, spender: address, feeToken: nil,
      isKnownCode: code == NativeOrders.deployedBytecode, proxyOwner: nil)
  }

  private static let versionOne = "1.0.0"

  private static func require(_ holds: Bool, _ address: Address, _ otherwise: String) throws(ExchangeError) {
    guard holds else { throw ExchangeError.wrongContract(address, otherwise) }
  }

  /// An order with another number in each field, so that none can be exchanged for another unseen.
  private static func sampleV1(at exchange: Address) -> OrderV1 {
    OrderV1(
      exchange: exchange, maker: Address(truncating: 1), taker: Address(truncating: 2),
      makerToken: Address(truncating: 3), takerToken: Address(truncating: 4), feeRecipient: Address(truncating: 5),
      makerAmount: 6, takerAmount: 7, makerFee: 8, takerFee: 9, expiry: 10, salt: 11)
  }

  private static func sampleV4(at exchange: ExchangeContract) throws -> LimitOrder {
    try LimitOrder(
      exchange: exchange, maker: Address(truncating: 1), taker: Address(truncating: 2), sender: Address(truncating: 3),
      makerToken: Address(truncating: 4), takerToken: Address(truncating: 5), feeRecipient: Address(truncating: 6),
      makerAmount: 7, takerAmount: 8, takerFee: 9, pool: Hash32(10), expiry: 11, salt: 12)
  }
}

extension ExchangeError {
  /// The error of a network without an exchange of a version.
  public static func noContract(_ version: OrderVersion) -> ExchangeError {
    ExchangeError(
      .noContract, "This network has no exchange of version \(version == .v1 ? 1 : 4).",
      reason: "No address of its contract is known.", facts: .version(version))
  }

  /// The error of a network whose coin is no token.
  public static func noWrappedCoin() -> ExchangeError {
    ExchangeError(
      .noContract, "This network has no token for its coin.", reason: "No address of its contract is known.")
  }

  /// The error of a contract that is not what it is taken for.
  static func wrongContract(_ address: Address, _ reason: String, cause: (any Error)? = nil) -> ExchangeError {
    ExchangeError(
      .wrongContract, "The contract at \(address) is not the exchange that it is taken for; nothing was sent.",
      reason: "Asked for what an exchange has to tell, \(reason).", facts: .contract(address), cause: cause)
  }
}
