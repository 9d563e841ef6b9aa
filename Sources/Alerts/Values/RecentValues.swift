import Primitives

/// The values of a subject in the last while, as far as a later value may be compared with them: the lowest and the highest
/// of short steps, without those that others after them outdo on both sides.
struct RecentValues: Sendable, Hashable {
  /// A step, from its first value on.
  private struct Step: Sendable, Hashable {
    let start: Int64
    var lowest: UInt256
    var highest: UInt256
  }

  /// A while is divided into so many steps: a value is forgotten that much earlier at most.
  private static let most: Int64 = 240

  private var steps: [Step] = []

  /// No values yet.
  init() {}

  /// One value.
  init(_ value: UInt256, at time: Int64, within window: Int64) { add(value, at: time, within: window) }

  /// Takes a value in, and forgets those of before the window.
  ///
  /// - Parameters:
  ///   - time: In seconds since 1970; what is there of later times, before a clock was set back, is forgotten.
  ///   - window: In seconds.
  /// - Complexity: O(steps).
  mutating func add(_ value: UInt256, at time: Int64, within window: Int64) {
    steps.removeAll { !Self.counts($0.start, at: time, within: window) }
    guard let last = steps.last, time &- last.start < max(1, window / Self.most) else {
      steps.append(Step(start: time, lowest: value, highest: value))
      return prune()
    }
    steps[steps.count - 1].lowest = min(last.lowest, value)
    steps[steps.count - 1].highest = max(last.highest, value)
    prune()
  }

  /// The lowest and the highest value of a window's seconds up to a time; none if there is none.
  func edges(within window: Int64, at time: Int64) -> [UInt256] {
    let counted = steps.filter { Self.counts($0.start, at: time, within: window) }
    guard let lowest = counted.map(\.lowest).min(), let highest = counted.map(\.highest).max() else { return [] }
    return [lowest, highest]
  }

  private static func counts(_ start: Int64, at time: Int64, within window: Int64) -> Bool {
    start <= time && time &- start <= window
  }

  /// Removes the steps whose lowest and highest are no longer those of any window that ends later.
  private mutating func prune() {
    var kept: [Step] = []
    var (lowest, highest): (UInt256?, UInt256?)
    for step in steps.reversed() {
      guard lowest.map({ step.lowest < $0 }) ?? true || highest.map({ step.highest > $0 }) ?? true else { continue }
      kept.append(step)
      lowest = min(lowest ?? step.lowest, step.lowest)
      highest = max(highest ?? step.highest, step.highest)
    }
    steps = kept.reversed()
  }

  // MARK: Stored

  /// The steps in one text, as in `100 5 9;160 4 4`.
  var stored: String { steps.map { "\($0.start) \($0.lowest) \($0.highest)" }.joined(separator: ";") }

  /// Reads them; nil for what is none.
  init?(stored: String) {
    for part in stored.split(separator: ";") {
      let numbers = part.split(separator: " ", omittingEmptySubsequences: false)
      guard numbers.count == 3, let start = Int64(numbers[0]), let lowest = try? UInt256(parsing: String(numbers[1])),
        let highest = try? UInt256(parsing: String(numbers[2])), lowest <= highest,
        steps.last.map({ $0.start < start }) ?? true, steps.count <= Self.most + 1
      else { return nil }
      steps.append(Step(start: start, lowest: lowest, highest: highest))
    }
  }
}
