import HTTPTypes
import LectureKit
import Markup
import Operations
import Primitives
import QRCodes
import WalletBook

/// The page that shows how a wallet is paid: its address or a request, as a code, as text and as a picture.
enum WalletReceivePages {
  static let routes: [Route] = [
    .get("/wallets/:name/receive", show),
    .get("/wallets/:name/receive/code.png", picture),
  ]

  /// A payment request, and the page's notes on it.
  private struct Request: Sendable {
    let wallet: ListedWallet
    let address: Address
    let network: Network
    /// The payment that is asked for; nil where any is welcome.
    var payment: PaymentRequest?
    var problems: [FieldProblem] = []

    var amount: Amount? { payment?.amount.map { Amount(wei: $0) } }
    /// The text of the code.
    var text: String { payment?.text ?? address.checksummed }

    /// The request for the part that is missing after so much came; nil once nothing is.
    func missing(after arrived: Amount) -> Request? {
      guard let payment, let amount else { return self }
      guard let left = try? amount.subtracting(arrived), left > .zero else { return nil }
      var rest = self
      rest.payment = PaymentRequest(to: address, amount: left.wei, chainID: payment.chainID)
      return rest
    }
  }

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let request = try await request(visit)
    let money = await visit.money(of: request.network)
    let typed = visit.request.query["amount"] ?? ""
    let back = back(visit)
    let title = visit.text(WalletPaymentText.receiveTitle)
    let arrived = request.problems.isEmpty ? await arrived(by: request, visit) : nil
    // The code asks for what is missing: it is scanned once more after a part came, and never after all did.
    let open = request.missing(after: arrived?.amount ?? .zero)
    let code = try open.map { try QRCode($0.text) }
    let page = Page(title, .wallets) {
      Element.problems(request.problems, title: visit.text(LayoutText.problem))
      Element("p") { Element.foreign(request.wallet.name) }
      if let code { CodeImage(code: code, title: title).element }
      if let arrived { notes(on: arrived, for: request, money, visit) }
      facts(of: request, open, money, visit)
      if let back { Element("div", ["class": "actions"]) { Element.action(back.text, to: back.target) } }
      Element.search(WalletLink.to(request.wallet, "receive")) {
        if let back {
          Element("input", ["type": "hidden", "name": InsufficientFunds.backField, "value": back.target.text])
        }
        Element.field(
          visit.text(WalletPaymentText.askFor(request.network.symbol)), "amount", value: typed,
          hint: visit.text(WalletPaymentText.askHint), problem: request.problems.first,
          ["inputmode": "decimal", "autocomplete": "off"])
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(WalletPaymentText.showRequest))
          if let open {
            Element.action(
              visit.text(WalletPaymentText.picture),
              to: WalletLink.to(
                request.wallet, "receive", "code.png",
                query: open.amount.map { [("amount", $0.formatted(in: request.network.unit))] } ?? []))
          }
        }
      }
      Element.paragraph(visit.text(WalletPaymentText.receiveHint(request.network.name)), ["class": "quiet"])
    }
    let path = [
      (visit.text(WalletPageText.title), Link("wallets")),
      (UntrustedText.shown(request.wallet.name), WalletLink.to(request.wallet)),
    ]
    return await visit.answer(
      page.below(path[0], path[1]).with(request.problems).live(on: arrived == nil ? [] : ["block"])
        .again(at: arrived?.again), request.problems.isEmpty ? .ok : .unprocessableContent)
  }

  /// Address, network and amount, and the request for what is missing.
  private static func facts(
    of request: Request, _ open: Request?, _ money: any MoneyTexts, _ visit: Visit
  ) -> Element {
    func copied(_ text: String) -> [Element.Node] {
      [.element(Element("code", ["translate": "no", "data-copy": visit.text(LayoutText.copy)]) { text })]
    }
    var facts: [(String, [Element.Node])] = [
      (visit.text(WalletPageText.address), copied(request.address.checksummed)),
      (visit.text(LayoutText.network), [.text(request.network.name)]),
    ]
    if let amount = request.amount {
      facts.append((visit.text(WalletPageText.amount), PriceText(amount: amount, money: money).content))
      if let open { facts.append((visit.text(WalletPaymentText.request), copied(open.text))) }
    }
    return Element.facts(facts)
  }

  // MARK: Payments that come

  /// The name of the field with the block after which payments count.
  private static let sinceField = "since"

  /// The money that came since a page was opened.
  private struct Arrived: Sendable {
    let amount: Amount
    /// The evidence for it, which is that of the one node that was asked.
    let evidence: EndpointEvidence
    /// The address of the page, with the block after which payments count.
    let again: Link
  }

  /// The money that came to the address since the page was opened; nil where the node does not tell, and for a page that
  /// is too old to be read on.
  private static func arrived(by request: Request, _ visit: Visit) async -> Arrived? {
    let since = visit.request.query[sinceField].flatMap { UInt64($0) }
    let kept = ["amount", InsufficientFunds.backField].compactMap { name in
      visit.request.query[name].map { (name, $0) }
    }
    let found = try? await PageTimeout.lasting { () async throws -> Arrived? in
      let place = try await visit.connection()
      let payments = try await visit.site.arrivals.payments(to: request.address, after: since, at: place)
      guard let payments else { return nil }
      return Arrived(
        amount: Amount(wei: try await payments.look()), evidence: EndpointEvidence(ofOneAt: place),
        again: WalletLink.to(request.wallet, "receive", query: kept + [(sinceField, "\(payments.start)")]))
    }
    return found ?? nil
  }

  /// The words about what came, which a reader of the screen is told, too, and the link that looks again without a
  /// script.
  private static func notes(
    on arrived: Arrived, for request: Request, _ money: any MoneyTexts, _ visit: Visit
  ) -> [Element.Node] {
    let missing = request.missing(after: arrived.amount)
    return [
      .element(
        Element("div", ["role": "status"]) {
          if arrived.amount == .zero {
            Element.note(visit.text(WalletPaymentText.nothingCame))
          } else {
            Element.note(visit.text(WalletPaymentText.came(money.text(arrived.amount))), .good)
          }
          if missing == nil {
            Element.note(visit.text(WalletPaymentText.complete), .good)
          } else if arrived.amount > .zero, let amount = missing?.amount {
            Element.note(visit.text(WalletPaymentText.stillMissing(money.text(amount))))
          }
          arrived.evidence.oneNodesLine(visit)
        }), .element(Element("p") { Element.link(visit.text(LayoutText.refresh), to: arrived.again) }),
    ]
  }

  /// The way back to what the money is for; nil where nothing asked for it.
  private static func back(_ visit: Visit) -> NextStep? {
    guard let target = visit.request.query[InsufficientFunds.backField].flatMap({ Link(back: $0) }) else { return nil }
    let text =
      if target.text.hasPrefix("/lectures/"), target.text.hasSuffix("/buy") {
        visit.text(WalletPaymentText.backToPurchase)
      } else if target.text.hasPrefix("/lectures/"), target.text.contains("/rate?") {
        visit.text(WalletPaymentText.backToRating)
      } else if target.text.hasPrefix("/wallets/") {
        visit.text(WalletPaymentText.backToPayment)
      } else {
        visit.text(FormText.back)
      }
    return NextStep(text: text, target: target)
  }

  @Sendable private static func picture(_ visit: Visit) async throws -> WebAnswer {
    let request = try await request(visit)
    guard request.problems.isEmpty else { throw WebRefusal.badForm }
    let file = try QRCode(request.text).picture(scale: 10).png()
    return .file(file, type: "image/png", named: "\(request.address.lowercaseHex.dropFirst(2)).png")
  }

  /// The request that a page's address asks for: of the address alone where it names no amount.
  private static func request(_ visit: Visit) async throws -> Request {
    let wallet = try await visit.wallet(in: try visit.site.wallets(of: visit.session))
    guard let address = wallet.address else { throw WebRefusal.notFound }
    let network = try visit.site.settings(of: visit.session).network()
    var request = Request(wallet: wallet, address: address, network: network)
    guard let typed = visit.request.query.trimmed("amount") else { return request }
    let amount = TypedAmount(visit, typed, "amount", in: network.unit)
    request.problems = amount.problems
    guard let units = amount.units else { return request }
    do {
      // On a chain that is not known by its network, the node gives its chain id: money of another is no payment.
      let chainID = if let chainID = network.chainID { chainID } else { try await visit.connection().session.chainID }
      request.payment = PaymentRequest(to: address, amount: units, chainID: chainID)
    } catch {
      request.problems = [FieldProblem(field: "amount", text: visit.sentences(of: error))]
    }
    return request
  }
}
