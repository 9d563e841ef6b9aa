import Primitives

/// The changes of the state by an execution.
public struct StateChanges: Sendable, Hashable {
  /// The change to an account.
  public struct Change: Sendable, Hashable {
    /// The account as it is now; nil if it is gone, with its storage.
    public var account: Account?
    /// Its code, if that changed.
    public var code: Code?
    /// Whether all storage that it had before is gone; `storage` is then all there is.
    public var replacesStorage: Bool
    /// The slots that changed, with their values now.
    public var storage: [UInt256: UInt256]

    /// A change of an account and of slots; by default its code and all other storage stay.
    public init(
      account: Account?, code: Code? = nil, replacesStorage: Bool = false, storage: [UInt256: UInt256] = [:]
    ) {
      self.account = account
      self.code = code
      self.replacesStorage = replacesStorage
      self.storage = storage
    }
  }

  /// The changes by the address of the account; accounts without one are as they were.
  public var accounts: [Address: Change]

  /// Some changes.
  public init(accounts: [Address: Change] = [:]) { self.accounts = accounts }
}
