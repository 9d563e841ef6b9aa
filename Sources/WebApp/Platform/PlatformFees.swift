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
  let spent = SpentFees()

  /// Fees that a service pays.
  package init(_ payer: PlatformFeePayer, by service: FeeService) {
    (self.payer, self.service, delegation) = (payer, service, FeeDelegation(.service(service)))
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
