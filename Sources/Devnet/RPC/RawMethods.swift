import Primitives
import StrictJSON
import Transactions

extension Devnet {
  /// What gives the bytes of blocks and transactions.
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
      let hash = try parameters(0).hash()
      if let place = devnet.chain.place(ofTransaction: hash) {
        return .bytes(devnet.chain.blocks[place.block].transactions[place.index].transaction.canonicalEncoding)
      }
      return devnet.pool[hash].map { .bytes($0.transaction.encoded) } ?? "0x"
    },
  ]
}
