import ContractABI
import StrictJSON
import Terminal

/// Values of an interface's parameters, for people and for scripts.
enum ValueOutput {
  /// One line a value, under its name or its place.
  static func fields(_ values: [ABIValue], _ parameters: [ABIParameter]) -> Fields {
    var fields: Fields = [:]
    for (index, (value, parameter)) in zip(values, parameters).enumerated() {
      let name = parameter.name.isEmpty ? (values.count == 1 ? parameter.type.canonical : "\(index)") : parameter.name
      fields.add(name, StyledText(value.readable(as: parameter.type), .strong))
    }
    return fields
  }

  /// Each value with its name and type, in order.
  static func json(_ values: [ABIValue], _ parameters: [ABIParameter]) -> JSON {
    .array(
      zip(values, parameters).map { value, parameter in
        [
          "name": .string(parameter.name), "type": .string(parameter.type.canonical),
          "value": value.json(as: parameter.type),
        ]
      })
  }
}
