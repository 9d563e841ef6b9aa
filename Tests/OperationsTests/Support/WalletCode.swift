import Keys
import Primitives

/// Contracts that answer `isValidSignature(bytes32,bytes)` in one way or another, as code.
enum WalletCode {
  /// A wallet of one owner: it takes a signature of 65 bytes from which the owner recovers, whatever its s.
  static func of(_ owner: Address) throws -> Bytes {
    // The digest, v, r and s into memory for the precompile 1; its answer compared with the owner; the selector or zero.
    try Bytes(
      hex: "0x600435600052" + "60a43560f81c602052" + "606435604052" + "608435606052"
        + "60206080608060006001" + "5afa50" + "60805173" + Hex.encode(owner.bytes, prefix: false)
        + "14631626ba7e60e01b0260005260206000f3")
  }

  /// It answers with these bytes, up to 64, whatever it is asked.
  static func answering(_ bytes: Bytes) -> Bytes {
    var code: Bytes = []
    for (index, word) in stride(from: 0, to: bytes.count, by: 32).enumerated() {
      let part = bytes[word..<min(word + 32, bytes.count)]
      code += [0x7f] + part + Bytes(repeating: 0, count: 32 - part.count) + [0x60, UInt8(index * 32), 0x52]
    }
    return code + [0x60, UInt8(bytes.count), 0x60, 0x00, 0xf3]
  }

  /// It reverts.
  static let reverting: Bytes = [0x60, 0x00, 0x60, 0x00, 0xfd]
  /// It runs until its gas is used up.
  static let endless: Bytes = [0x5b, 0x60, 0x00, 0x56]
  /// The one answer that says yes.
  static let yes: Bytes = [0x16, 0x26, 0xba, 0x7e] + Bytes(repeating: 0, count: 28)
}
