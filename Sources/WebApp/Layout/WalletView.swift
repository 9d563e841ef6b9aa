import Keystores
import Localization
import Markup
import Operations
import Primitives
import WalletBook

/// A wallet with its balance, as lists and its own page show it.
struct WalletView: Sendable {
  let visit: Visit
  let wallet: ListedWallet
  let held: HeldBalances
  /// The money of the wallet's network; nil where its settings cannot be read.
  let money: (any MoneyTexts)?
  /// Whether it is the account that acts.
  let acts: Bool

  /// The wallet as a card of a list.
  var card: Element {
    Element("li", ["class": "card"]) {
      Element("h2") { Element.link(to: WalletLink.to(wallet)) { Element.foreign(wallet.name) } }
      if let address = wallet.address {
        Element("p") { Element.address(address) }
      } else {
        Element.paragraph(visit.text(WalletPageText.addressNotTold), ["class": "quiet"])
      }
      balance(isRounded: true)
      Element("p") {
        Element("span", ["class": "badge"]) { kind }
        if acts {
          " "
          Element("span", ["class": "badge good"]) { visit.text(WalletPageText.acts) }
        }
      }
      if let problem = wallet.entry?.problem { Element.note(visit.sentences(of: problem), .bad) }
    }
  }

  /// The balance, and its age where it is only the book's.
  func balance(isRounded: Bool) -> [Element.Node] {
    guard wallet.address != nil else { return [] }
    guard let sample = held.sample(of: wallet), let money else {
      return [.element(.paragraph(visit.text(WalletPageText.balanceUnknown), ["class": "quiet"]))]
    }
    let amount = PriceText(amount: sample.amount, money: money, isRounded: isRounded)
    var nodes: [Element.Node] = [.element(Element("p", ["class": "price"]) { amount.content })]
    if held.isStale(wallet) {
      let age = visit.language.age(visit.site.options.clock() - sample.time)
      nodes.append(
        .element(.paragraph(visit.text(WalletPageText.asOf(age, network: wallet.network)), ["class": "quiet"])))
    }
    return nodes
  }

  /// The kind of its key, in words.
  var kind: String {
    guard let entry = wallet.entry else { return visit.text(WalletPageText.watched) }
    let text: WalletPageText =
      switch entry.kind {
      case _ where entry.problem != nil: .unusable
      case .damaged: .unusable
      case .keystore(.v3): wallet.kind == .phrase ? .ofPhrase : .ownKey
      case .keystore(.v4(let roles)): .kaiaKeys(roles.reduce(0, +))
      case .keystore(.presale): .presale
      }
    return visit.text(text)
  }
}

extension HeldBalances {
  /// Reads the balances of wallets on the network of a visit.
  static func read(
    of wallets: [ListedWallet], in directory: WalletDirectory, _ visit: Visit
  ) async throws -> HeldBalances {
    let named = wallets.compactMap { wallet in wallet.address.map { ($0, wallet.name) } }
    let names = Dictionary(named) { first, _ in first }
    return try await directory.balances(
      of: wallets, by: visit.site.settings(of: visit.session), patience: PageTimeout.forNode,
      at: visit.site.options.clock()
    ) { addresses in
      try await PageTimeout.node { try await visit.reader().balances(of: addresses, named: names) }
    }
  }
}

/// The addresses of a wallet's pages.
enum WalletLink {
  /// The pages that no wallet is shown on: one of such a name goes by its address.
  private static let taken: Set = ["new", "import", "watch", "restore"]

  /// A page of a wallet; its own without more.
  static func to(_ wallet: ListedWallet, _ rest: String..., query: [(String, String)] = []) -> Link {
    let isTaken = taken.contains(wallet.name)
    let key = isTaken ? wallet.entry?.fileName ?? wallet.address?.checksummed ?? wallet.name : wallet.name
    return Link(path: ["wallets", key] + rest, query: query)
  }

  /// A page of a wallet by its name; its own without more.
  static func named(_ name: String, _ rest: String..., query: [(String, String)] = []) -> Link {
    taken.contains(name) ? Link("wallets") : Link(path: ["wallets", name] + rest, query: query)
  }
}

extension Visit {
  /// The wallet that a path names.
  ///
  /// - Throws: ``WebRefusal/notFound``; `KeystoreError` `.ambiguous`.
  func wallet(in directory: WalletDirectory) async throws -> ListedWallet {
    do {
      return try await directory.wallet(try value("name"))
    } catch let error as KeystoreError where error.code == .notFound {
      throw WebRefusal.notFound
    }
  }

  /// The words of an error in sentences: what failed, and why.
  func sentences(of error: any Error) -> String {
    let text = site.texts.failure(error, in: language)
    return [text.message, text.reason].compactMap { $0 }.joined(separator: " ")
  }
}
