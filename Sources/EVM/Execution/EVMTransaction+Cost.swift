import Primitives
import Transactions

extension EVMTransaction {
  /// The most that the fee payer pays, in wei: 0 without one, or if it is the sender; nil beyond 2²⁵⁶.
  public var maximumDelegatedFee: UInt256? {
    guard let feePayment, feePayment.payer != sender else { return 0 }
    let gas = maxFeePerGas.multipliedReportingOverflow(by: UInt256(gasLimit))
    return gas.overflow ? nil : feePayment.part(of: gas.partialValue)
  }

  /// The most that the sender pays, for value, gas and blobs, in wei; nil if that is beyond 2²⁵⁶.
  public var maximumCost: UInt256? {
    var gas = maxFeePerGas.multipliedReportingOverflow(by: UInt256(gasLimit))
    if let delegated = maximumDelegatedFee { gas.partialValue &-= delegated }
    let blobs = maxFeePerBlobGas.multipliedReportingOverflow(by: UInt256(kind == .blob ? blobGas : 0))
    let (first, second) = (gas.partialValue.addingReportingOverflow(value), gas.overflow || blobs.overflow)
    let sum = first.partialValue.addingReportingOverflow(blobs.partialValue)
    return second || first.overflow || sum.overflow ? nil : sum.partialValue
  }
}
