import Localization
import NodeRPC
import Operations
import Primitives
import Sending
import Terminal
import Transactions

extension Confirmation {
  /// The cost of the gas and its payer.
  func gasFields(on network: Network, in language: Language) -> Fields {
    guard let fee, let split else {
      return [language[Label.gas]: StyledText(language[ReceiptText.unitsOfGas(receipt.gasUsed)])]
    }
    var fields: Fields = [:]
    // An account that pays for itself pays all of it, in whatever parts.
    guard let payer = transaction.feePayer?.address, payer != transaction.transaction.kaia?.from else {
      fields.add(language[Label.gas], StyledText(network.text(fee, in: language)))
      return fields
    }
    func text(_ wei: UInt256) -> String { network.text(Amount(wei: wei), in: language) }
    fields.add(
      language[Label.gas], StyledText(split.sender == 0 ? language[ReceiptText.nothing] : text(split.sender)))
    fields.add(
      language[Label.feePayer],
      StyledText(language[ReceiptText.paid(payer: payer, amount: text(split.feePayer))]))
    return fields
  }
}
