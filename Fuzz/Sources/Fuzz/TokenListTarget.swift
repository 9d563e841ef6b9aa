import Primitives

@testable import Tokens

/// A list of tokens, and the words of a contract: whatever is kept is within its bounds and can be seen, each token has a
/// name by which a directory finds it, and nothing that is refused says it badly.
func fuzzTokenList(_ bytes: Bytes) {
  checkWords(bytes)
  do throws(TokenError) {
    let list = try TokenList(parsing: bytes)
    checkList(list)
    let directory = try TokenDirectory(
      chainID: 1, claims: list.tokens.prefix(200).map { TokenClaim($0, source: .list(order: 0, name: list.name)) })
    checkDirectory(directory)
  } catch {
    require([.malformedList, .listTooLarge].contains(error.code), "a list that fails with \(error.code)")
    requirePresentable(error, of: "a list of tokens")
  }
}

private func checkList(_ list: TokenList) {
  require(!list.tokens.isEmpty || !list.leftOut.isEmpty, "a list without an entry")
  require(list.tokens.count + list.leftOut.count <= TokenList.mostTokens, "a list with too many entries")
  require(Set(list.tokens.map(\.place)).count == list.tokens.count, "a token twice")
  checkShown(list.name, most: 30, "a list's name")
  for token in list.tokens {
    require(token.chainID > 0 && (0...255).contains(token.decimals) && token.tags.count <= 10, "\(token)")
    checkShown(token.symbol, most: 20, "a symbol")
    checkShown(token.name, most: 60, "a name")
    for tag in token.tags { checkShown(tag, most: 20, "a tag") }
    if let logo = token.logo { requirePrintable(logo, of: "a logo") }
  }
  let changes = TokenListChanges(from: list, to: list)
  require(changes.isEmpty && !changes.needsConsent, "a list differs from itself")
}

private func checkDirectory(_ directory: TokenDirectory) {
  require(Set(directory.tokens.map(\.label)).count == directory.tokens.count, "two tokens of one label")
  for token in directory.tokens {
    let found = must("finding \(token.label.debugDescription)") { () throws(TokenError) in
      try directory.token(token.label)
    }
    require(found == token, "\(token.label.debugDescription) finds another token")
    require((try? directory.token(token.shown)) == token, "\(token.shown.debugDescription) finds another token")
    let amount = must("reading an amount's own text") { () throws(TokenError) in
      try token.unit.amount(token.unit.text(.max))
    }
    require(amount == .max, "an amount that is read is another")
    for text in [token.symbol, token.name, "\(token.label)/\(token.symbol)"] {
      do throws(TokenError) {
        _ = try text.contains("/") ? directory.pair(text).base : directory.token(text)
      } catch { requirePresentable(error, of: "the name of a token") }
    }
  }
}

/// The bytes as the answer to each question that a contract is asked.
private func checkWords(_ bytes: Bytes) {
  let answer = TokenAnswer.returned(bytes)
  let metadata = TokenMetadata(address: .zero, symbol: answer, name: answer, decimals: answer)
  if let symbol = metadata.symbol { checkShown(symbol, most: 32, "a contract's symbol") }
  if let name = metadata.name { checkShown(name, most: 60, "a contract's name") }
  if case .known(let decimals) = metadata.decimals { require((0...77).contains(decimals), "\(decimals) decimals") }
  let word = TokenAnswer.returned(Hash32.zero.bytes)
  let support = PermitAnswers([word, word, answer, answer, answer, .refused]).support(token: .zero, chainID: 1)
  require(support == .unsupported(.noName) || support == .unsupported(.otherDomain), "a permit for the domain zero")
}

private func checkShown(_ text: String, most: Int, _ what: String) {
  require(text.unicodeScalars.count <= most, "\(what) of \(text.unicodeScalars.count) characters")
  require(text.unicodeScalars.allSatisfy { TerminalSafe.isPrintable($0) }, "\(what) with \(text.debugDescription)")
}
