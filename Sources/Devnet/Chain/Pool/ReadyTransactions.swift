import EVM
import Primitives

/// The executable transactions of a pool, in the order in which a block takes them: by what they pay beyond the base
/// fee, then by arrival, each sender's by nonce.
///
/// Looking at the next one is O(1), going on O(log senders).
struct ReadyTransactions {
  /// The transactions left of a sender, the next one last, with what that pays beyond the base fee.
  private struct Line {
    var entries: [TransactionPool.Entry]
    var tip: UInt256 = 0

    func isBetter(than other: Line) -> Bool {
      guard tip == other.tip, let entry = entries.last, let second = other.entries.last else { return tip > other.tip }
      return entry.arrival < second.arrival
    }
  }

  /// A heap: none is better than the one at half its place, the best is the first.
  private var lines: [Line] = []
  private let baseFee: UInt256

  /// Each sender's transactions, the next one last.
  init(senders: [[TransactionPool.Entry]], baseFee: UInt256) {
    self.baseFee = baseFee
    lines = senders.filter { !$0.isEmpty }.map { priced(Line(entries: $0)) }
    for place in (0..<lines.count / 2).reversed() { sink(place) }
  }

  /// The next transaction.
  var best: DevnetTransaction? { lines.first?.entries.last?.sent }

  /// Goes to the next.
  mutating func advance() {
    guard !lines.isEmpty else { return }
    lines[0].entries.removeLast()
    if lines[0].entries.isEmpty { return skipSender() }
    lines[0] = priced(lines[0])
    sink(0)
  }

  /// Leaves the sender of the next one out.
  mutating func skipSender() {
    guard let last = lines.popLast(), !lines.isEmpty else { return }
    lines[0] = last
    sink(0)
  }

  private func priced(_ line: Line) -> Line {
    let price = line.entries.last?.sent.execution.gasPrice(baseFee: baseFee) ?? baseFee
    return Line(entries: line.entries, tip: price - baseFee)
  }

  /// Exchanges a line with the better of the two below it until none is better.
  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var best = place
      for below in [2 * place + 1, 2 * place + 2] where below < lines.count && lines[below].isBetter(than: lines[best])
      {
        best = below
      }
      guard best != place else { return }
      lines.swapAt(place, best)
      place = best
    }
  }
}
