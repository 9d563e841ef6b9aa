import Alerts
import ArgumentParser
import GasPrices
import NodeRPC
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal

/// `lectures gas alert list`
struct GasAlertList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the alerts of all networks and their journal.",
    examples: ["lectures gas alert list": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Option(help: ArgumentHelp("The number of journal entries to show.", valueName: "number")) var last = 10

  func run(in context: CommandContext) async throws -> Report {
    let book = try GasBook(try context.settings.gasBook())
    let alerts = try await book.alerts.all()
    let deliveries = try await book.alerts.deliveries(limit: max(0, min(last, 10_000)))
    var table = Table(
      .number("No."), .text("When"), .name("State", .important), .number("Crossed", .detail), .text("How", .useful),
      placeholder: "There is no alert; add one: lectures gas alert add --below 25")
    for alert in alerts {
      table.add(
        StyledText("\(alert.id)", .strong), StyledText(alert.rule.words(context.settings)), StyledText(alert.stateText),
        StyledText("\(alert.crossings)"), StyledText(alert.channels.map(\.text).joined(separator: ", ")))
    }
    var journal = Table(
      .name("When"), .number("Alert"), .text("How", .useful), .name("State", .important), .text("Problem", .useful))
    for delivery in deliveries {
      journal.add(
        StyledText(LocalTime.text(delivery.time)), StyledText("\(delivery.alert)"),
        StyledText(delivery.channel.kind.rawValue), delivery.stateText, StyledText(delivery.problem ?? ""))
    }
    let (listed, told) = (table, journal)
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
}

extension Alert<GasSubject> {
  fileprivate var stateText: String {
    if let until = state.snoozedUntil, until > LocalTime.now() {
      return "silent until \(LocalTime.text(until))"
    }
    return switch state.phase {
    case .armed: "armed"
    case .holding: "holding"
    case .fired: "crossed, until it goes back"
    }
  }

  fileprivate var json: JSON {
    [
      "id": .integer(id), "network": .string(rule.subject.network), "chainId": .string(rule.subject.chain),
      "tier": .string(rule.subject.tier.rawValue), "condition": .string(rule.condition.name),
      "threshold": .string(rule.condition.number), "hold": .integer(rule.hold), "coolDown": .integer(rule.coolDown),
      "margin": .integer(rule.margin), "state": .string(state.phase.rawValue),
      "snoozedUntil": .integer(state.snoozedUntil), "told": .integer(crossings),
      "channels": .array(channels.map { ["kind": .string($0.kind.rawValue), "target": .string($0.shownTarget)] }),
    ]
  }
}

extension AlertChannel {
  /// Addresses without parts that may be a key.
  fileprivate var shownTarget: String { kind == .webhook ? Endpoint.redacted(target) : target }

  fileprivate var text: String { target.isEmpty ? kind.rawValue : "\(kind.rawValue) \(shownTarget)" }
}

extension Delivery<GasSubject> {
  fileprivate var stateText: StyledText {
    switch state {
    case .delivered: StyledText("delivered", .good)
    case .failed: StyledText("failed", .bad)
    case .unclear: StyledText("unclear", .warning)
    case .waiting, .begun: StyledText(attempts == 0 ? "to be told" : "tried \(attempts) times", .warning)
    }
  }

  fileprivate var json: JSON {
    [
      "id": .string(id), "alert": .integer(alert), "crossing": .integer(crossing), "time": .integer(time),
      "price": .string("\(value)"), "message": .string(message), "kind": .string(channel.kind.rawValue),
      "state": .string(state.rawValue), "attempts": .integer(attempts), "problem": .text(problem),
    ]
  }
}
