import Exchange
import Localization
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

extension Intent {
  /// The advice to clear this intent first: nothing with a higher nonce can be mined before it.
  func standsInTheWay(because error: any Error) -> String {
    let failure = CommandFailure(error)
    let words = PlainText.escaped(failure.reason ?? failure.message)
    let reason = words.hasSuffix(".") ? words : words + "."
    return
      "Number \(id) (\(PlainText.escaped(label))) stands in the way: \(reason) \(error is SendingError ? TransactionAdvice(waysOutFor: self).english : failure.advice ?? "")"
  }
}

/// An intent of the outbox, for people and for scripts.
struct IntentView: Sendable {
  let intent: Intent
  /// The network it was for, as far as it is known here.
  let network: Network?

  init(_ intent: Intent, in settings: Settings) {
    self.intent = intent
    let id = intent.chain.chainID
    let known = settings.networkNames.compactMap { try? settings.definition(of: $0) }
    // A network of any chain, such as a devnet's, has no id of its own.
    let ofAny = known.filter { $0.chainID == nil }
    network =
      known.first { $0.chainID == id }
      ?? (try? settings.network()).flatMap { $0.chainID == nil || $0.chainID == id ? $0 : nil }
      // Whichever it was, its money has this name.
      ?? (Set(ofAny.map(\.symbol)).count == 1 ? ofAny.first : nil)
  }

  private func text(_ amount: Amount) -> String { network?.text(amount) ?? amount.formatted(in: .klay) }

  /// The cost to the account in a list; while the intent is open, the most it may cost.
  private var roundedCost: String {
    let rounding: Amount.Rounding = intent.state.isLive ? .up : .nearest
    return network?.roundedText(intent.cost, rounding) ?? intent.cost.rounded(in: .klay, rounding)
  }

  private func json(_ amount: Amount) -> JSON {
    network.map { .amount(amount, on: $0) }
      ?? ["wei": .string(amount.wei.description), "value": .string(amount.formatted(in: .klay)), "symbol": .null]
  }

  func row(in language: Language = .english) -> [StyledText] {
    [
      StyledText("\(intent.id)"), StyledText(PlainText.escaped(action(in: language))), StyledText(receiver),
      state(in: language), StyledText(intent.nonce.map { "\($0)" } ?? ""), StyledText(language.decimal(roundedCost)),
      StyledText(LocalTime.text(intent.created, in: language)), StyledText(intent.lastAttempt?.hash.hex ?? ""),
    ]
  }

  /// The action without its receiver, who has a column of his own; the amount of a plain transfer is rounded.
  private func action(in language: Language) -> String {
    guard labelledReceiver != nil else { return IntentLabel.shortened(language[IntentLabel(intent.label)]) }
    let label = String(intent.label.dropLast(Self.receiverMark.count + 42))
    let amount = intent.data.isEmpty ? network?.roundedText(intent.value) : nil
    return language[TransferWord(amount ?? String(label.dropFirst(Self.transferMark.count)))]
  }

  /// The receiver that the label names, as of a token; else the account or contract that the transaction goes to.
  private var receiver: String { (labelledReceiver ?? intent.to)?.checksummed ?? "" }

  /// The address at the end of `transfer of 10 KLAY to 0x…`.
  private var labelledReceiver: Address? {
    guard intent.label.hasPrefix(Self.transferMark), intent.label.dropLast(42).hasSuffix(Self.receiverMark) else {
      return nil
    }
    return try? Address(String(intent.label.suffix(42)))
  }

  private static let (transferMark, receiverMark) = ("transfer of ", " to ")

  /// The remark on a trade that moved less than it was to move; nil for all else.
  private var remark: DealRemark? { DealRemark(on: intent) }

  func state(in language: Language = .english) -> StyledText {
    let style: Style =
      switch intent.state {
      case _ where remark == .nothing: .bad
      case _ where remark != nil: .warning
      case .final: .good
      case .reverted, .nonceTaken: .bad
      case .planned, .waiting, .reserved, .signed, .broadcast, .seen, .mined, .conflicting, .unpublished: .warning
      case .cancelled, .expired: .dim
      }
    return StyledText(words(in: language), style)
  }

  /// The status in words, with the reason if it failed on the chain.
  private func words(in language: Language) -> String {
    if intent.state == .waiting, let wait = intent.wait {
      let limit = network?.text(gasPrice: wait.limit) ?? "\(Amount(wei: wait.limit).formatted(in: .gwei)) gwei"
      let waiting = language[TransactionText.waiting(price: language.decimal(limit), speed: wait.speed.rawValue)]
      return wait.deadline.map {
        language[TransactionText.until(LocalTime.text($0, in: language), waiting: waiting)]
      } ?? waiting
    }
    let state = language[StateWord(intent.state)]
    if let remark { return "\(state), \(language[DealRemarkText(remark)])" }
    guard intent.state == .reverted, let reason = intent.reason else { return state }
    return "\(state): \(IntentLabel.shortened(PlainText.escaped(reason)))"
  }

  /// All of it, for people, with its number in the outbox, which commands take.
  func fields(in language: Language = .english) -> Fields {
    var fields: Fields = [language[TransactionLabel.number]: "\(intent.id)"]
    addFacts(to: &fields, in: language, calling: language[IntentLabel(intent.label)])
    return fields
  }

  /// All of it, for people, without its number: on a page that would pass for the number of the lecture.
  ///
  /// - Parameter what: The words for what it does.
  func facts(in language: Language, calling what: String) -> Fields {
    var fields: Fields = [:]
    addFacts(to: &fields, in: language, calling: what)
    return fields
  }

  private func addFacts(to fields: inout Fields, in language: Language, calling what: String) {
    fields.add(language[Label.what], StyledText(PlainText.escaped(what)))
    fields.add(language[Label.state], state(in: language))
    fields.add(
      language[TransactionLabel.reason],
      intent.state == .reverted ? nil : intent.reason.map { StyledText(PlainText.escaped($0)) })
    if intent.block != nil || intent.evidence != nil {
      fields.add(language[Label.evidence], StyledText(language[ReceiptText.evidence(intent.evidence)]))
    }
    fields.add(language[Label.from], StyledText(intent.account.checksummed))
    fields.add(language[Label.to], intent.to.map { StyledText($0.checksummed) })
    if intent.value > .zero {
      fields.add(language[TransactionLabel.money], StyledText(language.decimal(text(intent.value))))
    }
    // A transaction under way is written down with the most that it can cost.
    let isSpent = intent.ownFee != nil || !intent.state.isLive && !intent.isOpen
    fields.add(
      language[isSpent ? TransactionLabel.cost : .costAtMost], StyledText(language.decimal(text(intent.cost))))
    fields.add(language[TransactionLabel.since], StyledText(LocalTime.text(intent.created, in: language)))
  }

  static func table(in language: Language = .english) -> Table {
    Table(
      .number(language[Label.number]), .text(language[Label.what]), .address(language[Label.to]),
      .text(language[Label.state], .important), .number(language[TransactionLabel.nonce], .detail),
      .number(language[TransactionLabel.cost], .useful), .name(language[TransactionLabel.since], .useful),
      .address(language[Label.transaction], .detail),
      placeholder: StyledText(language[TransactionText.nothingSent]))
  }

  var json: JSON {
    [
      "intent": .integer(intent.id), "state": .string(intent.state.rawValue), "open": .bool(intent.state.isLive),
      "what": .string(intent.label), "chainID": .integer(intent.chain.chainID),
      "account": .string(intent.account.checksummed), "to": .text(intent.to?.checksummed),
      "value": json(intent.value), "cost": json(intent.cost), "nonce": .integer(intent.nonce),
      "key": .text(intent.key), "created": .integer(intent.created), "changed": .integer(intent.changed),
      "block": .integer(intent.block), "fee": intent.ownFee.map(json) ?? .null,
      "feePayerPaid": intent.feePayerPaid.map(json) ?? .null, "reason": .text(intent.reason),
      "requestId": .text(intent.request),
      "evidence": intent.block == nil && intent.evidence == nil ? .null : .evidence(intent.evidence),
      "waitsFor": intent.wait.map {
        [
          "price": .string("\($0.limit)"), "speed": .string($0.speed.rawValue), "deadline": .integer($0.deadline),
        ]
      } ?? .null,
      "attempts": .array(
        intent.attempts.map { attempt in
          [
            "hash": .string(attempt.hash.hex), "kind": .string(attempt.kind.rawValue),
            "nonce": .integer(attempt.nonce), "maxFeePerGas": .string(attempt.maximumPerGas.description),
            "signed": .integer(attempt.signed), "broadcast": .integer(attempt.broadcast),
          ]
        }),
    ]
  }
}
