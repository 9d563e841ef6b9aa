import Database
import Primitives

extension ExactDecimal: Storable {
  /// Reads a decimal; a `~` before it says that digits of it were rounded away.
  package init?(_ stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    let isRounded = text.hasPrefix("~")
    guard let number = ExactDecimal(isRounded ? text.dropFirst() : text[...]) else { return nil }
    self = isRounded ? number.rounded : number
  }

  package var stored: StoredValue { .text(isExact ? description : "~\(self)") }
}

extension Currency: Storable {
  package init?(_ stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self.init(text)
  }

  package var stored: StoredValue { .text(code) }
}

extension Day: Storable {
  /// Reads the number of a day that a calendar may have.
  package init?(_ stored: StoredValue) {
    guard case .integer(let number) = stored, let number = Int(exactly: number), (-30_000...400_000).contains(number)
    else { return nil }
    self.init(number: number)
  }

  package var stored: StoredValue { number.stored }
}

extension Market: Storable {}
extension RateKind: Storable {}
extension BankRate.Form: Storable {}

extension Row {
  /// A time in seconds since 1970, within what can be counted with; nil for NULL.
  func time(_ column: String) throws -> Int64? {
    try optional(column, as: Int64.self).map { min(max(0, $0), 1 << 40) }
  }

  /// The pair in the columns `base` and `quote`.
  func pair() throws -> CurrencyPair { CurrencyPair(try value("base"), try value("quote")) }
}
