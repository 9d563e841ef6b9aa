import EVM
import Primitives
import Transactions

/// Ethereum's chains.
struct EthereumChain: ChainKind {
  /// The priority fee of a transaction that names none, in wei for a unit of gas.
  private static let usualTip: UInt256 = 1_000_000_000

  let isKaia = false
  let accountsHaveKeys = false
  let forksBeginAtTimes = true
  let identityMark = ""
  let replacement = TransactionPool.Replacement.tenPercent
  let keepsBlobs = false
  let subscriptionNamespaces = ["eth"]

  func rules(of fork: Fork, _ genesis: Genesis?) -> RuleSet {
    var rules = RuleSet(fork)
    guard let genesis else { return rules }
    if rules.depositContract != nil, let contract = genesis.depositContract { rules.depositContract = contract }
    if rules.blobs != nil, let blobs = genesis.blobs[fork] { rules.blobs = blobs }
    rules.daoFork = genesis.daoFork
    return rules
  }

  func checkFirstFork(_ fork: Fork) throws(DevnetError) {}

  func firstGasLimit(_ wanted: UInt64) -> UInt64 { wanted }

  func firstBaseFee(_ wanted: UInt256) -> UInt256 { wanted }

  func fullBlockGas(_ header: BlockHeader) -> UInt64 { header.gasLimit }

  func suggestedTip(_ chain: Chain, next header: BlockHeader) -> UInt256 { Self.usualTip }

  func suggestedGasPrice(_ chain: Chain, next header: BlockHeader) -> UInt256 {
    (header.baseFee ?? 0) &+ Self.usualTip
  }

  func decode(_ bytes: Bytes) throws(DevnetError) -> DevnetTransaction {
    guard bytes.first != TransactionKind.ethereumPrefix else {
      throw DevnetError(.malformedTransaction, "transaction type not supported: 0x78 is Kaia's")
    }
    do throws(TransactionError) {
      return try DevnetTransaction(SignedTransaction(decoding: bytes))
    } catch {
      throw DevnetError(.malformedTransaction, "\(error)")
    }
  }

  func checkIsNew(_ sent: DevnetTransaction, _ chain: Chain, _ pool: TransactionPool) throws(DevnetError) {
    guard pool[sent.hash] == nil, chain.place(ofTransaction: sent.hash) == nil else {
      throw DevnetError(.alreadyKnown, "already known")
    }
  }

  func validate(_ sent: DevnetTransaction, _ ledger: Ledger, isMinedAtOnce: Bool) throws {
    try EthereumTransactionValidator(ledger, isMinedAtOnce: isMinedAtOnce).validate(sent)
  }

  func failure(_ result: ExecutionResult) -> DevnetError? { DevnetError(result) }
}
