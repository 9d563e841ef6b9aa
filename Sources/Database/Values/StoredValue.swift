/// A value as a database stores it.
package enum StoredValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A type whose values are stored in one column.
package protocol Storable: Sendable {
  /// Reads a value; nil for one of another type, and for what is none of this one's.
  init?(_ stored: StoredValue)

  var stored: StoredValue { get }
}

extension StoredValue: Storable {
  package init(_ stored: StoredValue) { self = stored }

  package var stored: StoredValue { self }
}

extension Storable where Self: BinaryInteger {
  /// The nearest that the type has.
  package init?(_ stored: StoredValue) {
    guard case .integer(let number) = stored else { return nil }
    self.init(clamping: number)
  }

  /// The nearest that a database has.
  package var stored: StoredValue { .integer(Int64(clamping: self)) }
}

extension Int64: Storable {}
extension Int: Storable {}
extension Int32: Storable {}
extension UInt64: Storable {}

extension Bool: Storable {
  package init?(_ stored: StoredValue) {
    guard case .integer(let number) = stored else { return nil }
    self = number != 0
  }

  package var stored: StoredValue { .integer(self ? 1 : 0) }
}

extension Double: Storable {
  package init?(_ stored: StoredValue) {
    switch stored {
    case .real(let number): self = number
    case .integer(let number): self = Double(number)
    default: return nil
    }
  }

  package var stored: StoredValue { .real(self) }
}

extension String: Storable {
  package init?(_ stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }

  package var stored: StoredValue { .text(self) }
}

extension [UInt8]: Storable {
  package init?(_ stored: StoredValue) {
    guard case .blob(let bytes) = stored else { return nil }
    self = bytes
  }

  package var stored: StoredValue { .blob(self) }
}

extension Storable where Self: RawRepresentable, RawValue: Storable {
  package init?(_ stored: StoredValue) {
    guard let raw = RawValue(stored) else { return nil }
    self.init(rawValue: raw)
  }

  package var stored: StoredValue { rawValue.stored }
}
