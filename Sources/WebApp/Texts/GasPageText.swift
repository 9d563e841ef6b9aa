import Localization
import Outbox

/// The words of the page of gas.
enum GasPageText: Phrase {
  case title(String)
  case speed(FeeSpeed), speedLabel, atMost(String), waitUnknown, blocks(usual: Int, most: Int), seconds(String),
    minutes(Int)
  /// Speeds that cost the same.
  case samePrice
  /// A time that the oracle estimates.
  case toldWait(String)
  /// The share of so many blocks that would have had a transaction of a speed in time.
  case enough(String, blocks: Int)
  case baseFee, noBaseFee, fullness, full(average: String, count: Int, last: String), block
  case source, node, oracle, oracleProblem
  /// An oracle that no node confirms.
  case unverified
  /// No node answers; what the book has stands instead.
  case silent, nothingKept, asOf
  case costs, action, gasUnits
  /// An action by its word, as in `erc-20-transfer`.
  case actionName(String)
  case history, noHours, hours(Int), noneInDays(Int), days(Int)
  case chart(String, unit: String, days: Int), bounds(low: String, high: String, unit: String), numbers
  case time, price, lowest, highest
  case week, weekCaption(String, unit: String, zone: String), day
  /// A day of the week, 0 for Monday.
  case weekday(Int)
  case alerts, unwatched, noAlerts, number, rule, state, channels, remove, removeAlert(Int64)
  case addAlert, when, crossing(PriceCrossing), limit, limitHint(String), note, noteHint, once, add

  /// The command that watches prices: no page does.
  private static let monitor = "lectures gas daemon"

  var english: String {
    switch self {
    case .title(let network): "Gas on \(network)"
    case .speed(let speed):
      switch speed {
      case .slow: "Slow"
      case .standard: "Standard"
      case .fast: "Fast"
      }
    case .atMost(let price): "at most \(price)"
    case .samePrice: "Speeds at the same price are equally fast: to pay more would not help now."
    case .waitUnknown: "The wait is not known."
    case .toldWait(let time): "\(time) by the oracle's estimate"
    case .enough(let share, let blocks):
      "was enough in \(share) of \(blocks) \(Plural.english(blocks, "block", "blocks"))"
    case .blocks(let usual, let most):
      usual == most
        ? "\(most) \(Plural.english(most, "block", "blocks"))" : "\(usual) to \(most) blocks"
    case .seconds(let count): "\(count) s"
    case .minutes(let count): "\(count) min"
    case .baseFee: "Base fee in the next block"
    case .noBaseFee: "none on this chain"
    case .fullness: "Fullness of blocks"
    case .full(let average, let count, let last): "\(average) on the average of \(count), the last \(last)"
    case .block: "Newest block"
    case .source: "Source"
    case .node: "the node"
    case .oracle: "a gas oracle"
    case .unverified: "a gas oracle; no node answers to confirm it"
    case .oracleProblem: "The oracle fails"
    case .silent: "The node tells no prices now."
    case .nothingKept: "No price is kept of this network yet."
    case .asOf: "As they were kept:"
    case .costs: "Cost of the usual actions"
    case .action: "Action"
    case .gasUnits: "Gas"
    case .actionName(let word): Self.action(word)?.english ?? word
    case .history: "History"
    case .noHours: "No hour of history yet. Prices are kept while the gas monitor runs."
    case .hours(let count): "\(count) \(Plural.english(count, "hour", "hours")) of history yet"
    case .noneInDays(let days):
      days == 1 ? "No price of the last 24 hours is kept." : "No price of the last \(days) days is kept."
    case .days(let days): days == 1 ? "24 h" : "\(days) d"
    case .chart(let speed, let unit, let days):
      "\(speed), in \(unit), " + (days == 1 ? "the last 24 hours" : "the last \(days) days")
    case .bounds(let low, let high, let unit): "From \(low) to \(high) \(unit)."
    case .numbers: "The numbers as a table"
    case .time: "Time"
    case .price: "Price"
    case .lowest: "Lowest"
    case .highest: "Highest"
    case .week: "Hours of the week"
    case .weekCaption(let speed, let unit, let zone):
      "Mean price in \(unit), \(speed), by day and hour (\(zone)). Green is the cheapest quarter, red the dearest."
    case .day: "Day"
    case .weekday(let day): Self.name(day, "Mon Tue Wed Thu Fri Sat Sun")
    case .alerts: "Alerts"
    case .unwatched:
      "Nobody watches prices now: an alert is told while the gas monitor runs. Start it in a terminal: \(Self.monitor)"
    case .noAlerts: "There is no alert."
    case .number: "No."
    case .rule: "When"
    case .state: "State"
    case .channels: "Told by"
    case .remove: "Remove"
    case .removeAlert(let id): "Remove alert \(id)"
    case .addAlert: "Tell me"
    case .when: "When the price is"
    case .crossing(let crossing):
      switch crossing {
      case .below: "below"
      case .above: "at or above"
      case .change: "changed by per cent"
      }
    case .limit: "Limit"
    case .limitHint(let unit): "In \(unit), or in per cent for a change."
    case .speedLabel: "Speed"
    case .note: "Note"
    case .noteHint: "A line of your own that stands in the notice. It can stay empty."
    case .once: "Remove it once it has been told"
    case .add: "Add the alert"
    }
  }

  var korean: String {
    switch self {
    case .title(let network): "\(network)의 가스"
    case .speed(let speed):
      switch speed {
      case .slow: "느림"
      case .standard: "보통"
      case .fast: "빠름"
      }
    case .atMost(let price): "최대 \(price)"
    case .samePrice: "가격이 같은 속도는 똑같이 빠릅니다. 지금은 더 내도 빨라지지 않습니다."
    case .waitUnknown: "대기 시간을 알 수 없습니다."
    case .toldWait(let time): "\(time)(오라클 추정)"
    case .enough(let share, let blocks): "\(blocks)블록 중 \(share)에서 충분했음"
    case .blocks(let usual, let most): usual == most ? "블록 \(most)개" : "블록 \(usual)~\(most)개"
    case .seconds(let count): "\(count)초"
    case .minutes(let count): "\(count)분"
    case .baseFee: "다음 블록의 기본 수수료"
    case .noBaseFee: "이 체인에는 없음"
    case .fullness: "블록 사용률"
    case .full(let average, let count, let last): "최근 \(count)개 평균 \(average), 마지막 블록 \(last)"
    case .block: "최신 블록"
    case .source: "출처"
    case .node: "노드"
    case .oracle: "가스 오라클"
    case .unverified: "가스 오라클(응답하는 노드가 없어 확인하지 못함)"
    case .oracleProblem: "오라클 오류"
    case .silent: "지금은 노드에서 가격을 알 수 없습니다."
    case .nothingKept: "이 네트워크의 가격 기록이 아직 없습니다."
    case .asOf: "마지막으로 기록된 가격:"
    case .costs: "자주 쓰는 동작의 비용"
    case .action: "동작"
    case .gasUnits: "가스"
    case .actionName(let word): Self.action(word)?.korean ?? word
    case .history: "기록"
    case .noHours: "아직 기록이 없습니다. 가스 모니터가 실행되는 동안 가격이 기록됩니다."
    case .hours(let count): "아직 기록이 \(count)시간뿐입니다"
    case .noneInDays(let days): days == 1 ? "지난 24시간의 가격 기록이 없습니다." : "지난 \(days)일의 가격 기록이 없습니다."
    case .days(let days): days == 1 ? "24시간" : "\(days)일"
    case .chart(let speed, let unit, let days): "\(speed), 단위 \(unit), " + (days == 1 ? "지난 24시간" : "지난 \(days)일")
    case .bounds(let low, let high, let unit): "\(low)에서 \(high) \(unit)까지."
    case .numbers: "수치를 표로 보기"
    case .time: "시간"
    case .price: "가격"
    case .lowest: "최저"
    case .highest: "최고"
    case .week: "요일과 시간"
    case .weekCaption(let speed, let unit, let zone):
      "요일과 시간별 평균 가격, 단위 \(unit), \(speed) (\(zone)). 초록은 가장 싼 4분의 1, 빨강은 가장 비싼 4분의 1입니다."
    case .day: "요일"
    case .weekday(let day): Self.name(day, "월 화 수 목 금 토 일")
    case .alerts: "알림"
    case .unwatched: "지금은 가격을 지켜보는 프로그램이 없습니다. 알림은 가스 모니터가 실행되는 동안 전달됩니다. 터미널에서 시작하세요: \(Self.monitor)"
    case .noAlerts: "알림이 없습니다."
    case .number: "번호"
    case .rule: "조건"
    case .state: "상태"
    case .channels: "전달 방법"
    case .remove: "삭제"
    case .removeAlert(let id): "알림 \(id)번 삭제"
    case .addAlert: "알림 추가"
    case .when: "가격 조건"
    case .crossing(let crossing):
      switch crossing {
      case .below: "미만"
      case .above: "이상"
      case .change: "변동률(%)"
      }
    case .limit: "기준값"
    case .limitHint(let unit): "단위는 \(unit), 변동률은 퍼센트입니다."
    case .speedLabel: "속도"
    case .note: "메모"
    case .noteHint: "알림에 함께 표시되는 한 줄입니다. 비워 둘 수 있습니다."
    case .once: "한 번 알린 뒤 삭제"
    case .add: "알림 추가"
    }
  }

  var ukrainian: String {
    switch self {
    case .title(let network): "Газ у мережі \(network)"
    case .speed(let speed):
      switch speed {
      case .slow: "Повільно"
      case .standard: "Звичайно"
      case .fast: "Швидко"
      }
    case .atMost(let price): "щонайбільше \(price)"
    case .samePrice: "Швидкості з однаковою ціною однаково швидкі: зараз більша плата не допоможе."
    case .waitUnknown: "Час очікування невідомий."
    case .toldWait(let time): "\(time) за оцінкою оракула"
    case .enough(let share, let blocks):
      "вистачало в \(share) з \(blocks) \(Plural.ukrainian(blocks, "блоку", "блоків", "блоків"))"
    case .blocks(let usual, let most):
      usual == most
        ? "\(most) \(Plural.ukrainian(most, "блок", "блоки", "блоків"))" : "\(usual) – \(most) блоків"
    case .seconds(let count): "\(count) с"
    case .minutes(let count): "\(count) хв"
    case .baseFee: "Базова плата в наступному блоці"
    case .noBaseFee: "у цій мережі її немає"
    case .fullness: "Заповненість блоків"
    case .full(let average, let count, let last): "\(average) у середньому з \(count), останній \(last)"
    case .block: "Найновіший блок"
    case .source: "Джерело"
    case .node: "вузол"
    case .oracle: "оракул газу"
    case .unverified: "оракул газу; жоден вузол не відповідає, щоб підтвердити"
    case .oracleProblem: "Оракул не відповідає"
    case .silent: "Зараз вузол не повідомляє цін."
    case .nothingKept: "Цін цієї мережі ще не збережено."
    case .asOf: "Як їх було збережено:"
    case .costs: "Вартість звичайних дій"
    case .action: "Дія"
    case .gasUnits: "Газ"
    case .actionName(let word): Self.action(word)?.ukrainian ?? word
    case .history: "Історія"
    case .noHours: "Ще немає жодної години історії. Ціни зберігаються, поки працює монітор газу."
    case .hours(let count): "Поки що \(count) \(Plural.ukrainian(count, "година", "години", "годин")) історії"
    case .noneInDays(let days):
      days == 1 ? "За останні 24 години цін не збережено." : "За останні \(days) днів цін не збережено."
    case .days(let days): days == 1 ? "24 год" : "\(days) дн."
    case .chart(let speed, let unit, let days):
      "\(speed), у \(unit), " + (days == 1 ? "останні 24 години" : "останні \(days) днів")
    case .bounds(let low, let high, let unit): "Від \(low) до \(high) \(unit)."
    case .numbers: "Числа в таблиці"
    case .time: "Час"
    case .price: "Ціна"
    case .lowest: "Найнижча"
    case .highest: "Найвища"
    case .week: "Години тижня"
    case .weekCaption(let speed, let unit, let zone):
      "Середня ціна в \(unit), \(speed), за днями й годинами (\(zone)). Зелене — найдешевша чверть, червоне — найдорожча."
    case .day: "День"
    case .weekday(let day): Self.name(day, "Пн Вт Ср Чт Пт Сб Нд")
    case .alerts: "Сповіщення"
    case .unwatched:
      "Зараз ніхто не стежить за цінами: сповіщення надходять, поки працює монітор газу. Запустіть його в терміналі: \(Self.monitor)"
    case .noAlerts: "Сповіщень немає."
    case .number: "№"
    case .rule: "Коли"
    case .state: "Стан"
    case .channels: "Як"
    case .remove: "Вилучити"
    case .removeAlert(let id): "Вилучити сповіщення \(id)"
    case .addAlert: "Сповістити мене"
    case .when: "Коли ціна"
    case .crossing(let crossing):
      switch crossing {
      case .below: "нижче"
      case .above: "від"
      case .change: "змінилася на відсотки"
      }
    case .limit: "Межа"
    case .limitHint(let unit): "У \(unit), для зміни — у відсотках."
    case .speedLabel: "Швидкість"
    case .note: "Примітка"
    case .noteHint: "Ваш рядок, що стоятиме в сповіщенні. Можна лишити порожнім."
    case .once: "Вилучити після першого сповіщення"
    case .add: "Додати сповіщення"
    }
  }
}

extension GasPageText {
  /// The names of the actions that everybody does; nil for another word.
  private static func action(_ word: String) -> (english: String, korean: String, ukrainian: String)? {
    switch word {
    case "transfer": ("Transfer", "송금", "Переказ")
    case "erc-20-transfer": ("Transfer of a token (ERC-20)", "토큰 송금(ERC-20)", "Переказ токена (ERC-20)")
    case "nft-transfer": ("Transfer of an NFT", "NFT 전송", "Переказ NFT")
    case "swap": ("Swap of tokens", "토큰 교환", "Обмін токенів")
    case "purchase": ("Purchase of a lecture", "강의 구매", "Купівля лекції")
    case "evaluate": ("Rating of a lecture", "강의 평가", "Оцінювання лекції")
    default: nil
    }
  }

  private static func name(_ day: Int, _ names: String) -> String {
    let names = names.split(separator: " ")
    return names.indices.contains(day) ? String(names[day]) : ""
  }
}

/// The ways in which a price crosses a limit.
enum PriceCrossing: String, Sendable, CaseIterable {
  case below, above, change
}
