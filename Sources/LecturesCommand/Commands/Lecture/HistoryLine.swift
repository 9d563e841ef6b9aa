import ContractClient
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

/// One thing that an account did, as a history lists it.
struct HistoryLine {
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
  /// The evidence for an event; nil for what the outbox tells.
  var endpointEvidence: EndpointEvidence?
  /// The evidence for its fee; nil for what the outbox tells.
  var feeTelling: EndpointEvidence?
  /// The evidence for what the outbox tells.
  var evidence: EvidenceLevel?
  /// The facts on which endpoints contradict each other.
  var disputes: [ComparedEntry.Fact: [EndpointAnswer<ComparedEntry.Value>]] = [:]
  /// The reasons why the answers about it cannot all be so.
  var objections: Set<HistoryEntry.Objection> = []

  /// The words for scripts.
  var what: String { words.english }

  /// The events, and the facts that only the outbox knows: transactions that were mined and made no event.
  ///
  /// - Parameter priced: The fees of those intents whose fee the outbox does not know, by the intents' numbers.
  static func lines(
    _ events: [(ComparedEntry, EndpointEvidence, fee: EndpointEvidence)], _ intents: [Intent],
    _ priced: [Int64: Amount],
    contract: Address
  ) -> [HistoryLine] {
    let signed = signedHere(intents)
    var lines = events.map { told, endpointEvidence, feeTelling in
      let entry = signed[told.entry.transaction].map { told.entry.held(against: $0, of: contract) } ?? told.entry
      return HistoryLine(
        time: entry.time, kind: entry.kind.rawValue,
        words: .entry(entry.kind, lecture: entry.lecture, run: entry.run, isCredited: entry.isCredited),
        lecture: entry.lecture, run: entry.run, amount: entry.amount, isIncome: entry.kind.isIncome,
        isCredited: entry.isCredited, fee: entry.fee, feePayerPaid: entry.feePayerPaid, block: entry.block,
        transaction: entry.transaction, endpointEvidence: endpointEvidence, feeTelling: feeTelling,
        disputes: told.disputes,
        objections: entry.objections)
    }
    let known = Set(events.map(\.0.entry.transaction))
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
        HistoryLine(
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
  static func fees(ofUnpriced intents: [Intent], at node: NodeClient) async throws -> [Int64: Amount] {
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

  /// The transactions that were signed here and that nobody else signs further, by their hashes.
  private static func signedHere(_ intents: [Intent]) -> [Hash32: SignedTransaction] {
    var signed: [Hash32: SignedTransaction] = [:]
    for attempt in intents.flatMap(\.attempts) where !attempt.isHandedOver {
      guard let transaction = try? SignedTransaction(decoding: attempt.raw) else { continue }
      signed[transaction.hash] = transaction
    }
    return signed
  }

  /// The evidence for its fee, for scripts.
  var feeEvidence: JSON { fee == nil ? .null : feeTelling?.json ?? .evidence(evidence) }

  /// The evidence for a fee that is one endpoint's word; nil for any other, and without a fee.
  var weakestFee: JSON? { fee != nil && feeTelling.map { $0.level == nil } == true ? feeTelling?.json : nil }

  /// The words for what is disputed, and for what cannot be.
  func doubts(on network: Network) -> [HistoryText] {
    let facts = ComparedEntry.Fact.allCases.filter { disputes[$0] != nil }
    let disputed = facts.map { fact in
      HistoryText.disputed(fact, (disputes[fact] ?? []).compactMap { $0.value.text(on: network) })
    }
    return disputed + HistoryEntry.Objection.allCases.filter(objections.contains).map { .objection($0) }
  }

  func json(valued money: Money, on network: Network) -> JSON {
    let doubts = doubts(on: network)
    return [
      "kind": .string(kind), "what": .string(what), "time": .integer(time),
      "lecture": lecture.map { .integer($0) } ?? .null, "run": .integer(run),
      "amount": amount.map { money.json($0) } ?? .null, "credited": .bool(isCredited),
      "fee": fee.map { money.json($0) } ?? .null, "fiatRate": money.rate,
      "feePayerPaid": feePayerPaid.map { .amount($0, on: network) } ?? .null,
      "block": disputes[.block] == nil ? .integer(block) : .null, "hash": .string(transaction.hex),
      "evidence": endpointEvidence?.json ?? .evidence(evidence), "feeEvidence": feeEvidence,
      "endpoints": .integer(endpointEvidence.map { UInt64($0.agreeingEndpoints) }),
      "disputed": .array(ComparedEntry.Fact.allCases.filter { disputes[$0] != nil }.map { .string($0.rawValue) }),
      "objections": .array(
        HistoryEntry.Objection.allCases.filter(objections.contains).map { .string($0.rawValue) }),
      "contradiction": doubts.isEmpty ? .null : .string(doubts.map(\.english).joined(separator: "; ")),
    ]
  }

  static func csv(_ lines: [(HistoryLine, Money)]) -> [String] {
    [
      "time,kind,lecture,run,amount,fee,block,transaction,what,feePayerPaid,fiat,fiatSource,evidence,feeEvidence,"
        + "disputed"
    ]
      + lines.map { line, money in
        let disputed = ComparedEntry.Fact.allCases.filter { line.disputes[$0] != nil }.map(\.rawValue)
        let cells: [String?] = [
          line.time.map { "\($0)" }, line.kind, line.lecture.map { "\($0)" }, line.run.map { "\($0)" },
          line.amount.map { "\($0.wei)" }, line.isFurther ? nil : line.fee.map { "\($0.wei)" },
          line.block.map { "\($0)" },
          line.transaction.hex, line.what, line.isFurther ? nil : line.feePayerPaid.map { "\($0.wei)" },
          line.amount.flatMap { money.valuation?.text($0) }, line.amount.flatMap { _ in money.valuation?.source },
          (line.endpointEvidence?.json ?? .evidence(line.evidence)).string, line.feeEvidence.string,
          (disputed + line.objections.map(\.rawValue).sorted()).joined(separator: " "),
        ]
        return cells.map { CSV.cell($0 ?? "") }.joined(separator: ",")
      }
  }
}

extension ComparedEntry.Value {
  /// The value for people; nil for a flag.
  fileprivate func text(on network: Network) -> String? {
    switch self {
    case .amount(let amount): amount.map { network.text($0) } ?? "–"
    case .number(let number): number.map { "\($0)" } ?? "–"
    case .flag: nil
    }
  }
}
