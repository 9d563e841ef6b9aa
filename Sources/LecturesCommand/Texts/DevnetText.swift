import ContractABI
import Localization
import Primitives
import Terminal

/// The words of a test chain: when it starts, and as transactions are mined.
enum DevnetText: Phrase {
  // The summary.
  case purpose
  case endpoint, chainID, rules, kaiaRules, goesOnFrom, keptIn, eachHas, ownKeystore
  /// A block of the node with this address.
  case block(UInt64, of: String)
  /// The file that keeps the chain, and its newest block.
  case file(String, block: UInt64)

  // Warnings at the start.
  /// The place of the damage, the bytes from there on, and the copy of the file as it was.
  case damaged(at: UInt64, bytes: Int, copy: String)
  case cutShort(bytes: Int)
  case everybody(host: String)
  /// The limit of memory, which the chain has reached.
  case memoryFull(mebibytes: Int)
  case askingNode

  // Money.
  case givingMoney
  /// The name or address of an account, and what it has.
  case has(StyledText, String)

  // The log.
  case takenBack(UInt64)
  /// A transaction that was dropped, and the reason in English.
  case dropped(Hash32, String)
  case newContract, transfer, done, failed
  case call(of: ABISelector)
  case gas(UInt64)

  var english: StyledText {
    switch self {
    case .purpose: "A chain for trying things out. Everybody knows its keys: never send them real money."
    case .endpoint: "Endpoint"
    case .chainID: "Chain id"
    case .rules: "Rules"
    case .kaiaRules: "Kaia's: native transactions, fee delegation, account keys"
    case .goesOnFrom: "Goes on from"
    case .keptIn: "Kept in"
    case .eachHas: "Each has"
    case .ownKeystore: "Your keystore"
    case .block(let block, let address): "block \(block) of \(address)"
    case .file(let path, let block): "\(path), block \(block)"
    case .damaged(let place, let bytes, let copy):
      "The state file was damaged at byte \(place): the \(bytes) bytes from there on were cut off. As it was it is in \(copy)."
    case .cutShort(let bytes):
      "The state file ended in the middle of a record, as after a power loss: its last \(bytes) bytes were cut off."
    case .memoryFull(let limit):
      "The chain takes all of the \(limit) MiB of memory that it may have, so it takes no more blocks and changes: go back to a snapshot, begin anew with anvil_reset, or start with a higher limit (lectures devnet --memory-limit)."
    case .everybody(let host): "Everybody who reaches \(host) can use this chain and its keys."
    case .askingNode: "Asking the node"
    case .givingMoney: "Giving the money"
    case .has(let name, let amount): name + " has \(amount, .strong) now."
    case .takenBack(let block): "block \(block) was taken back"
    case .dropped(let hash, let reason): "dropped \(hash): \(reason)"
    case .newContract: "a new contract"
    case .transfer: "a transfer"
    case .done: StyledText("done", .good)
    case .failed: StyledText("failed", .bad)
    case .call(let selector): "a call of \(selector)"
    case .gas(let units): "\(units) gas"
    }
  }

  var korean: StyledText {
    switch self {
    case .purpose: "시험용 체인입니다. 키가 모두에게 알려져 있으니 진짜 돈은 절대 보내지 마십시오."
    case .endpoint: "엔드포인트"
    case .chainID: "체인 번호"
    case .rules: "규칙"
    case .kaiaRules: "Kaia: 고유 트랜잭션, 수수료 대납, 계정 키"
    case .goesOnFrom: "이어 가는 체인"
    case .keptIn: "저장 파일"
    case .eachHas: "계정마다"
    case .ownKeystore: "내 키 파일"
    case .block(let block, let address): "\(address), 블록 \(block)"
    case .file(let path, let block): "`\(path)`, 블록 \(block)"
    case .damaged(let place, let bytes, let copy):
      "상태 파일이 \(place)바이트 자리에서 손상되어, 그 뒤의 \(bytes)바이트를 잘라 냈습니다. 원래 파일: `\(copy)`"
    case .cutShort(let bytes): "상태 파일이 정전 뒤처럼 기록 중간에서 끝나, 마지막 \(bytes)바이트를 잘라 냈습니다."
    case .memoryFull(let limit):
      "체인이 메모리 한도(\(limit)`MiB`)를 다 써서 블록과 변경을 더 받지 않습니다. 스냅숏으로 돌아가거나, `anvil_reset`으로 새로 시작하거나, 한도를 올려 실행하십시오: `lectures devnet --memory-limit`"
    case .everybody(let host): "이 주소에 접속할 수 있으면 누구나 이 체인과 키를 쓸 수 있습니다: \(host)"
    case .askingNode: "노드에 문의하는 중"
    case .givingMoney: "돈을 넣는 중"
    case .has(let name, let amount): name + " 계정의 잔액: \(amount, .strong)"
    case .takenBack(let block): "블록 \(block) 되돌림"
    case .dropped(let hash, let reason): "버려짐 \(hash): `\(reason)`"
    case .newContract: "새 계약"
    case .transfer: "전송"
    case .done: StyledText("완료", .good)
    case .failed: StyledText("실패", .bad)
    case .call(let selector): "호출 `\(selector)`"
    case .gas(let units): "가스 \(units)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .purpose: "Мережа для проб. Її ключі знають усі: ніколи не надсилайте їм справжніх грошей."
    case .endpoint: "Вузол"
    case .chainID: "Номер мережі"
    case .rules: "Правила"
    case .kaiaRules: "Kaia: власні транзакції, делегування комісій, ключі рахунків"
    case .goesOnFrom: "Продовжує"
    case .keptIn: "Зберігається у"
    case .eachHas: "Кожен має"
    case .ownKeystore: "Ваш файл ключа"
    case .block(let block, let address): "блок \(block) з \(address)"
    case .file(let path, let block): "`\(path)`, блок \(block)"
    case .damaged(let place, let bytes, let copy):
      "Файл стану пошкоджено на байті \(place): звідти відрізано байтів — \(bytes). Яким він був — у `\(copy)`."
    case .cutShort(let bytes):
      "Файл стану закінчився посеред запису, як після вимкнення струму: відрізано останніх байтів — \(bytes)."
    case .memoryFull(let limit):
      "Мережа зайняла всю дозволену пам’ять (\(limit) МіБ) і не бере більше блоків і змін: поверніться до знімка, почніть наново з `anvil_reset` або дайте більше через `lectures devnet --memory-limit`."
    case .everybody(let host): "Кожен, кому доступна адреса \(host), може користуватися цією мережею та її ключами."
    case .askingNode: "Запитую вузол"
    case .givingMoney: "Додаю гроші"
    case .has(let name, let amount): name + " тепер має \(amount, .strong)."
    case .takenBack(let block): "блок \(block) скасовано"
    case .dropped(let hash, let reason): "відкинуто \(hash): `\(reason)`"
    case .newContract: "новий контракт"
    case .transfer: "переказ"
    case .done: StyledText("виконано", .good)
    case .failed: StyledText("збій", .bad)
    case .call(let selector): "виклик `\(selector)`"
    case .gas(let units): "газ \(units)"
    }
  }
}
