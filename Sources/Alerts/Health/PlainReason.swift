/// The reason of a failure as it goes to others: without the folders of this machine, which name its user.
enum PlainReason {
  /// The characters before which a path begins.
  private static let before: Set<Character> = [" ", "\t", "\n", "\"", "'", "`", "(", "[", "<", "=", ",", ";"]
  /// The characters at which a path ends, unless they are followed by more of it.
  private static let after: Set<Character> = [" ", "\t", "\n", "\"", "'", "`", ")", "]", ">", ",", ";", ":"]

  /// A text in which the home folder is `~`, and of each other path only the last part is left.
  ///
  /// - Parameter home: The home folder of the user; nil or empty where there is none.
  /// - Complexity: O(length of the text).
  static func text(_ text: String, home: String?) -> String {
    let home = home.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
    // A name of a folder may have blanks in it: the folder that is known goes first.
    let short = home.count > 1 && home.hasPrefix("/") ? text.replacing("\(home)/", with: "~/") : text
    var plain = ""
    var rest = short[...]
    while let first = rest.first {
      let isPath = (plain.last.map(before.contains) ?? true) && (rest.hasPrefix("/") || rest.hasPrefix("~/"))
      guard isPath else {
        plain.append(first)
        rest = rest.dropFirst()
        continue
      }
      // Between quotes a path may have blanks in it.
      let quote = plain.last.flatMap { ["'", "\"", "`"].contains($0) && rest.contains($0) ? $0 : nil }
      let path = rest.prefix { character in quote.map { $0 != character } ?? !after.contains(character) }
      plain += path == home ? "~" : path.split(separator: "/").last ?? "/"
      rest = rest.dropFirst(path.count)
    }
    return plain
  }
}
