import HTTPTypes
import Keystores
import Locking
import Markup
import Operations
import Outbox
import Primitives
import WalletBook

/// The pages of all wallets and of one.
enum WalletPages {
  static let routes: [Route] =
    [.get("/wallets", list)] + WalletArchivePages.routes + WalletNewPages.routes + WalletAddPages.routes
    + [
      .get("/wallets/:name", show), .post("/wallets/:name/use", access: .session, use),
      .post("/wallets/:name/payments", access: .session, look),
    ] + WalletChangePages.routes
    + WalletBackupPages.routes + WalletReceivePages.routes + WalletSendPages.routes

  /// The most moves that are shown, and the most days.
  private static let (mostMoves, days): (Int, Int64) = (20, 30)

  // MARK: All

  @Sendable private static func list(_ visit: Visit) async throws -> WebAnswer {
    let directory = try visit.site.wallets(of: visit.session)
    let wallets = try await directory.wallets()
    let settings = visit.site.settings(of: visit.session)
    let network = try settings.network()
    async let valued = visit.money(of: network)
    let held = try await HeldBalances.read(of: wallets, in: directory, visit)
    let money = await valued
    var moneys = [network.name: money]
    for name in Set(wallets.map(\.network)) where moneys[name] == nil {
      if let other = try? settings.network(named: name) { moneys[name] = await visit.money(of: other) }
    }
    let all = moneys
    let acting = await visit.account()
    let own = wallets.filter { $0.network == network.name }
    let tokens = await HeldTokens(of: Set(own.compactMap(\.address)), on: network, in: directory, visit)
    let total = (try? total(of: own, held).adding(tokens.coins)) ?? total(of: own, held)
    let page = Page(visit.text(WalletPageText.title), .wallets) {
      if wallets.isEmpty {
        Element.note(visit.text(WalletPageText.none))
      } else {
        Element("p", ["class": "price"]) {
          visit.text(WalletPageText.together) + " "
          PriceText(amount: total, money: money, isRounded: true).content
        }
        if tokens.coins > .zero {
          Element.paragraph(
            visit.text(WalletTokenText.wrappedInSum(money.text(tokens.coins))), ["class": "quiet"])
        }
        if tokens.unvalued > 0 {
          Element.paragraph(visit.text(WalletTokenText.notInSum(tokens.unvalued)), ["class": "quiet"])
        }
        if let rate = money.rateText { Element.paragraph(rate, ["class": "quiet"]) }
      }
      problem(held, visit)
      if let reading = held.reading { reading.line(visit) }
      Element("ul", ["class": "cards"]) {
        for wallet in wallets {
          WalletView(
            visit: visit, wallet: wallet, held: held, money: all[wallet.network],
            acts: wallet.entry != nil && wallet.name == acting?.name
          ).card
        }
      }
      if visit.mayWrite {
        Element("div", ["class": "actions"]) {
          Element.action(visit.text(WalletPageText.create), to: Link("wallets", "new"), isMain: wallets.isEmpty)
          Element.action(visit.text(WalletPageText.importing), to: Link("wallets", "import"))
          Element.action(visit.text(WalletArchiveText.restoreTitle), to: Link("wallets", "restore"))
          Element.action(visit.text(WalletPageText.watch), to: Link("wallets", "watch"))
          Element.action(visit.text(WalletPageText.scan), to: Link("scan"))
          Element.action(visit.text(WalletPageText.contacts), to: Link("contacts"))
        }
      }
    }
    return await visit.answer(page.live(on: ["block", "tx"]))
  }

  /// The money of all wallets together, each address once.
  private static func total(of wallets: [ListedWallet], _ held: HeldBalances) -> Amount {
    var counted: Set<Address> = []
    return wallets.reduce(.zero) { sum, wallet in
      guard let address = wallet.address, let sample = held.sample(of: wallet), counted.insert(address).inserted
      else { return sum }
      return (try? sum.adding(sample.amount)) ?? sum
    }
  }

  /// The note that the node gives no balances now, or that the endpoints contradict each other.
  private static func problem(_ held: HeldBalances, _ visit: Visit) -> [Element.Node] {
    guard let problem = held.problem else { return [] }
    return [
      .element(
        Element("div", ["class": "note warning"]) {
          if problem is ReadingError {
            Element.paragraph(visit.text(ReadingPageText.disputedBalances))
          } else {
            Element.paragraph(visit.text(WalletPageText.nodeDown))
          }
          Element.paragraph(visit.sentences(of: problem), ["class": "quiet"])
        })
    ]
  }

  // MARK: One

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let directory = try visit.site.wallets(of: visit.session)
    let wallet = try await visit.wallet(in: directory)
    let settings = visit.site.settings(of: visit.session)
    let network = try settings.network(named: wallet.network)
    async let valued = visit.money(of: network)
    let now = visit.site.options.clock()
    let held = try await HeldBalances.read(of: [wallet], in: directory, visit)
    let money = await valued
    let tokens = await HeldTokens(of: Set([wallet.address].compactMap { $0 }), on: network, in: directory, visit)
    let history = try await history(of: wallet, in: directory, now: now)
    let ledger = try await LedgerView(
      wallet, balance: held.sample(of: wallet)?.amount, on: network, in: directory, visit)
    let moves = try await moves(of: wallet, on: network, visit)
    let acting = await visit.account()
    let view = WalletView(
      visit: visit, wallet: wallet, held: held, money: money,
      acts: wallet.entry != nil && wallet.name == acting?.name)
    let page = Page(UntrustedText.shown(wallet.name), .wallets) {
      if visit.request.query.has("made") {
        Element.note(visit.text(WalletPageText.made), .good)
        if let acting, wallet.entry != nil, acting.name != wallet.name {
          Element.note(visit.text(WalletPageText.anotherActs(UntrustedText.shown(acting.name))))
        }
      }
      if visit.request.query.has("saved") { Element.note(visit.text(WalletFormText.passwordChanged), .good) }
      if visit.request.query.has("unnoted") { Element.note(visit.text(WalletPageText.notNoted), .warning) }
      if let problem = wallet.entry?.problem { Element.note(visit.sentences(of: problem), .bad) }
      view.balance(isRounded: false)
      if let rate = money.rateText { Element.paragraph(rate, ["class": "quiet"]) }
      problem(held, visit)
      if let reading = held.reading { reading.line(visit) }
      actions(view)
      Element.facts(facts(view))
      if wallet.address != nil {
        Element("h2") { visit.text(WalletTokenText.title) }
        HoldingTable(
          visit: visit, wallet: wallet, tokens: tokens,
          canSend: canSign(with: wallet) && visit.mayWrite && wallet.network == settings.networkName
        ).content
      }
      Element("h2") { visit.text(WalletPageText.overTime) }
      if let history { BalanceChart(visit: visit, history: history, money: money).content }
      Element("h2") { visit.text(WalletPageText.moves) }
      ledger.content
      Element("h2") { visit.text(WalletLedgerText.throughHere) }
      table(of: moves, money, visit)
    }
    return await visit.answer(
      page.below((visit.text(WalletPageText.title), Link("wallets"))).live(on: ["block", "tx"]))
  }

  private static func actions(_ view: WalletView) -> [Element.Node] {
    let (visit, wallet) = (view.visit, view.wallet)
    let canSign = canSign(with: wallet)
    func action(_ text: WalletPageText, _ page: String, isMain: Bool = false) -> Element {
      Element.action(visit.text(text), to: WalletLink.to(wallet, page), isMain: isMain)
    }
    let maySend = canSign && visit.mayWrite
    // An empty wallet has to get something first.
    let receives = !maySend || view.held.sample(of: wallet)?.amount == .zero
    return [
      .element(
        Element("div", ["class": "actions"]) {
          if wallet.address != nil {
            if receives { action(.receive, "receive", isMain: true) }
            if maySend { action(.send, "send", isMain: !receives) }
            if !receives { action(.receive, "receive") }
          }
          if visit.mayWrite {
            if canSign, !view.acts {
              Element.form(visit, to: WalletLink.to(wallet, "use")) {
                Element.submit(visit.text(WalletPageText.use), isMain: false)
              }
            }
            action(.rename, "rename")
            if canSign {
              action(.backup, "backup")
              action(.password, "password")
            }
            action(.remove, "remove")
          }
        })
    ]
  }

  /// Whether there is a key here that can be used.
  private static func canSign(with wallet: ListedWallet) -> Bool {
    wallet.entry != nil && wallet.entry?.problem == nil
  }

  private static func facts(_ view: WalletView) -> [(String, [Element.Node])] {
    let (visit, wallet) = (view.visit, view.wallet)
    var rows: [(String, [Element.Node])] = []
    if let address = wallet.address {
      let copy = visit.text(LayoutText.copy)
      rows.append(
        (
          visit.text(WalletPageText.address),
          [.element(Element("code", ["translate": "no", "data-copy": copy]) { address.checksummed })]
        ))
    }
    rows.append((visit.text(WalletPageText.kind), [.text(view.kind)]))
    if let path = wallet.record?.path {
      rows.append((visit.text(WalletPageText.path), [.element(Element("code", ["translate": "no"]) { path })]))
    }
    rows.append((visit.text(LayoutText.network), [.text(wallet.network)]))
    return rows
  }

  private static func history(
    of wallet: ListedWallet, in directory: WalletDirectory, now: Int64
  ) async throws -> BalanceHistory? {
    guard let place = wallet.place else { return nil }
    let start = now - days * 86_400
    let samples = try await directory.bookIfThere()?.samples(of: place, since: start) ?? []
    // A wallet that is watched since yesterday is not drawn over a month.
    let first = samples.first.map { max(start, min($0.time, now - 60)) } ?? start
    return BalanceHistory(samples, from: first, to: now)
  }

  private static func moves(of wallet: ListedWallet, on network: Network, _ visit: Visit) async throws -> [WalletMove] {
    guard let address = wallet.address else { return [] }
    let intents = try await visit.site.outbox().intents(IntentFilter(limit: .max))
    let book = (try? await visit.site.addressBook()) ?? AddressBook(known: [])
    let moves = WalletMove.among(intents, of: address, on: network, in: book, since: .min)
    return moves.suffix(mostMoves).reversed()
  }

  private static func table(of moves: [WalletMove], _ money: any MoneyTexts, _ visit: Visit) -> [Element.Node] {
    guard !moves.isEmpty else {
      return [.element(.paragraph(visit.text(WalletPageText.noMoves), ["class": "quiet"]))]
    }
    let heads: [WalletPageText] = [.time, .what, .amount, .with, .fee]
    return [
      .element(
        Element.table(
          visit.text(WalletLedgerText.throughHere), heads.map { visit.text($0) }, numbers: [2, 4],
          isBelowTitle: true,
          rows: moves.map { move in
            let label = visit.site.texts.label(of: move.intent, in: visit.language)
            let state = visit.site.texts.state(of: move.intent, in: visit.language)
            return [
              [.element(.time(Int64(clamping: move.intent.changed), visit))],
              [
                .element(
                  .link(
                    UntrustedText.shown(words(of: move, label, visit)),
                    to: Link("transactions", "\(move.intent.id)"))),
                .text(move.isDone ? "" : " (\(state))"),
              ],
              [.text(sign(of: move) + money.roundedText(move.amount))],
              move.counterpart.map { [.element(.address($0, name: move.counterpartName))] } ?? [],
              [.text(move.fee.map { money.roundedText($0) } ?? "")],
            ]
          }))
    ]
  }

  /// The name of a move: a transfer is just sent, a call has its own label.
  private static func words(of move: WalletMove, _ label: String, _ visit: Visit) -> String {
    switch move.direction {
    case .received where !move.isOfTokensAlone: visit.text(WalletPaymentText.received)
    case .paidFee: visit.text(WalletPaymentText.feeFor(label))
    case .toSelf where move.intent.data.isEmpty: visit.text(WalletPaymentText.sentToSelf)
    case .sent where move.intent.data.isEmpty && move.intent.to != nil: visit.text(WalletPaymentText.sent)
    case .sent, .toSelf, .received: label
    }
  }

  private static func sign(of move: WalletMove) -> String {
    guard move.amount > .zero else { return "" }
    return switch move.direction {
    case .sent: "-"
    case .received: "+"
    case .toSelf, .paidFee: ""
    }
  }

  /// Looks for the payments that the chain has of a wallet.
  @Sendable private static func look(_ visit: Visit) async throws -> WebAnswer {
    let directory = try visit.site.wallets(of: visit.session)
    let wallet = try await visit.wallet(in: directory)
    guard let place = wallet.place else { throw WebRefusal.notFound }
    let network = try visit.site.settings(of: visit.session).network(named: wallet.network)
    let isDone = try await LedgerView.look(of: place, on: network, in: directory, visit)
    return .redirect(to: WalletLink.to(wallet, query: isDone ? [] : [("reading", "yes")]))
  }

  /// Makes a wallet the account that acts in this session.
  @Sendable private static func use(_ visit: Visit) async throws -> WebAnswer {
    let wallet = try await visit.wallet(in: try visit.site.wallets(of: visit.session))
    guard wallet.entry != nil else { throw WebRefusal.badForm }
    visit.session.choices.withLock { $0.account = wallet.name }
    let back = visit.request.form["back"].flatMap { Link(back: $0) }
    return .redirect(to: back ?? WalletLink.to(wallet))
  }
}
