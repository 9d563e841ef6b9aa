import Primitives
import Transactions

extension Devnet {
  /// Sends a raw transaction: into a block at once if mining is instant and its turn has come, else into the pool.
  ///
  /// A transaction that reverts is sent all the same: its receipt shows it.
  ///
  /// - Throws: `DevnetError` of the kinds for transactions; nothing of the transaction then happens.
  @discardableResult
  public func send(rawTransaction bytes: Bytes) throws -> Hash32 {
    try send(kind.decode(bytes))
  }

  /// Signs a transaction with the key of its `from`, by default the first account's, and sends it; one from an account
  /// that is impersonated needs no key. Gas, fees and nonce are chosen unless they are given.
  ///
  /// - Throws: `unknownAccount`, what the estimate throws, and as `send(rawTransaction:)`.
  @discardableResult
  public func send(_ request: DevnetCall) throws -> Hash32 {
    try send(request.signed(by: self, impersonating: false))
  }

  /// Deploys a contract, by default from the first account, mines it, and gives its address.
  ///
  /// - Throws: as `send(_:)`; `executionFailed` if the creation failed.
  public func deploy(_ creationCode: Bytes, value: UInt256 = 0, from: Address? = nil) throws -> Address {
    let hash = try send(DevnetCall(from: from, value: value, data: creationCode))
    if receipt(hash) == nil { try ledger.mineOne() }
    guard let receipt = receipt(hash), receipt.isSuccess, let address = receipt.contractAddress else {
      throw DevnetError(.executionFailed, "the contract was not created: the transaction \(hash) failed or waits")
    }
    return address
  }

  /// Sends a transaction.
  func send(_ sent: DevnetTransaction) throws -> Hash32 {
    try ledger.send(sent, isMinedAtOnce: mining == .instant)
    if kind.keepsBlobs, let sidecar = sent.transaction.sidecar { blobs.keep(sidecar, of: sent.hash) }
    return sent.hash
  }

  /// Takes a transaction out of the pool; false if it doesn't wait there.
  ///
  /// - Throws: `storageFailed`.
  @discardableResult
  public func drop(_ hash: Hash32) throws -> Bool {
    guard pool[hash] != nil else { return false }
    try ledger.drop([hash])
    return true
  }

  /// Takes all transactions out of the pool, or those of a sender.
  ///
  /// - Throws: `storageFailed`.
  public func dropAll(of sender: Address? = nil) throws {
    try ledger.drop(pool.all.filter { sender == nil || $0.sender == sender }.map(\.hash))
  }
}
