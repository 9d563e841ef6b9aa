import Exchange
import LectureKit
import Localization
import Operations
import Orders
import Primitives
import Tokens

/// A proposal for a wallet in words.
struct WalletProposalText: Sendable {
  let proposal: WalletProposal
  let visit: Visit
  var titles = LectureTitles.none
  /// The tokens by whose names amounts are told; nil for none.
  var tokens: TokenDirectory?

  /// The action, by the name of its button.
  var action: String { WalletActionText(visit: visit, titles: titles, tokens: tokens).words(of: proposal.action) }

  var state: WalletProposalStateText {
    switch proposal.state {
    case .shown, .asked: .stateAsked
    case .sent: .stateSent
    case .done: .stateDone
    case .failed: .stateFailed
    }
  }

  var look: String {
    switch proposal.state {
    case .shown, .asked, .sent: "badge"
    case .done: "badge good"
    case .failed: "badge bad"
    }
  }
}

/// The actions that wallets are asked for, in words.
struct WalletActionText: Sendable {
  let visit: Visit
  var titles = LectureTitles.none
  /// The tokens by whose names amounts are told; nil for none.
  var tokens: TokenDirectory?

  /// An action, by the name of its button.
  func words(of action: WalletAction) -> String {
    switch action {
    case .lecture(let action): words(of: action)
    case .trade(let trade): words(of: trade)
    case .order(let wanted): visit.text(WalletTradeText.ordering) + behind(words(of: wanted.order))
    case .description(let wanted):
      visit.text(DescribePageText.title) + ": " + titles.name(of: wanted.description.lecture, visit)
    }
  }

  private func words(of action: WantedAction) -> String {
    let lecture =
      if case .opening(_, let title) = action {
        behind(title.isEmpty ? nil : UntrustedText.shown(title))
      } else {
        behind(action.lecture.map { titles.name(of: $0, visit) })
      }
    let verb =
      switch action {
      case .purchase: visit.text(LecturePageText.buy)
      case .rating: visit.text(LecturePageText.rate)
      case .reclaim: visit.text(LecturePageText.reclaim)
      case .withdrawal: visit.text(MinePageText.withdraw)
      case .opening: visit.text(LecturePageText.openOne)
      case .reopening: visit.text(LecturePageText.reopen)
      case .settlement: visit.text(LecturePageText.settle)
      }
    return verb + lecture
  }

  private func words(of trade: WantedTrade) -> String {
    switch trade {
    case .allowance(0, let token, _):
      visit.text(WalletTradeText.revoking) + behind(tokens?[token].map { UntrustedText.shown($0.shown) })
    case .allowance(let units, let token, _):
      visit.text(WalletTradeText.allowing) + behind(text(units, of: token))
    case .wrapping(let units): visit.text(WalletTradeText.wrapping(coins(units)))
    case .unwrapping(let units): visit.text(WalletTradeText.unwrapping(coins(units)))
    case .deal(let deal):
      visit.text(deal.choice == nil ? WalletTradeText.dealing : .filling) + behind(words(of: deal))
    case .cancellation(let orders): visit.text(WalletTradeText.cancelling(orders.count))
    }
  }

  /// The amount of a deal, and what is done with it; nil where its token is not known.
  private func words(of deal: WantedDeal) -> String? {
    switch deal.amount {
    case .buying(let units): text(units, of: deal.pair.base).map { visit.text(ExchangeFormText.buy($0)) }
    case .selling(let units): text(units, of: deal.pair.base).map { visit.text(ExchangeFormText.sell($0)) }
    case .spending(let units): text(units, of: deal.pair.quote)
    }
  }

  /// Both amounts of an order; nil where a token is not known.
  private func words(of order: LimitOrder) -> String? {
    guard let gives = text(order.makerAmount, of: order.makerToken),
      let wants = text(order.takerAmount, of: order.takerToken)
    else { return nil }
    return visit.text(ExchangePageText.gives(gives, for: wants))
  }

  /// An amount of a token; nil where it is not known.
  private func text(_ units: UInt256, of token: Address) -> String? {
    tokens?[token].map { UntrustedText.shown(TokenAmount(units, of: $0).text(in: visit.language)) }
  }

  /// Words behind others; nothing for none.
  private func behind(_ words: String?) -> String { words.map { ": " + $0 } ?? "" }

  /// An amount of the chain's coin, without its name.
  private func coins(_ units: UInt256) -> String { visit.language.decimal(Amount(wei: units).formatted(in: .ether)) }
}
