import ContractClient
import Keys
import Orders
import Outbox
import Primitives
import Sending

/// The steps of setting up exchanges, in their order.
public enum DeploymentStep: String, Sendable, Hashable, CaseIterable {
  /// The proxy of version 1.
  case proxy
  /// The token that fees of version 1 are paid in.
  case feeToken = "fee-token"
  /// The chain's coin as a token.
  case wrappedCoin = "wrapped-coin"
  /// The registry of tokens.
  case registry
  /// The exchange of version 1.
  case exchange
  /// The proxy lets the exchange move tokens.
  case authorization
  /// The proxy's owner gives up its right to let others.
  case renouncement
  /// The native orders of version 4.
  case nativeOrders = "native-orders"
}

/// Sets up exchanges on a network, each step once, whatever ends a run in between.
public struct ExchangeDeployer: Sendable {
  /// A new token.
  public struct Token: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its symbol.
    public var symbol: String
    /// The number of its decimals.
    public var decimals: UInt8
    /// The amount that there is of it, in its smallest unit.
    public var supply: UInt256

    /// A token by its parts.
    public init(name: String, symbol: String, decimals: UInt8 = 18, supply: UInt256) {
      (self.name, self.symbol, self.decimals, self.supply) = (name, symbol, decimals, supply)
    }
  }

  /// The name of the chain's coin as a token.
  public struct CoinName: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its symbol.
    public var symbol: String

    /// A name and a symbol.
    public init(name: String, symbol: String) { (self.name, self.symbol) = (name, symbol) }
  }

  /// The things to set up.
  public struct Choice: Sendable, Hashable {
    /// The versions of the protocol.
    public var versions: Set<OrderVersion> = [.v1, .v4]
    /// The token for fees of version 1 that is there; nil makes ``newFeeToken``.
    public var feeToken: Address?
    /// The token for fees that is made where there is none, all of it the deployer's.
    public var newFeeToken = Token(name: "Campus Token", symbol: "CAMP", supply: 1_000_000_000_000_000_000_000_000_000)
    /// The wrapped coin that is made where the network has none; nil makes none.
    public var wrappedCoin: CoinName?
    /// Whether a registry of tokens is made.
    public var hasRegistry = false

    /// Both versions, with a new fee token, without registry and wrapped coin.
    public init() {}
  }

  private let connection: ContractConnection
  private let network: String

  /// A deployer over a connection; nothing is asked.
  ///
  /// - Parameter network: The network's name, which distinguishes its steps from those of others.
  public init(over connection: ContractConnection, network: String) {
    (self.connection, self.network) = (connection, network)
  }

  /// Sets up what was chosen and is not there, and waits for each step.
  ///
  /// - Parameters:
  ///   - contracts: The contracts that are there already.
  ///   - onStep: Called with each step that is done and the contract that it is about.
  /// - Returns: All contracts; the proxy of version 1 has no owner any more.
  /// - Throws: what sending throws; what was done before is found by the next run.
  public func deploy(
    _ choice: Choice, beside contracts: ExchangeContracts, from signer: any Signer,
    options: SendOptions = SendOptions(),
    onStep: @escaping @Sendable (DeploymentStep, Address) -> Void = { _, _ in }
  ) async throws -> ExchangeContracts {
    let run = DeploymentRun(connection: connection, network: network, signer: signer, options: options, onStep: onStep)
    var contracts = contracts
    if let coin = choice.wrappedCoin, contracts.wrappedCoin == nil {
      contracts.wrappedCoin = try await run.deploy(
        WrappedCoin.deploy(name: coin.name, symbol: coin.symbol, connection: connection), .wrappedCoin)
    }
    if choice.versions.contains(.v1), contracts.v1 == nil { contracts.v1 = try await versionOne(choice, run) }
    if choice.versions.contains(.v4), contracts.v4 == nil {
      contracts.v4 = try await run.deploy(NativeOrders.deploy(connection: connection), .nativeOrders)
    }
    return contracts
  }

  private func versionOne(_ choice: Choice, _ run: DeploymentRun) async throws -> ExchangeContracts.V1 {
    let proxy = try await run.deploy(TokenTransferProxy.deploy(connection: connection), .proxy)
    let feeToken: Address
    if let known = choice.feeToken {
      feeToken = known
    } else {
      let token = choice.newFeeToken
      feeToken = try await run.deploy(
        CampusToken.deploy(
          name: token.name, symbol: token.symbol, decimals: token.decimals, supply: token.supply,
          holder: run.signer.address, connection: connection), .feeToken)
    }
    let registry =
      choice.hasRegistry ? try await run.deploy(TokenRegistry.deploy(connection: connection), .registry) : nil
    let exchange = try await run.deploy(
      ExchangeV1.deploy(zrxToken: feeToken, tokenTransferProxy: proxy, connection: connection), .exchange)
    let mover = TokenTransferProxy(address: proxy, connection: connection)
    try await run.send(mover.addAuthorizedAddress(target: exchange), .authorization, "let \(exchange) move tokens")
    try await run.send(mover.renounceOwnership(), .renouncement, "give up the ownership of \(proxy)")
    return ExchangeContracts.V1(exchange: exchange, proxy: proxy, feeToken: feeToken, registry: registry)
  }
}

/// One run through the steps, which finds what an earlier one did.
private struct DeploymentRun: Sendable {
  let connection: ContractConnection
  let network: String
  let signer: any Signer
  let options: SendOptions
  let onStep: @Sendable (DeploymentStep, Address) -> Void

  /// Deploys a contract, or finds where an earlier run did.
  func deploy<Contract>(
    _ deployment: ContractDeployment<Contract>, _ step: DeploymentStep
  ) async throws -> Address {
    let key = key(of: step)
    let address: Address
    if let earlier = try await earlier(key) {
      address = earlier
    } else {
      var options = options
      options.intent.key = key
      options.intent.isSame = { _ in true }
      address = try await deployment.send(from: signer, options: options).contract.address
    }
    onStep(step, address)
    return address
  }

  /// Sends a call to a contract that was deployed, unless an earlier run did.
  func send(_ call: ContractCall<Void>, _ step: DeploymentStep, _ title: String) async throws {
    let call = ExchangeCall(.setUp, title, call, key: key(of: step).description)
    if try await call.earlier(by: signer.address, options: options) == nil {
      _ = try await call.prepare(from: signer.address, options: options).send(from: signer, options: options)
    }
    onStep(step, call.call.contract)
  }

  private func key(of step: DeploymentStep) -> IntentKey { IntentKey("deploy exchange \(network) \(step.rawValue)") }

  private func earlier(_ key: IntentKey) async throws -> Address? {
    guard try await connection.sender.hasKeys(beginning: key.description, of: signer.address),
      let receipt = try await connection.earlier(key, of: signer.address, options: options)
    else { return nil }
    return receipt.contract
  }
}
