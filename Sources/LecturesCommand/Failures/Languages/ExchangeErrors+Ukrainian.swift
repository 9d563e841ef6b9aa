import Exchange
import Localization
import Primitives

extension ExchangeErrors {
  static func ukrainian(_ error: ExchangeError) -> FailureWords? {
    if let rest = error.rest { return rest.ukrainian }
    if let ended = EndedOrderRefusal(error) { return ended.ukrainian }
    let reserve = isOneNodesWord(error) ? "як каже лише цей один вузол, " : ""
    let word = isOneNodesWord(error) ? " (так каже лише цей один вузол)" : ""
    let ending = error.isMined ? "\(reserve)витрачено тільки комісію мережі." : "нічого не надіслано."
    let book = "Подивіться на книгу ордерів: `lectures exchange book PAIR`"
    return switch (error.code, error.facts) {
    // The orders.
    case (.orderGone, _) where !error.ownOrders.isEmpty:
      FailureWords(
        "Чужих ордерів, які можна виконати, немає; \(ending)", reason: "Є лише ваші, а своїх ордерів ніхто не виконує.",
        advice: "Скасувати: `lectures exchange cancel \(error.ownOrders.map(\.hex).joined(separator: " "))`")
    case (.orderGone, .depth(let there, let wanted, _)) where there > 0:
      FailureWords(
        "Усієї кількості на дозволених умовах не отримати; \(ending)",
        reason: "Доступно \(there) з \(wanted) найменших одиниць.", advice: book)
    case (.orderGone, .unknownOrder(let hash)):
      FailureWords(
        "Ордера з таким хешем немає.", reason: "Його немає ні в журналі, ні на ретрансляторах. Ордер: \(hash)",
        advice: book)
    case (.orderGone, .order(let hash)):
      FailureWords(
        "Цей ордер уже не виконати або його залишку замало; \(ending)", reason: "Ордер: \(hash)", advice: book)
    case (.orderGone, _): FailureWords("Ордерів, які можна виконати, немає або замало; \(ending)", advice: book)
    case (.expired, let facts):
      FailureWords(
        "Строк ордера скінчиться раніше, ніж його буде виконано; \(ending)",
        reason: order(facts).map { "Ордер: \($0)" }, advice: book)
    case (.notTaker, .reserved(let hash, let taker)):
      FailureWords(
        "Цей ордер може виконати лише інший рахунок; \(ending)", reason: "Ордер \(hash) — для \(taker).")
    case (.notTaker, let facts):
      FailureWords(
        "Цей ордер може виконати лише інший рахунок; \(ending)", reason: order(facts).map { "Ордер: \($0)" })
    case (.rounding, _):
      FailureWords(
        "На таку кількість не виконати жодного ордера; \(ending)", reason: "Округлення забрало б понад 0,1 %.",
        advice: "Візьміть більшу кількість.")
    case (.makerUnfunded, let facts):
      FailureWords(
        "Авторові ордера бракує токенів або дозволу; \(ending)", reason: order(facts).map { "Ордер: \($0)" },
        advice: book)

    case (.takerFee, let facts):
      FailureWords(
        "Те, що можна виконати, коштує комісії, на яку ніхто не погоджувався; \(ending)",
        reason: fee(facts).map {
          "Ордер \($0.order): понад ціну \($0.units) найменших одиниць токена \($0.token)."
        }, advice: "Якщо згодні, додайте `--allow-fees`: ціна такої комісії не обмежує.")

    // The outcome.
    case (.notFilled, _):
      FailureWords(
        "Транзакція в блоці, але нічого не виконано; комісію мережі витрачено\(word).",
        advice: "Щоб торгувати знову, додайте до тієї самої команди `--again`.")
    case (.partlyFilled, .filled(let paid, _, let planned, _, _)):
      FailureWords(
        "Виконано менше, ніж замовлено\(word).", reason: "Сплачено \(paid) з \(planned) найменших одиниць.",
        advice: "Решту торгуйте окремо, на її кількість: `--again` ще раз проторгує всю кількість.")
    case (.partlyFilled, .bought(let received, let wanted, _, _, _)):
      FailureWords(
        "Виконано менше, ніж замовлено\(word).", reason: "Отримано \(received) з \(wanted) найменших одиниць.",
        advice: "Решту торгуйте окремо, на її кількість: `--again` ще раз проторгує всю кількість.")
    case (.partlyFilled, _):
      FailureWords(
        "Виконано менше, ніж замовлено.",
        advice: "Решту торгуйте окремо, на її кількість: `--again` ще раз проторгує всю кількість.")
    case (.feeOnTransfer, let facts):
      FailureWords(
        "Цього токена доходить менше, ніж надсилають; \(ending)",
        reason: shortage(facts).map {
          "Токен \($0.token) бере комісію з переказів: доходить \($0.there) з \($0.needed) найменших одиниць."
        }, advice: "Якщо так і треба, додайте `--allow-fee-on-transfer`.")

    // The own account.
    case (.balance, let facts):
      FailureWords(
        "На рахунку замало токенів; \(ending)",
        reason: shortage(facts).map {
          "Токена \($0.token) треба \($0.needed) найменших одиниць, а є \($0.there)."
        }, advice: "Здобудьте більше; монету мережі можна обгорнути: `lectures exchange wrap AMOUNT`")
    case (.allowance, let facts):
      FailureWords(
        "Біржі дозволено рухати замало токенів; \(ending)",
        reason: shortage(facts).map {
          "Токена \($0.token) треба дозволити \($0.needed) найменших одиниць, а дозволено \($0.there)."
        }, advice: "Дозвольте біржі: `lectures exchange approve TOKEN AMOUNT`")

    // The contracts.
    case (.wrongContract, let facts):
      FailureWords(
        "Цей контракт — не та біржа, за яку його вважають.", reason: contract(facts).map { "Адреса контракту: \($0)" },
        advice: "Перевірте мережу й адреси біржі: `--network`, `--exchange-v4`, `--exchange-v1`")
    case (.noContract, nil):
      FailureWords(
        "Адреса контракту, що обгортає монету, в цій мережі невідома.",
        advice: "Вкажіть її через `--wrapped-coin ADDRESS` або встановіть свій: `lectures exchange deploy`")
    case (.noContract, .some):
      FailureWords(
        "Адреса контракту біржі в цій мережі невідома.",
        advice:
          "Спитайте її в того, хто утримує біржу (`--exchange-v4`, `--exchange-v1`), або встановіть свою: `lectures exchange deploy`"
      )

    // The price.
    case (.priceMoved, _): FailureWords("Книга ордерів змінилася після вашої згоди; \(ending)", advice: book)
    case (.slippage, .depth(let there, let wanted, _)) where there > 0:
      FailureWords(
        "Усієї кількості за дозволеною ціною не отримати; \(ending)",
        reason: "Доступно \(there) з \(wanted) найменших одиниць.",
        advice: "Дозвольте гіршу ціну через `--slippage` чи `--price` або зачекайте.")
    case (.slippage, _):
      FailureWords(
        "Жоден ордер не відповідає найгіршій дозволеній ціні; \(ending)",
        reason: "Ціни всіх ордерів разом із комісіями гірші.",
        advice: "Дозвольте гіршу ціну через `--slippage` чи `--price` або зачекайте.")
    case (.gasTooDear, _):
      FailureWords(
        "Газ коштує більше, ніж варта ця угода; \(ending)",
        advice: "Торгуйте більшою кількістю або зачекайте, доки газ подешевшає.")

    // The request.
    case (.invalidDeal, _):
      FailureWords(
        "Такої угоди укласти не можна.", reason: "Не підходить кількість, ціна, число ордерів або рахунок.",
        advice: "Перевірте, що вказано.")
    case (.unsupportedToken, let facts):
      FailureWords(
        "З цим токеном так не можна.",
        reason: contract(facts).map {
          "Контракт \($0) не відповідає на потрібні запитання так, як токен, або цього не вміє."
        })
    default: nil
    }
  }
}
