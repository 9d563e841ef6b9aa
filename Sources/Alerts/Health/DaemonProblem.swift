/// The reason why a reading of a daemon failed.
public struct DaemonProblem: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The reason, for people.
  public let text: String
  /// The names of all that fails, each of one kind; attempts that fail alike have them alike, whatever their texts say.
  public let kinds: Set<String>

  /// A reason with the kinds of what fails.
  public init(_ text: String, kinds: Set<String>) { (self.text, self.kinds) = (text, kinds) }

  /// All of several, with the first reason of each kind; nil where there is none.
  public init?(all problems: [DaemonProblem]) {
    var (texts, kinds): ([String], Set<String>) = ([], [])
    for problem in problems where texts.isEmpty || !problem.kinds.isSubset(of: kinds) {
      texts.append(problem.text)
      kinds.formUnion(problem.kinds)
    }
    guard !texts.isEmpty else { return nil }
    self.init(texts.joined(separator: " "), kinds: kinds)
  }

  /// A reason of no kind in particular.
  public init(stringLiteral text: String) { self.init(text, kinds: []) }
}
