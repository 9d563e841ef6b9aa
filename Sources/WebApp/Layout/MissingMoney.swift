import Localization
import Markup
import Operations
import Primitives
import Sending

/// The money that an account lacks for an action, with every digit: the sums add up, and what is asked for is enough.
struct MissingMoney: Sendable {
  private let needed: Amount
  private let held: Amount
  /// Whether the network's fee is in what is needed.
  private let hasFee: Bool
  private let network: Network
  private let visit: Visit

  /// Nil for another failure, and where the network in use is not known.
  init?(_ error: any Error, _ visit: Visit) {
    guard let error = error as? SendingError, case .shortage(let needed, let held, _)? = error.facts, needed > held,
      let network = try? visit.site.settings(of: visit.session).network()
    else { return nil }
    (self.needed, self.held, self.network, self.visit) = (needed, held, network, visit)
    hasFee = error.code == .notEnoughForGas
  }

  private var amount: Amount { (try? needed.subtracting(held)) ?? .zero }

  private func text(_ amount: Amount) -> String { visit.language.decimal(network.text(amount)) }

  /// The sums, one below the other.
  var facts: [Element.Node] {
    let sums = Element.facts([
      (visit.text(hasFee ? MissingMoneyText.needed : .neededWithoutFee), [.text(text(needed))]),
      (visit.text(MissingMoneyText.held), [.text(text(held))]),
      (visit.text(MissingMoneyText.missing), [.element(Element("strong") { text(amount) })]),
    ])
    let note = hasFee ? [] : [Element.Node.element(.paragraph(visit.text(MissingMoneyText.feeToo)))]
    return [.element(sums)] + note
  }

  /// The page that asks for it, of the account that is to pay; nil on a platform, and where none is known.
  var step: NextStep? {
    get async {
      guard visit.site.platform == nil, let name = await payer else { return nil }
      return NextStep(
        text: visit.text(MissingMoneyText.receive(text(amount))),
        target: WalletLink.named(name, "receive", query: [("amount", amount.formatted(in: network.unit))]))
    }
  }

  /// The account that is to pay, by the path: a wallet's own, a review's, or the one that acts.
  private var payer: String? {
    get async {
      switch visit.request.pieces.first {
      case "wallets": visit.values["name"]
      case "proposals":
        visit.values["id"].flatMap { try? visit.site.proposals.proposal($0, of: visit.session) }?.requested.account.name
      default: await visit.account()?.name
      }
    }
  }
}
