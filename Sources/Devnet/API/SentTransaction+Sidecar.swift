import EVM
import Transactions

extension SentTransaction {
  /// Looks at a blob transaction's blobs: whether they came, and are those that it names.
  ///
  /// Proofs of blobs are verified. Of proofs of cells (EIP-7594) only the form is looked at: whether they are points; to
  /// verify them would take more of the trusted setup than the one point that is known here.
  ///
  /// - Throws: `refusedTransaction`.
  func validateSidecar(_ fork: Fork) throws(DevnetError) {
    guard case .blob(let blob) = transaction.transaction else { return }
    guard let sidecar = transaction.sidecar else { throw Self.refusal("missing sidecar in pooled transaction") }
    guard sidecar.version == .blobProofs || fork >= .osaka else {
      throw Self.refusal("cell proofs come with Osaka (EIP-7594): send one proof for each blob")
    }
    for (index, commitment) in sidecar.commitments.enumerated() {
      guard KZG.versionedHash(of: commitment) == blob.blobVersionedHashes[index] else {
        throw Self.refusal("blob \(index): the hash is not that of the commitment")
      }
    }
    for (index, blob) in sidecar.blobs.enumerated() {
      let isRight =
        switch sidecar.version {
        case .blobProofs:
          KZG.isProof(sidecar.proofs[index], ofBlob: blob, commitment: sidecar.commitments[index])
        case .cellProofs: KZG.isBlob(blob) && KZG.isPoint(sidecar.commitments[index])
        }
      guard isRight else { throw Self.refusal("blob \(index): the proof does not show that the commitment is its") }
    }
    guard sidecar.version == .cellProofs, !sidecar.proofs.allSatisfy(KZG.isPoint) else { return }
    throw Self.refusal("a cell proof is not a point of G1")
  }

  private static func refusal(_ reason: String) -> DevnetError { DevnetError(.refusedTransaction, reason) }
}
