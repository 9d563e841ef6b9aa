import Localization
import Operations

/// The words for readings of the chain's state that several endpoints have to agree on.
enum ReadingText: Phrase {
  /// The block and whose word it is.
  case agreed(EndpointEvidence, block: UInt64)
  /// The beginning of what endpoints tell that tell something else than enough others.
  case contradiction
  /// The fact and who tells what of it.
  case fact(DisputedFact)
  /// The number of further facts.
  case further(Int)
  /// The endpoints that were asked and did not answer.
  case silent([String])
  /// The next thing to do.
  case advice

  var english: String {
    switch self {
    case .agreed(let evidence, let block): "As of block \(block): \(EndpointEvidenceText.words(evidence).english)."
    case .contradiction: "Endpoints contradict that:"
    case .fact(let fact): fact.words(in: .english, quoting: "") + "."
    case .further(let count): "Further facts: \(count)."
    case .silent(let hosts): "Did not answer: \(hosts.joined(separator: ", "))."
    case .advice: "Ask a node of your own, or further endpoints."
    }
  }

  var korean: String {
    switch self {
    case .agreed(let evidence, let block): "블록 \(block) 기준: \(EndpointEvidenceText.words(evidence).korean)"
    case .contradiction: "다른 답을 한 엔드포인트가 있습니다:"
    case .fact(let fact): fact.words(in: .korean, quoting: "`") + "."
    case .further(let count): "그 밖의 항목: \(count)개."
    case .silent(let hosts): "답하지 않은 엔드포인트: \(Self.quoted(hosts))."
    case .advice: "자신의 노드나 다른 엔드포인트에 물어보세요."
    }
  }

  var ukrainian: String {
    switch self {
    case .agreed(let evidence, let block): "Станом на блок \(block): \(EndpointEvidenceText.words(evidence).ukrainian)."
    case .contradiction: "Є вузли, що кажуть інше:"
    case .fact(let fact): fact.words(in: .ukrainian, quoting: "`") + "."
    case .further(let count): "Інших фактів: \(count)."
    case .silent(let hosts): "Не відповіли: \(Self.quoted(hosts))."
    case .advice: "Спитайте свій вузол або інші вузли."
    }
  }

  /// A sentence for each of the facts on which endpoints contradict each other; of many the first.
  static func facts(_ facts: [DisputedFact]) -> [ReadingText] {
    let mostFacts = 8
    // A fact that is reported in two places of a reading, as a lecture's price among all and among one's own, is said
    // once.
    var said: Set<String> = []
    let facts = facts.filter { said.insert($0.words(in: .english, quoting: "")).inserted }
    return facts.prefix(mostFacts).map { .fact($0) }
      + (facts.count > mostFacts ? [.further(facts.count - mostFacts)] : [])
  }

  private static func quoted(_ hosts: [String]) -> String { hosts.map { "`\($0)`" }.joined(separator: ", ") }
}
