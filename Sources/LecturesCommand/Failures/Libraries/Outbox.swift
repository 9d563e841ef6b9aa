import Database
import Outbox
import StrictJSON

extension OutboxErrors: CommandFailureDomain {
  static let subject = "sending"

  static func status(of error: OutboxError) -> ExitStatus {
    switch error.code {
    case .unknownChain, .signedForForkedChain: .wrongChain
    case .limitExceeded: .overLimit
    case .waitsNoMore, .sameFamily: .outcomeUnknown
    case .sameJustSent, .sameElsewhere: .notConfirmed
    case .exposed, .moved: .settings
    case .otherWithID: .usage
    case .nonceUsed: .refused
    default: .failure
    }
  }

  static func nextStep(after error: OutboxError) -> String? {
    switch (error.code, error.facts) {
    case (.waitsNoMore, .intent(let intent)): "Look: lectures tx show \(intent)"

    // Sent before.
    case (.sameJustSent, .earlier(let intent, .signed)), (.sameJustSent, .earlier(let intent, .unpublished)):
      "Go on with it: lectures tx resume \(intent). If another is meant, add --again."
    case (.sameJustSent, _): "If it is meant twice, add --again; --id KEY makes a send safe to repeat."
    case (.otherWithID, _): "Give this send another --id."
    case (.sameElsewhere, _): "If it is another chain, and it is meant here, too, add --again."
    case (.sameFamily, _): "If it is meant once more, add --again."
    case (.nonceUsed, .usedNonce(_, let next)): "Leave --nonce out, or give \(next) or more."
    case (.limitExceeded, _): "Raise the limit in the profile, or wait until less is under way."

    // Chains.
    case (.unknownChain, _): "Use an endpoint that has all blocks, or name another outbox with --outbox FILE."
    case (.signedForForkedChain, _): "Try it with --dry-run, or on the fork with an outbox of its own: --outbox FILE"

    // The file.
    case (.failed, .file(_, .notWritable)):
      "Make the file and its folder writable, or name another with --outbox FILE."
    case (.failed, .file(_, .server)), (.failed, .file(_, .behind)):
      error.ofDatabase?.nextStep ?? "Look whether the address of the server is right."
    case (.failed, .file): "Make room there, or name another file with --outbox FILE."
    case (.failed, _): "Look with lectures tx list."
    case (.moved, _): "Give the server with --outbox, or keep it: lectures config set outbox PLACE"
    case (.damaged, .file(_, .missing)): "Else make a new one of what the chain tells: lectures tx rebuild"
    case (.damaged, .file(_, .foreign)): "Name another file with --outbox FILE."
    case (.damaged, _):
      "It is kept. Make a new one of what can be read of it, and of the chain: lectures tx rebuild"
    default: nil
    }
  }

  static func commandFailure(of error: OutboxError) -> CommandFailure {
    CommandFailure(
      .init("sending.\(published[error.code] ?? "\(error.code)")", status(of: error)),
      error.code == .otherWithID ? "Something else was sent with this --id; nothing was sent now." : error.message,
      reason: error.reason, call: error.call, advice: advice(for: error),
      details: error.transactionHash.map { ["transactionHash": .text($0)] } ?? [:])
  }

  /// The names that scripts know for codes with other names in the library.
  private static let published: [OutboxError.Code: String] = [
    .busy: "outboxBusy", .damaged: "outboxDamaged", .failed: "outboxFailed", .exposed: "outboxExposed",
    .newer: "outboxNewer", .moved: "outboxMoved", .sameFamily: "notProven", .waitsNoMore: "underWay",
    .unknownChain: "wrongChain", .signedForForkedChain: "wrongChain", .absurdCount: "outOfRange",
  ]
}
