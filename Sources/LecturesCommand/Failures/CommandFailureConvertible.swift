/// An error of a lower room that knows which kind of failure it is for whoever typed the command.
///
/// Each room's conformance is one extension in `Failures/Rooms`: the only place where its codes meet exit statuses.
protocol CommandFailureConvertible: Error {
  var commandFailure: CommandFailure { get }
}

extension CommandFailure {
  /// The failure that any error is: its own if the error knows it, else one with the error's text and no special code.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as any CommandFailureConvertible: self = error.commandFailure
    case is CancellationError: self.init(.interrupted, "Interrupted.")
    default: self.init(.other, text: String(describing: error))
    }
  }

  /// A failure out of a text of up to four lines, the way the rooms write theirs: the first says what, the rest why.
  init(_ code: Code, text: String, advice: String? = nil) {
    let lines = text.split(maxSplits: 1, whereSeparator: \.isNewline)
    let rest = lines.count > 1 ? String(lines[1]) : nil
    self.init(code, CommandFailure.sentence(lines.first.map(String.init) ?? text), reason: rest, advice: advice)
  }

  /// With a capital at the beginning, unless that is a name with capitals of its own or a symbol.
  static func sentence(_ text: String) -> String {
    guard let first = text.first, first.isLowercase else { return text }
    let word = text.prefix { !$0.isWhitespace }
    guard word.allSatisfy({ $0.isLowercase || $0 == "’" || $0 == "'" }) else { return text }
    return first.uppercased() + text.dropFirst()
  }
}
