import Localization
import Operations

/// The words for readings of the chain's state that several endpoints have to agree on.
enum ReadingText: Phrase {
  /// The block and whose word it is.
  case agreed(Telling, block: UInt64)
  /// The endpoints that tell something else than enough others, with the facts.
  case contradicted([DisputedFact])
  /// The facts on which too few agree.
  case disputed([DisputedFact])
  /// The next thing to do.
  case advice

  var english: String {
    switch self {
    case .agreed(let telling, let block): "As of block \(block): \(TellingText.words(telling).english)."
    case .contradicted(let facts): "Endpoints contradict that: " + Self.words(facts, quoting: "")
    case .disputed(let facts): Self.words(facts, quoting: "")
    case .advice: "Ask a node of your own, or further endpoints."
    }
  }

  var korean: String {
    switch self {
    case .agreed(let telling, let block): "블록 \(block) 기준: \(TellingText.words(telling).korean)"
    case .contradicted(let facts): "다른 답을 한 엔드포인트가 있습니다: " + Self.words(facts, quoting: "`")
    case .disputed(let facts): Self.words(facts, quoting: "`")
    case .advice: "자신의 노드나 다른 엔드포인트에 물어보세요."
    }
  }

  var ukrainian: String {
    switch self {
    case .agreed(let telling, let block): "Станом на блок \(block): \(TellingText.words(telling).ukrainian)."
    case .contradicted(let facts): "Є вузли, що кажуть інше: " + Self.words(facts, quoting: "`")
    case .disputed(let facts): Self.words(facts, quoting: "`")
    case .advice: "Спитайте свій вузол або інші вузли."
    }
  }

  /// More facts than these are counted alone.
  private static let mostFacts = 8

  private static func words(_ facts: [DisputedFact], quoting quote: String) -> String {
    let shown = facts.prefix(mostFacts).map { fact in
      "\(quote)\(fact.name)\(quote): \(fact.answers.words(agreed: fact.agreed, quoting: quote))"
    }
    return (shown + (facts.count > mostFacts ? ["… +\(facts.count - mostFacts)"] : [])).joined(separator: "; ")
  }
}
