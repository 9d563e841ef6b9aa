import ContractABI
import EVM
import NodeRPC
import Primitives
import Simulation
import Transactions

/// A transaction that was simulated and not sent.
public struct DryRunOutcome: Sendable {
  /// The action in a few words: `buy lecture 0 for 10 KLAY`.
  public let title: String
  /// The call for people: the function with its arguments, or the transfer.
  public let call: String
  /// The transaction as it was simulated.
  public let transaction: EVMTransaction
  /// The simulated outcome.
  public let outcome: SimulatedTransaction
  /// The block on whose state it was simulated.
  public let block: NodeBlock
  /// The rules it was simulated by; where they are not known, the node's own answer counted.
  public let rules: BlockRules
  /// The interface of the contract that is called or created.
  public let abi: ContractABI?
  /// The service that pays for the gas, if its account is not known: then it was simulated as if gas were free.
  public var service: Service?

  /// The transactions that have to be sent before it, on whose state it was simulated.
  public var earlier: [DryRunOutcome] = []

  /// A fee delegation service that is to pay.
  public struct Service: Sendable {
    /// The service's address.
    public let name: String
    /// The part of the fee that it pays.
    public let payment: KaiaTransaction.FeePayment
    /// The price offered for a unit of gas, in peb.
    public let gasPrice: UInt256
  }

  /// An outcome of a simulation.
  public init(
    title: String, call: String, transaction: EVMTransaction, outcome: SimulatedTransaction, simulation: Simulation,
    abi: ContractABI?
  ) {
    (self.title, self.call, self.transaction, self.outcome) = (title, call, transaction, outcome)
    (block, rules, self.abi) = (simulation.state.block, simulation.rules, abi)
  }

  /// The cost of the gas, whoever pays it.
  public var fee: Amount {
    guard let service else { return Amount(wei: outcome.fee) }
    let (fee, isAbsurd) = service.gasPrice.multipliedReportingOverflow(by: UInt256(outcome.gasUsed))
    return Amount(wei: isAbsurd ? .max : fee)
  }

  /// The price of a unit of gas, in wei.
  public var gasPrice: UInt256 { service?.gasPrice ?? outcome.gasPrice }

  /// The split of the fee; nil if nobody else pays.
  public var split: FeeSplit? {
    if let service { return service.payment.split(fee.wei) }
    return transaction.feePayment.flatMap {
      $0.payer == transaction.sender ? nil : FeeSplit(fee.wei, percent: $0.percent)
    }
  }
}

extension DryRunOutcome {
  /// Simulates a transaction on the newest state of a node.
  ///
  /// - Parameters:
  ///   - title: the action in a few words.
  ///   - call: the call, readable.
  ///   - abi: the interface of the contract that is called or created.
  ///   - leniency: the validity checks that are left out.
  ///   - cache: the cache of states; nil reads the state anew.
  /// - Throws: `SimulationError`; the node's objection.
  public init(
    of title: String, _ transaction: EVMTransaction, call: String, abi: ContractABI?, leniency: Machine.Leniency = [],
    on node: NodeClient, cache: StateCache?
  ) async throws {
    let simulation = try await Simulation.begin(with: node, cache: cache)
    self.init(
      title: title, call: call, transaction: transaction,
      outcome: try await simulation.settle(transaction, leniency: leniency), simulation: simulation, abi: abi)
  }
}
