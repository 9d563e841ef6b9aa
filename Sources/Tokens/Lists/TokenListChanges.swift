import Primitives

/// The differences between two versions of a list.
public struct TokenListChanges: Sendable, Hashable {
  /// A token of both versions of which they say something else.
  public struct Change: Sendable, Hashable {
    /// The earlier version's word.
    public let before: ListedToken
    /// The later version's word.
    public let after: ListedToken
  }

  /// The earlier list's version.
  public let from: TokenListVersion
  /// The later list's version.
  public let to: TokenListVersion
  /// The tokens that only the later one has, in its order.
  public let added: [ListedToken]
  /// The tokens that only the earlier one has, in its order.
  public let removed: [ListedToken]
  /// The tokens whose symbol, name, decimals, picture or tags are others, in the later list's order.
  public let changed: [Change]

  /// Compares two versions of a list by the tokens' places.
  ///
  /// - Complexity: O(n) for n entries of both.
  public init(from old: TokenList, to new: TokenList) {
    let before = Dictionary(old.tokens.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Set(new.tokens.map(\.place))
    (from, to) = (old.version, new.version)
    added = new.tokens.filter { before[$0.place] == nil }
    removed = old.tokens.filter { !after.contains($0.place) }
    changed = new.tokens.compactMap { token in
      guard let known = before[token.place], known != token else { return nil }
      return Change(before: known, after: token)
    }
  }

  /// Whether both have the same tokens and say the same of them.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// Whether somebody has to agree before the later list counts: its major number is higher, it is no later version though
  /// it says something else, tokens are gone without a higher major number, or a token has another symbol or decimals.
  public var needsConsent: Bool {
    if to.major > from.major { return true }
    guard !isEmpty else { return false }
    return to <= from || !removed.isEmpty
      || changed.contains { ($0.before.symbol, $0.before.decimals) != ($0.after.symbol, $0.after.decimals) }
  }
}
