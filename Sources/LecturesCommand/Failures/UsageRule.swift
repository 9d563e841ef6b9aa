import Listening
import Localization

/// A rule of options and values that the parser of arguments does not know; commands throw it when they are parsed.
enum UsageRule: Phrase, Error, CustomStringConvertible {
  case either(String, String)
  /// None of those was given of which one is needed.
  case oneOf([String])
  case inRange(String, from: Int, to: Int)
  case goesWith(String, String)
  case noDay(String, example: String)
  case storeMissing
  case openDescriptor(String)
  /// A text that is no name of a host, and the name that it means.
  case hostName(String, meant: String?)
  case formerMaxFee
  case lectureNumber, lecturesOrAll, scoresMissing

  // Sending.
  case idLength, sentOrAgain, signerNames, deadlineAlone, deadlineTime, feePayerOrService, feeRatioAlone, feeRatio

  // News and alerts.
  case linkWithoutNumber, itemOrAll, noCommandLine, oneLimit

  var english: String {
    switch self {
    case .either(let one, let other): "Give either \(one) or \(other), not both."
    case .oneOf(let names): "Give \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")."
    case .inRange(let option, let least, let most): "\(option) has to be from \(least) to \(most)."
    case .goesWith(let option, let other): "\(option) goes with \(other)."
    case .noDay(let text, let example): "'\(text)' is no day; write it as in \(example)."
    case .storeMissing: "Name the store: give --store, --database or --database-file."
    case .openDescriptor(let option): "\(option) has to be the number of an open descriptor, as in 3."
    case .hostName(let text, let meant?):
      "--allow-host takes the name of a host alone, and not '\(text)': say --allow-host \(meant)"
    case .hostName(let text, nil): "--allow-host takes the name of a host, as in fees.example, and not '\(text)'."
    case .formerMaxFee: "--max-fee is called --max-total-fee now: a maximum fee is elsewhere a price per gas."
    case .lectureNumber: "Lectures are numbered from 0; `lectures list` shows them."
    case .lecturesOrAll: "Name the lectures, as in `lectures average 0 3`, or give --all."
    case .scoresMissing:
      "Missing expected argument '--scores <a,b,c,d,e>': nobody is there to be asked for the five scores."
    case .idLength: "--id has to have 1 to 200 bytes, as in order-77."
    case .sentOrAgain: "Give either --is or --again: it was sent, or is sent once more."
    case .signerNames: "--sign-with takes names, as in alice,bob."
    case .deadlineAlone: "--deadline says how long to wait for a price: add --wait-for-price."
    case .deadlineTime: "--deadline has to be a time up to a year, as in 30m, 8h or 2d."
    case .feePayerOrService: "Give either --fee-payer or --fee-service: one of them pays."
    case .feeRatioAlone: "--fee-ratio says how much another pays: add --fee-payer or --fee-service."
    case .feeRatio: "--fee-ratio is a per cent from 1 to 99; leave it out to have all of the fee paid."
    case .linkWithoutNumber: "--link needs the number of an item."
    case .itemOrAll: "--mark-read takes the number of an item, or all."
    case .noCommandLine: "--command has no line to run."
    case .oneLimit: "Give one of --above, --below and --change, as in --above 45."
    }
  }

  var korean: String {
    switch self {
    case .either(let one, let other): "`\(one)`, `\(other)` 가운데 하나만 지정하십시오."
    case .oneOf(let names): "다음 가운데 하나를 지정하십시오: \(Self.quoted(names))."
    case .inRange(let option, let least, let most): "`\(option)` 값은 \(least)부터 \(most)까지입니다."
    case .goesWith(let option, let other): "`\(option)` 옵션은 다음 옵션과 함께 씁니다: `\(other)`."
    case .noDay(let text, let example): "날짜가 아닙니다: `\(text)`. 예: \(example)"
    case .storeMissing: "저장소를 지정하십시오: `--store`, `--database`, `--database-file` 가운데 하나."
    case .openDescriptor(let option): "`\(option)` 값은 열린 디스크립터의 번호입니다. 예: 3"
    case .hostName(let text, let meant?):
      "`--allow-host` 값은 호스트 이름뿐입니다. `\(text)` 대신 쓸 것: `--allow-host \(meant)`"
    case .hostName(let text, nil): "`--allow-host` 값은 호스트 이름입니다. 사용할 수 없는 값: `\(text)`. 예: `fees.example`"
    case .formerMaxFee: "`--max-fee`는 이제 `--max-total-fee`입니다. 다른 곳에서 최대 수수료는 가스당 가격을 뜻합니다."
    case .lectureNumber: "강의 번호는 0부터 시작합니다. 강의 목록: `lectures list`"
    case .lecturesOrAll: "`lectures average 0 3`과 같이 강의를 지정하거나 `--all`을 쓰십시오."
    case .scoresMissing: "인수가 없습니다: `--scores <a,b,c,d,e>`. 다섯 점수를 물어볼 사람이 없습니다."
    case .idLength: "`--id` 값은 1바이트에서 200바이트까지입니다. 예: `order-77`"
    case .sentOrAgain: "`--is`와 `--again` 가운데 하나만 지정하십시오. 이미 보낸 것이거나, 다시 보내는 것입니다."
    case .signerNames: "`--sign-with` 값은 `alice,bob`과 같은 이름입니다."
    case .deadlineAlone: "`--deadline`은 가격을 기다리는 시간입니다. `--wait-for-price`를 더하십시오."
    case .deadlineTime: "`--deadline` 값은 최대 1년의 시간입니다. 예: `30m`, `8h`, `2d`"
    case .feePayerOrService: "`--fee-payer`와 `--fee-service` 가운데 하나만 지정하십시오. 내는 쪽은 하나입니다."
    case .feeRatioAlone: "`--fee-ratio`는 다른 쪽이 내는 몫입니다. `--fee-payer` 또는 `--fee-service`를 더하십시오."
    case .feeRatio: "`--fee-ratio` 값은 1부터 99까지의 퍼센트입니다. 전부 내게 하려면 빼십시오."
    case .linkWithoutNumber: "`--link`에는 뉴스의 번호가 필요합니다."
    case .itemOrAll: "`--mark-read` 값은 뉴스의 번호 또는 `all`입니다."
    case .noCommandLine: "`--command`에 실행할 명령이 없습니다."
    case .oneLimit: "`--above`, `--below`, `--change` 가운데 하나를 지정하십시오. 예: `--above 45`"
    }
  }

  var ukrainian: String {
    switch self {
    case .either(let one, let other): "Вкажіть щось одне: `\(one)` або `\(other)`."
    case .oneOf(let names): "Вкажіть щось одне з цього: \(Self.quoted(names))."
    case .inRange(let option, let least, let most): "Значення `\(option)` — від \(least) до \(most)."
    case .goesWith(let option, let other): "`\(option)` вживають разом із `\(other)`."
    case .noDay(let text, let example): "Це не день: `\(text)`. Пишіть як-от \(example)."
    case .storeMissing: "Вкажіть сховище: `--store`, `--database` або `--database-file`."
    case .openDescriptor(let option): "Значення `\(option)` — номер відкритого дескриптора, як-от 3."
    case .hostName(let text, let meant?):
      "Значення `--allow-host` — лише ім’я хоста. Замість `\(text)` пишіть `--allow-host \(meant)`."
    case .hostName(let text, nil): "Значення `--allow-host` — ім’я хоста, як-от `fees.example`, а не `\(text)`."
    case .formerMaxFee:
      "`--max-fee` тепер називається `--max-total-fee`: деінде найбільша комісія — це ціна за одиницю газу."
    case .lectureNumber: "Лекції нумеруються від 0. Перелік: `lectures list`"
    case .lecturesOrAll: "Вкажіть лекції, як-от `lectures average 0 3`, або додайте `--all`."
    case .scoresMissing: "Бракує аргументу: `--scores <a,b,c,d,e>`. Нема кого спитати про п’ять оцінок."
    case .idLength: "Значення `--id` має від 1 до 200 байтів, як-от `order-77`."
    case .sentOrAgain: "Вкажіть щось одне: `--is`, якщо вже надіслано, або `--again`, щоб надіслати ще раз."
    case .signerNames: "Значення `--sign-with` — імена, як-от `alice,bob`."
    case .deadlineAlone: "`--deadline` обмежує чекання на ціну: додайте `--wait-for-price`."
    case .deadlineTime: "Значення `--deadline` — час до одного року, як-от `30m`, `8h` або `2d`."
    case .feePayerOrService: "Вкажіть щось одне: `--fee-payer` або `--fee-service`. Платить хтось один."
    case .feeRatioAlone: "`--fee-ratio` — це частка іншого платника: додайте `--fee-payer` або `--fee-service`."
    case .feeRatio: "Значення `--fee-ratio` — від 1 до 99 відсотків; щоб інший сплатив усе, приберіть його."
    case .linkWithoutNumber: "Для `--link` потрібен номер новини."
    case .itemOrAll: "Значення `--mark-read` — номер новини або `all`."
    case .noCommandLine: "У `--command` немає команди для запуску."
    case .oneLimit: "Вкажіть щось одне: `--above`, `--below` або `--change`, як-от `--above 45`."
    }
  }

  var description: String { english }

  private static func quoted(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

  /// The rule that a choice of one breaks where both are given, or none; nil where one is.
  static func choice(_ one: String, _ isGiven: Bool, _ other: String, _ isOtherGiven: Bool) -> UsageRule? {
    guard isGiven == isOtherGiven else { return nil }
    return isGiven ? .either(one, other) : .oneOf([one, other])
  }

  /// Makes sure that texts are names of hosts, or `*`: what a request can be addressed to is never a URL.
  static func requireHostNames(_ texts: [String]) throws(UsageRule) {
    for text in texts where text != "*" {
      let meant = OriginPolicy.hostName(meantBy: text)
      guard meant == text.lowercased() else { throw .hostName(text, meant: meant) }
    }
  }

  /// The rule that an error of the parser is about; nil if it is about none.
  ///
  /// The parser throws what commands throw inside of an error of its own, and has no other way to it.
  static func broken(in error: any Error) -> UsageRule? { search(error, depth: 6) }

  private static func search(_ value: Any, depth: Int) -> UsageRule? {
    if let rule = value as? UsageRule { return rule }
    guard depth > 0 else { return nil }
    return Mirror(reflecting: value).children.lazy.compactMap { search($0.value, depth: depth - 1) }.first
  }
}
