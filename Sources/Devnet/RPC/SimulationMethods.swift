import EVM
import JSONFields
import Primitives
import StrictJSON

/// The methods that simulate blocks.
enum SimulationMethods {
  static let table: [String: RPCMethod] = [
    "eth_simulateV1": RPCMethod(2) { devnet, parameters in
      let options = try parameters(0)
      guard let list = options.field("blockStateCalls"), list.json.array?.isEmpty == false else {
        throw DevnetError(.invalidParameters, "empty input")
      }
      guard UInt64(list.json.array?.count ?? 0) <= Devnet.mostSimulatedBlocks else {
        throw DevnetError(.tooManySimulatedBlocks, "too many blocks")
      }
      let blocks = try list.list(most: Int(Devnet.mostSimulatedBlocks)).map {
        try $0.simulatedBlock(chainID: devnet.chainID)
      }
      let outcomes = try devnet.simulate(
        blocks, after: parameters.block(1), isValidating: options.field("validation")?.bool() ?? false,
        tracesTransfers: options.field("traceTransfers")?.bool() ?? false)
      let isFull = try options.field("returnFullTransactions")?.bool() ?? false
      return .array(outcomes.map { $0.json(full: isFull) })
    }
  ]
}

extension Argument {
  fileprivate func simulatedBlock(chainID: UInt256) throws -> SimulatedBlock {
    guard json.object != nil else { throw invalid("it is not an object") }
    var simulated = SimulatedBlock()
    simulated.overrides = try CallOverrides(state: field("stateOverrides"), block: nil)
    if let block = field("blockOverrides") {
      try block.refuseOthers(than: CallOverrides.blockFields + ["beaconRoot", "withdrawals"])
      try simulated.overrides.read(block: block)
      simulated.parentBeaconBlockRoot = try block.field("beaconRoot")?.hash()
      simulated.withdrawals = try block.field("withdrawals")?.list(most: 1000).map { try $0.withdrawal() } ?? []
    }
    simulated.calls = try field("calls")?.list(most: 5000).map { try $0.callRequest(chainID: chainID) } ?? []
    return simulated
  }

  /// A withdrawal as blocks tell it.
  func withdrawal() throws(DevnetError) -> Withdrawal {
    Withdrawal(
      index: try required("index").uint64(), validator: try required("validatorIndex").uint64(),
      address: try required("address").address(), amount: try required("amount").uint64())
  }
}

extension SimulationOutcome {
  fileprivate func json(full: Bool) -> JSON {
    var object = block.json(full: full).object ?? JSONObject()
    object["calls"] = .array(calls.indices.map(callJSON))
    return .object(object)
  }

  private func callJSON(at index: Int) -> JSON {
    let call = calls[index]
    var object: JSONObject = [
      "returnData": .bytes(call.output), "gasUsed": .quantity(call.gasUsed), "maxUsedGas": .quantity(call.maxGasUsed),
      "status": call.failure == nil ? "0x1" : "0x0",
    ]
    let receipt = block.receipts[index]
    object["logs"] = .array(call.logs.map { receipt.json(of: $0.log, number: $0.number) })
    if let failure = call.failure {
      let code = failure.code == .reverted ? failure.number : -32015
      var error: JSONObject = ["code": .number("\(code)"), "message": .string(failure.message)]
      error["data"] = failure.data.map { .bytes($0) }
      object["error"] = .object(error)
    }
    return .object(object)
  }
}
