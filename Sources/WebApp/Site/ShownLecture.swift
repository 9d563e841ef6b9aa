import LectureIndex
import LectureKit
import Primitives

/// A lecture as its page shows it to everybody: out of the index of a platform where that is fresh, else from the contract.
struct ShownLecture: Sendable {
  let lecture: Lecture
  /// The prices of its runs, if there were several.
  let prices: [(run: UInt64, price: Price)]
  /// The single ratings of its present run; nil where nobody asked for them, and where they could not be had.
  let ratings: [Scores]?
  /// Nil where the contract itself was asked just now.
  let moment: IndexMoment?

  /// Reads a lecture.
  ///
  /// - Throws: ``WebRefusal/notFound`` where there is none; the errors of the contract.
  static func read(
    _ number: UInt256, withRatings: Bool, at site: Site, of client: LectureClient
  ) async throws -> ShownLecture {
    // A lecture that the index does not have may have been opened just now.
    if let index = await site.index(),
      let found = try await index.read({ try indexed(number, withRatings: withRatings, in: $0) })
    {
      return found
    }
    guard number < (try await client.count()) else { throw WebRefusal.notFound }
    let lecture = try await client.lecture(number)
    return ShownLecture(
      lecture: lecture, prices: (lecture.run ?? 0) > 0 ? (try? await client.prices(of: lecture)) ?? [] : [],
      ratings: withRatings ? try? await client.ratings(of: number) : nil, moment: nil)
  }

  private static func indexed(_ number: UInt256, withRatings: Bool, in view: IndexView) throws -> ShownLecture? {
    let moment = try IndexMoment(view)
    guard !moment.isStale, let lecture = try view.lecture(number) else { return nil }
    return ShownLecture(
      lecture: lecture, prices: try view.priceHistory(number).map { ($0.run, $0.price) },
      ratings: withRatings ? try view.ratings(of: number) : nil, moment: moment)
  }
}
