import Primitives

/// The beginning of a day on a chain: a ledger that begins on the day has to know what the account paid for behind it.
struct DayStart: Sendable {
  let chain: any FeePayerChain

  /// The newest block that is older than the day (UTC) of a time, in seconds since 1970; the chain's first, in which there
  /// are no transactions, if none is.
  ///
  /// - Throws: `FeePayerError` `.blockMissing`; what the chain throws.
  func block(before time: UInt64) async throws -> UInt64 {
    let midnight = time - time % 86_400
    var newest = try await chain.blockNumber()
    guard newest > 0, try await chain.time(ofBlock: newest) >= midnight else { return newest }
    var oldest: UInt64 = 0
    // The oldest is older than the day or the chain's first, the newest is of the day.
    while newest - oldest > 1 {
      let middle = oldest + (newest - oldest) / 2
      if try await chain.time(ofBlock: middle) < midnight { oldest = middle } else { newest = middle }
    }
    return oldest
  }
}
