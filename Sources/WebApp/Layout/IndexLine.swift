import Markup

extension IndexSnapshot {
  /// The line with the block that a page is of.
  func line(_ visit: Visit) -> Element {
    .paragraph(visit.text(LecturePageText.asOf(block: block, seconds: age)), ["class": "quiet"])
  }
}
