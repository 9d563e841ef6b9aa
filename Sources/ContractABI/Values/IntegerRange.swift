import Primitives

/// Which numbers fit into an integer type of so many bits.
enum IntegerRange {
  /// Whether the number fits into `bits` without a sign.
  static func fits(_ value: UInt256, bits: Int) -> Bool { bits >= 256 || value >> max(0, bits) == 0 }

  /// Whether the word is the sign-extended form of a number of `bits`.
  static func fits(signed word: UInt256, bits: Int) -> Bool {
    let shift = max(0, min(bits, 256) - 1)
    return word >> shift == 0 || ~word >> shift == 0
  }

  static func check(_ value: UInt256, bits: Int, type: ABIType) throws(ContractABIError) {
    guard fits(value, bits: bits) else {
      throw ContractABIError(
        .outOfRange, "\(value) does not fit \(type)",
        reason: "the largest \(type) is \(UInt256.max >> (256 - max(8, min(bits, 256))))")
    }
  }

  static func check(_ value: Int256, bits: Int, type: ABIType) throws(ContractABIError) {
    guard fits(signed: UInt256(truncatingIfNeeded: value), bits: bits) else {
      let largest = UInt256.max >> (257 - max(8, min(bits, 256)))
      throw ContractABIError(
        .outOfRange, "\(value) does not fit \(type)", reason: "it reaches from -\(largest + 1) to \(largest)")
    }
  }
}
