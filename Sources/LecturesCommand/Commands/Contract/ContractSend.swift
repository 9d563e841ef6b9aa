import ArgumentParser
import ContractABI
import ContractClient
import Localization
import NodeRPC
import Operations
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures contract send FUNCTION …`: sends a call and waits for its receipt.
struct ContractSend: SendingCommand {
  static let configuration = CommandConfiguration(
    "send", "Send a call to a contract.",
    examples: [
      "lectures contract send transferOwnership 0x5cbD… --from owner": "to the lecture contract in use",
      "lectures contract send 'deposit() payable' --value 1.5 --contract 0xdAC1… --from owner": "",
      "lectures contract send transfer 0x5cbD… 100 --abi Token.json --contract 0xdAC1… --from owner": "",
    ],
    after: "The call is simulated first: if the contract refuses it, the reason is shown and nothing is spent.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: CalledContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var input: FunctionInput
  @Option(help: ArgumentHelp("The money sent with the call, as in 1.5 or '25 gwei'.", valueName: "amount"))
  var value: String?
  @OptionGroup var receiver: ReceiverOptions

  func run(in context: CommandContext) async throws -> Report {
    let call = try await input.read(in: context)
    guard !call.function.stateMutability.isReadOnly else {
      throw CommandFailure(
        .usage, ContractRefusal.readOnly(call.function.name, signature: "\(call.function)"))
    }
    let amount = try value.map { try context.settings.network().amount($0, of: "--value") } ?? .zero
    if let file = input.interface.abi, amount > .zero, call.function.stateMutability != .payable {
      throw CommandFailure(
        .usage, ContractRefusal.notPayable(call.function.name, file: PlainText.escaped(file)))
    }
    let contract = try context.settings.contract()
    let place = try await context.nodes.connection()
    let account = try await context.accounts.acting()
    let sending = ContractCall<Void>(
      to: contract, calldata: try call.calldata(), value: amount, function: call.function, errors: call.abi.errors,
      connection: place.connection
    ) { _ in }
    return try await context.runner.carryOut(
      context.language[ContractText.trying(call.readable)], by: account, at: place, accepting: receiver.accepted
    ) {
      try await $0.call(sending, call.function.name, abi: call.abi)
    } report: {
      report($0, call, contract, place, context)
    }
  }

  private func report(
    _ receipt: CallReceipt, _ call: TypedCall, _ contract: Address, _ place: Connection, _ context: CommandContext
  ) -> Report {
    let logs = receipt.receipt.logs
    return Report([
      "contract": .string(contract.checksummed), "call": .string(call.readable),
      "transaction": receipt.json(on: place.network),
      "events": .array(logs.map { LogText.json($0, abi: call.abi, contract: contract) }),
    ]) {
      context.language[ContractText.done(call.readable)]
      receipt.fields(on: place.network, in: context.language)
      if !logs.isEmpty {
        context.language[ContractText.events].styled(.dim)
        logs.map { StyledText("  ") + StyledText(LogText.of($0, abi: call.abi, contract: contract)) }
      }
    }
  }
}
