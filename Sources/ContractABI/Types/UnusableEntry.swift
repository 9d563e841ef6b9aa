import StrictJSON

/// An entry of an ABI with a type that does not exist, such as the enum of a library: it can be neither encoded nor
/// decoded, and the others can.
public struct UnusableEntry: Sendable, Hashable {
  /// The kinds of entries that have types.
  public enum Kind: String, Sendable, Hashable {
    case function, event, error, constructor
  }

  /// The kind of the entry.
  public let kind: Kind
  /// As the ABI has it; empty for a constructor.
  public let name: String
  /// The reason why it cannot be used, and the place of it.
  public let problem: ContractABIError

  /// Takes an entry with a type of somebody else's; nil for one that is wrong in another way, mistyped types of the ABI
  /// itself included.
  init?(_ json: JSON, _ problem: ContractABIError) {
    guard problem.code == .invalidType, let kind = Kind(rawValue: json["type"]?.string ?? "function")
    else { return nil }
    self.kind = kind
    name = kind == .constructor ? "" : json["name"]?.string ?? ""
    guard kind == .constructor || SignatureScanner.isIdentifier(name) else { return nil }
    guard ["inputs", "outputs"].contains(where: { UnusableEntry.hasForeignType(json[$0], level: 0) }) else {
      return nil
    }
    self.problem = problem
  }

  /// Takes a line of a human-readable ABI with a type of somebody else's; nil for one that is wrong in another way.
  init?(_ signature: String, _ problem: ContractABIError) {
    var scanner = SignatureScanner(signature, failing: .invalidSignature)
    guard problem.code == .invalidType, let kind = scanner.identifier().flatMap(Kind.init) else { return nil }
    self.kind = kind
    name = kind == .constructor ? "" : scanner.identifier() ?? ""
    self.problem = problem
  }

  /// Whether a parameter, or a component of one, has a type with a name of the contract's own: `Set.Data storage`.
  private static func hasForeignType(_ parameters: JSON?, level: Int) -> Bool {
    guard level < ABIType.maximumDepth else { return false }
    return (parameters?.array ?? []).contains { parameter in
      parameter["type"]?.string.map(isForeign) ?? false || hasForeignType(parameter["components"], level: level + 1)
    }
  }

  /// Whether a type has such a name, and is no mistyped one of the ABI itself.
  static func isForeign(_ type: String) -> Bool {
    guard type.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return false }
    let name = type.prefix { $0 == "." || $0.utf8.allSatisfy { SignatureScanner.isIdentifier($0, first: false) } }
    guard !name.contains(".") else { return true }
    let own = ["uint", "int", "bytes", "byte", "ufixed", "fixed", "address", "bool", "string", "function", "tuple"]
    return !name.isEmpty && !own.contains { name.hasPrefix($0) }
  }
}
