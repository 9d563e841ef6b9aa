import ContractABI
import Primitives

/// The code of a contract, and the function that deploys it.
struct DeploymentSource {
  private let contract: String
  private let artifact: ContractArtifact
  private let inputs: [Field]

  init(contract: String, artifact: ContractArtifact, types: inout SwiftTypes) {
    self.contract = contract
    self.artifact = artifact
    inputs =
      artifact.bytecode == nil
      ? []
      : Field.arguments(
        artifact.abi.constructor?.inputs ?? [], types: &types, hint: "Constructor", reserved: ["connection"])
  }

  func write(into text: inout SourceText) {
    guard artifact.bytecode != nil || artifact.deployedBytecode != nil else { return }
    text.line()
    text.block("extension \(contract) {") { text in
      if let code = artifact.bytecode {
        text.line("/// The code that creates the contract, without constructor arguments.")
        text.line("public static let bytecode: Bytes = GeneratedSupport.code(\"\(code.hex)\")")
      }
      if let code = artifact.deployedBytecode {
        text.line("/// The code that the chain keeps.")
        text.line("public static let deployedBytecode: Bytes = GeneratedSupport.code(\"\(code.hex)\")")
      }
      guard artifact.bytecode != nil else { return }
      text.line()
      deploy(into: &text)
    }
  }

  private func deploy(into text: inout SourceText) {
    let constructor = artifact.abi.constructor ?? ABIConstructor()
    var declarations = inputs.map(\.declaration)
    var value = ".zero"
    if constructor.stateMutability == .payable {
      value = Field.valueLabel(beside: inputs)
      declarations.append("\(value): Amount")
    }
    declarations.append("connection: ContractConnection")
    let canThrow = inputs.contains { $0.type.needsCheck }
    text.comment("Creates the contract: `\(constructor)`.")
    let opening =
      "public static func deploy(\(declarations.joined(separator: ", ")))\(canThrow ? " throws(ContractABIError)" : "") -> ContractDeployment<\(contract)> {"
    text.block(opening) { text in
      guard !inputs.isEmpty else {
        return text.line("ContractDeployment(initCode: Self.bytecode, value: \(value), connection: connection)")
      }
      CodecSource.check(inputs, into: &text)
      CodecSource.encode(inputs, selector: nil, prefix: "let \(Self.encoded) = ", into: &text)
      text.line(
        "return ContractDeployment(initCode: Self.bytecode + \(Self.encoded), value: \(value), connection: connection)")
    }
  }

  /// A name that no argument has: arguments begin with a letter, or with one underscore before a digit.
  private static let encoded = "__arguments"
}
