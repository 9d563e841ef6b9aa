/// The names of Kaia's own transaction types, for telling what was met.
enum KaiaTypeName {
  /// The name of a type byte (0x08…0x4a), if Kaia has it: base kind in the upper five bits, who pays in the lower three.
  static func name(of type: UInt8) -> String? {
    let base: String
    switch type >> 3 {
    case 1: base = "ValueTransfer"
    case 2: base = "ValueTransferMemo"
    case 4: base = "AccountUpdate"
    case 5: base = "SmartContractDeploy"
    case 6: base = "SmartContractExecution"
    case 7: base = "Cancel"
    case 9: base = "ChainDataAnchoring"
    default: return nil
    }
    switch type & 7 {
    case 0: return "TxType\(base)"
    case 1: return "TxTypeFeeDelegated\(base)"
    case 2: return "TxTypeFeeDelegated\(base)WithRatio"
    default: return nil
    }
  }

  /// The byte in front of an Ethereum transaction in Kaia's form.
  static let ethereumPrefix: UInt8 = 0x78

  /// The name of `0x78 ‖ type`, if Kaia has it.
  static func ethereumName(of type: UInt8) -> String? {
    switch type {
    case 1: "TxTypeEthereumAccessList"
    case 2: "TxTypeEthereumDynamicFee"
    case 3: "TxTypeEthereumBlob"
    case 4: "TxTypeEthereumSetCode"
    default: nil
    }
  }
}
