import Localization

/// The refusals of the command line itself that the everyday commands meet.
enum CommandRefusal: Phrase {
  /// Nobody is there to say yes: the question, and all that was to be agreed to.
  case unconfirmed(question: String, details: String)
  case declined
  /// The input ended before all scores of a rating were given.
  case scoresEnded
  case interrupted
  case endedBySignal
  /// A command line that is not understood: the commands that take its option, how the command is used, a value that
  /// begins with a hyphen, and the command whose help says more.
  case misused(UsageErrorText, takers: CommandsWithOption?, usage: String?, dashed: String?, command: String)
  /// An argument that is no text in UTF-8.
  case otherEncoding(argument: String)
  /// A command's word that names none, with a like one.
  case unknownCommand(word: String, command: String, suggestion: String)

  // Passwords.
  case noPasswordToType(ways: String)
  case noPasswordTyped
  case passwordUnreadable(PasswordPlace)
  case passwordTooLong(PasswordPlace, bytes: Int)
  case passwordEnded
  case system(String)
  case noAddressInKeystore(account: String)

  // Accounts and names.
  case signersWithoutAccount(names: String)
  case unknownName(String, nearest: String?)
  case noAddress(option: String)
  case noPlaceForBook

  // Prices.
  case noAgreedPrice
  /// A price above the limit of the settings: the refusal itself, where the limit stands, and the limit.
  case aboveMaxPrice(CommandFailure, origin: String, limit: String)
  case freeGas
  /// The prices of an oracle that no node confirms, for a transaction.
  case unverifiedPrice
  /// A speed of `--gas-speed` for which no price was told.
  case noPriceOfSpeed(String)

  // Nodes.
  /// A node that refused the connection, and the command that starts a chain there.
  case noDevnet(CommandFailure, command: String)
  case noOwnNode
  case outputFailed(reason: String)

  var english: FailureWords {
    switch self {
    case .unconfirmed(let question, let details):
      FailureWords(
        "Not done: it has to be confirmed.", reason: "\(question) \(details)",
        advice: "Run it at a terminal to be asked, or add --yes.")
    case .declined: FailureWords("Not done: you did not say yes.", reason: "Nothing was sent.")
    case .scoresEnded:
      FailureWords("Not rated: the answers ended before all five scores were given.", reason: "Nothing was sent.")
    case .interrupted: FailureWords("Interrupted.")
    case .endedBySignal: FailureWords("Ended by a signal.")
    case .misused(let misuse, let takers, let usage, let dashed, let command):
      FailureWords(
        misuse.english, reason: takers?.english, place: usage.map { "Usage: \($0)" },
        advice: dashed.map { "A value that begins with - stands behind --, as in: \(command) … -- \($0)" }
          ?? "More: \(command) --help")
    case .otherEncoding(let argument):
      FailureWords(
        "The argument \(argument) cannot be read.", reason: "It is no text in UTF-8.",
        advice: "Set the terminal to UTF-8; bytes are given in a file or in hexadecimal.")
    case .unknownCommand(let word, let command, let suggestion):
      FailureWords(
        "There is no command '\(command) \(word)'.\(suggestion)", advice: "All commands: \(command) --help")
    case .noPasswordToType(let ways):
      FailureWords(
        "A password is needed and nobody is there to type it.",
        reason: "Neither standard input nor standard error is a terminal.", advice: "Give it with \(ways).")
    case .noPasswordTyped: FailureWords("No password was typed.")
    case .passwordUnreadable(let place):
      FailureWords(
        "The password cannot be read from \(place.english).",
        advice: "Give it with --password-file FILE or --password-fd N, or leave both away to be asked.")
    case .passwordTooLong(let place, let bytes):
      FailureWords(
        "The password cannot be read from \(place.english).",
        reason: "Its first line has more than \(bytes) bytes, so it is hardly one.",
        advice: "Give the file that holds the password, and nothing else.")
    case .passwordEnded: FailureWords("It has ended before a password came.")
    case .system(let reason): FailureWords("The system says: \(reason).")
    case .noAddressInKeystore(let account):
      FailureWords(
        "The keystore of \(account) does not say whose key it holds.",
        reason: "Only unlocking it would tell, and a dry run unlocks nothing.",
        advice: "Give the account's address instead of its name.")
    case .signersWithoutAccount(let names):
      FailureWords(
        "For which account are \(names) to sign?", reason: "--sign-with tells whose keys sign, and not for whom.",
        advice: "Name the account with --from.")
    case .unknownName(let name, let nearest):
      FailureWords(
        "Nobody here is called \(name).", reason: "It is the name of no account, watched wallet or contact.",
        advice: nearest.map { "Did you mean \($0)?" }
          ?? "Give an address, or see the names: lectures wallet list, lectures contact list")
    case .noAddress(let option): FailureWords("The address of \(option) is none.")
    case .noPlaceForBook:
      FailureWords(
        "There is no place for the wallet book.", reason: "HOME is not set.", advice: "Set XDG_DATA_HOME to a folder.")
    case .noAgreedPrice:
      FailureWords(
        "With --yes nobody looks at the price, so say what you agree to pay.",
        reason: "A teacher can reopen a lecture at any price.",
        advice: "Add --price N, or set max-price in the profile.")
    case .aboveMaxPrice(let refusal, let origin, let limit):
      FailureWords(
        refusal.message, reason: "The price on the chain is above the limit max-price\(origin), \(limit).",
        advice: "If that is all right, raise the limit: --max-price N for this purchase, or max-price in the profile.")
    case .freeGas:
      FailureWords(
        "Gas that costs nothing may never come.", reason: "--wait-for-price is 0, and nothing ends the waiting.",
        advice: "Name a price above 0, or an end: --deadline 8h")
    case .unverifiedPrice:
      FailureWords(
        "The gas oracle's prices are not offered.", reason: "No node answered to confirm them.", advice: "Try again.")
    case .noPriceOfSpeed(let speed):
      FailureWords("No price is told for the speed '\(speed)'.", advice: "Choose another one with --gas-speed.")
    case .noDevnet(let refusal, let command):
      FailureWords(
        refusal.message, reason: refusal.reason, call: refusal.call, place: refusal.place,
        advice: "Start a chain there (\(command)), or choose another with --network.")
    case .noOwnNode:
      FailureWords(
        "No endpoint of this network is on this machine, so none is your own.",
        reason: "'own' makes the word of a node on this machine proof.",
        advice: "Leave 'own' away, or name your node with --endpoint.")
    case .outputFailed(let reason):
      FailureWords(
        "The result could not be written.", reason: "Standard output says: \(reason).",
        advice: "Whatever the command did is done; ask again instead of doing it again.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .unconfirmed(let question, let details):
      FailureWords(
        "실행하지 않았습니다. 확인이 필요합니다.", reason: "\(question) \(details)",
        advice: "터미널에서 실행하여 질문에 답하거나 `--yes`를 더하십시오.")
    case .declined: FailureWords("실행하지 않았습니다. 동의하지 않으셨습니다.", reason: "아무것도 전송되지 않았습니다.")
    case .scoresEnded: FailureWords("평가하지 않았습니다. 점수 다섯 개를 다 입력하기 전에 입력이 끝났습니다.", reason: "아무것도 전송되지 않았습니다.")
    case .interrupted: FailureWords("중단되었습니다.")
    case .endedBySignal: FailureWords("신호를 받아 종료되었습니다.")
    case .misused(let misuse, let takers, let usage, let dashed, let command):
      FailureWords(
        misuse.korean, reason: takers?.korean, place: usage.map { "사용법: `\($0)`" },
        advice: dashed.map { "`-`로 시작하는 값은 `--` 뒤에 쓰십시오: `\(command) … -- \($0)`" } ?? "도움말: `\(command) --help`")
    case .otherEncoding(let argument):
      FailureWords(
        "읽을 수 없는 인수입니다: `\(argument)`", reason: "올바른 UTF-8 글이 아닙니다.",
        advice: "터미널을 UTF-8로 설정하십시오. 바이트는 파일이나 16진수로 주십시오.")
    case .unknownCommand(let word, let command, _):
      FailureWords("그런 명령이 없습니다: `\(command) \(word)`", advice: "모든 명령: `\(command) --help`")
    case .noPasswordToType:
      FailureWords(
        "비밀번호가 필요하지만 입력할 사람이 없습니다.", reason: "표준 입력도 표준 오류도 터미널이 아닙니다.",
        advice: "`--password-file FILE`, `--password-fd N` 또는 `LECTURES_PASSWORD_FILE`로 주십시오.")
    case .noPasswordTyped: FailureWords("비밀번호가 입력되지 않았습니다.")
    case .passwordUnreadable(let place):
      FailureWords(
        "비밀번호를 읽을 수 없습니다(\(place.korean)).",
        advice: "`--password-file FILE` 또는 `--password-fd N`으로 주거나, 둘 다 빼고 직접 입력하십시오.")
    case .passwordTooLong(let place, let bytes):
      FailureWords(
        "비밀번호를 읽을 수 없습니다(\(place.korean)).", reason: "첫 줄이 \(bytes)바이트보다 길어 비밀번호로 볼 수 없습니다.",
        advice: "비밀번호만 들어 있는 파일을 지정하십시오.")
    case .passwordEnded: FailureWords("비밀번호가 오기 전에 입력이 끝났습니다.")
    case .system(let reason): FailureWords("시스템의 답: ‘\(reason)’")
    case .noAddressInKeystore(let account):
      FailureWords(
        "키 파일에 주소가 적혀 있지 않습니다: \(account)", reason: "모의 실행에서는 키를 열지 않으므로 알 수 없습니다.",
        advice: "이름 대신 계정의 주소를 지정하십시오.")
    case .signersWithoutAccount(let names):
      FailureWords("어느 계정을 위해 서명합니까? (\(names))", advice: "계정을 `--from`으로 지정하십시오.")
    case .unknownName(let name, let nearest):
      FailureWords(
        "그런 이름이 없습니다: \(name)", reason: "계정, 관찰 지갑, 연락처 어디에도 없는 이름입니다.",
        advice: nearest.map { "`\($0)`을(를) 찾으십니까?" }
          ?? "주소를 지정하거나 `lectures wallet list`와 `lectures contact list`에서 이름을 확인하십시오.")
    case .noAddress(let option): FailureWords("`\(option)`의 주소가 올바르지 않습니다.")
    case .noPlaceForBook:
      FailureWords("지갑 목록을 둘 곳이 없습니다.", reason: "`HOME`이 설정되지 않았습니다.", advice: "`XDG_DATA_HOME`에 폴더를 지정하십시오.")
    case .noAgreedPrice:
      FailureWords(
        "`--yes`를 쓰면 가격을 확인하지 않으므로, 지불할 최대 금액을 지정해야 합니다.", reason: "강사는 어떤 가격으로든 강의를 다시 개설할 수 있습니다.",
        advice: "`--price N`을 더하거나 프로필에 `max-price`를 설정하십시오.")
    case .aboveMaxPrice(let refusal, _, let limit):
      FailureWords(
        refusal.words(in: .korean).message, reason: "체인의 가격이 한도 `max-price` \(limit)보다 높습니다.",
        advice: "괜찮으시면 이번 구매에 `--max-price N`을 지정하거나 프로필의 `max-price`를 올리십시오.")
    case .freeGas:
      FailureWords(
        "가스 가격이 0이 되는 일은 없을 수 있습니다.", reason: "`--wait-for-price`가 0이고 기다림의 끝이 없습니다.",
        advice: "0보다 큰 가격이나 기한을 지정하십시오: `--deadline 8h`")
    case .unverifiedPrice:
      FailureWords("가스 오라클의 가격을 쓰지 않았습니다.", reason: "응답하는 노드가 없어 확인하지 못했습니다.", advice: "다시 해 보십시오.")
    case .noPriceOfSpeed(let speed):
      FailureWords("이 속도의 가격을 알 수 없습니다: `\(speed)`.", advice: "`--gas-speed`로 다른 속도를 고르십시오.")
    case .noDevnet(let refusal, let command):
      FailureWords(
        refusal.words(in: .korean).message, reason: refusal.words(in: .korean).reason,
        call: refusal.words(in: .korean).call, place: refusal.words(in: .korean).place,
        advice: "체인을 시작하거나(`\(command)`) 다른 `--network`를 선택하십시오.")
    case .noOwnNode:
      FailureWords(
        "이 네트워크의 엔드포인트 가운데 이 컴퓨터에 있는 것이 없습니다.", reason: "`own`은 이 컴퓨터의 노드만 증거로 인정합니다.",
        advice: "`own`을 빼거나 자신의 노드를 `--endpoint`로 지정하십시오.")
    case .outputFailed(let reason):
      FailureWords(
        "결과를 쓸 수 없습니다.", reason: "표준 출력의 답: ‘\(reason)’", advice: "명령이 한 일은 이미 끝났습니다. 다시 실행하지 말고 다시 조회하십시오.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .unconfirmed(let question, let details):
      FailureWords(
        "Не виконано: потрібна ваша згода.", reason: "\(question) \(details)",
        advice: "Запустіть у терміналі, щоб вас запитали, або додайте `--yes`.")
    case .declined: FailureWords("Не виконано: ви не погодилися.", reason: "Нічого не надіслано.")
    case .scoresEnded:
      FailureWords(
        "Не оцінено: відповіді скінчилися раніше, ніж дано всі п’ять оцінок.", reason: "Нічого не надіслано.")
    case .interrupted: FailureWords("Перервано.")
    case .endedBySignal: FailureWords("Зупинено сигналом.")
    case .misused(let misuse, let takers, let usage, let dashed, let command):
      FailureWords(
        misuse.ukrainian, reason: takers?.ukrainian, place: usage.map { "Використання: `\($0)`" },
        advice: dashed.map { "Значення, що починається з `-`, пишіть після `--`: `\(command) … -- \($0)`" }
          ?? "Довідка: `\(command) --help`")
    case .otherEncoding(let argument):
      FailureWords(
        "Аргумент не вдалося прочитати: `\(argument)`", reason: "Це не текст у UTF-8.",
        advice: "Налаштуйте термінал на UTF-8; байти давайте у файлі або шістнадцятковим записом.")
    case .unknownCommand(let word, let command, _):
      FailureWords("Такої команди немає: `\(command) \(word)`", advice: "Усі команди: `\(command) --help`")
    case .noPasswordToType:
      FailureWords(
        "Потрібен пароль, а ввести його нікому.", reason: "Ні стандартний ввід, ні потік помилок не є терміналом.",
        advice: "Дайте його через `--password-file FILE`, `--password-fd N` або `LECTURES_PASSWORD_FILE`.")
    case .noPasswordTyped: FailureWords("Пароля не введено.")
    case .passwordUnreadable(let place):
      FailureWords(
        "Пароль не вдалося прочитати (\(place.ukrainian)).",
        advice: "Дайте його через `--password-file FILE` або `--password-fd N`, або приберіть обидва, щоб вас запитали."
      )
    case .passwordTooLong(let place, let bytes):
      FailureWords(
        "Пароль не вдалося прочитати (\(place.ukrainian)).",
        reason: "Перший рядок довший за \(bytes) байтів, тож навряд чи це пароль.",
        advice: "Вкажіть файл, у якому лише пароль.")
    case .passwordEnded: FailureWords("Ввід скінчився, перш ніж надійшов пароль.")
    case .system(let reason): FailureWords("Відповідь системи: «\(reason)»")
    case .noAddressInKeystore(let account):
      FailureWords(
        "Файл ключа не каже, чий це ключ: \(account)",
        reason: "Це видно лише після відкриття, а пробний запуск нічого не відкриває.",
        advice: "Вкажіть адресу рахунку замість імені.")
    case .signersWithoutAccount(let names):
      FailureWords("За який рахунок підписувати (\(names))?", advice: "Вкажіть рахунок через `--from`.")
    case .unknownName(let name, let nearest):
      FailureWords(
        "Такого імені тут немає: \(name)", reason: "Його не має жоден рахунок, гаманець для спостереження чи контакт.",
        advice: nearest.map { "Можливо, ви мали на увазі `\($0)`?" }
          ?? "Вкажіть адресу або перегляньте імена: `lectures wallet list`, `lectures contact list`")
    case .noAddress(let option): FailureWords("Адреса в `\(option)` неправильна.")
    case .noPlaceForBook:
      FailureWords(
        "Немає місця для книги гаманців.", reason: "Змінну `HOME` не задано.", advice: "Задайте теку в `XDG_DATA_HOME`."
      )
    case .noAgreedPrice:
      FailureWords(
        "З `--yes` ніхто не дивиться на ціну, тож вкажіть, скільки згодні заплатити.",
        reason: "Викладач може знову відкрити лекцію за будь-якою ціною.",
        advice: "Додайте `--price N` або задайте `max-price` у профілі.")
    case .aboveMaxPrice(let refusal, _, let limit):
      FailureWords(
        refusal.words(in: .ukrainian).message, reason: "Ціна в мережі вища за межу `max-price` \(limit).",
        advice: "Якщо це вас влаштовує, підніміть межу: `--max-price N` для цієї купівлі або `max-price` у профілі.")
    case .freeGas:
      FailureWords(
        "Безкоштовного газу можна не дочекатися.", reason: "`--wait-for-price` дорівнює 0, і чеканню немає кінця.",
        advice: "Вкажіть ціну понад 0 або кінець: `--deadline 8h`")
    case .unverifiedPrice:
      FailureWords(
        "Ціни оракула газу не запропоновано.", reason: "Жоден вузол не відповів, щоб їх підтвердити.",
        advice: "Спробуйте ще раз.")
    case .noPriceOfSpeed(let speed):
      FailureWords("Немає ціни для швидкості `\(speed)`.", advice: "Виберіть іншу через `--gas-speed`.")
    case .noDevnet(let refusal, let command):
      FailureWords(
        refusal.words(in: .ukrainian).message, reason: refusal.words(in: .ukrainian).reason,
        call: refusal.words(in: .ukrainian).call, place: refusal.words(in: .ukrainian).place,
        advice: "Запустіть там мережу (`\(command)`) або виберіть іншу через `--network`.")
    case .noOwnNode:
      FailureWords(
        "Жоден вузол цієї мережі не працює на цьому комп’ютері, тож власного немає.",
        reason: "`own` робить доказом слово вузла на цьому комп’ютері.",
        advice: "Приберіть `own` або вкажіть свій вузол через `--endpoint`.")
    case .outputFailed(let reason):
      FailureWords(
        "Результат не вдалося записати.", reason: "Стандартний вивід каже: «\(reason)»",
        advice: "Усе, що команда зробила, зроблено: запитайте ще раз, а не робіть знову.")
    }
  }
}

/// The place that a password is read from.
enum PasswordPlace: Phrase {
  case descriptor(Int32)
  case standardInput
  case file(String)

  var english: String {
    switch self {
    case .descriptor(let number): "descriptor \(number)"
    case .standardInput: "standard input"
    case .file(let path): "the file \(path)"
    }
  }

  var korean: String {
    switch self {
    case .descriptor(let number): "디스크립터 \(number)"
    case .standardInput: "표준 입력"
    case .file(let path): "파일 \(path)"
    }
  }

  var ukrainian: String {
    switch self {
    case .descriptor(let number): "дескриптор \(number)"
    case .standardInput: "стандартний ввід"
    case .file(let path): "файл \(path)"
    }
  }
}
