import LectureKit
import NodeRPC

/// A reading of the chain's state that people decide by: of one node, or agreed on by as many endpoints as have to, as
/// of a block that they share.
package struct AgreedReading<Value: Sendable & Hashable>: Sendable {
  /// The value.
  package let value: Value
  /// The evidence for it.
  package let endpointEvidence: EndpointEvidence
  /// The endpoints that agree on it; empty where none were compared.
  package let agreeingEndpoints: Set<Endpoint>
  /// The block that it is as of; nil where one node was asked for its newest.
  package let block: UInt64?
  /// The facts that other endpoints contradict.
  package let dissent: [DisputedFact]
  /// The endpoints that were asked and did not answer, as people know them.
  package let silent: [String]

  /// A value on somebody's word.
  package init(
    value: Value, endpointEvidence: EndpointEvidence, agreeingEndpoints: Set<Endpoint> = [], block: UInt64? = nil,
    dissent: [DisputedFact] = [],
    silent: [String] = []
  ) {
    (self.value, self.endpointEvidence, self.agreeingEndpoints) = (value, endpointEvidence, agreeingEndpoints)
    (self.block, self.dissent, self.silent) = (block, dissent, silent)
  }

  /// The reading of a part of the value.
  package func map<Part: Sendable & Hashable>(_ part: (Value) -> Part) -> AgreedReading<Part> {
    AgreedReading<Part>(
      value: part(value), endpointEvidence: endpointEvidence, agreeingEndpoints: agreeingEndpoints, block: block,
      dissent: dissent,
      silent: silent)
  }

  /// The reading without any endpoint's evidence, where a part of it was not compared.
  package func withheld(_ isMixed: Bool) -> AgreedReading {
    isMixed ? AgreedReading(value: value, endpointEvidence: EndpointEvidence(), dissent: dissent, silent: silent) : self
  }
}

/// A value that was read from the lecture contract, and the client that read it; two are equal where value and
/// generation of the contract are.
package struct ContractReading<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value.
  package let value: Value
  /// The client that read it.
  package let client: LectureClient

  /// Equal values of contracts of one generation.
  package static func == (left: Self, right: Self) -> Bool {
    left.value == right.value && left.client.generation == right.client.generation
  }

  /// Hashes the value alone.
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
