import Keys
import Keystores
import NodeRPC
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

  /// The options with the keys of a fee payer that has a keystore here.
  ///
  /// - Parameter signer: The keys that are unlocked already.
  func sendOptions(unlocking signer: Keyring) async throws -> SendOptions {
    var options = try await sendOptions()
    guard let payer = try await feePayingAccount() else { return options }
    options.feeDelegation?.payer = .keys(payer.address == signer.address ? signer : try await keys(of: payer))
    return options
  }

  /// The most that the fee of one transaction may come to; nil if there is no limit.
  ///
  /// The total fee limit: one coin unless another was chosen or a person can be asked, for the gas price is only the
  /// node's answer.
  func maxTotalFee() throws(CommandFailure) -> Amount? {
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
  func gasFields(of prepared: PreparedTransaction, on network: Network) async -> Fields {
    var fields: Fields = [:]
    guard let part = prepared.maximumDelegatedFee, prepared.kaia?.feePayer != prepared.request.from else {
      fields.add("Gas at most", StyledText(network.text(prepared.maximumFee)))
      return fields
    }
    var payer = StyledText("the service \(sending?.feeService ?? "")")
    if let address = prepared.kaia?.feePayer { payer = await named(address) }
    if let own = prepared.kaia?.payment.split(prepared.maximumFee.wei).sender, own > 0 {
      fields.add("Gas at most", StyledText(network.text(Amount(wei: own))))
    } else {
      fields.add("Gas", "nothing: another pays it")
    }
    let share = sending?.feeRatio.map { ", \($0) per cent of the fee" } ?? ""
    fields.add("Fee payer", payer + StyledText(" pays \(network.text(part)) at most\(share)"))
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
