import ArgumentParser
import ContractABI
import ContractClient
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures contract call FUNCTION …`: asks a contract, without sending anything.
struct ContractCallCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "call", "Call a contract without sending a transaction.",
    examples: [
      "lectures contract call lectureCount": "the lecture contract in use",
      "lectures contract call 'balanceOf(address)(uint256)' 0x5cbD… --contract 0xdAC1…": "a signature with its result",
      "lectures contract call 'double(int256)(int256)' -- -1": "a value that begins with - goes after --",
      "lectures contract call owner --abi Token.json --contract 0xdAC1… --at 1000": "in the state of that block",
    ])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: CalledContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup var input: FunctionInput
  @Option(help: ArgumentHelp("The money that the call carries.", valueName: "amount")) var value: String?
  @Option(help: ArgumentHelp("The block to call at: a number, latest, pending, safe or finalized.", valueName: "block"))
  var at: String?

  func run(in context: CommandContext) async throws -> Report {
    let call = try await input.read(in: context)
    let block = try BlockWord.parse(at)
    let amount = try value.map { try context.settings.network().amount($0, of: "--value") } ?? .zero
    let contract = try context.settings.contract()
    let caller = try context.settings.account() == nil ? nil : try await context.accounts.address(of: nil)
    let place = try await context.nodes.connection()
    let function = call.function
    let asked = ContractCall<Answer>(
      to: contract, calldata: try call.calldata(), value: amount, function: function, errors: call.abi.errors,
      connection: place.connection
    ) { Answer(raw: $0, values: try function.decodeOutput($0, options: .anyText)) }
    let answer = try await context.progress(context.language[ContractText.asking(call.readable)]) { _ in
      let answer = try await asked.call(from: caller, at: block)
      // Without results to decode, a contract's empty answer looks like that of an empty address.
      if answer.raw.isEmpty, try await place.node.code(of: contract, at: block).isEmpty {
        throw ContractError.noContract(at: contract, call: call.readable)
      }
      return answer
    }
    return Report([
      "contract": .string(contract.checksummed), "call": .string(call.readable),
      "outputs": ValueOutput.json(answer.values, function.outputs), "raw": .string(answer.raw.hex),
    ]) {
      if !answer.values.isEmpty {
        ValueOutput.fields(answer.values, function.outputs)
      } else if answer.raw.isEmpty {
        context.language[ContractText.nothingReturned(call.readable)]
      } else {
        StyledText(answer.raw.hex)
        context.language[ContractText.writeResults(function.signature)]
      }
    }
  }

  private struct Answer: Sendable {
    let raw: Bytes
    let values: [ABIValue]
  }
}

/// A block as it is typed.
enum BlockWord {
  static func parse(_ text: String?) throws(CommandFailure) -> BlockTag {
    switch text?.lowercased() {
    case nil, "latest": return .latest
    case "pending": return .pending
    case "safe": return .safe
    case "finalized": return .finalized
    case "earliest": return .earliest
    case let word?:
      if let number = UInt64(word) { return .number(number) }
      if let number = try? UInt256(parsing: word), let small = UInt64(exactly: number) { return .number(small) }
      if let hash = try? Hash32(word) { return .hash(hash) }
      throw CommandFailure(.usage, ContractRefusal.noBlock(PlainText.escaped(word)))
    }
  }
}
