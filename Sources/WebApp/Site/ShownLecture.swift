import LectureIndex
import LectureKit
import Operations
import Primitives
import StrictJSON

/// A lecture as its page shows it: out of the index of a platform where that is fresh, else from the contract.
struct ShownLecture: Sendable {
  /// The lecture, and the visitor's part in it.
  let state: LectureState
  /// The prices of its runs, if there were several.
  let prices: [(run: UInt64, price: Price)]
  /// The single ratings of its present run; nil where nobody asked for them, and where they could not be had.
  let ratings: [Scores]?
  /// The earlier lecture of another teacher whose title looks like this one's; nil where there is none, and where no index
  /// was read.
  let original: UInt256?
  /// Nil where the contract itself was asked just now.
  let moment: IndexSnapshot?
  /// The word of whom it is; nil where the index alone was read.
  let reading: AgreedReading<LectureState>?
  /// The contract.
  let client: LectureClient

  /// The facts of a lecture for everybody, out of an index.
  private struct Indexed: Sendable {
    let lecture: Lecture
    let prices: [(run: UInt64, price: Price)]
    let ratings: [Scores]?
    let original: UInt256?
    let moment: IndexSnapshot
  }

  /// The facts that a page does without where they cannot be had.
  private struct Extras: Sendable, Hashable {
    var prices: [UInt64: Price] = [:]
    var ratings: [Scores]?
  }

  /// Reads a lecture. The visitor's own part is asked of the contract itself: a purchase of just now is not offered
  /// again.
  ///
  /// - Parameter account: The visitor's; nil of nobody.
  /// - Throws: as ``LectureState/read(_:for:known:_:)``.
  static func read(
    _ number: UInt256, withRatings: Bool, for account: ActingAccount?, on visit: Visit
  ) async throws -> ShownLecture {
    // A lecture that the index does not have may have been opened just now.
    if let index = await visit.site.index(),
      let found = try await index.read({ try indexed(number, withRatings: withRatings, in: $0) })
    {
      var state = LectureState(lecture: found.lecture, enrolments: [], owner: nil)
      var reading: AgreedReading<ContractReading<LectureState>>?
      if account != nil {
        reading = try await LectureState.read(number, for: account, known: found.lecture, visit)
        state = reading?.value.value ?? state
      }
      let client = if let reading { reading.value.client } else { try await visit.lectureClient().0 }
      return ShownLecture(
        state: state, prices: found.prices, ratings: found.ratings, original: found.original,
        moment: found.moment,
        reading: reading?.map(\.value), client: client)
    }
    let told = try await LectureState.read(number, for: account, visit)
    let state = told.value.value
    let extras = await extras(of: state.lecture, withRatings: withRatings, on: visit)
    return ShownLecture(
      state: state, prices: extras.prices.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      ratings: extras.ratings, original: nil, moment: nil, reading: told.map(\.value), client: told.value.client)
  }

  /// The former prices and the single ratings; none of them where endpoints contradict each other about them.
  private static func extras(of lecture: Lecture, withRatings: Bool, on visit: Visit) async -> Extras {
    let hasRuns = (lecture.run ?? 0) > 0
    guard hasRuns || withRatings else { return Extras() }
    let told = try? await visit.readLectures(facts: { _, _ in [:] }) { client in
      let prices = hasRuns ? (try? await client.prices(of: lecture)) ?? [] : []
      return Extras(
        prices: Dictionary(prices.map { ($0.run, $0.price) }) { $1 },
        ratings: withRatings ? try? await client.ratings(of: lecture.number) : nil)
    }
    return told?.value.value ?? Extras()
  }

  private static func indexed(_ number: UInt256, withRatings: Bool, in view: IndexView) throws -> Indexed? {
    let moment = try IndexSnapshot(view)
    guard !moment.isStale, let lecture = try view.lecture(number) else { return nil }
    return Indexed(
      lecture: lecture, prices: try view.priceHistory(number).map { ($0.run, $0.price) },
      ratings: withRatings ? try view.ratings(of: number) : nil, original: try view.copies(among: [lecture])[number],
      moment: moment)
  }
}
