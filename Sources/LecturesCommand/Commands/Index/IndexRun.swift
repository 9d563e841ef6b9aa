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
    "run", "Keep the index up to date.",
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
      written. The consumers that lectures index hook has are told meanwhile.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var index: IndexOptions
  @Option(
    name: .customLong("abi"), parsing: .singleValue,
    help: ArgumentHelp(
      "Index all events of an interface, and no lectures: an ABI, an artifact or signatures; repeat it for more contracts.",
      valueName: "[address=]file"), completion: .file())
  var interfaces: [String] = []
  @Flag(help: "End when there is nothing more to read.") var once = false

  func run(in context: CommandContext) async throws -> Report {
    let node = try await context.nodes.connection()
    if let (place, sources) = try await events(on: node, context) {
      try await IndexSources.check(sources, at: node.node)
      return try await report(try IndexStore(place, .events), EventProjection(sources), at: place, node, context)
    }
    let contract = try context.settings.contract()
    try LectureIndexFile.check(code: try await node.node.code(of: contract), of: contract)
    let place = try await index.lectures(of: contract, on: node.session.chainID, context)
    let market = LectureMarket(address: contract, connection: node.connection)
    let projection = LectureProjection(contract: contract, facts: MarketFacts(market))
    return try await report(try LectureIndexFile.open(place), projection, at: place, node, context)
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

  private func report<Projection: IndexProjection>(
    _ store: IndexStore, _ projection: Projection, at place: DatabasePlace, _ node: Operations.Connection,
    _ context: CommandContext
  ) async throws -> Report {
    let options: IndexRunner<NodeClient, Projection>.Options = try options(context)
    let runner = IndexRunner(node.node, projection, store, options)
    if once {
      try await context.progress(StyledText(context.language[IndexText.reading])) { _ in try await runner.run() }
      return try await IndexStanding(try OpenIndex(place)).report(in: context.language)
    }
    let language = context.language
    return Report([
      "file": .string(place.name), "chainId": .string(node.session.chainID.description),
      "contract": .string(projection.sources[0].address.checksummed),
      "contracts": .array(projection.sources.map { .string($0.address.checksummed) }), "process": DaemonWatch.process,
    ]) {
      StyledText(language[IndexText.running(place.name)], .good)
      StyledText("\(language[AlertText.ending]) ") + StyledText("lectures index status", .action)
    } service: {
      try await ServicePulse(environment: context.settings.environment).run { try await runner.run() }
    }
  }

  private func options<Projection: IndexProjection>(
    _ context: CommandContext
  ) throws -> IndexRunner<NodeClient, Projection>.Options {
    var options = IndexRunner<NodeClient, Projection>.Options(
      holder: "process \(ProcessInfo.processInfo.processIdentifier)")
    (options.isOnce, options.firstBlock) = (once, try context.settings.fromBlock())
    // The block that a profile keeps is no wish of this run.
    options.isFirstBlockRequired = context.settings.raw(.fromBlock)?.origin.isOfSession ?? false
    let (told, language) = (ToldOnce(), context.language)
    options.onEvent = { event in
      switch event {
      case .standby(let holder): context.note(StyledText(language[IndexText.standby(holder)]))
      case .leading: context.detail(StyledText(language[IndexText.writing]))
      case .lost: context.warn(StyledText(language[IndexText.lost]))
      case .step(.undone(let count, let head)):
        context.note(StyledText(language[IndexText.undone(blocks: count, to: head.number)]))
      case .step(.advanced(let head)):
        told.end()
        context.detail(StyledText(language[IndexText.asOf(head.number, missing: head.missing)]))
      case .step(.behind(let block)):
        if told.begins("behind") { context.warn(StyledText(language[IndexText.behind(node: block)])) }
      case .step(.upToDate(let head)):
        let now = IndexClock.system.now()
        if head.isStanding(at: now), told.begins("standing") {
          context.warn(StyledText(language[IndexText.standing(seconds: head.age(at: now))]))
        }
      case .failed(let error):
        context.warn(StyledText(language[IndexText.again(CommandFailure(error).words(in: language).sentences)]))
      }
    }
    return options
  }
}

/// The states that were told already, so that each is told once while it lasts.
private final class ToldOnce: Sendable {
  private let states = Guarded<Set<String>>([])

  /// Whether a state is new; it counts as told then.
  func begins(_ state: String) -> Bool { states.withLock { $0.insert(state).inserted } }

  /// Ends all of them.
  func end() { states.withLock { $0 = [] } }
}
