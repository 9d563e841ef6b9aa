import Markup
import Operations
import Primitives

/// A review as facts, one below the other, the most that it can cost last.
struct ReviewFacts: Sendable {
  let visit: Visit
  let account: ActingAccount
  let network: Network

  /// The facts of a review.
  func element(of review: Review) async -> Element {
    let lines = await visit.site.texts.lines(of: review, by: account, on: network, in: visit.language)
    let money = await visit.money(of: network)
    let most = Element("strong") { money.text(review.maximumCost) }
    return element(lines, and: [(visit.text(FormText.atMost), [.element(most)])])
  }

  /// Lines as facts.
  func element(_ lines: [TextLine], and more: [(String, [Element.Node])] = []) -> Element {
    Element.facts(
      lines.map { line in
        (
          line.name,
          [
            .element(
              Element("span", line.isWarning ? ["class": "down"] : [:]) { UntrustedText.shown(line.value, limit: 600) })
          ]
        )
      } + more)
  }
}
