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
      "Number \(id) (\(PlainText.escaped(label))) stands in the way: \(reason) \(error is SendingError ? waysOut : failure.advice ?? "")"
  }

  /// The advice for an intent that nodes do not accept.
  var waysOut: String {
    let cancel = "lectures tx cancel \(id)"
    return lastAttempt?.isHandedOver == true
      ? "Give it to a service again: lectures tx resume \(id) --fee-service URL; or have nothing mined in its place: \(cancel)"
      : "Offer more: lectures tx speed-up \(id); or give it up: \(cancel)"
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

  var row: [StyledText] {
    [
      StyledText("\(intent.id)"), StyledText(PlainText.escaped(action)), StyledText(receiver), state,
      StyledText(intent.nonce.map { "\($0)" } ?? ""), StyledText(roundedCost),
      StyledText(LocalTime.text(intent.created)), StyledText(intent.lastAttempt?.hash.hex ?? ""),
    ]
  }

  /// The action without its receiver, who has a column of his own; the amount of a plain transfer is rounded.
  private var action: String {
    guard labelledReceiver != nil else { return intent.label }
    if intent.data.isEmpty, let network { return "transfer of \(network.roundedText(intent.value))" }
    return String(intent.label.dropLast(Self.receiverMark.count + 42))
  }

  /// The receiver that the label names, as of a token; else the account or contract that the transaction goes to.
  private var receiver: String { (labelledReceiver ?? intent.to)?.checksummed ?? "" }

  /// The address at the end of `transfer of 10 KLAY to 0x…`.
  private var labelledReceiver: Address? {
    guard intent.label.hasPrefix("transfer of "), intent.label.dropLast(42).hasSuffix(Self.receiverMark) else {
      return nil
    }
    return try? Address(String(intent.label.suffix(42)))
  }

  private static let receiverMark = " to "

  var state: StyledText {
    let style: Style =
      switch intent.state {
      case .final: .good
      case .reverted, .nonceTaken: .bad
      case .planned, .waiting, .reserved, .signed, .broadcast, .seen, .mined, .conflicting, .unpublished: .warning
      case .cancelled, .expired: .dim
      }
    return StyledText(words, style)
  }

  /// The status in words, with the reason if it failed on the chain.
  private var words: String {
    if intent.state == .waiting, let wait = intent.wait {
      let limit = network?.text(gasPrice: wait.limit) ?? "\(Amount(wei: wait.limit).formatted(in: .gwei)) gwei"
      let price = "waiting until gas costs \(limit) (\(wait.speed.rawValue))"
      return wait.deadline.map { "\(price), until \(LocalTime.text($0))" } ?? price
    }
    guard intent.state == .reverted, let reason = intent.reason else { return intent.state.words }
    return "\(intent.state.words): \(PlainText.escaped(reason))"
  }

  /// All of it, for people.
  var fields: Fields {
    var fields: Fields = [
      "Number": "\(intent.id)", "What": StyledText(PlainText.escaped(intent.label)), "State": state,
    ]
    fields.add("Reason", intent.state == .reverted ? nil : intent.reason.map { StyledText(PlainText.escaped($0)) })
    if intent.block != nil || intent.evidence != nil { fields.add("Evidence", StyledText(intent.evidence.words)) }
    fields.add("From", StyledText(intent.account.checksummed))
    fields.add("To", intent.to.map { StyledText($0.checksummed) })
    fields.add("Value", StyledText(text(intent.value)))
    fields.add("Cost", StyledText(text(intent.cost)))
    fields.add("Since", StyledText(LocalTime.text(intent.created)))
    return fields
  }

  static var table: Table {
    Table(
      .number("No."), .text("What"), .address("To"), .text("State", .important), .number("Nonce", .detail),
      .number("Cost", .useful), .name("Since", .useful), .address("Transaction", .detail),
      placeholder: "Nothing was sent from here.")
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
