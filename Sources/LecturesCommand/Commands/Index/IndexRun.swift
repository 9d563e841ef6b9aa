import Alerts
import ArgumentParser
import ChainIndex
import ContractClient
import Database
import Foundation
import LectureIndex
import LectureKit
import Localization
import Locking
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures index run`: reads what is missing, follows the chain, and tells the index's consumers.
struct IndexRun: ReportingCommand {
  static let configuration = CommandConfiguration(
    "run", "Maintain the index as the chain grows.",
    examples: [
      "lectures index run": "until Ctrl-C", "lectures index run --once": "read what is missing, and end",
      "lectures index run --from-block 141520000": "a new index, where the node does not have old states",
      "lectures index run --contract 0x5FbD… --abi Token.json": "all events of another contract",
      "lectures index run --abi 0x5FbD…=Token.json --abi 0xe7f1…=Shop.json --database events.sqlite":
        "of several; later lectures index run --database events.sqlite will do",
    ],
    after: """
      One process writes an index at a time: a second one stands by, and takes over at most 15 seconds after the first \
      gave its last sign. It may be killed at any time, and goes on where it was. A reorganisation of up to 128 blocks is \
      undone; at a deeper one it stops. A node whose answers do not fit together is not believed, and nothing of them is \
      written. The programs that lectures index hook has are notified meanwhile.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: LogOptions.title) var logOptions: LogOptions
  @OptionGroup var index: IndexOptions
  @Option(
    name: .customLong("abi"), parsing: .singleValue,
    help: ArgumentHelp(
      "Index all events of an interface, and no lectures: an ABI, an artifact or signatures; repeat it for more contracts.",
      valueName: "[address=]file"), completion: .file())
  var interfaces: [String] = []
  @Flag(help: "End when there is nothing more to read.") var once = false

  func run(in context: CommandContext) async throws -> Report {
    if !once {
      try context.logMessages(as: "index")
      try await DatabaseWait(context: context).run(for: [try await index.given(in: context)])
    }
    let keeping = try await keeping(in: context)
    guard once else {
      return keeping.watch(in: context.language).report(ServiceHeartbeat(environment: context.settings.environment))
    }
    try await context.progress(StyledText(context.language[IndexText.reading])) { _ in try await keeping.run() }
    return try await IndexState(try OpenIndex(keeping.place)).report(in: context.language)
  }

  /// The index that the options and settings name, and all that keeping it takes.
  ///
  /// - Parameter onLook: Gets how each look at the chain went, also while another process writes the index.
  func keeping(
    in context: CommandContext, onLook: @escaping @Sendable (Result<Void, any Error>) -> Void = { _ in }
  ) async throws -> IndexKeeping {
    let node = try await context.nodes.connection()
    if let (place, sources) = try await events(on: node, context) {
      try await IndexSources.check(sources, at: node.node)
      let projection = EventProjection(sources)
      return try keeping(try IndexStore(place, .events), projection, at: place, node, context, onLook)
    }
    let contract = try context.settings.contract()
    try LectureIndexFile.check(code: try await node.node.code(of: contract), of: contract)
    let place = try await index.lectures(of: contract, on: node.session.chainID, context)
    let market = LectureMarket(address: contract, connection: node.connection)
    let projection = LectureProjection(contract: contract, facts: MarketFacts(market))
    return try keeping(try LectureIndexFile.open(place), projection, at: place, node, context, onLook)
  }

  /// The place of an index of any events and its contracts; nil for one of lectures.
  private func events(
    on node: Operations.Connection, _ context: CommandContext
  ) async throws -> (place: DatabasePlace, sources: [EventSource])? {
    guard !interfaces.isEmpty else {
      guard let (place, store) = try await index.namedEvents(in: context),
        let sources = try await store.identity()?.sources
      else { return nil }
      return (place, sources)
    }
    let sources = try IndexSources.read(interfaces, in: context)
    return (try await index.events(of: sources[0].address, on: node.session.chainID, context), sources)
  }

  private func keeping<Projection: IndexProjection>(
    _ store: IndexStore, _ projection: Projection, at place: DatabasePlace, _ node: Operations.Connection,
    _ context: CommandContext, _ onLook: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) throws -> IndexKeeping {
    let options: IndexRunner<NodeClient, Projection>.Options = try options(context, onLook)
    let runner = IndexRunner(node.node, projection, store, options)
    return IndexKeeping(
      place: place, chainID: node.session.chainID, contracts: projection.sources.map(\.address),
      option: index.place.words
    ) { try await runner.run() }
  }

  private func options<Projection: IndexProjection>(
    _ context: CommandContext, _ onLook: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) throws -> IndexRunner<NodeClient, Projection>.Options {
    var options = IndexRunner<NodeClient, Projection>.Options(
      holder: "process \(ProcessInfo.processInfo.processIdentifier)")
    (options.isOnce, options.firstBlock) = (once, try context.settings.fromBlock())
    // The block that a profile keeps is no wish of this run.
    options.isFirstBlockRequired = context.settings.raw(.fromBlock)?.origin.isOfSession ?? false
    let (told, language) = (OnceReporter(), context.language)
    options.onEvent = { event in
      switch event {
      case .standby(let holder):
        onLook(.success(()))
        if told.begins("standby") { context.note(StyledText(language[IndexText.standby(holder)])) }
      case .leading:
        told.end()
        context.detail(StyledText(language[IndexText.writing]))
      case .lost: context.warn(StyledText(language[IndexText.lost]))
      case .step(.undone(let count, let head)):
        context.note(StyledText(language[IndexText.undone(blocks: count, to: head.number)]))
      case .step(.advanced(let head)):
        onLook(.success(()))
        told.end()
        context.detail(StyledText(language[IndexText.asOf(head.number, missing: head.missing)]))
      case .step(.behind(let block)):
        let words = language[IndexText.behind(node: block)]
        onLook(.failure(CommandFailure(.init("index.behind", .failure), words)))
        if told.begins("behind") { context.warn(StyledText(words)) }
      case .step(.upToDate(let head)):
        onLook(.success(()))
        let now = IndexClock.system.now()
        if head.isStanding(at: now), told.begins("standing") {
          context.warn(StyledText(language[IndexText.standing(seconds: head.age(at: now))]))
        }
      case .storeAway(let error):
        onLook(.failure(error))
        context.warn(StyledText(language[IndexText.storeAway(CommandFailure(error).words(in: language).sentences)]))
      case .storeBack:
        onLook(.success(()))
        context.note(StyledText(language[IndexText.storeBack]))
      case .failed(let error):
        onLook(.failure(error))
        context.warn(StyledText(language[IndexText.again(CommandFailure(error).words(in: language).sentences)]))
      }
    }
    return options
  }
}

/// The keeping of one index, ready to begin.
struct IndexKeeping: Sendable {
  let place: DatabasePlace
  let chainID: UInt256
  /// The contracts whose events it has; the first one names it.
  let contracts: [Address]
  /// The option that names its place for other commands, with a blank before it; empty where they find it without.
  let option: String
  /// Keeps it up to date until the task is cancelled, or until there is nothing more to read.
  let run: @Sendable () async throws -> Void

  /// The index run as a watch, reported to people and scripts.
  func watch(in language: Language) -> DaemonWatch {
    DaemonWatch(
      members: [
        ("file", .string(place.name)), ("chainId", .string(chainID.description)),
        ("contract", .string(contracts[0].checksummed)),
        ("contracts", .array(contracts.map { .string($0.checksummed) })), ("process", DaemonWatch.process),
      ],
      lines: [
        StyledText(language[IndexText.running(place.name)], .good),
        StyledText("\(language[AlertText.ending]) ") + StyledText("lectures index status\(option)", .action),
      ], run: run)
  }
}

/// The states already reported, so that each is reported once while it lasts.
private final class OnceReporter: Sendable {
  private let states = Guarded<Set<String>>([])

  /// Whether a state is new; it counts as told then.
  func begins(_ state: String) -> Bool { states.withLock { $0.insert(state).inserted } }

  /// Ends all of them.
  func end() { states.withLock { $0 = [] } }
}
