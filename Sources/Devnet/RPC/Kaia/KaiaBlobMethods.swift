import JSONFields
import Primitives
import StrictJSON
import Transactions

/// The methods that read the blobs of blocks (`eth_` only).
enum KaiaBlobMethods {
  static let table: [String: RPCMethod] = [
    "eth_getBlobSidecars": RPCMethod(2) { devnet, parameters in
      let block = try devnet.ledger.existing(parameters.block(0))
      let isFull = try parameters.optional(1)?.bool() ?? false
      return .array(
        try block.transactions.enumerated().filter { $1.transaction.transaction.kind == .blob }.map { index, _ in
          try sidecarJSON(devnet.blobs, in: block, at: index, full: isFull)
        })
    },
    "eth_getBlobSidecarByTxHash": RPCMethod(2) { devnet, parameters in
      let hash = try parameters(0).hash()
      guard let place = devnet.chain.place(ofTransaction: hash) else {
        throw DevnetError(.unknownTransaction, "transaction not found: \(hash.hex)")
      }
      let block = devnet.chain.blocks[place.block]
      guard block.transactions[place.index].transaction.transaction.kind == .blob else {
        throw DevnetError.refusal("transaction is not a blob transaction: \(hash.hex)")
      }
      return try sidecarJSON(
        devnet.blobs, in: block, at: place.index, full: parameters.optional(1)?.bool() ?? false)
    },
  ]

  /// A transaction's blobs, or the first 32 bytes of each, with its place.
  private static func sidecarJSON(
    _ blobs: BlobCache, in block: DevnetBlock, at index: Int, full isFull: Bool
  ) throws -> JSON {
    let hash = block.transactions[index].hash
    guard let sidecar = blobs[hash] else {
      throw DevnetError(.unknownTransaction, "blob sidecar not found for transaction: \(hash.hex)")
    }
    return [
      "blobSidecar": [
        "version": .number(String(sidecar.version.rawValue)),
        "blobs": .array(sidecar.blobs.map { .bytes(isFull ? $0 : Bytes($0.prefix(32))) }),
        "commitments": .array(sidecar.commitments.map { .bytes($0) }),
        "proofs": .array(sidecar.proofs.map { .bytes($0) }),
      ],
      "blockHash": .hash(block.hash), "blockNumber": .quantity(block.header.number), "txHash": .hash(hash),
      "txIndex": .quantity(index),
    ]
  }
}
