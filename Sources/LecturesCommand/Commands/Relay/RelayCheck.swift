import ArgumentParser
import Foundation
import Localization
import Operations
import Primitives
import Relay
import StrictJSON
import Terminal

/// `lectures relay check FILE`: tells whether a relay would take an order.
struct RelayCheck: ReportingCommand {
  static let configuration = CommandConfiguration(
    "check", "Check an order by the rules of a relay.",
    examples: ["lectures relay check order.json --rules rules.json": "would it be taken, and why not"],
    after: """
      It looks at a signed order as a relay with these rules and no other orders would: members, terms, signature, and \
      balance and allowance at the node of --network. Nothing is posted.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @Argument(help: "The file with the signed order.", completion: .file(extensions: ["json"])) var file: String
  @Option(help: ArgumentHelp("The file with the rules.", valueName: "file"), completion: .file(extensions: ["json"]))
  var rules: String

  func run(in context: CommandContext) async throws -> Report {
    let rules = try RelayRules(parsing: try InputFile.contents(of: self.rules))
    let bytes = try InputFile.contents(of: file, limit: 1 << 20)
    let order = try CommandFailure.explaining(.usage, InputRefusal.notJSON(PlainText.escaped(file))) {
      try JSON(parsing: bytes)
    }
    let node = try context.nodes.node(of: try context.settings.network())
    let verdict = try await context.progress(context.language[RelayArchiveText.checkingOrder]) { _ in
      try await RelayVerdict(
        on: order, rules: rules, node: node, clock: { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) })
    }
    let result: JSON = [
      "taken": .bool(verdict.isTaken), "relayCode": .integer(verdict.code),
      "reason": .text(verdict.reason.map { PlainText.escaped($0) }),
      "validationErrors": .array(
        verdict.faults.map {
          ["field": .string($0.field), "code": .integer($0.code), "reason": .string(PlainText.escaped($0.reason))]
        }),
    ]
    guard !verdict.isTaken else { return Report(result) { context.language[RelayArchiveText.wouldBeTaken] } }
    let faults = verdict.faults.map { "\($0.field): \($0.reason)" }.joined(separator: "; ")
    return Report(
      result,
      failure: CommandFailure(
        .init("relay.refused", .failure),
        RelayOrderRefusal.order(PlainText.escaped(faults.isEmpty ? verdict.reason ?? "" : faults))))
  }
}
