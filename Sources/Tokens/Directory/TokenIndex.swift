import Keys
import Primitives

/// Finds tokens by text, and gives each the name by which it is found.
///
/// Tokens are known by their places in a list, and whatever could be taken for a text competes for it: the most trusted
/// wins, and of equally trusted ones those that have it as their symbol and not as their name.
struct TokenIndex: Sendable {
  /// The outcome of a search.
  enum Found: Sendable, Hashable {
    case one(Int)
    case several([Int])
    /// None, and those that look like the text.
    case none(alike: [Int])
  }

  /// The fewest digits of an address that stand behind a `#`.
  static let leastDigits = 4

  private let claims: [TokenClaim]
  private let coins: Set<String>
  /// By what a symbol or name looks like.
  private var groups: [String: Group] = [:]
  /// The name of each token by which it is found.
  private(set) var labels: [String] = []

  /// The tokens that look alike.
  private struct Group: Sendable {
    /// The tokens that have it as their symbol, and those that have it as their name, in the order of trust.
    var symbols: [Int] = []
    var names: [Int] = []
  }

  /// - Parameter claims: One for each address, the most trusted first.
  init(_ claims: [TokenClaim], coins: [String]) {
    self.claims = claims
    self.coins = Set(coins.flatMap { Lookalike.skeletons($0) })
    for (place, claim) in claims.enumerated() {
      for key in Lookalike.skeletons(claim.symbol) { groups[key, default: Group()].symbols.append(place) }
      guard !claim.name.isEmpty else { continue }
      for key in Lookalike.skeletons(claim.name) { groups[key, default: Group()].names.append(place) }
    }
    labels = label()
  }

  // MARK: Searching

  func find(_ text: String) -> Found {
    if let mark = text.lastIndex(of: "#") {
      let digits = text[text.index(after: mark)...]
      guard (Self.leastDigits...40).contains(digits.utf8.count), digits.utf8.allSatisfy(Self.isHexadecimal) else {
        return .none(alike: [])
      }
      return find(symbol: String(text[..<mark]), ending: digits.lowercased())
    }
    let alike = candidates(text)
    guard !text.isEmpty, !isReserved(text) else { return .none(alike: text.isEmpty ? [] : alike) }
    let leaders = leaders(of: text)
    if leaders.count == 1, has(leaders[0], text) { return .one(leaders[0]) }
    let named = alike.filter { has($0, text) }
    return named.isEmpty ? .none(alike: alike) : .several((leaders + named).uniqued())
  }

  private func find(symbol: String, ending digits: String) -> Found {
    let keys = Lookalike.skeletons(symbol)
    let alike = keys.flatMap { groups[$0]?.symbols ?? [] }.uniqued().filter {
      claims[$0].address.lowercaseHex.hasSuffix(digits)
    }
    switch alike.count {
    case 1 where claims[alike[0]].isCalled(symbol): return .one(alike[0])
    case 0, 1: return .none(alike: alike)
    default: return .several(alike)
    }
  }

  /// The most trusted of the tokens for which a text can be taken.
  private func leaders(of text: String) -> [Int] {
    let near = Lookalike.skeletons(text).compactMap { groups[$0] }
    let firsts = near.flatMap { [$0.symbols.first, $0.names.first].compactMap(\.self) }
    guard let best = firsts.map({ claims[$0].source }).min() else { return [] }
    func leading(_ places: [Int]) -> [Int] { Array(places.prefix { claims[$0].source == best }) }
    let bySymbol = near.flatMap { leading($0.symbols) }.uniqued()
    return bySymbol.isEmpty ? near.flatMap { leading($0.names) }.uniqued() : bySymbol
  }

  private func candidates(_ text: String) -> [Int] {
    Lookalike.skeletons(text).compactMap { groups[$0] }.flatMap { $0.symbols + $0.names }.uniqued()
  }

  private func has(_ place: Int, _ text: String) -> Bool {
    claims[place].isCalled(text) || claims[place].isNamed(text)
  }

  private func isReserved(_ text: String) -> Bool { !coins.isDisjoint(with: Lookalike.skeletons(text)) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  // MARK: Labels

  /// The most trusted of the tokens of a group, as far as it takes to know whether one is alone.
  private struct Lead: Sendable {
    /// The source that is trusted most.
    let source: TokenSource
    /// The first token of that source that has it as its symbol, and how many there are.
    let first: Int?
    let count: Int
  }

  private func lead(_ key: String) -> Lead? {
    guard let group = groups[key],
      let source = [group.symbols.first, group.names.first].compactMap({ $0.map { claims[$0].source } }).min()
    else { return nil }
    let symbols = group.symbols.prefix { claims[$0].source == source }
    return Lead(source: source, first: symbols.first, count: symbols.count)
  }

  private func label() -> [String] {
    var leads: [String: Lead] = [:]
    var labels = claims.map(\.symbol)
    var marked: [Int] = []
    for (place, claim) in claims.enumerated() {
      let near = Lookalike.skeletons(claim.symbol).compactMap { key in
        let lead = leads[key] ?? lead(key)
        leads[key] = lead
        return lead
      }
      let best = near.map(\.source).min()
      let isAlone =
        best == claim.source
        && near.allSatisfy { $0.source != best || $0.count == 0 || ($0.first == place && $0.count == 1) }
      if !isAlone || !isPlain(claim.symbol) { marked.append(place) }
    }
    for (place, digits) in digits(marked) { labels[place] += "#" + claims[place].address.lowercaseHex.suffix(digits) }
    return labels
  }

  /// Whether a symbol can be a label as it is: `#` and a `?` at the end have a meaning there.
  private func isPlain(_ symbol: String) -> Bool {
    !symbol.isEmpty && !symbol.contains("#") && !symbol.hasSuffix("?") && !isReserved(symbol)
  }

  /// The number of digits that each of the tokens needs to be distinguished from all that look like it.
  private func digits(_ places: [Int]) -> [(Int, Int)] {
    var open = places
    var found: [(Int, Int)] = []
    for digits in stride(from: Self.leastDigits, through: 40, by: 4) {
      guard !open.isEmpty else { break }
      let wanted = Set(open.flatMap { Lookalike.skeletons(claims[$0].symbol) })
      var counts: [String: Int] = [:]
      for key in wanted {
        for place in groups[key]?.symbols ?? [] {
          counts["\(key)#\(claims[place].address.lowercaseHex.suffix(digits))", default: 0] += 1
        }
      }
      let (more, done) = open.partitioned { place in
        let ending = claims[place].address.lowercaseHex.suffix(digits)
        return Lookalike.skeletons(claims[place].symbol).allSatisfy { counts["\($0)#\(ending)"] == 1 }
      }
      found += done.map { ($0, digits) }
      open = more
    }
    return found
  }
}

extension TokenClaim {
  fileprivate func isCalled(_ text: String) -> Bool { symbol.lowercased() == text.lowercased() }
  fileprivate func isNamed(_ text: String) -> Bool { name.lowercased() == text.lowercased() }
}

extension [Int] {
  /// The numbers in the order of their first appearance.
  fileprivate func uniqued() -> [Int] {
    var seen: Set<Int> = []
    return filter { seen.insert($0).inserted }
  }

  /// The numbers for which something does not hold, and those for which it does.
  fileprivate func partitioned(_ holds: (Int) -> Bool) -> ([Int], [Int]) {
    (filter { !holds($0) }, filter(holds))
  }
}
