import ContractABI
import HTTPTypes
import Localization
import Markup
import NodeRPC
import Operations
import Outbox
import Primitives
import Transactions

/// The page of a transaction: what it did, its events, the calls that it made and what it changed.
enum ExplorerTransactionPages {
  /// The most events that are listed.
  private static let mostEvents = 50
  /// The most changes of balances and storage that are listed.
  private static let mostChanges = 50

  @Sendable static func show(_ visit: Visit) async throws -> WebAnswer {
    guard let hash = try? Hash32(try visit.value("hash")) else { throw WebRefusal.notFound }
    let view = await ExplorerView(visit)
    let interfaces = view.interfaces
    let found = try await PageTimeout.node { () async throws -> (FoundTransaction, String?, UInt64?)? in
      let place = try await visit.connection()
      guard let found = try await FoundTransaction(hash, on: place) else { return nil }
      let reason = await found.failure(errors: interfaces.errors(of: found.to))?.readable
      return (found, reason, found.confirmations)
    }
    guard let (transaction, reason, _) = found else { throw WebRefusal.notFound }
    // A node that traces slowly, or not at all, does not keep the rest from being shown.
    let isMined = transaction.status != .pending
    async let calls = Self.trace(isMined, visit) { try await $0.calls(of: transaction.hash) }
    async let changes = Self.trace(isMined, visit) { try await $0.changes(by: transaction.hash) }
    let (tree, states) = await (calls, changes)
    let title = "\(visit.text(ExplorerPageText.transaction)) \(hash.hex.prefix(10))…\(hash.hex.suffix(8))"
    let own = await own(hash, visit)
    let page = Page(title, .more) {
      if let own {
        Element("p") {
          Element.link(
            UntrustedText.shown(visit.site.texts.label(of: own, in: visit.language)),
            to: Link("transactions", "\(own.id)"))
        }
      }
      facts(of: transaction, reason, view)
      events(of: transaction, view)
      if isMined {
        Element("h2") { visit.text(ExplorerPageText.calls) }
        if let tree { CallTreeView(tree: tree, view: view).content } else { untraced(visit) }
        Element("h2") { visit.text(ExplorerPageText.changes) }
        if let states { table(states, view) } else { untraced(visit) }
      }
    }
    return await visit.answer(
      page.below(ExplorerPages.above(visit)).live(every: isMined ? nil : 5, on: isMined ? [] : ["block", "tx"]))
  }

  /// The transaction as it was sent from here, in words; nil where it was not.
  private static func own(_ hash: Hash32, _ visit: Visit) async -> Intent? {
    guard visit.site.platform == nil, let place = try? visit.site.settings.outboxPlace(), Outbox.exists(at: place)
    else { return nil }
    return try? await visit.site.outbox().intent(hash: hash)
  }

  /// A trace; nil where the node gives none.
  private static func trace<Value: Sendable>(
    _ isMined: Bool, _ visit: Visit, _ ask: @escaping @Sendable (ChainExplorer) async throws -> Value
  ) async -> Value? {
    guard isMined else { return nil }
    return try? await PageTimeout.node { try await ask(ChainExplorer(try await visit.connection().node)) }
  }

  private static func untraced(_ visit: Visit) -> Element {
    Element.note(visit.text(ExplorerPageText.noTrace))
  }

  // MARK: Facts

  private static func facts(of found: FoundTransaction, _ reason: String?, _ view: ExplorerView) -> Element {
    let (visit, receipt, transaction) = (view.visit, found.receipt, found.transaction)
    func text(_ phrase: ExplorerPageText) -> String { visit.text(phrase) }
    var rows: [(String, [Element.Node])] = [
      (text(.hash), [.element(.whole(found.hash, visit))]), (text(.status), [.element(status(of: found, visit))]),
    ]
    if let reason {
      let words = UntrustedText.fromTerminal(reason)
      rows.append((text(.reason), [.element(.foreign(words, ["class": "down"]))]))
    }
    if let number = receipt?.blockNumber {
      let depth = found.confirmations.map { " (\(text(.confirmations(visit.language.grouped($0)))))" } ?? ""
      rows.append(
        (
          text(.blockNumber),
          [
            .element(.link(visit.language.grouped(number), to: Link("explorer", "block", "\(number)"))), .text(depth),
          ]
        ))
    }
    if let time = found.timestamp { rows.append((text(.time), [.element(.time(Int64(clamping: time), visit))])) }
    if let from = found.from { rows.append((text(.from), [.element(view.link(from))])) }
    let to = transaction?.to ?? receipt?.to
    rows.append((text(.to), to.map { [.element(view.link($0))] } ?? [.text(text(.creation))]))
    if let created = receipt?.contractAddress { rows.append((text(.contract), [.element(view.link(created))])) }
    if let transaction {
      rows.append((text(.value), [.text(view.money.text(transaction.value))]))
      rows.append((text(.nonce), [.text(visit.language.grouped(transaction.nonce))]))
    }
    if let receipt {
      let limit = transaction.map { " / \(visit.language.grouped($0.gas))" } ?? ""
      rows.append((text(.gasUsed), [.text(visit.language.grouped(receipt.gasUsed) + limit)]))
    }
    if let fee = found.fee { rows.append((text(.fee), [.text(view.money.text(fee))])) }
    if let native = found.native {
      rows.append((text(.kind), [.text(native.transaction.kind.description)]))
      if let payer = native.feePayer?.address { rows.append((text(.feePayer), [.element(view.link(payer))])) }
    }
    if let input = transaction?.input, !input.isEmpty { rows += self.input(input, to: to, view) }
    return Element.facts(rows)
  }

  private static func status(of found: FoundTransaction, _ visit: Visit) -> Element {
    switch found.status {
    case .succeeded: Element("span", ["class": "badge good"]) { visit.text(ExplorerPageText.succeeded) }
    case .failed: Element("span", ["class": "badge bad"]) { visit.text(ExplorerPageText.failed) }
    case .pending: Element("span", ["class": "badge"]) { visit.text(ExplorerPageText.pending) }
    }
  }

  private static func input(_ input: Bytes, to: Address?, _ view: ExplorerView) -> [(String, [Element.Node])] {
    let visit = view.visit
    let raw = Element("code", ["translate": "no"]) { InputText.short(input) }
    let bytes = visit.text(ExplorerPageText.bytes(visit.language.grouped(input.count)))
    let data: (String, [Element.Node]) = (
      visit.text(ExplorerPageText.input), [.element(raw), .text(" \(bytes)")]
    )
    guard let call = view.interfaces.call(input, to: to) else { return [data] }
    return [(visit.text(ExplorerPageText.call), CallTreeView.reading(call, visit)), data]
  }

  // MARK: Events

  private static func events(of found: FoundTransaction, _ view: ExplorerView) -> [Element.Node] {
    let visit = view.visit
    guard let logs = found.receipt?.logs, !logs.isEmpty else { return [] }
    let rest = logs.count - min(logs.count, mostEvents)
    return [
      .element(Element("h2") { visit.text(ExplorerPageText.events(logs.count)) }),
      .element(
        Element.table(
          visit.text(ExplorerPageText.events(logs.count)),
          [ExplorerPageText.contract, .event].map { visit.text($0) },
          isBelowTitle: true,
          rows: logs.prefix(mostEvents).map { log in
            [[.element(view.link(log.address))], event(log, view)]
          })),
    ] + (rest > 0 ? [.element(.paragraph(visit.text(ExplorerPageText.more(rest)), ["class": "quiet"]))] : [])
  }

  private static func event(_ log: Log, _ view: ExplorerView) -> [Element.Node] {
    if let reading = view.interfaces.event(log) { return CallTreeView.reading(reading, view.visit) }
    let bytes = view.visit.text(ExplorerPageText.bytes(view.visit.language.grouped(log.data.count)))
    return [
      .element(Element("code", ["translate": "no"]) { log.topics.first?.hex ?? "–" }), .text(" \(bytes)"),
    ]
  }

  // MARK: Changes

  private static func table(_ changes: [StateChange], _ view: ExplorerView) -> [Element.Node] {
    let visit = view.visit
    guard !changes.isEmpty else { return [.element(.paragraph(visit.text(ExplorerPageText.noChanges)))] }
    let rest = changes.count - min(changes.count, mostChanges)
    func value(_ change: StateChange, _ value: UInt256) -> [Element.Node] {
      switch change.kind {
      case .balance: [.text(view.money.text(Amount(wei: value)))]
      case .storage: [.element(Element("code", ["translate": "no"]) { value.quantity })]
      }
    }
    return [
      .element(
        Element.table(
          visit.text(ExplorerPageText.changes),
          [ExplorerPageText.account, .place, .before, .after].map { visit.text($0) },
          isBelowTitle: true,
          rows: changes.prefix(mostChanges).map { change in
            let place: [Element.Node] =
              switch change.kind {
              case .balance: [.text(visit.text(ExplorerPageText.balance))]
              case .storage(let slot): [.element(.hash(slot))]
              }
            return [
              [.element(view.link(change.account))], place, value(change, change.before), value(change, change.after),
            ]
          }))
    ] + (rest > 0 ? [.element(.paragraph(visit.text(ExplorerPageText.more(rest)), ["class": "quiet"]))] : [])
  }
}

/// Bytes as pages show them: all of a few, both ends of many.
enum InputText {
  private static let most = 68

  static func short(_ bytes: Bytes) -> String {
    bytes.count <= most ? bytes.hex : "\(Bytes(bytes.prefix(36)).hex)…\(Bytes(bytes.suffix(16)).hex.dropFirst(2))"
  }
}
