import ContractABI
import ContractClient
import EVM
import NodeRPC
import Primitives
import Simulation
import StrictJSON
import Terminal
import Transactions

/// A transaction that was tried and not sent, for the end of the command.
struct DryRun: Sendable {
  /// The action, for people: `buy lecture 0 for 10 KLAY`.
  let title: String
  /// The call, readable.
  let call: String
  let transaction: EVMTransaction
  let outcome: SimulatedTransaction
  /// The block on whose state it was tried.
  let block: NodeBlock
  /// The rules it was tried by; where they are not known, the node's own answer counted.
  let rules: BlockRules
  let network: Network
  /// The interface of the contract that is called or created.
  let abi: ContractABI?
  /// The service that pays for the gas, if its account is not known: then it was tried as if gas were free.
  var service: Service?

  /// A fee delegation service that is to pay.
  struct Service: Sendable {
    let name: String
    let payment: KaiaTransaction.FeePayment
    /// The price offered for a unit of gas, in peb.
    let gasPrice: UInt256
  }

  var report: Report {
    Report(json, failure: failure) {
      if outcome.isSuccess {
        StyledText("It would succeed", .good) + StyledText(": \(title). Nothing was sent.")
      } else {
        StyledText("It would fail", .bad) + StyledText(": \(title). Nothing was sent.")
      }
      fields
      if !outcome.logs.isEmpty {
        ""
        events
      }
      if !outcome.accounts.isEmpty {
        ""
        balances
      }
    }
  }

  /// The reason why it fails; nil if it doesn't.
  var failure: CommandFailure? {
    let advice = "Nothing was sent and nothing is spent."
    switch outcome.outcome {
    case .success: return nil
    case .reverted(let data):
      return CommandFailure(
        ContractError(
          .reverted, "The transaction would fail.", revert: RevertReason(data, errors: abi?.errors ?? []), call: call,
          advice: advice))
    case .failed(let failure):
      return CommandFailure(
        .wouldFail, "The transaction would fail.", reason: "The contract's code was stopped: \(failure.words).",
        call: call, advice: advice)
    case .refused(let refusal):
      return CommandFailure(
        refusal.code == .insufficientFunds ? .cannotPay : .wouldBeRefused, "No block would take the transaction.",
        reason: CommandFailure.sentence(refusal.message), call: call, advice: advice)
    }
  }

  // MARK: For people

  private var fields: Fields {
    var fields: Fields = [:]
    fields.add("Call", StyledText(call))
    fields.add("From", StyledText(transaction.sender.checksummed))
    fields.add("Contract", outcome.createdAddress.map { StyledText($0.checksummed) })
    if outcome.gasUsed > 0 {
      fields.add("Gas", StyledText(feeText))
      if let split, let feePayer {
        fields.add("Fee payer", StyledText("\(feePayer) pays \(network.text(Amount(wei: split.feePayer)))"))
        if split.sender > 0 {
          fields.add("Sender", StyledText("pays \(network.text(Amount(wei: split.sender))) of the gas"))
        }
      }
    }
    fields.add(
      "State",
      StyledText("after block \(block.number) of \(network.name) (chain \(block.chainID)), \(rules.words)"))
    return fields
  }

  private var events: Table {
    var table = Table(.name("Event"), .name("Name", .important), .text("Value"))
    for log in logs {
      guard let event = LogText.decoded(log, abi, transaction.to) else {
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
    for account in outcome.accounts where account.balanceBefore != account.balanceAfter {
      table.add(
        StyledText(account.address.checksummed), StyledText(network.text(Amount(wei: account.balanceBefore))),
        StyledText(network.text(Amount(wei: account.balanceAfter))), StyledText(role(of: account.address)))
    }
    return table
  }

  private func role(of address: Address) -> String {
    if address == transaction.sender { return "sender" }
    if address == transaction.feePayment?.payer { return "fee payer" }
    if address == outcome.createdAddress { return "the new contract" }
    if address == transaction.to { return "receiver" }
    return address == block.header.miner ?? .zero ? "gets the fees (as in block \(block.number))" : ""
  }

  /// The fee with how it comes about: `0.000021 KLAY for 21000 units at 1 ston`.
  var feeText: String {
    "\(network.text(fee)) for \(outcome.gasUsed) units at \(network.text(gasPrice: gasPrice))"
  }

  /// The cost of the gas, whoever pays it.
  var fee: Amount {
    guard let service else { return Amount(wei: outcome.fee) }
    let (fee, isAbsurd) = service.gasPrice.multipliedReportingOverflow(by: UInt256(outcome.gasUsed))
    return Amount(wei: isAbsurd ? .max : fee)
  }

  private var gasPrice: UInt256 { service?.gasPrice ?? outcome.gasPrice }

  /// The other payer, by name or address; nil if the sender pays all of it.
  private var feePayer: String? {
    if let service { return "the service \(service.name)" }
    return transaction.feePayment.flatMap { $0.payer == transaction.sender ? nil : $0.payer.checksummed }
  }

  /// The split of the fee; nil if nobody else pays.
  private var split: FeeSplit? {
    if let service { return service.payment.split(fee.wei) }
    return feePayer == nil ? nil : transaction.feePayment.map { FeeSplit(fee.wei, percent: $0.percent) }
  }

  private var logs: [NodeRPC.Log] {
    outcome.logs.map { NodeRPC.Log(address: $0.address, topics: $0.topics, data: $0.data) }
  }

  // MARK: For scripts

  /// The dry run in the output of `--json`.
  var json: JSON {
    [
      "dryRun": true, "call": .string(call), "from": .string(transaction.sender.checksummed),
      "to": .text(transaction.to?.checksummed), "value": .amount(Amount(wei: transaction.value), on: network),
      "outcome": .string(word), "error": failure?.json ?? .null, "block": .integer(block.number),
      "blockHash": .string(block.hash.hex), "rules": .text(rules.areKnown ? rules.title : nil),
      "rulesAreAssumed": .bool(rules.areKnown && rules.source == .header),
      "gasUsed": .integer(outcome.gasUsed),
      "gasLimit": .integer(outcome.gasLimit), "gasPrice": .string(gasPrice.description),
      "fee": .amount(fee, on: network), "feePayer": .text(transaction.feePayment?.payer.checksummed ?? service?.name),
      "feePayerPays": split.map { .amount(Amount(wei: $0.feePayer), on: network) } ?? .null,
      "senderPays": .amount(Amount(wei: split?.sender ?? fee.wei), on: network),
      "contract": .text(outcome.createdAddress?.checksummed),
      "events": .array(logs.map { LogText.json($0, abi: abi, contract: transaction.to) }),
      "accounts": .array(outcome.accounts.map(account)),
    ]
  }

  private var word: String {
    switch outcome.outcome {
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
