import ContractABI
import ContractClient
import EVM
import NodeRPC
import Operations
import Primitives
import Simulation
import StrictJSON
import Terminal
import Transactions

/// A dry run's outcome on a network, for the end of the command.
struct DryRun: Sendable {
  let trial: DryRunOutcome
  let network: Network

  var report: Report {
    Report(json, failure: failure) {
      if trial.outcome.isSuccess {
        StyledText("It would succeed", .good) + StyledText(": \(trial.title). Nothing was sent.")
      } else {
        StyledText("It would fail", .bad) + StyledText(": \(trial.title). Nothing was sent.")
      }
      fields
      if !trial.outcome.logs.isEmpty {
        ""
        events
      }
      if !trial.outcome.accounts.isEmpty {
        ""
        balances
      }
    }
  }

  /// The reason why it fails; nil if it doesn't.
  var failure: CommandFailure? {
    let advice = "Nothing was sent and nothing is spent."
    switch trial.outcome.outcome {
    case .success: return nil
    case .reverted(let data):
      return CommandFailure(
        ContractError(
          .reverted, "The transaction would fail.",
          about: .refusal(RevertReason(data, errors: trial.abi?.errors ?? [])),
          call: trial.call,
          advice: advice))
    case .failed(let failure):
      return CommandFailure(
        .wouldFail, "The transaction would fail.", reason: "The contract's code was stopped: \(failure.words).",
        call: trial.call, advice: advice)
    case .refused(let refusal):
      return CommandFailure(
        refusal.code == .insufficientFunds ? .cannotPay : .wouldBeRefused, "No block would take the transaction.",
        reason: CommandFailure.sentence(refusal.message), call: trial.call, advice: advice)
    }
  }

  // MARK: For people

  private var fields: Fields {
    var fields: Fields = [:]
    fields.add("Call", StyledText(trial.call))
    fields.add("From", StyledText(trial.transaction.sender.checksummed))
    fields.add("Contract", trial.outcome.createdAddress.map { StyledText($0.checksummed) })
    if trial.outcome.gasUsed > 0 {
      fields.add("Gas", StyledText(feeText))
      if let split = trial.split, let feePayer {
        fields.add("Fee payer", StyledText("\(feePayer) pays \(network.text(Amount(wei: split.feePayer)))"))
        if split.sender > 0 {
          fields.add("Sender", StyledText("pays \(network.text(Amount(wei: split.sender))) of the gas"))
        }
      }
    }
    fields.add(
      "State",
      StyledText(
        "after block \(trial.block.number) of \(network.name) (chain \(trial.block.chainID)), \(trial.rules.words)"))
    return fields
  }

  private var events: Table {
    var table = Table(.name("Event"), .name("Name", .important), .text("Value"))
    for log in logs {
      guard let event = LogText.decoded(log, trial.abi, trial.transaction.to) else {
        table.add(StyledText(LogText.of(log, abi: nil, contract: nil)))
        continue
      }
      for (index, field) in event.fields.enumerated() {
        table.add(
          index == 0 ? StyledText(event.event.name, .strong) : "", StyledText(field.parameter.name),
          StyledText(field.value.readable(as: field.parameter.type)))
      }
      if event.fields.isEmpty { table.add(StyledText(event.event.name, .strong)) }
    }
    return table
  }

  private var balances: Table {
    var table = Table(
      .address("Account"), .number("Before", .useful), .number("After"), .text("What", .important),
      placeholder: "No balance would change.")
    for account in trial.outcome.accounts where account.balanceBefore != account.balanceAfter {
      table.add(
        StyledText(account.address.checksummed), StyledText(network.text(Amount(wei: account.balanceBefore))),
        StyledText(network.text(Amount(wei: account.balanceAfter))), StyledText(role(of: account.address)))
    }
    return table
  }

  private func role(of address: Address) -> String {
    if address == trial.transaction.sender { return "sender" }
    if address == trial.transaction.feePayment?.payer { return "fee payer" }
    if address == trial.outcome.createdAddress { return "the new contract" }
    if address == trial.transaction.to { return "receiver" }
    return address == trial.block.header.miner ?? .zero ? "gets the fees (as in block \(trial.block.number))" : ""
  }

  /// The fee with how it comes about: `0.000021 KLAY for 21000 units at 1 ston`.
  var feeText: String {
    "\(network.text(trial.fee)) for \(trial.outcome.gasUsed) units at \(network.text(gasPrice: trial.gasPrice))"
  }

  /// The other payer, by name or address; nil if the sender pays all of it.
  private var feePayer: String? {
    if let service = trial.service { return "the service \(service.name)" }
    return trial.transaction.feePayment.flatMap { $0.payer == trial.transaction.sender ? nil : $0.payer.checksummed }
  }

  private var logs: [NodeRPC.Log] {
    trial.outcome.logs.map { NodeRPC.Log(address: $0.address, topics: $0.topics, data: $0.data) }
  }

  // MARK: For scripts

  /// The dry run in the output of `--json`.
  var json: JSON {
    [
      "dryRun": true, "call": .string(trial.call), "from": .string(trial.transaction.sender.checksummed),
      "to": .text(trial.transaction.to?.checksummed),
      "value": .amount(Amount(wei: trial.transaction.value), on: network),
      "outcome": .string(word), "error": failure?.json ?? .null, "block": .integer(trial.block.number),
      "blockHash": .string(trial.block.hash.hex), "rules": .text(trial.rules.areKnown ? trial.rules.title : nil),
      "rulesAreAssumed": .bool(trial.rules.areKnown && trial.rules.source == .header),
      "gasUsed": .integer(trial.outcome.gasUsed),
      "gasLimit": .integer(trial.outcome.gasLimit), "gasPrice": .string(trial.gasPrice.description),
      "fee": .amount(trial.fee, on: network),
      "feePayer": .text(trial.transaction.feePayment?.payer.checksummed ?? trial.service?.name),
      "feePayerPays": trial.split.map { .amount(Amount(wei: $0.feePayer), on: network) } ?? .null,
      "senderPays": .amount(Amount(wei: trial.split?.sender ?? trial.fee.wei), on: network),
      "contract": .text(trial.outcome.createdAddress?.checksummed),
      "events": .array(logs.map { LogText.json($0, abi: trial.abi, contract: trial.transaction.to) }),
      "accounts": .array(trial.outcome.accounts.map(account)),
    ]
  }

  private var word: String {
    switch trial.outcome.outcome {
    case .success: "success"
    case .reverted: "reverted"
    case .failed: "failed"
    case .refused: "refused"
    }
  }

  private func account(_ change: AccountChange) -> JSON {
    [
      "address": .string(change.address.checksummed), "before": .amount(Amount(wei: change.balanceBefore), on: network),
      "after": .amount(Amount(wei: change.balanceAfter), on: network), "created": .bool(change.isCreated),
      "storage": .array(
        change.storage.map { slot in
          [
            "slot": .string(Hash32(slot.slot).hex), "before": .string(Hash32(slot.before).hex),
            "after": .string(Hash32(slot.after).hex),
          ]
        }),
    ]
  }
}

extension BlockRules {
  /// As in `Osaka`, or `Kaia's Osaka`.
  var title: String { (isKaia ? "Kaia's " : "") + CommandFailure.capitalised("\(fork)") }

  /// By which rules something was tried.
  fileprivate var words: String {
    areKnown
      ? "rules of \(title)\(source == .header ? ", as far as that block shows" : "")"
      : "whose rules are not known here: the node's own eth_call and eth_estimateGas decided"
  }
}

extension CommandFailure.Code {
  /// A dry run in which the contract's code was stopped.
  static let wouldFail = Self("dryRun.wouldFail", .refused)
  /// A dry run of a transaction that no block would take.
  static let wouldBeRefused = Self("dryRun.wouldBeRefused", .refused)
  /// A dry run of a transaction that the account can't pay.
  static let cannotPay = Self("dryRun.cannotPay", .insufficientFunds)
}

extension ExecutionFailure {
  /// The reason why code was stopped, in a few words.
  fileprivate var words: String {
    switch self {
    case .outOfGas: "it ran out of gas"
    case .stackUnderflow: "it took from an empty stack"
    case .stackOverflow: "its stack was full"
    case .invalidJump: "it jumped to where no jump may go"
    case .invalidOpcode(let byte): "0x\(String(byte, radix: 16)) is no instruction"
    case .writeProtection: "it wanted to change something in a static call"
    case .returnDataOutOfBounds: "it read beyond what a call returned"
    case .memoryLimit: "it wanted more memory than there is"
    case .invalidCode: "the new contract's code begins with 0xef"
    case .codeDeposit: "the gas did not suffice to store the new contract's code"
    case .codeSize: "the new contract's code is too large"
    case .initCodeSize: "the creation code is too large"
    case .addressCollision: "there is a contract already where one should be created"
    case .precompile: "a built-in contract refused its input"
    case .insufficientBalance: "it wanted to send more than it has"
    case .callDepth: "it called too deep"
    case .computationLimit: "it computed more than a transaction may"
    case .accountKey(let number): KaiaTransactionFailure(rawValue: number)?.description ?? "the key can't be changed so"
    }
  }
}
