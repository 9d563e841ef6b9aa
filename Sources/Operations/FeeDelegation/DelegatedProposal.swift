import ContractABI
import LectureKit
import Primitives

/// A transaction that the platform proposed to a person, whose fee it pays: what the wallet is to sign.
public struct DelegatedProposal: Sendable, Hashable {
  /// The proposal's own id; one transaction is paid for it.
  public var id: String
  /// The id of the chain that the signature has to be for.
  public var chainID: UInt256
  /// The account of the person's session.
  public var from: Address
  /// The contract that is called.
  public var to: Address
  /// The amount that goes to the contract, to the last peb.
  public var value: Amount
  /// The calldata, which the wallet may not change.
  public var input: Bytes
  /// The highest gas limit that the wallet may sign, in units.
  public var gas: UInt64
  /// The share of the fee that the platform pays, 1 to 99; nil is all of it.
  public var percent: UInt8?

  /// A proposal as it was shown.
  public init(
    id: String, chainID: UInt256, from: Address, to: Address, value: Amount, input: Bytes, gas: UInt64,
    percent: UInt8? = nil
  ) {
    (self.id, self.chainID, self.from, self.to, self.value) = (id, chainID, from, to, value)
    (self.input, self.gas, self.percent) = (input, gas, percent)
  }

  /// The kinds of calls that the platform pays for.
  enum Action: String, CaseIterable, Sendable {
    case purchase = "purchaseLecture(uint256)"
    case evaluation = "evaluateLecture(uint256,uint256,uint256,uint256,uint256,uint256)"
    case reclaim = "reclaimPayment(uint256)"
    case withdrawal = "withdraw()"
  }

  /// The kind of call, by its calldata; nil for one that is not paid for.
  var action: Action? {
    let selector = ABISelector(prefixOf: input)
    return Action.allCases.first { ABISelector(signature: $0.rawValue) == selector }
  }

  /// The number of the lecture that the call is about; nil where it is about none.
  var lecture: UInt256? {
    guard action != nil, input.count >= 36 else { return nil }
    return input[4..<36].reduce(0) { $0 << 8 | UInt256($1) }
  }
}
