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

  /// - Throws: `invalidParameters` for a limit below 5,000 (Yellow Paper, section 4.3.4), or of more than 63 bits.
  mutating func setGasLimit(_ limit: UInt64) throws(DevnetError) {
    guard (5000...UInt64(Int64.max)).contains(limit) else {
      throw DevnetError(.invalidParameters, "a block's gas limit is from 5000 to 2^63 - 1, not \(limit)")
    }
    gasLimit = limit
  }

  /// - Throws: `invalidParameters` for a fee above 2^128 - 1.
  mutating func setBaseFee(_ fee: UInt256) throws(DevnetError) {
    guard fee < UInt256(1) << 128 else {
      throw DevnetError(.invalidParameters, "a base fee above 2^128 - 1 wei is more than anybody can pay")
    }
    baseFee = fee
  }
}
