import ArgumentParser
import ChainIndex
import LectureIndex
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures index status`: shows as of which block the index is.
struct IndexStatus: ReportingCommand {
  static let configuration = CommandConfiguration(
    "status", "Show the block of the index and its writer.",
    examples: [
      "lectures index status": "", "lectures index status --json": "for a script; the exit status is 0 if it is fresh",
    ],
    after: """
      An index is stale if for more than a minute no writer has confirmed that it has the newest block: it reads \
      what is missing, its node is away, or nobody writes it. Only the index is looked at.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: LectureContractOptions
  @OptionGroup var index: IndexOptions

  func run(in context: CommandContext) async throws -> Report {
    let open = try await index.open(in: context)
    if context.isGiven(.contract) { try await open.store.require(try context.settings.contract(), on: nil) }
    return try await IndexState(open).report(in: context.language)
  }
}

/// The state of an index.
struct IndexState: Sendable {
  private let path: String
  private let identity: IndexIdentity?
  private let writer: LeaseTable.Holder?
  private let head: IndexHead?
  private let unchecked: UncheckedHeaders
  private let now: UInt64
  /// The number of lectures; nil for an index of other events.
  private let lectures: Int?
  private let events: Int
  private let hooks: [HookProgress]

  init(_ index: OpenIndex) async throws {
    let store = index.store
    (path, now, hooks) = (store.name, store.clock.now(), try await store.hooks())
    (identity, writer) = (try await store.identity(), try await store.leaseHolder())
    unchecked = try await store.unchecked()
    (head, events) = try await store.read {
      (try BlockTable(database: $0).head(), try EventTable(database: $0).count())
    }
    lectures = try await index.reader?.read { try $0.lectureCount() }
  }

  private var isStale: Bool { head?.isStale(at: now) ?? true }

  /// All of it; that it is stale is a failure.
  func report(in language: Language) -> Report {
    let failure =
      isStale
      ? CommandFailure(
        .init("index.stale", .failure), IndexRefusal.stale(head?.checkAge(at: now), isWritten: writer != nil))
      : nil
    let fields = fields(in: language)
    let warnings = warnings(in: language)
    let table = hooks.isEmpty ? nil : HookProgress.table(hooks, in: language)
    return Report(json, failure: failure) {
      fields
      warnings
      if let table { table }
    }
  }

  private var json: JSON {
    [
      "file": .string(path), "chainId": .text(identity?.chainID), "contract": .text(identity?.contract.checksummed),
      "contracts": .array((identity?.sources ?? []).map { .string($0.address.checksummed) }),
      "block": .integer(head?.number), "hash": .text(head?.hash.hex), "blockTime": .integer(head?.time),
      "nodeBlock": .integer(head?.target), "missing": .integer(head?.missing), "age": .integer(head?.age(at: now)),
      "ahead": .integer(head?.ahead(at: now)), "checked": .integer(head?.checkAge(at: now)), "stale": .bool(isStale),
      "standing": .bool(head?.isStanding(at: now) ?? false), "unfiltered": .integer(unchecked.filter),
      "unhashed": .integer(unchecked.hash), "writer": .text(writer?.name), "lectures": .integer(lectures),
      "events": .integer(events), "hooks": .array(hooks.map(\.json)),
    ]
  }

  /// The flaws that are no failure.
  private func warnings(in language: Language) -> [StyledText] {
    let standing = head.flatMap { $0.isStanding(at: now) ? IndexText.standing(seconds: $0.age(at: now)) : nil }
    return ([standing].compactMap { $0 } + unchecked.texts).map { StyledText(language[$0], .warning) }
  }

  private func fields(in language: Language) -> Fields {
    var fields = Fields()
    fields.add(language[IndexText.file], StyledText(path))
    let contracts = identity?.sources.map(\.address.checksummed).joined(separator: ", ")
    fields.add(language[Label.contract], contracts.map { StyledText($0) })
    let asOf = head.map { head in
      StyledText(language[IndexText.asOf(head.number, missing: head.missing)]) + StyledText(" (")
        + StyledText(LocalTime.text(head.time, in: language)) + StyledText(")")
    }
    fields.add(language[Label.asOf], asOf ?? StyledText(language[IndexText.noBlock], .warning))
    fields.add(
      language[IndexText.age],
      head.map { head in
        head.ahead(at: now).map { StyledText(language[IndexText.ahead(seconds: $0)], .warning) }
          ?? StyledText(language[IndexText.lasting(head.age(at: now))])
      })
    let checked = head?.checkAge(at: now).map { language[IndexText.seconds($0)] } ?? language[IndexText.never]
    fields.add(language[IndexText.checked], StyledText(checked, isStale ? .warning : .good))
    fields.add(language[IndexText.writer], StyledText(writer?.name ?? language[IndexText.nobody]))
    fields.add(language[IndexText.lectures], lectures.map { StyledText("\($0)") })
    fields.add(language[IndexText.events], StyledText("\(events)"))
    return fields
  }
}

extension UncheckedHeaders {
  /// The words about headers that could not be checked.
  var texts: [IndexText] {
    [filter.map { .unfiltered($0) }, hash.map { .unhashed($0) }].compactMap { $0 }
  }
}
