import Localization
import Markup
import NodeRPC
import Operations
import Primitives

/// Blocks, transactions and addresses, as the pages of the explorer list them.
struct ExplorerView: Sendable {
  let visit: Visit
  let book: AddressBook?
  let interfaces: KnownInterfaces
  let money: any MoneyTexts
  private let network: Network

  init(_ visit: Visit) async {
    self.visit = visit
    book = try? await visit.site.addressBook()
    let settings = visit.site.settings(of: visit.session)
    interfaces = KnownInterfaces(lectureContract: (try? settings.contractIfSet()) ?? nil)
    network = (try? settings.network()) ?? Network.builtIn[0]
    money = await visit.money(of: network)
  }

  // MARK: Links

  /// An address that leads to its page.
  func link(_ address: Address) -> Element {
    Element.link(to: Link("explorer", "address", address.checksummed)) {
      Element.address(address, name: book?.name(of: address))
    }
  }

  /// A hash of a transaction that leads to its page.
  func link(transaction hash: Hash32) -> Element {
    Element.link(to: Link("explorer", "tx", hash.hex)) { Element.hash(hash) }
  }

  /// An address with all its digits.
  func whole(_ address: Address) -> Element {
    Element("code", ["translate": "no", "data-copy": visit.text(LayoutText.copy)]) { address.checksummed }
  }

  private func gas(_ used: UInt64, of limit: UInt64?) -> String {
    let number = visit.language.grouped(used)
    guard let limit, limit > 0 else { return number }
    let share = Int((min(1, Double(used) / Double(limit)) * 100).rounded())
    return "\(number) (\(visit.language.percent("\(share)")))"
  }

  // MARK: Blocks

  func blocks(_ blocks: [Block]) -> [Element.Node] {
    guard !blocks.isEmpty else { return [.element(.note(visit.text(ExplorerPageText.noBlocks)))] }
    return [
      .element(
        Element.table(
          visit.text(ExplorerPageText.blocks),
          [ExplorerPageText.number, .time, .count, .gasUsed, .producer].map { visit.text($0) }, numbers: [2, 3],
          rows: blocks.map { block in
            [
              [
                .element(
                  .link(visit.language.grouped(block.number), to: Link("explorer", "block", "\(block.number)")))
              ],
              [.element(.time(Int64(clamping: block.timestamp), visit))],
              [.text("\(block.transactionHashes.count)")], [.text(gas(block.gasUsed, of: block.gasLimit))],
              producer(of: block).map { [.element(link($0))] } ?? [.text("–")],
            ]
          }))
    ]
  }

  /// The producer of a block; nil where the chain names none, as a devnet does with the zero address.
  private func producer(of block: Block) -> Address? { block.miner.flatMap { $0 == .zero ? nil : $0 } }

  func facts(of block: Block) -> Element {
    var rows: [(String, [Element.Node])] = [
      (visit.text(ExplorerPageText.time), [.element(.time(Int64(clamping: block.timestamp), visit))]),
      (visit.text(ExplorerPageText.hash), [.element(.whole(block.hash, visit))]),
      (
        visit.text(ExplorerPageText.parent),
        [.element(.link(to: Link("explorer", "block", block.parentHash.hex)) { Element.hash(block.parentHash) })]
      ), (visit.text(ExplorerPageText.gasUsed), [.text(gas(block.gasUsed, of: block.gasLimit))]),
    ]
    if let fee = block.baseFeePerGas {
      rows.append((visit.text(ExplorerPageText.baseFee), [.text(visit.language.decimal(network.text(gasPrice: fee)))]))
    }
    if let miner = producer(of: block) { rows.append((visit.text(ExplorerPageText.producer), [.element(link(miner))])) }
    return Element.facts(rows)
  }

  // MARK: Transactions

  func transactions(_ transactions: [RPCTransaction]) -> Element {
    Element.table(
      visit.text(ExplorerPageText.transactionList),
      [ExplorerPageText.hash, .call, .from, .to, .value].map { visit.text($0) }, numbers: [4],
      rows: transactions.map { transaction in
        [
          [.element(link(transaction: transaction.hash))], [.element(.foreign(name(of: transaction)))],
          [.element(link(transaction.from))],
          transaction.to.map { [.element(link($0))] } ?? [.text(visit.text(ExplorerPageText.creation))],
          [.text(money.roundedText(transaction.value))],
        ]
      })
  }

  /// The function that a transaction calls, by its name or its first four bytes.
  private func name(of transaction: RPCTransaction) -> String {
    guard transaction.to != nil, !transaction.input.isEmpty else { return "" }
    return interfaces.name(of: transaction.input, to: transaction.to) ?? Bytes(transaction.input.prefix(4)).hex
  }

  /// The transactions that wait; nil where the node does not list them.
  func pool(_ waiting: [RPCTransaction]?) -> [Element.Node] {
    let title = Element("h2") { visit.text(ExplorerPageText.pool) }
    guard let waiting else {
      return [.element(title), .element(.paragraph(visit.text(ExplorerPageText.noPool), ["class": "quiet"]))]
    }
    guard !waiting.isEmpty else {
      return [.element(title), .element(.paragraph(visit.text(ExplorerPageText.emptyPool), ["class": "quiet"]))]
    }
    let shown = Array(waiting.prefix(ExplorerPages.rowsOnPage))
    let rest = waiting.count - shown.count
    return [.element(title), .element(transactions(shown))]
      + (rest > 0 ? [.element(.paragraph(visit.text(ExplorerPageText.more(rest)), ["class": "quiet"]))] : [])
  }
}
