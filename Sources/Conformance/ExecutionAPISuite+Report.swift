extension ExecutionAPISuite {
  /// The comparison of an answer with the recorded one.
  public enum Verdict: Sendable, Hashable, CaseIterable {
    /// The recorded answer.
    case agreed
    /// Another answer than the recorded one, in the same form, where the suite asks for the form alone.
    case agreedInForm
    /// Another answer than the recorded one.
    case disagreed
    /// The devnet has no such method.
    case notOffered
  }

  /// The number of answers that agree, method by method.
  public struct Report: Sendable, CustomStringConvertible {
    /// An answer that is another one than the suite's.
    public struct Disagreement: Sendable, Hashable {
      /// The file, from the suite's root.
      public let file: String
      /// The method that was asked.
      public let method: String
      /// Where the answer differs, with both values.
      public let difference: String
    }

    /// Counts by method.
    public private(set) var methods: [String: [Verdict: Int]] = [:]
    /// In the order in which the files were run.
    public private(set) var disagreements: [Disagreement] = []

    mutating func add(_ verdict: Verdict, file: String, method: String, _ difference: @autoclosure () -> String) {
      methods[method, default: [:]][verdict, default: 0] += 1
      guard verdict == .disagreed else { return }
      disagreements.append(Disagreement(file: file, method: method, difference: difference()))
    }

    /// The number of answers that got a verdict.
    public func count(_ verdict: Verdict) -> Int { methods.values.reduce(0) { $0 + ($1[verdict] ?? 0) } }

    /// Whether answers were compared and none disagreed. Methods that are not offered don't count.
    public var isSuccess: Bool { count(.disagreed) == 0 && count(.agreed) > 0 }

    /// One line of totals.
    public var summary: String {
      let inForm = count(.agreedInForm)
      let note = inForm == 0 ? "" : " (\(inForm) in form, which is all that the suite asks there)"
      return "execution-apis: \(count(.agreed) + inForm) agreed\(note), \(count(.disagreed)) disagreed, "
        + "\(count(.notOffered)) not offered"
    }

    /// A table by method, the disagreements, and the totals.
    public var description: String {
      let width = methods.keys.map(\.count).max() ?? 0
      func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
      }
      func right(_ text: String) -> String { String(repeating: " ", count: max(0, 12 - text.count)) + text }
      var lines = [
        pad("method", width) + ["agreed", "in form", "disagreed", "not offered"].map(right).joined()
      ]
      for (method, counts) in methods.sorted(by: { $0.key < $1.key }) {
        let cells = Verdict.allCases.map { right(counts[$0].map { "\($0)" } ?? "–") }
        lines.append(pad(method, width) + cells.joined())
      }
      for disagreement in disagreements {
        lines.append("\(disagreement.file): \(disagreement.method): \(disagreement.difference)")
      }
      return (lines + [summary]).joined(separator: "\n")
    }
  }
}
