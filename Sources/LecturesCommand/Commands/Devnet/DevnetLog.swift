import ContractABI
import Devnet
import LectureKit
import Localization
import Primitives
import Terminal
import Transactions

/// The transactions of a devnet as they are mined, in two lines each: the hash to copy, and who did what.
struct DevnetLog: Sendable {
  /// The names of the person's own accounts.
  let names: [Address: String]
  let unit: Amount.Unit
  let language: Language

  /// The lines of an event; none for a transaction that only waits.
  func lines(of event: DevnetEvent) -> [StyledText] {
    switch event {
    case .added(let block): zip(block.transactions, block.receipts).flatMap { lines(of: $0, $1) }
    case .removed(let block): [language[DevnetText.takenBack(block.number)]]
    case .dropped(let transaction, let reason):
      [language[DevnetText.dropped(transaction.hash, PlainText.escaped(reason))]]
    case .pending: []
    }
  }

  private func lines(of mined: DevnetTransaction, _ receipt: DevnetReceipt) -> [StyledText] {
    let transaction = mined.transaction.transaction
    let value = Amount(wei: transaction.value)
    let money = value > .zero ? ", \(language.decimal(value.formatted(in: unit))) \(unit.symbol)" : ""
    let action =
      receipt.to.map { StyledText("\(text(of: $0)): ") + call(transaction.data) } ?? language[DevnetText.newContract]
    return [
      StyledText("\(receipt.blockNumber)  \(mined.hash)"),
      StyledText("   \(text(of: mined.sender)) → ") + action + StyledText("\(money), ")
        + language[receipt.isSuccess ? DevnetText.done : .failed] + ", " + language[DevnetText.gas(receipt.gasUsed)],
    ]
  }

  private func text(of address: Address) -> String {
    names[address] ?? "\(address.checksummed.prefix(8))…\(address.checksummed.suffix(6))"
  }

  /// The call, readable as far as it is one of the lecture contract's.
  private func call(_ data: Bytes) -> StyledText {
    guard let selector = ABISelector(prefixOf: data) else { return language[DevnetText.transfer] }
    return LectureMarket.abi.function(selector: selector).map { StyledText($0.readable(calldata: data)) }
      ?? language[DevnetText.call(of: selector)]
  }
}
