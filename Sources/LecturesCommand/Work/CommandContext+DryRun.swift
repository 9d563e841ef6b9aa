import ContractABI
import ContractClient
import EVM
import LectureKit
import Primitives
import Sending
import Simulation
import Transactions

extension CommandContext {
  /// Ends the command with what would come of a priced transaction, if that is all that is wanted.
  ///
  /// - Parameter abi: The interface of the contract that is called or created, for its events and errors.
  /// - Throws: `DryRunEnd`; what the node has against it.
  func endIfDry(_ title: String, _ prepared: PreparedTransaction, at place: Workplace, abi: ContractABI?) async throws {
    guard isDryRun else { return }
    // The account's nonce counts what waits in the pool, which the state does not: it is the state's that is taken.
    let transaction = EVMTransaction(
      prepared.transaction(nonce: prepared.transactionCount), sender: prepared.request.from)
    try await endDry(title, transaction, call: prepared.request.label, at: place, abi: abi, leniency: .nonce)
  }

  /// Ends the command with what would come of a transaction.
  ///
  /// - Throws: `DryRunEnd`; what the node has against it.
  func endDry(
    _ title: String, _ transaction: EVMTransaction, call: String, at place: Workplace, abi: ContractABI?,
    leniency: Machine.Leniency = []
  ) async throws {
    let (simulation, outcome) = try await progress("Trying it here") { _ in
      let simulation = try await beginSimulation(at: place)
      return (simulation, try await simulation.run(transaction, leniency: leniency))
    }
    let trial = DryRun(
      title: title, call: call, transaction: transaction, outcome: outcome, block: simulation.state.block,
      fork: simulation.rules.fork, network: place.network, abi: abi)
    throw DryRunEnd(report: trial.report)
  }

  /// A simulation on the newest state of the network's node.
  func beginSimulation(at place: Workplace) async throws -> Simulation {
    try await Simulation.begin(
      with: place.node, cache: settings.cacheDirectory.map { StateCache(directory: "\($0)/states") })
  }
}

extension EVMTransaction {
  /// A call of a contract at some fees; its nonce and gas limit are still to be found.
  init(_ call: ContractCall<Void>, from sender: Address, fees: TransactionFees) {
    let prices: (kind: TransactionKind, most: UInt256, tip: UInt256) =
      switch fees {
      case .legacy(let price): (.legacy, price, price)
      case .dynamic(let tip, let most): (.feeMarket, most, tip)
      }
    self.init(
      kind: prices.kind, sender: sender, nonce: 0, to: call.contract, value: call.value.wei, data: call.calldata,
      gasLimit: 0, maxFeePerGas: prices.most, maxPriorityFeePerGas: prices.tip)
  }
}
