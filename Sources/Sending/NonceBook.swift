import Primitives

/// The nonces that this process has given out, by account.
///
/// Sends that run side by side get consecutive nonces without asking each other; a nonce whose transaction never left
/// is given back and is the first to be used again, so that no gap stays.
public actor NonceBook {
  private struct Lane {
    var next: UInt64 = 0
    var returned: Set<UInt64> = []
  }
  private var lanes: [Address: Lane] = [:]

  public init() {}

  /// Takes the next nonce of an account.
  ///
  /// - Parameter chainCount: The account's pending transaction count as the node tells it now.
  /// - Throws: `SendingError` `.outOfRange` for a count that leaves no nonce: 2^64 − 1 is none (EIP-2681).
  public func reserve(for account: Address, chainCount: UInt64) throws(SendingError) -> UInt64 {
    var lane = lanes[account] ?? Lane()
    defer { lanes[account] = lane }
    lane.returned = lane.returned.filter { $0 >= chainCount }
    if let lowest = lane.returned.min() {
      lane.returned.remove(lowest)
      return lowest
    }
    let nonce = max(lane.next, chainCount)
    guard nonce < .max else {
      throw SendingError(
        .outOfRange, "The node says that \(account) has sent \(chainCount) transactions.",
        reason: "No account can have sent that many; nothing was sent.", advice: "Check the endpoint.")
    }
    lane.next = nonce + 1
    return nonce
  }

  /// Gives back a nonce whose transaction was certainly not sent.
  public func release(_ nonce: UInt64, of account: Address) {
    guard var lane = lanes[account], nonce < lane.next else { return }
    lane.returned.insert(nonce)
    while lane.next > 0, lane.returned.remove(lane.next - 1) != nil { lane.next -= 1 }
    lanes[account] = lane
  }
}
