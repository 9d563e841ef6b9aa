import Localization
import Primitives
import Terminal

/// The lines that are shown while something is being done.
enum ProgressText: Phrase {
  case readingLectures, readingLecture, readingAverages, readingOwnLectures
  case checkingLecture(UInt256)
  case checkingOpening, checkingTransfer, lookingAtToken
  case readingEvents
  case readingBlocks(UInt64, of: UInt64)
  case askingNode, lookingAtContract, askingForBalances, askingWhatTheyHold
  case unlocking(String)
  case waitingForReceipt
  case waitingForReceiptOf(String)
  case sent(String)
  case lookingForEarlier, trying, readingHistory, rechecking
  case before(String)
  case askingForGas, askingForRates, askingForPastRates, askingForBanks, askingForNews, askingSource

  var english: StyledText {
    switch self {
    case .readingLectures: "Reading the lectures"
    case .readingLecture: "Reading the lecture"
    case .readingAverages: "Reading the averages"
    case .readingOwnLectures: "Reading your lectures"
    case .checkingLecture(let lecture): "Checking lecture \(lecture)"
    case .checkingOpening: "Checking the lecture"
    case .checkingTransfer: "Checking the transfer"
    case .lookingAtToken: "Looking at the token"
    case .readingEvents: "Reading the history"
    case .readingBlocks(let done, let all): "Reading the history: \(done) of \(all) blocks"
    case .askingNode: "Asking the node"
    case .lookingAtContract: "Looking at the contract"
    case .askingForBalances: "Asking for balances"
    case .askingWhatTheyHold: "Asking what they hold"
    case .unlocking(let names): "Unlocking \(names)"
    case .waitingForReceipt: "Waiting for the receipt"
    case .waitingForReceiptOf(let hash): "Waiting for the receipt of \(hash)"
    case .sent(let hash): "Sent \(hash)"
    case .lookingForEarlier: "Looking for an earlier one"
    case .trying: "Trying it here"
    case .readingHistory: "Looking at what the account sent before"
    case .rechecking: "Checking once more"
    case .askingForGas: "Asking what gas costs"
    case .askingForRates: "Asking for rates"
    case .askingForPastRates: "Asking for past rates"
    case .askingForBanks: "Asking for the banks' rates"
    case .askingForNews: "Asking for news"
    case .askingSource: "Asking the source"
    case .before(let hash): "Before \(hash)"
    }
  }

  var korean: StyledText {
    switch self {
    case .readingLectures: "강의 목록을 읽는 중"
    case .readingLecture: "강의를 읽는 중"
    case .readingAverages: "평균을 읽는 중"
    case .readingOwnLectures: "내 강의를 읽는 중"
    case .checkingLecture(let lecture): "\(lecture)번 강의를 확인하는 중"
    case .checkingOpening: "강의를 확인하는 중"
    case .checkingTransfer: "전송을 확인하는 중"
    case .lookingAtToken: "토큰을 확인하는 중"
    case .readingEvents: "내역을 읽는 중"
    case .readingBlocks(let done, let all): "내역을 읽는 중: 블록 \(done)/\(all)"
    case .askingNode: "노드에 문의하는 중"
    case .lookingAtContract: "계약을 확인하는 중"
    case .askingForBalances: "잔액을 조회하는 중"
    case .askingWhatTheyHold: "지갑의 잔액을 조회하는 중"
    case .unlocking(let names): "잠금을 푸는 중: \(names)"
    case .waitingForReceipt: "영수증을 기다리는 중"
    case .waitingForReceiptOf(let hash): "영수증을 기다리는 중: \(hash)"
    case .sent(let hash): "보냄 \(hash)"
    case .lookingForEarlier: "이전 전송을 찾는 중"
    case .trying: "여기서 먼저 시험하는 중"
    case .readingHistory: "계정이 이전에 보낸 것을 확인하는 중"
    case .rechecking: "한 번 더 확인하는 중"
    case .askingForGas: "가스 가격을 조회하는 중"
    case .askingForRates: "환율을 조회하는 중"
    case .askingForPastRates: "지난 환율을 조회하는 중"
    case .askingForBanks: "은행 환율을 조회하는 중"
    case .askingForNews: "뉴스를 조회하는 중"
    case .askingSource: "출처에 문의하는 중"
    case .before(let hash): "앞선 트랜잭션 \(hash)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .readingLectures: "Читаю лекції"
    case .readingLecture: "Читаю лекцію"
    case .readingAverages: "Читаю середні оцінки"
    case .readingOwnLectures: "Читаю ваші лекції"
    case .checkingLecture(let lecture): "Перевіряю лекцію \(lecture)"
    case .checkingOpening: "Перевіряю лекцію"
    case .checkingTransfer: "Перевіряю переказ"
    case .lookingAtToken: "Оглядаю токен"
    case .readingEvents: "Читаю історію"
    case .readingBlocks(let done, let all): "Читаю історію: \(done) з \(all) блоків"
    case .askingNode: "Запитую вузол"
    case .lookingAtContract: "Дивлюся на контракт"
    case .askingForBalances: "Запитую баланси"
    case .askingWhatTheyHold: "Запитую, що є в гаманцях"
    case .unlocking(let names): "Відмикаю \(names)"
    case .waitingForReceipt: "Чекаю на квитанцію"
    case .waitingForReceiptOf(let hash): "Чекаю на квитанцію \(hash)"
    case .sent(let hash): "Надіслано \(hash)"
    case .lookingForEarlier: "Шукаю попереднє надсилання"
    case .trying: "Пробую тут"
    case .readingHistory: "Дивлюся, що рахунок надсилав раніше"
    case .rechecking: "Перевіряю ще раз"
    case .askingForGas: "Запитую ціну газу"
    case .askingForRates: "Запитую курси"
    case .askingForPastRates: "Запитую курси за минулі дні"
    case .askingForBanks: "Запитую курси банків"
    case .askingForNews: "Запитую новини"
    case .askingSource: "Запитую джерело"
    case .before(let hash): "Спершу \(hash)"
    }
  }
}
