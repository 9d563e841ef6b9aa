import NodeRPC
import Operations
import Primitives
import Sending
import Terminal
import Transactions

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
