import ContractClient
import LectureKit
import NodeRPC
import StrictJSON

extension ContractConnection {
  /// Reads the chain's state at each endpoint alone, as of a block that they share.
  ///
  /// - Parameters:
  ///   - quorum: The number of endpoints that have to agree.
  ///   - symbol: The symbol of the coin that prices are in.
  ///   - words: The words of a refusal, by which a contradiction about it is reported.
  ///   - facts: The value's facts by their names, by which contradictions are reported.
  ///   - endpointEvidence: The evidence for an answer of some endpoints.
  /// - Throws: `ReadingError` `.disputed` where too few endpoints agree; `SendingError` `.noQuorum`; the errors of the
  ///   reading.
  func agreed<Value: Sendable & Hashable>(
    quorum: Int, coin symbol: String, words: (any Error) -> String, facts: (Value) -> JSON,
    endpointEvidence: (Set<Endpoint>) -> EndpointEvidence, _ read: (ContractConnection) async throws -> Value
  ) async throws -> AgreedReading<Value> {
    let told = try await reportedState(quorum: quorum, read)
    let isForked = Set(told.all.map(\.value.hash)).count > 1
    func named(_ answer: EndpointAnswer<EndpointReading<Value>>) -> EndpointAnswer<JSON> {
      var named: JSONObject =
        switch answer.value.outcome {
        case .value(let value): facts(value).object ?? [:]
        case .refusal(let refusal): ["error": .string(words(refusal.error))]
        }
      if isForked { named["block"] = .string("\(answer.value.block) \(answer.value.hash)") }
      return EndpointAnswer(.object(named), by: answer.agreeingEndpoints)
    }
    let disputed = DisputedFact.among(told.all.map(named), agreed: told.agreed.map(named), coin: symbol)
    let silent = told.silent(among: node.distinctEndpoints)
    guard let agreed = told.agreed else { throw ReadingError.disputed(disputed, silent: silent) }
    switch agreed.value.outcome {
    case .refusal(let refusal): throw refusal.error
    case .value(let value):
      return AgreedReading(
        value: value, endpointEvidence: endpointEvidence(agreed.agreeingEndpoints),
        agreeingEndpoints: agreed.agreeingEndpoints,
        block: agreed.value.block,
        dissent: disputed, silent: silent)
    }
  }
}

extension EndpointAnswers {
  /// The endpoints of those asked that did not answer, as people know them.
  package func silent(among asked: [Endpoint]) -> [String] {
    let agreeingEndpoints = all.reduce(into: Set<Endpoint>()) { $0.formUnion($1.agreeingEndpoints) }
    return asked.filter { !agreeingEndpoints.contains($0) }.map(\.hostAndPort)
  }
}
