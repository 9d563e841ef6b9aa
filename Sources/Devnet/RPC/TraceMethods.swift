import EVM
import JSONFields
import StrictJSON

/// The methods that trace transactions.
enum TraceMethods {
  static let table: [String: RPCMethod] = [
    "debug_traceTransaction": RPCMethod(2) { devnet, parameters in
      let options = try TraceOptions(parameters.optional(1))
      return try BlockReplay(devnet.chain).trace(transaction: parameters(0).hash(), options)
    },
    "debug_traceBlockByNumber": RPCMethod(2) { devnet, parameters in
      try traces(of: devnet.block(parameters(0).block()), devnet.chain, parameters)
    },
    "debug_traceBlockByHash": RPCMethod(2) { devnet, parameters in
      try traces(of: devnet.block(.hash(parameters(0).hash())), devnet.chain, parameters)
    },
    "debug_traceBlock": RPCMethod(2) { devnet, parameters in
      try traces(of: BlockReplay(devnet.chain).block(encoded: parameters(0).bytes()), devnet.chain, parameters)
    },
    "debug_traceCall": RPCMethod(3) { devnet, parameters in
      let request = try parameters(0).callRequest(chainID: devnet.chainID)
      let options = parameters.optional(2)
      let overrides = try CallOverrides(
        state: options?.field("stateOverrides"), block: options?.field("blockOverrides"))
      let trial = try devnet.trial(of: request, at: parameters.block(1), overrides)
      return try trial.trace(TraceOptions(options))
    },
  ]

  /// The traces of a block's transactions, of the form that the second parameter asks for.
  private static func traces(of block: DevnetBlock?, _ chain: Chain, _ parameters: Parameters) throws -> JSON {
    guard let block else {
      throw DevnetError(.unknownBlock, "block \(parameters.values[0].string ?? "") not found")
    }
    let traces = try BlockReplay(chain).trace(block, TraceOptions(parameters.optional(1)))
    return .array(zip(block.transactions, traces).map { ["txHash": .hash($0.hash), "result": $1] })
  }
}
