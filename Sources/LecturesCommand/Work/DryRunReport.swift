import ContractABI
import ContractClient
import EVM
import Exchange
import Localization
import NodeRPC
import Operations
import Primitives
import Simulation
import StrictJSON
import Terminal
import Transactions

/// A dry run's outcome on a network, for the end of the command.
struct DryRunReport: Sendable {
  let trial: DryRunOutcome
  let network: Network
  var language = Language.english
  /// The parameters of the action that a review shows.
  var details: Fields = [:]
  /// The call for people; nil for all of it.
  var call: String?

  var report: Report {
    Report(json, failure: failure) {
      language[trial.outcome.isSuccess ? DryRunText.succeeds(trial.title) : .fails(trial.title)]
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
    switch trial.outcome.outcome {
    case .success: return nil
    case .reverted(let data):
      return CommandFailure(
        ContractError(
          .reverted, "The transaction would fail.",
          about: .refusal(RevertReason(data, errors: trial.abi?.errors ?? [])),
          call: trial.call, advice: "Nothing was sent and nothing is spent."))
    case .failed(let failure):
      return CommandFailure(
        .wouldFail, DryRunRefusal.fails(reason: "The contract's code was stopped: \(failure.words)."), call: trial.call)
    case .refused(let refusal):
      return CommandFailure(
        refusal.code == .insufficientFunds ? .cannotPay : .wouldBeRefused,
        DryRunRefusal.refused(reason: CommandFailure.sentence(refusal.message)), call: trial.call)
    }
  }

  // MARK: For people

  private var fields: Fields {
    var fields = details
    fields.add(language[Label.call], StyledText(language[IntentLabel(call ?? trial.call)]))
    fields.add(language[Label.from], StyledText(trial.transaction.sender.checksummed))
    fields.add(language[Label.contract], trial.outcome.createdAddress.map { StyledText($0.checksummed) })
    if trial.outcome.gasUsed > 0 {
      fields.add(language[Label.gas], feeText)
      if !trial.earlier.isEmpty {
        let fees = trial.earlier.reduce(UInt256.zero) { $0.addingSaturated($1.fee.wei) }
        fields.add("", language[DryRunText.earlierFees(network.text(Amount(wei: fees), in: language))])
      }
      if let split = trial.split, let feePayer {
        let part = network.text(Amount(wei: split.feePayer), in: language)
        fields.add(language[Label.feePayer], language[DryRunText.payerPays(feePayer, amount: part)])
        if split.sender > 0 {
          let own = network.text(Amount(wei: split.sender), in: language)
          fields.add(language[Label.sender], language[DryRunText.senderPays(own)])
        }
      }
    }
    let state = DryRunText.state(
      block: trial.block.number, network: network.name, chainID: UInt256(trial.block.chainID),
      rules: trial.rules.areKnown ? trial.rules.title : nil, areAssumed: trial.rules.source == .header)
    fields.add(language[Label.state], language[state])
    return fields
  }

  private var events: Table {
    var table = Table(
      .name(language[Label.event]), .name(language[Label.name], .important), .text(language[Label.value]))
    for log in logs {
      // Tokens that move on the way tell it by the events that all of them have.
      let event =
        LogText.decoded(log, trial.abi, trial.transaction.to) ?? LogText.decoded(log, CampusToken.abi, nil)
      guard let event else {
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
      .address(language[Label.account]), .number(language[Label.before], .useful), .number(language[Label.after]),
      .text(language[Label.what], .important), placeholder: language[DryRunText.noChange])
    for account in trial.outcome.accounts where account.balanceBefore != account.balanceAfter {
      table.add(
        StyledText(account.address.checksummed),
        StyledText(network.text(Amount(wei: account.balanceBefore), in: language)),
        StyledText(network.text(Amount(wei: account.balanceAfter), in: language)),
        role(of: account.address).map { language[DryRunText.role($0)] } ?? "")
    }
    return table
  }

  private func role(of address: Address) -> DryRunText.Role? {
    if address == trial.transaction.sender { return .sender }
    if address == trial.transaction.feePayment?.payer { return .feePayer }
    if address == trial.outcome.createdAddress { return .newContract }
    if address == trial.transaction.to { return .receiver }
    return address == trial.block.header.miner ?? .zero ? .miner(block: trial.block.number) : nil
  }

  /// The fee with how it comes about: `0.000021 KLAY for 21000 units at 1 ston`.
  var feeText: StyledText {
    language[
      DryRunText.fee(
        network.text(trial.fee, in: language), units: trial.outcome.gasUsed,
        price: language.decimal(network.text(gasPrice: trial.gasPrice)))]
  }

  /// The other payer, by name or address; nil if the sender pays all of it.
  private var feePayer: String? {
    if let service = trial.service { return language[DryRunText.service(service.name)].plain }
    return trial.transaction.feePayment.flatMap { $0.payer == trial.transaction.sender ? nil : $0.payer.checksummed }
  }

  private var logs: [NodeRPC.Log] {
    trial.outcome.logs.map { NodeRPC.Log(address: $0.address, topics: $0.topics, data: $0.data) }
  }

  // MARK: For scripts

  /// The dry run in the output of `--json`.
  var json: JSON {
    let earlier = trial.earlier.map { DryRunReport(trial: $0, network: network).json }
    return [
      "dryRun": true, "earlier": .array(earlier), "call": .string(trial.call),
      "from": .string(trial.transaction.sender.checksummed),
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
}

/// The reasons why a transaction would not do what it is meant to.
private enum DryRunRefusal: Phrase {
  case fails(reason: String)
  case refused(reason: String)

  var english: FailureWords {
    let advice = "Nothing was sent and nothing is spent."
    return switch self {
    case .fails(let reason): FailureWords("The transaction would fail.", reason: reason, advice: advice)
    case .refused(let reason): FailureWords("No block would take the transaction.", reason: reason, advice: advice)
    }
  }

  var korean: FailureWords {
    let advice = "아무것도 전송되지 않았고 지출도 없습니다."
    return switch self {
    case .fails: FailureWords("트랜잭션이 실패할 것입니다.", reason: "계약의 코드가 도중에 멈췄습니다.", advice: advice)
    case .refused: FailureWords("이 트랜잭션을 받아 줄 블록이 없습니다.", advice: advice)
    }
  }

  var ukrainian: FailureWords {
    let advice = "Нічого не надіслано й нічого не витрачено."
    return switch self {
    case .fails:
      FailureWords("Транзакція не вдалася б.", reason: "Виконання коду контракту зупинилося.", advice: advice)
    case .refused: FailureWords("Жоден блок не взяв би цієї транзакції.", advice: advice)
    }
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
