import ContractClient
import LectureKit
import Localization
import Operations
import StrictJSON
import Terminal

extension AgreedReading {
  /// The result of a command with whose word it is.
  func json(_ result: JSONObject) -> JSON {
    var result = result
    result["evidence"] = endpointEvidence.json
    result["endpoints"] = .integer(endpointEvidence.agreeingEndpoints)
    let sentences = [ReadingText.contradiction] + ReadingText.facts(dissent)
    result["contradiction"] = dissent.isEmpty ? .null : .string(sentences.map(\.english).joined(separator: " "))
    result["silent"] = .array(silent.map { .string($0) })
    return .object(result)
  }

  /// The lines that say whose word it is, where endpoints were compared.
  func lines(in language: Language) -> [StyledText] {
    guard let block else { return [] }
    let contradiction = dissent.isEmpty ? [] : [ReadingText.contradiction] + ReadingText.facts(dissent)
    let warnings = contradiction + (silent.isEmpty ? [] : [.silent(silent)])
    return [StyledText(language[ReadingText.agreed(endpointEvidence, block: block)], .dim)]
      + warnings.map { StyledText(language[$0], .warning) }
  }
}

extension Nodes {
  /// Reads the chain's state: at the node, or with a quorum at each endpoint alone.
  ///
  /// - Parameter json: The value in the output of `--json`, which names contradictions.
  /// - Throws: `ReadingError` `.disputed` where too few endpoints agree; `SendingError` `.noQuorum`; the errors of the
  ///   reading.
  func reading<Value: Sendable & Hashable>(
    at place: Connection, json: (Value, Money) -> JSON, _ read: (ContractConnection) async throws -> Value
  ) async throws -> AgreedReading<Value> {
    let money = unvaluedMoney(at: place)
    return try await reader(at: place).read(facts: { json($0, money) }, read)
  }

  /// Reads the lecture contract in use, as ``reading(at:json:_:)``; which contract it is is read likewise.
  func lectureReading<Value: Sendable & Hashable>(
    at place: Connection, json: (Value, Money) -> JSON, _ read: (LectureClient) async throws -> Value
  ) async throws -> AgreedReading<ContractReading<Value>> {
    let money = unvaluedMoney(at: place)
    return try await reader(at: place).readLectures(facts: { json($0, money) }, read)
  }

  private func reader(at place: Connection) -> AgreedStateReader {
    AgreedStateReader(settings, by: connector, at: place) { CommandFailure($0).message }
  }

  private func unvaluedMoney(at place: Connection) -> Money {
    Money(network: place.network, language: console.language, valuation: nil)
  }

  /// Connects to the lecture contract in use, which is there and is what it is as reported by as many endpoints as have
  /// to agree.
  func agreedLectureClient() async throws -> (LectureClient, Connection) {
    guard try settings.quorum() > 1 else { return try await lectureClient() }
    let place = try await connection()
    let client = try await Progress.show(console.language[ProgressText.lookingAtContract], on: console) { _ in
      try await reader(at: place).lectureClient()
    }
    return (client, place)
  }
}
