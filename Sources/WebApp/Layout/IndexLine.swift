import Markup

extension IndexMoment {
  /// The line that says as of which block a page is.
  func line(_ visit: Visit) -> Element {
    .paragraph(visit.text(LecturePageText.asOf(block: block, seconds: age)), ["class": "quiet"])
  }
}
