import Alerts
import Localization
import NodeRPC
import Operations
import StrictJSON
import Terminal
import WebApp

/// A subject of alerts that commands write about.
protocol WrittenSubject: AlertSubject {
  /// The writer of alerts on it.
  static func writer(in context: CommandContext) -> AlertWriter<Self>
}

/// Writes alerts for people and scripts, whatever they are on.
struct AlertWriter<Subject: AlertSubject>: Sendable {
  let language: Language
  /// The words of a rule, as in `below 25 gwei (standard) on kaia`.
  let words: @Sendable (AlertRule<Subject>) -> String

  subscript(_ text: AlertText) -> String { language[text] }

  /// The command that watches.
  private var daemon: String { "lectures \(Subject.topic.name) daemon" }

  /// A new alert, and a hint if nobody watches.
  ///
  /// - Parameters:
  ///   - members: Further members for scripts.
  ///   - warning: A line about the rule.
  func added(
    _ alert: Int64, _ rule: AlertRule<Subject>, _ channels: [AlertChannel], isWatched: Bool,
    members: [(String, JSON)] = [], warning: String? = nil
  ) -> Report {
    let kinds = channels.map(\.kind.rawValue)
    let told: [(String, JSON)] =
      [("channels", .array(kinds.map { .string($0) })), ("watched", .bool(isWatched))] + members
    return Report(.object(JSONObject([("alert", .integer(alert))] + rule.members + told))) {
      StyledText(
        self[.added(alert, described(rule), by: channels.map { self[.channel($0.kind)] }.joined(separator: ", "))])
      if let warning { StyledText(warning, .warning) }
      if !isWatched { StyledText("\(self[.unwatched]) ") + StyledText(daemon, .action) }
    }
  }

  /// All alerts of a book, and the newest entries of its journal.
  ///
  /// - Parameter adding: A command that adds an alert, for whoever has none.
  func list(_ book: AlertBook<Subject>, last: Int, adding: String) async throws -> Report {
    let alerts = try await book.all()
    let deliveries = try await book.deliveries(limit: max(0, min(last, 10_000)))
    let (listed, told) = (table(alerts, adding), journal(deliveries))
    return Report([
      "alerts": .array(alerts.map { $0.json }), "journal": .array(deliveries.map { $0.json }),
    ]) {
      listed
      if !deliveries.isEmpty {
        ""
        told
      }
    }
  }

  private func table(_ alerts: [Alert<Subject>], _ adding: String) -> Table {
    var table = Table(
      .number(self[.number]), .text(self[.when]), .name(self[.state], .important),
      .number(self[.crossings], .detail), .text(self[.how], .useful), placeholder: StyledText(self[.none(adding)]))
    for alert in alerts {
      table.add(
        StyledText("\(alert.id)", .strong), StyledText(described(alert.rule)), StyledText(state(of: alert)),
        StyledText("\(alert.crossings)"), StyledText(alert.channels.map(text).joined(separator: ", ")))
    }
    return table
  }

  /// An alert as pages list it.
  func line(of alert: Alert<Subject>) -> AlertLine {
    AlertLine(
      rule: described(alert.rule), state: state(of: alert), channels: alert.channels.map(text).joined(separator: ", "))
  }

  private func journal(_ deliveries: [Delivery<Subject>]) -> Table {
    var journal = Table(
      .name(self[.when]), .number(self[.alert]), .text(self[.how], .useful), .name(self[.state], .important),
      .text(self[.problem], .useful))
    for delivery in deliveries {
      journal.add(
        StyledText(LocalTime.text(delivery.time, in: language)), StyledText("\(delivery.alert)"),
        StyledText(self[.channel(delivery.channel.kind)]), state(of: delivery), StyledText(delivery.problem ?? ""))
    }
    return journal
  }

  /// The words of a rule, how often it counts, and its note.
  private func described(_ rule: AlertRule<Subject>) -> String {
    ([words(rule)] + (rule.isOnce ? [self[.once]] : [])).joined(separator: ", ")
      + (rule.note.map { " (\($0))" } ?? "")
  }

  private func text(_ channel: AlertChannel) -> String {
    let named = self[.channel(channel.kind)]
    let kind = channel.format == .full ? named : "\(named) (\(channel.format.name))"
    return channel.target.isEmpty ? kind : "\(kind) \(channel.shownTarget)"
  }

  private func state(of alert: Alert<Subject>) -> String {
    if let until = alert.state.snoozedUntil, until > LocalTime.now() {
      return self[.silent(until: LocalTime.text(until, in: language))]
    }
    return switch alert.state.phase {
    case .armed: self[.armed]
    case .holding: self[.holding]
    case .fired: self[.fired]
    }
  }

  private func state(of delivery: Delivery<Subject>) -> StyledText {
    switch delivery.state {
    case .delivered: StyledText(self[.delivered], .good)
    case .failed: StyledText(self[.failed], .bad)
    case .unclear: StyledText(self[.unclear], .warning)
    case .waiting, .begun:
      StyledText(delivery.attempts == 0 ? self[.waiting] : self[.tried(delivery.attempts)], .warning)
    }
  }
}

extension AlertRule {
  /// The subject and its condition for scripts.
  fileprivate var members: [(String, JSON)] {
    let threshold =
      switch condition {
      case .above(let value), .below(let value): subject.text(of: value)
      case .change(let percent, _): "\(percent)"
      }
    return subject.facts.map { ($0.name, .string($0.text)) } + [
      ("condition", .string(condition.name)), ("threshold", .string(threshold)),
      ("within", .integer(condition.window)), ("note", .text(note)), ("once", .bool(isOnce)),
    ]
  }
}

extension Alert {
  fileprivate var json: JSON {
    let told = channels.map { channel -> JSON in
      [
        "kind": .string(channel.kind.rawValue), "target": .string(channel.shownTarget),
        "format": channel.kind == .webhook ? .string(channel.format.name) : .null,
      ]
    }
    let state: [(String, JSON)] = [
      ("hold", .integer(rule.hold)), ("coolDown", .integer(rule.coolDown)), ("margin", .integer(rule.margin)),
      ("state", .string(state.phase.rawValue)), ("snoozedUntil", .integer(state.snoozedUntil)),
      ("told", .integer(crossings)), ("channels", .array(told)),
    ]
    return .object(JSONObject([("id", .integer(id))] + rule.members + state))
  }
}

extension AlertChannel {
  /// Addresses without parts that may be a key.
  fileprivate var shownTarget: String { kind == .webhook ? Endpoint.redacted(target) : target }
}

extension Delivery {
  fileprivate var json: JSON {
    [
      "id": .string(id), "alert": .integer(alert), "crossing": .integer(crossing), "time": .integer(time),
      "price": .string(subject.text(of: value)), "message": .string(message), "kind": .string(channel.kind.rawValue),
      "state": .string(state.rawValue), "attempts": .integer(attempts), "problem": .text(problem),
    ]
  }
}
