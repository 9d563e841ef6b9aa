import EVM
import Primitives
import Transactions

extension DevnetError {
  /// The error of a call that didn't end well, worded as geth does; nil for one that did.
  init?(_ result: ExecutionResult) {
    switch result.outcome {
    case .success: return nil
    case .reverted:
      let reason = RevertReason.text(result.output).map { ": \($0)" } ?? ""
      self.init(.reverted, "execution reverted\(reason)", about: result.output)
    case .failed(let failure): self.init(.executionFailed, failure.text)
    }
  }
}

extension ExecutionFailure {
  /// The failure as geth words it.
  var text: String {
    switch self {
    case .outOfGas: "out of gas"
    case .stackUnderflow: "stack underflow"
    case .stackOverflow: "stack limit reached 1024"
    case .invalidJump: "invalid jump destination"
    case .invalidOpcode(let byte): "invalid opcode: opcode 0x\(String(byte, radix: 16)) not defined"
    case .writeProtection: "write protection"
    case .returnDataOutOfBounds: "return data out of bounds"
    case .memoryLimit: "gas uint64 overflow"
    case .invalidCode: "invalid code: must not begin with 0xef"
    case .codeSize: "max code size exceeded"
    case .initCodeSize: "max initcode size exceeded"
    case .addressCollision: "contract address collision"
    case .precompile: "precompile failed"
    case .insufficientBalance: "insufficient balance for transfer"
    case .callDepth: "max call depth exceeded"
    case .computationLimit: "computation cost limit reached"
    case .codeDeposit: "contract creation code storage out of gas"
    case .accountKey(let number): (KaiaTransactionFailure(rawValue: number) ?? .machine).nodeText
    }
  }
}

/// Why a contract reverted, in words.
enum RevertReason {
  /// Reads `Error(string)` and `Panic(uint256)`; nil for anything else.
  static func text(_ data: Bytes) -> String? {
    if data.starts(with: [0x08, 0xc3, 0x79, 0xa0]) { return message(data.dropFirst(4)) }
    guard data.starts(with: [0x4e, 0x48, 0x7b, 0x71]), let code = word(data.dropFirst(4), at: 0) else { return nil }
    return panics[code] ?? "unknown panic code: \(code.quantity)"
  }

  private static func message(_ data: ArraySlice<UInt8>) -> String? {
    guard let offset = word(data, at: 0).flatMap({ Int(exactly: $0) }), offset < data.count,
      let length = word(data, at: offset).flatMap({ Int(exactly: $0) }), length <= data.count - offset - 32
    else { return nil }
    let start = data.startIndex + offset + 32
    return String(decoding: data[start..<(start + length)], as: UTF8.self)
  }

  private static func word(_ data: ArraySlice<UInt8>, at offset: Int) -> UInt256? {
    guard offset >= 0, data.count >= 32, offset <= data.count - 32 else { return nil }
    let start = data.startIndex + offset
    return try? UInt256(bigEndian: data[start..<(start + 32)])
  }

  /// Solidity's codes of `Panic`.
  private static let panics: [UInt256: String] = [
    0x00: "generic panic", 0x01: "assert(false)", 0x11: "arithmetic underflow or overflow",
    0x12: "division or modulo by zero", 0x21: "enum overflow", 0x22: "invalid encoded storage byte array accessed",
    0x31: "out-of-bounds array access; popping on an empty array", 0x32: "out-of-bounds access of an array or bytesN",
    0x41: "out of memory", 0x51: "uninitialized function",
  ]
}
