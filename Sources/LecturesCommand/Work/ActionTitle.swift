import Exchange
import LectureKit
import Localization
import Operations
import Outbox
import Primitives
import Tokens

/// The question whether a reviewed action is to be done.
struct ActionTitle: Phrase {
  private let title: String
  private let action: PlannedAction
  private let value: Amount
  private let network: Network

  init(_ review: Review, on network: Network) {
    self.init(review.title, review.action, paying: review.value, on: network)
  }

  /// - Parameter value: The coins that are sent with it.
  init(_ title: String, _ action: PlannedAction, paying value: Amount = .zero, on network: Network) {
    (self.title, self.action, self.value, self.network) = (title, action, value, network)
  }

  var english: String { CommandFailure.capitalised(title) + "?" }

  var korean: String {
    let value = network.text(self.value, in: .korean)
    return switch action {
    case .purchase(let lecture, _, _): "\(lecture)번 강의를 \(value)에 구매하시겠습니까?"
    case .rating(let lecture, _, _): "\(lecture)번 강의를 평가하시겠습니까?"
    case .settlement(let lecture, _, _): "\(lecture)번 강의를 정산하시겠습니까?"
    case .opening(let price, _): "\(network.text(price.amount, in: .korean)) 가격으로 강의를 개설하시겠습니까?"
    case .reopening(let lecture, let price, _):
      "\(lecture)번 강의를 \(network.text(price.amount, in: .korean)) 가격으로 다시 개설하시겠습니까?"
    case .reclaim(let lecture, _): "\(lecture)번 강의의 수강료를 돌려받으시겠습니까?"
    case .withdrawal(let amount): "\(network.text(amount, in: .korean)) 금액을 찾으시겠습니까?"
    case .transfer: "\(value) 금액을 보내시겠습니까?"
    case .tokenTransfer(let amount, let token, _): "\(token.text(amount)) 수량을 보내시겠습니까?"
    case .call: "계약을 호출하시겠습니까?"
    case .deployment: "계약을 배포하시겠습니까?"
    case .accountUpdate: "계정의 키를 바꾸시겠습니까?"
    case .replacement(let intent, .cancellation): "발신함의 \(intent.id)번 트랜잭션을 취소하시겠습니까?"
    case .replacement(let intent, _): "발신함의 \(intent.id)번 트랜잭션을 더 빨리 처리하시겠습니까?"
    case .waiting(let intent): "발신함의 \(intent.id)번을 계속 기다려 보내시겠습니까?"
    case .closingGaps: "빈 논스를 채우시겠습니까?"
    case .deal(let deal):
      deal.deal.plan.request.side == .buy
        ? "\(deal.gets.text(in: .korean)) 수량을 \(deal.pays.text(in: .korean))에 사시겠습니까?"
        : "\(deal.pays.text(in: .korean)) 수량을 \(deal.gets.text(in: .korean))에 파시겠습니까?"
    case .cancelOrders(let orders) where orders.count == 1: "주문(\(orders[0].terms(in: .korean)))을 취소하시겠습니까?"
    case .cancelOrders(let orders): "주문 \(orders.count)개를 취소하시겠습니까?"
    case .cancelPair(let gives, let asks, _): "\(gives.shown) → \(asks.shown) 방향의 내 주문을 모두 취소하시겠습니까?"
    case .wrapping(let coins, let tokens):
      "\(network.text(coins, in: .korean)) 금액을 토큰(\(tokens.token.shown))으로 바꾸시겠습니까?"
    case .unwrapping(let tokens, _): "\(tokens.text(in: .korean)) 수량을 코인으로 되돌리시겠습니까?"
    case .allowance(let amount, let token, let spender, let isExchange):
      amount?.units == 0
        ? "\(token.shown) 사용 허가를 거두시겠습니까?"
        : "\(isExchange ? "거래소" : "\(spender) 주소")에 이동을 허가하시겠습니까: \(amount?.text(in: .korean) ?? "\(token.shown) 전부")?"
    }
  }

  var ukrainian: String {
    let value = network.text(self.value, in: .ukrainian)
    return switch action {
    case .purchase(let lecture, _, _): "Купити лекцію \(lecture) за \(value)?"
    case .rating(let lecture, _, _): "Оцінити лекцію \(lecture)?"
    case .settlement(let lecture, _, _): "Розрахувати за лекцію \(lecture)?"
    case .opening(let price, _): "Відкрити лекцію за \(network.text(price.amount, in: .ukrainian))?"
    case .reopening(let lecture, let price, _):
      "Знову відкрити лекцію \(lecture) за \(network.text(price.amount, in: .ukrainian))?"
    case .reclaim(let lecture, _): "Повернути оплату за лекцію \(lecture)?"
    case .withdrawal(let amount): "Забрати \(network.text(amount, in: .ukrainian))?"
    case .transfer: "Надіслати \(value)?"
    case .tokenTransfer(let amount, let token, _): "Надіслати \(Language.ukrainian.decimal(token.text(amount)))?"
    case .call: "Викликати контракт?"
    case .deployment: "Розгорнути контракт?"
    case .accountUpdate: "Змінити ключ рахунку?"
    case .replacement(let intent, .cancellation): "Скасувати транзакцію номер \(intent.id)?"
    case .replacement(let intent, _): "Прискорити транзакцію номер \(intent.id)?"
    case .waiting(let intent): "Чекати далі й надіслати номер \(intent.id)?"
    case .closingGaps: "Заповнити пропущені порядкові номери?"
    case .deal(let deal):
      deal.deal.plan.request.side == .buy
        ? "Купити \(deal.gets.text(in: .ukrainian)) за \(deal.pays.text(in: .ukrainian))?"
        : "Продати \(deal.pays.text(in: .ukrainian)) за \(deal.gets.text(in: .ukrainian))?"
    case .cancelOrders(let orders) where orders.count == 1:
      "Скасувати ордер \(orders[0].terms(in: .ukrainian))?"
    case .cancelOrders(let orders):
      "Скасувати \(orders.count) \(Plural.ukrainian(orders.count, "ордер", "ордери", "ордерів"))?"
    case .cancelPair(let gives, let asks, _): "Скасувати всі ваші ордери, що дають \(gives.shown) за \(asks.shown)?"
    case .wrapping(let coins, let tokens):
      "Обернути \(network.text(coins, in: .ukrainian)) на \(tokens.token.shown)?"
    case .unwrapping(let tokens, _): "Повернути \(tokens.text(in: .ukrainian)) у монети?"
    case .allowance(let amount, let token, let spender, let isExchange):
      amount?.units == 0
        ? "Забрати дозвіл на \(token.shown)?"
        : "Дозволити \(isExchange ? "біржі" : "\(spender)") переказувати \(amount?.text(in: .ukrainian) ?? "усі \(token.shown)")?"
    }
  }
}

extension ReviewedOrder {
  /// The hash with what the order gives and asks for, in signs that every language reads.
  fileprivate func terms(in language: Language) -> String {
    guard let gives, let asks else { return shortHash }
    return "\(shortHash): \(gives.text(in: language)) → \(asks.text(in: language))"
  }
}
