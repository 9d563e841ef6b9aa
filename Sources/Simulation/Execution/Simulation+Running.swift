import EVM
import NodeRPC
import Primitives
import Transactions

extension Simulation {
  /// Carries out transactions, each on the state that those before it left.
  ///
  /// The accounts and slots that they will touch are fetched beforehand where the node can tell them
  /// (`eth_createAccessList`), the rest when it is asked for.
  ///
  /// - Parameters:
  ///   - transactions: In their order. Each may use all the gas of the block.
  ///   - leniency: The checks of their validity that are left out; with `nonce` each has its sender's present nonce.
  /// - Returns: As many outcomes. A transaction that the block can't have changes nothing, and the others go on.
  /// - Throws: `SimulationError`.
  public func run(
    _ transactions: [EVMTransaction], leniency: Machine.Leniency = []
  ) async throws -> [SimulatedTransaction] {
    for transaction in transactions { await state.prefetch(transaction, coinbase: environment.coinbase) }
    return try await offPool { [self] in
      var changed = ChangedNodeState(base: state)
      return try transactions.map { try run($0, on: &changed, leniency) }
    }
  }

  /// Carries out one transaction; see ``run(_:leniency:)-([EVMTransaction],_)``.
  public func run(
    _ transaction: EVMTransaction, leniency: Machine.Leniency = []
  ) async throws -> SimulatedTransaction {
    let outcomes = try await run([transaction], leniency: leniency)
    return outcomes[0]
  }

  /// Carries out transactions as somebody would send them who tries each first: with the present nonce of its sender and
  /// a gas limit somewhat above what it needs.
  ///
  /// One that would fail would not be sent: it changes nothing, and the others go on.
  ///
  /// - Parameters:
  ///   - transactions: In their order; their nonces and gas limits don't count.
  ///   - gasMargin: Per cent that are added to the gas that is needed.
  ///   - leniency: What of their validity is not looked at beside the nonce.
  /// - Returns: As many outcomes.
  /// - Throws: `SimulationError`.
  public func rehearse(
    _ transactions: [EVMTransaction], gasMargin: UInt64 = 20, leniency: Machine.Leniency = .nonce
  ) async throws -> [SimulatedTransaction] {
    for transaction in transactions { await state.prefetch(transaction, coinbase: environment.coinbase) }
    return try await offPool { [self] in
      var changed = ChangedNodeState(base: state)
      return try transactions.map { transaction in
        // The highest limit may be more than the sender can pay for, so that it is tried for nothing.
        var free = self
        free.environment.baseFee = 0
        var trial = transaction
        trial.gasLimit = highestGasLimit
        (trial.maxFeePerGas, trial.maxPriorityFeePerGas) = (0, 0)
        var untouched = changed
        let found = try free.run(trial, on: &untouched, .nonce)
        guard let needed = found.gasLimit else { return found }
        let margin = UInt64(clamping: UInt256(needed) * UInt256(gasMargin) / 100)
        trial = transaction
        trial.gasLimit = min(needed.addingReportingOverflow(margin).partialValue, highestGasLimit)
        var after = changed
        let outcome = try run(trial, on: &after, leniency.union(.nonce))
        if outcome.isSuccess { changed = after }
        return outcome
      }
    }
  }

  private func run(
    _ transaction: EVMTransaction, on state: inout ChangedNodeState, _ leniency: Machine.Leniency
  ) throws -> SimulatedTransaction {
    let machine = Machine(rules: rules.rules, block: environment, state: Journal(state))
    machine.tracer = CallTreeTracer()
    let result: ExecutionResult
    do {
      result = try machine.execute(transaction, leniency: leniency)
    } catch let refusal as EVMError {
      return SimulatedTransaction(told: .refused(refusal))
    }
    let tree = (machine.tracer as? CallTreeTracer)?.roots.first
    let changes = machine.state.changes
    let accounts = try changes.accounts.map { address, change in
      try AccountChange(address, change, before: state)
    }
    let needed = result.isSuccess ? try gasLimit(transaction, result, on: state, leniency) : nil
    state.changes.append(changes)
    return SimulatedTransaction(
      result: result, gasLimit: needed, accounts: accounts.sorted { $0.address < $1.address }, calls: tree)
  }

  /// The lowest gas limit with which a transaction that succeeds still does, at most one 64th above it.
  private func gasLimit(
    _ transaction: EVMTransaction, _ result: ExecutionResult, on state: ChangedNodeState, _ leniency: Machine.Leniency
  ) throws -> UInt64 {
    func succeeds(_ limit: UInt64) throws -> Bool {
      var trial = transaction
      trial.gasLimit = limit
      let machine = Machine(rules: rules.rules, block: environment, state: Journal(state))
      do {
        return try machine.execute(trial, leniency: leniency).isSuccess
      } catch is EVMError {
        return false
      }
    }
    // The gas used before anything was given back is enough unless a call got less than it wanted (EIP-150).
    var low = min(result.gasUsed + result.gasRefunded, transaction.gasLimit)
    if try succeeds(low) { return low }
    var high = transaction.gasLimit
    while high - low > high / 64 {
      let middle = low + (high - low) / 2
      if try succeeds(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension NodeState {
  /// The number of places that are fetched at once on a node's word.
  private static let mostPrefetched = 4_096

  /// Fetches what a transaction will touch. What can't be fetched now is asked for when it is needed, and fails then.
  func prefetch(_ transaction: EVMTransaction, coinbase: Address) async {
    let call = CallRequest(
      from: transaction.sender, to: transaction.to, value: Amount(wei: transaction.value), data: transaction.data)
    var places: [Place] = [.account(transaction.sender), .account(coinbase)]
    if let to = transaction.to { places.append(.account(to)) }
    for entry in transaction.accessList {
      places.append(.account(entry.address))
      places += entry.storageKeys.map { .slot(entry.address, UInt256($0)) }
    }
    // A transfer to somebody without code touches nothing else.
    if !transaction.data.isEmpty || transaction.to == nil {
      for entry in await accessList(of: call) {
        places.append(.account(entry.address))
        places += entry.storageKeys.map { .slot(entry.address, UInt256($0)) }
      }
    }
    try? await fetch(Array(places.prefix(Self.mostPrefetched)))
  }

  private func accessList(of call: CallRequest) async -> [NodeRPC.AccessListEntry] {
    do throws(NodeError) {
      return try await client.accessList(call, at: .number(block.number)).accessList
    } catch {
      return []
    }
  }
}
