import Exchange
import Localization
import Terminal

/// The refusals of the exchange's commands themselves.
enum ExchangeRefusal: Phrase {
  case slippage(String)
  case howMuch
  case noHash(String)
  case lifetime(String)
  case salt(String)
  /// A fee that a relay asks of a maker.
  case makerFee(String)
  /// A further transaction of a trade that something keeps from being sent.
  case restNotSent(CommandFailure)
  /// A further transaction of a trade that was mined and failed.
  case restFailed(CommandFailure)
  /// The number of signed orders that no relay is known to have, and the first failure of a relay.
  case notPosted(Int, RelayClientError)

  private static let posting = "lectures exchange orders --post"

  static let restAdvice = "Run the same command again: it goes on within the price of the first."

  var english: FailureWords {
    switch self {
    case .slippage(let text):
      FailureWords("\(PlainText.escaped(text)) is no slippage.", reason: "It has to be below 100 per cent, as in 0.5%.")
    case .howMuch:
      FailureWords("It is not said how much to trade.", advice: "Say it with one of --buy, --sell and --spend.")
    case .noHash(let text):
      FailureWords(
        "\(PlainText.escaped(text)) is no order.", reason: "It has to be the hash of an order, or a file with one.")
    case .lifetime(let text):
      FailureWords(
        "\(PlainText.escaped(text)) is no time for which an order stands.", reason: "It has to be as 30m, 8h or 7d.")
    case .salt(let text):
      FailureWords(
        "\(PlainText.escaped(text)) is no salt.",
        reason: "It has to be a whole number below 2^256, decimal or hexadecimal after 0x.")
    case .makerFee(let fee):
      FailureWords(
        "The relay asks for a fee of \(fee); no order was made.",
        advice: "If you agree to it, say so: --max-maker-fee AMOUNT")
    case .restNotSent(let failure):
      FailureWords(
        "A further transaction of this trade was not sent; those before it stand.", reason: failure.english.reason,
        advice: Self.restAdvice)
    case .restFailed(let failure):
      FailureWords(
        "A further transaction of this trade failed, and its fee is spent; those before it stand.",
        reason: failure.english.reason, advice: Self.restAdvice)
    case .notPosted(let count, let error):
      FailureWords(
        count == 1
          ? "The order is signed and kept, and no relay is known to have it."
          : "\(count) orders are signed and kept, and no relay is known to have them.",
        reason: CommandFailure(error).english.sentences,
        advice: "Post \(count == 1 ? "it" : "them") \(error.wait.map { "in \($0) s" } ?? "later"): \(Self.posting)")
    }
  }

  var korean: FailureWords {
    switch self {
    case .slippage(let text):
      FailureWords("\(PlainText.escaped(text))은(는) 허용 폭이 아닙니다.", reason: "0.5%처럼 100% 미만이어야 합니다.")
    case .howMuch: FailureWords("거래할 수량이 없습니다.", advice: "`--buy`, `--sell`, `--spend` 가운데 하나로 지정하십시오.")
    case .noHash(let text):
      FailureWords("\(PlainText.escaped(text))은(는) 주문이 아닙니다.", reason: "주문의 해시이거나 주문이 든 파일이어야 합니다.")
    case .lifetime(let text):
      FailureWords("\(PlainText.escaped(text))은(는) 주문의 유효 기간이 아닙니다.", reason: "`30m`, `8h`, `7d`처럼 지정합니다.")
    case .salt(let text):
      FailureWords("\(PlainText.escaped(text))은(는) 솔트가 아닙니다.", reason: "2^256보다 작은 정수여야 하며, 십진수나 0x로 시작하는 십육진수로 지정합니다.")
    case .makerFee(let fee):
      FailureWords("릴레이가 수수료 \(fee)을(를) 요구합니다. 주문을 만들지 않았습니다.", advice: "동의하면 `--max-maker-fee`로 지정하십시오.")
    case .restNotSent(let failure):
      FailureWords(
        "이 거래의 나머지 트랜잭션은 전송되지 않았습니다. 앞서 전송된 것은 유효합니다.", reason: failure.words(in: .korean).reason,
        advice: "같은 명령을 다시 실행하면 처음 가격 안에서 이어집니다.")
    case .restFailed(let failure):
      FailureWords(
        "이 거래의 나머지 트랜잭션은 실패했고 그 수수료는 지출되었습니다. 앞서 전송된 것은 유효합니다.",
        reason: failure.words(in: .korean).reason, advice: "같은 명령을 다시 실행하면 처음 가격 안에서 이어집니다.")
    case .notPosted(let count, let error):
      FailureWords(
        "서명하여 보관한 주문 \(count)개를 받았다고 답한 릴레이가 없습니다.",
        reason: CommandFailure(error).words(in: .korean).sentences,
        advice: "\(error.wait.map { "\($0)초 뒤에" } ?? "나중에") 게시하십시오: `\(Self.posting)`")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .slippage(let text):
      FailureWords("\(PlainText.escaped(text)) — не відхилення ціни.", reason: "Має бути менше за 100 %, як-от 0.5%.")
    case .howMuch:
      FailureWords("Не сказано, скільки торгувати.", advice: "Вкажіть одне з `--buy`, `--sell` чи `--spend`.")
    case .noHash(let text):
      FailureWords("\(PlainText.escaped(text)) — не ордер.", reason: "Потрібен хеш ордера або файл з ордером.")
    case .lifetime(let text):
      FailureWords("\(PlainText.escaped(text)) — не строк дії ордера.", reason: "Він має вигляд `30m`, `8h` або `7d`.")
    case .salt(let text):
      FailureWords(
        "\(PlainText.escaped(text)) — не сіль ордера.",
        reason: "Потрібне ціле число, менше за 2^256, десяткове або шістнадцяткове після 0x.")
    case .makerFee(let fee):
      FailureWords(
        "Ретранслятор вимагає комісію \(fee); ордер не створено.", advice: "Якщо згодні, вкажіть `--max-maker-fee`.")
    case .restNotSent(let failure):
      FailureWords(
        "Наступну транзакцію цієї угоди не надіслано; надіслані раніше чинні.",
        reason: failure.words(in: .ukrainian).reason,
        advice: "Виконайте ту саму команду ще раз: вона продовжить у межах ціни першої.")
    case .restFailed(let failure):
      FailureWords(
        "Наступна транзакція цієї угоди не вдалася, її комісію витрачено; надіслані раніше чинні.",
        reason: failure.words(in: .ukrainian).reason,
        advice: "Виконайте ту саму команду ще раз: вона продовжить у межах ціни першої.")
    case .notPosted(let count, let error):
      FailureWords(
        count == 1
          ? "Ордер підписано й збережено, але жоден ретранслятор не підтвердив, що його має."
          : "Підписано й збережено \(count) \(Plural.ukrainian(count, "ордер", "ордери", "ордерів")), але жоден ретранслятор не підтвердив, що їх має.",
        reason: CommandFailure(error).words(in: .ukrainian).sentences,
        advice: "Розмістіть \(error.wait.map { "за \($0) с" } ?? "пізніше"): `\(Self.posting)`")
    }
  }
}

extension ExchangeRefusal {
  /// The refusal of a further transaction of a trade: it was not sent, or failed.
  init(ofRest cause: CommandFailure, isMined: Bool) { self = isMined ? .restFailed(cause) : .restNotSent(cause) }
}

extension RelayClientError {
  /// Seconds that the relay asks to wait.
  fileprivate var wait: Int? { refusal?.retryAfter }
}
