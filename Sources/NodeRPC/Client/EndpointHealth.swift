/// Which endpoints failed lately: those are asked last until they had time to recover, and alone not at all if they hung.
actor EndpointHealth {
  private struct Record {
    var failures = 0
    var restsUntil: ContinuousClock.Instant
    var hung = false
  }

  private let count: Int
  private let coolDown: Duration
  private var records: [Int: Record] = [:]

  init(count: Int, coolDown: Duration) {
    self.count = count
    self.coolDown = coolDown
  }

  /// The endpoints in the order to ask them: the well ones as they were given, then the resting ones, soonest back
  /// first.
  func order() -> [Int] {
    guard !records.isEmpty else { return Array(0..<count) }
    let now = ContinuousClock.now
    let resting = records.filter { $0.value.restsUntil > now }
    return (0..<count).filter { resting[$0] == nil }
      + resting.sorted { ($0.value.restsUntil, $0.key) < ($1.value.restsUntil, $1.key) }.map(\.key)
  }

  /// Whether an endpoint rests because it took a question and did not answer in time.
  func hangs(_ index: Int) -> Bool { records[index].map { $0.hung && $0.restsUntil > .now } ?? false }

  /// Notes a failure; the rest doubles with each one in a row, up to sixteen times the usual, or lasts as the node
  /// asks. One that hung rests for four times as long as it was waited for: else it would be waited for again and again.
  func failed(_ index: Int, retryAfter: Int?, after wait: Duration = .zero, hung: Bool = false) {
    let failures = min(5, (records[index]?.failures ?? 0) + 1)
    var rest = max(coolDown * (1 << (failures - 1)), wait * 4)
    if let retryAfter { rest = .seconds(min(max(retryAfter, 1), 600)) }
    records[index] = Record(failures: failures, restsUntil: .now.advanced(by: rest), hung: hung)
  }

  func succeeded(_ index: Int) { records[index] = nil }
}
