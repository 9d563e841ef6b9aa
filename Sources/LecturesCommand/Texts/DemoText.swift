import Localization
import Primitives
import Terminal

/// The words on the demos of a lecture and of the exchange.
enum DemoText: Phrase {
  // Labels.
  case step, side, maker, version, makersFee, takersFee

  /// An address or scores, which every language writes so.
  case verbatim(String)

  // A lecture.
  case deploying, deploys
  case opens(UInt256)
  case priced(String)
  case buys
  case paid(String)
  case rates, settles
  case teacherGets(String)
  case average(UInt256, StyledText)
  case totals(paid: String, gas: String)

  // Trades.
  case deployingExchanges
  case fillsPart, fillsWhole
  case filled(String, for: String)
  case cancels
  case cancelled(String, for: String)
  case bookBefore, bookAfter, trades, balances
  case gas(String)
  /// Those who take part; makers are numbered from 1.
  case makerNumber(Int)
  case taker, relayOperator

  var english: StyledText {
    switch self {
    case .step: "Step"
    case .side: "Side"
    case .maker: "Maker"
    case .version: "Version"
    case .makersFee: "Maker's fee"
    case .takersFee: "Taker's fee"
    case .verbatim(let text): "\(text)"
    case .deploying: "Deploying LectureMarket"
    case .deploys: "The owner deploys LectureMarket"
    case .opens(let lecture): "An instructor opens lecture \(lecture)"
    case .priced(let price): "at \(price)"
    case .buys: "A student buys it"
    case .paid(let amount): "for \(amount)"
    case .rates: "The student rates it"
    case .settles: "The owner settles it"
    case .teacherGets(let amount): "the teacher gets \(amount)"
    case .average(let lecture, let average): "Average of lecture \(lecture): " + average
    case .totals(let paid, let gas): "Paid for the lecture: \(paid, .strong); gas of all steps: \(gas, .strong)"
    case .deployingExchanges: "Deploying the exchanges"
    case .fillsPart: "The taker fills a part of the best ask"
    case .fillsWhole: "The taker fills the next one whole"
    case .filled(let given, let taken), .cancelled(let given, let taken): "\(given) for \(taken)"
    case .cancels: "Maker 1 cancels an ask"
    case .bookBefore: "The book of TKA/TKB at the relay, with five orders:"
    case .bookAfter: "After that, and ten minutes later, when the ask for 6.6 TKB has expired:"
    case .trades: "The trades, as the relay has them:"
    case .balances: "Balances:"
    case .gas(let amount): "Gas of all steps: \(amount, .strong)"
    case .makerNumber(let number): "maker \(number)"
    case .taker: "taker"
    case .relayOperator: "relay operator"
    }
  }

  var korean: StyledText {
    switch self {
    case .step: "단계"
    case .side: "방향"
    case .maker: "주문자"
    case .version: "버전"
    case .makersFee: "주문자 수수료"
    case .takersFee: "체결자 수수료"
    case .verbatim(let text): "\(text)"
    case .deploying: "강의 계약을 배포하는 중"
    case .deploys: "소유자가 강의 계약을 배포합니다"
    case .opens(let lecture): "강사가 \(lecture)번 강의를 개설합니다"
    case .priced(let price): "가격 \(price)"
    case .buys: "수강생이 구매합니다"
    case .paid(let amount): "지불 \(amount)"
    case .rates: "수강생이 평가합니다"
    case .settles: "소유자가 정산합니다"
    case .teacherGets(let amount): "강사가 받는 금액 \(amount)"
    case .average(let lecture, let average): "\(lecture)번 강의의 평균: " + average
    case .totals(let paid, let gas): "강의 지불 금액: \(paid, .strong), 모든 단계의 가스비: \(gas, .strong)"
    case .deployingExchanges: "거래소를 배포하는 중"
    case .fillsPart: "체결자가 가장 좋은 매도 주문의 일부를 체결합니다"
    case .fillsWhole: "체결자가 다음 주문을 전부 체결합니다"
    case .filled(let given, let taken): "\(given) 주고 \(taken) 받음"
    case .cancelled(let given, let taken): "\(given) → \(taken)"
    case .cancels: "주문자 1이 매도 주문을 취소합니다"
    case .bookBefore: "릴레이의 TKA/TKB 호가창, 주문 다섯 개:"
    case .bookAfter: "그 뒤, 그리고 10분이 지나 6.6 TKB 매도 주문이 만료된 다음:"
    case .trades: "릴레이에 기록된 거래:"
    case .balances: "잔액:"
    case .gas(let amount): "모든 단계의 가스비: \(amount, .strong)"
    case .makerNumber(let number): "주문자 \(number)"
    case .taker: "체결자"
    case .relayOperator: "릴레이 운영자"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .step: "Крок"
    case .side: "Бік"
    case .maker: "Автор ордера"
    case .version: "Версія"
    case .makersFee: "Комісія автора"
    case .takersFee: "Комісія виконавця"
    case .verbatim(let text): "\(text)"
    case .deploying: "Розгортаю контракт лекцій"
    case .deploys: "Власник розгортає контракт лекцій"
    case .opens(let lecture): "Викладач відкриває лекцію \(lecture)"
    case .priced(let amount), .paid(let amount): "за \(Language.ukrainian.decimal(amount))"
    case .buys: "Студент купує її"
    case .rates: "Студент оцінює її"
    case .settles: "Власник розраховує за неї"
    case .teacherGets(let amount): "викладач одержує \(Language.ukrainian.decimal(amount))"
    case .average(let lecture, let average): "Середня оцінка лекції \(lecture): " + average
    case .totals(let paid, let gas): "Сплачено за лекцію: \(paid, .strong); газ усіх кроків: \(gas, .strong)"
    case .deployingExchanges: "Розгортаю біржі"
    case .fillsPart: "Виконавець виконує частину найкращого ордера на продаж"
    case .fillsWhole: "Виконавець виконує наступний повністю"
    case .filled(let given, let taken), .cancelled(let given, let taken): "\(given) за \(taken)"
    case .cancels: "Автор 1 скасовує ордер на продаж"
    case .bookBefore: "Книга TKA/TKB на ретрансляторі, п’ять ордерів:"
    case .bookAfter: "Після цього, і ще за десять хвилин, коли ордер на продаж за 6,6 TKB минув:"
    case .trades: "Угоди, які записав ретранслятор:"
    case .balances: "Баланси:"
    case .gas(let amount): "Газ усіх кроків: \(amount, .strong)"
    case .makerNumber(let number): "автор \(number)"
    case .taker: "виконавець"
    case .relayOperator: "власник ретранслятора"
    }
  }
}
