import ContractABI
import EVM
import Operations
import Simulation
import Terminal

extension CommandContext {
  /// The cache of chain states for simulations.
  var stateCache: StateCache? { settings.folders.cache.map { StateCache(directory: "\($0)/states") } }

  /// The report of a transaction that is simulated and not sent.
  ///
  /// - Parameter abi: The interface of the contract that is called or created, for its events and errors.
  /// - Throws: The node's objection.
  func dryRun(
    _ title: String, _ transaction: EVMTransaction, call: String, at place: Connection, abi: ContractABI?,
    leniency: Machine.Leniency = []
  ) async throws -> Report {
    let trial = try await progress("Trying it here") { _ in
      try await DryRunOutcome(
        of: title, transaction, call: call, abi: abi, leniency: leniency, on: place.node, cache: stateCache)
    }
    return DryRun(trial: trial, network: place.network).report
  }
}
