import Keys
import Localization
import Primitives

/// The refusals to change the key of an account.
enum AccountUpdateRefusal: Phrase {
  case sameKey
  /// A role in which nobody here could sign any more, and whether it would have a key that nobody has.
  case locksOut(Address, RoleText, isFail: Bool)
  case severalKeys(String, Int)
  case dryRun
  case noSuchKey
  case noPublicKey(String)
  case noKey(String)
  case noAddressOfPayer(String)

  var english: FailureWords {
    switch self {
    case .sameKey: FailureWords("The account has this key already.", reason: "Nothing was sent.")
    case .locksOut(let address, let role, let isFail):
      FailureWords(
        "Nobody here could sign for \(address) in the role \(role.english) any more.",
        reason: isFail
          ? "A fail key lets nobody sign." : "The keys that it would take are not among the keystores named.",
        advice: "Name keystores or new:NAME, or add --elsewhere if others have the keys and you are sure.")
    case .severalKeys(let name, let count):
      FailureWords(
        "The keystore \(name) holds \(count) keys, and one is wanted.",
        advice: "Name keystores with one key each, or give the public key.")
    case .dryRun:
      FailureWords(
        "A dry run takes public keys, legacy and fail only.",
        reason: "It unlocks no keystore and makes no key.", advice: "Give the public keys in hexadecimal.")
    case .noSuchKey: FailureWords("There is no such key here.")
    case .noPublicKey(let text):
      FailureWords(
        "\(text) is no public key.", reason: "That is 33 bytes that begin with 02 or 03, in hexadecimal.",
        advice: "Who has the keystore can give its name instead.")
    case .noKey(let text):
      FailureWords(
        "\(text.isEmpty ? "Nothing" : text) is no key.",
        reason: "A key is a keystore's name, new:NAME, a public key, legacy, fail, or several behind a threshold.",
        advice: "As in --key new:platform2, or --key 2:alice,bob,carol")
    case .noAddressOfPayer(let name):
      FailureWords(
        "The keystore \(name) does not say whose key it holds.",
        reason: "A fee payer has to be known before its key is unlocked.",
        advice: "Make a copy that says it: lectures wallet import")
    }
  }

  var korean: FailureWords {
    switch self {
    case .sameKey: FailureWords("계정의 키가 이미 이것입니다.", reason: "아무것도 보내지 않았습니다.")
    case .locksOut(let address, let role, let isFail):
      FailureWords(
        "여기의 누구도 더 이상 다음 계정에 서명할 수 없게 됩니다: \(address), 역할 «\(role.korean)».",
        reason: isFail ? "`fail` 키로는 아무도 서명할 수 없습니다." : "필요한 키가 지정한 키 파일에 없습니다.",
        advice: "키 파일이나 `new:NAME`을 지정하십시오. 다른 사람이 키를 가진 것이 확실하면 `--elsewhere`를 더하십시오.")
    case .severalKeys(let name, let count):
      FailureWords(
        "키 파일 \(name)에 키가 \(count)개 있는데, 하나여야 합니다.", advice: "키가 하나인 키 파일이나 공개 키를 지정하십시오.")
    case .dryRun:
      FailureWords(
        "시험 실행에는 공개 키, `legacy`, `fail`만 쓸 수 있습니다.", reason: "키 파일을 풀지도, 키를 만들지도 않습니다.",
        advice: "공개 키를 16진수로 쓰십시오.")
    case .noSuchKey: FailureWords("여기에는 그런 키가 없습니다.")
    case .noPublicKey(let text):
      FailureWords(
        "공개 키가 아닙니다: `\(text)`", reason: "공개 키는 02나 03으로 시작하는 33바이트의 16진수입니다.",
        advice: "키 파일이 있으면 그 이름을 쓸 수 있습니다.")
    case .noKey(let text):
      FailureWords(
        text.isEmpty ? "빈 값은 키가 아닙니다." : "키가 아닙니다: `\(text)`",
        reason: "키는 키 파일의 이름, `new:NAME`, 공개 키, `legacy`, `fail`, 또는 기준값 뒤의 여러 키입니다.",
        advice: "예: `--key new:platform2`, `--key 2:alice,bob,carol`")
    case .noAddressOfPayer(let name):
      FailureWords(
        "키 파일에 주소가 적혀 있지 않습니다: \(name)", reason: "수수료 대납자는 키를 풀기 전에 알아야 합니다.",
        advice: "주소가 적힌 사본을 만드십시오: `lectures wallet import`")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .sameKey: FailureWords("Рахунок уже має цей ключ.", reason: "Нічого не надіслано.")
    case .locksOut(let address, let role, let isFail):
      FailureWords(
        "Ніхто тут більше не зможе підписувати за рахунок \(address) у ролі «\(role.ukrainian)».",
        reason: isFail
          ? "З ключем `fail` не підписує ніхто." : "Потрібних ключів немає серед названих файлів ключів.",
        advice: "Назвіть файли ключів чи `new:NAME` або додайте `--elsewhere`, якщо ключі точно мають інші.")
    case .severalKeys(let name, let count):
      FailureWords(
        "У файлі ключа \(name) ключів — \(count), а потрібен один.",
        advice: "Назвіть файли з одним ключем або вкажіть відкритий ключ.")
    case .dryRun:
      FailureWords(
        "Для пробного запуску годяться лише відкриті ключі, `legacy` і `fail`.",
        reason: "Він не відмикає файлів ключів і не створює ключів.",
        advice: "Вкажіть відкриті ключі в шістнадцятковому записі.")
    case .noSuchKey: FailureWords("Такого ключа тут немає.")
    case .noPublicKey(let text):
      FailureWords(
        "`\(text)` — не відкритий ключ.", reason: "Це 33 байти, що починаються з 02 або 03, у шістнадцятковому записі.",
        advice: "Хто має файл ключа, може вказати його ім’я.")
    case .noKey(let text):
      FailureWords(
        text.isEmpty ? "Порожнє значення — не ключ." : "`\(text)` — не ключ.",
        reason: "Ключ — це ім’я файлу ключа, `new:NAME`, відкритий ключ, `legacy`, `fail` або кілька за порогом.",
        advice: "Як-от `--key new:platform2` або `--key 2:alice,bob,carol`")
    case .noAddressOfPayer(let name):
      FailureWords(
        "У файлі ключа \(name) не сказано, чий це ключ.",
        reason: "Платника комісії треба знати, перш ніж відімкнути його ключ.",
        advice: "Зробіть копію, де це сказано: `lectures wallet import`")
    }
  }
}
