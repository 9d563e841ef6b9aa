import ArgumentParser
import LectureIndex
import LectureKit
import Localization
import NodeRPC
import Operations
import StrictJSON
import Terminal

/// `lectures history`: shows the purchases, ratings, income and fees of an account, from the contract's events and the outbox.
struct HistoryCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "history", "Show an account's purchases, ratings, income and fees.",
    examples: [
      "lectures history --from student1": "",
      "lectures history 0x70997970C51812dc3A010C7d01b50e0d17dc79C8": "of any account",
      "lectures history --from student1 --csv >history.csv": "",
      "lectures history --from student1 --endpoint URL --endpoint URL --quorum 2": "compared at both endpoints",
    ],
    after: """
      The contract's part is read from its events since --from-block, so it is complete even if the outbox was lost. \
      Transactions that leave no event come from the outbox: those that failed or were cancelled and cost a fee, \
      transfers, and calls of other contracts. Fees are those that the account itself paid; fees that other accounts \
      paid for it are shown beside them. With --index the events are read from the file of `index run`; \
      the node is asked for the fees. Each entry names its source: a node can invent or omit events, so with --quorum \
      each endpoint is asked alone, and entries that too few confirm are marked. Events of an index come from the node \
      that filled it, and are not compared. What endpoints disagree on is shown as disputed; what a transaction signed \
      here paid is read from its bytes.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: ContractOptions.title) var indexOptions: IndexReadingOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: OutboxOptions.title) var outboxOptions: OutboxOptions
  @OptionGroup(title: QuorumOptions.title) var quorumOptions: QuorumOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Argument(help: "An address or a name.", completion: .known(.names)) var account: String?
  @Flag(help: "Print CSV, with amounts in the smallest unit and times in seconds since 1970.") var csv = false

  func run(in context: CommandContext) async throws -> Report {
    let address = try await context.accounts.address(account, of: "'<account>'")
    let (client, place) = try await context.nodes.agreedLectureClient()
    let (outbox, quorum) = (try context.outbox.written(), try context.settings.quorum())
    let contract = client.market.address
    let indexed = try await context.indexed(isOwn: true) { try $0.historySource(of: address, at: contract) }
    let reading = HistoryReading(
      account: address, client: client, place: place, outbox: outbox, indexed: indexed?.value, quorum: quorum)
    let language = context.language
    let (lines, silent) = try await context.progress(language[ProgressText.readingEvents]) { progress in
      try await reading.lines { done, all in progress.update(language[ProgressText.readingBlocks(done, of: all)]) }
    }
    let history = HistoryReport(
      account: address, lines: lines, moneys: try await Self.moneys(of: lines, on: place.network, in: context),
      isValued: try context.settings.rates.fiat() != nil, network: place.network, language: language)
    let result = history.json(asOf: indexed?.json, silent: silent)
    if csv { return Report(result) { history.csv } }
    return Report(result) {
      history.table
      if let sources = history.sources { sources }
      if let teller = history.teller { teller }
      if !silent.isEmpty { StyledText(language[ReadingText.silent(silent.map(\.hostAndPort))], .warning) }
      history.summary
      if let indexed { indexed.line(in: language) }
    }
  }

  /// The money of each line at its time.
  private static func moneys(
    of lines: [HistoryLine], on network: Network, in context: CommandContext
  ) async throws -> [Money] {
    let times = lines.map { line in line.time.flatMap { Int64(exactly: $0) } }
    let (known, now) = (times.compactMap { $0 }, LocalTime.now())
    let money = try await context.nodes.history(of: network, from: known.min() ?? now, to: known.max() ?? now)
    return times.map { money($0 ?? 0) }
  }
}
