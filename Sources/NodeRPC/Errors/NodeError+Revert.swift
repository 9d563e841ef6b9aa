import Primitives
import StrictJSON

extension NodeError {
  /// The data a contract reverted with, out of a JSON-RPC error in whatever form the node gives it.
  ///
  /// Known forms: geth, Kaia, Erigon, Reth, Anvil (`data: "0x…"`, code 3 or −32000); Besu and Nethermind (`data: "0x…"`
  /// or `"Reverted 0x…"`, as OpenEthereum had it); Hardhat (`data: {"data": "0x…"}`); Ganache (`data: {"0x<hash>":
  /// {"return": "0x…"}}` or `{"result": "0x…"}`); wrapped errors (`data.originalError.data`); hex inside other words.
  ///
  /// - Returns: The bytes; empty if the node reports a revert without data; nil if the error is
  ///   about no revert.
  public var revertData: Bytes? {
    guard code == .rpc else { return nil }
    if let rpcData, let found = RevertSearch.data(in: rpcData, depth: 0) {
      // Another error's data may be hexadecimal too: without a word about a revert, only what has a selector's shape.
      if saysReverted || (found.count % 32 == 4) { return found }
    }
    guard saysReverted else { return nil }
    return RevertSearch.hex(
      inside: rpcMessage ?? "", after: ["reverted 0x", "return data: 0x", "data: 0x", "data=\"0x"]) ?? []
  }

  private var saysReverted: Bool {
    // 3 is geth's code for a revert, −32015 OpenEthereum's for a failed execution.
    if rpcCode == 3 || (rpcCode == -32015 && rpcData?.string?.hasPrefix("Reverted") == true) { return true }
    return (rpcMessage ?? "").lowercased().contains("revert") || rpcData?.string?.hasPrefix("Reverted") == true
  }
}

/// The search for revert data in an error's `data` member.
private enum RevertSearch {
  /// Members that hold the data, or an object that does, in the order they are believed.
  private static let members = ["data", "result", "return", "output", "originalError", "error", "cause"]

  static func data(in json: JSON, depth: Int) -> Bytes? {
    guard depth < 6 else { return nil }
    if let text = json.string { return bytes(of: text) }
    guard let object = json.object else { return nil }
    for name in members {
      if let value = object[name], let found = data(in: value, depth: depth + 1) { return found }
    }
    // Ganache: a map from the transaction's hash to what happened to it.
    for (key, value) in object where key.utf8.count == 66 && key.hasPrefix("0x") {
      if let found = data(in: value, depth: depth + 1) { return found }
    }
    return nil
  }

  private static func bytes(of text: String) -> Bytes? {
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return try? Bytes(hex: text) }
    return hex(inside: text, after: ["0x"])
  }

  /// The hexadecimal digits after the first of the marks that has any, or nil; an odd last digit is not believed.
  static func hex(inside text: String, after marks: [String]) -> Bytes? {
    let haystack = Array(text.utf8)
    for mark in marks {
      let needle = Array(mark.utf8)
      guard haystack.count > needle.count else { continue }
      for start in 0...(haystack.count - needle.count)
      where zip(haystack[start...], needle).allSatisfy({ $0 == $1 || ($0 | 0x20) == $1 }) {
        let digits = haystack[(start + needle.count)...].prefix { Character(Unicode.Scalar($0)).isHexDigit }
        guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { continue }
        return try? Bytes(hex: String(decoding: digits, as: UTF8.self))
      }
    }
    return nil
  }
}
