import ContractABI
import Devnet
import LectureKit
import Primitives
import Terminal
import Transactions

/// The transactions of a devnet as they are mined, in two lines each: the hash to copy, and who did what.
struct DevnetLog: Sendable {
  /// The names of the person's own accounts.
  let names: [Address: String]
  let unit: Amount.Unit

  /// The lines of an event; none for a transaction that only waits.
  func lines(of event: DevnetEvent) -> [StyledText] {
    switch event {
    case .added(let block): zip(block.transactions, block.receipts).flatMap { lines(of: $0, $1) }
    case .removed(let block): ["block \(block.number) was taken back"]
    case .dropped(let transaction, let reason): ["dropped \(transaction.hash): \(PlainText.escaped(reason))"]
    case .pending: []
    }
  }

  private func lines(of mined: DevnetTransaction, _ receipt: DevnetReceipt) -> [StyledText] {
    let transaction = mined.transaction.transaction
    let value = Amount(wei: transaction.value)
    let money = value > .zero ? ", \(value.formatted(in: unit)) \(unit.symbol)" : ""
    let action = receipt.to.map { "\(text(of: $0)): \(call(transaction.data))" } ?? "a new contract"
    return [
      StyledText("\(receipt.blockNumber)  \(mined.hash)"),
      StyledText("   \(text(of: mined.sender)) → \(action)\(money), ")
        + (receipt.isSuccess ? StyledText("done", .good) : StyledText("failed", .bad))
        + ", \(receipt.gasUsed) gas",
    ]
  }

  private func text(of address: Address) -> String {
    names[address] ?? "\(address.checksummed.prefix(8))…\(address.checksummed.suffix(6))"
  }

  /// The call, readable as far as it is one of the lecture contract's.
  private func call(_ data: Bytes) -> String {
    guard let selector = ABISelector(prefixOf: data) else { return "a transfer" }
    return LectureMarket.abi.function(selector: selector)?.readable(calldata: data) ?? "a call of \(selector)"
  }
}
