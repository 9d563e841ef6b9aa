import EVM
import Primitives

/// The fields that somebody set of the block to come. The blocks after it inherit the coinbase and the gas limit; the
/// rest is computed as usual again.
struct NextBlock: Sendable, Hashable {
  var coinbase: Address?
  /// Units of gas.
  var gasLimit: UInt64?
  /// Wei for a unit of gas.
  var baseFee: UInt256?
  var prevRandao: Hash32?
}

extension Devnet {
  /// Sets who gets the fees from the next block on.
  ///
  /// - Throws: `storageFailed`.
  public func setCoinbase(_ coinbase: Address) throws { try plan { _, next in next.coinbase = coinbase } }

  /// Sets how many units of gas a block has from the next one on.
  ///
  /// - Throws: `invalidParameters` for a limit below 5,000 (Yellow Paper, section 4.3.4), or of more than 63 bits.
  public func setBlockGasLimit(_ limit: UInt64) throws {
    guard (5000...UInt64(Int64.max)).contains(limit) else {
      throw DevnetError(.invalidParameters, "a block's gas limit is from 5000 to 2^63 - 1, not \(limit)")
    }
    try plan { _, next in next.gasLimit = limit }
  }

  /// Sets the next block's base fee, in wei for a unit of gas (EIP-1559).
  ///
  /// - Throws: `invalidParameters` if the chain's rules have none, or for one above 2^128 - 1; `storageFailed`.
  public func setNextBaseFee(_ fee: UInt256) throws {
    guard nextHeader.baseFee != nil else {
      throw DevnetError(.invalidParameters, "the chain has no base fee before London (EIP-1559)")
    }
    guard fee < UInt256(1) << 128 else {
      throw DevnetError(.invalidParameters, "a base fee above 2^128 - 1 wei is more than anybody can pay")
    }
    try plan { _, next in next.baseFee = fee }
  }

  /// Sets what PREVRANDAO gives in the next block (EIP-4399).
  ///
  /// - Throws: `invalidParameters` if the chain's rules don't have it yet.
  public func setNextPrevRandao(_ value: Hash32) throws {
    guard chain.rules(of: nextHeader).usesPrevRandao else {
      throw DevnetError(.invalidParameters, "the chain has no PREVRANDAO before the merge (EIP-4399)")
    }
    try plan { _, next in next.prevRandao = value }
  }
}
