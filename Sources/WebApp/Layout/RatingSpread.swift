import LectureKit
import Markup
import Primitives

/// The ratings of a run by how high they are: how many students gave a mean within each fifth, and within which each
/// score is.
struct RatingSpread: Sendable {
  let visit: Visit
  let ratings: [Scores]

  /// The fifths of the scale, the highest first.
  private static let fifths = [80...100, 60...79, 40...59, 20...39, 0...19]

  var content: [Element.Node] {
    guard !ratings.isEmpty else {
      return [.element(.paragraph(visit.text(LecturePageText.notRated), ["class": "quiet"]))]
    }
    let means = ratings.map { $0.values.reduce(0, +) / $0.values.count }
    let bars = Element("section", ["aria-labelledby": "spread"]) {
      Element("h2", ["id": "spread"]) { visit.text(RatingText.spread) }
      for fifth in Self.fifths {
        let count = means.count { fifth.contains($0) }
        Meter(name: Self.name(of: fifth), value: UInt256(count), share: UInt256(count * 100 / means.count)).element
      }
      Element.paragraph(visit.text(RatingText.ofRun(ratings.count)), ["class": "quiet"])
      Element("details") {
        Element("summary") { visit.text(RatingText.byQuestion) }
        table
      }
    }
    return [.element(bars)]
  }

  private var table: Element {
    Element.table(
      visit.text(RatingText.byQuestion), [visit.text(RatingText.question)] + Self.fifths.map(Self.name),
      numbers: Set(1...Self.fifths.count),
      rows: Scores.questions.indices.map { question in
        [[.text(visit.site.texts.score(question, in: visit.language))]]
          + Self.fifths.map { fifth in
            [.text("\(ratings.count { fifth.contains($0.values[question]) })")]
          }
      })
  }

  private static func name(of fifth: ClosedRange<Int>) -> String { "\(fifth.lowerBound)–\(fifth.upperBound)" }
}
