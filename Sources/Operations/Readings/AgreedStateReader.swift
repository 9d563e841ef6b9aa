import ContractClient
import LectureKit
import StrictJSON

/// Reads the chain's state at the node, or with a quorum at each endpoint alone as of a block that they share.
package struct AgreedStateReader: Sendable {
  private let settings: Settings
  private let connector: Connector
  let place: Connection
  /// The words of a contract's refusal, by which a contradiction about it is reported.
  private let words: @Sendable (any Error) -> String

  /// A reader over a connection; nothing is asked yet.
  ///
  /// - Parameter words: The words of a contract's refusal, by which a contradiction about it is reported.
  package init(
    _ settings: Settings, by connector: Connector, at place: Connection,
    words: @escaping @Sendable (any Error) -> String
  ) { (self.settings, self.connector, self.place, self.words) = (settings, connector, place, words) }

  /// Whether several endpoints are asked, and have to agree.
  package var isCompared: Bool { get throws { try settings.quorum() > 1 } }

  /// Reads the chain's state.
  ///
  /// - Parameter facts: The value's facts by their names, by which contradictions are reported.
  /// - Throws: `ReadingError` `.disputed` where too few endpoints agree; `SendingError` `.noQuorum`; the errors of the
  ///   reading.
  package func read<Value: Sendable & Hashable>(
    facts: (Value) -> JSON, _ read: (ContractConnection) async throws -> Value
  ) async throws -> AgreedReading<Value> {
    let quorum = try settings.quorum()
    guard quorum > 1 else {
      return AgreedReading(value: try await read(place.connection), endpointEvidence: EndpointEvidence(ofOneAt: place))
    }
    return try await place.connection.agreed(
      quorum: quorum, coin: place.network.symbol, words: words, facts: facts,
      endpointEvidence: { EndpointEvidence(by: $0, at: place, quorum: quorum) }, read)
  }

  /// Reads the lecture contract in use, as ``read(facts:_:)``; which contract it is is read likewise.
  package func readLectures<Value: Sendable & Hashable>(
    facts: (Value) -> JSON, _ read: (LectureClient) async throws -> Value
  ) async throws -> AgreedReading<ContractReading<Value>> {
    let isCompared = try self.isCompared
    return try await self.read(
      facts: { reading in
        var named = facts(reading.value).object ?? [:]
        named["contract"] = .string(reading.client.generation.rawValue)
        return .object(named)
      }
    ) { connection in
      let client = try await connector.lectureClient(over: isCompared ? place.over(connection) : place)
      return ContractReading(value: try await read(client), client: client)
    }
  }

  /// The client of the lecture contract in use, over the connection: it is there, and is what it is, as reported by as
  /// many endpoints as have to agree.
  ///
  /// - Throws: as ``readLectures(facts:_:)``.
  package func lectureClient() async throws -> LectureClient {
    try await readLectures(facts: { _ in [:] }) { _ in true }.value.client.over(place.connection)
  }
}
