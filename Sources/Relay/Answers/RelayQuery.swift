import Primitives

/// The parameters of a request, read by name; all that is wrong with them is reported together.
struct RelayQuery: Sendable {
  private let values: [String: [String]]
  private var known: Set<String> = []
  private var errors: [FieldError] = []

  /// Parameters in the order of the request.
  init(_ parameters: [(name: String, value: String)]) {
    values = Dictionary(grouping: parameters, by: \.name).mapValues { $0.map(\.value) }
  }

  /// Notes something wrong with a parameter.
  mutating func refuse(_ name: String, _ code: FieldError.Code, _ reason: String) {
    errors.append(FieldError(name, code, reason))
  }

  /// Ends the reading.
  ///
  /// - Parameter strictly: Whether parameters that nobody asked for are refused.
  /// - Throws: all that is wrong.
  mutating func finish(strictly: Bool = false) throws(RelayRefusal) {
    if strictly {
      for name in values.keys.sorted() where !known.contains(name) {
        refuse(String(name.prefix(64)), .unsupportedOption, "is no parameter here")
      }
    }
    guard errors.isEmpty else { throw .fields(errors) }
  }

  /// The text of a parameter; nil where there is none.
  mutating func text(_ name: String) -> String? {
    known.insert(name)
    guard let all = values[name] else { return nil }
    if all.count > 1 { refuse(name, .format, "is there more than once") }
    return all.first
  }

  /// An address that may be left out.
  mutating func address(_ name: String) -> Address? {
    guard let text = text(name) else { return nil }
    guard text.utf8.count <= 42, text.hasPrefix("0x"), let address = try? Address(text) else {
      refuse(name, .address, "is no address, or its checksum is wrong")
      return nil
    }
    return address
  }

  /// An address that has to be there.
  mutating func required(_ name: String) -> Address? {
    if values[name] == nil { refuse(name, .required, "is missing") }
    return address(name)
  }

  /// A whole number within bounds.
  mutating func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let text = text(name) else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      refuse(name, .format, "is no whole number")
      return nil
    }
    guard let number = Int(text), range.contains(number) else {
      refuse(name, .range, "has to be from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  /// True or false.
  mutating func flag(_ name: String) -> Bool {
    switch text(name) {
    case nil, "false": return false
    case "true": return true
    default:
      refuse(name, .format, "has to be true or false")
      return false
    }
  }

  /// A page, from 1, and how many items it has.
  ///
  /// - Parameters:
  ///   - size: The name of the parameter with the size of a page.
  ///   - most: The most items of a page.
  mutating func page(size: String, most: Int) -> (number: Int, size: Int) {
    (number("page", in: 1...1_000_000_000) ?? 1, number(size, in: 1...most) ?? 20)
  }
}
