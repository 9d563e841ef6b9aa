import EVM
import Primitives

/// The first block of a chain, its state and its rules.
public struct Genesis: Sendable {
  /// An account of the beginning.
  public struct Account: Sendable, Hashable {
    /// Wei.
    public var balance: UInt256
    /// The account's next.
    public var nonce: UInt64
    /// Empty for an account that is no contract.
    public var code: Bytes
    /// By slot; a zero is as good as nothing.
    public var storage: [UInt256: UInt256]

    /// An account.
    public init(balance: UInt256 = 0, nonce: UInt64 = 0, code: Bytes = [], storage: [UInt256: UInt256] = [:]) {
      self.balance = balance
      self.nonce = nonce
      self.code = code
      self.storage = storage
    }
  }

  /// The chain id, for which transactions are signed (EIP-155).
  public var chainID: UInt256
  /// When which rules begin.
  public var forks: ForkSchedule
  /// Where the logs of deposits come from, if not from Ethereum's contract (EIP-6110).
  public var depositContract: Address?
  /// The market of blobs from a fork on, if it is not Ethereum's (EIP-7840).
  public var blobs: [Fork: BlobRules] = [:]
  /// The DAO fork, if the chain knows of it (EIP-779).
  public var daoFork: DAOFork?
  /// The parameters of a chain of Kaia's; nil for one of Ethereum's.
  public var kaia: KaiaChainParameters?
  /// By address; all others are empty.
  public var accounts: [Address: Account]
  /// The fields of block 0 that one may choose; the roots and those of its fork follow from the rest.
  public var header: BlockHeader

  /// A beginning.
  public init(
    chainID: UInt256, forks: ForkSchedule, accounts: [Address: Account] = [:], header: BlockHeader = BlockHeader()
  ) {
    self.chainID = chainID
    self.forks = forks
    self.accounts = accounts
    self.header = header
  }

  /// Adds the contracts that the fork's rules call (EIP-4788, EIP-2935, EIP-7002, EIP-7251), where there are none.
  public mutating func addSystemContracts(of fork: Fork) {
    let rules = rules(of: fork)
    for call in rules.openingCalls + rules.closingCalls where accounts[call.target] == nil {
      guard let code = SystemContracts.codes[call.eip].flatMap({ try? Bytes(hex: $0) }) else { continue }
      accounts[call.target] = Account(nonce: 1, code: code)
    }
  }

  /// The chain's rules from a fork on.
  func rules(of fork: Fork) -> RuleSet { kaia.kind.rules(of: fork, self) }

  /// All accounts as a change of no state.
  var changes: StateChanges {
    StateChanges(
      accounts: accounts.mapValues { account in
        let code = Code(account.code)
        return StateChanges.Change(
          account: EVM.Account(nonce: account.nonce, balance: account.balance, codeHash: code.hash),
          code: account.code.isEmpty ? nil : code, storage: account.storage.filter { $0.value != 0 })
      })
  }
}
