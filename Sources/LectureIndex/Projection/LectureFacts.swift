import ChainIndex
import ContractClient
import LectureKit
import NodeRPC
import Primitives

/// A rating whose scores no event tells.
package struct RatingPlace: Sendable, Hashable {
  package let lecture: UInt64
  package let run: UInt64
  package let student: Address
  /// The transaction that gave it.
  package let transaction: Hash32
}

/// The facts about lectures that no event tells: they are asked of the contract, as it is at a block.
package protocol LectureFacts: Sendable {
  /// The titles of lectures in a row.
  func titles(of numbers: Range<UInt64>, at block: BlockTag) async throws -> [String]

  /// The scores of ratings, each nil where they cannot be found any more.
  func scores(of ratings: [RatingPlace], at block: BlockTag) async throws -> [Scores?]
}

/// The facts as the contract and the transactions tell them, many in one round trip.
package struct MarketFacts: LectureFacts {
  private let market: LectureMarket

  /// The facts of a contract; nothing is asked yet.
  package init(_ market: LectureMarket) { self.market = market }

  /// The most lectures that the contract gives at once.
  private static let page: UInt64 = 100

  /// Asks for lectures by the hundred.
  package func titles(of numbers: Range<UInt64>, at block: BlockTag) async throws -> [String] {
    let records = try await records(of: numbers, at: block)
    return records.map(\.title)
  }

  /// The records of lectures in a row.
  ///
  /// - Throws: `badAnswer` where there are others than were asked for.
  func records(of numbers: Range<UInt64>, at block: BlockTag) async throws -> [LectureMarket.LectureRecord] {
    guard !numbers.isEmpty else { return [] }
    let calls = stride(from: numbers.lowerBound, to: numbers.upperBound, by: Int(Self.page)).map {
      market.getLectures(firstNumber: UInt256($0), limit: UInt256(min(Self.page, numbers.upperBound - $0)))
    }
    let records = try await market.connection.results(of: calls, at: block, callsPerTrip: 20).flatMap { try $0.get() }
    guard records.map(\.lectureNumber) == numbers.map({ UInt256($0) }) else {
      throw ChainIndexError.badAnswer(
        "The contract gives others than lecture \(numbers.lowerBound) and those after it.")
    }
    return records
  }

  /// The number of lectures.
  func count(at block: BlockTag) async throws -> UInt256 { try await market.lectureCount().call(at: block) }

  /// Asks the contract for ratings, and takes those that went away with a payment from the transactions that gave them.
  package func scores(of ratings: [RatingPlace], at block: BlockTag) async throws -> [Scores?] {
    guard !ratings.isEmpty else { return [] }
    let answers = try await market.connection.results(
      of: ratings.map {
        market.getPurchase(
          lectureNumber: UInt256($0.lecture), run: UInt256($0.run), studentAddress: $0.student)
      }, at: block)
    var scores: [Scores?] = try answers.map { answer in
      let record = try answer.get()
      guard record.rated else { return nil }
      return try Scores(
        [
          record.preparationPoint, record.contentPoint, record.proceedPoint, record.communicationPoint,
          record.satisfactionPoint,
        ].map { Int(clamping: $0) })
    }
    let gone = scores.indices.filter { scores[$0] == nil }
    let transactions = try await market.connection.node.batch(
      gone.map { NodeRequest<RPCTransaction?>.transaction(ratings[$0].transaction) })
    for (index, answer) in zip(gone, transactions) {
      guard let transaction = try answer.get(), transaction.to == market.address,
        transaction.from == ratings[index].student
      else { continue }
      scores[index] = Scores(rating: ratings[index].lecture, calldata: transaction.input)
    }
    return scores
  }
}

extension Scores {
  /// The scores that a call of `evaluateLecture` gives a lecture; nil for a call of anything else, and for another lecture.
  init?(rating lecture: UInt64, calldata: Bytes) {
    guard let scores = Scores(calldata: calldata) else { return nil }
    let values = scores.values.map { UInt256(UInt64(clamping: $0)) }
    let call = LectureMarket.Calldata.evaluateLecture(
      lectureNumber: UInt256(lecture), preparationPoint: values[0], contentPoint: values[1], proceedPoint: values[2],
      communicationPoint: values[3], satisfactionPoint: values[4])
    guard call == calldata else { return nil }
    self = scores
  }
}
