import Localization
import Markup
import Testing

@testable import WebApp

@Suite("A line over time on a page")
struct TimeGraphTests {
  private func html(_ values: [Double], from floor: Double = 0, in language: Language = .english) -> String {
    let graph = TimeGraph(
      title: "Prices", summary: "", steps: values.map { TimeGraph.Step(name: "day", value: $0) }, marks: [],
      floor: floor, heads: ["Day", "Price"], numbers: "Numbers", language: language, text: { "\($0)" })
    return Element("div") { graph.content }.text(.html)
  }

  @Test("has round numbers beside its scale, in groups and with no more digits than they need")
  func numbers() {
    for (language, number) in [(Language.english, "1,500"), (.korean, "1,500"), (.ukrainian, "1\u{A0}500")] {
      let page = html([1_483.25], in: language)
      #expect(page.contains("text-anchor=\"end\">\(number)</text>"), "\(page)")
    }
    #expect(html([0.925, 0.9375], from: 0.92).contains("text-anchor=\"end\">0.925</text>"))
  }

  @Test("makes room for long ones")
  func room() {
    #expect(html([1_483.25]).contains("<text x=\"58.0\""))
    // Eleven letters of 9.1 units at most, and 6 units to the lines.
    let page = html([100_000_000, 100_000_000])
    #expect(page.contains(">100,000,000</text>") && page.contains("<text x=\"104.1\""), "\(page)")
    #expect(page.contains("points=\"110.1,"), "\(page)")
  }
}
