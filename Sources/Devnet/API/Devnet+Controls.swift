import EVM
import Primitives

// Changing the state and the block to come by hand.
extension Devnet {
  // MARK: The state

  /// Gives an account so many wei.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setBalance(_ balance: UInt256, of address: Address) throws {
    try ledger.edit(address) { account, _ in account.balance = balance }
  }

  /// Sets how many transactions an account sent.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setNonce(_ nonce: UInt64, of address: Address) throws {
    try ledger.edit(address) { account, _ in account.nonce = nonce }
    ledger.pool.removePassed(of: address, nonce: nonce)
  }

  /// Sets a contract's code.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setCode(_ bytes: Bytes, of address: Address) throws {
    try ledger.edit(address) { account, change in
      let code = Code(bytes)
      account.codeHash = code.hash
      change.code = code
    }
  }

  /// Sets a storage slot of a contract.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setStorage(_ value: UInt256, slot: UInt256, of address: Address) throws {
    try ledger.edit(address) { _, change in change.storage[slot] = value }
  }

  // MARK: The block to come, and the time of it and of those after it

  /// Sets the receiver of fees from the next block on.
  ///
  /// - Throws: `storageFailed`.
  public func setCoinbase(_ coinbase: Address) throws { try ledger.plan { _, next in next.coinbase = coinbase } }

  /// Sets how many units of gas a block has from the next one on.
  ///
  /// - Throws: `invalidParameters` for a limit below 5,000 (Yellow Paper, section 4.3.4), or of more than 63 bits.
  public func setBlockGasLimit(_ limit: UInt64) throws {
    try ledger.plan { _, next in try next.setGasLimit(limit) }
  }

  /// Sets the next block's base fee, in wei for a unit of gas (EIP-1559).
  ///
  /// - Throws: `invalidParameters` if the chain's rules have none, or for one above 2^128 - 1; `storageFailed`.
  public func setNextBaseFee(_ fee: UInt256) throws {
    guard nextHeader.baseFee != nil else {
      throw DevnetError(.invalidParameters, "the chain has no base fee before London (EIP-1559)")
    }
    try ledger.plan { _, next in try next.setBaseFee(fee) }
  }

  /// Sets what PREVRANDAO gives in the next block (EIP-4399).
  ///
  /// - Throws: `invalidParameters` if the chain's rules don't have it yet.
  public func setNextPrevRandao(_ value: Hash32) throws {
    guard chain.rules(of: nextHeader).usesPrevRandao else {
      throw DevnetError(.invalidParameters, "the chain has no PREVRANDAO before the merge (EIP-4399)")
    }
    try ledger.plan { _, next in next.prevRandao = value }
  }

  /// Lets time pass for the blocks to come; gives the seconds by which they are ahead of the system's clock.
  ///
  /// - Throws: `invalidTimestamp`.
  @discardableResult
  public func increaseTime(by seconds: UInt64) throws -> Int64 {
    try ledger.plan { clock, _ in try clock.increase(by: seconds) }
    return ledger.clock.offset
  }

  /// Sets the time that goes on from now, in seconds since 1970; gives the seconds by which it is ahead of the
  /// system's.
  ///
  /// - Throws: `invalidTimestamp` for a time that no block may have. A block after a later one is later still.
  @discardableResult
  public func setTime(_ timestamp: UInt64) throws -> Int64 {
    try ledger.plan { clock, _ in try clock.set(timestamp) }
    return ledger.clock.offset
  }

  /// Sets the time of the next block, in seconds since 1970; time then goes on from there.
  ///
  /// - Throws: `invalidTimestamp` unless it is later than the head's.
  public func setNextBlockTimestamp(_ timestamp: UInt64) throws {
    let parent = chain.head.header.timestamp
    try ledger.plan { clock, _ in try clock.setNext(timestamp, after: parent) }
  }

  /// Lets every block be so many seconds after the one before; nil lets time take its course.
  ///
  /// - Throws: `storageFailed`.
  public func setTimestampInterval(_ seconds: UInt64?) throws {
    try ledger.plan { clock, _ in clock.setting.interval = seconds.map { min($0, BlockClock.latest) } }
  }
}
