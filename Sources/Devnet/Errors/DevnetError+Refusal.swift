import EVM

extension DevnetError {
  /// A refusal of the EVM's rules.
  init(_ refusal: EVMError) {
    switch refusal.code {
    case .nonceTooLow: self.init(.nonceTooLow, refusal.message)
    case .insufficientFunds, .insufficientFeePayerFunds: self.init(.insufficientFunds, refusal.message)
    case .intrinsicGas: self.init(.intrinsicGas, refusal.message)
    case .missingSystemContract, .systemCallFailed:
      self.init(
        .invalidBlock,
        """
        no block can be made: \(refusal.message)
        give the contract the code of its EIP (anvil_setCode, or alloc in the genesis), or go back to before it was changed
        """)
    default: self.init(.refusedTransaction, refusal.message)
    }
  }
}
