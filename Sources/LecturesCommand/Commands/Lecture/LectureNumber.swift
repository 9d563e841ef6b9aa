import Primitives

/// A lecture's number as it is typed: a whole number from 0.
struct LectureNumber: Sendable, Hashable {
  let value: UInt256

  /// - Throws: a misuse that describes a lecture's number.
  init(parsing text: String) throws(UsageRule) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = try? UInt256(parsing: text)
    else {
      throw .lectureNumber
    }
    self.value = value
  }
}
