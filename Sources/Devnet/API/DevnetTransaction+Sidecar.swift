import EVM
import Transactions

extension DevnetTransaction {
  /// Looks at a blob transaction's blobs: whether they came, and are those that it names, by the proofs of blobs (EIP-4844)
  /// or of their cells (EIP-7594).
  ///
  /// - Throws: `refusedTransaction`.
  func validateSidecar(_ fork: Fork) throws(DevnetError) {
    guard case .blob(let blob) = transaction.transaction else { return }
    guard let sidecar = transaction.sidecar else { throw DevnetError.refusal("missing sidecar in pooled transaction") }
    guard sidecar.version == .blobProofs || fork >= .osaka else {
      throw DevnetError.refusal("cell proofs come with Osaka (EIP-7594): send one proof for each blob")
    }
    if let index = sidecar.firstMismatch(with: blob.blobVersionedHashes) {
      throw DevnetError.refusal("blob \(index): the hash is not that of the commitment")
    }
    for (index, blob) in sidecar.blobs.enumerated() {
      let isRight =
        switch sidecar.version {
        case .blobProofs:
          KZG.isProof(sidecar.proofs[index], ofBlob: blob, commitment: sidecar.commitments[index])
        case .cellProofs:
          KZG.areCellProofs(
            Array(sidecar.proofs.dropFirst(index * BlobSidecar.cellsPerBlob).prefix(BlobSidecar.cellsPerBlob)),
            ofBlob: blob, commitment: sidecar.commitments[index])
        }
      guard isRight else {
        throw DevnetError.refusal("blob \(index): the proof does not show that the commitment is its")
      }
    }
  }

  private static func refusal(_ reason: String) -> DevnetError { DevnetError(.refusedTransaction, reason) }
}
