import CrashSupport
import FixtureSupport
import Testing

@testable import TradeWorker

/// What dead processes left of trades and the next ones made of it, as a part of a page of the docs.
struct TradeTable {
  /// The parts of the page, each with a table.
  private enum Part {
    case payments, pairs, orders

    init(_ kind: Trade.Kind) { self = kind == .order ? .orders : kind.transactions > 1 ? .pairs : .payments }
  }

  private var counts: [Part: [TradeLife.Outcome: [KillPlan.Manner: Int]]] = [:]
  private var kills: [Trade.Kind: Int] = [:]

  mutating func add(_ outcome: TradeLife.Outcome, _ kind: Trade.Kind, _ manner: KillPlan.Manner) {
    counts[Part(kind), default: [:]][outcome, default: [:]][manner, default: 0] += 1
    kills[kind, default: 0] += 1
  }

  /// The lines without their counts: these depend on how often a process asked for its receipt.
  var lines: Set<String> { Set(counts.values.joined().map(\.key.line)) }

  var markdown: String {
    let all = Trade.Kind.allCases.filter { $0 != .reset }.map { "\(kills[$0] ?? 0) \($0.words)" }.joined(
      separator: ", ")
    return """
      ## Over a trade at an exchange

      One trade in a process of its own, which ends as above, at every write, sync, truncation and deletion of the outbox
      and of the journal of orders, and before every request to the node or to the relay and every answer. What is no
      write is not torn, and a disk that fails does so from a write or a sync on.

      The last time: \(all).
      Trades and limit orders are by turns of both versions of the protocol. Approvals by way of none die likewise where
      the stand-ins of contracts can be compiled, and are not counted.
      In every case the chain showed the trade exactly once: what is filled or cancelled of each order by the contracts'
      own word, the balances of both sides and the coins to the unit, and no nonce was missing. Running it a third time
      changed nothing.

      | left in the outbox | then the trade was | \(Self.heads) |
      |---|---|\(Self.rule)|
      \(rows(.payments))

      A trade over both versions is two transactions, and the second is planned anew once the first is mined. Half of them were
      written down as one transaction by a run that sent nothing: both are written anew before the first is signed.

      | left in the outbox | then the trade was | \(Self.heads) |
      |---|---|\(Self.rule)|
      \(rows(.pairs))

      A limit order is one order for ever, by its hash and its signature, and the relay heard of it once:

      | left in the journal | then the order was | \(Self.heads) |
      |---|---|\(Self.rule)|
      \(rows(.orders))

      """
  }

  private func rows(_ part: Part) -> String {
    (counts[part] ?? [:]).sorted { $0.key.rank < $1.key.rank }.map { outcome, counts in
      outcome.line + KillPlan.Manner.allCases.map { " \(counts[$0] ?? 0) |" }.joined()
    }.joined(separator: "\n")
  }

  private static let heads = KillPlan.Manner.allCases.map(\.head).joined(separator: " | ")
  private static let rule = KillPlan.Manner.allCases.map { _ in "---:" }.joined(separator: "|")

  /// The lines that ``markdown`` had.
  static func lines(of page: String) -> Set<String> {
    var lines: Set<String> = []
    for line in page.split(separator: "\n") where line.hasPrefix("| ") && !line.contains(" | killed before") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      if cells.count > 3 { lines.insert("|\(cells[1])|\(cells[2])|") }
    }
    return lines
  }
}

extension TradeLife.Outcome {
  fileprivate var line: String { "| \(left) | \(recovery) |" }

  fileprivate var rank: String {
    let states = ["nothing", "reserved", "signed", "broadcast", "seen", "mined", "final", "draft", "posted"]
    return "\(states.firstIndex { left.hasPrefix($0) } ?? 9) \(line)"
  }
}

extension Trade.Kind {
  fileprivate var words: String {
    switch self {
    case .fillV1: "fills of an order (v1)"
    case .fillV4: "fills of an order (v4)"
    case .deal: "trades over three orders"
    case .dealOverBoth: "trades over both versions"
    case .dealPlannedAnew: "trades over both versions that were written down otherwise"
    case .cancelV1: "cancels of a part (v1)"
    case .cancelV4: "cancels (v4)"
    case .approval: "approvals"
    case .reset: "approvals by way of none"
    case .wrap: "wraps"
    case .unwrap: "unwraps"
    case .order: "limit orders, placed and posted"
    }
  }
}
