import Keys
import Keystores
import NodeRPC
import Operations
import Primitives
import Sending
import Terminal
import Transactions

extension CommandContext {
  /// The delegation of the fee that the command line asks for.
  ///
  /// - Throws: `KeystoreError` `.notFound` for a fee payer without a keystore; the mistake in a service's address.
  func feeDelegation() async throws -> FeeDelegation? {
    guard let sending else { return nil }
    if let service = try await feeService(sending.service) {
      return FeeDelegation(.service(service), percent: sending.feeRatio)
    }
    guard let payer = try await feePayingAccount() else { return nil }
    return FeeDelegation(.account(payer.address), percent: sending.feeRatio)
  }

  /// The most that the fee of one transaction may come to; nil if there is no limit.
  ///
  /// The total fee limit: one coin unless another was chosen or a person can be asked, for the gas price is only the
  /// node's answer.
  func maxTotalFee() throws(SettingsError) -> Amount? {
    if let chosen = try settings.maxTotalFee() { return chosen }
    return prompter == nil || options.yes ? .klay(1) : nil
  }

  /// The service that the options name, with its API key; nil if they name none.
  func feeService(_ options: FeeServiceOptions) async throws -> FeeService? {
    guard let url = options.url else { return nil }
    guard let keyFile = options.keyFile else { return try FeeService(url) }
    let secret = try await password(from: .file(keyFile), prompt: "")
    return try FeeService(url, key: secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
  }

  /// The maximum cost of a priced transaction in gas, and its payer.
  func gasFields(of gas: GasShares, on network: Network) async -> Fields {
    var fields: Fields = [:]
    guard let other = gas.other else {
      fields.add("Gas at most", StyledText(network.text(gas.maximum)))
      return fields
    }
    let payer: StyledText =
      switch other.payer {
      case .account(let address): await named(address)
      case .service(let address): "the service \(address)"
      }
    if gas.own > .zero {
      fields.add("Gas at most", StyledText(network.text(gas.own)))
    } else {
      fields.add("Gas", "nothing: another pays it")
    }
    let share = gas.percent.map { ", \($0) per cent of the fee" } ?? ""
    fields.add("Fee payer", payer + StyledText(" pays \(network.text(other.part)) at most\(share)"))
    return fields
  }
}

extension Confirmation {
  /// The cost of the gas and its payer.
  func gasFields(on network: Network) -> Fields {
    guard let fee, let split else {
      return ["Gas": "\(receipt.gasUsed) units; the node does not tell at what price"]
    }
    var fields: Fields = [:]
    // An account that pays for itself pays all of it, in whatever parts.
    guard let payer = transaction.feePayer?.address, payer != transaction.transaction.kaia?.from else {
      fields.add("Gas", StyledText(network.text(fee)))
      return fields
    }
    fields.add("Gas", split.sender == 0 ? "nothing" : StyledText(network.text(Amount(wei: split.sender))))
    fields.add("Fee payer", StyledText("\(payer) paid \(network.text(Amount(wei: split.feePayer)))"))
    return fields
  }
}
