import ArgumentParser
import Database
import Foundation
import Localization
import Operations
import Primitives
import Relay
import StrictJSON
import Terminal

/// `lectures relay import FILE`: takes the orders of a file into a store.
struct RelayImport: ReportingCommand {
  static let configuration = CommandConfiguration(
    "import", "Import signed orders into a relay's store.",
    examples: ["lectures relay import orders.jsonl --store relay.sqlite --rules rules.json": "if no relay uses it"],
    after: """
      Each line is checked as a relay with these rules checks what is posted to it: members, terms, signature, and balance \
      and allowance at the node of --network. Orders that are there already stay as they are.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @Argument(help: "The file with a signed order a line; - is standard input.", completion: .file(extensions: ["jsonl"]))
  var file: String
  @Option(
    help: ArgumentHelp("The file that keeps the book; it is made if there is none.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var store: String?
  @OptionGroup var place: DatabaseOptions
  @Option(help: ArgumentHelp("The file with the rules.", valueName: "file"), completion: .file(extensions: ["json"]))
  var rules: String

  /// The most bytes of a file.
  private static let mostBytes = 256 << 20
  /// The most refusals that are shown to people.
  private static let mostShown = 50

  func validate() throws { try place.validate(beside: store) }

  func run(in context: CommandContext) async throws -> Report {
    let place = try await self.place.place(context.prompts, store: store, isNeeded: true)
    let rules = try RelayRules(parsing: try InputFile.contents(of: self.rules, reliedOnAs: "The file of the rules"))
    let lines = try InputFile.contents(of: file, limit: Self.mostBytes)
    let node = try context.nodes.node(of: try context.settings.network())
    let entry = try await context.progress(context.language[RelayArchiveText.checkingOrders]) { _ in
      try await RelayArchive.take(
        lines, into: place, rules: rules, node: node,
        clock: { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) })
    }
    let refused = entry.refused.count
    let failure =
      refused == 0
      ? nil
      : CommandFailure(
        .init("relay.refused", .failure), RelayOrderRefusal.orders(refused, of: refused + entry.taken))
    let language = context.language
    return Report(
      [
        "store": .text(place.shownName), "taken": .integer(entry.taken),
        "refused": .array(entry.refused.map(Self.json)),
      ], failure: failure
    ) {
      language[RelayArchiveText.taken(entry.taken)]
      for refused in entry.refused.prefix(Self.mostShown) {
        language[RelayArchiveText.refused(line: refused.line, Self.words(of: refused.verdict))]
      }
      if refused > Self.mostShown { language[RelayArchiveText.more(refused - Self.mostShown)] }
    }
  }

  private static func words(of verdict: RelayVerdict) -> String {
    let faults = verdict.faults.map { "\($0.field): \($0.reason)" }.joined(separator: "; ")
    return PlainText.escaped(faults.isEmpty ? verdict.reason ?? "" : faults)
  }

  private static func json(_ refused: RelayArchive.Refused) -> JSON {
    [
      "line": .integer(refused.line), "orderHash": .text(refused.hash?.hex),
      "relayCode": .integer(refused.verdict.code),
      "reason": .text(refused.verdict.reason.map { PlainText.escaped($0) }),
      "validationErrors": .array(
        refused.verdict.faults.map {
          ["field": .string($0.field), "code": .integer($0.code), "reason": .string(PlainText.escaped($0.reason))]
        }),
    ]
  }
}
