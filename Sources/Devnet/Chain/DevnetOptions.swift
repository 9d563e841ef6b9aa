import EVM
import NodeRPC
import Primitives

/// The times at which blocks are made.
public enum DevnetMining: Sendable, Hashable {
  /// At once for every transaction that can be executed.
  case instant
  /// Only by `mine(blocks:)`.
  case manual
  /// Every so many seconds, with what waits or without anything.
  case interval(UInt64)
}

/// The options of a devnet.
public struct DevnetOptions: Sendable {
  /// The chain id, for which transactions are signed (EIP-155).
  public var chainID: UInt256 = 31337
  /// The rules, from the genesis on.
  public var fork: Fork = .osaka
  /// Makes it a chain of Kaia's, with what its governance decided; nil leaves that to the chain id: 8217 and 1001 are
  /// Kaia's, all others Ethereum's.
  public var kaia: KaiaChainParameters?
  /// When blocks are made, until `setMining(_:)` changes it.
  public var mining: DevnetMining = .instant
  /// Where the accounts come from (BIP-39, BIP-44: m/44'/60'/0'/0/index). Everybody knows this one: its keys are worth
  /// nothing on other chains.
  public var mnemonic = "test test test test test test test test test test test junk"
  /// The number of accounts, 1,000 at most.
  public var accountCount = 10
  /// Other addresses that have as much, whose keys the devnet does not have.
  public var funded: [Address] = []
  /// The balance of each account, in wei.
  public var balance: UInt256 = 10_000_000_000_000_000_000_000
  /// Units of gas of a block. Kaia's blocks have no limit.
  public var blockGasLimit: UInt64 = 30_000_000
  /// The first block's, in wei for a unit of gas. On Kaia it is brought within the bounds.
  public var baseFee: UInt256 = 1_000_000_000
  /// The recipient of the blocks' fees.
  public var coinbase: Address = .zero
  /// The time of the genesis in seconds since 1970; nil for now.
  public var timestamp: UInt64?
  /// About how many bytes of memory the chain may take; then it takes no more blocks and changes.
  public var memoryLimit = 4 << 30
  /// The most gas of a call that is not a transaction.
  public var callGasLimit: UInt64 = 50_000_000
  /// The longest wait of `eth_sendRawTransactionSync` for a block (EIP-7966).
  public var longestWait: Duration = .seconds(60)
  /// Takes the place of chain id, fork, block gas limit, base fee, coinbase and timestamp; the accounts are added.
  public var genesis: Genesis?
  /// Another chain to go on from. It takes the place of `genesis` and of all that a genesis says; the accounts are
  /// as they are there, with `balance` where they have less.
  public var origin: ForkSource?
  /// Opens the chain of a node at a block, the newest for nil, from which a client wants the devnet to go on
  /// (`anvil_reset` with `forking`); nil refuses that.
  public var openOrigin: (@Sendable (_ url: String, _ block: UInt64?) async throws -> ForkSource)? = {
    try await ForkSource.node(NodeClient($0), block: $1)
  }
  /// Where the chain is kept; nil keeps it in memory.
  public var storage: DevnetStorage?
  /// The time in seconds since 1970, which blocks follow.
  public var clock: @Sendable () -> UInt64 = BlockClock.system

  /// The usual devnet: ten accounts with 10,000 ether each, chain id 31337, instant mining.
  public init() {}

  /// The chain at its beginning, with the accounts.
  func chain(accounts: [Address]) throws(DevnetError) -> Chain {
    guard let origin else { return Chain(try genesis(accounts: accounts)) }
    return Chain(origin, funded: Set(accounts), with: balance)
  }

  /// The parameters of a chain of Kaia's, by the options or by the chain id; nil for one of Ethereum's.
  var kaiaParameters: KaiaChainParameters? {
    kaia ?? (KaiaChainParameters.chainIDs.contains(genesis?.chainID ?? chainID) ? KaiaChainParameters() : nil)
  }

  private func genesis(accounts: [Address]) throws(DevnetError) -> Genesis {
    var beginning: Genesis
    let kaia = kaiaParameters
    if let genesis {
      beginning = genesis
      beginning.kaia = genesis.kaia ?? kaia
    } else {
      var header = BlockHeader()
      header.gasLimit = kaia.kind.firstGasLimit(blockGasLimit)
      header.coinbase = coinbase
      header.timestamp = timestamp ?? clock()
      header.baseFee = kaia.kind.firstBaseFee(baseFee)
      beginning = Genesis(chainID: chainID, forks: ForkSchedule(fork), header: header)
      beginning.kaia = kaia
      beginning.addSystemContracts(of: fork)
    }
    let first = beginning.forks.fork(number: 0, timestamp: beginning.header.timestamp)
    try beginning.kaia.kind.checkFirstFork(first)
    for address in accounts where beginning.accounts[address] == nil {
      beginning.accounts[address] = Genesis.Account(balance: balance)
    }
    return beginning
  }
}
