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
    let told = try await reader.readLectures(facts: { facts(of: number, $0) }) {
      try await $0.lecture(number).price
    }
    return AgreedPrice(lecture: number, reading: told.map(\.value), place: place)
  }

  private static func facts(of number: UInt256, _ price: Price?) -> JSON {
    ["number": .number("\(number)"), "price": price.map { .number("\($0.klay)") } ?? .null]
  }

  /// Makes sure that a purchase is planned at that price.
  ///
  /// - Throws: `ReadingError` `.disputed` for another.
  package func check(_ review: Review) throws {
    guard let agreed = reading.value?.amount, agreed != review.value else { return }
    guard reading.dissent.isEmpty else { throw ReadingError.disputed(reading.dissent, silent: reading.silent) }
    // The node that it was planned at told the quorum another price than the plan.
    func value(_ amount: Amount) -> FactValue {
      .amount(amount.formatted(in: place.network.unit), symbol: place.network.symbol)
    }
    let name = FactName().naming(Self.facts(of: lecture, nil)).member("price")
    let answers = [
      ToldAnswer(value(agreed), by: reading.tellers), ToldAnswer(value(review.value), by: Set(place.node.endpoints)),
    ]
    let fact = DisputedFact(name: name, places: [name.place], answers: answers, agreed: value(agreed))
    throw ReadingError.disputed([fact], silent: reading.silent)
  }
}
