import StrictJSON

extension CommandFailure {
  /// Adds whether money can be gone to the failure of a command that sends: where its node was lost, or the outcome is
  /// not known, that is what a person asks first.
  func telling(ofMoneyIn sent: SentTransactions) -> CommandFailure {
    // Transactions of an interrupted run that this one rebroadcast are included: they are paid now, too.
    let entries = sent.entriesAlong + sent.entries
    let (word, sentence): (String, String)
    switch status {
    case .nodeUnavailable where entries.isEmpty:
      (word, sentence) = ("no", "This run sent nothing, so it spent nothing.")
    case .nodeUnavailable where entries.allSatisfy({ $0.state != .pending }):
      (word, sentence) = ("yes", "What was sent before is mined, and paid for.")
    case .nodeUnavailable, .outcomeUnknown:
      guard let open = entries.last(where: { $0.state == .pending }) else { return self }
      (word, sentence) = (
        "unknown", "Whether money is gone is not known: the transaction \(open.hash) can be mined at any time."
      )
    default: return self
    }
    var details = details
    details["spent"] = .string(word)
    return CommandFailure(
      code, message, reason: [reason.map(CommandFailure.sentence), sentence].compactMap { $0 }.joined(separator: " "),
      isContractsReason: isContractsReason, call: call, place: place, advice: advice, details: details)
  }
}
