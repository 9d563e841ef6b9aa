import EVM
import Primitives

/// The kind of a chain, Ethereum's or Kaia's: it answers for all in which the two differ for a devnet.
protocol ChainKind: Sendable {
  /// Whether it has Kaia's rules.
  var isKaia: Bool { get }
  /// Whether accounts have keys of their own, which the state keeps.
  var accountsHaveKeys: Bool { get }
  /// Whether forks may begin at times, or only at blocks.
  var forksBeginAtTimes: Bool { get }
  /// The mark that the identity of a kept chain has beside its forks.
  var identityMark: String { get }

  /// The rules of execution from a fork on, with what a genesis chose about them.
  func rules(of fork: Fork, _ genesis: Genesis?) -> RuleSet
  /// Refuses a first fork that such a chain can't begin with.
  ///
  /// - Throws: `malformedGenesis`.
  func checkFirstFork(_ fork: Fork) throws(DevnetError)
  /// The gas limit of the first block, where the options want this one.
  func firstGasLimit(_ wanted: UInt64) -> UInt64
  /// The base fee of the first block, in wei for a unit of gas, where the options want this one.
  func firstBaseFee(_ wanted: UInt256) -> UInt256
  /// The gas that a full block uses.
  func fullBlockGas(_ header: BlockHeader) -> UInt64

  /// The priority fee that a node suggests, in wei for a unit of gas.
  func suggestedTip(_ chain: Chain, next header: BlockHeader) -> UInt256
  /// The gas price that a node suggests, in wei for a unit of gas.
  func suggestedGasPrice(_ chain: Chain, next header: BlockHeader) -> UInt256

  /// When a transaction that waits is replaced.
  var replacement: TransactionPool.Replacement { get }
  /// Whether nodes keep the blobs of transactions in blocks for a time.
  var keepsBlobs: Bool { get }
  /// Reads a raw transaction.
  ///
  /// - Throws: `malformedTransaction`.
  func decode(_ bytes: Bytes) throws(DevnetError) -> DevnetTransaction
  /// Refuses a transaction that came before.
  ///
  /// - Throws: `alreadyKnown`.
  func checkIsNew(_ sent: DevnetTransaction, _ chain: Chain, _ pool: TransactionPool) throws(DevnetError)
  /// Looks at all that can be wrong with a transaction before it waits for its turn.
  ///
  /// - Parameter isMinedAtOnce: whether blocks are made at once for what can be executed.
  /// - Throws: `DevnetError` of the kinds for transactions.
  func validate(_ sent: DevnetTransaction, _ ledger: Ledger, isMinedAtOnce: Bool) throws
  /// The error of a call that didn't end well, in the words of the nodes; nil for one that did.
  func failure(_ result: ExecutionResult) -> DevnetError?

  /// The namespaces in which clients subscribe.
  var subscriptionNamespaces: [String] { get }
}

extension KaiaChainParameters? {
  /// The kind of the chain that has these parameters: Kaia's, or without any Ethereum's.
  var kind: any ChainKind { map { KaiaChain(parameters: $0) } ?? EthereumChain() }
}
