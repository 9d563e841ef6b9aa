import Primitives

/// A contract that gives fixed answers to selectors, and reverts on all others.
enum MockFeed {
  /// The runtime code: compares the selector with each, and copies the answer that belongs to it out of itself.
  static func code(_ answers: [(selector: UInt32, data: Bytes)]) -> Bytes {
    // PUSH1 0, CALLDATALOAD, PUSH1 224, SHR
    var code: Bytes = [0x60, 0x00, 0x35, 0x60, 0xe0, 0x1c]
    let (branch, segment) = (11, 16)
    let segments = code.count + branch * answers.count + 5
    for (index, answer) in answers.enumerated() {
      // DUP1, PUSH4 selector, EQ, PUSH2 segment, JUMPI
      code += [0x80, 0x63] + bytes(answer.selector, 4) + [0x14] + push(segments + segment * index) + [0x57]
    }
    // PUSH1 0, PUSH1 0, REVERT
    code += [0x60, 0x00, 0x60, 0x00, 0xfd]
    var start = segments + segment * answers.count
    for answer in answers {
      // JUMPDEST, PUSH2 length, PUSH2 start, PUSH1 0, CODECOPY, PUSH2 length, PUSH1 0, RETURN
      let length = push(answer.data.count)
      code += [0x5b] + length + push(start) + [0x60, 0x00, 0x39] + length + [0x60, 0x00, 0xf3]
      start += answer.data.count
    }
    return code + answers.flatMap(\.data)
  }

  /// A feed's code: its newest price as words, its places after the point, and its description; nil reverts.
  static func code(_ round: [UInt256], decimals: UInt256 = 8, description: String? = "KAIA / USD") -> Bytes {
    var answers: [(selector: UInt32, data: Bytes)] = [
      (0xfeaf_968c, words(round)), (0x313c_e567, words([decimals])),
    ]
    if let description { answers.append((0x7284_e416, string(description))) }
    return code(answers)
  }

  /// Words one behind the other.
  static func words(_ words: [UInt256]) -> Bytes { words.flatMap(\.bigEndianBytes) }

  /// A string as a function returns it.
  static func string(_ text: String) -> Bytes {
    let padding = (32 - text.utf8.count % 32) % 32
    return words([32, UInt256(text.utf8.count)]) + Bytes(text.utf8) + Bytes(repeating: 0, count: padding)
  }

  private static func push(_ number: Int) -> Bytes { [0x61] + bytes(UInt32(number), 2) }

  private static func bytes(_ number: UInt32, _ count: Int) -> Bytes {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
