import ContractClient
import Exchange
import Localization
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

extension ExchangeErrors: CommandFailureDomain {
  static let subject = "exchange"

  static func status(of error: ExchangeError) -> ExitStatus {
    switch error.code {
    case .orderGone, .expired, .notTaker, .rounding, .makerUnfunded, .notFilled, .feeOnTransfer: .refused
    case .balance, .allowance: .insufficientFunds
    case .wrongContract, .unsupportedToken: .wrongChain
    case .noContract: .settings
    case .priceMoved, .slippage, .gasTooDear, .takerFee: .overLimit
    case .invalidDeal: .usage
    default: .failure
    }
  }

  static func commandFailure(of error: ExchangeError) -> CommandFailure {
    let words =
      EndedOrderRefusal(error)?.english
      ?? FailureWords(error.message, reason: error.reason, call: error.call, advice: advice(for: error))
    return CommandFailure(code(of: error), words, details: details(of: error))
  }

  static func nextStep(after error: ExchangeError) -> String? {
    switch error.code {
    case .orderGone where !error.ownOrders.isEmpty:
      "If it is in the way, cancel it: lectures exchange cancel \(error.ownOrders.map(\.hex).joined(separator: " "))"
    case .allowance: "Let the exchange move it: lectures exchange approve TOKEN AMOUNT"
    case .balance: "Get more of the token; the chain's coin becomes one: lectures exchange wrap AMOUNT"
    case .wrongContract:
      "Compare its address with the one that whoever runs the exchange names: --exchange-v4, --exchange-v1, --network"
    case .noContract where error.facts == nil:
      "Name its contract: --wrapped-coin ADDRESS; or set up your own: lectures exchange deploy"
    case .noContract:
      "Ask whoever runs the exchange for its address: --exchange-v4 or --exchange-v1; or set up your own: lectures exchange deploy"
    case .priceMoved: "Look at the book and decide again: lectures exchange book PAIR"
    case .slippage: "Allow a worse price with --slippage or --price, or wait."
    case .orderGone, .expired, .makerUnfunded: "Look at what is there now: lectures exchange book PAIR"
    case .rounding: "Take a larger amount."
    case .takerFee: "If you agree to it, add --allow-fees: no price bounds such a fee."
    case .gasTooDear: "Trade a larger amount, or wait until gas is cheaper."
    case .feeOnTransfer: "If that is meant, add --allow-fee-on-transfer."
    case .notFilled: "Try again: the same command with --again"
    case .partlyFilled where error.causeOfRest != nil: ExchangeRefusal.restAdvice
    case .partlyFilled: "Trade the rest by its own amount: --again would trade the whole amount once more."
    default: nil
    }
  }

  static func details(of error: ExchangeError) -> JSONObject {
    switch error.refusal.facts {
    case .order(let hash)?, .unknownOrder(let hash)?, .ended(let hash, _)?: ["orderHash": .string(hash.hex)]
    case .reserved(let hash, let taker)?: ["orderHash": .string(hash.hex), "taker": .string(taker.checksummed)]
    case .takerFee(let fee, let token, let hash)?:
      ["orderHash": .string(hash.hex), "token": .string(token.checksummed), "takerFee": .string(fee.description)]
    case .depth(let amount, let wanted, _)?:
      ["available": .string(amount.description), "wanted": .string(wanted.description)]
    case .shortage(let token, let needed, let there, _)?:
      [
        "token": .string(token.checksummed), "needed": .string(needed.description), "there": .string(there.description),
      ]
    case .filled(let paid, let received, let planned, let errors, _)?:
      [
        "paid": .string(paid.description), "received": .string(received.description),
        "planned": .string(planned.description), "errors": json(of: errors),
      ]
    case .bought(let received, let wanted, let paid, let errors, _)?:
      [
        "paid": .string(paid.description), "received": .string(received.description),
        "wanted": .string(wanted.description), "errors": json(of: errors),
      ]
    default: [:]
    }
  }

  private static func json(of errors: [Hash32: UInt8]) -> JSON {
    .array(
      errors.sorted { $0.key < $1.key }.map { ["orderHash": .string($0.key.hex), "errorId": .integer($0.value)] })
  }
}

extension ExchangeError {
  /// The error that keeps a further transaction of a trade from being sent; nil where this tells something else.
  var causeOfRest: (any Error)? { code == .partlyFilled ? cause : nil }

  /// The words of what keeps a further transaction from being sent, or made it fail; nil where this tells something
  /// else.
  var rest: ExchangeRefusal? { causeOfRest.map { ExchangeRefusal(ofRest: CommandFailure($0), isMined: isRestMined) } }

  /// Whether a further transaction was mined and failed.
  var isRestMined: Bool {
    (causeOfRest as? ExchangeError)?.isMined ?? ((causeOfRest as? ContractError)?.code == .failedOnChain)
  }
}

extension TokenErrors: TextFailureDomain {
  static let subject = "exchange"

  static func status(of error: TokenError) -> ExitStatus {
    switch error.code {
    case .unknownToken, .ambiguousToken, .invalidPair, .tooManyDigits, .invalidAmount: .usage
    case .malformedList, .listTooLarge, .unreadableList: .settings
    case .notAToken, .decimalsChanged: .wrongChain
    case .chainMoved, .unknownBlock: .nodeUnavailable
    default: .failure
    }
  }

  static func commandFailure(of error: TokenError) -> CommandFailure {
    let failure = CommandFailure(code(of: error), text: error.description, details: details(of: error))
    guard let step = nextStep(after: error) else { return failure }
    return CommandFailure(
      failure.code, failure.english.message,
      reason: error.reason.map(CommandFailure.sentence) ?? failure.english.reason, advice: step,
      details: failure.details)
  }

  static func nextStep(after error: TokenError) -> String? {
    switch error.code {
    case .unknownToken where error.isOfAddress: "Compare the address: a token's contract tells its decimals."
    case .unknownToken: "Give its address, or name a list that has it: --token-lists; see lectures exchange tokens"
    case .ambiguousToken: "Give the address of the one that is meant."
    case .invalidPair: "Write it as BASE/QUOTE, as in TKA/WKAIA."
    default: nil
    }
  }

  static func details(of error: TokenError) -> JSONObject {
    error.addresses.isEmpty ? [:] : ["addresses": .array(error.addresses.map { .string($0.checksummed) })]
  }
}

extension TokenError {
  /// Whether it is about the contract at an address that was given.
  var isOfAddress: Bool { if case .token? = facts { true } else { false } }
}

extension OrderErrors: TextFailureDomain {
  static let subject = "order"

  static func status(of error: OrderError) -> ExitStatus {
    switch error.code {
    case .wrongChain, .wrongExchange: .wrongChain
    case .expired, .exhausted, .cancelled, .roundingError, .wrongSigner: .refused
    default: .usage
    }
  }

  static func commandFailure(of error: OrderError) -> CommandFailure {
    guard error.code == .expired, case .expiry(let time)? = error.facts, let end = end(time, in: .english) else {
      return CommandFailure(code(of: error), text: error.description, details: details(of: error))
    }
    return CommandFailure(code(of: error), "The time of the order is over.", reason: "It ended at \(end).")
  }
}

extension OrderBookErrors: CommandFailureDomain {
  static let subject = "book"

  static func status(of error: OrderBookError) -> ExitStatus {
    switch error.code {
    case .nodeFailed: .nodeUnavailable
    case .badAnswer, .anotherChain, .unknownExchange: .wrongChain
    default: .failure
    }
  }

  static func commandFailure(of error: OrderBookError) -> CommandFailure {
    if case .file(let path, let trouble) = error.facts {
      if trouble == .busy || trouble == .missing {
        return CommandFailure(code(of: error), error.message, reason: error.reason, advice: error.advice)
      }
      let message = "The book's store \(PlainText.escaped(path)) cannot be used."
      if let cause = error.cause { return CommandFailure(code(of: error), message, because: cause) }
    }
    if let cause = error.cause { return CommandFailure(code(of: error), error.message, because: cause) }
    return CommandFailure(code(of: error), error.message, reason: error.reason, call: error.call)
  }
}

extension RelayClientErrors: CommandFailureDomain {
  static let subject = "relay"

  static func status(of error: RelayClientError) -> ExitStatus {
    switch error.code {
    case .unreachable, .busy, .tooLarge, .malformed: .nodeUnavailable
    case .lied: .wrongChain
    case .invalidAddress: .settings
    case .wrongProtocol: .usage
    default: .failure
    }
  }

  static func commandFailure(of error: RelayClientError) -> CommandFailure {
    let relay = error.relay.map { "Relay: \($0)." }
    let reason = [relay, error.reason.map(CommandFailure.capitalised)].compactMap { $0 }.joined(separator: " ")
    return CommandFailure(
      code(of: error), error.message, reason: reason.isEmpty ? nil : reason, advice: advice(for: error),
      details: details(of: error))
  }

  static func nextStep(after error: RelayClientError) -> String? {
    switch error.code {
    case .busy:
      "Try again \(error.refusal?.retryAfter.map { "in \($0) s" } ?? "in a moment")."
    case .unreachable: "Try again, or name another one: --relay URL"
    case .lied where error.isOfAnotherExchange:
      "Compare the exchange's address with the relay's: --exchange-v4, --exchange-v1; or name another relay: --relay URL"
    case .lied: "Do not use this relay; name another one: --relay URL"
    case .malformed, .tooLarge: "Name another relay: --relay URL"
    default: nil
    }
  }

  static func details(of error: RelayClientError) -> JSONObject {
    guard let refusal = error.refusal else { return [:] }
    return [
      "relayStatus": .integer(refusal.status), "relayCode": .integer(refusal.code),
      "validationErrors": .array(
        refusal.validationErrors.map {
          ["field": .string($0.field), "code": .integer($0.code), "reason": .string($0.reason)]
        }),
    ]
  }
}

extension RelayClientError {
  /// Whether the relay has orders of an exchange that is not the network's: one of both addresses is wrong.
  var isOfAnotherExchange: Bool {
    if case .invalidOrder(let order)? = facts { order.reason == .wrongExchange } else { false }
  }
}

extension OrderJournalErrors: CommandFailureDomain {
  static let subject = "order"

  static func status(of error: OrderJournalError) -> ExitStatus {
    switch error.code {
    case .duplicate: .notConfirmed
    case .orderFile: .usage
    default: .failure
    }
  }

  static func nextStep(after error: OrderJournalError) -> String? {
    switch error.code {
    case .duplicate: "If another one is meant, add --again; see lectures exchange orders"
    default: nil
    }
  }
}
