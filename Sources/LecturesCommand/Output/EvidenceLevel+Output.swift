import Operations
import Outbox
import StrictJSON

extension EvidenceLevel? {
  /// For people: the evidence of a transaction's outcome.
  var words: String {
    switch self {
    case nil: "told by one node"
    case .agreed: "agreed by several operators"
    case .sealed: "sealed by the validators"
    case .own: "told by your own node"
    }
  }
}

extension JSON {
  /// The level of evidence in the output of `--json`: `told` where only one node's answer supports it.
  static func evidence(_ level: EvidenceLevel?) -> JSON { .string(level?.rawValue ?? "told") }
}

extension EndpointEvidence {
  /// The evidence in the output of `--json`.
  var json: JSON { .evidence(level) }
}
