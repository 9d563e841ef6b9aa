import JSONFields
import Primitives
import StrictJSON
import Transactions

/// The methods that give the bytes of blocks and transactions.
enum RawMethods {
  static let table: [String: RPCMethod] = [
    "debug_getRawBlock": RPCMethod(1) { devnet, parameters in
      .bytes(try devnet.ledger.existing(parameters(0).block()).encoded)
    },
    "debug_getRawHeader": RPCMethod(1) { devnet, parameters in
      .bytes(RLP.encode(try devnet.ledger.existing(parameters(0).block()).header.item))
    },
    "debug_getRawReceipts": RPCMethod(1) { devnet, parameters in
      .array(try devnet.ledger.existing(parameters(0).block()).receipts.map { .bytes($0.encoded) })
    },
    "debug_getRawTransaction": RPCMethod(1) { devnet, parameters in
      transaction(try parameters(0).hash(), devnet)
    },
  ]

  /// A transaction's bytes as they stand in a block, or with the blobs as long as it waits.
  static func transaction(_ hash: Hash32, _ devnet: isolated Devnet) -> JSON {
    let chain = devnet.chain
    if let place = chain.place(ofTransaction: hash) {
      return .bytes(chain.blocks[place.block].transactions[place.index].transaction.canonicalEncoding)
    }
    return devnet.pool[hash].map { .bytes($0.transaction.encoded) } ?? "0x"
  }
}
