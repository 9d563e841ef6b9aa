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
      told by the node that it was read from, and are not compared.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: ContractOptions.title) var indexOptions: IndexReadingOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: OutboxOptions.title) var outboxOptions: OutboxOptions
  @OptionGroup(title: QuorumOptions.title) var quorumOptions: QuorumOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Argument(help: "An address or the name of an account.") var account: String?
  @Flag(help: "Print CSV, with amounts in the smallest unit and times in seconds since 1970.") var csv = false

  func run(in context: CommandContext) async throws -> Report {
    let address = try await context.accounts.address(account, of: "'<account>'")
    let (client, place) = try await context.nodes.lectureClient()
    let outbox = try context.outbox.written()
    let quorum = try context.settings.quorum()
    let contract = client.market.address
    let indexed = try await context.indexed(isOwn: true) { try $0.historySource(of: address, at: contract) }
    let (events, intents, priced) = try await context.progress(context.language[ProgressText.readingEvents]) {
      progress in
      let events: [ToldAnswer<HistoryEntry>]
      if let indexed {
        events = try await client.history.entries(of: address, in: indexed.value).map { ToldAnswer($0, by: []) }
      } else {
        events = try await Self.events(of: address, client, quorum: quorum) { done, all in
          progress.update(context.language[ProgressText.readingBlocks(done, of: all)])
        }
      }
      let chain = try await place.connection.sender.chain()
      let intents = try await outbox?.intents(IntentFilter(chain: chain, account: address, limit: .max)) ?? []
      return (events, intents, try await Self.fees(ofUnpriced: intents, at: place.node))
    }
    let tellings = events.map { event in
      // An index may have been read from any node.
      if indexed != nil { return Telling() }
      return quorum > 1 ? Telling(by: event.tellers, at: place, quorum: quorum) : Telling(ofOneAt: place)
    }
    let lines = Self.lines(Array(zip(events.map(\.value), tellings)), intents, priced)
    let fees = Self.sum(lines, \.fee)
    let times = lines.compactMap { $0.time.flatMap { Int64(exactly: $0) } }
    let now = LocalTime.now()
    let money = try await context.nodes.history(
      of: place.network, from: times.min() ?? now, to: times.max() ?? now)
    let valued = lines.map { line in money(line.time.flatMap { Int64(exactly: $0) } ?? 0) }
    let isValued = try context.settings.rates.fiat() != nil
    let result = json(
      address, Array(zip(lines, valued)), fees, place.network, asOf: indexed?.json ?? .null)
    if csv { return Report(result) { Self.csv(Array(zip(lines, valued))).map { StyledText($0) } } }
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
          Self.what(line, isMarked: Set(tellings).count > 1, in: language),
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
      if !lines.isEmpty { Self.summary(lines, fees, place.network, language) }
      if let indexed { indexed.line(in: language) }
    }
  }

  /// The events as one node tells them, or as each endpoint does where several have to agree.
  private static func events(
    of account: Address, _ client: LectureClient, quorum: Int,
    _ progress: @escaping @Sendable (_ done: UInt64, _ all: UInt64) -> Void
  ) async throws -> [ToldAnswer<HistoryEntry>] {
    guard quorum > 1 else {
      return try await client.history.entries(of: account, progress: progress).map { ToldAnswer($0, by: []) }
    }
    return try await client.history.toldEntries(of: account, quorum: quorum, progress: progress)
  }

  /// The words of an entry, and whose word it is where that differs between entries.
  private static func what(_ line: Line, isMarked: Bool, in language: Language) -> StyledText {
    let words = StyledText(PlainText.escaped(language[line.words]))
    guard isMarked, let telling = line.telling else { return words }
    return words + ", " + StyledText(language[TellingText.words(telling)], telling.level == nil ? .warning : .dim)
  }

  private static func summary(
    _ lines: [Line], _ fees: Amount, _ network: Network, _ language: Language
  ) -> [StyledText] {
    let unknown = Set(lines.filter { $0.fee == nil }.map(\.transaction)).count
    let others = sum(lines, \.feePayerPaid)
    let income = income(lines)
    let sum = network.text(fees, in: language)
    var told =
      unknown == 0
      ? [StyledText(language[HistoryText.fees(sum)])]
      : [StyledText(language[HistoryText.feesWithout(transactions: unknown, others: sum)], .warning)]
    if others > .zero {
      told.append(StyledText(language[HistoryText.othersPaid(network.text(others, in: language))]))
    }
    if income > .zero {
      told.insert(StyledText(language[HistoryText.income(network.text(income, in: language))]), at: 0)
    }
    return told
  }

  /// The sum of the shares of settlements; one transaction may pay two.
  private static func income(_ lines: [Line]) -> Amount {
    lines.reduce(.zero) { sum, line in
      guard line.isIncome, let amount = line.amount else { return sum }
      return (try? sum.adding(amount)) ?? sum
    }
  }

  /// One thing that was done.
  private struct Line {
    let time: UInt64?
    let kind: String
    let words: HistoryText
    var lecture: UInt256?
    var run: UInt64?
    let amount: Amount?
    /// Whether the amount is a share of a settlement.
    var isIncome = false
    /// Whether its receiver refused it, so that it was credited.
    var isCredited = false
    /// The account's own part; nil if it is not known.
    let fee: Amount?
    var feePayerPaid: Amount?
    /// Whether its transaction did what a line above tells, which has the fee.
    var isFurther = false
    let block: UInt64?
    let transaction: Hash32
    /// The word of whom an event is; nil for what the outbox tells.
    var telling: Telling?
    /// The evidence for what the outbox tells.
    var evidence: EvidenceLevel?

    /// The words for scripts.
    var what: String { words.english }
  }

  /// The events, and the facts that only the outbox knows: transactions that were mined and made no event.
  ///
  /// - Parameter priced: The fees of those intents whose fee the outbox does not know, by the intents' numbers.
  private static func lines(
    _ events: [(HistoryEntry, Telling)], _ intents: [Intent], _ priced: [Int64: Amount]
  ) -> [Line] {
    var lines = events.map { entry, telling in
      Line(
        time: entry.time, kind: entry.deed.rawValue,
        words: .deed(entry.deed, lecture: entry.lecture, run: entry.run, isCredited: entry.isCredited),
        lecture: entry.lecture, run: entry.run, amount: entry.amount, isIncome: entry.deed.isIncome,
        isCredited: entry.isCredited, fee: entry.fee, feePayerPaid: entry.feePayerPaid, block: entry.block,
        transaction: entry.transaction, telling: telling)
    }
    let known = Set(events.map(\.0.transaction))
    for intent in intents where intent.block != nil {
      guard let attempt = intent.lastAttempt, !intent.attempts.contains(where: { known.contains($0.hash) }) else {
        continue
      }
      let split = intent.split(intent.fee ?? priced[intent.id])
      let outcome: HistoryText.Outcome =
        switch intent.state {
        case .reverted: .failed
        case .cancelled: .cancelled
        default: .sent
        }
      lines.append(
        Line(
          time: intent.changed, kind: outcome.rawValue,
          words: .transaction(
            outcome, intent.label, reason: intent.state == .reverted ? intent.reason : nil,
            evidence: intent.isOpen ? .some(intent.evidence) : .none),
          amount: intent.state == .final || intent.state == .mined ? intent.value : nil,
          fee: split.map { Amount(wei: $0.sender) },
          feePayerPaid: split.flatMap { $0.feePayer > 0 ? Amount(wei: $0.feePayer) : nil },
          block: intent.block, transaction: attempt.hash, evidence: intent.evidence))
    }
    var told: Set<Hash32> = []
    return lines.sorted { ($0.block ?? .max) < ($1.block ?? .max) }.map { line in
      var line = line
      line.isFurther = !told.insert(line.transaction).inserted
      return line
    }
  }

  /// The fees of intents that were mined and whose fee the outbox does not know, by the intents' numbers: a node that
  /// leaves the price out of a receipt has it in the transaction.
  private static func fees(ofUnpriced intents: [Intent], at node: NodeClient) async throws -> [Int64: Amount] {
    let unpriced = intents.filter { $0.block != nil && $0.fee == nil }
    let signed = unpriced.flatMap { intent in
      intent.attempts.filter { !$0.isHandedOver }.map { (number: intent.id, hash: $0.hash) }
    }
    guard !signed.isEmpty else { return [:] }
    let receipts = try await node.batch(signed.map { .transactionReceipt($0.hash) })
    let transactions = try await node.batch(signed.map { .transaction($0.hash) })
    var fees: [Int64: Amount] = [:]
    for (index, attempt) in signed.enumerated() {
      guard let receipt = try receipts[index].get() else { continue }
      fees[attempt.number] = receipt.fee(of: try transactions[index].get())
    }
    return fees
  }

  /// The sum of the known amounts, each transaction once, though it may have done several things.
  private static func sum(_ lines: [Line], _ part: (Line) -> Amount?) -> Amount {
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

  private func json(
    _ account: Address, _ lines: [(Line, Money)], _ fees: Amount, _ network: Network, asOf: JSON
  ) -> JSON {
    let isKnown = lines.allSatisfy { $0.0.fee != nil }
    return [
      "account": .string(account.checksummed), "fees": isKnown ? .amount(fees, on: network) : .null,
      "income": .amount(Self.income(lines.map(\.0)), on: network), "asOf": asOf,
      "entries": .array(
        lines.map { line, money in
          [
            "kind": .string(line.kind), "what": .string(line.what), "time": .integer(line.time),
            "lecture": line.lecture.map { .integer($0) } ?? .null, "run": .integer(line.run),
            "amount": line.amount.map { money.json($0) } ?? .null, "credited": .bool(line.isCredited),
            "fee": line.fee.map { money.json($0) } ?? .null,
            "fiatRate": money.rate,
            "feePayerPaid": line.feePayerPaid.map { .amount($0, on: network) } ?? .null,
            "block": .integer(line.block),
            "hash": .string(line.transaction.hex),
            "evidence": line.telling?.json ?? .evidence(line.evidence),
            "endpoints": .integer(line.telling.map { UInt64($0.tellers) }),
          ]
        }),
    ]
  }

  private static func csv(_ lines: [(Line, Money)]) -> [String] {
    ["time,kind,lecture,run,amount,fee,block,transaction,what,feePayerPaid,fiat,fiatSource,evidence"]
      + lines.map { line, money in
        let cells: [String?] = [
          line.time.map { "\($0)" }, line.kind, line.lecture.map { "\($0)" }, line.run.map { "\($0)" },
          line.amount.map { "\($0.wei)" }, line.isFurther ? nil : line.fee.map { "\($0.wei)" },
          line.block.map { "\($0)" },
          line.transaction.hex, line.what, line.isFurther ? nil : line.feePayerPaid.map { "\($0.wei)" },
          line.amount.flatMap { money.valuation?.text($0) }, line.amount.flatMap { _ in money.valuation?.source },
          (line.telling?.json ?? .evidence(line.evidence)).string,
        ]
        return cells.map { CSV.cell($0 ?? "") }.joined(separator: ",")
      }
  }
}
