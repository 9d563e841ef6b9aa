import ContractClient
import LectureKit
import NodeRPC
import StrictJSON

/// Reads the chain's state at the node, or with a quorum at each endpoint alone as of a block that they share.
package struct StateReader: Sendable {
  private let settings: Settings
  private let connector: Connector
  let place: Connection
  /// The words of a contract's refusal, by which a contradiction about it is told.
  private let words: @Sendable (any Error) -> String

  /// A reader over a connection; nothing is asked yet.
  ///
  /// - Parameter words: The words of a contract's refusal, by which a contradiction about it is told.
  package init(
    _ settings: Settings, by connector: Connector, at place: Connection,
    words: @escaping @Sendable (any Error) -> String
  ) { (self.settings, self.connector, self.place, self.words) = (settings, connector, place, words) }

  /// Whether several endpoints are asked, and have to agree.
  package var isCompared: Bool { get throws { try settings.quorum() > 1 } }

  /// Reads the chain's state.
  ///
  /// - Parameter facts: The value's facts by their names, by which contradictions are told.
  /// - Throws: `ReadingError` `.disputed` where too few endpoints agree; `SendingError` `.noQuorum`; the errors of the
  ///   reading.
  package func read<Value: Sendable & Hashable>(
    facts: (Value) -> JSON, _ read: (ContractConnection) async throws -> Value
  ) async throws -> AgreedReading<Value> {
    let quorum = try settings.quorum()
    guard quorum > 1 else {
      return AgreedReading(value: try await read(place.connection), telling: Telling(ofOneAt: place))
    }
    let told = try await place.connection.toldState(quorum: quorum, read)
    let isForked = Set(told.all.map(\.value.hash)).count > 1
    func named(_ answer: ToldAnswer<ToldState<Value>>) -> ToldAnswer<JSON> {
      var named: JSONObject =
        switch answer.value.outcome {
        case .value(let value): facts(value).object ?? [:]
        case .refusal(let refusal): ["error": .string(words(refusal.error))]
        }
      if isForked { named["block"] = .string("\(answer.value.block) \(answer.value.hash)") }
      return ToldAnswer(.object(named), by: answer.tellers)
    }
    let disputed = DisputedFact.among(
      told.all.map(named), agreed: told.agreed.map(named), coin: place.network.symbol)
    let silent = told.silent(among: place.node.distinctEndpoints)
    guard let agreed = told.agreed else { throw ReadingError.disputed(disputed, silent: silent) }
    switch agreed.value.outcome {
    case .refusal(let refusal): throw refusal.error
    case .value(let value):
      return AgreedReading(
        value: value, telling: Telling(by: agreed.tellers, at: place, quorum: quorum), tellers: agreed.tellers,
        block: agreed.value.block, dissent: disputed, silent: silent)
    }
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
}

extension ToldAnswers {
  /// The endpoints of those asked that did not answer, as people know them.
  package func silent(among asked: [Endpoint]) -> [String] {
    let tellers = all.reduce(into: Set<Endpoint>()) { $0.formUnion($1.tellers) }
    return asked.filter { !tellers.contains($0) }.map(\.hostAndPort)
  }
}
