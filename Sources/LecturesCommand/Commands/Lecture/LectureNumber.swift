import ArgumentParser
import Primitives

/// A lecture's number as it is typed: a whole number from 0.
struct LectureNumber: ExpressibleByArgument, Sendable, Hashable {
  let value: UInt256

  init?(argument: String) {
    guard !argument.isEmpty, argument.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = try? UInt256(parsing: argument)
    else { return nil }
    self.value = value
  }
}
