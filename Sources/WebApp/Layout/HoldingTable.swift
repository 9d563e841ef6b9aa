import Localization
import Markup
import Operations
import Primitives
import WalletBook

/// The tokens of a wallet as its page lists them: each by its symbol, which anybody can choose, and by its address.
struct HoldingTable: Sendable {
  let visit: Visit
  let wallet: ListedWallet
  let tokens: HeldTokens
  /// Whether they can be sent from here.
  let canSend: Bool

  /// The longest amount, in characters: all that 256 bits can hold fits no table.
  private static let longest = 40

  var content: [Element.Node] {
    var nodes: [Element.Node] = []
    let holdings = wallet.address.flatMap { tokens.holdings[$0] } ?? []
    if let problem = tokens.problem {
      nodes.append(
        .element(
          Element("div", ["class": "note warning"]) {
            Element.paragraph(visit.text(holdings.isEmpty ? WalletTokenText.notRead : .kept))
            Element.paragraph(visit.sentences(of: problem), ["class": "quiet"])
          }))
    }
    guard !holdings.isEmpty else {
      if tokens.problem == nil {
        nodes.append(.element(.paragraph(visit.text(WalletTokenText.none), ["class": "quiet"])))
      }
      return nodes
    }
    let heads = [WalletTokenText.token, .amount] + (canSend ? [.send] : [])
    nodes.append(
      .element(
        .table(
          visit.text(WalletTokenText.title), heads.map { visit.text($0) }, numbers: [1],
          rows: holdings.map { row(of: $0) })))
    if holdings.contains(where: { !$0.isVouched }) {
      nodes.append(.element(.paragraph(visit.text(WalletTokenText.unvouched), ["class": "quiet"])))
    }
    return nodes
  }

  private func row(of holding: Holding) -> [[Element.Node]] {
    var row: [[Element.Node]] = [
      [.element(Element.foreign(symbol(of: holding))), .text(" "), .element(Element.address(holding.token))],
      [.text(amount(of: holding) ?? visit.text(WalletTokenText.untold))],
    ]
    guard canSend else { return row }
    let link = WalletLink.to(wallet, "send", query: [("token", holding.token.checksummed)])
    row.append(
      holding.units ?? 0 > 0
        ? [
          .element(
            Element.link(
              visit.text(WalletTokenText.send), to: link,
              ["aria-label": visit.text(WalletTokenText.sendOf(symbol(of: holding)))]))
        ] : [])
    return row
  }

  private func symbol(of holding: Holding) -> String { UntrustedText.shown(holding.label, limit: 16) }

  /// The amount in six significant digits; nil where the contract does not report it.
  private func amount(of holding: Holding) -> String? {
    guard let units = holding.units else { return nil }
    let decimals = holding.decimals ?? 0
    let unit = (try? Amount.Unit(name: "token", symbol: "", decimals: decimals)) ?? .wei
    let text = Amount(wei: units).rounded(in: unit)
    guard text.utf8.count <= Self.longest else { return "≥ 10^\("\(units)".utf8.count - 1 - decimals)" }
    return visit.language.decimal(text)
  }
}
