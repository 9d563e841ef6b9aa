import Database
import Localization
import Rates

extension RatesErrors {
  static func ukrainian(_ error: RatesError) -> FailureWords? {
    switch (error.code, error.facts) {
    // Requests.
    case (_, .unknown(.currency, let name, let nearest)):
      FailureWords(
        "Такої валюти тут немає: \(name)",
        advice: nearest.map { "Можливо, ви мали на увазі `\($0)`?" } ?? "Пишіть код валюти, як-от `USD`, `UAH`, `KAIA`."
      )
    case (_, .unknown(.source, let name, let nearest)):
      FailureWords(
        "Такого джерела немає: \(name)",
        advice: nearest.map { "Можливо, ви мали на увазі `\($0)`?" } ?? "Перелік джерел: `lectures rates sources`")
    case (_, .unknown(.bank, let name, _)):
      FailureWords("Такого банку тут немає: \(name)", advice: "Перелік банків: `lectures rates banks`")
    case (_, .noPair(let text)):
      FailureWords("Це не пара валют: \(text)", advice: "Пишіть два коди через `/`, як-от `USD/UAH`.")
    case (_, .sameCurrency(let currency)): FailureWords("Курс валюти до неї самої завжди 1: \(currency)")
    case (_, .amount):
      FailureWords(
        "Цю суму не вдається перерахувати.", reason: "У ній понад 18 знаків після коми, або вона завелика.")
    case (_, .days(let from, let to)):
      FailureWords(
        "Історії від \(Language.ukrainian.date(from.parts)) до \(Language.ukrainian.date(to.parts)) немає.",
        reason: "Перший день має бути не пізніше останнього, а всіх днів — не більше ніж \(RatesReader.mostDays).")
    case (_, .newsItem(let number, let count)):
      FailureWords(
        "Новини з номером \(number) немає.",
        reason: count == 0 ? "Жодної новини не збережено." : "Номери — від 1 до \(count).")
    case (_, .mirror):
      FailureWords(
        "Адреса дзеркала джерел непридатна.",
        advice: "Пишіть її як-от `https://rates.example.edu` або `http://127.0.0.1:8399`.")
    case (_, .manualRate(let text)):
      FailureWords(
        "Це не курс: \(text)", reason: "Потрібні число, більше за 0, і код іншої валюти.",
        advice: "Приклад: `2233.56 USD`")
    case (_, .noRate(let pair, let gap)): noRate(pair, gap)

    // Sources.
    case (.tooSoon, _) where error.subject == nil:
      FailureWords("Збережених курсів немає, а питати джерела ще зарано.", advice: askable(error.facts))
    case (.tooSoon, .askableAt):
      FailureWords(
        "Питати ще зарано: \(title(error)).", reason: "Відтоді, як джерело запитували, не минуло п’яти хвилин.",
        advice: askable(error.facts))
    case (.tooSoon, _):
      FailureWords("Зараз джерело не запитано: \(title(error)).", reason: "Його запитує інший процес.")
    case (.unreachable, .problems(let problems)):
      FailureWords(
        "Збережених курсів немає, і жодне джерело не відповідає.",
        reason: problems.compactMap { ukrainian($0)?.message }.joined(separator: " "), advice: sources)
    case (.unreachable, .status(let status)):
      FailureWords("Джерело відповіло станом HTTP \(status): \(title(error)).", advice: sources)
    case (.unreachable, _): FailureWords("Немає з’єднання з джерелом: \(title(error)).", advice: sources)
    case (.badAnswer, _): FailureWords("Відповідь джерела непридатна: \(title(error)).", advice: sources)
    case (.suspect, _):
      FailureWords(
        "Курси далекі від попередніх, або купівля далека від продажу: вони сумнівні й не враховані."
          + " Джерело: \(title(error)).", advice: sources)
    case (.contradictory, _):
      FailureWords("Джерело суперечить собі, суперечливе не враховано: \(title(error)).", advice: sources)
    case (.limited, _):
      FailureWords("Джерело просить менше запитів: \(title(error)).", advice: "Спробуйте пізніше.")
    case (.noData, _): FailureWords("Джерело не має таких курсів: \(title(error)).", advice: markets)
    case (.badKey, .key(let source)):
      FailureWords(
        "Ключ джерела непридатний: `\(source)`", reason: "Він неправильний, або джерело його не приймає.",
        advice: "Перевірте файл ключа або приберіть джерело з `--rates-sources`.")
    case (.badKey, _):
      FailureWords("Джерело не приймає ключа: \(title(error)).", advice: "Перевірте, чи ключ ще чинний.")

    // This machine.
    case (.bookFailed, .file(let path, .server)):
      FailureWords(
        "Сервер курсів не можна використати: \(path)",
        advice: error.ofDatabase.flatMap { DatabaseErrors.ukrainian($0)?.advice })
    case (.bookFailed, .file(let path, let trouble)):
      FailureWords("Файл курсів непридатний: \(path)", advice: repair(trouble))
    case (.bookFailed, _):
      FailureWords("Файл курсів непридатний.", advice: "Перевірте права доступу до файлу й теки.")
    case (.noReader, _):
      FailureWords("На цьому комп’ютері не можна читати XML.", advice: "Встановіть: `apt-get install libxml2`")
    default: nil
    }
  }

  private static func noRate(_ pair: CurrencyPair, _ gap: RateGap) -> FailureWords {
    let reason: String? =
      switch gap {
      case .legs(let legs):
        legs.isEmpty ? nil : "Жодне джерело не має: \(legs.map(\.description).joined(separator: ", "))."
      case .crossed(let leg, _): "Купівля \(leg) дорожча за продаж, тож курсові не можна вірити."
      case .apart(let first, let second, let hours):
        "Між курсами \(first) і \(second) — \(hours) \(Plural.ukrainian(Int(clamping: hours), "година", "години", "годин"))."
      case .noCommonSide(let first, let second): "Курси \(first) і \(second) не мають спільної сторони."
      case .noSeller: "Джерело повідомляє лише курс купівлі."
      case .noBuyer: "Джерело повідомляє лише курс продажу."
      case .tooLong: "Число задовге."
      }
    return FailureWords("Курсу \(pair) немає.", reason: reason, advice: markets)
  }

  private static func repair(_ trouble: StoreProblem) -> String {
    switch trouble {
    case .newer: "Візьміть пізнішу версію програми або інший файл."
    case .busy: "До нього довго пише інший процес: спробуйте ще раз."
    case .full: "Звільніть місце на диску."
    case .notWritable: "Перевірте, чи можете писати до файлу й теки."
    case .server: "Перевірте, чи працює сервер і чи пускає він вас."
    case .other: "Якщо він пошкоджений або належить іншій програмі, перенесіть його: буде створено новий."
    }
  }

  private static func askable(_ facts: Facts?) -> String? {
    if case .askableAt(let time)? = facts {
      "Знову питати можна від \(LocalTime.text(time, in: .ukrainian))."
    } else {
      nil
    }
  }

  private static func title(_ error: RatesError) -> String {
    error.subject.map { SourceTitle($0).ukrainian } ?? "невідоме"
  }

  private static let sources = "Як відповідали джерела: `lectures rates sources`"
  private static let markets = "Кожен ринок має свої курси: `--market crypto`, `korea`, `nbu`, `banks`, `ecb`"
}
