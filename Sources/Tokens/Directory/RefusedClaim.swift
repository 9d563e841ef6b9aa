import Primitives

/// A claim which token an address is that is not believed.
public struct RefusedClaim: Sendable, Hashable {
  /// The reasons for which a claim is not believed.
  public enum Reason: Sendable, Hashable {
    /// The contract tells another number of decimals, or told it before; nil for none, or for more than an amount can have.
    case decimals(told: Int?)
    /// There is no contract at the address.
    case noCode
  }

  /// The words of a list or a person that the contract contradicts.
  public let claim: TokenClaim
  /// The contradiction, or that there is no contract.
  public let reason: Reason

  /// A claim and the reason why it is not believed.
  public init(_ claim: TokenClaim, _ reason: Reason) { (self.claim, self.reason) = (claim, reason) }

  /// The decimals that contradict each other; no names where there is no contract.
  package var facts: TokenErrors.Facts {
    switch reason {
    case .decimals(let told): .decimals(claim.address, known: claim.decimals, told: told)
    case .noCode: .names([])
    }
  }

  /// The reason as a sentence without a full stop.
  var words: String {
    func count(_ decimals: Int?) -> String { decimals.map { "\($0) decimals" } ?? "none that it can have" }
    return switch reason {
    case .decimals(let told):
      "a list has one at \(claim.address) with \(count(claim.decimals)), and the contract tells \(count(told))"
    case .noCode: "a list has one at \(claim.address), where there is no contract"
    }
  }
}
