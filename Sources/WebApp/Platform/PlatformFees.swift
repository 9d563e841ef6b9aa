import Operations
import Primitives
import Sending

/// The fees that a platform pays for people who have no coin, on Kaia.
package struct PlatformFees: Sendable {
  /// The only way in which it pays: by what was proposed, within its budgets.
  let payer: PlatformFeePayer
  /// The payer as transactions are priced with it.
  let delegation: FeeDelegation
  /// The service that pays.
  let service: FeeService
  /// The accounts for which it pays no more just now.
  let spent = ExhaustedFeeBudgets()

  /// Fees that a service pays.
  package init(_ payer: PlatformFeePayer, by service: FeeService) {
    (self.payer, self.service, delegation) = (payer, service, FeeDelegation(.service(service)))
  }

  /// The reason why the fee of a proposal is not paid just now: a budget of the day is spent, by the payer's answer of
  /// a short while ago or by its own record; nil where it is paid, as far as that can be known beforehand.
  ///
  /// - Throws: `DatabaseError`; `NodeError` if the node fails.
  func refusal(of proposal: DelegatedProposal, client: String, at time: Int64) async throws -> DelegationError? {
    if spent.contains(proposal.from, at: time) { return PlatformFeePayer.spent(nil) }
    return try await payer.exceeded(by: proposal, client: client).map { PlatformFeePayer.spent(.budget($0)) }
  }
}

extension WantedAction {
  /// Whether a platform pays its fee: for what students do.
  var isPaidFor: Bool {
    switch self {
    case .purchase, .rating, .reclaim, .withdrawal: true
    case .opening, .reopening, .settlement: false
    }
  }
}

extension WalletProposal {
  /// The proposal as the payer of its fee compares it with what the wallet signed.
  var delegated: DelegatedProposal {
    DelegatedProposal(
      id: id, chainID: chainID, from: account, to: terms.contract, value: terms.value, input: terms.data,
      gas: terms.gas)
  }
}
