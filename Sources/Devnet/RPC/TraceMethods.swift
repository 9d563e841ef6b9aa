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
      let reference = try parameters(0).block()
      guard let block = devnet.block(reference) else {
        throw DevnetError(.unknownBlock, "block \(parameters.values[0].string ?? "") not found")
      }
      return try traces(of: block, devnet.chain, TraceOptions(parameters.optional(1)))
    },
    "debug_traceBlockByHash": RPCMethod(2) { devnet, parameters in
      let hash = try parameters(0).hash()
      guard let block = devnet.block(.hash(hash)) else {
        throw DevnetError(.unknownBlock, "block \(hash) not found")
      }
      return try traces(of: block, devnet.chain, TraceOptions(parameters.optional(1)))
    },
    "debug_traceBlock": RPCMethod(2) { devnet, parameters in
      let block = try BlockReplay(devnet.chain).block(encoded: parameters(0).bytes())
      do {
        return try traces(of: block, devnet.chain, TraceOptions(parameters.optional(1)))
      } catch let error as EVMError {
        throw DevnetError(error)
      }
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

  private static func traces(of block: DevnetBlock, _ chain: Chain, _ options: TraceOptions) throws -> JSON {
    let traces = try BlockReplay(chain).trace(block, options)
    return .array(
      zip(block.transactions, traces).map { ["txHash": .hash($0.hash), "result": $1] })
  }
}
