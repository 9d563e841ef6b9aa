import Localization
import Operations
import Platform
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Shows token lists, adds them, and trusts tokens by hand.
struct TokenAdding: Sendable {
  let context: CommandContext

  private var language: Language { context.language }

  /// Trusts the token at an address by hand, once a person agreed to what its contract tells of itself.
  func trust(_ address: Address) async throws -> Report {
    let (market, _) = try await context.market(mentioning: [address.checksummed])
    let trust = TokenAdoption(context.settings, at: market)
    let found = try await context.progress(language[ExchangeText.readingTokens]) { _ in
      try await trust.candidate(at: address)
    }
    warn(ofLookalikesIn: [found])
    let token = found.token
    guard token.source != .hand else {
      return Report(json(nil, [found], isKept: true)) { language[ExchangeTokenText.trusted(token.label)] }
    }
    for other in found.conflicts.filter({ $0.isVouchedFor && $0.source > .hand }).prefix(Self.mostLookalikes) {
      context.warn(language[ExchangeTokenText.displaces(other.symbol, other.address.checksummed)])
    }
    guard !context.isDryRun else { return report(nil, [found], isKept: false) }
    try await context.prompts.confirm(
      language[ExchangeTokenText.trustQuestion(token.symbol)],
      [
        language[ExchangeLabel.address]: StyledText(token.address.checksummed),
        language[ExchangeLabel.name]: StyledText(token.name),
        language[ExchangeLabel.decimals]: StyledText(token.decimals.map { "\($0)" } ?? "?"),
        language[ExchangeLabel.source]: StyledText(language[TokenSourceText(token.source)]),
      ])
    try trust.keep(token)
    warnOfStronger(.trustedTokens)
    return Report(json(nil, [found], isKept: true)) { language[ExchangeTokenText.trusted(token.symbol)] }
  }

  /// Adds a list to those of the profile, once a person agreed.
  func add(_ text: String) async throws -> Report {
    // The setting has commas between lists.
    if text.contains(",") { throw CommandFailure(.usage, TokenRefusal.comma(text)) }
    let (place, reading, market) = try await read(text)
    let found = try await tokens(of: reading.list, at: market)
    let summary = ListSummary(place: place, reading, at: market)
    warn(ofLookalikesIn: found)
    warn(ofLeftOutIn: summary)
    guard !context.isDryRun else { return report(summary, found, isKept: false) }
    try await context.prompts.confirm(
      language[ExchangeTokenText.addQuestion(reading.list.name)], summary.fields(found.count, in: language))
    try await TokenAdoption(context.settings, at: market).keep(reading, at: place)
    warnOfStronger(.tokenLists)
    return Report(json(summary, found, isKept: true)) { language[ExchangeTokenText.added(reading.list.name)] }
  }

  /// Shows a list; a version of one that was added which takes tokens away or changes them has to be agreed to.
  func show(_ text: String, like search: String?) async throws -> Report {
    let (place, reading, market) = try await read(text)
    let found = try await tokens(of: reading.list, at: market, like: search)
    let summary = ListSummary(place: place, reading, at: market)
    warn(ofLookalikesIn: found)
    warn(ofLeftOutIn: summary)
    guard let changes = reading.changes, changes.needsConsent, !context.isDryRun else {
      return report(summary, found, isKept: false)
    }
    try await context.prompts.confirm(
      language[ExchangeTokenText.newVersion(reading.list.name)], summary.fields(found.count, in: language))
    try await TokenListCopies(in: context.settings.tokenListFolder).take(reading, at: place)
    return report(summary, found, isKept: true)
  }

  /// The maximum number of tokens whose likeness to others is shown.
  private static let mostLookalikes = 5

  /// Says which tokens could be taken for others that are known.
  private func warn(ofLookalikesIn tokens: [MarketToken]) {
    for found in tokens.filter({ !$0.conflicts.isEmpty }).prefix(Self.mostLookalikes) {
      for other in found.conflicts.prefix(Self.mostLookalikes) {
        context.warn(
          language[ExchangeTokenText.alike(found.token.symbol, other.shown, other.address.checksummed)])
      }
    }
  }

  /// Says which entries make no token, and why.
  private func warn(ofLeftOutIn summary: ListSummary) {
    for text in LeftOutTokenText.lines(of: summary.list.leftOut, summary.refused) {
      context.warn(StyledText(language[text]))
    }
  }

  private func read(_ text: String) async throws -> (String, TokenListCopies.Reading, ExchangeMarket) {
    let place = text.contains("://") ? text : Self.absolute(context.settings.folders.expandingHome(text))
    let reading = try await context.progress(language[ExchangeText.readingTokens]) { _ in
      try await TokenListCopies(in: context.settings.tokenListFolder).read(place)
    }
    return (place, reading, try await context.market(beside: reading.list).market)
  }

  /// The whole path of a file that is there; another text as it is.
  private static func absolute(_ path: String) -> String {
    guard let whole = realpath(path, nil) else { return path }
    defer { free(whole) }
    return String(cString: whole)
  }

  private func tokens(
    of list: TokenList, at market: ExchangeMarket, like search: String? = nil
  ) async throws -> [MarketToken] {
    try await TokenListing(market).read(like: search, among: Set(list.tokens(on: market.chainID).map(\.address)))
  }

  private func report(_ summary: ListSummary?, _ found: [MarketToken], isKept: Bool) -> Report {
    Report(json(summary, found, isKept: isKept)) {
      if let summary { summary.fields(found.count, in: language) }
      TokenTable(language: language).table(of: found)
    }
  }

  private func json(_ summary: ListSummary?, _ found: [MarketToken], isKept: Bool) -> JSON {
    [
      "account": .null, "tokens": .array(found.map(\.json)), "approvals": [],
      "refused": .array((summary?.refused ?? []).map(\.json)), "list": summary?.json ?? .null,
      "kept": .bool(isKept),
    ]
  }

  /// Says that what was kept does not count as long as something stronger is given.
  private func warnOfStronger(_ key: SettingKey) {
    let origin = context.settings.explain(key).origin
    if origin.isOfSession { context.warn(language[ExchangeTokenText.notInForce("\(origin)")]) }
  }
}

/// A list of tokens in short.
private struct ListSummary: Sendable {
  let place: String
  let list: TokenList
  let changes: TokenListChanges?
  /// Its entries for the network that the contracts contradict.
  let refused: [RefusedClaim]

  init(place: String, _ reading: TokenListCopies.Reading, at market: ExchangeMarket) {
    (self.place, list, changes) = (place, reading.list, reading.changes)
    let here = Set(reading.list.tokens(on: market.chainID).map(\.address))
    var seen: Set<Address> = []
    refused = market.tokens.refused.filter { claim in
      here.contains(claim.claim.address) && claim.claim.isOf(reading.list) && seen.insert(claim.claim.address).inserted
    }
  }

  func fields(_ count: Int, in language: Language) -> Fields {
    var fields: Fields = [
      language[ExchangeTokenText.list].plain: StyledText(list.name, .strong),
      language[ExchangeTokenText.version].plain: StyledText("\(list.version)"),
      language[ExchangeLabel.time]: StyledText(LocalTime.text(UInt64(clamping: list.time), in: language)),
      language[ExchangeTokenText.tokensHere].plain: "\(count)",
    ]
    let count = list.leftOut.count + refused.count
    if count > 0 { fields.add(language[ExchangeTokenText.leftOut].plain, StyledText("\(count)", .warning)) }
    if let changes, !changes.isEmpty || changes.from != changes.to {
      fields.add(
        language[ExchangeTokenText.changes].plain,
        language[
          ExchangeTokenText.difference(
            "\(changes.from)", added: changes.added.count, removed: changes.removed.count,
            changed: changes.changed.count)])
    }
    return fields
  }

  var json: JSON {
    [
      "place": .string(TerminalSafe.name(place)), "name": .string(list.name), "version": .string("\(list.version)"),
      "time": .integer(list.time), "leftOut": .integer(list.leftOut.count),
      "leftOutEntries": .array(
        list.leftOut.map { ["index": .integer($0.index), "reason": .string($0.reason.rawValue)] }),
      "changes": changes.map { changes in
        [
          "from": .string("\(changes.from)"), "added": .integer(changes.added.count),
          "removed": .integer(changes.removed.count), "changed": .integer(changes.changed.count),
          "needsConsent": .bool(changes.needsConsent),
        ]
      } ?? .null,
    ]
  }
}

extension TokenClaim {
  /// Whether a list says it, by its name.
  fileprivate func isOf(_ list: TokenList) -> Bool {
    if case .list(_, let name) = source { name == list.name } else { false }
  }
}
