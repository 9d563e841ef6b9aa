import Exchange
import Markup
import Operations
import OrderBook
import Orders
import Outbox
import Primitives
import Tokens

/// The visitor's part in a pair: what the account holds and lets the exchange move, and its own orders.
struct OwnMarketView: Sendable {
  /// The holdings of a token.
  private struct Holding: Sendable {
    let token: DirectoryToken
    let balance: Result<TokenAmount, any Error>
    /// The amount that the exchange may move; nil where no version is there.
    let allowance: TokenAmount?
  }

  private let exchange: ExchangeVisit
  private let pair: DirectoryPair
  /// The visitor's account; nil where there is none.
  let account: ActingAccount?
  private let holdings: [Holding]
  private let orders: Result<[OwnOrder], any Error>
  /// The numbers of the transactions on their way that cancel one of the orders alone, by its hash.
  private let cancels: [Hash32: Int64]

  /// The name of the form with the own orders.
  static let form = "own-orders"

  private var visit: Visit { exchange.visit }

  /// Reads it from the user's own node and the journal.
  static func read(_ exchange: ExchangeVisit, _ pair: DirectoryPair) async -> OwnMarketView {
    let market = exchange.market
    guard let account = await exchange.visit.account() else {
      return OwnMarketView(
        exchange: exchange, pair: pair, account: nil, holdings: [], orders: .success([]), cancels: [:])
    }
    var holdings: [Holding] = []
    let spender = market.contracts.preferred.flatMap { market.contracts.spender(of: $0) }
    for token in [pair.base, pair.quote] {
      let balance = await Attempted.of { try await market.balance(of: account.address, in: token) }
      var allowance: TokenAmount?
      if let spender { allowance = try? await market.allowance(of: account.address, for: spender, in: token) }
      holdings.append(Holding(token: token, balance: balance, allowance: allowance))
    }
    let orders = await Attempted.of {
      try await exchange.ownOrders(of: account.address).filter { own in
        let terms = own.order.unsigned.order
        return terms.maker == account.address && pair.tokens.side(of: terms) != nil
      }
    }
    var cancels: [Hash32: Int64] = [:]
    if exchange.visit.site.platform == nil {
      for signed in (try? orders.get())?.compactMap(\.order.signed) ?? [] {
        cancels[signed.hash] = try? await market.cancelUnderWay(of: signed, by: account.address)?.id
      }
    }
    return OwnMarketView(
      exchange: exchange, pair: pair, account: account, holdings: holdings, orders: orders, cancels: cancels)
  }

  /// The ways to trade the pair, which come first on a narrow page, too.
  var actions: [Element.Node] {
    guard visit.mayTrade else { return [] }
    return [
      .element(
        Element("div", ["class": "actions"]) {
          Element.action(visit.text(ExchangeFormText.tradeTitle), to: exchange.link(pair, "trade"), isMain: true)
          Element.action(visit.text(ExchangeFormText.orderTitle), to: exchange.link(pair, "order"))
        })
    ]
  }

  var content: [Element.Node] {
    var nodes: [Element.Node] = []
    guard account != nil else {
      guard visit.site.platform != nil else {
        nodes.append(.element(.note(visit.text(LayoutText.noAccount))))
        return nodes
      }
      nodes.append(.element(.paragraph(visit.text(ExchangePageText.signInFirst))))
      nodes.append(
        .element(
          .action(
            visit.text(SignInText.signIn), to: Link("sign-in", query: [("next", exchange.link(pair).text)]))))
      return nodes
    }
    nodes.append(.element(Element("h2") { visit.text(ExchangePageText.holdings) }))
    nodes.append(.element(Element("ul", ["class": "cards"]) { for holding in holdings { card(holding) } }))
    nodes.append(.element(Element("h2") { visit.text(ExchangePageText.ownOrders) }))
    switch orders {
    case .failure(let error):
      nodes.append(.element(.note(UntrustedText.shown(exchange.words(of: error), limit: 400), .warning)))
    case .success(let orders) where orders.isEmpty:
      nodes.append(.element(.paragraph(visit.text(ExchangePageText.noOwnOrders))))
    case .success(let orders): nodes.append(.element(list(orders)))
    }
    return nodes
  }

  private func card(_ holding: Holding) -> Element {
    Element("li", ["class": "card"]) {
      Element("h3") { Element.foreign(holding.token.shown) }
      switch holding.balance {
      case .success(let balance):
        Element("p", ["class": "price"]) { Element.foreign(balance.text(in: visit.language)) }
      case .failure(let error): Element.paragraph(UntrustedText.shown(exchange.words(of: error), limit: 400))
      }
      if let allowance = holding.allowance {
        Element("p", ["class": "quiet"]) {
          visit.text(ExchangePageText.mayMove) + " "
          if allowance.units > UInt256.max / 2 {
            visit.text(ExchangePageText.anyAmount)
          } else {
            Element.foreign(allowance.text(in: visit.language))
          }
        }
      }
      if visit.mayTrade {
        Element.link(
          visit.text(ExchangeFormText.approveTitle),
          to: exchange.link(pair, "approve", query: [("token", holding.token.address.checksummed)]))
      }
    }
  }

  /// The orders, each with a box; those that are chosen are cancelled together.
  private func list(_ orders: [OwnOrder]) -> Element {
    let most = DealRequest.mostOrders
    return Element.form(visit, to: exchange.link(pair, "cancel"), ["id": Self.form]) {
      if orders.count > most { Element.paragraph(visit.text(ExchangePageText.mostChosen(most)), ["class": "quiet"]) }
      Element("ul", ["class": "cards"]) {
        for own in orders {
          Element("li", ["class": "card"]) { row(own) }
        }
      }
      if visit.mayTrade, orders.contains(where: { $0.order.signed != nil }) {
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(ExchangePageText.cancelChosen), isMain: false)
          if visit.mayKeep, orders.contains(where: { $0.order.state == .signed }) {
            Element(
              "button",
              ["type": "submit", "class": "button", "formaction": exchange.link(pair, "post").text]
            ) { visit.text(ExchangePageText.postThem) }
          }
        }
      }
    }
  }

  private func row(_ own: OwnOrder) -> [Element.Node] {
    let terms = own.order.unsigned.order
    let text = exchange.terms(of: terms)
    // A form that was refused comes back as it was sent.
    let ticked = visit.request.form.all("order")
    var nodes: [Element.Node] = []
    if let number = cancels[own.order.hash] {
      nodes = [
        .element(.paragraph(text)),
        .element(
          PendingActions.note(at: Link("transactions", "\(number)"), visit.text(ExchangePageText.cancelling), visit)),
      ]
    } else if visit.mayTrade, own.order.signed != nil {
      let name = "order-\(own.order.id)"
      nodes.append(
        .element(
          Element("div", ["class": "box"]) {
            Element(
              "input",
              ["type": "checkbox", "id": name, "name": "order", "value": own.order.hash.hex]
                + (ticked.contains(own.order.hash.hex) ? ["checked": ""] : [:]))
            Element("label", ["for": name]) { text }
          }))
    } else {
      nodes.append(.element(.paragraph(text)))
    }
    if let price = pair.tokens.price(of: terms) {
      nodes.append(
        .element(
          Element("p") {
            visit.text(ExchangePageText.price) + " "
            Element.foreign(PairPrice(price, of: pair).text(in: visit.language))
          }))
    }
    nodes.append(
      .element(
        Element("p", ["class": "quiet"]) {
          Element("span", ["class": "badge"]) { visit.site.texts.state(of: own, in: visit.language) }
          " " + visit.text(ExchangePageText.expires) + " "
          Element.time(Int64(clamping: terms.expiry), visit)
        }))
    return nodes
  }
}
