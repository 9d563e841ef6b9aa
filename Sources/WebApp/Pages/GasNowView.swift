import GasPrices
import Localization
import Markup
import Operations
import Outbox
import Primitives

/// The prices of gas now, and the cost of the usual actions; without a node, those of the book.
struct GasNowView: Sendable {
  let visit: Visit
  let gas: GasReading
  let money: any MoneyTexts

  var content: [Element.Node] {
    guard let quote = gas.quote else { return kept }
    let areAllApart = Set(quote.tiers.map(\.price)).count == quote.tiers.count
    return [
      .element(
        Element("ul", ["class": "cards"]) {
          for tier in quote.tiers { card(tier, quote) }
        })
    ] + (areAllApart ? [] : [.element(Element.paragraph(visit.text(GasPageText.samePrice), ["class": "quiet"]))])
      + [.element(facts(quote))] + costs(quote.tiers.map { ($0.speed, $0.price) })
  }

  private func price(_ wei: UInt256) -> String {
    "\(visit.language.decimal(GasPrices.PriceText.gwei(wei))) \(gas.network.gasUnit.name)"
  }

  // MARK: Now

  private func card(_ tier: GasTier, _ quote: GasQuote) -> Element {
    Element("li", ["class": "card"]) {
      Element("h2") { visit.text(GasPageText.speed(tier.speed)) }
      Element("p", ["class": "price"]) { price(tier.price) }
      Element("p", ["class": "quiet"]) { visit.text(GasPageText.atMost(price(tier.maximum))) }
      Element("p", ["class": "quiet"]) { waiting(tier, quote) }
      if let record = gas.records.first(where: { $0.speed == tier.speed }) {
        Element("p", ["class": "quiet"]) {
          visit.text(GasPageText.enough(visit.language.percent("\(record.percent)"), blocks: record.blocks))
        }
      }
    }
  }

  /// The expected wait of a tier, with whose estimate it is if an oracle's.
  private func waiting(_ tier: GasTier, _ quote: GasQuote) -> String {
    if let told = tier.toldWait { return visit.text(GasPageText.toldWait(time(Double(told)))) }
    guard let wait = tier.wait else { return visit.text(GasPageText.waitUnknown) }
    let blocks = visit.text(GasPageText.blocks(usual: wait.usual, most: wait.most))
    guard let (usual, most) = quote.seconds(tier), usual.isFinite, most.isFinite, most < 1e9 else { return blocks }
    let (low, high) = (time(usual), time(most))
    return "\(blocks), \(low == high ? low : "\(low) – \(high)")"
  }

  private func time(_ seconds: Double) -> String {
    if seconds >= 120 { return visit.text(GasPageText.minutes(Int(seconds / 60))) }
    let number = seconds < 10 ? "\((seconds * 10).rounded() / 10)" : "\(Int(seconds))"
    return visit.text(GasPageText.seconds(visit.language.decimal(number)))
  }

  private func facts(_ quote: GasQuote) -> Element {
    var rows: [(String, [Element.Node])] = [
      (
        visit.text(GasPageText.baseFee),
        [.text(quote.baseFee.map(price) ?? visit.text(GasPageText.noBaseFee))]
      )
    ]
    if let last = quote.fullness.last {
      let average = quote.fullness.reduce(0, +) / Double(quote.fullness.count)
      rows.append(
        (
          visit.text(GasPageText.fullness),
          [
            .text(
              visit.text(
                GasPageText.full(average: percent(average), count: quote.fullness.count, last: percent(last))))
          ]
        ))
    }
    rows.append((visit.text(GasPageText.block), [.text(visit.language.grouped(quote.block))]))
    rows.append(
      (
        visit.text(GasPageText.source),
        [.text(visit.text(quote.isUnverified ? GasPageText.unverified : quote.source == .oracle ? .oracle : .node))]
      ))
    if let problem = quote.oracleProblem {
      rows.append((visit.text(GasPageText.oracleProblem), [.element(.foreign(problem))]))
    }
    return Element.facts(rows)
  }

  private func percent(_ share: Double) -> String {
    guard share.isFinite else { return "?" }
    return visit.language.percent("\(Int((min(1, max(0, share)) * 100).rounded()))")
  }

  // MARK: The book's

  private var kept: [Element.Node] {
    let reason = gas.problem.map { visit.site.texts.failure($0, in: visit.language) }
    var nodes: [Element.Node] = [
      .element(
        Element("div", ["class": "note warning"]) {
          Element.paragraph(visit.text(GasPageText.silent))
          if let reason { Element.paragraph(UntrustedText.shown(reason.message), ["class": "quiet"]) }
          Element.action(visit.text(LayoutText.again), to: GasChoice(visit).link())
        })
    ]
    guard let sample = gas.newest else {
      return nodes + [.element(.note(visit.text(GasPageText.nothingKept)))]
    }
    let prices = FeeSpeed.allCases.map { ($0, UInt256(max(0, sample[$0]))) }
    nodes += [
      .element(
        Element("p") {
          visit.text(GasPageText.asOf) + " "
          Element.time(sample.time, visit)
          " (\(visit.language.age(visit.site.options.clock() - sample.time)))"
        }),
      .element(
        Element("ul", ["class": "cards"]) {
          for (speed, wei) in prices {
            Element("li", ["class": "card"]) {
              Element("h2") { visit.text(GasPageText.speed(speed)) }
              Element("p", ["class": "price"]) { price(wei) }
            }
          }
        }),
    ]
    return nodes + costs(prices)
  }

  // MARK: Costs

  private func costs(_ prices: [(speed: FeeSpeed, wei: UInt256)]) -> [Element.Node] {
    let title = visit.text(GasPageText.costs)
    let heads =
      [visit.text(GasPageText.action), visit.text(GasPageText.gasUnits)]
      + prices.map { visit.text(GasPageText.speed($0.speed)) }
    return [
      .element(Element("h2") { title }),
      .element(
        Element.table(
          title, heads, numbers: Set(1..<heads.count),
          isBelowTitle: true,
          rows: gas.actions.map { action in
            [
              [.text(visit.text(GasPageText.actionName(action.word)))],
              [.text(visit.language.grouped(action.gas))],
            ]
              + prices.map { entry in
                action.cost(at: entry.wei).map { PriceText(amount: $0, money: money, isRounded: true).content } ?? [
                  .text("–")
                ]
              }
          })),
    ] + (money.rateText.map { [.element(.paragraph($0, ["class": "quiet"]))] } ?? [])
  }
}
