/// The exit status that scripts rely on. The numbers are a promise: new ones may be added, none changes its meaning.
enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  case success = 0
  case failure = 1
  case refused = 3
  case insufficientFunds = 4
  case nodeUnavailable = 5
  case wrongChain = 6
  case locked = 7
  case notConfirmed = 8
  case outcomeUnknown = 9
  case settings = 10
  case overLimit = 11
  case notPaid = 12
  // `EX_USAGE` of sysexits.h.
  case usage = 64
  // 128 and the number of the signal, as shells count.
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// One line for `--help` and the manual.
  var summary: String {
    switch self {
    case .success: "done"
    case .failure: "failed for a reason that has no number of its own"
    case .refused:
      "refused by the contract, the chain or the paying service; nothing was spent, or only gas if the transaction reverted"
    case .insufficientFunds: "not enough money for the price or for the gas; nothing was spent"
    case .nodeUnavailable:
      "no node, paying service or database server could be reached, or none gave a sensible answer"
    case .wrongChain: "another chain than expected, no contract at the address, or another contract"
    case .locked: "the key could not be used: wrong password, no such account, damaged or unreadable keystore"
    case .notConfirmed:
      "not confirmed: declined, nobody to ask and no --yes, a duplicate without --again, or a risky receiver"
    case .outcomeUnknown: "sent, and whether it was included is not known yet: look before you send again"
    case .settings: "the configuration file, the environment or the profile is incomplete or wrong"
    case .overLimit: "the chain asks for more than --price, --max-total-fee or the profile allows; nothing was spent"
    case .notPaid: "a payment that was waited for did not come in time"
    case .usage: "the command line is not understood, or a value or file in it cannot be read"
    case .hungUp: "the terminal was closed"
    case .interrupted: "interrupted with Ctrl-C; transactions sent before are listed"
    case .terminated: "stopped by a signal; transactions sent before are listed"
    }
  }

  /// The status for a signal that ended the program.
  init(signal: Int32) { self = ExitStatus(rawValue: 128 + signal) ?? .terminated }

  /// All of them, one a line, for the end of the help.
  static func manual(columns: Int) -> String {
    let lines = allCases.map { status in
      let number = String(status.rawValue)
      let label = "  " + number + String(repeating: " ", count: 5 - number.count)
      return Help.hanging(status.summary, behind: label, columns: columns)
    }
    return "EXIT STATUS:\n" + lines.joined(separator: "\n")
  }
}
