import JSONFields
import Primitives
import StrictJSON

extension TokenList {
  /// Reads a list; members that are not known are passed over, and an entry that breaks the bounds is left out.
  ///
  /// The schema's versions differ in lengths and character sets: the wider bounds are taken, but for characters that
  /// cannot be seen.
  ///
  /// - Throws: `listTooLarge` for more than 4 MiB or 10,000 entries; `malformedList` for what is no list, or is one
  ///   without an entry.
  public init(parsing bytes: Bytes) throws(TokenError) {
    guard bytes.count <= Self.mostBytes else { throw .listTooLarge(bytes: Self.mostBytes) }
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes, limits: JSON.Limits(depth: 64, bytes: Self.mostBytes))
    } catch { throw .malformedList("\(error)") }
    try self.init(json: json)
  }

  /// Reads a list from JSON, as ``init(parsing:)``.
  public init(json: JSON) throws(TokenError) {
    let fields = try JSONFields(json) { problem in TokenError.malformedList("\(problem)") }
    let name = try fields.required("name", .string)
    guard (1...30).contains(name.unicodeScalars.count), name.isVisible, name.trimmed == name else {
      throw .malformedList("name: is not 1 to 30 characters that can be seen")
    }
    let timestamp = try fields.required("timestamp", .string)
    guard let time = ListTime.seconds(timestamp) else {
      throw .malformedList("timestamp: is \(TerminalSafe.quote(timestamp, limit: 40)) where a time is due")
    }
    let numbers = try fields.fields("version")
    let version = TokenListVersion(
      major: try numbers.required("major", .count), minor: try numbers.required("minor", .count),
      patch: try numbers.required("patch", .count))
    guard let items = try fields.required("tokens", .any).array else { throw .malformedList("tokens: is no array") }
    guard items.count <= Self.mostTokens else { throw .listTooLarge(tokens: items.count) }
    guard !items.isEmpty else { throw .malformedList("tokens: is empty") }

    var tokens: [ListedToken] = []
    var leftOut: [LeftOutToken] = []
    var places: Set<ListedToken.Place> = []
    for (index, item) in items.enumerated() {
      switch EntryReader.read(item) {
      case .success(let token) where places.insert(token.place).inserted: tokens.append(token)
      case .success: leftOut.append(LeftOutToken(index: index, reason: .duplicate))
      case .failure(let flaw): leftOut.append(LeftOutToken(index: index, reason: flaw.reason))
      }
    }
    self.init(
      name: name, time: time, version: version, tokens: tokens, keywords: Self.keywords(fields["keywords"]),
      logo: EntryReader.logo(fields["logoURI"]), leftOut: leftOut)
  }

  /// The keywords that can be ones; no list is refused for the others.
  private static func keywords(_ json: JSON?) -> [String] {
    let words = (json?.array ?? []).compactMap(\.string)
    return Array(words.filter { (1...20).contains($0.unicodeScalars.count) && $0.isVisible }.prefix(20))
  }
}

/// Reads one entry of a list.
private enum EntryReader {
  /// The bound that an entry breaks.
  struct Flaw: Error {
    let reason: LeftOutToken.Reason
  }

  /// Addresses with which some lists mean the chain's own coin, for which no contract answers.
  private static let coins: Set<Address> = [
    .zero, Address(truncating: 0xeeee_eeee_eeee_eeee_eeee_eeee_eeee_eeee_eeee_eeee),
  ]

  static func read(_ json: JSON) -> Result<ListedToken, Flaw> {
    do throws(Flaw) { return .success(try token(json)) } catch { return .failure(error) }
  }

  private static func token(_ json: JSON) throws(Flaw) -> ListedToken {
    guard let object = json.object else { throw Flaw(reason: .notAnObject) }
    guard let chainID = try? JSONReader<UInt256>.digits(object["chainId"] ?? .null), chainID > 0 else {
      throw Flaw(reason: .chain)
    }
    guard let address = try? JSONReader<Address>.checksummed(object["address"] ?? .null), !coins.contains(address)
    else {
      throw Flaw(reason: .address)
    }
    guard let symbol = object["symbol"]?.string, symbol.unicodeScalars.count <= 20,
      !symbol.unicodeScalars.contains(where: \.properties.isWhitespace)
    else { throw Flaw(reason: .symbol) }
    guard let name = object["name"]?.string, name.unicodeScalars.count <= 60 else { throw Flaw(reason: .name) }
    guard let decimals = try? JSONReader<UInt256>.digits(object["decimals"] ?? .null), decimals <= 255 else {
      throw Flaw(reason: .decimals)
    }
    guard symbol.isVisible, name.isVisible else { throw Flaw(reason: .invisible) }
    return ListedToken(
      chainID: chainID, address: address, symbol: symbol, name: name, decimals: Int(decimals.low),
      logo: logo(object["logoURI"]), tags: try tags(object["tags"]))
  }

  private static func tags(_ json: JSON?) throws(Flaw) -> [String] {
    guard let json, !json.isNull else { return [] }
    guard let items = json.array, items.count <= 10 else { throw Flaw(reason: .tags) }
    let tags = items.compactMap(\.string)
    guard tags.count == items.count, tags.allSatisfy({ (1...20).contains($0.unicodeScalars.count) && $0.isVisible })
    else { throw Flaw(reason: .tags) }
    return tags
  }

  /// An address of a picture, as far as it is one: printable ASCII without what ends an attribute.
  static func logo(_ json: JSON?) -> String? {
    guard let text = json?.string, (1...16_384).contains(text.utf8.count), text.utf8.contains(0x3a) else { return nil }
    let isPlain = text.utf8.allSatisfy {
      (0x21...0x7e).contains($0) && ![0x22, 0x27, 0x3c, 0x3e, 0x5c, 0x60].contains($0)
    }
    return isPlain ? text : nil
  }
}

extension JSONReader where Value == UInt256 {
  /// A number of JSON with digits alone.
  fileprivate static var digits: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard case .number(let text) = json, text.utf8.count <= 78, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { throw JSONFieldProblem(.otherKind, due: .number, found: json) }
      return try number(json)
    }
  }
}

extension JSONReader where Value == UInt64 {
  /// A number of JSON with digits alone, below 2^64.
  fileprivate static var count: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard case .number(let text) = json, text.utf8.count <= 20, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { throw JSONFieldProblem(.otherKind, due: .number, found: json) }
      return try number(json)
    }
  }
}

extension String {
  /// Whether every character shows as itself; the blank of Braille is none to see either.
  var isVisible: Bool { unicodeScalars.allSatisfy { TerminalSafe.isPrintable($0) && $0 != "\u{2800}" } }
}

extension TokenError {
  static func malformedList(_ reason: String) -> TokenError {
    TokenError(.malformedList, "the list of tokens cannot be read", reason: reason)
  }

  static func listTooLarge(bytes: Int) -> TokenError {
    TokenError(
      .listTooLarge, "the list of tokens is too large", reason: "it may have \(bytes >> 20) MiB", facts: .limit(bytes))
  }

  fileprivate static func listTooLarge(tokens: Int) -> TokenError {
    TokenError(
      .listTooLarge, "the list of tokens is too large",
      reason: "it has \(tokens) entries and may have \(TokenList.mostTokens)", facts: .limit(TokenList.mostTokens))
  }
}
