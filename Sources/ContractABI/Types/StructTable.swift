import Primitives

/// The structs of a human-readable ABI, by their names: `struct Order { address buyer; Item[] items; }`.
///
/// They may stand in any order and be made of each other, but not of themselves.
final class StructTable {
  private let texts: [String: String]
  private var known: [String: ABIType] = [:]
  /// The structs that are just being read, one in another.
  private var open: [String] = []

  /// All structs of an ABI may have so many fields together, each counted wherever it comes in.
  private static let mostFields = 4096

  /// Reads those among the signatures that define a struct.
  ///
  /// - Throws: `invalidSignature` with the character where reading stopped, for a name that comes twice, and for structs
  ///   that hold themselves or are too large.
  init(_ signatures: [String]) throws(ContractABIError) {
    var texts: [String: String] = [:]
    for text in signatures where StructTable.isDefinition(text) {
      var scanner = SignatureScanner(text, failing: .invalidSignature)
      _ = scanner.identifier()
      guard let name = scanner.identifier() else { throw scanner.failure("a name was expected") }
      guard ABIType(elementary: name) == nil, name != "tuple" else {
        throw scanner.failure("\(TerminalSafe.quote(name, limit: 60)) is the name of a type")
      }
      guard texts.updateValue(text, forKey: name) == nil else {
        throw scanner.failure("there are two structs \(TerminalSafe.quote(name, limit: 60))")
      }
    }
    self.texts = texts
    for name in texts.keys.sorted() {
      do throws(ContractABIError) {
        _ = try type(named: name)
      } catch {
        // A struct with a type of somebody else's makes only those unusable that have it.
        guard error.code == .invalidType else { throw error }
      }
    }
  }

  /// Whether a line of an ABI defines a struct.
  static func isDefinition(_ text: String) -> Bool {
    var scanner = SignatureScanner(text, failing: .invalidSignature)
    return scanner.take(word: "struct") && scanner.hasName
  }

  /// The tuple that a name stands for; nil if there is no such struct.
  func type(named name: String) throws(ContractABIError) -> ABIType? {
    if let type = known[name] { return type }
    guard let text = texts[name] else { return nil }
    var scanner = SignatureScanner(text, failing: .invalidSignature, structs: self)
    guard !open.contains(name) else {
      throw scanner.failure("the struct \(TerminalSafe.quote(name, limit: 60)) holds itself")
    }
    guard open.count < ABIType.maximumDepth else {
      throw scanner.failure("types are nested more than \(ABIType.maximumDepth) deep")
    }
    open.append(name)
    defer { open.removeLast() }
    let fields = try scanner.structFields()
    let size = fields.reduce(0) { $0.addingSaturated(StructTable.size(of: $1.type)) }
    guard size <= StructTable.mostFields else {
      throw scanner.failure("a struct has at most \(StructTable.mostFields) fields, those of its structs counted")
    }
    known[name] = .tuple(fields)
    return .tuple(fields)
  }

  /// The number of fields of a type, those of what it is made of counted; what is known is small enough to be walked.
  private static func size(of type: ABIType) -> Int {
    switch type {
    case .array(let element), .fixedArray(let element, _): size(of: element)
    case .tuple(let components): components.reduce(1) { $0.addingSaturated(size(of: $1.type)) }
    default: 1
    }
  }
}

extension SignatureScanner {
  /// Takes `struct Name { type name; … }`, and nothing behind it but a semicolon.
  mutating func structFields() throws(ContractABIError) -> [ABIParameter] {
    guard take(word: "struct"), identifier() != nil else { throw failure("expected a struct") }
    try expect("{")
    var fields: [ABIParameter] = []
    while !take("}") {
      let type = try type(level: 1).type
      guard let name = identifier() else { throw failure("a field's name was expected") }
      fields.append(ABIParameter(name, type))
      try expect(";")
    }
    guard !fields.isEmpty else { throw failure("a struct has at least one field") }
    _ = take(";")
    try end()
    return fields
  }
}
