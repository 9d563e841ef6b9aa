import Localization

/// The refusals of calls, events and deployments of any contract.
enum ContractRefusal: Phrase {
  // Calls.
  case noBlock(String)
  /// A function that changes nothing, and its signature.
  case readOnly(String, signature: String)
  /// A function that takes no money by the file of its interface.
  case notPayable(String, file: String)
  case dataNotHex
  /// The first bytes of data; nil for none.
  case unknownData(String?)

  // Events.
  case noBlocks(from: UInt64, to: UInt64)
  case firstBlockMissing(network: String)
  case noCondition(String, event: String, indexed: [String])

  // Deployments.
  case notLinked(String, libraries: [String])
  case noCode(String)
  case unknownContract(String, nearest: String?, builtIn: String, cause: CommandFailure)
  case codeNotHex(String)
  case codeNotLinked(String)

  var english: FailureWords {
    switch self {
    case .noBlock(let word):
      FailureWords(
        "'\(word)' is no block.",
        advice: "Give its number or hash, or one of latest, pending, safe, finalized, earliest.")
    case .readOnly(let name, let signature):
      FailureWords(
        "\(name) changes nothing: to send it would cost gas for no use.", reason: "It is \(signature).",
        advice: "Ask it: lectures contract call")
    case .notPayable(let name, let file):
      FailureWords(
        "\(name) takes no money: nothing was sent.", reason: "\(file) says that it is not payable.",
        advice: "Leave --value away, or correct the interface if it is wrong.")
    case .dataNotHex: FailureWords("The data is not hexadecimal.")
    case .unknownData(let first):
      FailureWords(
        "Neither a function nor an error of the interface begins so.",
        reason: first.map { "The first bytes are \($0)." } ?? "There are no bytes.",
        advice: "Give the interface with --abi, or the --function; --results for what one returned.")
    case .noBlocks(let first, let last):
      FailureWords(
        "No blocks are from \(first) to \(last).", reason: "--to-block is before the first block, \(first).",
        advice: "Give a later --to-block, or an earlier --from-block.")
    case .firstBlockMissing(let network):
      FailureWords(
        "Say from which block on: \(network) has millions of them.",
        advice: "Give --from-block, best that of the contract's deployment.")
    case .noCondition(let text, let event, let indexed):
      FailureWords(
        "'\(text)' is no condition for \(event).",
        reason: "It is name=value, and a node looks for indexed parameters only.",
        advice: indexed.isEmpty
          ? "This event has none with a name." : "Indexed are \(indexed.joined(separator: ", ")).")
    case .notLinked(let name, let libraries):
      FailureWords(
        "The code of \(name) has libraries still to be linked: their addresses are a part of it.",
        reason: "It needs \(libraries.joined(separator: ", ")).",
        advice: "Deploy them, link the code with the compiler, and give that: its artifact, or --bytecode FILE.")
    case .noCode(let name):
      FailureWords(
        "\(name) has no code to deploy.", reason: "Its file has an interface only.",
        advice: "Give the code with --bytecode FILE, or the artifact that the compiler wrote.")
    case .unknownContract(let name, let nearest, let builtIn, let cause):
      FailureWords(
        "There is no contract '\(name)'.\(nearest.map { " Did you mean '\($0)'?" } ?? "")", reason: cause.reason,
        advice: "Name \(builtIn), or the file of an artifact.")
    case .codeNotHex(let path): FailureWords("The code in \(path) is not hexadecimal.")
    case .codeNotLinked(let path):
      FailureWords(
        "The code in \(path) is not hexadecimal.", reason: "It has libraries still to be linked.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .noBlock(let word):
      FailureWords(
        "블록이 아닙니다: `\(word)`", advice: "번호나 해시, 또는 `latest`, `pending`, `safe`, `finalized`, `earliest` 가운데 하나를 쓰십시오.")
    case .readOnly(let name, let signature):
      FailureWords(
        "아무것도 바꾸지 않는 함수라 보내면 가스만 듭니다: `\(name)`", reason: "함수: `\(signature)`",
        advice: "물어보려면: `lectures contract call`")
    case .notPayable(let name, let file):
      FailureWords(
        "돈을 받지 않는 함수라 아무것도 보내지 않았습니다: `\(name)`", reason: "`\(file)` 파일에 받을 수 없다고 되어 있습니다.",
        advice: "`--value`를 빼거나, 인터페이스가 틀렸다면 고치십시오.")
    case .dataNotHex: FailureWords("데이터가 16진수가 아닙니다.")
    case .unknownData(let first):
      FailureWords(
        "이렇게 시작하는 함수나 오류가 인터페이스에 없습니다.", reason: first.map { "처음 바이트: \($0)." } ?? "바이트가 없습니다.",
        advice: "인터페이스를 `--abi`로, 함수를 `--function`으로 지정하십시오. 반환된 값이면 `--results`를 더하십시오.")
    case .noBlocks(let first, let last):
      FailureWords(
        "\(first)번부터 \(last)번까지의 블록은 없습니다.", reason: "`--to-block` 값이 첫 블록(\(first))보다 앞입니다.",
        advice: "더 뒤의 `--to-block`이나 더 앞의 `--from-block`을 쓰십시오.")
    case .firstBlockMissing(let network):
      FailureWords(
        "`\(network)` 네트워크에는 블록이 수백만 개 있으니 어느 블록부터인지 지정하십시오.",
        advice: "`--from-block`을 쓰십시오. 계약이 배포된 블록이 가장 좋습니다.")
    case .noCondition(let text, let event, let indexed):
      FailureWords(
        "`\(event)` 이벤트의 조건이 아닙니다: `\(text)`", reason: "조건은 `name=value`이며, 노드는 색인된 인수만 찾습니다.",
        advice: indexed.isEmpty
          ? "이 이벤트에는 이름 있는 것이 없습니다." : "색인된 것: \(indexed.map { "`\($0)`" }.joined(separator: ", ")).")
    case .notLinked(let name, let libraries):
      FailureWords(
        "아직 연결되지 않은 라이브러리가 코드에 있습니다: `\(name)`",
        reason: "필요한 라이브러리: `\(libraries.joined(separator: ", "))`",
        advice: "라이브러리를 배포하고 컴파일러로 연결한 코드를 산출물이나 `--bytecode FILE`로 주십시오.")
    case .noCode(let name):
      FailureWords(
        "배포할 코드가 없습니다: `\(name)`", reason: "파일에 인터페이스만 있습니다.",
        advice: "코드를 `--bytecode FILE`로 주거나 컴파일러의 산출물을 주십시오.")
    case .unknownContract(let name, let nearest, let builtIn, let cause):
      FailureWords(
        "그런 계약이 없습니다: `\(name)`.\(nearest.map { " `\($0)`을(를) 찾으십니까?" } ?? "")",
        reason: cause.words(in: .korean).reason, advice: "`\(builtIn)` 또는 산출물 파일을 지정하십시오.")
    case .codeNotHex(let path): FailureWords("파일의 코드가 16진수가 아닙니다: `\(path)`")
    case .codeNotLinked(let path):
      FailureWords("파일의 코드가 16진수가 아닙니다: `\(path)`", reason: "아직 연결되지 않은 라이브러리가 있습니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .noBlock(let word):
      FailureWords(
        "Це не блок: `\(word)`.",
        advice: "Вкажіть номер, хеш або одне з `latest`, `pending`, `safe`, `finalized`, `earliest`.")
    case .readOnly(let name, let signature):
      FailureWords(
        "`\(name)` нічого не змінює: надсилати її — марно витратити газ.", reason: "Ось вона: `\(signature)`.",
        advice: "Запитайте її: `lectures contract call`")
    case .notPayable(let name, let file):
      FailureWords(
        "`\(name)` не бере грошей: нічого не надіслано.", reason: "За файлом `\(file)` платити їй не можна.",
        advice: "Приберіть `--value` або виправте інтерфейс, якщо він хибний.")
    case .dataNotHex: FailureWords("Дані — не шістнадцятковий запис.")
    case .unknownData(let first):
      FailureWords(
        "Так не починається жодна функція чи помилка інтерфейсу.",
        reason: first.map { "Перші байти: \($0)." } ?? "Байтів немає.",
        advice: "Вкажіть інтерфейс через `--abi` або функцію через `--function`; для результату ще `--results`.")
    case .noBlocks(let first, let last):
      FailureWords(
        "Блоків від \(first) до \(last) немає.", reason: "`--to-block` — раніше за перший блок, \(first).",
        advice: "Вкажіть пізніший `--to-block` або раніший `--from-block`.")
    case .firstBlockMissing(let network):
      FailureWords(
        "Скажіть, від якого блоку: у мережі `\(network)` їх мільйони.",
        advice: "Вкажіть `--from-block`, найкраще блок, у якому розгорнуто контракт.")
    case .noCondition(let text, let event, let indexed):
      FailureWords(
        "`\(text)` — не умова для `\(event)`.",
        reason: "Умова — це `name=value`, а вузол шукає лише за індексованими параметрами.",
        advice: indexed.isEmpty
          ? "У цієї події таких з іменем немає."
          : "Індексовані: \(indexed.map { "`\($0)`" }.joined(separator: ", ")).")
    case .notLinked(let name, let libraries):
      FailureWords(
        "У коді `\(name)` є ще не пов’язані бібліотеки: їхні адреси — його частина.",
        reason: "Потрібні `\(libraries.joined(separator: ", "))`.",
        advice: "Розгорніть їх, пов’яжіть код компілятором і дайте його файл або `--bytecode FILE`.")
    case .noCode(let name):
      FailureWords(
        "`\(name)` не має коду для розгортання.", reason: "У файлі лише інтерфейс.",
        advice: "Дайте код через `--bytecode FILE` або файл, який записав компілятор.")
    case .unknownContract(let name, let nearest, let builtIn, let cause):
      FailureWords(
        "Немає контракту `\(name)`.\(nearest.map { " Можливо, ви мали на увазі `\($0)`?" } ?? "")",
        reason: cause.words(in: .ukrainian).reason, advice: "Назвіть `\(builtIn)` або файл від компілятора.")
    case .codeNotHex(let path): FailureWords("Код у `\(path)` — не шістнадцятковий запис.")
    case .codeNotLinked(let path):
      FailureWords("Код у `\(path)` — не шістнадцятковий запис.", reason: "У ньому є ще не пов’язані бібліотеки.")
    }
  }
}
