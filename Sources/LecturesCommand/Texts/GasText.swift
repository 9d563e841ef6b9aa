import GasPrices
import Localization
import Outbox

/// The words of `lectures gas`.
enum GasText: Phrase {
  // Facts.
  case chain(String, String)
  case baseFee, blobBaseFee, nextBlock(String), noBaseFee
  case blocks, fullness(String, of: Int, last: String)
  case source, node, anOracle, oracle
  /// An oracle that no node confirms.
  case unverified
  // The table of speeds.
  case speedTitle, speed(FeeSpeed)
  /// A speed as the heading of a column.
  case heading(FeeSpeed)
  case priceIn(String), tip, atMost, waits, enough
  case unknownWait
  /// A time that the oracle estimates.
  case toldWait(String)
  /// Blocks, and the time that they take where it is known.
  case wait(String, most: Int, time: String?)
  case seconds(String), minutes(Int)
  case span(String, String)
  /// Whole per cent of so many blocks.
  case enoughIn(Int, blocks: Int)
  /// The meaning of the column of that.
  case enoughMeans
  // The table of actions.
  case actionTitle, units, tooMuch
  case origins(String), origin(UsualAction.Origin)
  // Watching.
  case watching(String, unit: String), onlyShown
  case block(UInt64), base(String), blobBase(String), full(String)
  // The daemon.
  case watchingFor(String, alerts: Int), lastPrice
  case priceAt(String, String, block: Int64)
  // History.
  case nothingKept(String), nothingWritten, nobodyWatched
  case lastDay(String, unit: String), lastWeek, cheapest
  case written(String)
  case dayTitle, hourTitle(String), weeksTitle
  case weekday(Int), hours(String, String)
  case lowest, average, highest
  case cut(String)
  case svgTitle(String)

  var english: String {
    switch self {
    case .chain(let network, let chain): "\(network), chain \(chain)"
    case .baseFee: "Base fee"
    case .blobBaseFee: "Blob base fee"
    case .nextBlock(let price): "\(price) in the next block"
    case .noBaseFee: "none"
    case .blocks: "Blocks"
    case .fullness(let average, let count, let last): "\(average) full on the average of \(count), the last \(last)"
    case .source: "Source"
    case .node: "the node"
    case .anOracle: "a gas oracle"
    case .unverified: "a gas oracle; no node answers to confirm it"
    case .oracle: "Oracle"
    case .speedTitle: "Speed"
    case .speed(let speed): speed.rawValue
    case .heading(let speed):
      switch speed {
      case .slow: "Slow"
      case .standard: "Standard"
      case .fast: "Fast"
      }
    case .priceIn(let unit): "Price in \(unit)"
    case .tip: "Tip"
    case .atMost: "At most"
    case .waits: "Waits"
    case .enough: "Was enough"
    case .unknownWait: "not known"
    case .toldWait(let time): "\(time) by the oracle's estimate"
    case .wait(let blocks, let most, let time):
      "\(blocks) \(Plural.english(most, "block", "blocks"))" + (time.map { ", \($0)" } ?? "")
    case .seconds(let seconds): "\(seconds) s"
    case .minutes(let minutes): "\(minutes) min"
    case .span(let low, let high): "\(low) to \(high)"
    case .enoughIn(let percent, let blocks): "\(percent) % of \(blocks) \(Plural.english(blocks, "block", "blocks"))"
    case .enoughMeans:
      "Was enough: the share that would have been in in time, had one been sent before each of these blocks."
    case .actionTitle: "Action"
    case .units: "Gas"
    case .tooMuch: "too much"
    case .origins(let list): "Gas of actions: \(list)."
    case .origin(let origin):
      switch origin {
      case .fixed: "as the protocol has it"
      case .common: "as is common"
      case .measured: "as measured on a devnet"
      case .estimated: "as the node estimates now"
      case .told: "as you say"
      }
    case .watching(let network, let unit): "\(network), prices in \(unit); Ctrl-C ends it."
    case .onlyShown: "The daemon keeps the prices and tells the alerts; here they are only shown."
    case .block(let number): "block \(number)"
    case .base(let price): "base \(price)"
    case .blobBase(let price): "blob base \(price)"
    case .full(let share): "\(share) full"
    case .watchingFor(let network, let alerts):
      "It watches \(network) for \(alerts) \(Plural.english(alerts, "alert", "alerts"))."
    case .lastPrice: "Last price"
    case .priceAt(let price, let time, let block): "\(price) at \(time), block \(block)"
    case .nothingKept(let network): "Nothing is kept of \(network) yet; keep prices with"
    case .nothingWritten: "Nothing is written."
    case .nobodyWatched: "Nobody watched."
    case .lastDay(let network, let unit): "\(network), in \(unit): the last 24 hours"
    case .lastWeek: "The last 7 days"
    case .cheapest: "The cheapest hours of the week"
    case .written(let file): "Written: \(file)"
    case .dayTitle: "Day"
    case .hourTitle(let zone): "Hour, \(zone)"
    case .weeksTitle: "Weeks"
    case .weekday(let day):
      ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][day]
    case .hours(let start, let end): "\(start) to \(end)"
    case .lowest: "Lowest"
    case .average: "Average"
    case .highest: "Highest"
    case .cut(let highest): "▲ is above the scale: up to \(highest)."
    case .svgTitle(let network): "Gas on \(network), by hour"
    }
  }

  var korean: String {
    switch self {
    case .chain(let network, let chain): "\(network), 체인 \(chain)"
    case .baseFee: "기본 수수료"
    case .blobBaseFee: "블롭 기본 수수료"
    case .nextBlock(let price): "다음 블록 \(price)"
    case .noBaseFee: "없음"
    case .blocks: "블록"
    case .fullness(let average, let count, let last): "최근 \(count)개 평균 사용률 \(average), 마지막 블록 \(last)"
    case .source: "출처"
    case .node: "노드"
    case .anOracle: "가스 오라클"
    case .unverified: "가스 오라클(응답하는 노드가 없어 확인하지 못함)"
    case .oracle: "오라클"
    case .speedTitle: "속도"
    case .speed(let speed):
      switch speed {
      case .slow: "느림"
      case .standard: "보통"
      case .fast: "빠름"
      }
    case .heading(let speed): GasText.speed(speed).korean
    case .priceIn(let unit): "가격(\(unit))"
    case .tip: "팁"
    case .atMost: "최대"
    case .waits: "대기"
    case .enough: "충분했던 비율"
    case .unknownWait: "알 수 없음"
    case .toldWait(let time): "\(time)(오라클 추정)"
    case .wait(let blocks, _, let time): "\(blocks)블록" + (time.map { ", \($0)" } ?? "")
    case .seconds(let seconds): "\(seconds)초"
    case .minutes(let minutes): "\(minutes)분"
    case .span(let low, let high): "\(low)~\(high)"
    case .enoughIn(let percent, let blocks): "\(blocks)블록 중 \(percent)%"
    case .enoughMeans: "충분했던 비율: 블록마다 그 속도로 보냈다면 제때 블록에 들어갔을 비율입니다."
    case .actionTitle: "작업"
    case .units: "가스"
    case .tooMuch: "너무 큼"
    case .origins(let list): "작업별 가스: \(list)"
    case .origin(let origin):
      switch origin {
      case .fixed: "프로토콜 규정"
      case .common: "일반적인 값"
      case .measured: "개발용 체인 측정값"
      case .estimated: "지금 노드의 추정값"
      case .told: "직접 지정한 값"
      }
    case .watching(let network, let unit): "\(network), 가격 단위 \(unit). Ctrl-C로 끝냅니다."
    case .onlyShown: "가격 저장과 알림은 데몬이 합니다. 여기서는 보여 주기만 합니다."
    case .block(let number): "블록 \(number)"
    case .base(let price): "기본 \(price)"
    case .blobBase(let price): "블롭 기본 \(price)"
    case .full(let share): "사용률 \(share)"
    case .watchingFor(let network, let alerts): "알림 \(alerts)개를 위해 \(network)의 가스를 감시합니다."
    case .lastPrice: "마지막 가격"
    case .priceAt(let price, let time, let block): "\(price), \(time), 블록 \(block)"
    case .nothingKept(let network): "\(network)의 기록이 아직 없습니다. 기록하려면:"
    case .nothingWritten: "아무것도 쓰지 않았습니다."
    case .nobodyWatched: "기록이 없습니다."
    case .lastDay(let network, let unit): "\(network), 단위 \(unit): 최근 24시간"
    case .lastWeek: "최근 7일"
    case .cheapest: "한 주에서 가장 싼 시간"
    case .written(let file): "저장함: \(file)"
    case .dayTitle: "요일"
    case .hourTitle(let zone): "시간(\(Language.korean.zone(zone)))"
    case .weeksTitle: "주"
    case .weekday(let day): ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"][day]
    case .hours(let start, let end): "\(start)~\(end)"
    case .lowest: "최저"
    case .average: "평균"
    case .highest: "최고"
    case .cut(let highest): "▲는 눈금을 넘는 값입니다. 최고 \(highest)"
    case .svgTitle(let network): "\(network) 가스, 시간별"
    }
  }

  var ukrainian: String {
    switch self {
    case .chain(let network, let chain): "\(network), ланцюг \(chain)"
    case .baseFee: "Базова плата"
    case .blobBaseFee: "Базова плата за блоби"
    case .nextBlock(let price): "\(price) у наступному блоці"
    case .noBaseFee: "немає"
    case .blocks: "Блоки"
    case .fullness(let average, let count, let last):
      "заповнені в середньому на \(average) (\(count)), останній на \(last)"
    case .source: "Джерело"
    case .node: "вузол"
    case .anOracle: "оракул газу"
    case .unverified: "оракул газу; жоден вузол не відповідає, щоб підтвердити"
    case .oracle: "Оракул"
    case .speedTitle: "Швидкість"
    case .speed(let speed):
      switch speed {
      case .slow: "повільно"
      case .standard: "звичайно"
      case .fast: "швидко"
      }
    case .heading(let speed):
      switch speed {
      case .slow: "Повільно"
      case .standard: "Звичайно"
      case .fast: "Швидко"
      }
    case .priceIn(let unit): "Ціна, \(unit)"
    case .tip: "Чайові"
    case .atMost: "Щонайбільше"
    case .waits: "Чекає"
    case .enough: "Вистачало"
    case .unknownWait: "невідомо"
    case .toldWait(let time): "\(time) за оцінкою оракула"
    case .wait(let blocks, let most, let time):
      "\(blocks) \(Plural.ukrainian(most, "блок", "блоки", "блоків"))" + (time.map { ", \($0)" } ?? "")
    case .seconds(let seconds): "\(seconds) с"
    case .minutes(let minutes): "\(minutes) хв"
    case .span(let low, let high): "\(low)–\(high)"
    case .enoughIn(let percent, let blocks):
      "\(percent) % з \(blocks) \(Plural.ukrainian(blocks, "блоку", "блоків", "блоків"))"
    case .enoughMeans: "Вистачало: частка тих, що вчасно потрапили б у блок, якби надсилати перед кожним із цих блоків."
    case .actionTitle: "Дія"
    case .units: "Газ"
    case .tooMuch: "забагато"
    case .origins(let list): "Газ дій: \(list)."
    case .origin(let origin):
      switch origin {
      case .fixed: "за протоколом"
      case .common: "як заведено"
      case .measured: "виміряно на тестовому ланцюгу"
      case .estimated: "за оцінкою вузла зараз"
      case .told: "як вказано"
      }
    case .watching(let network, let unit): "\(network), ціни в \(unit); Ctrl-C завершує."
    case .onlyShown: "Ціни зберігає і про сповіщення дбає демон; тут вони лише показані."
    case .block(let number): "блок \(number)"
    case .base(let price): "базова \(price)"
    case .blobBase(let price): "базова за блоби \(price)"
    case .full(let share): "заповнено \(share)"
    case .watchingFor(let network, let alerts):
      "Стежить за \(network): \(alerts) \(Plural.ukrainian(alerts, "сповіщення", "сповіщення", "сповіщень"))."
    case .lastPrice: "Остання ціна"
    case .priceAt(let price, let time, let block): "\(price), \(time), блок \(block)"
    case .nothingKept(let network): "Про \(network) ще нічого не збережено; зберігати ціни:"
    case .nothingWritten: "Нічого не записано."
    case .nobodyWatched: "Ніхто не стежив."
    case .lastDay(let network, let unit): "\(network), у \(unit): останні 24 години"
    case .lastWeek: "Останні 7 днів"
    case .cheapest: "Найдешевші години тижня"
    case .written(let file): "Записано: \(file)"
    case .dayTitle: "День"
    case .hourTitle(let zone): "Година, \(Language.ukrainian.zone(zone))"
    case .weeksTitle: "Тижнів"
    case .weekday(let day):
      ["понеділок", "вівторок", "середа", "четвер", "п’ятниця", "субота", "неділя"][day]
    case .hours(let start, let end): "\(start)–\(end)"
    case .lowest: "Найнижча"
    case .average: "Середня"
    case .highest: "Найвища"
    case .cut(let highest): "▲ вище шкали: до \(highest)."
    case .svgTitle(let network): "Газ у \(network), за годинами"
    }
  }
}

/// The names of actions that gas is shown for.
enum ActionName: Phrase {
  case named(UsualAction)

  var english: String { action.name }

  var korean: String {
    switch action.word {
    case UsualAction.transfer.word: "송금"
    case UsualAction.tokenTransfer.word: "ERC-20 송금"
    case UsualAction.nftTransfer.word: "NFT 전송"
    case UsualAction.swap.word: "교환"
    case "purchase": "구매"
    case "evaluate": "평가"
    default: action.name
    }
  }

  var ukrainian: String {
    switch action.word {
    case UsualAction.transfer.word: "переказ"
    case UsualAction.tokenTransfer.word: "переказ ERC-20"
    case UsualAction.nftTransfer.word: "переказ NFT"
    case UsualAction.swap.word: "обмін"
    case "purchase": "купівля"
    case "evaluate": "оцінювання"
    default: action.name
    }
  }

  private var action: UsualAction {
    switch self {
    case .named(let action): action
    }
  }
}
