import Alerts
import ArgumentParser
import ChainIndex
import ContractClient
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

/// `lectures index run`: reads what is missing, and follows the chain.
struct IndexRun: ReportingCommand {
  static let configuration = CommandConfiguration(
    "run", "Keep the index up to date.",
    examples: [
      "lectures index run": "until Ctrl-C", "lectures index run --once": "read what is missing, and end",
      "lectures index run --from-block 141520000": "a new index, where the node does not have old states",
    ],
    after: """
      One process writes an index at a time: a second one stands by, and takes over at most 15 seconds after the first \
      gave its last sign. It may be killed at any time, and goes on where it was. A reorganisation of up to 128 blocks is \
      undone; at a deeper one it stops. A node whose answers do not fit together is not believed, and nothing of them is \
      written.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var index: IndexOptions
  @Flag(help: "End when there is nothing more to read.") var once = false

  func run(in context: CommandContext) async throws -> Report {
    let place = try await context.nodes.connection()
    let contract = try context.settings.contract()
    try LectureIndexFile.check(code: try await place.node.code(of: contract), of: contract)
    let path = try index.path(of: contract, on: place.session.chainID, context.settings)
    let store = try LectureIndexFile.open(path)
    let runner = try runner(on: place, contract, store, in: context)
    if once {
      try await context.progress(StyledText(context.language[IndexText.reading])) { _ in try await runner.run() }
      return try await IndexStanding(try IndexReader(path)).report(in: context.language)
    }
    let language = context.language
    return Report([
      "file": .string(path), "chainId": .string(place.session.chainID.description),
      "contract": .string(contract.checksummed), "process": DaemonWatch.process,
    ]) {
      StyledText(language[IndexText.running(path)], .good)
      StyledText("\(language[AlertText.ending]) ") + StyledText("lectures index status", .action)
    } service: {
      try await ServicePulse(environment: context.settings.environment).run { try await runner.run() }
    }
  }

  private func runner(
    on place: Connection, _ contract: Address, _ store: IndexStore, in context: CommandContext
  ) throws -> IndexRunner<NodeClient, LectureProjection<MarketFacts>> {
    let market = LectureMarket(address: contract, connection: place.connection)
    let language = context.language
    var options = IndexRunner<NodeClient, LectureProjection<MarketFacts>>.Options(
      holder: "process \(ProcessInfo.processInfo.processIdentifier)")
    (options.isOnce, options.firstBlock) = (once, try context.settings.fromBlock())
    // The block that a profile keeps is no wish of this run.
    options.isFirstBlockRequired = context.settings.raw(.fromBlock)?.origin.isOfSession ?? false
    let told = ToldOnce()
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
    return IndexRunner(
      place.node, LectureProjection(contract: contract, facts: MarketFacts(market)), store, options)
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
