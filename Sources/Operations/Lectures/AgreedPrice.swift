import LectureKit
import NodeRPC
import Primitives
import StrictJSON

/// The price of a lecture that enough endpoints agree on: a purchase is offered at no other, whatever the node says that it
/// is planned at.
package struct AgreedPrice: Sendable {
  private let lecture: UInt256
  private let reading: AgreedReading<Price?>
  private let place: Connection

  /// Reads the price of what is to be bought.
  ///
  /// - Returns: Nil for another action than a purchase, and where no endpoints are compared.
  /// - Throws: `ReadingError` `.disputed` where too few agree; the errors of the reading.
  package static func read(
    of action: WantedAction, by reader: StateReader, at place: Connection
  ) async throws -> AgreedPrice? {
    guard case .purchase(let number) = action, try reader.isCompared else { return nil }
    let told = try await reader.readLectures(facts: { facts(of: number, $0, on: place) }) {
      try await $0.lecture(number).price
    }
    return AgreedPrice(lecture: number, reading: told.map(\.value), place: place)
  }

  private static func facts(of number: UInt256, _ price: Price?, on place: Connection) -> JSON {
    let price: JSON = price.map { .string(place.network.text($0.amount)) } ?? .null
    return ["lectures": [["number": .number("\(number)"), "price": price]]]
  }

  /// Makes sure that a purchase is planned at that price.
  ///
  /// - Throws: `ReadingError` `.disputed` for another.
  package func check(_ review: Review) throws {
    guard let agreed = reading.value?.amount, agreed != review.value else { return }
    guard reading.dissent.isEmpty else { throw ReadingError.disputed(reading.dissent) }
    // The node that it was planned at told the quorum another price than the plan.
    let (own, other) = (place.network.text(agreed), place.network.text(review.value))
    let fact = DisputedFact(
      name: "lectures[\(lecture)].price",
      answers: [ToldAnswer(own, by: reading.tellers), ToldAnswer(other, by: Set(place.node.endpoints))], agreed: own)
    throw ReadingError.disputed([fact])
  }
}
