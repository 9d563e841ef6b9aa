import EVM
import Primitives

/// Accounts and block fields that a call sees instead of the chain's.
public struct CallOverrides: Sendable, Hashable {
  /// The overridden fields of an account.
  public struct Account: Sendable, Hashable {
    /// Wei.
    public var balance: UInt256?
    /// Nil leaves it.
    public var nonce: UInt64?
    /// Empty takes it away; nil leaves it.
    public var code: Bytes?
    /// All the storage there is; nil leaves it.
    public var storage: [UInt256: UInt256]?
    /// Single slots.
    public var slots: [UInt256: UInt256] = [:]
    /// Where the precompile at this address shall be instead. One whose account is overridden is no longer here.
    public var precompileTarget: Address?

    /// Nothing.
    public init() {}

    fileprivate var changesState: Bool {
      balance != nil || nonce != nil || code != nil || storage != nil || !slots.isEmpty
    }
  }

  /// By address; the others are as the chain has them.
  public var accounts: [Address: Account] = [:]
  /// The block's number; nil leaves it.
  public var number: UInt64?
  /// Seconds since 1970.
  public var timestamp: UInt64?
  /// Units of gas.
  public var gasLimit: UInt64?
  /// The recipient of the block's fees; nil leaves it.
  public var coinbase: Address?
  /// The value that DIFFICULTY gives before the merge; nil leaves it.
  public var difficulty: UInt256?
  /// The value that PREVRANDAO gives since the merge (EIP-4399); nil leaves it.
  public var prevRandao: Hash32?
  /// Wei for a unit of gas.
  public var baseFee: UInt256?
  /// Wei for a unit of blob gas.
  public var blobBaseFee: UInt256?

  /// Nothing.
  public init() {}

  func apply(to state: inout ChangedState) throws {
    for (address, override) in accounts where override.changesState {
      var account = try state.account(address) ?? EVM.Account()
      account.balance = override.balance ?? account.balance
      account.nonce = override.nonce ?? account.nonce
      let code = override.code.map { Code($0) }
      account.codeHash = code?.hash ?? account.codeHash
      var change = StateChanges.Change(account: account, code: code, storage: override.storage ?? [:])
      change.replacesStorage = override.storage != nil
      change.storage.merge(override.slots) { $1 }
      state.changes.append(StateChanges(accounts: [address: change]))
    }
  }

  func apply(to block: inout BlockEnvironment) {
    block.number = number ?? block.number
    block.timestamp = timestamp ?? block.timestamp
    block.gasLimit = gasLimit ?? block.gasLimit
    block.coinbase = coinbase ?? block.coinbase
    block.difficulty = difficulty ?? block.difficulty
    block.prevRandao = prevRandao ?? block.prevRandao
    block.baseFee = baseFee ?? block.baseFee
    block.blobBaseFee = blobBaseFee ?? block.blobBaseFee
  }

  /// Takes away the precompiles whose accounts are overridden, and puts those that move where they shall be.
  ///
  /// - Throws: `invalidOverride` if there is no precompile to move, or its new place is overridden too.
  func apply(to rules: inout RuleSet) throws(DevnetError) {
    for (address, override) in accounts.sorted(by: { $0.key < $1.key }) {
      let precompile = rules.precompiles[address]
      if precompile != nil { rules.precompileOverrides.updateValue(nil, forKey: address) }
      guard let target = override.precompileTarget else { continue }
      guard let precompile else {
        throw DevnetError(.invalidOverride, "account \(address) is not a precompile")
      }
      guard accounts[target] == nil else {
        throw DevnetError(.invalidOverride, "account \(target) is already overridden")
      }
      rules.precompileOverrides[target] = precompile
    }
  }
}
