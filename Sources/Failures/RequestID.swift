/// The name of a request: the same in its answer, in each line of the log, and in the row of what was done for it.
///
/// A service that takes a request sets ``current`` while it works on it; whoever writes something down, or asks another
/// service for its sake, reads it there.
/// It proves nothing: whoever asks may choose it.
package struct RequestID: Sendable, Hashable, CustomStringConvertible {
  /// The name of the request that this task works on; nil where it works on none.
  @TaskLocal package static var current: RequestID?

  /// The name of the header over HTTP that has it.
  package static let headerName = "X-Request-ID"

  /// The line of that header for a service that is asked for the sake of ``current``; none where there is no such request.
  package static var headerLines: [String] { current.map { [$0.headerLine] } ?? [] }

  /// The line of that header.
  package var headerLine: String { "\(Self.headerName): \(description)" }

  /// The most letters of a name.
  private static let most = 64

  /// The letters, digits, dots, lines and hyphens.
  package let description: String

  /// A name that somebody gave a request.
  ///
  /// - Returns: Nil unless it is 1 to 64 letters and digits of ASCII, `.`, `_` and `-`.
  package init?(_ text: String) {
    guard 1...Self.most ~= text.utf8.count, text.utf8.allSatisfy(Self.isPart) else { return nil }
    description = text
  }

  private init(made text: String) { description = text }

  /// A new name, of twelve letters and digits.
  package static func random() -> RequestID {
    let digits = String(UInt64.random(in: 0..<(1 << 60)), radix: 32)
    return RequestID(made: String(repeating: "0", count: 12 - digits.utf8.count) + digits)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
