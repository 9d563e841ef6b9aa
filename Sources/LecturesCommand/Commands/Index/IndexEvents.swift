import ArgumentParser
import ChainIndex
import ContractABI
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures index events`: lists the events of an index, or goes on behind a cursor.
struct IndexEvents: ReportingCommand {
  static let configuration = CommandConfiguration(
    "events", "List the events of an index.",
    examples: [
      "lectures index events": "the first 100",
      "lectures index events --event PurchasingLecture --where student=0x5cbD…": "by an indexed parameter",
      "lectures index events --from-block 100 --to-block 200 --limit 1000 --json": "for a script, with a cursor",
      "lectures index events --after 9f3ab2c41d7e5f60-0-201-0 --json":
        "what came since, and what a reorganisation took back",
    ],
    after: """
      The events come from the index alone, in the order of the chain; no node is asked. Each answer ends with a cursor. \
      Give it with --after to get the events that came later, each once. An event that was listed, and whose block has \
      left the chain since, is listed once more as taken back, the newest such event first. An event that does not fit \
      the interface is shown as it was logged.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: EventContractOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup var index: IndexOptions
  @Option(help: ArgumentHelp("List only events of this name or signature.", valueName: "event")) var event: String?
  @Option(
    name: .customLong("where"), parsing: .singleValue,
    help: ArgumentHelp(
      "With an event: the value of an indexed parameter to look for. Can be repeated.",
      valueName: "name=value"))
  var conditions: [String] = []
  @Option(help: ArgumentHelp("The last block; by default the newest.", valueName: "number")) var toBlock: UInt64?
  @Option(help: ArgumentHelp("The most events to list, up to 1000.", valueName: "number")) var limit = 100
  @Option(help: ArgumentHelp("Go on after the cursor of an earlier answer.", valueName: "cursor")) var after: String?
  @Flag(help: "List only events of final blocks.") var finalOnly = false

  func validate() throws {
    guard conditions.isEmpty || event != nil else { throw UsageRule.goesWith("--where", "<event>") }
    guard (1...1_000).contains(limit) else { throw UsageRule.inRange("--limit", from: 1, to: 1_000) }
    if after != nil, toBlock != nil { throw UsageRule.either("--after", "--to-block") }
    guard after.map({ EventCursor($0) != nil }) ?? true else {
      throw UsageRule.cursor
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    let open = try await index.open(in: context)
    guard let identity = try await open.store.identity() else { throw Self.empty(open.store.name) }
    let filter = try await EventChoice(identity.sources).filter(
      contract: context.isGiven(.contract) ? try context.settings.contract() : nil, event, conditions, in: context)
    let first = context.isGiven(.fromBlock) ? try context.settings.fromBlock() : nil
    let (cursor, limit, isFinalOnly, last) = (after.flatMap { EventCursor($0) }, limit, finalOnly, toBlock)
    let answer = try await open.store.read { db in
      let stream = try EventStream(database: db)
      var filter = filter
      filter.lastBlock = last
      let start = try cursor ?? stream.start(at: first ?? 0)
      return (try stream.page(after: start, filter, limit: limit, isFinalOnly: isFinalOnly), try stream.head())
    }
    guard let head = answer.1 else { throw Self.empty(open.store.name) }
    return report(answer.0, head, identity, in: context.language)
  }

  private func report(
    _ page: EventPage, _ head: IndexHead, _ identity: IndexIdentity, in language: Language
  ) -> Report {
    let table = table(page, identity.sources, in: language)
    return Report([
      "asOf": ["block": .integer(head.number), "hash": .string(head.hash.hex), "time": .integer(head.time)],
      "entries": .array(
        page.entries.map { .object(JSONObject($0.members(on: identity.chainID, of: identity.sources))) }),
      "cursor": .string(page.cursor.description), "complete": .bool(page.isComplete),
    ]) {
      table
      StyledText(language[IndexText.fromIndex(head.number, LocalTime.text(head.time, in: language))], .dim)
      if !page.isComplete { StyledText(language[HookText.more(page.cursor.description)]) }
    }
  }

  private func table(_ page: EventPage, _ sources: [EventSource], in language: Language) -> Table {
    var table = Table(
      .number(language[Label.block], .important), .text(language[Label.event]),
      .address(language[Label.transaction], .detail), placeholder: StyledText(language[HookText.noEvents]))
    for entry in page.entries {
      let text: StyledText =
        switch EventMeaning(entry.event, of: sources) {
        case .decoded(let event): StyledText(event.readable)
        case .raw(let problem):
          StyledText(
            language[
              HookText.raw(
                entry.event.kind, topics: entry.event.topics.count / 32, bytes: entry.event.data.count, problem)],
            .warning)
        }
      let back = entry.isRetracted ? StyledText("\(language[HookText.takenBack]) ", .warning) : StyledText("")
      table.add(
        StyledText("\(entry.event.block)"), back + text, StyledText(entry.event.transaction.hex))
    }
    return table
  }

  private static func empty(_ place: String) -> ChainIndexError {
    ChainIndexError(
      .noIndex, "The index has no block yet.", reason: "Nothing was read into \(place) so far.", facts: .file(place))
  }
}

extension CommandContext {
  /// Whether a setting was given for this run, and not by a profile.
  func isGiven(_ key: SettingKey) -> Bool { settings.raw(key)?.origin.isOfSession ?? false }
}
