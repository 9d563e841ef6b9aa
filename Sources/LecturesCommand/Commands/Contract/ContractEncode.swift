import ArgumentParser
import ContractABI
import Primitives
import StrictJSON
import Terminal

/// `lectures contract encode FUNCTION …`: the calldata of a call, without a node.
struct ContractEncode: ReportingCommand {
  static let configuration = CommandConfiguration(
    "encode", "Encode the calldata of a call.",
    examples: [
      "lectures contract encode purchaseLecture 0": "of the lecture contract",
      "lectures contract encode 'transfer(address,uint256)' 0x5cbD… 100": "of any other",
      "lectures contract encode 'double(int256)' -- -1": "a value that begins with - goes after --",
      "lectures contract encode constructor 0x5cbD… --abi Token.json": "the arguments after a deployment's bytecode",
    ],
    after: "No node is asked.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup var input: FunctionInput

  func run(in context: CommandContext) async throws -> Report {
    if input.function == "constructor" { return try await encodeConstructor(in: context) }
    let call = try await input.read(in: context)
    let calldata = try call.calldata()
    return Report([
      "calldata": .string(calldata.hex), "selector": .string(call.function.selector.description),
      "signature": .string(call.function.signature), "call": .string(call.readable),
    ]) { StyledText(calldata.hex) }
  }

  private func encodeConstructor(in context: CommandContext) async throws -> Report {
    let constructor = try CommandFailure.typed {
      try input.interface.abiOrLectureMarket(in: context).usableConstructor()
    }
    let words = try await context.names.resolved(input.arguments, as: constructor.inputs.map(\.type))
    let values = try CommandFailure.typed { try constructor.arguments(parsing: words) }
    let encoded = try constructor.initCode(bytecode: [], values)
    return Report(["arguments": .string(encoded.hex), "call": .string(constructor.readable(values))]) {
      StyledText(encoded.hex)
    }
  }
}
