import LectureKit

extension LectureErrors {
  static func ukrainian(_ error: LectureError) -> FailureWords? {
    switch (error.code, error.facts) {
    // Lectures and runs.
    case (.unknownLecture, _):
      FailureWords("Такої лекції немає.", reason: notSentUkrainian, advice: "Перелік лекцій: `lectures list`")
    case (.unknownRun, .runs(let last)):
      FailureWords(
        "Такого набору немає.", reason: last == 0 ? "У лекції є лише набір 0." : "У лекції є набори від 0 до \(last).",
        advice: "Поточний набір показує `lectures show`.")
    case (.unknownRun, _):
      FailureWords(
        "Такого набору немає.", reason: "Набори нумеруються від 0.", advice: "Поточний набір показує `lectures show`.")
    case (.closed, .refusal(.settled)):
      FailureWords(
        "За лекцію вже розраховано.", reason: "За кожен набір розраховують лише раз.",
        advice: "Коли саме, показує `lectures show`.")
    case (.closed, _):
      FailureWords(
        "Лекцію закрито.", reason: "За поточний набір уже розраховано; нічого не надіслано.",
        advice: "Купити чи оцінити її можна буде, коли викладач відкриє новий набір.")
    case (.stillOpen, _):
      FailureWords(
        "Лекція ще відкрита.", reason: notSentUkrainian,
        advice: "Новий набір можна відкрити після розрахунку за поточний.")
    case (.runChanged, _):
      FailureWords(
        "На лекцію тепер відкрито інший набір; нічого не надіслано.",
        reason: "Відколи ви дали згоду, за попередній набір розрахували.", advice: "Перегляньте лекцію й почніть знову."
      )
    case (.priceChanged, .price(let price)):
      FailureWords(
        "Лекція коштує більше, ніж ви погодилися заплатити; нічого не надіслано.",
        reason: "Ціна в мережі тепер така, у монетах: \(price.klay).",
        advice: "Якщо це вас влаштовує, купіть її з `--price \(price.klay)`.")
    case (.priceChanged, _), (.refused, .refusal(.wrongPayment)):
      FailureWords(
        "Ціна лекції змінилася; нічого не надіслано.", advice: "Перегляньте її через `lectures show` і купіть знову.")
    case (.priceUnknown, .logs(let block)):
      FailureWords(
        "Ціна лекції невідома.",
        reason: "Цей контракт записує ціни лише в журналі подій, а починаючи з блоку \(block) вузол його не має.",
        advice: block == 0
          ? "Вкажіть інший вузол через `--endpoint`."
          : "Вкажіть через `--from-block` блок, у якому розгорнуто контракт.")
    case (.priceUnknown, _):
      FailureWords("Цю лекцію неможливо купити.", reason: "Її відкрито за ціною, яку ніхто не може заплатити.")
    case (.notShown, _):
      FailureWords(
        "Контракт не показує, що зробила попередня транзакція.",
        reason: "Вузол відстає від мережі або суперечить сам собі; зараз нічого не надіслано.",
        advice: "Спробуйте за хвилину або запитайте інший вузол. Що було надіслано: `lectures history`")
    case (.paidBack, .paidBack(let run, let block, let others)):
      FailureWords(
        "Оплату за набір \(run) повернено: доводити нічого.",
        reason: (block.map { "Повернено в блоці \($0). " } ?? "")
          + "Кожна перевірка такої квитанції показала б, що вона неправильна.",
        advice: others.last.map { "Оплачений набір вкажіть через `--run \($0)`." })
    case (.paidBack, _):
      FailureWords(
        "Ви вже повернули оплату за цей набір.",
        reason: "Контракт продає набір кожному студентові лише раз; нічого не надіслано.",
        advice: "Купити лекцію знову можна, якщо викладач відкриє інший набір: запитайте його.")
    case (.refused, .refusal(.reclaimedTooEarly)):
      FailureWords(
        "Повернути оплату ще не можна.",
        reason: "Це можливо через 90 днів після купівлі, якщо за набір не розраховано.",
        advice: "Відколи саме, показує `lectures mine`.")
    case (.refused, .refusal(.noMoreRuns)):
      FailureWords(
        "Нових наборів на цю лекцію більше не буде.", reason: notSentUkrainian,
        advice: "Відкрийте нову лекцію: `lectures create`")
    case (.refused, .noReason):
      FailureWords(
        "Контракт відхиляє виклик без пояснень; нічого не надіслано.",
        reason: "Звичайні причини: лекції немає, її закрито, ціна інша або рахунок не має на це права.",
        advice: "Перевірте через `lectures show` та `lectures students --check`.")
    case (.refused, nil):
      FailureWords(
        "Контракт цього не приймає; нічого не надіслано.",
        advice: "Перевірте стан через `lectures show` та `lectures mine`.")

    // Students, teachers and owners.
    case (.otherRunBought, .bought(let runs)):
      FailureWords(
        "Рахунок не купував цього набору.", reason: ukrainianWords(runs),
        advice: (runs.paid.last.map { "Вкажіть куплений набір (`--run \($0)`) або" } ?? "Вкажіть")
          + " рахунок, який купив цей (`--from`).")
    case (.otherRunBought, _):
      FailureWords("Рахунок не купував цього набору.", advice: "Куплені набори показує `lectures mine`.")
    case (.notStudent, .bought(let runs)):
      FailureWords(
        runs.wanted.map { "Рахунок не купував набору \($0) цієї лекції." } ?? "Рахунок не купував цієї лекції.",
        reason: "Контракт не показує такої купівлі.",
        advice: "Спершу купіть її через `lectures purchase` або вкажіть рахунок, який її купив (`--from`).")
    case (.notStudent, _):
      FailureWords(
        "Ви не студент цієї лекції.", reason: notSentUkrainian,
        advice: "Спершу купіть її через `lectures purchase` або вкажіть рахунок, який її купив (`--from`).")
    case (.boughtAlready, .refusal):
      FailureWords(
        "Ви вже купили цю лекцію.", reason: notSentUkrainian, advice: "Оцініть її через `lectures evaluate`.")
    case (.boughtAlready, _):
      FailureWords(
        "Ви вже купили цю лекцію; нічого не надіслано.",
        reason: "Цей контракт узяв би гроші ще раз, і не показує, який набір ви купили.",
        advice: "Якщо відтоді відкрито новий набір і ви хочете саме його, купіть із `--again`.")
    case (.ratedAlready, .rated(let scores)):
      FailureWords(
        "Ви вже оцінили цю лекцію.",
        reason: "Ваші оцінки: \(scores.values.map(String.init).joined(separator: ", ")).",
        advice: "Набір оцінюють лише раз; ваші оцінки показує `lectures mine`.")
    case (.ratedAlready, _):
      FailureWords(
        "Ви вже оцінили цю лекцію.", reason: notSentUkrainian,
        advice: "Набір оцінюють лише раз; ваші оцінки показує `lectures mine`.")
    case (.ownLecture, _):
      FailureWords(
        "Це ваша власна лекція.",
        reason: "Викладач не може ні купити, ні оцінити своєї лекції; нічого не надіслано.",
        advice: "Вкажіть рахунок студента (`--from`).")
    case (.notTeacher, _):
      FailureWords(
        "Це може зробити лише викладач лекції.", reason: notSentUkrainian,
        advice: "Вкажіть рахунок викладача (`--from`).")
    case (.notOwner, _):
      FailureWords(
        "Це може зробити лише власник контракту.", reason: notSentUkrainian,
        advice: "Вкажіть рахунок власника (`--from`).")

    // Receipts, scores and prices.
    case (.invalidReceipt, _):
      FailureWords(
        "Це не квитанція про лекцію.", advice: "Попросіть файл, зображення або посилання від `lectures receipt make`.")
    case (.invalidDescription, _):
      FailureWords(
        "Це не опис лекції, або він перевищує межі.", advice: "Вигляд файлу показує `lectures describe --help`.")
    case (.invalidLinkRequest, _):
      FailureWords("Це не запит посилання для покупців.", advice: "Запит робить `lectures link`.")
    case (.descriptionUnsigned, _):
      FailureWords(
        "Опис не підписаний викладачем лекції.",
        reason: "Він з іншої мережі, іншого контракту чи лекції, або його підписав хтось інший.",
        advice: "Попросіть опис у викладача й перевірте `--contract`.")
    case (.descriptionOutdated, _):
      FailureWords(
        "Час підпису опису не годиться.", reason: "Новіший опис уже відомий, або час іще не настав.",
        advice: "Перевірте годинник і підпишіть знову: `lectures describe`")
    case (.linkRefused, .link(let refusal)):
      FailureWords("Посилання для покупців не надано.", reason: ukrainian(refusal), advice: ukrainianAdvice(refusal))
    case (.siteFailed, .site(let site)):
      FailureWords(
        "Сайт `\(site)` не виконав запиту.", advice: "Перевірте `--site`. Опис можна показати й з файлу.")
    case (.invalidScores, .scoreCount(let count)):
      FailureWords(
        "Оцінок дано \(count), а потрібно 5.",
        reason: "Оцінюють підготовку, зміст, перебіг, спілкування та задоволення.",
        advice: "Наприклад: `--scores 100,80,34,77,99`")
    case (.invalidScores, .score(let score, let question)):
      FailureWords(
        "Оцінка \(score) виходить за межі («\(ScoreLabel(question).ukrainian)»).",
        reason: "Оцінка — це ціле число від 0 до 100.", advice: "Наприклад: `--scores 100,80,34,77,99`")
    case (.invalidScores, _):
      FailureWords(
        "Оцінки не вдалося прочитати.", reason: "Оцінка — це ціле число від 0 до 100.",
        advice: "Наприклад: `--scores 100,80,34,77,99`")
    case (.invalidTitle, .blankTitle):
      FailureWords(
        "У назві нічого не видно.", reason: "У ній лише пробіли й невидимі знаки.",
        advice: "Напишіть таку, яку можна прочитати, або не вказуйте жодної.")
    case (.invalidTitle, _):
      FailureWords(
        "Назва задовга.", reason: "Вміщується щонайбільше \(LectureTitle.longest) байтів; літера кирилиці має два.",
        advice: "Скоротіть її.")
    case (.invalidPrice, _):
      FailureWords(
        "Такої ціни бути не може.", reason: "Контракт рахує ціни в цілих монетах.",
        advice: "Вкажіть ціле число від 1, наприклад 10.")

    // Contracts.
    case (.missingSetting, _):
      FailureWords(
        "Для цієї мережі не налаштовано контракту лекцій.",
        advice: "Вкажіть його адресу через `--contract` або розгорніть: `lectures contract deploy LectureMarket`")
    case (.unknownContract, .contract(let address)):
      FailureWords(
        "Контракт за адресою \(address) не є контрактом лекцій.",
        reason: "У його коді немає жодної функції відомих контрактів лекцій.",
        advice: "Перевірте `--contract` і `--network`.")
    case (.unknownContract, _):
      FailureWords(
        "Контракт відповідає не так, як має.",
        advice: "Чи правильна адреса в `--contract` і чи можна довіряти вузлу?")
    case (.notSupported, _):
      FailureWords(
        "Цей контракт такого не вміє.", reason: "Це контракт платформи попереднього покоління.",
        advice: "Дивіться `lectures contract deploy`.")
    default: nil
    }
  }

  private static func ukrainianWords(_ runs: BoughtRuns) -> String {
    func list(_ runs: [UInt64]) -> String { runs.map { "набір \($0)" }.joined(separator: ", ") }
    return [
      runs.paid.isEmpty ? nil : "Він купив \(list(runs.paid)).",
      runs.paidBack.isEmpty ? nil : "Він повернув оплату за \(list(runs.paidBack)).",
    ].compactMap { $0 }.joined(separator: " ")
  }

  private static func ukrainian(_ refusal: LinkRefusal) -> String {
    switch refusal {
    case .notBought: "Рахунок не купував цього набору."
    case .reclaimed: "Оплату за цей набір повернено."
    case .unsigned: "Запит не підписаний цим рахунком."
    case .notInForce: "Запит до іншого сайту, або його час минув."
    case .usedBefore: "Запит уже використано."
    case .noLink: "Викладач не дав посилання для покупців цього набору."
    }
  }

  private static func ukrainianAdvice(_ refusal: LinkRefusal) -> String? {
    switch refusal {
    case .notBought:
      "Купіть лекцію через `lectures purchase` або вкажіть рахунок, який її купив (`--from`), і набір (`--run`)."
    case .unsigned, .notInForce, .usedBefore:
      "Перевірте годинник і `--site` та зробіть новий запит: `lectures link`"
    case .noLink: "Запитайте викладача."
    case .reclaimed: nil
    }
  }

  private static let notSentUkrainian = "Контракт це відхиляє; нічого не надіслано."
}
