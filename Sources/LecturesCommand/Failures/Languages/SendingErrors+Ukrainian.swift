import Localization
import NodeRPC
import Primitives
import Sending

extension SendingErrors {
  static func ukrainian(_ error: SendingError) -> FailureWords? {
    let hash = error.transactionHash.map { "\($0)" } ?? "HASH"
    let look = "Перш ніж надсилати знову, перевірте: `lectures tx show \(hash)`"
    func money(_ amount: Amount, _ unit: Amount.Unit) -> String { Language.ukrainian.decimal(text(amount, unit)) }
    func lacks(_ needed: Amount, _ held: Amount, _ unit: Amount.Unit) -> String {
      Language.ukrainian.decimal(missing(of: needed, held, unit))
    }
    switch (error.code, error.facts) {
    // Money and limits.
    case (.notEnoughForValue, .shortage(let needed, let held, let unit)):
      return FailureWords(
        "Бракує \(lacks(needed, held, unit)): потрібно \(money(needed, unit)), є \(money(held, unit)).",
        reason: ukrainianNothing,
        advice: "Поповніть рахунок на решту суми і ще трохи на газ.")
    case (.notEnoughForGas, .shortage(let needed, let held, let unit)):
      return FailureWords(
        "Бракує \(lacks(needed, held, unit)) на газ: разом із газом потрібно до \(money(needed, unit)), є \(money(held, unit)).",
        reason: ukrainianNothing, advice: "Поповніть рахунок ще трохи, на газ.")
    case (.notEnoughForGas, .absurdFee):
      return FailureWords(
        "Бракує грошей на газ.", reason: "Вузол просить за газ надто багато. \(ukrainianNothing)",
        advice: "Порівняйте з іншим вузлом (`--endpoint`).")
    case (.notEnoughForValue, _), (.notEnoughForGas, _):
      return FailureWords(
        "На рахунку бракує грошей.", reason: ukrainianNothing, advice: "Поповніть рахунок і спробуйте знову.")
    case (.feeAboveLimit, .spending(let fee, let limit, let unit)):
      return FailureWords(
        "Газ може коштувати \(money(fee, unit)), а межа — \(money(limit, unit)).", reason: ukrainianNothing,
        advice: "Зачекайте, доки газ подешевшає, або підніміть межу через `--max-total-fee`.")
    case (.feePayerCannotPay, _):
      return FailureWords(
        "У платника комісії бракує грошей.", reason: ukrainianNothing,
        advice: "Поповніть його рахунок або вкажіть іншого через `--fee-payer`.")
    case (.priceNotMet, _):
      return FailureWords(
        "За відведений час газ не подешевшав.", reason: ukrainianNothing,
        advice: "Чекайте довше з `--deadline` або підніміть `--wait-for-price`.")
    case (.absurdGas, .absurdGas(let gas, let isChosen, let bounds)):
      return FailureWords(
        isChosen ? "Ліміт газу \(gas) неможливий." : "Вузол оцінив газ у \(gas), а це неможливо.",
        reason: ukrainianNothing,
        advice: isChosen
          ? "Вкажіть `--gas-limit` від \(bounds.least) або приберіть його."
          : "Спробуйте інший `--endpoint` або вкажіть `--gas-limit`.")

    // Sent before.
    case (.sameOnChain, .sameOnChain(_, isNameable: false)):
      return FailureWords(
        "Цей рахунок уже надіслав таку саму транзакцію; зараз нічого не надіслано.", reason: "Вона в мережі: \(hash)",
        advice: "Якщо це саме те, більше нічого робити не треба; щоб зробити ще раз, додайте `--again`.")
    case (.sameOnChain, _):
      return FailureWords(
        "Цей рахунок уже надіслав таку саму транзакцію; зараз нічого не надіслано.", reason: "Вона в мережі: \(hash)",
        advice: "Якщо це той самий платіж, додайте `--is \(hash)`; якщо платите ще раз — `--again`.")
    case (.historyUnknown, .unknownNonces(let account, let first, let last)):
      return FailureWords(
        "Невідомо, що рахунок \(account) надсилав раніше; зараз нічого не надіслано.",
        reason: "Транзакції з порядковими номерами \(first)–\(last) могли вже це оплатити.",
        advice:
          "Спробуйте, коли все потрапить у блоки, або з вузлом, що зберігає давні стани (`--endpoint`). Щоб платити попри це, додайте `--again`."
      )
    case (.notNamed, _):
      return FailureWords(
        "Вказана транзакція не є платежем цього рахунку в мережі; нічого не надіслано.",
        reason: "Вона невідома, не в блоці, невдала або належить іншому рахунку.",
        advice: "Подивіться: `lectures tx show \(hash)`")
    case (.notProven, .intent):
      return FailureWords(
        "Підписане раніше ще може потрапити в блок; нічого іншого не надіслано.",
        reason: "Що цього не станеться, каже лише один вузол; якщо це не так, ви заплатили б двічі.",
        advice:
          "Спитайте вузол іншого оператора (`--endpoint NAME=URL`) або власний (`--own true`). Щоб надіслати попри це, додайте `--again`."
      )
    case (.notProven, .nonceUseNotShown):
      return FailureWords(
        "Підписане раніше може потрапити в блок; нічого іншого не надіслано.",
        reason: "Його номер нібито використано, але жоден вузол не показує чим.",
        advice: "Перевірте пізніше або спитайте ще один вузол. Щоб надіслати попри це, додайте `--again`.")
    case (.notProven, nil):
      return FailureWords(
        "Те, що вузол каже про транзакцію, не доведено.",
        reason: "Підписане зберігає свій номер і ще може потрапити в блок.", advice: "Спитайте інший вузол. \(look)")
    case (.underWay, .intent(let intent)):
      return FailureWords(
        "Така сама транзакція вже в дорозі.", reason: ukrainianNothing,
        advice: "Подивіться: `lectures tx show \(intent)`")
    case (.underWay, .nonceReassigned):
      return FailureWords(
        "Підписане раніше чекає на іншу транзакцію з тим самим номером.", reason: ukrainianNothing,
        advice: "Спробуйте, коли та потрапить у блок: `lectures tx list --open`")
    case (.underWay, .waitingElsewhere(let intent)):
      return FailureWords(
        "Інший процес чекає, доки подешевшає газ, щоб надіслати те саме.", reason: ukrainianNothing,
        advice: "Нехай чекає, або скасуйте: `lectures tx cancel \(intent)`")
    case (.underWay, .blocked(let first)):
      return FailureWords(
        "Спершу має піти номер \(first) цього рахунку; зараз нічого не підписано й не надіслано.",
        reason: "Його підписано раніше в черзі, і його не має жоден вузол: до нього ніщо не потрапить у блок.",
        advice:
          "Надішліть його: `lectures tx resume \(first)` (якщо комісію має платити служба, додайте `--fee-service URL`); або скасуйте: `lectures tx cancel \(first)`"
      )
    case (.underWay, _):
      return FailureWords(
        "Над цим працює інший процес.", reason: ukrainianNothing,
        advice: "Дочекайтеся його кінця й перевірте: `lectures tx list`")

    // Refused by nodes.
    case (_, .refusedAsItIs(let intent, _)):
      return FailureWords(
        "Підписану транзакцію номер \(intent) вузли в такому вигляді не беруть; своє місце в черзі вона зберігає.",
        reason: ukrainianNode(error),
        advice: "Запропонуйте більше або скасуйте: `lectures tx speed-up \(intent)`, `lectures tx cancel \(intent)`")
    case (.nonceUsed, _):
      return FailureWords(
        "Номер цієї транзакції вже використано.", reason: ukrainianNode(error),
        advice: "З цього рахунку надсилає інша програма, або це вона сама. Подивіться: `lectures tx list`")
    case (.nonceHeld, _):
      return FailureWords(
        "Вузол має іншу транзакцію рахунку з тим самим номером.", reason: ukrainianNode(error),
        advice: "У блок потрапить лише одна. Спробуйте, коли це станеться.")
    case (.underpriced, _):
      return FailureWords(
        "Вузол не бере транзакції: ціна газу замала.", reason: ukrainianNode(error),
        advice: "Спробуйте з `--gas-speed fast`.")
    case (.refused, .nonceGap(_, let first, let last, _)):
      return FailureWords(
        "Вузол не прийняв транзакцію.",
        reason: "Бракує транзакцій рахунку з номерами \(first)–\(last): до них жодна наступна не потрапить у блок.",
        advice:
          "Вузол назвав завелику кількість транзакцій: приберіть його `--endpoint` і спробуйте знову. Двічі не заплатите."
      )
    case (.refused, _):
      return FailureWords(
        "Вузол відхилив транзакцію.", reason: ukrainianNode(error),
        advice: "Усуньте те, на що він скаржиться, і спробуйте знову: двічі не заплатите.")

    // Sent, and not finished.
    case (.outcomeUnknown, .handedOver(let intent, _)), (.outcomeUnknown, .nonceUseNotShown(let intent)):
      return FailureWords(
        "Чи потрапила транзакція в блок, ще невідомо; замість неї нічого не надіслано.",
        advice: "Перевірте пізніше: `lectures tx resume \(intent)`")
    case (.outcomeUnknown, .nonceReassigned):
      return FailureWords(
        "Транзакція випала з блоку, а її номер тепер має інша.", reason: "У блок може потрапити лише одна з двох.",
        advice: "Спробуйте, коли та буде в блоці: `lectures tx list --open`")
    case (.outcomeUnknown, _):
      return FailureWords(
        "Невідомо, чи надіслано транзакцію \(hash).", reason: ukrainianNode(error) ?? ukrainianRequest(error),
        advice: look)
    case (.notConfirmed, .blocked(let first)):
      return FailureWords(
        "Транзакцію \(hash) надіслано, але ще не підтверджено.",
        reason: "Спершу має потрапити в блок номер \(first): він стоїть у черзі раніше.",
        advice: "Почніть із нього: `lectures tx resume \(first)`; до того не надсилайте знову.")
    case (.notConfirmed, .nonceGap(_, let first, let last, let intent)):
      return FailureWords(
        "Транзакцію \(hash) надіслано, але ще не підтверджено.",
        reason: "Бракує транзакцій рахунку з номерами \(first)–\(last): до них ця не потрапить у блок.",
        advice:
          "Вузол назвав завелику кількість транзакцій. Перевірте рахунок через інший `--endpoint` і заповніть пропуск: `lectures tx resume\(intent.map { " \($0)" } ?? "")`; до того не надсилайте знову."
      )
    case (.notConfirmed, .contradiction(let endpoints, let intent)):
      return FailureWords(
        "Транзакцію \(hash) надіслано, але вузли суперечать один одному щодо неї.",
        reason:
          "Різне кажуть вузли: \(endpoints.joined(separator: ", ")). Жодному не віримо, і більше нічого не надсилається.",
        advice:
          "Подивіться: `lectures tx show \(hash)`, або продовжте: `lectures tx resume\(intent.map { " \($0)" } ?? "")`; до того не надсилайте знову."
      )
    case (.notConfirmed, _):
      return FailureWords(
        "Транзакцію \(hash) надіслано, але ще не підтверджено.", reason: "Вона ще може потрапити в блок.",
        advice: "Стежте за нею: `lectures tx show \(hash)`; до того не надсилайте знову.")
    case (.replaced, _):
      return FailureWords(
        "Транзакція \(hash) ніколи не потрапить у блок: її місце зайняла інша.",
        advice: "Перегляньте останні транзакції рахунку, перш ніж надсилати знову.")
    case (.cancelled, _):
      return FailureWords("Транзакцію скасовано.", advice: "Якщо вона все ж потрібна, дайте команду ще раз.")
    case (.reverted, _): return FailureWords("Транзакція потрапила в блок, але не вдалася.", advice: look)

    // Chains, endpoints and keys.
    case (.wrongChain, .endpoint(let endpoint)):
      return FailureWords(
        "Вузол \(endpoint) обслуговує іншу мережу.", reason: ukrainianNothing,
        advice: "Приберіть його або виберіть потрібну `--network`.")
    case (.wrongChain, _):
      return FailureWords(
        "Вузол обслуговує іншу мережу.",
        reason: "Транзакцію для однієї мережі не можна пропонувати іншій. \(ukrainianNothing)",
        advice: "Виберіть потрібну `--network` або вузол цієї мережі (`--endpoint`).")
    case (.noQuorum, _):
      return FailureWords(
        "Погодитися має більше вузлів, ніж їх є.", reason: ukrainianNothing,
        advice: "Додайте вузли через `--endpoint` або зменште `--quorum`.")
    case (.keyNotHeld, .accountKey(let account, _)), (.keyNotHeld, .account(let account)):
      return FailureWords(
        "Цими ключами не можна підписувати за рахунок \(account).", reason: "Можливо, ключ рахунку змінено.",
        advice:
          "Теперішній ключ: `lectures account show \(account)`. Якщо ключі в кількох місцях, вкажіть їх, як-от `--sign-with alice,bob`."
      )
    case (.noFeeDelegation, _):
      return FailureWords(
        "Тут ніхто інший не може сплатити комісію.", reason: ukrainianNothing,
        advice: "Виберіть іншу `--network` або платіть із самого рахунку.")
    case (.serviceBusy, _):
      return FailureWords(
        "Служба оплати комісій зараз недоступна.", reason: ukrainianRequest(error),
        advice: "Запустіть ще раз трохи згодом: служба отримає той самий підпис, тож двічі нічого не надійде.")
    case (.serviceRefused, _):
      return FailureWords(
        "Служба оплати комісій цього не сплачує.", reason: ukrainianRequest(error),
        advice: "Вкажіть іншого платника або платіть із самого рахунку.")
    case (.outOfRange, _):
      return FailureWords(
        "Комісія за газ стала б неможливою.", reason: ukrainianNothing,
        advice: "Перевірте `--endpoint` або задайте комісію самі.")
    case (.absurdGas, _):
      return FailureWords(
        "Така межа газу неможлива.", reason: ukrainianNothing, advice: "Перевірте `--gas-limit`.")
    case (.wrongSigner, _), (.keyNotHeld, _):
      return FailureWords(
        "Цим ключем не можна підписувати за цей рахунок.", advice: "Вкажіть ключ рахунку, з якого надсилають.")
    case (.signaturesMissing, _):
      return FailureWords(
        "Підписів замало: жодна мережа такої транзакції не прийме.",
        advice: "Перевірте теперішній ключ рахунку: `lectures account show`")
    case (.serviceLied, _):
      return FailureWords("Служба оплати комісій називає не ту транзакцію, яку їй передано.", advice: look)
    case (.notReplaceable, _):
      return FailureWords("Цю транзакцію нічим не можна замінити; зараз нічого не надіслано.", advice: look)
    case (.feePayerNeeded, _):
      return FailureWords(
        "За газ платить інший рахунок, і для вищої ціни він має підписати знову; зараз нічого не надіслано.",
        advice: "Назвіть платника через `--fee-payer`.")
    case (.notReplaced, _):
      return FailureWords(
        "Заміни ніхто не приймає.", reason: "Попередня транзакція ще може потрапити в блок.", advice: look)
    case (.historyUnknown, _):
      return FailureWords("Невідомо, що цей рахунок надсилав раніше; зараз нічого не надіслано.")
    case (.feeAboveLimit, _):
      return FailureWords("Комісія може перевищити межу.", reason: ukrainianNothing)
    default: return nil
    }
  }

  private static let ukrainianNothing = "Нічого не надіслано."

  /// The node's own words, where it gave some; else why it gave none.
  private static func ukrainianNode(_ error: SendingError) -> String? {
    guard let error = error.cause as? NodeError else { return nil }
    return error.rpcMessage.map { "Відповідь вузла: «\($0)»" } ?? NodeErrors.ukrainian(error)?.message
  }

  /// The name by which a fee delegation service's log has the request.
  private static func ukrainianRequest(_ error: SendingError) -> String? {
    switch error.facts {
    case .handedOver(_, let request?), .service(_, let request?), .request(let request):
      "Хто веде службу, може знайти це за назвою запиту `\(request)`."
    default: nil
    }
  }
}
