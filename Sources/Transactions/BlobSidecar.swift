import Keys
import Primitives

/// The blobs of a blob transaction with their commitments and proofs, as they travel between nodes.
///
/// Sizes and counts are checked; ``firstMismatch(with:)`` compares the commitments with the hashes of a transaction. That a
/// commitment belongs to its blob is for a node to prove.
public struct BlobSidecar: Hashable, Sendable {
  /// The scope of the proofs, blobs or cells; the raw value is the wrapper's version.
  public enum Version: UInt8, Hashable, Sendable {
    /// One proof for each blob (EIP-4844).
    case blobProofs = 0
    /// One proof for each of a blob's 128 cells (EIP-7594).
    case cellProofs = 1
  }

  /// Bytes of a blob: 4,096 field elements of 32 bytes.
  public static let blobSize = 131_072
  /// Bytes of a commitment and of a proof.
  public static let pointSize = 48
  /// Cells of an extended blob.
  public static let cellsPerBlob = 128

  /// The scope of the proofs, blobs or cells.
  public let version: Version
  /// The blobs, 131,072 bytes each.
  public let blobs: [Bytes]
  /// One KZG commitment for each blob, 48 bytes.
  public let commitments: [Bytes]
  /// The KZG proofs, 48 bytes each: one for each blob, or 128.
  public let proofs: [Bytes]

  /// Blobs with what belongs to them.
  ///
  /// - Throws: `wrongLength` or `invalidSidecar` when sizes or counts do not fit one another.
  public init(version: Version, blobs: [Bytes], commitments: [Bytes], proofs: [Bytes]) throws(TransactionError) {
    try Self.check(blobs, "blobs", size: Self.blobSize)
    try Self.check(commitments, "commitments", size: Self.pointSize)
    try Self.check(proofs, version == .cellProofs ? "cellProofs" : "proofs", size: Self.pointSize)
    guard commitments.count == blobs.count else {
      throw Self.misfit("\(blobs.count) blobs have \(commitments.count) commitments")
    }
    let perBlob = version == .cellProofs ? Self.cellsPerBlob : 1
    guard proofs.count.isMultiple(of: perBlob), proofs.count / perBlob == blobs.count else {
      throw Self.misfit("\(blobs.count) blobs have \(proofs.count) proofs instead of \(perBlob) each")
    }
    self.version = version
    self.blobs = blobs
    self.commitments = commitments
    self.proofs = proofs
  }

  /// - Throws: `invalidSidecar` unless there is a blob for each of the transaction's hashes.
  func check(against transaction: BlobTransaction) throws(TransactionError) {
    guard transaction.blobVersionedHashes.count == blobs.count else {
      throw Self.misfit("the transaction names \(transaction.blobVersionedHashes.count) blobs, \(blobs.count) came")
    }
  }

  /// The hash by which a transaction names a commitment: 1 and 31 bytes of its SHA-256 (EIP-4844); nil only if OpenSSL has
  /// none.
  public static func versionedHash(of commitment: Bytes) -> Hash32? {
    (try? SHA256.hash(commitment)).flatMap { try? Hash32([1] + $0.bytes.dropFirst()) }
  }

  /// The index of the first blob whose commitment is not what the hash in its place names; nil if each is.
  ///
  /// - Parameter hashes: A transaction's `blobVersionedHashes`.
  public func firstMismatch(with hashes: [Hash32]) -> Int? {
    commitments.indices.first { index in
      !hashes.indices.contains(index) || Self.versionedHash(of: commitments[index]) != hashes[index]
    }
  }

  private static func check(_ parts: [Bytes], _ field: String, size: Int) throws(TransactionError) {
    guard let index = parts.firstIndex(where: { $0.count != size }) else { return }
    throw TransactionError(
      .wrongLength, "The sidecar's \(field)[\(index)] has \(parts[index].count) bytes, \(size) are due.", about: field)
  }

  private static func misfit(_ what: String) -> TransactionError {
    TransactionError(.invalidSidecar, "The blob sidecar does not fit: \(what).")
  }
}

extension BlobSidecar {
  /// Takes the network form apart: `[body, blobs, commitments, proofs]`, since EIP-7594 with the wrapper's version
  /// after the body.
  ///
  /// - Returns: the fields of the body, and the sidecar.
  static func split(_ items: [RLP.Item]) throws(TransactionError) -> (body: [RLP.Item], sidecar: BlobSidecar) {
    guard case .list(let body)? = items.first, items.count == 4 || items.count == 5 else {
      throw TransactionError(
        .wrongFieldCount, "A blob transaction with its sidecar has 4 or 5 parts, this one has \(items.count).")
    }
    var version = Version.blobProofs
    if items.count == 5 {
      guard items[1] == .bytes([Version.cellProofs.rawValue]) else {
        throw TransactionError(
          .invalidSidecar, "The blob sidecar's wrapper is of an unknown version.",
          reason: "Known is 1 (EIP-7594); version 0 is written without a number.")
      }
      version = .cellProofs
    }
    let parts = items.suffix(3).map { $0 }
    return (
      body,
      try BlobSidecar(
        version: version, blobs: try strings(parts[0], "blobs"), commitments: try strings(parts[1], "commitments"),
        proofs: try strings(parts[2], "proofs"))
    )
  }

  /// The parts that follow the body in the network form.
  var items: [RLP.Item] {
    let lists: [RLP.Item] = [blobs, commitments, proofs].map { .list($0.map { .bytes($0) }) }
    return version == .blobProofs ? lists : [.bytes([version.rawValue])] + lists
  }

  private static func strings(_ item: RLP.Item, _ field: String) throws(TransactionError) -> [Bytes] {
    guard case .list(let items) = item else {
      throw TransactionError(
        .wrongFieldShape, "The sidecar's \(field) are bytes where a list is due.", about: field)
    }
    do throws(RLPError) {
      return try items.map { (item) throws(RLPError) in try item.bytes() }
    } catch {
      throw TransactionError(
        .wrongFieldShape, "The sidecar's \(field) hold a list where bytes are due.", about: field)
    }
  }
}
