import GasPrices
import Keystores
import LectureKit
import Localization
import Markup
import Operations
import Primitives
import Sending

/// The money that an account lacks for an action, with every digit: the sums add up, and what is asked for is enough.
struct InsufficientFunds: Sendable {
  /// The name of the field, on the page that asks for it, with the page that needs it.
  static let backField = "back"

  private let needed: Amount
  private let held: Amount
  /// Whether the network's fee is in what is needed.
  private let hasFee: Bool
  private let origin: UnfundedAction?
  private let network: Network
  private let visit: Visit

  /// Nil for another failure, and where the network in use is not known.
  init?(_ error: any Error, _ visit: Visit) async {
    guard let error = error as? SendingError, case .shortage(let needed, let held, _)? = error.facts, needed > held,
      let network = try? visit.site.settings(of: visit.session).network()
    else { return nil }
    let origin = await UnfundedAction(of: visit)
    // Nothing is simulated without the price in the account, so that no review has the fee.
    let fee = error.code == .notEnoughForGas ? .zero : await origin?.mostFee(visit)
    let whole = fee.flatMap { try? needed.adding($0) }
    (self.needed, hasFee) = (whole ?? needed, whole != nil)
    (self.held, self.origin, self.network, self.visit) = (held, origin, network, visit)
  }

  private var amount: Amount { (try? needed.subtracting(held)) ?? .zero }

  private func text(_ amount: Amount) -> String { visit.language.decimal(network.text(amount)) }

  /// The sums, one below the other.
  var facts: [Element.Node] {
    let sums = Element.facts([
      (visit.text(hasFee ? InsufficientFundsText.needed : .neededWithoutFee), [.text(text(needed))]),
      (visit.text(InsufficientFundsText.held), [.text(text(held))]),
      (visit.text(InsufficientFundsText.missing), [.element(Element("strong") { text(amount) })]),
    ])
    let isWithRating = hasFee && origin?.actions.contains(LectureActions.evaluate) == true
    // Where the site pays fees, nothing comes on top.
    let onTop = hasFee || visit.site.platform?.fees != nil ? nil : InsufficientFundsText.feeToo
    guard let note = isWithRating ? .ratingToo : onTop else { return [.element(sums)] }
    return [.element(sums), .element(.paragraph(visit.text(note)))]
  }

  /// The page that asks for it, of the account that is to pay, from which a link leads back; nil on a platform, and
  /// where no account is known.
  var step: NextStep? {
    guard visit.site.platform == nil, let origin else { return nil }
    let back = origin.back.map { [(Self.backField, $0.text)] } ?? []
    return NextStep(
      text: visit.text(InsufficientFundsText.receive(text(amount))),
      target: WalletLink.named(
        origin.payer.name, "receive", query: [("amount", amount.formatted(in: network.unit))] + back))
  }
}

/// The action that lacks money: the account that pays, and the page on which it is begun.
struct UnfundedAction: Sendable {
  let payer: ActingAccount
  /// The page on which it is begun; nil where the path does not give it.
  private(set) var back: Link?
  /// The action as far as its gas is known; with a purchase the rating that follows it, so that nobody has to ask for
  /// money twice.
  private(set) var actions: [UsualAction] = []

  /// The action of a request, by its path: a wallet's own, a review's, or one of the account that acts; nil where no
  /// account is known.
  init?(of visit: Visit) async {
    let pieces = visit.request.pieces
    switch (pieces.first, pieces.last) {
    case ("wallets", _):
      guard let wallet = try? await visit.wallet(in: try visit.site.wallets(of: visit.session)),
        let entry = wallet.entry, let account = try? await visit.site.account(named: entry.name)
      else { return nil }
      payer = account
      let form = visit.request.form
      let typed = ["to", "amount", "token"].compactMap { field in form.trimmed(field).map { (field, $0) } }
      back = WalletLink.to(wallet, "send", query: typed)
      actions = form.trimmed("token") == nil ? [.transfer] : []
    case ("proposals", _):
      guard let id = visit.values["id"], let proposal = try? visit.site.proposals.proposal(id, of: visit.session)
      else { return nil }
      (payer, back) = (proposal.requested.account, proposal.requested.back)
      guard case .transactions(let reviews) = proposal.prepared.consent, reviews.count == 1 else { return }
      switch reviews[0].action {
      case .purchase(let number, _, _): (back, actions) = (Self.purchase(number), Self.purchaseAndRating)
      case .transfer: actions = [.transfer]
      default: break
      }
    default:
      guard let account = await visit.account() else { return nil }
      payer = account
      guard pieces.first == "lectures", let number = try? visit.number("number") else { return }
      let isPurchase = pieces.last == "buy"
      back =
        isPurchase
        ? Self.purchase(number)
        : RatingFields.link(backFrom: visit, of: number) ?? Link("lectures", "\(number)")
      actions = isPurchase ? Self.purchaseAndRating : []
    }
  }

  private static let purchaseAndRating = [LectureActions.purchase, LectureActions.evaluate]

  /// The page that leads on to a purchase.
  private static func purchase(_ number: UInt256) -> Link { Link("lectures", "\(number)", "buy") }

  /// The most that the network's fees for it can cost now; nil where that is not known, and on a platform, which may pay
  /// it.
  func mostFee(_ visit: Visit) async -> Amount? {
    guard !actions.isEmpty, visit.site.platform == nil else { return nil }
    return try? await PageTimeout.node {
      let options = try visit.site.sendingSettings(of: visit.session).options
      let place = try await visit.connection()
      var sum = Amount.zero
      for action in actions {
        guard let fee = try await LectureActions.mostFee(of: action, by: payer.address, at: place, options) else {
          return nil
        }
        sum = try sum.adding(fee)
      }
      return sum
    }
  }
}
