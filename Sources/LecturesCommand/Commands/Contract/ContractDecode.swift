import ArgumentParser
import ContractABI
import Localization
import Primitives
import StrictJSON
import Terminal

/// `lectures contract decode DATA`: decodes calldata, return data or revert data without a node.
struct ContractDecode: ReportingCommand {
  static let configuration = CommandConfiguration(
    "decode", "Decode calldata, return data or revert data.",
    examples: [
      "lectures contract decode 0x7f1dfa6b…": "a call of the lecture contract, or its revert data",
      "lectures contract decode 0xa9059cbb… --function 'transfer(address,uint256)'": "",
      "lectures contract decode 0x0000…01 --function 'balanceOf(address)(uint256)' --results": "return data",
    ],
    after: "No node is asked.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The bytes in hexadecimal, or - for standard input.") var data: String
  @Option(help: "The function, by name or signature; by default the one that the data's first four bytes select.")
  var function: String?
  @Flag(help: "Decode the data as the function's return data.") var results = false
  @OptionGroup var interface: InterfaceOptions

  func validate() throws {
    if results && function == nil { throw UsageRule.goesWith("--results", "--function") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let bytes = try readBytes(context)
    let abi = try interface.abiOrLectureMarket(in: context)
    if let name = function {
      let given = try interface.artifact(in: context)?.abi
      let function = try CommandFailure.typed { try FunctionName.find(name, in: given, argumentCount: nil) }
      guard results else { return try decodedCall(bytes, of: function) }
      let values = try function.decodeOutput(bytes, options: .anyText)
      return Report([
        "kind": "results", "signature": .string(function.signature),
        "outputs": ValueOutput.json(values, function.outputs),
      ]) { ValueOutput.fields(values, function.outputs) }
    }
    if let selector = ABISelector(prefixOf: bytes), let function = abi.function(selector: selector) {
      return try decodedCall(bytes, of: function)
    }
    switch abi.revertReason(bytes) {
    case .empty, .unknown:
      throw CommandFailure(
        .init("abi.notFound", .failure),
        ContractRefusal.unknownData(bytes.isEmpty ? nil : Bytes(bytes.prefix(4)).hex))
    case let reason:
      return Report(["kind": "revert", "reason": .string(reason.readable)]) {
        context.language[ContractText.reverted(reason.readable)]
      }
    }
  }

  private func decodedCall(_ bytes: Bytes, of function: ABIFunction) throws -> Report {
    let values = try function.decodeCall(bytes)
    return Report([
      "kind": "call", "signature": .string(function.signature), "call": .string(function.readable(values)),
      "arguments": ValueOutput.json(values, function.inputs),
    ]) {
      StyledText(function.signature, .strong)
      ValueOutput.fields(values, function.inputs)
    }
  }

  private func readBytes(_ context: CommandContext) throws -> Bytes {
    let text = data == "-" ? String(decoding: try InputFile.contents(of: data), as: UTF8.self) : data
    return try CommandFailure.explaining(.usage, ContractRefusal.dataNotHex) { try Hex.decode(text.trimmed) }
  }
}
