import Charts
import Markup
import Primitives
import WalletBook

/// The balances of a wallet over time as steps, with the numbers in a table below.
struct BalanceChart: Sendable {
  let visit: Visit
  let history: BalanceHistory
  let money: any MoneyTexts

  private static let (width, height, steps, most) = (640.0, 160.0, 160, 100)

  var content: [Element.Node] {
    guard !history.samples.isEmpty else {
      return [.element(.paragraph(visit.text(WalletPageText.noHistory), ["class": "quiet"]))]
    }
    let columns = history.columns(Self.steps)
    let end = ChartScale.end(of: columns)
    let highest = end == nil ? nil : history.samples.map(\.amount).max()
    let cut = highest.map { Element.paragraph(visit.text(WalletPageText.cut(money.text($0))), ["class": "quiet"]) }
    return [
      .element(drawing(columns, to: end)), .element(.paragraph(span, ["class": "quiet"])),
    ] + (cut.map { [.element($0)] } ?? []) + [.element(numbers)]
  }

  /// The line of the balances; what is above the end, where there is one, is drawn there.
  private func drawing(_ columns: [Double?], to end: Double?) -> Element {
    let top = end ?? max(columns.compactMap { $0 }.max() ?? 0, 1) * 1.05
    let points = columns.enumerated().compactMap { step, value in
      value.map { value in
        let x = Double(step) / Double(Self.steps - 1) * Self.width
        return "\(Self.number(x)),\(Self.number(Self.height - min(value, top) / top * (Self.height - 10)))"
      }
    }
    let title = visit.text(WalletPageText.chart)
    return Element(
      "svg",
      [
        "class": "chart", "role": "img", "aria-labelledby": "chart-title chart-about",
        "viewBox": "0 0 \(Int(Self.width)) \(Int(Self.height) + 1)",
      ]
    ) {
      Element("title", ["id": "chart-title"]) { title }
      Element("desc", ["id": "chart-about"]) { span }
      Element(
        "rect", ["class": "rail", "x": "0", "y": "\(Int(Self.height))", "width": "\(Int(Self.width))", "height": "1"])
      Element("polyline", ["class": "line", "points": points.joined(separator: " ")])
    }
  }

  /// The time that is drawn, in words below the drawing: letters in it would be as small as it is.
  private var span: String {
    "\(visit.site.texts.time(history.start, in: visit.language)) – \(visit.text(WalletPageText.now))"
  }

  private var numbers: Element {
    Element("details") {
      Element("summary") { visit.text(WalletPageText.numbers) }
      Element.table(
        visit.text(WalletPageText.chart), [visit.text(WalletPageText.time), visit.text(WalletPageText.balance)],
        numbers: [1],
        rows: history.samples.suffix(Self.most).reversed().map { sample in
          [[.element(.time(sample.time, visit))], [.text(money.text(sample.amount))]]
        })
    }
  }

  /// A coordinate with one decimal.
  private static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
