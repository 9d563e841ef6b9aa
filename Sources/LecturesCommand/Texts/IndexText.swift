import Localization

/// The texts of an index of lectures.
enum IndexText: Phrase {
  case reading, comparing, writing, lost, noBlock, never, nobody
  case file, checked, writer, lectures, events, about, inIndex, onChain
  case running(String)
  case waiting(String)
  case standby(String)
  case again(String)
  case undone(blocks: UInt64, to: UInt64)
  case asOf(UInt64, missing: UInt64)
  case seconds(UInt64)
  case compared(lectures: Int, blocks: Int, events: Int, block: UInt64)
  /// A kind of thing by its name for scripts.
  case kind(String)

  var english: String {
    switch self {
    case .reading: "Reading the events of the contract"
    case .comparing: "Comparing the index with the contract"
    case .writing: "This process writes the index."
    case .lost: "Another process writes the index now; this one stands by."
    case .noBlock: "no block yet"
    case .never: "never"
    case .nobody: "nobody"
    case .file: "File"
    case .checked: "Up to date"
    case .writer: "Written by"
    case .lectures: "Lectures"
    case .events: "Events"
    case .about: "About"
    case .inIndex: "In the index"
    case .onChain: "On the chain"
    case .running(let path): "The index is kept up to date: \(path)"
    case .waiting(let path): "Waiting for the index, which lectures index run makes: \(path)"
    case .standby(let holder): "Standing by: \(holder) writes the index."
    case .again(let problem): "Trying again: \(problem)"
    case .undone(let blocks, let block): "The chain was reorganised: \(blocks) undone, back to block \(block)."
    case .asOf(let block, 0): "block \(block)"
    case .asOf(let block, let missing): "block \(block), \(missing) missing"
    case .seconds(let seconds): "\(seconds) s ago"
    case .compared(let lectures, let blocks, let events, let block):
      "As of block \(block): lectures \(lectures), blocks \(blocks), events \(events) compared."
    case .kind("lecture"): "lecture"
    case .kind("block"): "block"
    case .kind("event"): "event in block"
    case .kind: "contract"
    }
  }

  var korean: String {
    switch self {
    case .reading: "컨트랙트의 이벤트를 읽는 중"
    case .comparing: "색인을 컨트랙트와 비교하는 중"
    case .writing: "이 프로세스가 색인을 씁니다."
    case .lost: "이제 다른 프로세스가 색인을 씁니다. 이 프로세스는 대기합니다."
    case .noBlock: "아직 블록 없음"
    case .never: "확인된 적 없음"
    case .nobody: "없음"
    case .file: "파일"
    case .checked: "최신 확인"
    case .writer: "쓰는 프로세스"
    case .lectures: "강의"
    case .events: "이벤트"
    case .about: "대상"
    case .inIndex: "색인"
    case .onChain: "체인"
    case .running(let path): "색인을 최신으로 유지합니다: `\(path)`"
    case .waiting(let path): "`lectures index run`이 만드는 색인을 기다립니다: `\(path)`"
    case .standby(let holder): "대기 중: `\(holder)`이(가) 색인을 씁니다."
    case .again(let problem): "다시 시도합니다: \(problem)"
    case .undone(let blocks, let block): "체인이 재구성되어 블록 \(blocks)개를 되돌리고 블록 \(block)(으)로 돌아갔습니다."
    case .asOf(let block, 0): "블록 \(block)"
    case .asOf(let block, let missing): "블록 \(block), 남은 블록 \(missing)개"
    case .seconds(let seconds): "\(seconds)초 전"
    case .compared(let lectures, let blocks, let events, let block):
      "블록 \(block) 기준: 강의 \(lectures)개, 블록 \(blocks)개, 이벤트 \(events)개를 비교했습니다."
    case .kind("lecture"): "강의"
    case .kind("block"): "블록"
    case .kind("event"): "이벤트의 블록"
    case .kind: "컨트랙트"
    }
  }

  var ukrainian: String {
    switch self {
    case .reading: "Читання подій контракту"
    case .comparing: "Порівняння індексу з контрактом"
    case .writing: "Індекс записує цей процес."
    case .lost: "Індекс тепер записує інший процес; цей чекає."
    case .noBlock: "ще жодного блоку"
    case .never: "ніколи"
    case .nobody: "ніхто"
    case .file: "Файл"
    case .checked: "Перевірено"
    case .writer: "Записує"
    case .lectures: "Лекцій"
    case .events: "Подій"
    case .about: "Про що"
    case .inIndex: "В індексі"
    case .onChain: "У ланцюгу"
    case .running(let path): "Індекс підтримується актуальним: `\(path)`"
    case .waiting(let path): "Очікування індексу, який створює `lectures index run`: `\(path)`"
    case .standby(let holder): "Очікування: індекс записує `\(holder)`."
    case .again(let problem): "Нова спроба: \(problem)"
    case .undone(let blocks, let block):
      "Ланцюг перебудовано: скасовано блоків — \(blocks), повернення до блоку \(block)."
    case .asOf(let block, 0): "блок \(block)"
    case .asOf(let block, let missing): "блок \(block), бракує \(missing)"
    case .seconds(let seconds): "\(seconds) с тому"
    case .compared(let lectures, let blocks, let events, let block):
      "Станом на блок \(block) порівняно: лекцій — \(lectures), блоків — \(blocks), подій — \(events)."
    case .kind("lecture"): "лекція"
    case .kind("block"): "блок"
    case .kind("event"): "подія в блоці"
    case .kind: "контракт"
    }
  }
}
