import EVM
import Primitives
import StrictJSON

extension Devnet {
  /// The methods that trace transactions.
  static let traceMethods: [String: RPCMethod] = [
    "debug_traceTransaction": RPCMethod(2) { devnet, parameters in
      let options = try TraceOptions(parameters.optional(1))
      return try devnet.trace(transaction: parameters(0).hash(), options)
    },
    "debug_traceBlockByNumber": RPCMethod(2) { devnet, parameters in
      let reference = try parameters(0).block()
      guard let block = devnet.block(reference) else {
        throw DevnetError(.unknownBlock, "block \(parameters.values[0].string ?? "") not found")
      }
      return try devnet.traces(of: block, TraceOptions(parameters.optional(1)))
    },
    "debug_traceBlockByHash": RPCMethod(2) { devnet, parameters in
      let hash = try parameters(0).hash()
      guard let block = devnet.block(.hash(hash)) else {
        throw DevnetError(.unknownBlock, "block \(hash) not found")
      }
      return try devnet.traces(of: block, TraceOptions(parameters.optional(1)))
    },
    "debug_traceBlock": RPCMethod(2) { devnet, parameters in
      let block = try devnet.block(encoded: parameters(0).bytes())
      do {
        return try devnet.traces(of: block, TraceOptions(parameters.optional(1)))
      } catch let error as EVMError {
        throw DevnetError(error)
      }
    },
    "debug_traceCall": RPCMethod(3) { devnet, parameters in
      let request = try parameters(0).callRequest(chainID: devnet.chainID)
      let options = parameters.optional(2)
      let overrides = try CallOverrides(
        state: options?.field("stateOverrides"), block: options?.field("blockOverrides"))
      let trial = try Trial(devnet, request, at: parameters.block(1), overrides)
      return try trial.trace(gas: request.gas ?? devnet.options.callGasLimit, TraceOptions(options))
    },
  ]

  private func traces(of block: DevnetBlock, _ options: TraceOptions) throws -> JSON {
    let traces = try trace(block, options)
    return .array(
      zip(block.transactions, traces).map { ["txHash": .hash($0.hash), "result": $1] })
  }
}
