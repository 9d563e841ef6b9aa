import Keys
import Primitives
import Sending

/// The next steps after a transaction was not sent or not confirmed, in the words of the command line.
enum SendingAdvice {
  /// The step that an error's code and facts ask for; else the library's own, which names no command.
  static func words(for error: SendingError) -> String? {
    if case .absurdGas(_, let isChosen, let bounds) = error.facts {
      return isChosen
        ? "Give --gas-limit \(bounds.least) or more, or leave it away."
        : "Try another --endpoint, or choose a --gas-limit."
    }
    return error.advice ?? words(for: error.facts, error.transactionHash.map { "\($0)" }, error)
  }

  private static func words(for facts: SendingError.Facts?, _ hash: String?, _ error: SendingError) -> String? {
    switch (error.code, facts) {
    // Signed, or on its way.
    case (_, .refusedAsItIs(let intent, true)): "Offer more: lectures tx speed-up \(intent)"
    case (_, .refusedAsItIs(let intent, false)):
      "Offer more: lectures tx speed-up \(intent); or give it up: lectures tx cancel \(intent)"
    case (.outcomeUnknown, .handedOver(let intent, _)):
      "Nothing else is sent in its place. Look later: lectures tx resume \(intent); or exclude it: lectures tx cancel \(intent)"
    case (.outcomeUnknown, .nonceUseNotShown(let intent)):
      "Nothing else is sent in its place. Look later: lectures tx resume \(intent)"
    case (.outcomeUnknown, .nonceReassigned): "Wait until the other is: lectures tx list --open; then try again."
    case (.outcomeUnknown, .service(let service, _)):
      "Look with `lectures tx show \(hash ?? "HASH")` before you send it again. The service is \(service)."
    case (.outcomeUnknown, nil): hash.map { "Look with `lectures tx show \($0)` before you send it again." }
    case (.notConfirmed, .blocked(let first)):
      "Take that up first: lectures tx resume \(first); do not send this one again before that."
    case (.notConfirmed, .nonceGap(_, _, _, let intent)):
      "Look at the account with another --endpoint: the count of its transactions that a node told was too high. What is missing is filled by lectures tx resume\(intent.map { " \($0)" } ?? ""); do not send this one again before that."
    case (.refused, .nonceGap):
      "The count of its transactions that a node told is too high: leave that --endpoint out, and try again. Nothing is paid twice."
    case (.notConfirmed, .contradiction(_, let intent)):
      "Look with `lectures tx show \(hash ?? "HASH")`, or take it up: lectures tx resume\(intent.map { " \($0)" } ?? ""); do not send it again before that."
    case (.notConfirmed, _): "Follow it with `lectures tx show \(hash ?? "HASH")`; do not send it again before that."
    case (.underWay, .intent(let intent)): "Look: lectures tx show \(intent)"
    case (.underWay, .nonceReassigned): "Try again when that one is mined: lectures tx list --open"
    case (.underWay, .waitingElsewhere(let intent)): "Let it wait, or give it up: lectures tx cancel \(intent)"
    case (.underWay, .blocked(let first)):
      "Send that one: lectures tx resume \(first) (with --fee-service URL where a service is to pay); or give it up: lectures tx cancel \(first)"
    case (.underWay, _): "Let it end, and look with lectures tx list."
    case (.cancelled, .intent(let intent)): "Look: lectures tx show \(intent)"
    case (.notReplaced, .intent(let intent)): "Follow it with `lectures tx wait \(intent)`, or try again later."
    case (.notReplaceable, .onlyCancellable(let intent)): "It can be cancelled: lectures tx cancel \(intent)"
    case (.notReplaceable, _): "Look: lectures tx list"
    case (.priceNotMet, .priceLimit): "Wait longer with --deadline, or raise --wait-for-price."

    // Sent before.
    case (.notProven, .intent):
      "A second operator's node settles it (--endpoint NAME=URL for each of the two), or one of your own (--own true). To send another all the same: --again."
    case (.notProven, .nonceUseNotShown):
      "Look later, or ask another node as well. To send another all the same: --again."
    case (.sameOnChain, .sameOnChain(_, isNameable: false)):
      "If that was this, there is nothing left to do; to do it once more, add --again."
    case (.sameOnChain, _):
      hash.map {
        "If that was this payment, add --is \($0) (with the --id that it is to have); to pay once more, add --again."
      }
    case (.historyUnknown, _):
      "Try again when all is mined, or with the --endpoint of a node that keeps old states; to pay all the same, add --again."
    case (.notNamed, _): "Look: lectures tx show \(hash ?? "HASH")"

    // Money and limits.
    case (.feeAboveLimit, _): "Wait for lower fees, or allow more with --max-total-fee."
    case (.notEnoughForGas, .absurdFee):
      "So much gas hardly ever costs: see what another node asks, with another --endpoint."

    // Chains and endpoints.
    case (.wrongChain, .endpoint): "Leave it out, or choose the right --network."
    case (.wrongChain, _): "Choose the right --network, or the right --endpoint for this network."
    case (.noQuorum, _): "Name more with --endpoint, each by itself, or lower --quorum."

    // Kaia's accounts and fee payers.
    case (.keyNotHeld, .accountKey(_, .multisig)):
      "Name all keystores here that hold keys of it: --sign-with alice,bob. Keys elsewhere sign with lectures tx sign."
    case (.keyNotHeld, .accountKey(let account, _)):
      "Use the keystore that holds the present key. What the account has now: lectures account show \(account)"
    case (.keyNotHeld, .account(let account)): "What the account has now: lectures account show \(account)"
    case (.signaturesMissing, .account(let account)):
      "Sign one of Kaia's own types with the present key: lectures account show \(account)"
    case (.signaturesMissing, .missingSignatures(.feePayer)):
      "Let them sign this copy: lectures tx sign-as-fee-payer RAW --from NAME; or join copies signed apart: lectures tx merge RAW RAW"
    case (.signaturesMissing, .missingSignatures):
      "Let them sign this copy: lectures tx sign FILE --from NAME; or join copies signed apart: lectures tx merge RAW RAW"
    case (.serviceBusy, .handedOver(let intent, _)):
      "Run it again in a moment: the service gets the same bytes, so that one at most is mined. Or exclude it: lectures tx cancel \(intent)"
    case (.serviceRefused, .handedOver(let intent, _)):
      "Run it again, with another payer or none: it takes the same nonce, so that one at most is mined. Or exclude it: lectures tx cancel \(intent)"
    case (.noFeeDelegation, _): "Choose another --network, or pay the fee with the account itself."
    case (.feePayerCannotPay, _): "Fund it, or let another account pay with --fee-payer."
    case (.wrongSigner, .account): "Name a keystore with --fee-payer, or use a service with --fee-service."
    case (_, .feePayer(let payer, let intent)): words(for: payer, intent)
    default: nil
    }
  }

  /// The ways out where a fee payer, nil for a service, would have to sign an intent again.
  private static func words(for payer: Address?, _ intent: Int64) -> String {
    let named = payer.map { "--fee-payer \($0)" } ?? "--fee-service URL"
    let other = payer == nil ? "--fee-payer ACCOUNT" : "--fee-service URL"
    return "Say who pays for this one: lectures tx speed-up \(intent) \(named), or \(other);"
      + " or give it up: lectures tx cancel \(intent)"
  }
}
