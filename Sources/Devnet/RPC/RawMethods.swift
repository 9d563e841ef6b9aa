import Primitives
import StrictJSON
import Transactions

extension Devnet {
  /// The methods that give the bytes of blocks and transactions.
  static let rawMethods: [String: RPCMethod] = [
    "debug_getRawBlock": RPCMethod(1) { devnet, parameters in
      .bytes(try devnet.existing(parameters(0).block()).encoded)
    },
    "debug_getRawHeader": RPCMethod(1) { devnet, parameters in
      .bytes(RLP.encode(try devnet.existing(parameters(0).block()).header.item))
    },
    "debug_getRawReceipts": RPCMethod(1) { devnet, parameters in
      .array(try devnet.existing(parameters(0).block()).receipts.map { .bytes($0.encoded) })
    },
    "debug_getRawTransaction": RPCMethod(1) { devnet, parameters in
      devnet.rawTransaction(try parameters(0).hash())
    },
  ]

  /// A transaction's bytes as they stand in a block, or with the blobs as long as it waits.
  func rawTransaction(_ hash: Hash32) -> JSON {
    if let place = chain.place(ofTransaction: hash) {
      return .bytes(chain.blocks[place.block].transactions[place.index].transaction.canonicalEncoding)
    }
    return pool[hash].map { .bytes($0.transaction.encoded) } ?? "0x"
  }
}
