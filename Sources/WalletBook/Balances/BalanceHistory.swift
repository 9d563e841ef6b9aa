import Primitives

/// The balance of a wallet over a stretch of time, as far as it was sampled.
public struct BalanceHistory: Sendable, Hashable {
  /// Seconds since 1970.
  public let start: Int64
  /// Seconds since 1970; at least one after ``start``.
  public let end: Int64
  /// The oldest first; the first one may be older than the stretch.
  public let samples: [BalanceSample]

  /// A stretch of one second at least; that the samples come the oldest first is not checked.
  public init(_ samples: [BalanceSample], from start: Int64, to end: Int64) {
    self.samples = samples
    self.start = start
    self.end = max(start + 1, end)
  }

  /// A change between two samples: nobody asked in between, so that it may be the sum of several.
  public struct Change: Sendable, Hashable {
    /// The last sample before it.
    public let before: BalanceSample
    /// The first sample after it, whose amount is another.
    public let after: BalanceSample

    /// Whether it became more.
    public var isGain: Bool { after.amount > before.amount }
    /// By how much.
    public var amount: Amount {
      let (low, high) = isGain ? (before.amount.wei, after.amount.wei) : (after.amount.wei, before.amount.wei)
      return Amount(wei: high - low)
    }
  }

  /// The changes that were seen, the oldest first.
  public var changes: [Change] {
    zip(samples, samples.dropFirst()).filter { $0.amount != $1.amount }.map { Change(before: $0, after: $1) }
  }

  /// The value at which a chart's scale begins, so that a change is seen: 0, unless all values are within a fifth of the
  /// highest; then somewhat below the lowest.
  public static func scaleStart(of columns: [Double?]) -> Double {
    let values = columns.compactMap(\.self)
    guard let low = values.min(), let high = values.max(), low > 0, high > low, high - low < high / 5 else { return 0 }
    return max(0, low - (high - low) / 4)
  }

  /// The balance in the smallest unit at the end of each of so many equal parts; nil before the first sample.
  ///
  /// - Complexity: O(count + samples).
  public func columns(_ count: Int) -> [Double?] {
    var next = 0
    var value: Double?
    return (1...max(1, count)).map { column in
      let time = Double(start) + Double(end - start) * Double(column) / Double(max(1, count))
      while next < samples.count, Double(samples[next].time) <= time {
        value = Double(samples[next].amount.wei)
        next += 1
      }
      return value
    }
  }
}
