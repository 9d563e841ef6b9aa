import Database
import Primitives

/// An amount in peb as a column holds it: 32 bytes, the highest first, which sort as the numbers do.
struct PebColumn: Storable, Hashable {
  var number: UInt256

  init(_ number: UInt256) { self.number = number }

  init?(_ stored: StoredValue) {
    guard let bytes = Bytes(stored), let hash = try? Hash32(bytes) else { return nil }
    number = UInt256(hash)
  }

  var stored: StoredValue { .blob(Hash32(number).bytes) }
}

extension UInt256 {
  /// The sum, or the highest number where that is more.
  func addingUpToMost(_ other: UInt256) -> UInt256 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }

  /// The difference, or 0 where that is less.
  func subtractingDownToNone(_ other: UInt256) -> UInt256 { self > other ? self - other : 0 }
}

extension Row {
  /// An amount.
  func peb(_ column: String) throws -> UInt256 { try value(column, as: PebColumn.self).number }
}
