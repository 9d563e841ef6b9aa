import ArgumentParser
import Database
import Keystores
import Localization
import Operations
import Primitives
import Relay
import StrictJSON
import Terminal

/// `lectures relay export FILE`: writes the orders of a store.
struct RelayExport: ReportingCommand {
  static let configuration = CommandConfiguration(
    "export", "Export the signed orders of a relay's store.",
    examples: [
      "lectures relay export orders.jsonl --store relay.sqlite": "those that are not over, while the relay runs",
      "lectures relay export all.jsonl --store relay.sqlite --all": "",
    ],
    after: """
      Each line is an order as posted to relays; `relay import` takes it. A snapshot of the store is read, while a \
      relay may go on using it.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The file to write.", completion: .file(extensions: ["jsonl"])) var file: String
  @Option(help: ArgumentHelp("The file of the book.", valueName: "file"), completion: .file(extensions: ["sqlite"]))
  var store: String?
  @OptionGroup var place: DatabaseOptions
  @Flag(help: "Write orders that are filled, cancelled or over, too.") var all = false
  @Flag(help: "Replace an existing file.") var replace = false

  func validate() throws { try place.validate(beside: store) }

  func run(in context: CommandContext) async throws -> Report {
    let place = try await self.place.place(context.prompts, store: store, isNeeded: true)
    try OutputFile.check(file, replacing: replace)
    let lines = try await context.progress(context.language[RelayArchiveText.readingOrders]) { _ in
      try await RelayArchive.lines(at: place, endedToo: all)
    }
    try await PrivateFile.write(lines, to: file, replacing: replace)
    let count = lines.count { $0 == UInt8(ascii: "\n") }
    return Report(["file": .string(file), "store": .text(place.shownName), "orders": .integer(count)]) {
      context.language[RelayArchiveText.exported(count, to: file)]
    }
  }
}
