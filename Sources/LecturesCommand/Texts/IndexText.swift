import Localization

/// The texts of an index of lectures.
enum IndexText: Phrase {
  case reading, comparing, writing, lost, noBlock, never, nobody, age, sampled
  case file, checked, writer, lectures, events, about, inIndex, onChain
  case running(String)
  case waiting(String)
  case standby(String)
  case again(String)
  /// The database's server is away, for a reason.
  case storeAway(String)
  case storeBack
  case undone(blocks: UInt64, to: UInt64)
  case asOf(UInt64, missing: UInt64)
  case seconds(UInt64)
  case lasting(UInt64)
  /// A block, and its time in words.
  case fromIndex(UInt64, String)
  /// The reason why the node is asked.
  case fallback(String)
  case otherBlock(UInt64)
  case behind(node: UInt64)
  case standing(seconds: UInt64)
  /// The seconds by which a block's time is to come.
  case ahead(seconds: UInt64)
  case unfiltered(UInt64)
  case unhashed(UInt64)
  case compared(lectures: Int, blocks: Int, events: Int, records: Int, block: UInt64)
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
    case .checked: "Node last asked"
    case .writer: "Written by"
    case .lectures: "Lectures"
    case .events: "Events"
    case .about: "About"
    case .inIndex: "In the index"
    case .onChain: "On the chain"
    case .running(let path): "The index is kept up to date: \(path)"
    case .waiting(let path): "Waiting for the index, which lectures index run makes: \(path)"
    case .standby(let holder): "Standing by: \(holder) writes the index."
    case .storeAway(let problem): "The index's database is away, and is waited for: \(problem)"
    case .storeBack: "The index's database is back."
    case .again(let problem): "Trying again: \(problem)"
    case .undone(let blocks, let block): "The chain was reorganised: \(blocks) undone, back to block \(block)."
    case .asOf(let block, 0): "block \(block)"
    case .asOf(let block, let missing): "block \(block), \(missing) missing"
    case .lasting(let seconds): "\(seconds) s"
    case .seconds(let seconds): "\(seconds) s ago"
    case .fromIndex(let block, let time): "As of block \(block) (\(time)), from the index."
    case .fallback(let reason): "The index is not used, the node is asked: \(reason)"
    case .otherBlock(let block):
      "Block \(block) of the index is not the node's: it is of another chain, or the chain was reorganised."
    case .behind(let block): "The node is behind the index: its newest block is \(block)."
    case .ahead(let seconds): "\(seconds) s ahead of this machine's clock"
    case .standing(let seconds): "The node has had no new block for \(seconds) s."
    case .unfiltered(let block):
      "From block \(block) on headers came without the filter of their logs: whether events are missing cannot be checked."
    case .unhashed(let block):
      "From block \(block) on headers came without all that their hash is made of: it could not be computed anew."
    case .age: "Age of the block"
    case .sampled: "Of old blocks, runs, purchases and settlements some were compared: --all compares all of them."
    case .compared(let lectures, let blocks, let events, let records, let block):
      "As of block \(block): lectures \(lectures), blocks \(blocks), events \(events), records \(records) compared."
    case .kind("lecture"): "lecture"
    case .kind("block"): "block"
    case .kind("event"): "event in block"
    case .kind("run"): "run of lecture"
    case .kind("purchase"): "purchase of lecture"
    case .kind("settlement"): "settlement of lecture"
    case .kind: "contract"
    }
  }

  var korean: String {
    switch self {
    case .reading: "계약의 이벤트를 읽는 중"
    case .comparing: "색인을 계약과 비교하는 중"
    case .writing: "이 프로세스가 색인을 씁니다."
    case .lost: "이제 다른 프로세스가 색인을 씁니다. 이 프로세스는 대기합니다."
    case .noBlock: "아직 블록 없음"
    case .never: "확인된 적 없음"
    case .nobody: "없음"
    case .file: "파일"
    case .checked: "노드 확인"
    case .writer: "쓰는 프로세스"
    case .lectures: "강의"
    case .events: "이벤트"
    case .about: "대상"
    case .inIndex: "색인"
    case .onChain: "체인"
    case .running(let path): "색인을 최신으로 유지합니다: `\(path)`"
    case .waiting(let path): "`lectures index run`이 만드는 색인을 기다립니다: `\(path)`"
    case .standby(let holder): "대기 중: `\(holder)`이(가) 색인을 씁니다."
    case .storeAway(let problem): "색인의 데이터베이스에 연결할 수 없어 기다립니다: \(problem)"
    case .storeBack: "색인의 데이터베이스에 다시 연결되었습니다."
    case .again(let problem): "다시 시도합니다: \(problem)"
    case .undone(let blocks, let block): "체인이 재구성되어 블록 \(blocks)개를 되돌리고 블록 \(block)(으)로 돌아갔습니다."
    case .asOf(let block, 0): "블록 \(block)"
    case .asOf(let block, let missing): "블록 \(block), 남은 블록 \(missing)개"
    case .lasting(let seconds): "\(seconds)초"
    case .seconds(let seconds): "\(seconds)초 전"
    case .fromIndex(let block, let time): "블록 \(block)(\(time)) 기준, 색인에서 읽었습니다."
    case .fallback(let reason): "색인 대신 노드에 묻습니다: \(reason)"
    case .otherBlock(let block): "색인의 블록 \(block)이(가) 노드의 블록과 다릅니다. 다른 체인의 색인이거나 체인이 재구성되었습니다."
    case .behind(let block): "노드가 색인보다 뒤처져 있습니다. 노드의 최신 블록은 \(block)입니다."
    case .ahead(let seconds): "이 컴퓨터의 시각보다 \(seconds)초 앞섬"
    case .standing(let seconds): "노드에 \(seconds)초 동안 새 블록이 없습니다."
    case .unfiltered(let block): "블록 \(block)부터 헤더에 로그 필터가 없어, 빠진 이벤트가 있는지 확인할 수 없습니다."
    case .unhashed(let block): "블록 \(block)부터 헤더에 해시의 재료가 모두 있지 않아, 해시를 다시 계산할 수 없었습니다."
    case .age: "블록이 지난 시간"
    case .sampled: "오래된 블록, 회차, 구매, 정산은 일부만 비교했습니다. `--all`은 모두 비교합니다."
    case .compared(let lectures, let blocks, let events, let records, let block):
      "블록 \(block) 기준: 강의 \(lectures)개, 블록 \(blocks)개, 이벤트 \(events)개, 기록 \(records)개를 비교했습니다."
    case .kind("lecture"): "강의"
    case .kind("block"): "블록"
    case .kind("event"): "이벤트의 블록"
    case .kind("run"): "회차의 강의"
    case .kind("purchase"): "구매한 강의"
    case .kind("settlement"): "정산한 강의"
    case .kind: "계약"
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
    case .checked: "Вузол запитано"
    case .writer: "Записує"
    case .lectures: "Лекцій"
    case .events: "Подій"
    case .about: "Про що"
    case .inIndex: "В індексі"
    case .onChain: "У ланцюгу"
    case .running(let path): "Індекс підтримується актуальним: `\(path)`"
    case .waiting(let path): "Очікування індексу, який створює `lectures index run`: `\(path)`"
    case .standby(let holder): "Очікування: індекс записує `\(holder)`."
    case .storeAway(let problem): "База даних індексу недоступна, очікуємо на неї: \(problem)"
    case .storeBack: "База даних індексу знову доступна."
    case .again(let problem): "Нова спроба: \(problem)"
    case .undone(let blocks, let block):
      "Ланцюг перебудовано: скасовано блоків — \(blocks), повернення до блоку \(block)."
    case .asOf(let block, 0): "блок \(block)"
    case .asOf(let block, let missing): "блок \(block), бракує \(missing)"
    case .lasting(let seconds): "\(seconds) с"
    case .seconds(let seconds): "\(seconds) с тому"
    case .fromIndex(let block, let time): "Станом на блок \(block) (\(time)), з індексу."
    case .fallback(let reason): "Замість індексу запитано вузол: \(reason)"
    case .otherBlock(let block):
      "Блок \(block) індексу не такий, як у вузла: це індекс іншого ланцюга або ланцюг перебудовано."
    case .behind(let block): "Вузол відстає від індексу: його найновіший блок — \(block)."
    case .ahead(let seconds): "випереджає годинник цього комп’ютера на \(seconds) с"
    case .standing(let seconds): "У вузла немає нового блоку вже \(seconds) с."
    case .unfiltered(let block):
      "Від блоку \(block) заголовки не мають фільтра записів: чи бракує подій, перевірити не можна."
    case .unhashed(let block):
      "Від блоку \(block) заголовки не мають усього, з чого складається їхній хеш: обчислити його знову не вдалося."
    case .age: "Вік блоку"
    case .sampled: "Старі блоки, набори, купівлі та розрахунки порівняно вибірково: `--all` порівнює всі."
    case .compared(let lectures, let blocks, let events, let records, let block):
      "Станом на блок \(block) порівняно: лекцій — \(lectures), блоків — \(blocks), подій — \(events), "
        + "записів — \(records)."
    case .kind("lecture"): "лекція"
    case .kind("block"): "блок"
    case .kind("event"): "подія в блоці"
    case .kind("run"): "набір лекції"
    case .kind("purchase"): "купівля лекції"
    case .kind("settlement"): "розрахунок за лекцію"
    case .kind: "контракт"
    }
  }
}
