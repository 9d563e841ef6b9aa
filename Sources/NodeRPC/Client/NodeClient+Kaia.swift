import Keys
import Primitives
import StrictJSON

// Kaia's own view, by the names `kaia_`, or by the old names `klay_` if that is the client's namespace.
extension NodeClient {
  /// The price of gas that the node suggests, in peb: since the Kaia fork a tenth or more above the next base fee.
  public func kaiaGasPrice() async throws(NodeError) -> UInt256 { try await ask { .gasPrice(namespace: $0) } }

  /// The highest base fee that Kaia's governance allows, in peb.
  public func upperBoundGasPrice() async throws(NodeError) -> UInt256 {
    try await ask { .upperBoundGasPrice(namespace: $0) }
  }

  /// The lowest base fee that Kaia's governance allows, in peb.
  public func lowerBoundGasPrice() async throws(NodeError) -> UInt256 {
    try await ask { .lowerBoundGasPrice(namespace: $0) }
  }

  /// Kaia's rules for the price of gas at a block.
  public func kaiaParameters(at block: BlockTag = .latest) async throws(NodeError) -> KaiaParameters {
    try await ask { .kaiaParameters(at: block, namespace: $0) }
  }

  /// An account with its key, or nil if there is none.
  public func kaiaAccount(_ address: Address, at block: BlockTag = .latest) async throws(NodeError) -> KaiaAccount? {
    try await ask { .kaiaAccount(address, at: block, namespace: $0) }
  }

  /// The key that may sign for an account, or nil if there is no such account: then, as for a new one, its address's
  /// own key.
  public func kaiaAccountKey(
    _ address: Address, at block: BlockTag = .latest
  ) async throws(NodeError) -> AccountKey? {
    try await ask { .kaiaAccountKey(address, at: block, namespace: $0) }
  }

  /// Whether an account is a contract.
  public func isContractAccount(_ address: Address, at block: BlockTag = .latest) async throws(NodeError) -> Bool {
    try await ask { .isContractAccount(address, at: block, namespace: $0) }
  }

  /// Whether an account exists.
  public func accountCreated(_ address: Address, at block: BlockTag = .latest) async throws(NodeError) -> Bool {
    try await ask { .accountCreated(address, at: block, namespace: $0) }
  }

  /// Hands a signed transaction to the node in Kaia's own form: a native type, or Ethereum's behind 0x78.
  public func kaiaSendRawTransaction(_ raw: Bytes) async throws(NodeError) -> Hash32 {
    try await ask { .sendRawTransaction(raw, namespace: $0) }
  }

  /// Blocks with their transactions, these with their fee payers and signatures, in as few round trips as the node allows;
  /// nil for a block that it does not know.
  public func kaiaBlocks(_ numbers: ClosedRange<UInt64>) async throws(NodeError) -> [Block?] {
    let requests = numbers.map { number in
      NodeRequest<Block?>.block(.number(number), full: true, namespace: options.namespace.kaiaOwn)
    }
    var blocks: [Block?] = []
    for result in try await batch(requests) { blocks.append(try result.get()) }
    return blocks
  }

  /// A transaction's receipt with its fee payer, signatures and `txError`, or nil while it is not mined.
  public func kaiaReceipt(_ hash: Hash32) async throws(NodeError) -> Receipt? {
    try await ask { .transactionReceipt(hash, namespace: $0) }
  }

  /// A transaction with its fee payer and signatures, or nil if the node does not know it.
  public func kaiaTransaction(_ hash: Hash32) async throws(NodeError) -> RPCTransaction? {
    try await ask { .transaction(hash, namespace: $0) }
  }

  /// A transaction by the hash its sender signed, before a fee payer did; nil also where the node has no index of these.
  public func kaiaTransaction(bySenderTxHash hash: Hash32) async throws(NodeError) -> RPCTransaction? {
    try await ask { .transaction(bySenderTxHash: hash, namespace: $0) }
  }

  /// A receipt by the hash the transaction's sender signed; nil also where the node has no index of these.
  public func kaiaReceipt(bySenderTxHash hash: Hash32) async throws(NodeError) -> Receipt? {
    try await ask { .transactionReceipt(bySenderTxHash: hash, namespace: $0) }
  }

  /// Whether the node finds transactions by the hash their sender signed.
  public func isSenderTxHashIndexingEnabled() async throws(NodeError) -> Bool {
    try await ask { .isSenderTxHashIndexingEnabled(namespace: $0) }
  }

  /// Asks in Kaia's own view, whatever the client's namespace for the shared methods is.
  private func ask<Value>(_ request: (RPCNamespace) -> NodeRequest<Value>) async throws(NodeError) -> Value {
    try await send(request(options.namespace.kaiaOwn))
  }
}
