import JSONFields
import Primitives
import StrictJSON
import Transactions

/// The cheat methods for the chain as a whole and for the transactions that wait.
enum ChainControls {
  static let table: [CheatMethod] = [
    CheatMethod(silent: "reset", [.anvil, .hardhat], 1) { devnet, parameters in
      if let reset = try ForkReset(parameters) {
        try await reset.restart(devnet)
      } else if devnet.origin == nil {
        try devnet.reset()
      } else {
        try devnet.reset(to: nil)
      }
    },
    CheatMethod(silent: "rollback", [.anvil], 1) { devnet, parameters in
      try devnet.rollback(blocks: parameters.optional(0)?.looseUInt64() ?? 1)
    },
    CheatMethod(silent: "reorg", [.anvil], 2) { devnet, parameters in
      try reorganize(parameters(0), parameters.optional(1), devnet)
    },
    CheatMethod("dumpState", [.anvil, .hardhat], 1) { devnet, _ in .bytes(try devnet.dumpState().serializedBytes()) },
    CheatMethod("loadState", [.anvil, .hardhat], 1) { devnet, parameters in
      let (argument, bytes) = try (parameters(0), parameters(0).bytes())
      guard !bytes.starts(with: [0x1f, 0x8b]) else {
        throw argument.invalid("it is compressed with gzip; unpack it first (the devnet's own dumps are not)")
      }
      let dump = try argument.reading { try JSON(parsing: bytes) }
      try devnet.loadState(dump)
      return true
    },
    CheatMethod("dropTransaction", [.anvil], 1) { devnet, parameters in
      let hash = try parameters(0).hash()
      return try devnet.drop(hash) ? .hash(hash) : .null
    },
    CheatMethod("dropTransaction", [.hardhat], 1) { devnet, parameters in
      .bool(try devnet.drop(parameters(0).hash()))
    },
    CheatMethod(silent: "dropAllTransactions", [.anvil, .hardhat], 0) { devnet, _ in
      try devnet.dropAll()
    },
    CheatMethod(silent: "removePoolTransactions", [.anvil], 1) { devnet, parameters in
      try devnet.dropAll(of: parameters(0).address())
    },
    CheatMethod(silent: "setChainId", [.anvil], 1) { devnet, parameters in
      guard try parameters(0).looseUInt256() == devnet.chainID else {
        throw DevnetError(
          .invalidParameters,
          "the chain id of a chain is one and the same, \(devnet.chainID) here: start a devnet with another")
      }
    },
    CheatMethod(silent: "setLoggingEnabled", [.anvil, .hardhat], 1) { _, parameters in
      // There is no log to be silenced: scripts that begin with this go on.
      _ = try parameters(0).bool()
    },
    CheatMethod("nodeInfo", [.anvil], 0) { devnet, _ in nodeInfo(devnet) },
    CheatMethod("metadata", [.anvil, .hardhat], 0) { devnet, _ in metadata(devnet) },
  ]

  /// `anvil_reorg`: the depth, and pairs of a transaction (raw, or an object sent in its `from`'s name) and the index of the
  /// new block that it goes into.
  private static func reorganize(_ depth: Argument, _ pairs: Argument?, _ devnet: isolated Devnet) throws {
    let count = try depth.looseUInt64()
    guard count <= Devnet.mostBlocks else {
      throw DevnetError(.limitExceeded, "\(count) blocks are too many at once: \(Devnet.mostBlocks) are allowed")
    }
    var transactions: [(block: Int, make: (isolated Devnet) throws -> DevnetTransaction)] = []
    for pair in try pairs?.list(most: TransactionPool.limit) ?? [] {
      let parts = try pair.list(most: 2)
      guard parts.count == 2 else { throw pair.invalid("it is not a transaction and the index of a block") }
      let block = Int(clamping: try parts[1].looseUInt64())
      if parts[0].json.object != nil {
        let request = try parts[0].callRequest(chainID: devnet.chainID)
        transactions.append((block, { try request.signed(by: $0, impersonating: true) }))
      } else {
        let sent = try devnet.kind.decode(parts[0].bytes())
        transactions.append((block, { _ in sent }))
      }
    }
    try Reorganization(depth: count, transactions: transactions).carryOut(devnet)
  }

  /// As anvil answers it.
  private static func nodeInfo(_ devnet: isolated Devnet) -> JSON {
    let (chain, next, origin) = (devnet.chain, devnet.nextHeader, devnet.origin)
    let head = chain.head
    return [
      "currentBlockNumber": .quantity(head.number), "currentBlockTimestamp": .number(String(head.header.timestamp)),
      "currentBlockHash": .hash(head.hash), "hardFork": .string("\(chain.fork(of: next))"),
      "transactionOrder": "fees",
      "environment": [
        "baseFee": .quantity(next.baseFee ?? 0), "chainId": .number(devnet.chainID.description),
        "gasLimit": .number(String(next.gasLimit)), "gasPrice": .quantity(devnet.ledger.suggestedGasPrice),
      ],
      "forkConfig": [
        "forkUrl": origin?.url.map { .string($0) } ?? .null,
        "forkBlockNumber": origin.map { .number(String($0.header.number)) } ?? .null, "forkRetryBackoff": .null,
      ],
    ]
  }

  /// As anvil and hardhat answer it. A fork's first block is one of the chain it goes on from, so its hash would name both.
  private static func metadata(_ devnet: isolated Devnet) -> JSON {
    let (chain, origin) = (devnet.chain, devnet.origin)
    let first = chain.blocks[0]
    var object: JSONObject = [
      "clientVersion": .string(NetworkMethods.clientVersion), "chainId": .number(devnet.chainID.description),
      "instanceId": .hash(origin == nil ? first.hash : Keccak256.hash(first.hash.bytes)),
      "latestBlockNumber": .number(String(chain.head.number)),
      "latestBlockHash": .hash(chain.head.hash),
      "snapshots": .object(
        JSONObject(
          devnet.snapshots.all.map { snapshot -> (String, JSON) in
            let head = chain.head(atStep: snapshot.snapshot.steps)
            return (UInt256(snapshot.id).quantity, [.number(String(head.number)), .hash(head.hash)])
          })),
    ]
    if origin != nil {
      object["forkedNetwork"] = [
        "chainId": .number(devnet.chainID.description), "forkBlockNumber": .number(String(first.number)),
        "forkBlockHash": .hash(first.hash),
      ]
    }
    return .object(object)
  }
}
