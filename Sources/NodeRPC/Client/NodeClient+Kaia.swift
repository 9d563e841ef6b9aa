import Primitives
import StrictJSON

// The methods that only Kaia has, by the name `kaia_`, or `klay_` if that is the client's namespace.
extension NodeClient {
  /// The highest base fee that Kaia's governance allows, in peb.
  public func upperBoundGasPrice() async throws(NodeError) -> UInt256 {
    try await send(.upperBoundGasPrice(namespace: options.namespace))
  }

  /// The lowest base fee that Kaia's governance allows, in peb.
  public func lowerBoundGasPrice() async throws(NodeError) -> UInt256 {
    try await send(.lowerBoundGasPrice(namespace: options.namespace))
  }

  /// Kaia's rules for the price of gas at a block.
  public func kaiaGasRules(at block: BlockTag = .latest) async throws(NodeError) -> KaiaGasRules {
    try await send(.kaiaGasRules(at: block, namespace: options.namespace))
  }

  /// An account with its key's kind, or nil if there is none.
  public func kaiaAccount(of address: Address, at block: BlockTag = .latest) async throws(NodeError) -> KaiaAccount? {
    try await send(.kaiaAccount(of: address, at: block, namespace: options.namespace))
  }

  /// An account's key, or null if there is no such account.
  public func kaiaAccountKey(of address: Address, at block: BlockTag = .latest) async throws(NodeError) -> JSON {
    try await send(.kaiaAccountKey(of: address, at: block, namespace: options.namespace))
  }

  /// Whether an account is a contract.
  public func isContractAccount(_ address: Address, at block: BlockTag = .latest) async throws(NodeError) -> Bool {
    try await send(.isContractAccount(address, at: block, namespace: options.namespace))
  }

  /// Whether an account exists.
  public func accountCreated(_ address: Address, at block: BlockTag = .latest) async throws(NodeError) -> Bool {
    try await send(.accountCreated(address, at: block, namespace: options.namespace))
  }

  /// A transaction by the hash its sender signed, before a fee payer did.
  public func transaction(bySenderHash hash: Hash32) async throws(NodeError) -> RPCTransaction? {
    try await send(.transaction(bySenderHash: hash, namespace: options.namespace))
  }
}
