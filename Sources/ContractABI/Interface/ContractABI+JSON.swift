import Primitives
import StrictJSON

extension ContractABI {
  /// Reads a JSON ABI: a bare array, or an artifact that has it under `abi` (as an array, or as JSON in a string). The
  /// array may be one of human-readable signatures, too.
  ///
  /// ABIs from before `stateMutability` are read by their `constant` and `payable`. Entries with a type that is none are
  /// kept apart (``unusable``).
  ///
  /// - Throws: `invalidABI` with the entry that is wrong.
  public init(json: JSON) throws(ContractABIError) {
    var entries = json
    if let inner = json["abi"] { entries = inner }
    if let text = entries.string {
      do throws(JSONError) { entries = try JSON(parsing: text) } catch { throw .notJSON(error) }
    }
    guard let list = entries.array else {
      throw ContractABIError(
        .invalidABI, "this JSON is no ABI", reason: "neither it nor its \"abi\" is an array",
        advice: "Give the compiler's ABI, or an artifact that has it under \"abi\".")
    }
    let signatures = list.compactMap(\.string)
    guard signatures.isEmpty || signatures.count < list.count else {
      self = try ContractABI(humanReadable: signatures)
      return
    }
    var items = ABIItems()
    for (index, entry) in list.enumerated() {
      do throws(ContractABIError) {
        items.add(try ABIItem(json: entry))
      } catch {
        let name = entry["name"]?.string.map { " (\(TerminalSafe.escape($0, limit: 60)))" } ?? ""
        let problem = error.inside("entry \(index)\(name)")
        guard let unusable = UnusableEntry(entry, problem) else { throw problem }
        items.add(unusable)
      }
    }
    self = items.abi
  }

  /// Reads a JSON ABI from text.
  ///
  /// - Throws: `invalidABI` with the entry that is wrong.
  public init(parsing text: String) throws(ContractABIError) {
    let json: JSON
    do throws(JSONError) { json = try JSON(parsing: text) } catch { throw .notJSON(error) }
    try self.init(json: json)
  }

  /// Reads the ABI that generated bindings carry, which their generator has read before.
  ///
  /// - Precondition: the text is a JSON ABI.
  public init(embedded text: String) {
    do throws(ContractABIError) {
      try self.init(parsing: text)
    } catch { preconditionFailure("the ABI embedded in generated code is broken: \(error)") }
  }

  /// The ABI as JSON, with the keys that the specification has and in the order: constructor, functions, events,
  /// errors, fallback, receive.
  public var json: JSON { .array(entries) }

  /// The entries of ``json``.
  public var entries: [JSON] {
    var entries: [JSON] = []
    if let constructor {
      entries.append(
        .object([
          "type": "constructor", "inputs": constructor.inputs.json,
          "stateMutability": .string(constructor.stateMutability.rawValue),
        ]))
    }
    for function in functions {
      entries.append(
        .object([
          "type": "function", "name": .string(function.name), "inputs": function.inputs.json,
          "outputs": function.outputs.json, "stateMutability": .string(function.stateMutability.rawValue),
        ]))
    }
    for event in events {
      entries.append(
        .object([
          "type": "event", "name": .string(event.name), "inputs": event.inputs.json(indexed: true),
          "anonymous": .bool(event.isAnonymous),
        ]))
    }
    for error in errors {
      entries.append(.object(["type": "error", "name": .string(error.name), "inputs": error.inputs.json]))
    }
    if let fallback {
      entries.append(.object(["type": "fallback", "stateMutability": .string(fallback.rawValue)]))
    }
    if hasReceive { entries.append(.object(["type": "receive", "stateMutability": "payable"])) }
    return entries
  }
}

extension ABIItem {
  init(json: JSON) throws(ContractABIError) {
    guard json.object != nil else { throw ContractABIError(.invalidABI, "an entry of an ABI is an object") }
    let kind = try json.text("type") ?? "function"
    switch kind {
    case "function":
      self = .function(
        ABIFunction(
          name: try json.name(), inputs: try json.parameters("inputs"), outputs: try json.parameters("outputs"),
          stateMutability: try json.mutability()))
    case "constructor":
      self = .constructor(
        ABIConstructor(inputs: try json.parameters("inputs"), stateMutability: try json.mutability()))
    case "event":
      let isAnonymous = json["anonymous"]?.bool ?? false
      let inputs = try json.parameters("inputs", indexed: true)
      guard inputs.count(where: \.isIndexed) <= (isAnonymous ? 4 : 3) else {
        throw ContractABIError(.invalidABI, "an event has at most three indexed parameters, four if it is anonymous")
      }
      self = .event(ABIEvent(name: try json.name(), inputs: inputs, isAnonymous: isAnonymous))
    case "error": self = .error(ABIError(name: try json.name(), inputs: try json.parameters("inputs")))
    case "fallback": self = .fallback(try json.mutability())
    case "receive": self = .receive
    default: throw ContractABIError(.invalidABI, "there is no entry of type \(TerminalSafe.quote(kind, limit: 40))")
    }
  }
}

extension JSON {
  /// A member that is a string, if it is there.
  fileprivate func text(_ key: String) throws(ContractABIError) -> String? {
    guard let value = self[key], !value.isNull else { return nil }
    guard let text = value.string else { throw ContractABIError(.invalidABI, "\"\(key)\" is not a string") }
    return text
  }

  /// - Parameter isOptional: true for a parameter, which may have none.
  fileprivate func name(isOptional: Bool = false) throws(ContractABIError) -> String {
    let name = try text("name") ?? ""
    guard SignatureScanner.isIdentifier(name) || isOptional && name.isEmpty else {
      throw ContractABIError(.invalidABI, "\(TerminalSafe.quote(name, limit: 60)) is no name of Solidity's or Vyper's")
    }
    return name
  }

  fileprivate func mutability() throws(ContractABIError) -> StateMutability {
    if let text = try text("stateMutability") {
      guard let mutability = StateMutability(rawValue: text) else {
        throw ContractABIError(
          .invalidABI, "there is no stateMutability \(TerminalSafe.quote(text, limit: 40))",
          reason: "it is pure, view, nonpayable or payable")
      }
      return mutability
    }
    if self["payable"]?.bool == true { return .payable }
    return self["constant"]?.bool == true ? .view : .nonpayable
  }

  fileprivate func parameters(
    _ key: String, indexed: Bool = false, level: Int = 0
  ) throws(ContractABIError) -> [ABIParameter] {
    guard let value = self[key], !value.isNull else { return [] }
    guard let list = value.array else { throw ContractABIError(.invalidABI, "\"\(key)\" is not an array") }
    var parameters: [ABIParameter] = []
    for (index, item) in list.enumerated() {
      do throws(ContractABIError) {
        parameters.append(try item.parameter(indexed: indexed, level: level))
      } catch { throw error.inside(index).inside(key) }
    }
    return parameters
  }

  private func parameter(indexed: Bool, level: Int) throws(ContractABIError) -> ABIParameter {
    guard let typeName = try text("type") else { throw ContractABIError(.invalidABI, "a parameter has no \"type\"") }
    guard level < ABIType.maximumDepth else { throw .tooDeep(.bytes) }
    let hasComponents = typeName.hasPrefix("tuple") && self["components"]?.array != nil
    let components = hasComponents ? try parameters("components", level: level + 1) : nil
    guard components != nil || !typeName.hasPrefix("tuple") || typeName.hasPrefix("tuple(") else {
      throw ContractABIError(.invalidABI, "a tuple has no \"components\"")
    }
    var scanner = SignatureScanner(typeName, failing: .invalidType)
    let type = try scanner.type(components: components).type
    try scanner.end()
    return ABIParameter(
      try name(isOptional: true), type, internalType: try text("internalType"),
      isIndexed: indexed && self["indexed"]?.bool == true)
  }
}

extension [ABIParameter] {
  fileprivate var json: JSON { json(indexed: false) }

  fileprivate func json(indexed: Bool) -> JSON {
    .array(
      map { parameter in
        var object = JSONObject()
        object["name"] = .string(parameter.name)
        let (name, components) = parameter.type.jsonName
        object["type"] = .string(name)
        if let components { object["components"] = components.json }
        if let internalType = parameter.internalType { object["internalType"] = .string(internalType) }
        if indexed { object["indexed"] = .bool(parameter.isIndexed) }
        return .object(object)
      })
  }
}

extension ABIType {
  /// The type as JSON has it, with a tuple's components apart.
  fileprivate var jsonName: (String, [ABIParameter]?) {
    switch self {
    case .tuple(let components): return ("tuple", components)
    case .array(let element):
      let (name, components) = element.jsonName
      return (name + "[]", components)
    case .fixedArray(let element, let count):
      let (name, components) = element.jsonName
      return (name + "[\(count)]", components)
    default: return (canonical, nil)
    }
  }
}

extension ContractABIError {
  static func notJSON(_ error: JSONError) -> ContractABIError {
    ContractABIError(.invalidABI, "this is no JSON", reason: error.inOneLine)
  }
}
