import ChainIndex

extension ChainIndexErrors: CommandFailureDomain {
  static let subject = "index"

  static func status(of error: ChainIndexError) -> ExitStatus {
    switch error.code {
    case .logsRefused, .firstBlockUnknown: .nodeUnavailable
    case .badAnswer, .anotherContract, .noContract, .notIndexable, .reorganisedTooDeep: .wrongChain
    case .begunElsewhere, .otherEvents, .noEvents, .noLectures, .otherCursor, .unknownHook, .invalidHook: .usage
    default: .failure
    }
  }

  static func nextStep(after error: ChainIndexError) -> String? {
    switch error.code {
    case .anotherContract:
      "Name another file, or remove this one: an index is made from the chain. lectures index takes it with --database,"
        + " commands that read it with --index."
    case .otherEvents: "Name another file with --database, or remove this one: an index is made from the chain."
    case .noLectures:
      "Keep it, with the places of its consumers. To check its events make another index of them through another node, and"
        + " compare what lectures index events --json says of both: lectures index run --once --abi FILE --database OTHER"
        + " --endpoint URL"
    case .noEvents: "Give an interface with events: --abi FILE"
    case .otherCursor: "Begin anew without --after; take each event once by its id."
    case .unknownHook: "List them: lectures index hook list"
    case .invalidHook: "Give an https:// address, or one of this machine; remove consumers that nobody needs."
    case .begunElsewhere: "Leave --from-block out, or remove the file to begin anew."
    case .reorganisedTooDeep: "Remove the index's file, and make it anew: lectures index run"
    case .badAnswer: "Ask another node: --endpoint URL. If events before it are missing, an earlier --from-block."
    case .chainMoved: "Try again."
    case .logsRefused: "Ask another node: --endpoint URL"
    case .leaseHeld: "Without --once this process stands by, and takes over when that one ends."
    case .noContract, .notIndexable: "Choose the right --network and --contract."
    case .firstBlockUnknown: "Give the block with --from-block NUMBER."
    case .noIndex: "Make it: lectures index run"
    default: nil
    }
  }
}
