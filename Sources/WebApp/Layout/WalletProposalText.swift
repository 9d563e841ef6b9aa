import LectureKit
import Localization
import Operations
import Primitives

/// A proposal for a wallet in words.
struct WalletProposalText: Sendable {
  let proposal: WalletProposal
  let visit: Visit
  var titles = LectureTitles.none

  /// The action, by the name of its button.
  var action: String { WalletActionText(visit: visit, titles: titles).words(of: proposal.action) }

  var state: WalletReviewText {
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

  /// An action, by the name of its button.
  func words(of action: WalletAction) -> String {
    switch action {
    case .lecture(let action): words(of: action)
    case .trade(let trade): words(of: trade)
    case .order: visit.text(WalletTradeText.ordering)
    case .description(let wanted):
      visit.text(DescribePageText.title) + ": " + titles.name(of: wanted.description.lecture, visit)
    }
  }

  private func words(of action: WantedAction) -> String {
    let lecture = action.lecture.map { ": " + titles.name(of: $0, visit) } ?? ""
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
    case .allowance(0, _, _): visit.text(WalletTradeText.revoking)
    case .allowance: visit.text(WalletTradeText.allowing)
    case .wrapping(let units): visit.text(WalletTradeText.wrapping(coins(units)))
    case .unwrapping(let units): visit.text(WalletTradeText.unwrapping(coins(units)))
    case .deal(let deal): visit.text(deal.choice == nil ? WalletTradeText.dealing : .filling)
    case .cancellation(let orders): visit.text(WalletTradeText.cancelling(orders.count))
    }
  }

  /// An amount of the chain's coin, without its name.
  private func coins(_ units: UInt256) -> String { visit.language.decimal(Amount(wei: units).formatted(in: .ether)) }
}
