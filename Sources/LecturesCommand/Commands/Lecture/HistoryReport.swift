import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// The history of an account as it is shown: lines, sums, and whose word they are.
struct HistoryReport {
  let account: Address
  let lines: [HistoryLine]
  /// The money of each line at its time.
  let moneys: [Money]
  /// Whether somebody wants to see what amounts were worth.
  let isValued: Bool
  let network: Network
  let language: Language

  /// The value for scripts.
  ///
  /// - Parameters:
  ///   - asOf: The block of the index that told the events; nil where nodes told them.
  ///   - silent: The endpoints that did not answer.
  func json(asOf: JSON?, silent: [Endpoint]) -> JSON {
    let areFeesKnown = lines.allSatisfy { $0.fee != nil }
    return [
      "account": .string(account.checksummed), "fees": areFeesKnown ? .amount(fees, on: network) : .null,
      "feesEvidence": lines.compactMap(\.weakestFee).first ?? lines.first?.feeEvidence ?? .null,
      "income": .amount(income, on: network), "asOf": asOf ?? .null,
      "silent": .array(silent.map { .string($0.hostAndPort) }),
      "entries": .array(zip(lines, moneys).map { $0.json(valued: $1, on: network) }),
    ]
  }

  /// The lines of a file for spreadsheets.
  var csv: [StyledText] { HistoryLine.csv(Array(zip(lines, moneys))).map { StyledText($0) } }

  // MARK: Table

  /// The table of all lines.
  var table: Table {
    let worth = isValued ? [Table.Column.number(language[Label.worth], .useful)] : []
    var table = Table(
      [
        .name(language[Label.when], .important), .text(language[Label.what]),
        .number(language[Label.amount]),
      ] + worth + [
        .number(language[Label.fee], .useful), .number(language[Label.block], .detail),
        .address(language[Label.transaction], .detail),
      ],
      placeholder: StyledText(language[HistoryText.nothing(account)]))
    let isMarked = evidences.count > 1
    for (line, money) in zip(lines, moneys) {
      table.add(
        cells: [
          StyledText(line.time.map { LocalTime.text($0, in: language) } ?? ""), what(line, isMarked: isMarked),
          StyledText(line.amount.map { network.roundedText($0, in: language) } ?? ""),
        ] + (isValued ? [StyledText(line.amount.flatMap(money.worth) ?? "")] : []) + [
          feeCell(line), StyledText(line.block.map { "\($0)" } ?? ""), StyledText(line.transaction.hex),
        ])
    }
    return table
  }

  /// The words of an entry, and whose word it is where that differs between entries.
  private func what(_ line: HistoryLine, isMarked: Bool) -> StyledText {
    var words = StyledText(PlainText.escaped(language[line.words]))
    if isMarked, let endpointEvidence = line.endpointEvidence {
      words =
        words + ", "
        + StyledText(
          language[EndpointEvidenceText.words(endpointEvidence)], endpointEvidence.level == nil ? .warning : .dim)
    }
    for doubt in line.doubts(on: network) { words = words + ", " + StyledText(language[doubt], .warning) }
    return words
  }

  /// The fee, once for each transaction.
  private func feeCell(_ line: HistoryLine) -> StyledText {
    if line.isFurther { return "" }
    return StyledText(
      line.fee.map { network.roundedText($0, in: language) } ?? language[HistoryText.feeNotKnown])
  }

  // MARK: Below the table

  /// The different words that events are.
  private var evidences: Set<EndpointEvidence> { Set(lines.compactMap(\.endpointEvidence)) }

  /// The line that says whose word the events are; nil where that differs, and where there are none.
  var teller: StyledText? {
    guard evidences.count == 1, let endpointEvidence = evidences.first else { return nil }
    return StyledText(
      language[EndpointEvidenceText.events(endpointEvidence)], endpointEvidence.level == nil ? .warning : .dim)
  }

  /// The line that says by which rates the amounts are valued; nil where none are.
  var sources: StyledText? {
    guard isValued, !lines.isEmpty else { return nil }
    let names = Set(moneys.compactMap { $0.valuation?.title(in: language) }).sorted().joined(separator: ", ")
    return StyledText(language[names.isEmpty ? FiatText.noDays : .byDays(names)], .dim)
  }

  /// The lines about income and fees.
  var summary: [StyledText] {
    if lines.isEmpty { return [] }
    let unknown = Set(lines.filter { $0.fee == nil }.map(\.transaction)).count
    let others = sum(\.feePayerPaid)
    let sum = network.text(fees, in: language)
    var told =
      unknown == 0
      ? [StyledText(language[HistoryText.fees(sum)])]
      : [StyledText(language[HistoryText.feesWithout(transactions: unknown, others: sum)], .warning)]
    // Where endpoints were compared, a sum with a fee that too few tell is no more than their word.
    let doubted = lines.first { $0.weakestFee != nil && ($0.feeTelling?.asked ?? 1) > 1 }
    if let endpointEvidence = doubted?.feeTelling {
      told[0] = told[0] + ", " + StyledText(language[EndpointEvidenceText.words(endpointEvidence)], .warning)
    }
    if others > .zero {
      told.append(StyledText(language[HistoryText.othersPaid(network.text(others, in: language))]))
    }
    if income > .zero {
      told.insert(StyledText(language[HistoryText.income(network.text(income, in: language))]), at: 0)
    }
    return told
  }

  // MARK: Sums

  /// The fees that the account paid, as far as they are known.
  private var fees: Amount { sum(\.fee) }

  /// The sum of the shares of settlements; one transaction may pay two.
  private var income: Amount {
    lines.reduce(.zero) { sum, line in
      guard line.isIncome, let amount = line.amount else { return sum }
      return (try? sum.adding(amount)) ?? sum
    }
  }

  /// The sum of the known amounts, each transaction once, though it may have done several things.
  private func sum(_ part: (HistoryLine) -> Amount?) -> Amount {
    var counted: Set<Hash32> = []
    return lines.reduce(.zero) { sum, line in
      guard let amount = part(line), counted.insert(line.transaction).inserted else { return sum }
      return (try? sum.adding(amount)) ?? sum
    }
  }
}
