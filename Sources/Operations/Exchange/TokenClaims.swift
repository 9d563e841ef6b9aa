import Primitives
import Tokens

/// The words of token lists and of a person on the tokens of one chain.
package struct TokenClaims: Sendable {
  /// The claims, those of each list in its order.
  package let claims: [TokenClaim]
  /// The number of lists.
  let lists: Int
  /// The reasons why lists could not be read; they hide nothing of the others.
  package let problems: [TokenError]
  /// The lists whose newest version nobody agreed to.
  let held: [PendingListUpdate]

  /// Reads the lists and the trusted tokens that the settings name.
  ///
  /// - Parameter fetches: Whether lists are asked for at their addresses; else the copies that were taken count.
  /// - Throws: The mistake in a setting.
  package static func read(
    _ settings: Settings, on chainID: UInt256, fetches: Bool = true
  ) async throws(SettingsError) -> TokenClaims {
    let places = try settings.tokenLists()
    let trusted = try settings.trustedTokens().map {
      TokenClaim(address: $0.address, symbol: $0.symbol, name: $0.name, decimals: $0.decimals, source: .hand)
    }
    let (claims, problems, held) = await listed(
      in: places, taken: TokenListCopies(in: settings.tokenListFolder), on: chainID, fetches: fetches)
    return TokenClaims(claims: claims + trusted, lists: places.count, problems: problems, held: held)
  }

  /// The claims of the lists in their order, and why some could not be read, or their newest version does not count.
  private static func listed(
    in places: [String], taken: TokenListCopies, on chainID: UInt256, fetches: Bool
  ) async -> (claims: [TokenClaim], problems: [TokenError], held: [PendingListUpdate]) {
    var (claims, problems, held): ([TokenClaim], [TokenError], [PendingListUpdate]) = ([], [], [])
    for (order, place) in places.enumerated() {
      var list: TokenList?
      if fetches || !place.contains("://") {
        do throws(TokenError) {
          let reading = try await taken.read(place)
          list = reading.counting
          if let changes = reading.changes, changes.needsConsent {
            held.append(PendingListUpdate(place: TerminalSafe.name(place), changes: changes))
          }
        } catch {
          problems.append(error)
          list = await taken.taken(place)
        }
      } else {
        list = await taken.taken(place)
      }
      guard let list else { continue }
      claims += list.tokens(on: chainID).map { TokenClaim($0, source: .list(order: order, name: list.name)) }
    }
    return (claims, problems, held)
  }
}
