/// A row of a batch file that is not understood.
struct UnreadableRow: Sendable {
  let line: Int
  let text: String
  let cause: CommandFailure

  /// The most that are named, each with its reason.
  static let mostNamed = 10
}
