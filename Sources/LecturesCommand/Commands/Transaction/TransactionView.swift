import ContractABI
import ContractClient
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// A found transaction, for people and for scripts.
struct TransactionView {
  let found: FoundTransaction
  let abi: ContractABI?
  let reason: RevertReason?
  let finding: ProofFinding?
  let evidence: EvidenceLevel?
  /// The evidence for the events; nil without events.
  let logs: EndpointEvidence?
  /// The contradictions about it.
  let contradictions: [TransactionContradiction]
  /// The chain's money by the rate of the day when it was mined, or of now.
  let money: Money

  private var language: Language { money.language }
  private var network: Network { money.network }

  /// The facts that are not told as such: endpoints contradict each other, or what the node tells cannot be. What was
  /// signed is shown all the same.
  private var disputed: Set<TransactionFact> {
    Set(contradictions.filter(\.isDispute).map(\.fact))
  }

  /// A fact; nil where it is disputed.
  private func told<Value>(_ fact: TransactionFact, _ value: Value?) -> Value? {
    disputed.contains(fact) ? nil : value
  }

  private var call: String? {
    guard let input = told(.input, found.input), !input.isEmpty, found.receiver != nil else { return nil }
    return abi?.readable(calldata: input)
  }

  func fields(from: StyledText) -> Fields {
    let receipt = found.receipt
    var fields: Fields = [
      language[Label.transaction]: StyledText(found.hash.hex), language[TransactionLabel.status]: status,
    ]
    if told(.status, found.status) == .failed {
      fields.add(
        language[TransactionLabel.reason],
        reason.map { StyledText(language[TransactionText.replayed($0.readable)], .bad) }
          ?? StyledText(language[TransactionText.noReason]))
    }
    fields.add(language[Label.evidence], evidenceText)
    for contradiction in contradictions {
      fields.add(
        language[ContradictionText.label],
        StyledText(language[ContradictionText.about(contradiction)], contradiction.isDispute ? .bad : .warning))
    }
    fields.add(language[Label.block], block)
    fields.add(language[Label.from], told(.from, from))
    fields.add(
      language[Label.to],
      told(.to, StyledText(found.receiver?.checksummed ?? language[TransactionText.createdContract])))
    fields.add(
      language[Label.contract], told(.contract, receipt?.contractAddress).map { StyledText($0.checksummed, .strong) })
    fields.add(language[TransactionLabel.money], told(.value, found.value).map { money.valued($0, isSourced: true) })
    if let input = told(.input, found.input), !input.isEmpty {
      fields.add(language[Label.call], StyledText(call ?? TerminalSafe.shorten(input)))
    }
    fields.add(language[TransactionLabel.nonce], told(.nonce, found.nonce).map { "\($0)" })
    fields.add(language[TransactionLabel.gas], gas)
    fields.add(
      language[Label.fee],
      told(.fee, receipt).map { _ in
        found.fee.map { money.valued($0) } ?? StyledText(language[TransactionText.noPrice])
      })
    if let native = found.native {
      fields.add(language[Label.kind], StyledText(native.transaction.kind.description))
      if let payer = native.feePayer?.address, let split = told(.fee, found.split) {
        fields.add(
          language[TransactionLabel.senderPaid], StyledText(network.text(Amount(wei: split.sender))))
        fields.add(
          language[TransactionLabel.feePayerPaid],
          StyledText("\(network.text(Amount(wei: split.feePayer))) (\(payer))"))
      } else if let payer = native.feePayer?.address {
        fields.add(language[Label.feePayer], StyledText(payer.checksummed))
      }
    }
    fields.add(
      language[Label.explorer], network.link(toTransaction: found.hash.hex).map { StyledText($0) })
    return fields
  }

  private var status: StyledText {
    switch told(.status, found.status) {
    case nil: StyledText(language[ContradictionText.disputed], .bad)
    case .succeeded: StyledText(language[TransactionText.succeeded], .good)
    case .failed: StyledText(language[TransactionText.failed], .bad)
    case .pending: StyledText(language[TransactionText.pending], .warning)
    }
  }

  /// The evidence for how it ended: where endpoints contradict each other about that it is one's word.
  private var outcomeEvidence: EvidenceLevel? { disputed.isDisjoint(with: [.status, .block]) ? evidence : nil }

  /// All contradictions in English; nil without any.
  private var contradiction: String? {
    let all = [finding?.contradiction].compactMap { $0 } + contradictions.map { ContradictionText.about($0).english }
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  private var evidenceText: StyledText? {
    guard let finding else { return nil }
    guard let contradiction = finding.contradiction else {
      return StyledText(language[ReceiptText.evidence(outcomeEvidence)])
    }
    return StyledText(language[TransactionText.provenFalse(PlainText.escaped(contradiction))], .bad)
  }

  private var block: StyledText? {
    guard let number = told(.block, found.receipt?.blockNumber) else { return nil }
    let time = told(.timestamp, found.timestamp).map { ", \(LocalTime.text($0, in: language))" } ?? ""
    let depth = found.confirmations.map { ", \(language[TransactionText.confirmations($0)])" } ?? ""
    return "\(number)\(time)\(depth)"
  }

  private var gas: StyledText? {
    switch (told(.gasUsed, found.receipt?.gasUsed), told(.gasLimit, found.gasLimit)) {
    case (let used?, let limit?): StyledText(language[TransactionText.gasOf(used, limit: limit)])
    case (let used?, nil): "\(used)"
    case (nil, let limit?): StyledText(language[TransactionText.gasAtMost(limit)])
    case (nil, nil): nil
    }
  }

  /// The events; those that enough endpoints do not tell are listed under who tells them.
  var eventLines: [StyledText] {
    var lines: [StyledText] = []
    if let logs = told(.events, found.receipt?.logs), let endpointEvidence = self.logs {
      let source = StyledText(
        " (\(language[EndpointEvidenceText.words(endpointEvidence)]))", endpointEvidence.level == nil ? .warning : .dim)
      lines = [StyledText(language[TransactionText.events], .dim) + source] + logs.map(line)
    }
    for told in toldEvents where !told.isAgreed {
      lines.append(StyledText(language[ContradictionText.events(told)], .warning))
      lines += told.logs.map(line)
      if told.logs.isEmpty { lines.append(StyledText("  \(language[ContradictionText.noEvents])", .dim)) }
    }
    return lines
  }

  private func line(_ log: Log) -> StyledText {
    StyledText("  ") + StyledText(LogText.of(log, abi: abi, contract: found.to))
  }

  /// The events as endpoints tell them that contradict each other about them.
  private var toldEvents: [EndpointEvents] {
    contradictions.flatMap { contradiction -> [EndpointEvents] in
      if case .events(let told) = contradiction.kind { told } else { [] }
    }
  }

  private func json(_ logs: [Log]) -> JSON {
    .array(logs.map { LogText.json($0, abi: abi, contract: found.to) })
  }

  var json: JSON {
    let (transaction, receipt) = (found.transaction, found.receipt)
    return [
      "hash": .string(found.hash.hex), "status": .text(told(.status, found.status)?.rawValue),
      "reason": .text(told(.status, reason)), "block": .integer(told(.block, receipt?.blockNumber)),
      "timestamp": .integer(told(.timestamp, found.timestamp)),
      "confirmations": .integer(told(.block, found.confirmations)), "from": .text(told(.from, found.from)),
      "to": .text(told(.to, found.receiver)), "contract": .text(told(.contract, receipt?.contractAddress)),
      "value": told(.value, found.value).map { money.json($0) } ?? .null, "nonce": .integer(told(.nonce, found.nonce)),
      "type": .integer(found.native.map { UInt64($0.transaction.kind.rawValue) } ?? transaction?.type ?? receipt?.type),
      "feePayer": .text(found.native?.feePayer?.address.checksummed),
      "senderPaid": told(.fee, found.split).map { .amount(Amount(wei: $0.sender), on: network) } ?? .null,
      "feePayerPaid": told(.fee, found.split).map { .amount(Amount(wei: $0.feePayer), on: network) } ?? .null,
      "gasLimit": .integer(told(.gasLimit, found.gasLimit)), "gasUsed": .integer(told(.gasUsed, receipt?.gasUsed)),
      "fee": told(.fee, found.fee).map { money.json($0) } ?? .null, "fiatRate": money.rate,
      "input": .text(told(.input, found.input)?.hex), "call": .text(call),
      "events": told(.events, json(receipt?.logs ?? [])) ?? .null, "eventsEvidence": logs?.json ?? .null,
      "toldEvents": .array(
        toldEvents.map { told in
          [
            "endpoints": .array(told.agreeingEndpoints.map(\.hostAndPort).sorted().map { .string($0) }),
            "agreed": .bool(told.isAgreed), "events": json(told.logs),
          ]
        }),
      "evidence": finding.map { _ in .evidence(outcomeEvidence) } ?? .null,
      "disputed": .array(TransactionFact.allCases.filter(disputed.contains).map { .string($0.rawValue) }),
      "contradiction": .text(contradiction),
      "link": .text(network.link(toTransaction: found.hash.hex)),
    ]
  }
}
