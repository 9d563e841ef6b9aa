import ContractClient
import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// A reading of the chain's state that people decide by: of one node, or agreed on by as many endpoints as have to, as of
/// a block that they share.
struct AgreedReading<Value: Sendable & Hashable>: Sendable {
  let value: Value
  /// The word of whom it is.
  let telling: Telling
  /// The block that it is as of; nil where one node was asked for its newest.
  let block: UInt64?
  /// The facts that other endpoints tell otherwise.
  let dissent: [DisputedFact]
  /// The endpoints that were asked and did not answer, as people know them.
  var silent: [String] = []

  /// The reading of a part of the value.
  func map<Part: Sendable & Hashable>(_ part: (Value) -> Part) -> AgreedReading<Part> {
    AgreedReading<Part>(value: part(value), telling: telling, block: block, dissent: dissent, silent: silent)
  }

  /// The reading on the word of nobody in particular, where a part of it was not compared.
  func withheld(_ isMixed: Bool) -> AgreedReading {
    isMixed ? AgreedReading(value: value, telling: Telling(), block: nil, dissent: dissent, silent: silent) : self
  }

  /// The result of a command with whose word it is.
  func json(_ result: JSONObject) -> JSON {
    var result = result
    result["evidence"] = telling.json
    result["endpoints"] = .integer(telling.tellers)
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
    return [StyledText(language[ReadingText.agreed(telling, block: block)], .dim)]
      + warnings.map { StyledText(language[$0], .warning) }
  }
}

/// A value that was read from the lecture contract, and the client that read it; two are equal where value and
/// generation of the contract are.
struct ContractReading<Value: Sendable & Hashable>: Sendable, Hashable {
  let value: Value
  let client: LectureClient

  static func == (left: Self, right: Self) -> Bool {
    left.value == right.value && left.client.generation == right.client.generation
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Nodes {
  /// Reads the chain's state: at the node, or with a quorum at each endpoint alone.
  ///
  /// - Parameter json: The value in the output of `--json`, by which contradictions are told.
  /// - Throws: `readingDisputed` where too few endpoints agree; `SendingError` `.noQuorum`; the errors of the reading.
  func reading<Value: Sendable & Hashable>(
    at place: Connection, json: (Value, Money) -> JSON, _ read: (ContractConnection) async throws -> Value
  ) async throws -> AgreedReading<Value> {
    let quorum = try settings.quorum()
    guard quorum > 1 else {
      let value = try await read(place.connection)
      return AgreedReading(value: value, telling: Telling(ofOneAt: place), block: nil, dissent: [])
    }
    let told = try await place.connection.toldState(quorum: quorum, read)
    let money = Money(network: place.network, language: console.language, valuation: nil)
    let isForked = Set(told.all.map(\.value.hash)).count > 1
    func facts(_ answer: ToldAnswer<ToldState<Value>>) -> ToldAnswer<JSON> {
      var facts: JSONObject =
        switch answer.value.outcome {
        case .value(let value): json(value, money).object ?? [:]
        case .refusal(let refusal): ["error": .string(CommandFailure(refusal.error).message)]
        }
      if isForked { facts["block"] = .string("\(answer.value.block) \(answer.value.hash)") }
      return ToldAnswer(.object(facts), by: answer.tellers)
    }
    let disputed = DisputedFact.among(
      told.all.map(facts), agreed: told.agreed.map(facts), coin: place.network.symbol)
    let silent = told.silent(among: place.node.distinctEndpoints)
    guard let agreed = told.agreed else { throw CommandFailure(disputed: disputed, silent: silent) }
    switch agreed.value.outcome {
    case .refusal(let refusal): throw refusal.error
    case .value(let value):
      return AgreedReading(
        value: value, telling: Telling(by: agreed.tellers, at: place, quorum: quorum), block: agreed.value.block,
        dissent: disputed, silent: silent)
    }
  }

  /// Reads the lecture contract in use, as ``reading(at:json:_:)``; which contract it is is read likewise.
  func lectureReading<Value: Sendable & Hashable>(
    at place: Connection, json: (Value, Money) -> JSON, _ read: (LectureClient) async throws -> Value
  ) async throws -> AgreedReading<ContractReading<Value>> {
    let isCompared = try settings.quorum() > 1
    return try await reading(
      at: place,
      json: { reading, money in
        var facts = json(reading.value, money).object ?? [:]
        facts["contract"] = .string(reading.client.generation.rawValue)
        return .object(facts)
      }
    ) { connection in
      let client = try await connector.lectureClient(over: isCompared ? place.over(connection) : place)
      return ContractReading(value: try await read(client), client: client)
    }
  }

  /// Connects to the lecture contract in use, which is there and is what it is by the word of as many endpoints as have to
  /// agree.
  func agreedLectureClient() async throws -> (LectureClient, Connection) {
    guard try settings.quorum() > 1 else { return try await lectureClient() }
    let place = try await connection()
    let told = try await Progress.show(console.language[ProgressText.lookingAtContract], on: console) { _ in
      try await lectureReading(at: place, json: { _, _ in [:] }) { _ in true }
    }
    return (told.value.client.over(place.connection), place)
  }
}

extension ToldAnswers {
  /// The endpoints of those asked that did not answer, as people know them.
  func silent(among asked: [Endpoint]) -> [String] {
    let tellers = all.reduce(into: Set<Endpoint>()) { $0.formUnion($1.tellers) }
    return asked.filter { !tellers.contains($0) }.map(\.hostAndPort)
  }
}

extension CommandFailure {
  /// The failure where too few endpoints agree on what was read: none of it is told as a fact.
  fileprivate init(disputed facts: [DisputedFact], silent: [String]) {
    let sentences = ReadingText.facts(facts) + (silent.isEmpty ? [] : [.silent(silent)])
    @Sendable func reason(_ language: Language) -> String { sentences.map { language[$0] }.joined(separator: " ") }
    self.init(
      .readingDisputed,
      FailureWords(
        "The answer is disputed: the endpoints contradict each other.", reason: reason(.english),
        advice: ReadingText.advice.english),
      details: ["disputed": .array(facts.flatMap(\.places).map { .string($0) })],
      translation: { language in
        FailureWords(
          language == .korean
            ? "엔드포인트의 답이 서로 달라 결과를 판단할 수 없습니다." : "Відповідь спірна: вузли суперечать один одному.",
          reason: reason(language), advice: language[ReadingText.advice])
      })
  }
}

extension CommandFailure.Code {
  /// Endpoints contradict each other about what was read.
  static let readingDisputed = Self("readingDisputed", .nodeUnavailable)
}
