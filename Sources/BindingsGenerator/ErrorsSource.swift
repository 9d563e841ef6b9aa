import ContractABI

/// The enum of a contract's custom errors.
struct ErrorsSource {
  private let cases: [(error: ABIError, name: String, fields: [Field])]

  init(_ errors: [ABIError], types: inout SwiftTypes) {
    var names = NameBook(reserved: SwiftNames.reservedMembers)
    var cases: [(ABIError, String, [Field])] = []
    for (index, error) in errors.enumerated() {
      let name = names.take(SwiftNames.member(error.name) ?? "error\(index)", suffix: "_")
      let hint = SwiftNames.type(error.name) ?? "Error\(index)"
      cases.append((error, name, Field.arguments(error.inputs, types: &types, hint: hint)))
    }
    self.cases = cases
  }

  var isEmpty: Bool { cases.isEmpty }

  func write(into text: inout SourceText) {
    text.line("/// The errors that the contract reverts with.")
    text.block("public enum CustomError: Error, Sendable, Hashable {") { text in
      for item in cases {
        text.comment("`\(item.error)`, selector `\(item.error.selector)`.")
        let values = item.fields.map(\.declaration).joined(separator: ", ")
        text.line("case \(SwiftNames.escaped(item.name))\(values.isEmpty ? "" : "(\(values))")")
      }
      text.line()
      text.line("/// Reads revert data; nil if it is none of these errors.")
      text.block("public init?(revertData: Bytes) {") { text in
        text.line("guard let selector = ABISelector(prefixOf: revertData) else { return nil }")
        text.block("do throws(ContractABIError) {", closing: "} catch { return nil }") { text in
          text.line(
            "self = try ABIReader.decode(revertData, from: 4) { (reader: inout ABIReader) throws(ContractABIError) -> Self in"
          )
          text.line("  switch selector.rawValue {")
          for item in cases { write(item.error, item.name, item.fields, into: &text) }
          text.line("  default: throw ContractABIError(.notFound, \"the contract has no such error\")")
          text.line("  }")
          text.line("}")
        }
      }
    }
  }

  private func write(_ error: ABIError, _ name: String, _ fields: [Field], into text: inout SourceText) {
    text.line("  case \(error.selector.hex):")
    guard !fields.isEmpty else { return text.line("    return .\(SwiftNames.escaped(name))") }
    let values = fields.map { "\($0.label): \($0.read("reader"))" }.joined(separator: ", ")
    text.line("    return .\(SwiftNames.escaped(name))(\(values))")
  }
}
