import Primitives
import StrictJSON

// The methods every node has, in the namespace of the client's options.
extension NodeClient {
  /// The chain's number, as transactions are signed for it.
  public func chainID() async throws(NodeError) -> UInt256 {
    try await send(.chainID(namespace: options.namespace))
  }

  /// The height of the newest block.
  public func blockNumber() async throws(NodeError) -> UInt64 {
    try await send(.blockNumber(namespace: options.namespace))
  }

  /// An account's balance.
  public func balance(of address: Address, at block: BlockTag = .latest) async throws(NodeError) -> Amount {
    try await send(.balance(of: address, at: block, namespace: options.namespace))
  }

  /// The number of transactions that an account has sent: its next nonce.
  public func transactionCount(of address: Address, at block: BlockTag = .latest) async throws(NodeError) -> UInt64 {
    try await send(.transactionCount(of: address, at: block, namespace: options.namespace))
  }

  /// An account's code; empty for one that is no contract.
  public func code(of address: Address, at block: BlockTag = .latest) async throws(NodeError) -> Bytes {
    try await send(.code(of: address, at: block, namespace: options.namespace))
  }

  /// A word of a contract's storage.
  public func storage(
    of address: Address, slot: UInt256, at block: BlockTag = .latest
  ) async throws(NodeError) -> Hash32 {
    try await send(.storage(of: address, slot: slot, at: block, namespace: options.namespace))
  }

  /// The price of gas the node suggests, in wei.
  public func gasPrice() async throws(NodeError) -> UInt256 {
    try await send(.gasPrice(namespace: options.namespace))
  }

  /// The tip the node suggests, in wei.
  public func maxPriorityFeePerGas() async throws(NodeError) -> UInt256 {
    try await send(.maxPriorityFeePerGas(namespace: options.namespace))
  }

  /// The fees of past blocks; see `NodeRequest.feeHistory(blocks:newest:percentiles:namespace:)`.
  public func feeHistory(
    blocks: Int, newest: BlockTag = .latest, percentiles: [Double] = []
  ) async throws(NodeError) -> FeeHistory {
    try await send(
      .feeHistory(blocks: blocks, newest: newest, percentiles: percentiles, namespace: options.namespace))
  }

  /// The data that a call returns, without sending anything.
  ///
  /// - Throws: `NodeError`; `.rpc` with ``NodeError/revertData`` if the call reverts.
  public func call(_ request: CallRequest, at block: BlockTag = .latest) async throws(NodeError) -> Bytes {
    try await send(.call(request, at: block, namespace: options.namespace))
  }

  /// The gas a call needs.
  ///
  /// - Throws: `NodeError`; `.rpc` with ``NodeError/revertData`` if the call reverts.
  public func estimateGas(_ request: CallRequest, at block: BlockTag = .latest) async throws(NodeError) -> UInt64 {
    try await send(.estimateGas(request, at: block, namespace: options.namespace))
  }

  /// The accounts and slots that a call touches.
  public func accessList(
    _ request: CallRequest, at block: BlockTag = .latest
  ) async throws(NodeError) -> AccessListEstimate {
    try await send(.accessList(request, at: block, namespace: options.namespace))
  }

  /// Hands a signed transaction to the node; see `NodeRequest.sendRawTransaction(_:namespace:)`.
  public func sendRawTransaction(_ raw: Bytes) async throws(NodeError) -> Hash32 {
    try await send(.sendRawTransaction(raw, namespace: options.namespace))
  }

  /// A transaction's receipt, or nil while it is not mined.
  public func transactionReceipt(_ hash: Hash32) async throws(NodeError) -> Receipt? {
    try await send(.transactionReceipt(hash, namespace: options.namespace))
  }

  /// A transaction, mined or pending, or nil if the node does not know it.
  public func transaction(_ hash: Hash32) async throws(NodeError) -> RPCTransaction? {
    try await send(.transaction(hash, namespace: options.namespace))
  }

  /// A block, or nil if the node does not know it.
  public func block(_ tag: BlockTag, full: Bool = false) async throws(NodeError) -> Block? {
    try await send(.block(tag, full: full, namespace: options.namespace))
  }

  /// The receipts of all transactions of a block, or nil if the node does not know it.
  public func blockReceipts(_ block: BlockTag) async throws(NodeError) -> [Receipt]? {
    try await send(.blockReceipts(block, namespace: options.namespace))
  }

  /// The logs that fit a filter, oldest first.
  public func logs(_ filter: LogFilter) async throws(NodeError) -> [Log] {
    try await send(.logs(filter, namespace: options.namespace))
  }

  /// The name and version of the node's software.
  public func clientVersion() async throws(NodeError) -> String { try await send(.clientVersion()) }

  /// The progress of the node's syncing; nil when it is done.
  public func syncing() async throws(NodeError) -> SyncStatus? {
    try await send(.syncing(namespace: options.namespace))
  }
}
