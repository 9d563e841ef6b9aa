import Localization
import Operations
import Outbox

/// The words for whose word something is.
enum EndpointEvidenceText: Phrase {
  /// A part of a sentence.
  case words(EndpointEvidence)
  /// The sentence about a contract's events.
  case events(EndpointEvidence)

  var english: String {
    switch self {
    case .words(let evidence):
      evidence.isCounted
        ? "told by \(evidence.agreeingEndpoints) of \(evidence.asked) endpoints"
          + (evidence.operators.map { ", of \($0) operators" } ?? "") : ReceiptText.evidence(evidence.level).english
    case .events(let evidence): "The contract's events: \(EndpointEvidenceText.words(evidence).english)."
    }
  }

  var korean: String {
    switch self {
    case .words(let evidence):
      evidence.isCounted
        ? "엔드포인트 \(evidence.asked)개 중 \(evidence.agreeingEndpoints)개의 답"
          + (evidence.operators.map { ", 운영자 \($0)명" } ?? "") : ReceiptText.evidence(evidence.level).korean
    case .events(let evidence): "계약의 이벤트: \(EndpointEvidenceText.words(evidence).korean)"
    }
  }

  var ukrainian: String {
    switch self {
    case .words(let evidence):
      evidence.isCounted
        ? "\(evidence.agreeingEndpoints == 1 ? "каже" : "кажуть") \(evidence.agreeingEndpoints) з \(evidence.asked) вузлів"
          + (evidence.operators.map { ", різних операторів: \($0)" } ?? "")
        : ReceiptText.evidence(evidence.level).ukrainian
    case .events(let evidence): "Події контракту: \(EndpointEvidenceText.words(evidence).ukrainian)."
    }
  }
}

extension EndpointEvidence {
  /// Whether it is described by the number of endpoints: where several were asked, and nothing stronger is known.
  fileprivate var isCounted: Bool { asked > 1 && level != .own && level != .sealed }
}
