import EVM
import Primitives
import Transactions

/// Executions of one request on one state, none of which leaves a trace.
struct Trial {
  let rules: RuleSet
  let request: DevnetCall
  let state: ChangedState
  let environment: BlockEnvironment
  let callGasLimit: UInt64
  let kind: any ChainKind

  init(
    _ ledger: Ledger, _ request: DevnetCall, at reference: BlockReference, _ overrides: CallOverrides?, gasLimit: UInt64
  ) throws {
    let chain = ledger.chain
    let header: BlockHeader
    var state: ChangedState
    if reference == .pending {
      let (next, outcome) = try ledger.pendingOutcome()
      header = next
      state = ChangedState(base: chain.state, changes: outcome.changes)
    } else {
      header = try ledger.existing(reference).header
      state = chain.state(afterBlock: header.number)
    }
    try overrides?.apply(to: &state)
    self.state = state
    self.request = request
    var rules = chain.rules(of: header)
    try overrides?.apply(to: &rules)
    // A call may weigh as much as it likes.
    rules.computation?.limit = .max
    self.rules = rules
    var environment = chain.environment(of: header)
    overrides?.apply(to: &environment)
    // A call without a gas price pays nothing, and sees a block without a base fee.
    if !request.namesFee { environment.baseFee = 0 }
    self.environment = environment
    callGasLimit = gasLimit
    kind = chain.kind
  }

  /// The highest gas limit that a transaction may have.
  var highestGas: UInt64 { min(environment.gasLimit, rules.maxTransactionGas) }

  /// Carries the request out with its gas limit or the devnet's for calls; gives what it returned.
  ///
  /// - Throws: `reverted` with the data, `executionFailed`, or a refusal.
  func output() throws -> Bytes {
    let result = try run(gas: request.gas ?? callGasLimit)
    if let error = kind.failure(result) { throw error }
    return result.output
  }

  /// Carries the request out with a gas limit, which is cut to the devnet's for calls.
  ///
  /// - Throws: `DevnetError` for a refusal.
  func run(gas: UInt64) throws -> ExecutionResult { try run(request, on: machine, gas: gas) }

  /// The computation cost of the request by the rules' `ComputationRules`, whether it succeeds or not.
  ///
  /// - Throws: `DevnetError` for a refusal.
  func computation() throws -> UInt64 {
    let machine = machine
    _ = try run(request, on: machine, gas: request.gas ?? callGasLimit)
    return machine.computation
  }

  /// Carries the request out with another access list, observed by a tracer.
  func run<T: Tracer>(
    gas: UInt64, accessList: [AccessListEntry], observedBy tracer: inout T
  ) throws -> ExecutionResult {
    var request = request
    // A call that needs no list stays of its kind.
    request.accessList = accessList.isEmpty ? request.accessList : accessList
    let machine = machine
    return try machine.observed(by: &tracer) { try run(request, on: machine, gas: gas) }
  }

  var machine: Machine { Machine(rules: rules, block: environment, state: Journal(state)) }

  func run(_ request: DevnetCall, on machine: Machine, gas: UInt64) throws -> ExecutionResult {
    do {
      return try machine.execute(execution(request, gas: gas), leniency: [.nonce, .contractSender, .gasLimit])
    } catch let error as EVMError {
      throw DevnetError(error)
    }
  }

  func execution(_ request: DevnetCall, gas: UInt64) -> EVMTransaction {
    request.execution(
      gas: min(gas, callGasLimit), rules: rules, blobGasPrice: rules.blobBaseFee(of: environment))
  }
}
