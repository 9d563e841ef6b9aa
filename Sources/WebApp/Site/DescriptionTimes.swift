import LectureKit
import Locking
import Operations

/// The times when a site was asked for the descriptions of lectures: once a minute for each, however often its page is read.
struct DescriptionTimes: Sendable {
  private static let pause: Int64 = 60
  private static let mostKept = 1_000
  private let times = Guarded<[String: Int64]>([:])

  /// Whether it is time to ask; then it counts as asked.
  func isDue(_ lecture: String, at now: Int64) -> Bool {
    times.withLock { times in
      if let last = times[lecture], now - last < Self.pause { return false }
      if times.count >= Self.mostKept { times = [:] }
      times[lecture] = now
      return true
    }
  }
}

/// The descriptions of lectures as a visitor gets them: a platform has them in its store, and one's own pages have them
/// from files here and the site of the settings.
struct DescriptionSource: Sendable {
  let visit: Visit

  /// The longest that a page waits for another site.
  private static let patience = Duration.seconds(2)

  /// The description of a lecture's present run that its teacher signed; nil where none is known or it cannot be checked
  /// now.
  func description(of lecture: Lecture, at client: LectureClient) async -> SignedDescription? {
    let (site, chainID, contract) = (visit.site, client.session.chainID, client.market.address)
    if let store = site.platform?.store {
      return try? await store.description(
        of: lecture.number, run: lecture.run, chainID: chainID, contract: contract)?.signed
    }
    let settings = site.settings(of: visit.session)
    let isDue = site.descriptionTimes.isDue("\(chainID)/\(contract)/\(lecture.number)", at: site.options.clock())
    let asked = isDue ? try? DescriptionSite(settings, timeout: Self.patience) : nil
    return try? await DescriptionReading.read(lecture, of: client, by: settings, asking: asked).signed
  }
}
