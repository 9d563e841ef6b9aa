import ContractABI
import NodeRPC
import Primitives

/// Knows whether the chain has the Multicall3 contract; asked once.
actor MulticallProbe {
  private let node: NodeClient
  private var known: Bool?

  init(node: NodeClient) { self.node = node }

  func isAvailable() async throws -> Bool {
    if let known { return known }
    let found = try await !node.code(of: Multicall3.address, at: .latest).isEmpty
    known = found
    return found
  }
}

extension ContractConnection {
  /// Runs many calls in few round trips and gives each its own result, in order.
  ///
  /// Multicall3 carries them where the chain has it and can, JSON-RPC batches elsewhere.
  ///
  /// - Complexity: One round trip for each `callsPerTrip` calls, and one for those that Multicall3 left unexplained.
  /// - Throws: A `NodeError` when the node fails as a whole; a call's own failure is in its result.
  public func results<Output>(
    of calls: [ContractCall<Output>], at block: BlockTag? = nil, callsPerTrip: Int = 2_000
  ) async throws -> [Result<Output, any Error>] {
    let block = block ?? self.block
    guard !calls.isEmpty else { return [] }
    var results: [Result<Output, any Error>] = []
    results.reserveCapacity(calls.count)
    // A single call is not worth asking for Multicall3, and it has no money to send along.
    let canAggregate = calls.count > 1 && calls.allSatisfy { $0.value == .zero }
    let aggregated = canAggregate ? try await multicall.isAvailable() : false
    let perTrip = min(max(1, callsPerTrip), calls.count)
    for start in stride(from: 0, to: calls.count, by: perTrip) {
      let trip = Array(calls[start...].prefix(perTrip))
      let told = aggregated ? try await aggregate(trip, at: block) : nil
      let answers = if let told { told } else { try await batch(trip, at: block) }
      for (call, answer) in zip(trip, answers) {
        do {
          results.append(.success(try await call.output(answer, at: block)))
        } catch {
          results.append(.failure(error))
        }
      }
    }
    return results
  }

  private func batch<Output>(_ calls: [ContractCall<Output>], at block: BlockTag) async throws -> [CallAnswer] {
    try await node.batch(calls.map { .call($0.request(nil), at: block) }).map(CallAnswer.init)
  }

  /// One `aggregate3` for all of the calls; nil when the node cannot run it: it is too much for one call, or the block
  /// is older than Multicall3.
  private func aggregate<Output>(
    _ calls: [ContractCall<Output>], at block: BlockTag
  ) async throws -> [CallAnswer]? {
    let entries = calls.map { call in
      ABIValue.tuple([.address(call.contract), .bool(true), .bytes(call.calldata)])
    }
    let calldata = try Multicall3.aggregate3.encodeCall([.array(entries)])
    let returned: Bytes
    switch await node.answer(CallRequest(to: Multicall3.address, data: calldata), at: block) {
    case .returned(let bytes): returned = bytes
    case .failed(let error) where error.code != .rpc && error.code != .tooLarge: throw error
    default: return nil
    }
    guard !returned.isEmpty else { return nil }
    guard case .array(let rows)? = try? Multicall3.aggregate3.decodeOutput(returned).first, rows.count == calls.count
    else {
      throw Multicall3.brokenAnswer
    }
    var answers: [CallAnswer] = try rows.map { row in
      guard case .tuple(let fields) = row, fields.count == 2, case .bool(let succeeded) = fields[0],
        case .bytes(let data) = fields[1]
      else { throw Multicall3.brokenAnswer }
      return succeeded ? .returned(data) : .reverted(data)
    }
    // A call that failed without a word may have found no gas left: one before it can burn nearly all. Ask it alone.
    let silent = answers.indices.filter { answers[$0].isSilent }
    let again = try await batch(silent.map { calls[$0] }, at: block)
    for (index, answer) in zip(silent, again) {
      // Old nodes show the revert like this.
      if case .returned([]) = answer { continue }
      answers[index] = answer
    }
    return answers
  }
}

/// The contract at the same address on nearly every chain that runs many calls in one.
private enum Multicall3 {
  static let address = literalAddress("0xcA11bde05977b3631167028862bE2a173976CA11")

  static let aggregate3: ABIFunction = {
    let call: [ABIParameter] = [
      ABIParameter("target", .address), ABIParameter("allowFailure", .bool), ABIParameter("callData", .bytes),
    ]
    let result: [ABIParameter] = [ABIParameter("success", .bool), ABIParameter("returnData", .bytes)]
    return ABIFunction(
      name: "aggregate3", inputs: [ABIParameter("calls", .array(.tuple(call)))],
      outputs: [ABIParameter("returnData", .array(.tuple(result)))], stateMutability: .payable)
  }()

  static var brokenAnswer: ContractError {
    ContractError(
      .unexpectedAnswer, "The Multicall3 contract at \(address) does not answer as it should.",
      reason: "Its answer is not one result for each call.", advice: "Is the node's chain what it claims to be?")
  }

  private static func literalAddress(_ text: String) -> Address {
    guard let address = try? Address(text) else { preconditionFailure("\(text) is no address") }
    return address
  }
}
