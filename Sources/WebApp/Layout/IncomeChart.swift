import LectureKit
import Markup
import Operations
import Primitives

/// A teacher's income week by week: bars, and the numbers in a table.
struct IncomeChart: Sendable {
  let income: TeachingIncome
  let money: any MoneyTexts
  let visit: Visit

  private static let (width, height, floor) = (640, 200, 160)

  var content: [Element.Node] {
    guard let most = income.weeks.map(\.amount).max(), most > .zero else { return [] }
    return [
      .element(
        Element("section") {
          Element("h2") { visit.text(MinePageText.incomeByWeek) }
          drawing(most)
          Element("details") {
            Element("summary") { visit.text(MinePageText.numbers) }
            table
          }
        })
    ]
  }

  private func drawing(_ most: Amount) -> Element {
    // A few weeks do not fill the chart.
    let step = Self.width / max(12, income.weeks.count)
    return Element(
      "svg",
      [
        "class": "chart income", "viewBox": "0 0 \(Self.width) \(Self.height)", "role": "img",
        "aria-labelledby": "income-title income-text",
      ]
    ) {
      Element("title", ["id": "income-title"]) { visit.text(MinePageText.incomeByWeek) }
      Element("desc", ["id": "income-text"]) { visit.text(MinePageText.mostInAWeek(money.roundedText(most))) }
      Element("rect", ["class": "rail", "x": "0", "y": "\(Self.floor)", "width": "\(Self.width)", "height": "1"])
      for (index, week) in income.weeks.enumerated() {
        let bar = Self.bar(week.amount, of: most)
        Element(
          "rect",
          [
            "class": "bar", "x": "\(index * step + step / 8)", "y": "\(Self.floor - bar)",
            "width": "\(max(1, step * 3 / 4))", "height": "\(bar)",
          ])
      }
      if let first = income.weeks.first, let last = income.weeks.last {
        Element("text", ["x": "0", "y": "\(Self.floor + 24)"]) { first.day }
        // Fewer have no room for two dates that can be read on a phone.
        if income.weeks.count > 5 {
          Element("text", ["x": "\(income.weeks.count * step)", "y": "\(Self.floor + 24)", "text-anchor": "end"]) {
            last.day
          }
        }
      }
    }
  }

  /// The height of a bar; at least one unit for any income.
  private static func bar(_ amount: Amount, of most: Amount) -> Int {
    guard amount > .zero, most > .zero else { return 0 }
    let steps = UInt256(UInt64(floor - 10))
    let (product, isLarge) = amount.wei.multipliedReportingOverflow(by: steps)
    return max(1, Int(clamping: isLarge ? amount.wei / (most.wei / steps) : product / most.wei))
  }

  private var table: Element {
    Element.table(
      visit.text(MinePageText.incomeByWeek), [MinePageText.week, .income].map { visit.text($0) }, numbers: [1],
      isBelowTitle: true, rows: income.weeks.reversed().map { [[.text($0.day)], [.text(money.text($0.amount))]] })
  }
}
