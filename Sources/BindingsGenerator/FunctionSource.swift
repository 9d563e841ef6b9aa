import ContractABI

/// The Swift of one function: a method, its calldata, and a struct if it returns several values.
struct FunctionSource {
  let function: ABIFunction
  let index: Int
  /// The method's name.
  let name: String
  /// The name of the `ABIFunction`, which overloads do not share.
  let constant: String
  let inputs: [Field]
  let outputs: [Field]
  /// The struct of several results.
  let outputName: String?

  static func all(_ functions: [ABIFunction], types: inout SwiftTypes) -> [FunctionSource] {
    var constants = NameBook(reserved: SwiftNames.reservedMembers)
    var signatures: Set<String> = []
    return functions.enumerated().map { index, function in
      FunctionSource(function, index: index, types: &types, constants: &constants, signatures: &signatures)
    }
  }

  private init(
    _ function: ABIFunction, index: Int, types: inout SwiftTypes, constants: inout NameBook,
    signatures: inout Set<String>
  ) {
    self.function = function
    self.index = index
    let stem = SwiftNames.member(function.name) ?? "function\(index)"
    let typeStem = SwiftNames.type(function.name) ?? "Function\(index)"
    constant = constants.take(stem, suffix: "_")
    inputs = Field.arguments(function.inputs, types: &types, hint: typeStem)
    outputs = Field.all(function.outputs, nameless: "output") { _, output in
      types.map(output, hint: SwiftNames.type(output.name) ?? typeStem + "Output")
    }
    outputName = outputs.count > 1 ? types.book.take(typeStem + "Output", suffix: "Struct") : nil
    // Swift distinguishes overloads by labels and types; those it cannot distinguish get a number.
    let isTaken = SwiftNames.reservedMembers.contains(stem) || ["address", "connection"].contains(stem)
    var candidate = isTaken ? stem + "_" : stem
    let declarations = inputs.map(\.declaration).joined(separator: ", ")
    var number = 2
    while !signatures.insert("\(candidate)(\(declarations))").inserted {
      candidate = "\(stem)_\(number)"
      number += 1
    }
    name = candidate
  }

  private var isPayable: Bool { function.stateMutability == .payable }
  private var canThrow: Bool { inputs.contains { $0.type.needsCheck } }
  private var throwing: String { canThrow ? " throws(ContractABIError)" : "" }

  private var output: String {
    switch outputs.count {
    case 0: "Void"
    case 1: outputs[0].type.name
    default: outputName ?? "Void"
    }
  }

  private var comment: String { "`\(function)`, selector `\(function.selector)`." }

  /// The method that makes the call.
  func method(into text: inout SourceText) {
    var declarations = inputs.map(\.declaration)
    var value = ".zero"
    if isPayable {
      value = Field.valueLabel(beside: inputs)
      declarations.append("\(value): Amount")
    }
    text.comment(comment)
    let opening =
      "public func \(SwiftNames.escaped(name))(\(declarations.joined(separator: ", ")))\(throwing) -> ContractCall<\(output)> {"
    text.block(opening) { text in
      let arguments = inputs.map(\.argument).joined(separator: ", ")
      text.line("ContractCall(")
      text.line(
        "  to: self.address, calldata: \(canThrow ? "try " : "")Calldata.\(SwiftNames.escaped(name))(\(arguments)),")
      text.line("  value: \(value), function: Functions.\(SwiftNames.escaped(constant)), errors: Self.abi.errors,")
      text.line("  connection: self.connection")
      guard !outputs.isEmpty else { return text.line(") { _ in }") }
      text.block(") { data in") { text in
        let reading = "try Functions.\(SwiftNames.escaped(constant)).decodeOutput(data)"
        text.block("\(reading) { (reader: inout ABIReader) throws(ContractABIError) -> \(output) in") { text in
          if outputs.count == 1 {
            text.line(outputs[0].read("reader"))
          } else {
            CodecSource.construct(output, outputs, reader: "reader", into: &text)
          }
        }
      }
    }
  }

  func outputStructure(into text: inout SourceText) {
    guard let outputName else { return }
    CodecSource.structure(outputName, outputs, comment: "What `\(function.signature)` returns.", into: &text)
  }

  /// The functions themselves, and their calldata without a contract to send it to.
  static func namespaces(_ functions: [FunctionSource], _ contract: String, into text: inout SourceText) {
    text.line("/// The functions of the ABI.")
    text.block("public enum Functions {") { text in
      for function in functions {
        text.comment(function.comment)
        text.line(
          "public static let \(SwiftNames.escaped(function.constant)) = \(contract).abi.functions[\(function.index)]")
      }
    }
    text.line()
    text.line("/// The calldata of each function.")
    text.block("public enum Calldata {") { text in
      for function in functions {
        text.comment(function.comment)
        let declarations = function.inputs.map(\.declaration).joined(separator: ", ")
        text.block(
          "public static func \(SwiftNames.escaped(function.name))(\(declarations))\(function.throwing) -> Bytes {"
        ) { text in
          CodecSource.check(function.inputs, into: &text)
          let prefix = function.canThrow ? "return " : ""
          CodecSource.encode(function.inputs, selector: function.function.selector, prefix: prefix, into: &text)
        }
      }
    }
  }
}

extension Field {
  /// Parameters as arguments: `arg0` where there is no name.
  static func arguments(
    _ parameters: [ABIParameter], types: inout SwiftTypes, hint: String, reserved: Set<String> = []
  ) -> [Field] {
    all(parameters, nameless: "arg", reserved: reserved) { _, parameter in
      types.map(parameter, hint: SwiftNames.type(parameter.name) ?? hint + "Input")
    }
  }

  /// The fields of parameters, each under a name of its own: `nameless` and its place if it has none.
  static func all(
    _ parameters: [ABIParameter], nameless: String, reserved: Set<String> = [],
    type: (Int, ABIParameter) -> SwiftType
  ) -> [Field] {
    var names = NameBook(reserved: SwiftNames.reservedMembers.union(reserved))
    return parameters.enumerated().map { index, parameter in
      let name = names.take(SwiftNames.member(parameter.name) ?? "\(nameless)\(index)", suffix: "_")
      return Field(parameter: parameter, name: name, type: type(index, parameter))
    }
  }

  /// The argument for the payment of a payable function: `value`, or `payment` beside a parameter of that name.
  static func valueLabel(beside arguments: [Field]) -> String {
    var names = NameBook()
    for argument in arguments { _ = names.take(argument.name, suffix: "") }
    return names.take(names.isTaken("value") ? "payment" : "value", suffix: "")
  }
}
