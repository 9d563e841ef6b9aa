import Primitives

extension NearMatch {
  /// " Did you mean 'x'?", or nothing.
  static func phrase(for word: String, among candidates: some Sequence<String>) -> String {
    closest(to: word, among: candidates).map { " Did you mean '\($0)'?" } ?? ""
  }
}
