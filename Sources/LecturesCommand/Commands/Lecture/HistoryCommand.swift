import ArgumentParser
import ContractClient
import LectureIndex
import LectureKit
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

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
      paid for it are shown beside them. With --index the events are read from the file that lectures index run keeps; \
      the node is asked for the fees. Each entry says whose word it is: a node can invent events and leave some out, \
      so with --quorum each endpoint is asked alone, and entries that fewer tell are marked. Events of an index are \
      told by the node that it was read from, and are not compared. What endpoints tell otherwise is shown as disputed; \
      what was paid by a transaction that was signed here is read from its own bytes.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: ContractOptions.title) var indexOptions: IndexReadingOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: OutboxOptions.title) var outboxOptions: OutboxOptions
  @OptionGroup(title: QuorumOptions.title) var quorumOptions: QuorumOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Argument(help: "An address or the name of an account.", completion: .known(.names)) var account: String?
  @Flag(help: "Print CSV, with amounts in the smallest unit and times in seconds since 1970.") var csv = false

  func run(in context: CommandContext) async throws -> Report {
    let address = try await context.accounts.address(account, of: "'<account>'")
    let (client, place) = try await context.nodes.agreedLectureClient()
    let outbox = try context.outbox.written()
    let quorum = try context.settings.quorum()
    let contract = client.market.address
    let indexed = try await context.indexed(isOwn: true) { try $0.historySource(of: address, at: contract) }
    let (events, silent, intents, priced) = try await context.progress(context.language[ProgressText.readingEvents]) {
      progress in
      let events: [ComparedEntry]
      var silent: [Endpoint] = []
      if let indexed {
        events = try await client.history.entries(of: address, in: indexed.value).map { ComparedEntry($0) }
      } else {
        (events, silent) = try await Self.events(of: address, client, quorum: quorum) { done, all in
          progress.update(context.language[ProgressText.readingBlocks(done, of: all)])
        }
      }
      let chain = try await place.connection.sender.chain()
      let intents = try await outbox?.intents(IntentFilter(chain: chain, account: address, limit: .max)) ?? []
      return (
        events, silent.map(\.hostAndPort), intents, try await HistoryLine.fees(ofUnpriced: intents, at: place.node)
      )
    }
    let tellings = events.map { event in
      // An index may have been read from any node.
      if indexed != nil { return Telling() }
      guard quorum > 1 else { return Telling(ofOneAt: place) }
      return Telling(by: event.tellers, at: place, quorum: quorum, isDisputed: event.isDisputed)
    }
    let feeTellings = events.map { event in
      guard quorum > 1, indexed == nil else { return Telling(ofOneAt: place) }
      return Telling(by: event.feeTellers, at: place, quorum: quorum)
    }
    let lines = HistoryLine.lines(
      zip(events, zip(tellings, feeTellings)).map { ($0, $1.0, $1.1) }, intents, priced, contract: contract)
    let fees = Self.sum(lines, \.fee)
    let times = lines.compactMap { $0.time.flatMap { Int64(exactly: $0) } }
    let now = LocalTime.now()
    let money = try await context.nodes.history(
      of: place.network, from: times.min() ?? now, to: times.max() ?? now)
    let valued = lines.map { line in money(line.time.flatMap { Int64(exactly: $0) } ?? 0) }
    let isValued = try context.settings.rates.fiat() != nil
    let isKnown = lines.allSatisfy { $0.fee != nil }
    let result: JSON = [
      "account": .string(address.checksummed), "fees": isKnown ? .amount(fees, on: place.network) : .null,
      "feesEvidence": lines.compactMap(\.weakestFee).first ?? lines.first?.feeEvidence ?? .null,
      "income": .amount(Self.income(lines), on: place.network), "asOf": indexed?.json ?? .null,
      "silent": .array(silent.map { .string($0) }),
      "entries": .array(zip(lines, valued).map { $0.json(valued: $1, on: place.network) }),
    ]
    if csv { return Report(result) { HistoryLine.csv(Array(zip(lines, valued))).map { StyledText($0) } } }
    let language = context.language
    let worth = isValued ? [Table.Column.number(language[Label.worth], .useful)] : []
    var table = Table(
      [
        .name(language[Label.when], .important), .text(language[Label.what]),
        .number(language[Label.amount]),
      ] + worth + [
        .number(language[Label.fee], .useful), .number(language[Label.block], .detail),
        .address(language[Label.transaction], .detail),
      ],
      placeholder: StyledText(language[HistoryText.nothing(address)]))
    for (line, money) in zip(lines, valued) {
      table.add(
        cells: [
          StyledText(line.time.map { LocalTime.text($0, in: language) } ?? ""),
          Self.what(line, isMarked: Set(tellings).count > 1, on: place.network, in: language),
          StyledText(line.amount.map { place.network.roundedText($0, in: language) } ?? ""),
        ] + (isValued ? [StyledText(line.amount.flatMap(money.worth) ?? "")] : []) + [
          StyledText(
            line.isFurther
              ? "" : line.fee.map { place.network.roundedText($0, in: language) } ?? language[HistoryText.feeNotKnown]),
          StyledText(line.block.map { "\($0)" } ?? ""), StyledText(line.transaction.hex),
        ])
    }
    return Report(result) {
      table
      if isValued, !lines.isEmpty { Self.sources(valued, in: language) }
      if let telling = tellings.first, Set(tellings).count == 1 {
        StyledText(language[TellingText.events(telling)], telling.level == nil ? .warning : .dim)
      }
      if !silent.isEmpty { StyledText(language[ReadingText.silent(silent)], .warning) }
      if !lines.isEmpty { Self.summary(lines, fees, place.network, language) }
      if let indexed { indexed.line(in: language) }
    }
  }

  /// The events as one node tells them, or as each endpoint does where several have to agree.
  private static func events(
    of account: Address, _ client: LectureClient, quorum: Int,
    _ progress: @escaping @Sendable (_ done: UInt64, _ all: UInt64) -> Void
  ) async throws -> (entries: [ComparedEntry], silent: [Endpoint]) {
    guard quorum > 1 else {
      return (try await client.history.entries(of: account, progress: progress).map { ComparedEntry($0) }, [])
    }
    return try await client.history.comparedEntries(of: account, quorum: quorum, progress: progress)
  }

  /// The words of an entry, and whose word it is where that differs between entries.
  private static func what(
    _ line: HistoryLine, isMarked: Bool, on network: Network, in language: Language
  ) -> StyledText {
    var words = StyledText(PlainText.escaped(language[line.words]))
    if isMarked, let telling = line.telling {
      words = words + ", " + StyledText(language[TellingText.words(telling)], telling.level == nil ? .warning : .dim)
    }
    for doubt in line.doubts(on: network) { words = words + ", " + StyledText(language[doubt], .warning) }
    return words
  }

  private static func summary(
    _ lines: [HistoryLine], _ fees: Amount, _ network: Network, _ language: Language
  ) -> [StyledText] {
    let unknown = Set(lines.filter { $0.fee == nil }.map(\.transaction)).count
    let others = sum(lines, \.feePayerPaid)
    let income = income(lines)
    let sum = network.text(fees, in: language)
    var told =
      unknown == 0
      ? [StyledText(language[HistoryText.fees(sum)])]
      : [StyledText(language[HistoryText.feesWithout(transactions: unknown, others: sum)], .warning)]
    // Where endpoints were compared, a sum with a fee that too few tell is no more than their word.
    let doubted = lines.first { $0.weakestFee != nil && ($0.feeTelling?.asked ?? 1) > 1 }
    if let telling = doubted?.feeTelling {
      told[0] = told[0] + ", " + StyledText(language[TellingText.words(telling)], .warning)
    }
    if others > .zero {
      told.append(StyledText(language[HistoryText.othersPaid(network.text(others, in: language))]))
    }
    if income > .zero {
      told.insert(StyledText(language[HistoryText.income(network.text(income, in: language))]), at: 0)
    }
    return told
  }

  /// The sum of the shares of settlements; one transaction may pay two.
  private static func income(_ lines: [HistoryLine]) -> Amount {
    lines.reduce(.zero) { sum, line in
      guard line.isIncome, let amount = line.amount else { return sum }
      return (try? sum.adding(amount)) ?? sum
    }
  }

  /// The sum of the known amounts, each transaction once, though it may have done several things.
  private static func sum(_ lines: [HistoryLine], _ part: (HistoryLine) -> Amount?) -> Amount {
    var counted: Set<Hash32> = []
    return lines.reduce(.zero) { sum, line in
      guard let amount = part(line), counted.insert(line.transaction).inserted else { return sum }
      return (try? sum.adding(amount)) ?? sum
    }
  }

  /// The line that says by which rates the amounts are valued.
  private static func sources(_ valued: [Money], in language: Language) -> StyledText {
    let names = Set(valued.compactMap { $0.valuation?.title(in: language) }).sorted().joined(separator: ", ")
    return StyledText(language[names.isEmpty ? FiatText.noDays : .byDays(names)], .dim)
  }
}
