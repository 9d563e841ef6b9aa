import HTTPTypes
import Localization
import Markup
import NodeRPC
import Operations
import Primitives

/// The pages of the explorer: blocks, transactions and accounts as the user's own node reports them.
enum ExplorerPages {
  /// The routes that only show, on a platform too.
  static let reading: [Route] = [
    .get("/explorer", list), .get("/explorer/block/:block", block),
    .get("/explorer/tx/:hash", ExplorerTransactionPages.show), .get("/explorer/address/:address", account),
  ]

  static let routes: [Route] = reading + DevnetPages.routes

  /// The most transactions on a page of a block.
  static let rowsOnPage = 25

  /// The way back to the list.
  static func above(_ visit: Visit) -> (String, Link) {
    (visit.text(ExplorerPageText.title), Link("explorer"))
  }

  // MARK: All

  @Sendable private static func list(_ visit: Visit) async throws -> WebAnswer {
    if let text = visit.request.query.trimmed("q") { return try await search(text, visit) }
    return try await list(visit, problem: nil)
  }

  static func list(_ visit: Visit, problem: FieldProblem?) async throws -> WebAnswer {
    let before = visit.request.query["before"].flatMap { UInt64($0) }
    let reading = try await PageTimeout.node { () async throws -> ListReading in
      let place = try await visit.connection()
      let explorer = ChainExplorer(place.node)
      async let waiting = explorer.waiting()
      async let controls = DevnetControls(place)
      let (height, blocks) = try await explorer.blocks(upTo: before.map { $0 - min($0, 1) })
      let devnet = await controls
      return ListReading(
        height: height, blocks: blocks, waiting: before == nil ? await waiting : nil, devnet: devnet,
        snapshots: await devnet?.snapshots() ?? [])
    }
    let view = await ExplorerView(visit)
    let problems = problem.map { [$0] } ?? []
    let page = Page(visit.text(ExplorerPageText.title), .more) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      search(visit, problem)
      Element.paragraph(visit.text(ExplorerPageText.height(visit.language.grouped(reading.height))))
      view.blocks(reading.blocks)
      older(reading.blocks, before: before, visit)
      if before == nil { view.pool(reading.waiting) }
      if let devnet = reading.devnet, visit.mayKeep {
        DevnetPages.controls(devnet, reading.snapshots, visit, problem)
      }
      Element.paragraph(visit.text(ExplorerPageText.wordOfNode), ["class": "quiet"])
    }
    let isWrong = !problems.isEmpty
    guard before == nil, !isWrong else {
      return await visit.answer(page.with(problems), isWrong ? .unprocessableContent : .ok)
    }
    return await visit.answer(page.live(on: ["block", "tx"]))
  }

  private struct ListReading: Sendable {
    let height: UInt64
    let blocks: [Block]
    let waiting: [RPCTransaction]?
    let devnet: DevnetControls?
    let snapshots: [DevnetControls.Snapshot]
  }

  private static func older(_ blocks: [Block], before: UInt64?, _ visit: Visit) -> Element {
    Element("nav", ["class": "actions", "aria-label": visit.text(ExplorerPageText.blocks)]) {
      if before != nil { Element.action(visit.text(ExplorerPageText.newest), to: Link("explorer")) }
      if let last = blocks.last?.number, last > 0 {
        Element.action(visit.text(ExplorerPageText.older), to: Link("explorer", query: [("before", "\(last)")]))
      }
    }
  }

  // MARK: Search

  private static func search(_ visit: Visit, _ problem: FieldProblem?) -> Element {
    Element.search(Link("explorer"), ["class": "row"]) {
      Element("div", ["class": problem?.field == "explorer-q" ? "field wrong" : "field"]) {
        Element("label", ["for": "explorer-q"]) { visit.text(ExplorerPageText.search) }
        if let problem, problem.field == "explorer-q" {
          Element("p", ["class": "problem", "id": "explorer-q-problem"]) { problem.text }
        }
        Element(
          "input",
          [
            "id": "explorer-q", "name": "q", "type": "search", "autocomplete": "off",
            "value": visit.request.query["q"] ?? "",
          ]
            + (problem?.field == "explorer-q"
              ? ["aria-invalid": "true", "aria-describedby": "explorer-q-problem"] : [:]))
      }
      Element.submit(visit.text(ExplorerPageText.go), isMain: false)
    }
  }

  /// Goes to what a text names: a number, a hash, an address, or the name of an account or a contact.
  private static func search(_ text: String, _ visit: Visit) async throws -> WebAnswer {
    let plain = text.filter { $0 != "," && !$0.isWhitespace }
    if let number = UInt64(plain) { return .redirect(to: Link("explorer", "block", "\(number)")) }
    if let address = try? Address(text) {
      return .redirect(to: Link("explorer", "address", address.checksummed))
    }
    if let hash = try? Hash32(text) {
      let isBlock = try await PageTimeout.node {
        let node = try await visit.connection().node
        let (transaction, block) = try await node.send(together: .transaction(hash), .block(.hash(hash)))
        return transaction == nil && block != nil
      }
      return .redirect(to: Link("explorer", isBlock ? "block" : "tx", hash.hex))
    }
    if let address = (try? await visit.site.addressBook())?.known.first(where: { $0.name == text })?.address {
      return .redirect(to: Link("explorer", "address", address.checksummed))
    }
    return try await list(
      visit, problem: FieldProblem(field: "explorer-q", text: visit.text(ExplorerPageText.notFound)))
  }

  // MARK: One block

  @Sendable private static func block(_ visit: Visit) async throws -> WebAnswer {
    let text = try visit.value("block")
    let tag: BlockTag
    if let number = UInt64(text) {
      tag = .number(number)
    } else if let hash = try? Hash32(text) {
      tag = .hash(hash)
    } else {
      throw WebRefusal.notFound
    }
    let found = try await PageTimeout.node { try await ChainExplorer(try await visit.connection().node).block(tag) }
    guard let found, !found.isPending else { throw WebRefusal.notFound }
    let view = await ExplorerView(visit)
    let transactions = found.transactions ?? []
    let pages = max(1, (transactions.count + rowsOnPage - 1) / rowsOnPage)
    let number = min(max(visit.request.query["page"].flatMap { Int($0) } ?? 1, 1), pages)
    let page = Page(visit.text(ExplorerPageText.block(visit.language.grouped(found.number))), .more) {
      view.facts(of: found)
      Element("nav", ["class": "actions", "aria-label": visit.text(ExplorerPageText.blocks)]) {
        if found.number > 0 {
          Element.action(
            visit.text(ExplorerPageText.parent), to: Link("explorer", "block", "\(found.number - 1)"))
        }
        if found.number < .max {
          Element.action(visit.text(ExplorerPageText.child), to: Link("explorer", "block", "\(found.number + 1)"))
        }
      }
      Element("h2") { visit.text(ExplorerPageText.transactions(transactions.count)) }
      if !transactions.isEmpty {
        view.transactions(Array(transactions.dropFirst((number - 1) * rowsOnPage).prefix(rowsOnPage)))
        Pager(number: number, of: pages, visit: visit).content
      }
    }
    return await visit.answer(page.below(above(visit)))
  }

  // MARK: One account

  @Sendable private static func account(_ visit: Visit) async throws -> WebAnswer {
    guard let address = try? Address(try visit.value("address")) else { throw WebRefusal.notFound }
    let found = try await PageTimeout.node {
      try await ChainExplorer(try await visit.connection().node).account(address)
    }
    let view = await ExplorerView(visit)
    let isContract = found.codeSize > 0
    let name = view.book?.name(of: address)
    let page = Page(
      visit.text(isContract ? ExplorerPageText.contract : .account) + " " + AddressText.short(address), .more
    ) {
      Element.facts(
        [(visit.text(ExplorerPageText.address), [.element(view.whole(address))])]
          + (name.map { [(visit.text(ExplorerPageText.name), [.element(.foreign($0))])] } ?? [])
          + [
            (visit.text(ExplorerPageText.balance), [.text(view.money.text(found.balance))]),
            (visit.text(ExplorerPageText.nonce), [.text(visit.language.grouped(found.nonce))]),
            (
              visit.text(ExplorerPageText.code),
              [
                .text(
                  isContract
                    ? visit.text(ExplorerPageText.bytes(visit.language.grouped(found.codeSize)))
                    : visit.text(ExplorerPageText.noCode))
              ]
            ),
          ] + (found.codeHash.map { [(visit.text(ExplorerPageText.codeHash), [.element(.hash($0))])] } ?? []))
      Element.paragraph(visit.text(ExplorerPageText.noIndex), ["class": "quiet"])
    }
    return await visit.answer(page.below(above(visit)).live(on: ["block", "tx"]))
  }
}
