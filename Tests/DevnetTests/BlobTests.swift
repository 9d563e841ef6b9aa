import EVM
import Primitives
import Testing
import Transactions

@testable import Devnet

/// The commitment and the proof are those that c-kzg-4844 2.1.8 makes of the blob.
@Suite("Blob transactions")
struct BlobTests {
  /// (i + 1) · 2²⁰⁰ + i, for i from 0.
  private static let blob: Bytes = (0..<4096 as Range<UInt64>).flatMap { index in
    (UInt256(index + 1) << 200 | UInt256(index)).bigEndianBytes
  }
  private static let commitment = try! Bytes(
    hex: "a5ac274ddf73500af4ee77853cb790f87d667b870f5ad65445bc4e98f7fcd6f66d346730112d40f91afddadc3bbb35be")
  private static let proof = try! Bytes(
    hex: "ab28b3884a5bf2ce670d7b1ae58b2d7312cc2426cbd0edf73a83e8fad1e5c426684914a8c2c3a04d9db048e947ab1950")
  /// The point at infinity, which is the commitment and the proof of a blob of zeros.
  private static let infinity = [0xc0] + Bytes(repeating: 0, count: 47)
  private static let zeros = Bytes(repeating: 0, count: BlobSidecar.blobSize)

  private func raw(
    _ devnet: Devnet, _ blob: Bytes, _ commitment: Bytes, _ proofs: [Bytes],
    version: BlobSidecar.Version = .blobProofs, named: Bytes? = nil
  ) throws -> Bytes {
    let hash = try #require(BlobSidecar.versionedHash(of: named ?? commitment))
    let transaction = BlobTransaction(
      chainID: devnet.chainID, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 10_000_000_000, gasLimit: 21_000,
      to: .zero, value: 0, maxFeePerBlobGas: 1_000_000_000, blobVersionedHashes: [hash])
    let sidecar = try BlobSidecar(version: version, blobs: [blob], commitments: [commitment], proofs: proofs)
    return try UnsignedTransaction.blob(transaction).signed(by: devnet.accounts[0].key, sidecar: sidecar).encoded
  }

  @Test("blobs are mined whose proofs show that the commitments are theirs")
  func right() async throws {
    for (blob, commitment, proof) in [
      (Self.blob, Self.commitment, Self.proof), (Self.zeros, Self.infinity, Self.infinity),
    ] {
      let devnet = try await Devnet.start()
      let hash = try await devnet.send(rawTransaction: raw(devnet, blob, commitment, [proof]))
      #expect(await devnet.receipt(hash)?.blobGasUsed == 131_072)
    }
  }

  @Test("blobs are refused whose proofs, commitments or numbers are wrong")
  func wrong() async throws {
    let devnet = try await Devnet.start()
    var changed = Self.blob
    changed[100_000] ^= 1
    var tooLarge = Self.blob
    tooLarge[0] = 0xff
    var noPoint = Self.proof
    noPoint[47] ^= 1
    for raw in [
      try raw(devnet, changed, Self.commitment, [Self.proof]),
      try raw(devnet, tooLarge, Self.commitment, [Self.proof]),
      try raw(devnet, Self.blob, Self.commitment, [Self.commitment]),
      try raw(devnet, Self.blob, Self.commitment, [noPoint]),
      try raw(devnet, Self.blob, Self.infinity, [Self.proof]),
      try raw(devnet, Self.blob, Self.commitment, [Self.proof], named: Self.proof),
    ] {
      await #expect(throws: DevnetError(.refusedTransaction, "")) { try await devnet.send(rawTransaction: raw) }
    }
    #expect(await devnet.blockNumber == 0)
  }

  @Test("cell proofs come with Osaka, and each must show that the commitment is the blob's")
  func cells() async throws {
    let proofs = CellProofVector.proofs
    let osaka = try await Devnet.start()
    var changed = Self.blob
    changed[131_071] ^= 1
    var swapped = proofs
    swapped.swapAt(5, 100)
    var noPoint = proofs
    noPoint[77] = Bytes(repeating: 0, count: 48)
    var infinite = proofs
    infinite[127] = Self.infinity
    for (blob, commitment, proofs) in [
      (changed, Self.commitment, proofs), (Self.blob, Self.proof, proofs), (Self.zeros, Self.infinity, proofs),
      (Self.blob, Self.commitment, swapped), (Self.blob, Self.commitment, noPoint),
      (Self.blob, Self.commitment, infinite),
      (Self.blob, Self.commitment, [Bytes](repeating: Self.proof, count: 128)),
    ] {
      let raw = try raw(osaka, blob, commitment, proofs, version: .cellProofs)
      await #expect(throws: DevnetError(.refusedTransaction, "")) { try await osaka.send(rawTransaction: raw) }
    }
    let zeros = try raw(
      osaka, Self.zeros, Self.infinity, [Bytes](repeating: Self.infinity, count: 128), version: .cellProofs)
    let good = try raw(osaka, Self.blob, Self.commitment, proofs, version: .cellProofs)
    #expect(await osaka.receipt(try await osaka.send(rawTransaction: good))?.isSuccess == true)
    let another = try await Devnet.start()
    #expect(await another.receipt(try await another.send(rawTransaction: zeros))?.isSuccess == true)

    var options = Devnet.Options()
    options.fork = .prague
    let prague = try await Devnet.start(options)
    await #expect(throws: DevnetError(.refusedTransaction, "")) { try await prague.send(rawTransaction: good) }
  }
}
