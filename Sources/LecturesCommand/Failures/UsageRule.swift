import Listening
import Localization

/// A rule of options and values that the parser of arguments does not know; commands throw it when they are parsed.
enum UsageRule: Phrase, Error, CustomStringConvertible {
  case either(String, String)
  /// None of those was given of which one is needed.
  case oneOf([String])
  case inRange(String, from: Int, to: Int)
  case goesWith(String, String)
  case goesWithOne(String, of: [String])
  case aboveZero(String)
  case ending(String, [String])
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

  // Wallets and keys.
  /// A secret among the arguments: one that looks like a private key, or like another one.
  case secretArgument(isKey: Bool)
  case strayArgument(String)
  case oneSecret, phraseOptions, keyAddress, keyFileIsKept
  case phraseForOneKey, phraseWords
  case phraseLength(Int)
  case mostKeys(Int)
  case noKeyAtAll, ownerMissing, keyOrRoles
  case ownAllowances, allowanceMissing

  // Chains, networks and transactions.
  case twoCopies
  case invitationSays(String)
  case networkName
  case networkTwice(String, option: String)
  case cursor
  case hardfork(String, nearest: String?)
  case size(String)
  case originName

  var english: String {
    switch self {
    case .either(let one, let other): "Give either \(one) or \(other), not both."
    case .oneOf(let names): "Give \(Self.listed(names))."
    case .inRange(let option, let least, let most): "\(option) has to be from \(least) to \(most)."
    case .goesWith(let option, let other): "\(option) goes with \(other)."
    case .goesWithOne(let option, let others): "\(option) goes with \(Self.listed(others))."
    case .aboveZero(let option): "\(option) has to be a number above 0."
    case .ending(let option, let endings): "\(option) is a file that ends in \(Self.listed(endings))."
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
    case .secretArgument(let isKey):
      "That looks like a \(isKey ? "private key" : "secret"). A secret must not be an argument: the shell keeps it in its history, and every user of this machine can see it. Give it with --private-key-file, --mnemonic-file or --wallet-key-file, or leave these away to be asked for it. If it was a key of value, consider it known."
    case .strayArgument(let word):
      "'\(word)' is an argument too many: name a key file with --keystore, a file with a private key with --private-key-file, one with a phrase with --mnemonic-file."
    case .oneSecret: "Import one thing at a time."
    case .phraseOptions: "--path, --index, --coin, --accounts and the passphrase belong to a phrase."
    case .keyAddress: "--address belongs to private keys and key files: a wallet key has its own."
    case .keyFileIsKept: "A key file is kept as it is; --light belongs to the other kinds."
    case .phraseForOneKey:
      "A phrase is for one key with an address of its own, and these are keys of an account."
    case .phraseWords: "A phrase is made with --words, as in --words 12."
    case .phraseLength(let words): "A phrase has 12, 15, 18, 21 or 24 words, not \(words)."
    case .mostKeys(let count): "A role has at most \(count) keys."
    case .noKeyAtAll: "There would be no key at all."
    case .ownerMissing: "Without keys for transactions, say whose the others are: --address."
    case .keyOrRoles:
      "Give the --key for everything, or those of roles: --transaction-key, --update-key, --fee-payer-key."
    case .ownAllowances: "--revoke takes back what --from has given: leave the wallet away."
    case .allowanceMissing: "Say how much: AMOUNT, --unlimited, or --revoke for none."
    case .twoCopies: "Give two copies or more."
    case .invitationSays(let option): "The invitation says what \(option) would: leave that away."
    case .networkName: "The name of a network has letters, digits, -, _ and . only."
    case .networkTwice(let name, let other): "The network is named twice: '\(name)' and --network '\(other)'."
    case .cursor: "--after is the cursor of an earlier answer."
    case .hardfork(let name, let nearest):
      "There is no hardfork '\(name)'.\(nearest.map { " Did you mean '\($0)'?" } ?? "")"
    case .size(let text): "--memory-limit '\(text)' is no size. Write it as in 512MiB or 8GiB."
    case .originName: "--allow-origin has to be as browsers name it, as in https://app.example.org, or *."
    }
  }

  var korean: String {
    switch self {
    case .either(let one, let other): "`\(one)`, `\(other)` 가운데 하나만 지정하십시오."
    case .oneOf(let names): "다음 가운데 하나를 지정하십시오: \(Self.quoted(names))."
    case .inRange(let option, let least, let most): "`\(option)` 값은 \(least)부터 \(most)까지입니다."
    case .goesWith(let option, let other): "`\(option)` 옵션은 다음 옵션과 함께 씁니다: `\(other)`."
    case .goesWithOne(let option, let others):
      "`\(option)` 옵션은 다음 가운데 하나와 함께 씁니다: \(Self.quoted(others))."
    case .aboveZero(let option): "`\(option)` 값은 0보다 큰 수입니다."
    case .ending(let option, let endings): "`\(option)` 값은 다음으로 끝나는 파일입니다: \(Self.quoted(endings))."
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
    case .secretArgument(let isKey):
      "\(isKey ? "개인 키" : "비밀") 같아 보입니다. 셸의 기록에 남고 이 컴퓨터의 누구나 볼 수 있으므로 비밀을 인수로 쓰면 안 됩니다. `--private-key-file`, `--mnemonic-file`, `--wallet-key-file`로 주거나, 빼고 물음에 답하십시오. 값나가는 키였다면 이미 알려진 것으로 보십시오."
    case .strayArgument(let word):
      "필요 없는 인수입니다: `\(word)`. 키 파일은 `--keystore`, 개인 키 파일은 `--private-key-file`, 복구 문구 파일은 `--mnemonic-file`로 지정하십시오."
    case .oneSecret: "한 번에 하나만 가져올 수 있습니다."
    case .phraseOptions: "`--path`, `--index`, `--coin`, `--accounts`와 암호 문구는 복구 문구에 쓰는 옵션입니다."
    case .keyAddress: "`--address`는 개인 키와 키 파일에 쓰는 옵션입니다. 지갑 키에는 주소가 들어 있습니다."
    case .keyFileIsKept: "키 파일은 그대로 보관되므로 `--light`는 다른 종류에만 쓸 수 있습니다."
    case .phraseForOneKey: "복구 문구는 주소가 따로 있는 키 하나를 위한 것인데, 이것은 한 계정의 여러 키입니다."
    case .phraseWords: "복구 문구는 `--words`로 만듭니다. 예: `--words 12`"
    case .phraseLength(let words): "복구 문구는 12, 15, 18, 21, 24단어 가운데 하나입니다. 지정한 값: \(words)."
    case .mostKeys(let count): "역할 하나의 키는 최대 \(count)개입니다."
    case .noKeyAtAll: "키가 하나도 없게 됩니다."
    case .ownerMissing: "트랜잭션용 키가 없으면 다른 키가 누구의 것인지 지정하십시오: `--address`"
    case .keyOrRoles:
      "모든 일에 쓸 키를 `--key`로, 또는 역할별 키를 `--transaction-key`, `--update-key`, `--fee-payer-key`로 지정하십시오."
    case .ownAllowances: "`--revoke`는 `--from` 계정의 허가를 거둡니다. 지갑 이름을 빼십시오."
    case .allowanceMissing: "허용할 양을 지정하십시오: 금액, `--unlimited`, 없애려면 `--revoke`."
    case .twoCopies: "사본을 두 개 이상 주십시오."
    case .invitationSays(let option): "초대에 이미 들어 있는 값입니다. 다음 옵션을 빼십시오: `\(option)`"
    case .networkName: "네트워크 이름에는 글자, 숫자, `-`, `_`, `.`만 쓸 수 있습니다."
    case .networkTwice(let name, let other): "네트워크가 두 번 지정되었습니다: `\(name)`, `--network \(other)`"
    case .cursor: "`--after` 값은 앞선 답에 있던 커서입니다."
    case .hardfork(let name, let nearest):
      "그런 하드포크가 없습니다: `\(name)`.\(nearest.map { " `\($0)`을(를) 찾으십니까?" } ?? "")"
    case .size(let text): "`--memory-limit`에 쓸 수 없는 크기입니다: `\(text)`. 예: `512MiB`, `8GiB`"
    case .originName: "`--allow-origin` 값은 브라우저가 쓰는 대로이거나 `*`입니다. 예: `https://app.example.org`"
    }
  }

  var ukrainian: String {
    switch self {
    case .either(let one, let other): "Вкажіть щось одне: `\(one)` або `\(other)`."
    case .oneOf(let names): "Вкажіть щось одне з цього: \(Self.quoted(names))."
    case .inRange(let option, let least, let most): "Значення `\(option)` — від \(least) до \(most)."
    case .goesWith(let option, let other): "`\(option)` вживають разом із `\(other)`."
    case .goesWithOne(let option, let others): "`\(option)` вживають з одним із цього: \(Self.quoted(others))."
    case .aboveZero(let option): "Значення `\(option)` — число, більше за 0."
    case .ending(let option, let endings):
      "Значення `\(option)` — файл з одним із цих закінчень: \(Self.quoted(endings))."
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
    case .secretArgument(let isKey):
      "Це схоже на \(isKey ? "приватний ключ" : "таємницю"). Таємниця не має бути аргументом: оболонка зберігає її в історії, і її бачить кожен користувач цієї машини. Передайте її через `--private-key-file`, `--mnemonic-file` чи `--wallet-key-file` або приберіть їх, щоб вас запитали. Якщо то був цінний ключ, вважайте, що його вже знають."
    case .strayArgument(let word):
      "Зайвий аргумент: `\(word)`. Файл ключа вказують через `--keystore`, файл із приватним ключем — через `--private-key-file`, із фразою — через `--mnemonic-file`."
    case .oneSecret: "Імпортуйте щось одне за раз."
    case .phraseOptions: "`--path`, `--index`, `--coin`, `--accounts` і парольна фраза — для фрази відновлення."
    case .keyAddress: "`--address` — для приватних ключів і файлів ключів: ключ гаманця має власну адресу."
    case .keyFileIsKept: "Файл ключа лишається, яким є; `--light` — для інших видів."
    case .phraseForOneKey: "Фраза відновлення — для одного ключа з власною адресою, а це ключі одного рахунку."
    case .phraseWords: "Фразу відновлення створюють через `--words`, як-от `--words 12`."
    case .phraseLength(let words): "Фраза відновлення має 12, 15, 18, 21 або 24 слова, а не \(words)."
    case .mostKeys(let count): "Роль має щонайбільше ключів: \(count)."
    case .noKeyAtAll: "Не було б жодного ключа."
    case .ownerMissing: "Без ключів для транзакцій скажіть, чиї інші: `--address`."
    case .keyOrRoles:
      "Вкажіть ключ для всього через `--key` або ключі ролей: `--transaction-key`, `--update-key`, `--fee-payer-key`."
    case .ownAllowances: "`--revoke` забирає дозволи рахунку з `--from`: приберіть гаманець."
    case .allowanceMissing: "Вкажіть скільки: суму, `--unlimited` або `--revoke`, щоб скасувати дозвіл."
    case .twoCopies: "Вкажіть дві копії або більше."
    case .invitationSays(let option): "Це вже сказано в запрошенні: приберіть `\(option)`."
    case .networkName: "Назва мережі складається лише з літер, цифр, `-`, `_` і `.`."
    case .networkTwice(let name, let other): "Мережу названо двічі: `\(name)` і `--network \(other)`."
    case .cursor: "Значення `--after` — курсор із попередньої відповіді."
    case .hardfork(let name, let nearest):
      "Такого оновлення протоколу немає: `\(name)`.\(nearest.map { " Можливо, ви мали на увазі `\($0)`?" } ?? "")"
    case .size(let text): "Непридатний розмір для `--memory-limit`: `\(text)`. Пишіть як-от `512MiB` або `8GiB`."
    case .originName: "Значення `--allow-origin` — як його пишуть браузери, як-от `https://app.example.org`, або `*`."
    }
  }

  var description: String { english }

  /// The names as English lists them: `a, b or c`.
  private static func listed(_ names: [String]) -> String {
    "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
  }

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
