import Primitives

/// The code of a contract that gives fixed answers to selectors, and reverts on all others.
package enum AnsweringCode {
  /// The runtime code: compares the selector with each, and copies the answer that belongs to it out of itself.
  ///
  /// - Parameter rest: The answer to all other calls; nil reverts.
  package static func make(_ answers: [(selector: UInt32, data: Bytes)], rest: Bytes? = nil) -> Bytes {
    // PUSH1 0, CALLDATALOAD, PUSH1 224, SHR
    var code: Bytes = [0x60, 0x00, 0x35, 0x60, 0xe0, 0x1c]
    let (branch, segment) = (11, 16)
    let ending = rest == nil ? 5 : segment
    let segments = code.count + branch * answers.count + ending
    for (index, answer) in answers.enumerated() {
      // DUP1, PUSH4 selector, EQ, PUSH2 segment, JUMPI
      code += [0x80, 0x63] + bytes(answer.selector, 4) + [0x14] + push(segments + segment * index) + [0x57]
    }
    var start = segments + segment * answers.count
    if let rest {
      code += give(rest, from: start)
      start += rest.count
    } else {
      // PUSH1 0, PUSH1 0, REVERT
      code += [0x60, 0x00, 0x60, 0x00, 0xfd]
    }
    for answer in answers {
      code += give(answer.data, from: start)
      start += answer.data.count
    }
    return code + (rest ?? []) + answers.flatMap(\.data)
  }

  /// Words one behind the other.
  package static func words(_ words: [UInt256]) -> Bytes { words.flatMap(\.bigEndianBytes) }

  /// A string as a function returns it.
  package static func string(_ text: String) -> Bytes {
    let padding = (32 - text.utf8.count % 32) % 32
    return words([32, UInt256(text.utf8.count)]) + Bytes(text.utf8) + Bytes(repeating: 0, count: padding)
  }

  /// JUMPDEST, PUSH2 length, PUSH2 start, PUSH1 0, CODECOPY, PUSH2 length, PUSH1 0, RETURN
  private static func give(_ data: Bytes, from start: Int) -> Bytes {
    let length = push(data.count)
    return [0x5b] + length + push(start) + [0x60, 0x00, 0x39] + length + [0x60, 0x00, 0xf3]
  }

  private static func push(_ number: Int) -> Bytes { [0x61] + bytes(UInt32(number), 2) }

  private static func bytes(_ number: UInt32, _ count: Int) -> Bytes {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
