import ArgumentParser
import ContractABI
import ContractClient
import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures contract events [EVENT]`: lists the events of a contract.
struct ContractEvents: ReportingCommand {
  static let configuration = CommandConfiguration(
    "events", "List a contract's events.",
    examples: [
      "lectures contract events": "everything of the lecture contract in use",
      "lectures contract events PurchasingLecture --where student=0x5cbD…": "by an indexed parameter",
      "lectures contract events 'Transfer(address indexed,address indexed,uint256)' --contract 0xdAC1… --from-block 100":
        "",
    ],
    after: """
      A search begins at --from-block, which the profile keeps for a contract that was deployed from here. Block \
      ranges that a node finds too wide are divided until it accepts them.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: EventContractOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "An event of the interface, or its signature; by default all events.") var event: String?
  @Option(
    name: .customLong("where"), parsing: .singleValue,
    help: ArgumentHelp(
      "With an event: the value of an indexed parameter to look for. Can be repeated.",
      valueName: "name=value"))
  var conditions: [String] = []
  @Option(help: ArgumentHelp("The last block; by default the newest.", valueName: "number")) var toBlock: UInt64?
  @OptionGroup var interface: InterfaceOptions

  func validate() throws {
    guard conditions.isEmpty || event != nil else { throw UsageRule.goesWith("--where", "<event>") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let given = try interface.artifact(in: context)?.abi
    var selection = try CommandFailure.typed { try EventSelection(event, given: given) }
    let filters = try await selection.filters(conditions, in: context)
    try CommandFailure.typed { try selection.narrow(by: filters) }
    let chosen = selection
    let contract = try context.settings.contract()
    let first = try firstBlock(context)
    if let toBlock, toBlock < first {
      throw CommandFailure(
        .usage, ContractRefusal.noBlocks(from: first, to: toBlock))
    }
    let place = try await context.nodes.connection()
    // Blocks that are not there yet are not looked at.
    let last: UInt64?
    if let toBlock { last = min(toBlock, try await place.node.blockNumber()) } else { last = nil }
    let language = context.language
    let logs = try await context.progress(language[ContractText.readingLogs]) { progress in
      let logs = try await place.connection.logs(
        of: contract, topics: chosen.topics, from: first, to: last
      ) { done, all in progress.update(language[ContractText.readingBlocks(done, of: all)]) }
      if logs.isEmpty, try await place.node.code(of: contract, at: .latest).isEmpty {
        throw ContractError.noContract(at: contract)
      }
      return logs.filter { !$0.removed && chosen.takes($0) }
    }
    var table = Table(
      .number(language[Label.block], .important), .text(language[Label.event]),
      .address(language[Label.transaction], .detail),
      placeholder: language[Self.nothing(from: first, to: last)])
    for log in logs {
      table.add(
        StyledText(log.blockNumber.map { "\($0)" } ?? "?"),
        StyledText(LogText.of(log, abi: selection.abi, contract: nil)), StyledText(log.transactionHash?.hex ?? "?"))
    }
    return Report([
      "contract": .string(contract.checksummed), "fromBlock": .integer(first), "toBlock": .integer(last),
      "events": .array(logs.map { LogText.json($0, abi: selection.abi, contract: nil) }),
    ]) { table }
  }

  private static func nothing(from first: UInt64, to last: UInt64?) -> ContractText {
    guard let last else { return .noneSince(first) }
    return first <= last ? .noneBetween(first, last) : .newest(last)
  }

  /// - Throws: `usage` on a public chain without a first block: there are hundreds of millions.
  private func firstBlock(_ context: CommandContext) throws -> UInt64 {
    if let first = try context.settings.fromBlock() { return first }
    let network = try context.settings.network()
    guard Network.builtIn(ofChain: network.chainID) != nil else { return 0 }
    throw CommandFailure(.usage, ContractRefusal.firstBlockMissing(network: network.name))
  }
}

/// The logs to look for.
struct EventSelection: Sendable {
  let abi: ContractABI
  let event: ABIEvent?
  /// One set of alternatives a place, as nodes take them.
  private(set) var topics: [[Hash32]?] = []

  init(_ text: String?, given: ContractABI?) throws {
    guard let text else {
      abi = given ?? LectureMarket.abi
      event = nil
      return
    }
    let found = try Self.find(text, in: given)
    event = found
    abi = given ?? ContractABI(events: [found])
  }

  /// The logs of an event of an interface.
  init(_ event: ABIEvent, of abi: ContractABI) {
    (self.abi, self.event) = (abi, event)
    topics = event.isAnonymous ? [] : [[event.topic0]]
  }

  /// The logs among them with these values.
  func narrowed(by filters: [(index: Int, text: String)]) throws -> EventSelection {
    var narrowed = self
    try narrowed.narrow(by: filters)
    return narrowed
  }

  /// Only events with these values.
  mutating func narrow(by filters: [(index: Int, text: String)]) throws {
    guard let event else { return }
    var values = [ABIValue?](repeating: nil, count: event.indexed.count)
    for (index, text) in filters { values[index] = try ABIValue(parsing: text, as: event.indexed[index].type) }
    topics = try event.topics(matching: values).map { $0.map { [$0] } }
  }

  func takes(_ log: Log) -> Bool { event.map { $0.matches(topics: log.topics) } ?? true }

  private static func find(_ text: String, in given: ContractABI?) throws -> ABIEvent {
    guard text.contains("(") else { return try (given ?? LectureMarket.abi).event(text) }
    let event = try ABIEvent(parsing: text.trimmed.hasPrefix("event ") ? text : "event \(text)")
    guard let given else {
      // A signature without `indexed` has topics that the log has not; the lecture contract's own are known.
      return event.indexed.isEmpty ? (try? LectureMarket.abi.event(event.signature)) ?? event : event
    }
    return try given.event(event.signature)
  }

  /// The values that the conditions require of indexed parameters; names stand for their addresses.
  func filters(_ conditions: [String], in context: CommandContext) async throws -> [(index: Int, text: String)] {
    guard let event else { return [] }
    var filters: [(index: Int, text: String)] = []
    for condition in conditions {
      let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let index = event.indexed.firstIndex(where: { $0.name == parts[0].trimmed }) else {
        let names = event.indexed.map(\.name).filter { !$0.isEmpty }
        throw CommandFailure(
          .usage,
          ContractRefusal.noCondition(PlainText.escaped(condition), event: event.name, indexed: names))
      }
      let text = try await context.names.resolved([parts[1].trimmed], as: [event.indexed[index].type])[0]
      filters.append((index, text))
    }
    return filters
  }
}
