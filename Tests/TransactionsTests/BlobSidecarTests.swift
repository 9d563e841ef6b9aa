import Keys
import Primitives
import Testing
import Transactions

@Suite struct BlobSidecarTests {
  private let key: PrivateKey
  private let blobs: [Bytes]
  private let points: [Bytes]

  init() throws {
    key = try PrivateKey(bytes: Bytes(repeating: 3, count: 32))
    blobs = (0..<2).map { Bytes(repeating: $0, count: BlobSidecar.blobSize) }
    points = (0..<2).map { Bytes(repeating: 0xc0 + $0, count: BlobSidecar.pointSize) }
  }

  private func cells(_ blobs: Int) -> [Bytes] {
    (0..<blobs * BlobSidecar.cellsPerBlob).map { Bytes(repeating: UInt8($0 & 0xff), count: BlobSidecar.pointSize) }
  }

  private func transaction(blobs: Int) -> UnsignedTransaction {
    .blob(
      BlobTransaction(
        chainID: 1, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 2, gasLimit: 21_000, to: key.address, value: 0,
        maxFeePerBlobGas: 1, blobVersionedHashes: Array(repeating: .zero, count: blobs)))
  }

  @Test("both network forms are kept and encode to themselves, the hash is that of the canonical form")
  func networkForms() throws {
    let canonical = try transaction(blobs: 2).signed(by: key)
    for sidecar in [
      try BlobSidecar(version: .blobProofs, blobs: blobs, commitments: points, proofs: points),
      try BlobSidecar(version: .cellProofs, blobs: blobs, commitments: points, proofs: cells(2)),
    ] {
      let signed = try transaction(blobs: 2).signed(by: key, sidecar: sidecar)
      #expect(signed.hash == canonical.hash)
      #expect(signed.encoded != canonical.encoded)
      #expect(signed.canonicalEncoding == canonical.encoded)
      #expect(signed.withoutSidecar == canonical)
      let decoded = try SignedTransaction(decoding: signed.encoded)
      #expect(decoded == signed)
      #expect(decoded.sidecar == sidecar)
      #expect(decoded.encoded == signed.encoded)
      #expect(decoded.canonicalEncoding == canonical.encoded)
      #expect(try decoded.sender() == key.address)
    }
  }

  @Test("a wrapper of an unknown version is refused")
  func unknownVersion() throws {
    let sidecar = try BlobSidecar(version: .cellProofs, blobs: [], commitments: [], proofs: [])
    let signed = try transaction(blobs: 0).signed(by: key, sidecar: sidecar)
    #expect(try SignedTransaction(decoding: signed.encoded) == signed)
    let body = signed.canonicalEncoding.dropFirst()
    for version: RLP.Item in [.bytes([0]), .bytes([2]), .bytes([]), .list([]), .bytes([1, 1])] {
      let item = RLP.Item.list([
        try RLP.decode(Bytes(body)), version, .list([]), .list([]), .list([]),
      ])
      #expect(throws: TransactionError.sample(.invalidSidecar)) {
        try SignedTransaction(decoding: [3] + RLP.encode(item))
      }
    }
  }

  @Test("the hashes of a transaction are compared with the commitments")
  func hashes() throws {
    // That of the point at infinity is in the tests of every client.
    let infinity = [0xc0] + Bytes(repeating: 0, count: 47)
    let hash = try Hash32("0x010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014")
    #expect(BlobSidecar.versionedHash(of: infinity) == hash)
    let sidecar = try BlobSidecar(
      version: .blobProofs, blobs: blobs, commitments: [infinity, points[1]], proofs: points)
    let other = try #require(BlobSidecar.versionedHash(of: points[1]))
    #expect(sidecar.firstMismatch(with: [hash, other]) == nil)
    #expect(sidecar.firstMismatch(with: [hash, hash]) == 1)
    #expect(sidecar.firstMismatch(with: [other, hash]) == 0)
    #expect(sidecar.firstMismatch(with: [hash]) == 1)
  }

  @Test("a sidecar whose parts do not fit is refused")
  func misfit() throws {
    func make(
      _ version: BlobSidecar.Version, _ blobs: [Bytes], _ commitments: [Bytes], _ proofs: [Bytes]
    ) -> TransactionError? {
      do {
        _ = try BlobSidecar(version: version, blobs: blobs, commitments: commitments, proofs: proofs)
        return nil
      } catch {
        return error
      }
    }
    #expect(make(.blobProofs, blobs, points, points) == nil)
    #expect(make(.blobProofs, blobs, [points[0]], points) == .sample(.invalidSidecar))
    #expect(make(.blobProofs, blobs, points, [points[0]]) == .sample(.invalidSidecar))
    #expect(make(.cellProofs, blobs, points, points) == .sample(.invalidSidecar))
    #expect(make(.cellProofs, blobs, points, cells(1)) == .sample(.invalidSidecar))
    #expect(make(.blobProofs, [blobs[0].dropLast()], [points[0]], [points[0]]) == .sample(.wrongLength))
    #expect(make(.blobProofs, blobs, points, [points[0], [1]]) == .sample(.wrongLength))

    let sidecar = try BlobSidecar(version: .blobProofs, blobs: blobs, commitments: points, proofs: points)
    #expect(throws: TransactionError.sample(.invalidSidecar)) {
      try transaction(blobs: 1).signed(by: key, sidecar: sidecar)
    }
    let plain = UnsignedTransaction.legacy(
      LegacyTransaction(chainID: 1, nonce: 0, gasPrice: 1, gasLimit: 1, to: key.address, value: 0))
    #expect(throws: TransactionError.sample(.invalidSidecar)) { try plain.signed(by: key, sidecar: sidecar) }
  }
}
