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
    var text: String
    var amount: Amount?
    var problems: [FieldProblem] = []
  }

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let request = try await request(visit)
    let money = await visit.money(of: request.network)
    let code = try QRCode(request.text)
    let typed = visit.request.query["amount"] ?? ""
    let back = back(visit)
    let title = visit.text(WalletPaymentText.receiveTitle)
    let copy = visit.text(LayoutText.copy)
    let arrived = request.problems.isEmpty ? await arrived(by: request, visit) : nil
    let page = Page(title, .wallets) {
      Element.problems(request.problems, title: visit.text(LayoutText.problem))
      Element("p") { Element.foreign(request.wallet.name) }
      CodeImage(code: code, title: title).element
      if let arrived { notes(on: arrived, for: request, money, visit) }
      Element.facts(
        [
          (
            visit.text(WalletPageText.address),
            [.element(Element("code", ["translate": "no", "data-copy": copy]) { request.address.checksummed })]
          ), (visit.text(LayoutText.network), [.text(request.network.name)]),
        ]
          + (request.amount.map {
            [
              (visit.text(WalletPageText.amount), PriceText(amount: $0, money: money).content),
              (
                visit.text(WalletPaymentText.request),
                [.element(Element("code", ["translate": "no", "data-copy": copy]) { request.text })]
              ),
            ]
          } ?? []))
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
          Element.action(
            visit.text(WalletPaymentText.picture),
            to: WalletLink.to(
              request.wallet, "receive", "code.png", query: request.amount == nil ? [] : [("amount", typed)]))
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
    let missing = (try? request.amount?.subtracting(arrived.amount)) ?? .zero
    let isComplete = request.amount != nil && missing == .zero
    return [
      .element(
        Element("div", ["role": "status"]) {
          if arrived.amount == .zero {
            Element.note(visit.text(WalletPaymentText.nothingCame))
          } else {
            Element.note(visit.text(WalletPaymentText.came(money.text(arrived.amount))), .good)
          }
          if isComplete {
            Element.note(visit.text(WalletPaymentText.complete), .good)
          } else if arrived.amount > .zero, missing > .zero {
            Element.note(visit.text(WalletPaymentText.stillMissing(money.text(missing))))
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
    var request = Request(wallet: wallet, address: address, network: network, text: address.checksummed)
    guard let typed = visit.request.query.trimmed("amount") else { return request }
    let amount = TypedAmount(visit, typed, "amount", in: network.unit)
    request.problems = amount.problems
    guard let units = amount.units else { return request }
    do {
      // On a chain that is not known by its network, the node gives its chain id: money of another is no payment.
      let chainID = if let chainID = network.chainID { chainID } else { try await visit.connection().session.chainID }
      request.text = PaymentRequest(to: address, amount: units, chainID: chainID).text
      request.amount = Amount(wei: units)
    } catch {
      request.problems = [FieldProblem(field: "amount", text: visit.sentences(of: error))]
    }
    return request
  }
}
