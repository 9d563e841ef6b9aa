import LectureKit

// The pages of single runs.

extension Lecture {
  /// The page of the students of a run.
  func students(ofRun run: UInt64) -> Link { Link("lectures", "\(number)", "runs", "\(run)", "students") }
}

extension Enrolment {
  /// The page of its receipt; nil after a reclaim, and of an old contract, which has no number of the run.
  var receipt: Link? {
    guard let run, tellsRating, bought, !reclaimed else { return nil }
    return Link("lectures", "\(lecture.number)", "runs", "\(run)", "receipt")
  }
}
