import Primitives
import StrictJSON

extension JSONReader where Value == UInt256 {
  /// `0x` and digits without leading zeros, as the execution API has it, or a JSON number of digits alone, because some
  /// nodes (eth-tester's, and Kaia's in a few fields) send them.
  public static var quantity: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      if case .number(let digits) = json { return try json.parse(digits, .quantity, UInt256.init(parsing:)) }
      return try json.parse(json.text(.quantity), .quantity, UInt256.init(quantity:))
    }
  }

  /// `0x` and at most 64 digits, which may begin with zeros; nothing else.
  public static var hexadecimal: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      try json.parse(json.text(.quantity, atMost: 66, prefix: .required), .quantity, UInt256.init(parsing:))
    }
  }

  /// `0x` and digits, decimal digits in quotes, or a JSON number of digits alone.
  public static var number: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      if case .number(let digits) = json { return try json.parse(digits, .number, UInt256.init(parsing:)) }
      return try json.parse(json.text(.number), .number, UInt256.init(parsing:))
    }
  }
}

extension JSONReader where Value == Amount {
  /// An amount of the chain's coin in its smallest unit, as a quantity.
  public static var quantity: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in Amount(wei: try JSONReader<UInt256>.quantity(json)) }
  }
}

extension JSONReader where Value: FixedWidthInteger & UnsignedInteger & Sendable {
  /// A quantity that fits.
  @inlinable
  public static var quantity: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in try narrow(json, JSONReader<UInt256>.quantity(json)) }
  }

  /// `0x` and digits that fit.
  @inlinable
  public static var hexadecimal: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in try narrow(json, JSONReader<UInt256>.hexadecimal(json)) }
  }

  /// A number that fits, in digits of any kind.
  @inlinable
  public static var number: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in try narrow(json, JSONReader<UInt256>.number(json)) }
  }

  // Inlined, so that it is made for the type that is read: a generic conversion takes longer than all else here.
  @inlinable
  static func narrow(_ json: JSON, _ number: UInt256) throws(JSONFieldProblem) -> Value {
    let value = Value(truncatingIfNeeded: number.low)
    guard number == UInt256(high: 0, low: UInt128(truncatingIfNeeded: value)) else {
      throw JSONFieldProblem(.tooLarge(number, bits: Value.bitWidth), due: .word, found: json)
    }
    return value
  }
}
