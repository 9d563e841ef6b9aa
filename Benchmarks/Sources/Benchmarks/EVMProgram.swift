import Primitives

/// A loop in EVM code that does one thing again and again.
struct EVMProgram: Sendable {
  let name: String
  /// What keeps ours from being faster.
  let limit: String
  /// The least ratio to revm; nil for a row that only informs.
  let bound: Double?
  /// Whether py-evm runs it too.
  var meetsPyEVM = false
  /// Leaves the stack as it was, with the loop's counter on top.
  let body: Bytes

  /// The code for so many turns.
  func code(turns: UInt32) -> Bytes {
    let count = Bytes(withUnsafeBytes(of: turns.bigEndian) { Array($0) })
    // PUSH4 turns, JUMPDEST, body, then 1 less on the stack and back to the JUMPDEST until it is 0.
    return [0x63] + count + [0x5b] + body + [0x60, 1, 0x90, 0x03, 0x80, 0x60, 5, 0x57, 0x00]
  }

  /// The contract that others call: gives its argument plus one.
  static let callee: Bytes = [0x5f, 0x35, 0x60, 1, 0x01, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3]

  /// All of them; the contract to call is at `callee`.
  static func all(callee: Address) -> [EVMProgram] {
    let word: Bytes = [0x7f] + (0..<32).map { UInt8($0 * 7 + 3) }
    let interpreter = "reading an instruction and going to its code"
    func calling(_ operation: UInt8, _ target: Bytes, input: Bytes = [0x60, 0x20]) -> Bytes {
      let value: Bytes = operation == 0xf1 ? [0x5f] : []
      return [0x60, 0x20, 0x5f] + input + [0x5f] + value + target + [0x5a, operation, 0x50]
    }
    return [
      EVMProgram(
        name: "arithmetic", limit: interpreter, bound: 1, meetsPyEVM: true,
        body: [0x80, 0x80, 0x01, 0x81, 0x02, 0x81, 0x90, 0x03, 0x81, 0x10, 0x81, 0x16, 0x50]),
      EVMProgram(
        name: "MUL of 256 bits", limit: "sixteen multiplications of 64 bits", bound: 1,
        body: word + [0x80, 0x02, 0x81, 0x01] + word + [0x02, 0x50]),
      EVMProgram(
        name: "DIV of 256 bits", limit: "Knuth's division", bound: 1,
        body: word + [0x81, 0x90, 0x04, 0x50] + word + word + [0x60, 0x80, 0x1c, 0x90, 0x04, 0x50]),
      EVMProgram(
        name: "memory", limit: interpreter + ", turning words round", bound: 1, meetsPyEVM: true,
        body: [0x80, 0x60, 0x40, 0x52, 0x60, 0x40, 0x51, 0x60, 0x80, 0x52, 0x60, 0x80, 0x51, 0x50]),
      EVMProgram(name: "control flow", limit: interpreter, bound: 1, meetsPyEVM: true, body: [0x80, 0x15, 0x50]),
      EVMProgram(
        name: "stack", limit: interpreter, bound: 1,
        body: [0x5f, 0x81, 0x90, 0x80, 0x91, 0x50, 0x50, 0x50, 0x61, 1, 2, 0x63, 1, 2, 3, 4, 0x50, 0x50]),
      EVMProgram(
        name: "KECCAK256 of 32 bytes", limit: "the permutation", bound: 0.7, meetsPyEVM: true,
        body: [0x60, 0x20, 0x5f, 0x20, 0x50]),
      EVMProgram(
        name: "KECCAK256 of 1 KiB", limit: "the permutation, without newer processors' instructions", bound: 0.7,
        body: [0x61, 4, 0, 0x5f, 0x20, 0x50]),
      EVMProgram(
        name: "SLOAD", limit: "the table of an account's slots", bound: 0.7,
        body: [0x80, 0x60, 0xff, 0x16, 0x54, 0x50]),
      EVMProgram(
        name: "SSTORE", limit: "the table of an account's slots, the journal", bound: 0.7, meetsPyEVM: true,
        body: [0x80, 0x81, 0x60, 0xff, 0x16, 0x55]),
      EVMProgram(
        name: "TSTORE, TLOAD", limit: "the table of transient slots, the journal", bound: 0.7,
        body: [0x80, 0x81, 0x60, 0xff, 0x16, 0x5d, 0x80, 0x5c, 0x50]),
      EVMProgram(
        name: "CALL", limit: "the new frame", bound: 0.7, meetsPyEVM: true,
        body: calling(0xf1, [0x73] + callee.bytes)),
      EVMProgram(name: "STATICCALL", limit: "the new frame", bound: 0.7, body: calling(0xfa, [0x73] + callee.bytes)),
      EVMProgram(
        name: "LOG1", limit: "the allocation of data and topics", bound: 0.7,
        body: [0x60, 1, 0x60, 0x20, 0x5f, 0xa1]),
      EVMProgram(
        name: "precompile: identity", limit: "the allocation of the output", bound: nil, body: calling(0xfa, [0x60, 4])),
      EVMProgram(
        name: "precompile: SHA-256", limit: "OpenSSL, found anew each time", bound: nil, body: calling(0xfa, [0x60, 2])),
      EVMProgram(
        name: "precompile: ecrecover", limit: "libsecp256k1", bound: nil,
        // v = 27, r = s = 1 over a hash that changes.
        body: [0x80, 0x5f, 0x52, 0x60, 27, 0x60, 0x20, 0x52, 0x60, 1, 0x60, 0x40, 0x52, 0x60, 1, 0x60, 0x60, 0x52]
          + calling(0xfa, [0x60, 1], input: [0x60, 0x80])),
      EVMProgram(
        name: "precompile: bn254 addition", limit: "the inversion at its end", bound: nil,
        body: [0x60, 1, 0x5f, 0x52, 0x60, 2, 0x60, 0x20, 0x52, 0x60, 1, 0x60, 0x40, 0x52, 0x60, 2, 0x60, 0x60, 0x52]
          + calling(0xfa, [0x60, 6], input: [0x60, 0x80])),
    ]
  }
}
