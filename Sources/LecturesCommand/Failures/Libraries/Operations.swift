import Operations
import Outbox
import Primitives
import Terminal

extension OperationErrors: CommandFailureDomain {
  static let subject = "operation"

  static func commandFailure(of error: OperationError) -> CommandFailure {
    let advice = nextStep(after: error)
    return switch (error.code, error.facts) {
    case (.receiver, .risk(let risk)):
      CommandFailure(
        .init("receiver.\(risk.kind.rawValue)", .notConfirmed), "Not done: --yes does not agree to this receiver.",
        reason: risk.warning.plain, advice: risk.kind.flag.map { "If it is meant all the same, add \($0)." })
    case (.nothingToName, _):
      CommandFailure(
        .usage, "--is says which transaction the name of a send stands for; this send has none.", advice: advice)
    case (.notPlain, .intent(let intent)):
      CommandFailure(
        .usage, "Number \(intent.id) can go on only by the command that began it.", reason: error.reason,
        call: error.call,
        advice: advice)
    default: CommandFailure(kind(of: error), error.message, reason: error.reason, call: error.call, advice: advice)
    }
  }

  private static func kind(of error: OperationError) -> CommandFailure.Code {
    switch error.code {
    case .notEnoughTokens: .init("token.notEnough", .insufficientFunds)
    case .unknownIntent: .unknownIntent
    case .handedOver: .init("handedOver", .failure)
    case .otherRun: .init("otherRun", .refused)
    case .notPayable: .usage
    case .noAccount, .severalAccounts: .noAccount
    case .noKey: .init("keystore.notFound", .locked)
    case .ambiguousName: .init("ambiguousName", .usage)
    case .exchangePrice: .init("exchange.price", .usage)
    case .noRelay: .init("relay.none", .settings)
    default: .init("operation.\(error.code)", .notConfirmed)
    }
  }

  /// The next step in the words of the command line.
  static func nextStep(after error: OperationError) -> String? {
    switch (error.code, error.facts) {
    case (.nothingToName, _): "Leave --is away, or add the --id that it is to have, where the command takes one."
    case (.notEnoughTokens, _): "Nothing was sent and nothing is spent."
    case (.unknownIntent, _): "Look: lectures tx list"
    case (.handedOver, .intent(let intent)): TransactionAdvice(waysOutFor: intent).english
    case (.notPlain, .intent(let intent)):
      "Give that command again, just as it was\(id(of: intent)); or give it up: lectures tx cancel \(intent.id)"
    case (.noAccount, _): "Make one: lectures wallet new NAME; or name the directory with --keystore-dir."
    case (.severalAccounts, _):
      "Name one with --from, or choose one for good: lectures wallet use NAME (or set LECTURES_ACCOUNT)"
    case (.noKey, _): "Import its key (lectures wallet import), or act with another account: --from"
    case (.ambiguousName, _): "Give the address itself, or rename one of them."
    case (.notPayable, _): "Look at it: lectures tx decode RAW"
    case (.noRelay, _): "Name one: --relay URL; or keep it: lectures config set relays URL"
    case (.crossesBook, _): "Leave --post-only away, or take what is offered: lectures exchange fill PAIR"
    case (.otherRun, .runIsOver): "Take the row out of the file."
    case (.otherRun, .presentRun(let lecture, let run)): "Write \(lecture)/\(run) for the present one."
    case (.otherRun, .runsUnknown(let lecture)): "Write \(lecture) alone."
    default: nil
    }
  }

  /// The option that gave an intent its idempotency key; empty if none did.
  private static func id(of intent: Intent) -> String {
    let key = intent.key?.description ?? ""
    return key.hasPrefix("id ") ? " (--id \(PlainText.escaped(String(key.dropFirst(3)))))" : ""
  }
}
