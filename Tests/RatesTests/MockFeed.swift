import NodeDoubles
import Primitives

/// A contract that gives fixed answers to selectors, and reverts on all others.
enum MockFeed {
  /// The runtime code with answers of one's own.
  static func code(_ answers: [(selector: UInt32, data: Bytes)]) -> Bytes { AnsweringCode.make(answers) }

  /// A feed's code: its newest price as words, its places after the point, and its description; nil reverts.
  static func code(_ round: [UInt256], decimals: UInt256 = 8, description: String? = "KAIA / USD") -> Bytes {
    var answers: [(selector: UInt32, data: Bytes)] = [
      (0xfeaf_968c, words(round)), (0x313c_e567, words([decimals])),
    ]
    if let description { answers.append((0x7284_e416, string(description))) }
    return code(answers)
  }

  /// Words one behind the other.
  static func words(_ words: [UInt256]) -> Bytes { AnsweringCode.words(words) }

  /// A string as a function returns it.
  static func string(_ text: String) -> Bytes { AnsweringCode.string(text) }
}
