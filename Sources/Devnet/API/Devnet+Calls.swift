import EVM
import Primitives
import StrictJSON
import Transactions

extension Devnet {
  /// Carries a call out after a block and forgets what it changed; gives what it returned.
  ///
  /// - Throws: `reverted` with the data, `executionFailed`, `unknownBlock`, or a refusal such as `insufficientFunds`.
  public func call(
    _ request: DevnetCall, at reference: BlockReference = .latest, overriding overrides: CallOverrides? = nil
  ) throws -> Bytes {
    let result = try Trial(self, request, at: reference, overrides).run(gas: request.gas ?? options.callGasLimit)
    if let error = DevnetError(result, isKaia: chain.kaia != nil) { throw error }
    return result.output
  }

  /// The gas limit with which a transaction succeeds, found by trying, at most 1.5 % above the lowest.
  ///
  /// The block to come is what it is tried in, so that time set or passed by hand counts.
  ///
  /// - Throws: `reverted` with the data, `executionFailed`, `gasAllowanceExceeded` if no limit suffices, or a refusal.
  public func estimateGas(
    _ request: DevnetCall, at reference: BlockReference = .pending, overriding overrides: CallOverrides? = nil
  ) throws -> UInt64 {
    let trial = try Trial(self, request, at: reference, overrides)
    var high = min(trial.highestGas, options.callGasLimit)
    if let gas = request.gas, gas >= trial.rules.transactionCosts.base { high = min(high, gas) }
    if let affordable = try trial.affordableGas() { high = min(high, affordable) }

    if request.data.isEmpty, try trial.isPlainTransfer, try trial.succeeds(gas: trial.rules.transactionCosts.base) {
      return trial.rules.transactionCosts.base
    }
    let result: ExecutionResult
    do {
      result = try trial.run(gas: high)
    } catch let error as DevnetError where error.code == .intrinsicGas {
      throw DevnetError(.gasAllowanceExceeded, "gas required exceeds allowance (\(high)): \(error.message)")
    }
    if result.outcome == .failed(.outOfGas) || result.outcome == .failed(.codeDeposit) {
      throw DevnetError(.gasAllowanceExceeded, "gas required exceeds allowance (\(high))")
    }
    if let error = DevnetError(result, isKaia: chain.kaia != nil) { throw error }

    var low = max(result.gasUsed, 1) - 1
    // Most succeed with what they used before the refund, and one 64th for the gas that calls must keep (EIP-150).
    let likely = (result.gasUsed + result.gasRefunded + trial.rules.costs.callStipend) * 64 / 63
    if likely < high { if try trial.succeeds(gas: likely) { high = likely } else { low = likely } }
    while low + 1 < high, Double(high - low) / Double(high) >= 0.015 {
      // Limits close to the lower bound are the likely ones.
      let middle = min((high + low) / 2, max(low * 2, low + 1))
      if try trial.succeeds(gas: middle) { high = middle } else { low = middle }
    }
    return high
  }
}

/// Executions of one request on one state, none of which leaves a trace.
struct Trial {
  let rules: RuleSet
  private let request: DevnetCall
  private let state: ChangedState
  private let environment: BlockEnvironment
  private let callGasLimit: UInt64

  init(
    _ devnet: isolated Devnet, _ request: DevnetCall, at reference: BlockReference, _ overrides: CallOverrides?
  ) throws {
    let header: BlockHeader
    var state: ChangedState
    if reference == .pending {
      let (next, outcome) = try devnet.pendingOutcome()
      header = next
      state = ChangedState(base: devnet.chain.state, changes: outcome.changes)
    } else {
      header = try devnet.existing(reference).header
      state = devnet.chain.state(afterBlock: header.number)
    }
    try overrides?.apply(to: &state)
    self.state = state
    self.request = request
    var rules = devnet.chain.rules(of: header)
    try overrides?.apply(to: &rules)
    // A call may weigh as much as it likes.
    rules.computation?.limit = .max
    self.rules = rules
    var environment = devnet.chain.environment(of: header)
    overrides?.apply(to: &environment)
    // Who doesn't say what gas may cost pays nothing, and sees a block without a base fee.
    if !request.namesFee { environment.baseFee = 0 }
    self.environment = environment
    callGasLimit = devnet.options.callGasLimit
  }

  /// The highest gas limit that a transaction may have.
  var highestGas: UInt64 { min(environment.gasLimit, rules.maxTransactionGas) }

  /// Carries the request out with a gas limit, which is cut to the devnet's for calls.
  ///
  /// - Throws: `DevnetError` for a refusal.
  func run(gas: UInt64) throws -> ExecutionResult { try run(request, on: machine, gas: gas) }

  /// The computation cost of the request by the rules' `ComputationRules`, whether it succeeds or not.
  ///
  /// - Throws: `DevnetError` for a refusal.
  func computation(gas: UInt64) throws -> UInt64 {
    let machine = machine
    _ = try run(request, on: machine, gas: gas)
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

  /// Carries the request out and gives its trace.
  func trace(gas: UInt64, _ options: TraceOptions) throws -> JSON {
    let machine = machine
    let place = TraceOptions.Place(block: nil, number: environment.number, transaction: nil, index: 0)
    return try options.trace(execution(request, gas: gas), at: place, on: machine) {
      try run(request, on: machine, gas: gas)
    }
  }

  private var machine: Machine { Machine(rules: rules, block: environment, state: Journal(state)) }

  private func run(_ request: DevnetCall, on machine: Machine, gas: UInt64) throws -> ExecutionResult {
    do {
      return try machine.execute(execution(request, gas: gas), leniency: [.nonce, .contractSender, .gasLimit])
    } catch let error as EVMError {
      throw DevnetError(error)
    }
  }

  private func execution(_ request: DevnetCall, gas: UInt64) -> EVMTransaction {
    let blobGasPrice =
      environment.blobBaseFee
      ?? rules.blobs?.price(excess: environment.excessBlobGas, baseFee: environment.baseFee) ?? 0
    return request.execution(gas: min(gas, callGasLimit), rules: rules, blobGasPrice: blobGasPrice)
  }

  /// The accounts whose first access costs no more, whatever an access list says.
  func warmAddresses() throws -> Set<Address> {
    let sender = request.from ?? .zero
    let nonce = try state.account(sender)?.nonce ?? 0
    let recipient = request.to ?? .contract(deployer: sender, nonce: nonce)
    var addresses = Set(rules.precompiles.keys).union([sender, recipient])
    for authorization in request.authorizations ?? []
    where authorization.chainID == 0 || authorization.chainID == environment.chainID {
      if let authority = try? authorization.authority() { addresses.insert(authority) }
    }
    return addresses
  }

  /// Whether the request succeeds with a gas limit; one that doesn't pay for the transaction alone does not.
  func succeeds(gas: UInt64) throws -> Bool {
    do {
      return try run(gas: gas).isSuccess
    } catch let error as DevnetError where error.code == .intrinsicGas {
      return false
    }
  }

  /// Whether no code can run.
  var isPlainTransfer: Bool {
    get throws {
      guard let to = request.to else { return false }
      return (try state.account(to)?.codeHash ?? Code.empty.hash) == Code.empty.hash && rules.precompiles[to] == nil
    }
  }

  /// The gas that the sender can pay for at the request's price; nil if it names no price, or can pay for any.
  func affordableGas() throws -> UInt64? {
    guard request.namesFee, let price = request.gasPrice ?? request.maxFeePerGas else { return nil }
    let balance = try state.account(request.from ?? .zero)?.balance ?? 0
    guard balance > request.value else {
      throw DevnetError(.insufficientFunds, "insufficient funds for gas * price + value: balance \(balance) wei")
    }
    return UInt64(exactly: (balance - request.value) / price)
  }
}
