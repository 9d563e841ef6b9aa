import LectureKit
import NodeRPC

/// A purchase receipt compared with the chain, as the node or each endpoint alone reports it.
package struct CheckedReceipt: Sendable {
  /// The receipt as it was given.
  package let titled: TitledReceipt
  /// The distinct answers: the facts that the chain does not bear out, none where it finds the receipt good.
  package let answers: [EndpointAnswer<[ReceiptMismatch]>]
  /// The answer that counts; nil where endpoints contradict each other.
  package let agreed: EndpointAnswer<[ReceiptMismatch]>?
  /// The evidence for it.
  package let endpointEvidence: EndpointEvidence
  /// The endpoints that were asked and did not answer, as people know them.
  package let silent: [String]

  /// Holds a receipt against the chain.
  ///
  /// - Parameter quorum: The number of endpoints that have to agree on it; of one the node is asked.
  /// - Throws: `LectureError` `.notSupported` for the contracts of 2018; `SendingError` `.noQuorum`, `.wrongChain`; a
  ///   `NodeError`.
  package init(
    _ receipt: PurchaseReceipt, comparedWith client: LectureClient, at place: Connection, quorum: Int
  ) async throws {
    if quorum > 1 {
      let told = try await client.receipts.reportedMismatches(of: receipt, quorum: quorum)
      (answers, agreed) = (told.all, told.agreed)
      silent = told.silent(among: place.node.distinctEndpoints)
      endpointEvidence = EndpointEvidence(
        by: agreed?.agreeingEndpoints ?? answers.reduce(into: []) { $0.formUnion($1.agreeingEndpoints) }, at: place,
        quorum: quorum,
        isDisputed: agreed == nil)
    } else {
      let alone = EndpointAnswer(try await client.receipts.mismatches(of: receipt), by: [])
      (answers, agreed, silent, endpointEvidence) = ([alone], alone, [], EndpointEvidence(ofOneAt: place))
    }
    titled = await TitledReceipt(receipt, titledBy: client, quorum: quorum)
  }

  /// Whether the chain bears all of it out; nil where that is undecided.
  package var isGood: Bool? { agreed?.value.isEmpty }
  /// The receipt as it is shown: one that is not good makes claims alone, and the title of a lecture is none of them.
  package var shown: TitledReceipt {
    isGood == true ? titled : TitledReceipt(receipt: titled.receipt, title: nil)
  }
}
