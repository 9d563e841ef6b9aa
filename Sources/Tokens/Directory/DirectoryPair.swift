import Primitives

/// Two tokens that are traded for one another, as somebody names them: `BASE/QUOTE`.
public struct DirectoryPair: Sendable, Hashable, CustomStringConvertible {
  /// The token that is bought and sold.
  public let base: DirectoryToken
  /// The quote token, in which prices are given.
  public let quote: DirectoryToken
  /// Whether the quote token was written first.
  public let isTurned: Bool

  /// Both labels, the base token's first.
  public var description: String { "\(base.shown)/\(quote.shown)" }
}

extension TokenDirectory {
  /// The pair of two known tokens as they are given, whatever prices are usually told in; nil where one is not known.
  public func pair(base: Address, quote: Address) -> DirectoryPair? {
    guard let base = self[base], let quote = self[quote] else { return nil }
    return DirectoryPair(base: base, quote: quote, isTurned: false)
  }

  /// Reads two tokens with a `/` between them, each by address, label, symbol or name.
  ///
  /// - Parameter quotes: The tokens that others are priced in, the first choice first (stable coins, then the wrapped coin):
  ///   the one that comes first is the quote, else the one that is written last.
  /// - Throws: `invalidPair` for other text and one token twice; `unknownToken`, `ambiguousToken`; both also where a symbol
  ///   has a `/` of its own and the text can be taken apart in two ways.
  public func pair(_ text: String, quotes: [Address] = []) throws(TokenError) -> DirectoryPair {
    let shown = TerminalSafe.quote(text, limit: 80)
    let cuts = text.indices.filter { text[$0] == "/" }
    guard let last = cuts.first, cuts.count <= 8 else {
      throw TokenError(
        .invalidPair, "\(shown) is no pair of tokens", about: shown, reason: "write two tokens with one / between them")
    }
    var found: [(DirectoryToken, DirectoryToken)] = []
    var failure: TokenError?
    for cut in cuts {
      do throws(TokenError) {
        found.append((try token(String(text[..<cut])), try token(String(text[text.index(after: cut)...]))))
      } catch {
        if cut == last || error.code == .ambiguousToken { failure = failure ?? error }
      }
    }
    guard let (first, second) = found.first else {
      throw failure ?? TokenError(.invalidPair, "\(shown) is no pair of tokens", about: shown)
    }
    guard found.count == 1 else {
      throw TokenError(
        .ambiguousToken, "\(shown) may be one of several pairs", about: shown,
        reason: found.map { "\($0.0.shown) and \($0.1.shown)" }.joined(separator: ", "),
        facts: .addresses(found.flatMap { [$0.0.address, $0.1.address] }))
    }
    guard first.address != second.address else {
      throw TokenError(.invalidPair, "\(shown) is one token twice", about: shown, facts: .token(first.address))
    }
    let isTurned = Self.rank(first, quotes) < Self.rank(second, quotes)
    return DirectoryPair(base: isTurned ? second : first, quote: isTurned ? first : second, isTurned: isTurned)
  }

  private static func rank(_ token: DirectoryToken, _ quotes: [Address]) -> Int {
    quotes.firstIndex(of: token.address) ?? quotes.count
  }
}
