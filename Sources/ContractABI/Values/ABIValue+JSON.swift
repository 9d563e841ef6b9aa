import Primitives
import StrictJSON

extension ABIValue {
  /// Reads a value from JSON: integers as numbers or strings (decimal or 0x), bytes and addresses as hex strings,
  /// tuples as arrays or as objects by the components' names.
  ///
  /// - Throws: `invalidValue`, `outOfRange` or `countMismatch` with the path to the element that is wrong.
  public init(json: JSON, as type: ABIType) throws(ContractABIError) {
    guard type.depth <= ABIType.maximumDepth else { throw .tooDeep(type) }
    try self.init(nested: json, as: type)
  }

  private init(nested json: JSON, as type: ABIType) throws(ContractABIError) {
    switch (type, json) {
    case (.array(let element), .array(let items)):
      self = .array(try Self.elements(items, element))
    case (.fixedArray(let element, let count), .array(let items)):
      guard items.count == count else { throw .count(items.count, expected: count, of: "elements of \(type)") }
      self = .array(try Self.elements(items, element))
    case (.tuple(let components), .array(let items)):
      guard items.count == components.count else {
        throw .count(items.count, expected: components.count, of: "components of \(type)")
      }
      var values: [ABIValue] = []
      for (index, (component, item)) in zip(components, items).enumerated() {
        do throws(ContractABIError) {
          values.append(try ABIValue(nested: item, as: component.type))
        } catch { throw error.inside(component.label(at: index)) }
      }
      self = .tuple(values)
    case (.tuple(let components), .object(let object)):
      self = .tuple(try Self.components(object, components))
    case (.bool, .bool(let value)):
      self = .bool(value)
    case (.bool, .string):
      throw .value(json, type)
    case (.uint, .number(let text)), (.int, .number(let text)), (.fixed, .number(let text)),
      (.ufixed, .number(let text)):
      try self.init(scalar: text, as: type)
    case (.array, _), (.fixedArray, _), (.tuple, _):
      throw .value(json, type)
    case (_, .string(let text)):
      try self.init(scalar: text, as: type)
    default:
      throw .value(json, type)
    }
  }

  private static func elements(_ items: [JSON], _ element: ABIType) throws(ContractABIError) -> [ABIValue] {
    var values: [ABIValue] = []
    values.reserveCapacity(items.count)
    for item in items {
      do throws(ContractABIError) {
        values.append(try ABIValue(nested: item, as: element))
      } catch { throw error.inside(values.count) }
    }
    return values
  }

  private static func components(
    _ object: JSONObject, _ components: [ABIParameter]
  ) throws(ContractABIError) -> [ABIValue] {
    var values: [ABIValue] = []
    for component in components {
      guard !component.name.isEmpty, let item = object[component.name] else {
        throw ContractABIError(
          .invalidValue, "the object has no \(TerminalSafe.quote(component.name))",
          advice: component.name.isEmpty ? "Give the tuple as an array: its components have no names." : nil)
      }
      do throws(ContractABIError) {
        values.append(try ABIValue(nested: item, as: component.type))
      } catch { throw error.inside(component.name) }
    }
    guard object.count == Set(components.map(\.name)).count else {
      let known = Set(components.map(\.name))
      let extra = object.keys.filter { !known.contains($0) }.map { TerminalSafe.quote($0) }
      throw ContractABIError(
        .invalidValue, "the object has \(extra.prefix(5).joined(separator: ", ")), which the tuple has not")
    }
    return values
  }

  /// The value as JSON: integers as decimal strings (a uint256 does not fit a JSON number), bytes as hex, addresses
  /// with their checksum, tuples as objects where `type` names all their components, else as arrays.
  public func json(as type: ABIType? = nil) -> JSON {
    switch self {
    case .uint(let value): .string(value.description)
    case .int(let value): .string(value.description)
    case .fixed, .ufixed: .string(decimalText)
    case .address(let value): .string(value.checksummed)
    case .bool(let value): .bool(value)
    case .string(let value): .string(value)
    case .bytes(let value), .fixedBytes(let value), .function(let value): .string(value.hex)
    case .array(let values): .array(values.map { $0.json(as: type?.element) })
    case .tuple(let values): Self.json(values, components: type?.components)
    }
  }

  /// A call's arguments or results as JSON: an object by the parameters' names, or an array where a name is missing or
  /// used twice.
  public static func json(_ values: [ABIValue], parameters: [ABIParameter]) -> JSON {
    json(values, components: parameters)
  }

  private static func json(_ values: [ABIValue], components: [ABIParameter]?) -> JSON {
    guard let components, components.count == values.count else { return .array(values.map { $0.json() }) }
    let names = Set(components.map(\.name))
    guard names.count == values.count, !names.contains("") else {
      return .array(zip(values, components).map { $0.json(as: $1.type) })
    }
    var object = JSONObject()
    for (value, component) in zip(values, components) { object[component.name] = value.json(as: component.type) }
    return .object(object)
  }

  /// The decimal number of a fixed-point value; the description of anything else.
  var decimalText: String {
    switch self {
    case .fixed(let value, let decimals):
      DecimalNumber.text(negative: value < 0, magnitude: value.magnitude, decimals: decimals)
    case .ufixed(let value, let decimals):
      DecimalNumber.text(negative: false, magnitude: value, decimals: decimals)
    default: readable
    }
  }
}

extension ABIType {
  /// The type of an array's elements; nil for other types.
  var element: ABIType? {
    switch self {
    case .array(let element), .fixedArray(let element, _): element
    default: nil
    }
  }

  /// The components of a tuple; nil for other types.
  var components: [ABIParameter]? { if case .tuple(let components) = self { components } else { nil } }
}

extension ContractABIError {
  static func value(_ json: JSON, _ type: ABIType) -> ContractABIError {
    .value(json.serialized(), type, "this JSON cannot be a \(type)")
  }
}
