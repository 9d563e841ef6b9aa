import LectureKit
import Primitives

/// The links that a platform has for the buyers of runs: a run's buyers keep theirs after the lecture is opened anew.
struct BuyersLinks: Sendable {
  let visit: Visit
  let client: LectureClient

  /// Whether the teacher gave a link for the buyers of a run; false on the pages of one person.
  func has(_ lecture: UInt256, run: UInt64) async -> Bool {
    guard let store = visit.site.platform?.store else { return false }
    let kept = try? await store.description(
      of: lecture, run: run, chainID: client.session.chainID, contract: client.market.address)
    return kept?.link != nil
  }

  /// The purchases among these that have a link.
  func having(_ enrolments: some Sequence<Enrolment>) async -> Set<Enrolment> {
    var found: Set<Enrolment> = []
    for enrolment in enrolments where enrolment.bought && !enrolment.reclaimed {
      guard let run = enrolment.run, await has(enrolment.lecture.number, run: run) else { continue }
      found.insert(enrolment)
    }
    return found
  }
}
