import Localization
import Terminal

/// The words for the rules of services: a fee payer's and a relay's.
enum RulesText: Phrase {
  // A fee payer's.
  case chain, contract, everyMethod, transfers, deployments, cancelling, paidFor, wouldFail
  case triedFirst, paidToo, senders, anybody, gas, aDay, apiKeys, none
  case upTo(String)
  case bytesUpTo(Int)
  /// The units of gas and their price, at most.
  case gasAtMost(UInt64, String)
  /// The budget of a day, and a sender's.
  case perDay(String, sender: String)
  case keys(Int, andWithout: Bool)

  // A relay's.
  /// An exchange of this version.
  case version(Int)
  case feesGoTo, pair, pairs, anyPair, blockedMakers, privateOrders, shown, openOrders
  case tokens(String, String)
  case ordersAtMost(Int, ofMaker: Int)
  /// The address of a relay that began.
  case relay(String)
  case book, inMemory
  /// The rules of a file that was checked.
  case usable

  var english: StyledText {
    switch self {
    case .chain: "Chain"
    case .contract: "Contract"
    case .everyMethod: "every method"
    case .transfers: "Transfers"
    case .deployments: "Deployments"
    case .cancelling: "Cancelling"
    case .paidFor: "paid for"
    case .wouldFail: "Would fail"
    case .triedFirst: "is tried first and not paid for"
    case .paidToo: "is paid for, too"
    case .senders: "Senders"
    case .anybody: "anybody"
    case .gas: "Gas"
    case .aDay: "A day"
    case .apiKeys: "API keys"
    case .none: "none"
    case .upTo(let amount): "up to \(amount)"
    case .bytesUpTo(let count): "up to \(count) bytes"
    case .gasAtMost(let units, let price): "\(units) units at \(price) at most"
    case .perDay(let amount, let sender): "\(amount), \(sender) a sender"
    case .keys(let count, let andWithout): "\(count)\(andWithout ? ", and without one" : "")"
    case .version(let number): "Version \(number)"
    case .feesGoTo: "Fees go to"
    case .pair: "Pair"
    case .pairs: "Pairs"
    case .anyPair: "any two tokens of the rules and their lists"
    case .blockedMakers: "Blocked makers"
    case .privateOrders: "Private orders"
    case .shown: "shown to everybody"
    case .openOrders: "Open orders"
    case .tokens(let first, let second): "\(first) and \(second)"
    case .ordersAtMost(let count, let ofMaker): "\(count) at most, \(ofMaker) of a maker"
    case .relay(let address): StyledText("The relay is at \(address)", .good)
    case .book: "Book"
    case .inMemory: "in memory"
    case .usable: StyledText("The rules can be used", .good) + "."
    }
  }

  var korean: StyledText {
    switch self {
    case .chain: "체인"
    case .contract: "계약"
    case .everyMethod: "모든 메서드"
    case .transfers: "전송"
    case .deployments: "배포"
    case .cancelling: "취소"
    case .paidFor: "대신 냄"
    case .wouldFail: "실패할 것"
    case .triedFirst: "먼저 시험하고 대신 내지 않음"
    case .paidToo: "대신 냄"
    case .senders: "보내는 계정"
    case .anybody: "누구나"
    case .gas: "가스"
    case .aDay: "하루"
    case .apiKeys: "API 키"
    case .none: "없음"
    case .upTo(let amount): "최대 \(amount)"
    case .bytesUpTo(let count): "최대 \(count)바이트"
    case .gasAtMost(let units, let price): "최대 \(units), 가격 최대 \(price)"
    case .perDay(let amount, let sender): "\(amount), 보내는 계정마다 \(sender)"
    case .keys(let count, let andWithout): "\(count)개\(andWithout ? ", 키 없이도 가능" : "")"
    case .version(let number): "버전 \(number)"
    case .feesGoTo: "수수료를 받는 주소"
    case .pair: "거래 쌍"
    case .pairs: "거래 쌍"
    case .anyPair: "규칙과 목록에 있는 토큰이면 모두"
    case .blockedMakers: "차단된 주문자"
    case .privateOrders: "비공개 주문"
    case .shown: "모두에게 표시"
    case .openOrders: "열린 주문"
    case .tokens(let first, let second): "\(first), \(second)"
    case .ordersAtMost(let count, let ofMaker): "최대 \(count)건, 주문자마다 \(ofMaker)건"
    case .relay(let address): StyledText("릴레이 주소: \(address)", .good)
    case .book: "주문 장부"
    case .inMemory: "메모리"
    case .usable: StyledText("사용할 수 있는 규칙입니다.", .good)
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .chain: "Мережа"
    case .contract: "Контракт"
    case .everyMethod: "усі методи"
    case .transfers: "Перекази"
    case .deployments: "Розгортання"
    case .cancelling: "Скасування"
    case .paidFor: "оплачується"
    case .wouldFail: "Невдалі"
    case .triedFirst: "спершу пробуються і не оплачуються"
    case .paidToo: "теж оплачуються"
    case .senders: "Відправники"
    case .anybody: "будь-хто"
    case .gas: "Газ"
    case .aDay: "На день"
    case .apiKeys: "Ключі API"
    case .none: "немає"
    case .upTo(let amount): "до \(amount)"
    case .bytesUpTo(let count): "до \(count) \(Plural.ukrainian(count, "байта", "байтів", "байтів"))"
    case .gasAtMost(let units, let price): "щонайбільше \(units) за ціною до \(price)"
    case .perDay(let amount, let sender): "\(amount), на відправника — \(sender)"
    case .keys(let count, let andWithout): "\(count)\(andWithout ? ", а також без ключа" : "")"
    case .version(let number): "Версія \(number)"
    case .feesGoTo: "Комісії отримує"
    case .pair: "Пара"
    case .pairs: "Пари"
    case .anyPair: "будь-які два токени правил і їхніх переліків"
    case .blockedMakers: "Заблоковані автори"
    case .privateOrders: "Приватні ордери"
    case .shown: "видно всім"
    case .openOrders: "Відкриті ордери"
    case .tokens(let first, let second): "\(first) і \(second)"
    case .ordersAtMost(let count, let ofMaker): "щонайбільше \(count), одного автора — \(ofMaker)"
    case .relay(let address): StyledText("Ретранслятор працює за адресою \(address)", .good)
    case .book: "Книга ордерів"
    case .inMemory: "у пам’яті"
    case .usable: StyledText("Правила придатні", .good) + "."
    }
  }
}
