import Primitives

/// The chain's own work at the beginning and the end of a block, beside all transactions.
public struct BlockBoundary {
  private let machine: Machine
  private let state: Journal

  /// The boundary of a machine's block.
  public init(_ machine: Machine) { (self.machine, state) = (machine, machine.state) }

  /// Does what a block begins with: the DAO fork's change of the state (EIP-779), the chain's calls (EIP-4788, EIP-2935).
  /// A call to a contract that isn't there does nothing.
  ///
  /// - Throws: what the state's reader throws.
  public func begin() throws {
    if let fork = machine.rules.daoFork, fork.isSupported, fork.block == machine.block.number {
      try moveEther(of: DAOFork.accounts)
    }
    for call in machine.rules.openingCalls { _ = try make(call) }
  }

  /// Makes the calls of a block's end, and gives its requests to the consensus layer, each a type byte and data, without
  /// empty ones (EIP-7685).
  ///
  /// `logs` are those of all the block's transactions, in their order.
  ///
  /// - Throws: `EVMError`, or what the state's reader throws.
  public func end(logs: [Log]) throws -> [[UInt8]] {
    var requests: [[UInt8]] = []
    let deposits = try deposits(in: logs)
    if !deposits.isEmpty { requests.append([0] + deposits) }
    for call in machine.rules.closingCalls {
      let output = try close(call)
      if let type = call.requestType, !output.isEmpty { requests.append([type] + output) }
    }
    return requests
  }

  /// Makes one of the calls of a block's end, and gives its output.
  ///
  /// - Throws: `missingSystemContract`, `systemCallFailed`: no block can end so; or what the state's reader throws.
  @discardableResult
  public func close(_ call: SystemCall) throws -> [UInt8] {
    guard let result = try make(call) else {
      throw EVMError(
        .missingSystemContract, "\(call.target) has no code, which every block calls at its end (EIP-\(call.eip))")
    }
    guard result.isSuccess else {
      let reason = if case .failed(let failure) = result.outcome { "\(failure)" } else { "reverted" }
      throw EVMError(
        .systemCallFailed,
        "the call of \(call.target), which every block makes at its end (EIP-\(call.eip)), failed: \(reason)")
    }
    return result.output
  }

  /// The data of the deposits that logs tell of, one after the other (EIP-6110).
  ///
  /// - Throws: `malformedDeposit`: no block may have such logs.
  @discardableResult
  public func deposits(in logs: [Log]) throws(EVMError) -> [UInt8] {
    try machine.rules.depositContract.map { (contract) throws(EVMError) in try Deposit.requests(in: logs, of: contract)
    } ?? []
  }

  /// Pays what a block earns before the merge: to its producer, and for the ommers it names, each with the number of its
  /// block and who made it (Yellow Paper, 11.3).
  ///
  /// - Throws: what the state's reader throws.
  public func payRewards(ommers: [(coinbase: Address, number: UInt64)] = []) throws {
    guard let reward = machine.rules.blockReward else { return }
    state.beginTransaction()
    try state.addBalance(machine.block.coinbase, reward + UInt256(ommers.count) * (reward / 32))
    for ommer in ommers {
      let age = machine.block.number - min(machine.block.number, ommer.number)
      try state.addBalance(ommer.coinbase, UInt256(8 - min(age, 8)) * reward / 8)
    }
    state.endTransaction(deletingEmpty: machine.rules.deletesEmptyAccounts)
  }

  /// Pays withdrawals (EIP-4895).
  ///
  /// - Throws: what the state's reader throws.
  public func pay(_ withdrawals: [Withdrawal]) throws {
    state.beginTransaction()
    for withdrawal in withdrawals {
      try state.addBalance(withdrawal.address, UInt256(withdrawal.amount) * 1_000_000_000)
    }
    state.endTransaction(deletingEmpty: machine.rules.deletesEmptyAccounts)
  }

  /// Moves all that some accounts have to the DAO fork's contract. One that isn't there is then, where empty ones may be.
  private func moveEther(of accounts: [Address]) throws {
    state.beginTransaction()
    for address in accounts {
      let balance = try state.account(address)?.balance ?? 0
      try state.setBalance(address, 0)
      try state.addBalance(DAOFork.recovery, balance)
    }
    state.endTransaction(deletingEmpty: machine.rules.deletesEmptyAccounts)
  }

  /// Makes a call of the chain's own; nil if its contract isn't there.
  private func make(_ call: SystemCall) throws -> CallResult? {
    guard try state.code(call.target).count > 0 else { return nil }
    let input =
      switch call.input {
      case .parentBeaconBlockRoot: machine.block.parentBeaconBlockRoot.bytes
      case .parentHash: machine.block.parentHash.bytes
      case .nothing: [UInt8]()
      }
    state.beginTransaction()
    machine.observer.begin()
    machine.transaction = TransactionEnvironment(origin: SystemCall.caller, gasPrice: machine.block.baseFee)
    let result = try machine.run(
      Message(caller: SystemCall.caller, target: call.target, input: input, gas: SystemCall.gas))
    state.endTransaction(deletingEmpty: machine.rules.deletesEmptyAccounts)
    return result
  }
}
