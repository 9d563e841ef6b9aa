import Locking
import Primitives

/// The accounts whose fees are not paid just now, since a budget is spent, by the payer's answer of a short while ago.
final class ExhaustedFeeBudgets: Sendable {
  /// For so many seconds an account is not offered a fee that is paid; what was spent may be given back meanwhile.
  private static let lifetime: Int64 = 600
  /// The most accounts that are remembered.
  private static let most = 10_000

  private let ends = Guarded<[Address: Int64]>([:])

  /// Notes the payer's answer for an account; days begin at 0:00 UTC.
  ///
  /// - Parameter time: Now, in seconds since 1970.
  func note(_ account: Address, at time: Int64) {
    let midnight = (time / 86_400 + 1) * 86_400
    ends.withLock { ends in
      if ends.count >= Self.most { ends = ends.filter { $0.value > time } }
      guard ends.count < Self.most else { return }
      ends[account] = min(time + Self.lifetime, midnight)
    }
  }

  /// Whether the fees of an account are not paid just now.
  func contains(_ account: Address, at time: Int64) -> Bool {
    ends.withLock { $0[account].map { $0 > time } ?? false }
  }
}
