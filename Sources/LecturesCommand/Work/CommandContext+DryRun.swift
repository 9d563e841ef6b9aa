import ContractABI
import ContractClient
import EVM
import LectureKit
import NodeRPC
import Primitives
import Sending
import Simulation
import Terminal
import Transactions

extension CommandContext {
  /// Ends the command with the simulated outcome of a priced transaction, if that is all that is wanted.
  ///
  /// - Parameter abi: The interface of the contract that is called or created, for its events and errors.
  /// - Throws: `DryRunEnd`; the node's objection.
  func endIfDry(_ title: String, _ prepared: PreparedTransaction, at place: Connection, abi: ContractABI?) async throws
  {
    guard isDryRun else { return }
    let transaction = prepared.trial
    var service: DryRun.Service?
    if let kaia = prepared.kaia, kaia.payment != .sender, kaia.feePayer == nil {
      service = DryRun.Service(
        name: sending?.feeService ?? "", payment: kaia.payment, gasPrice: prepared.fees.maximumPerGas)
    }
    try await endDry(
      title, transaction, call: prepared.request.label, at: place, abi: abi, leniency: transaction.trialLeniency,
      service: service)
  }

  /// Ends the command with the simulated outcome of a transaction.
  ///
  /// - Throws: `DryRunEnd`; the node's objection.
  func endDry(
    _ title: String, _ transaction: EVMTransaction, call: String, at place: Connection, abi: ContractABI?,
    leniency: Machine.Leniency = [], service: DryRun.Service? = nil
  ) async throws {
    let (simulation, outcome) = try await progress("Trying it here") { _ in
      let simulation = try await beginSimulation(at: place)
      return (simulation, try await simulation.settle(transaction, leniency: leniency))
    }
    let trial = DryRun(
      title: title, call: call, transaction: transaction, outcome: outcome, block: simulation.state.block,
      rules: simulation.rules, network: place.network, abi: abi, service: service)
    throw DryRunEnd(report: trial.report)
  }

  /// A simulation on the newest state of the network's node.
  func beginSimulation(at place: Connection) async throws -> Simulation { try await beginSimulation(with: place.node) }

  /// A simulation on the newest state of a node.
  private func beginSimulation(with node: NodeClient) async throws -> Simulation {
    try await Simulation.begin(
      with: node, cache: settings.cacheDirectory.map { StateCache(directory: "\($0)/states") })
  }

  /// A check that simulates a request here, so that a node's estimate of its gas is not believed alone; nil for a dry
  /// run, which simulates it anyway.
  func gasCheck() -> GasCheck? {
    guard !isDryRun else { return nil }
    return GasCheck { [self] request in
      // A transaction that cannot be tried here may still be sent: a node's estimate has its bounds.
      guard let network = try? settings.network(), let node = try? node(of: network),
        let simulation = try? await beginSimulation(with: node),
        let gas = try? await simulation.gas(
          from: request.from, to: request.to, value: request.value.wei, data: request.data)
      else { return nil }
      return GasCheck.Measure(used: gas.used, needed: gas.needed)
    } onDisagreement: { [self] found in
      warn(
        "The node estimates \(found.estimate) units of gas. Tried here it needs \(found.measure.needed): that is what counts."
      )
    }
  }
}

extension EVMTransaction {
  /// Makes the call that one of Kaia's own types does; its signatures are not looked at.
  ///
  /// - Parameters:
  ///   - feePayer: The account that pays beside the sender; nil for none, or one whose balance is not known: then the
  ///     gas is free.
  ///   - extraGas: The gas it needs beyond its data and its execution.
  init(trying transaction: KaiaTransaction, feePayer: Address?, extraGas: UInt64) {
    var percent: UInt8 = 100
    if case .shared(let share) = transaction.feePayment { percent = share }
    let isDeployment = if case .deploy = transaction.operation { true } else { false }
    self.init(
      sender: transaction.from, nonce: transaction.nonce,
      to: transaction.operation.to ?? (isDeployment ? nil : transaction.from), value: transaction.operation.value,
      data: transaction.operation.input, gasLimit: transaction.gasLimit,
      maxFeePerGas: transaction.feePayment != .sender && feePayer == nil ? 0 : transaction.gasPrice,
      feePayment: feePayer.map { FeePayment(payer: $0, percent: percent) })
    switch transaction.operation {
    case .accountUpdate, .cancel, .anchoring: action = .nothing
    case .valueTransfer, .memo, .deploy, .execution: action = .message
    }
    surcharge = TransactionGas(charged: extraGas, floor: extraGas)
  }

  /// The validity checks that a simulation leaves out: the nonce, which counts the pool's transactions while the state
  /// does not, and the fee where its payer is not known.
  var trialLeniency: Machine.Leniency { maxFeePerGas == 0 ? [.nonce, .fees] : .nonce }
}

extension PreparedTransaction {
  /// The transaction for a simulation: one of Kaia's own types is a call like any other, whose gas another account may
  /// pay.
  var trial: EVMTransaction {
    let unsigned = transaction(nonce: transactionCount)
    guard let kaia, case .kaia(let native) = unsigned else {
      return EVMTransaction(unsigned, sender: request.from)
    }
    return EVMTransaction(trying: native, feePayer: kaia.feePayer, extraGas: kaia.extraGas)
  }
}
