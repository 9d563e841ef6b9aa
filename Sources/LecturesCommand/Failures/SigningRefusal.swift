import Localization

/// The refusals to sign a message, and to take a signature.
enum SigningRefusal: Phrase {
  /// A key that the account of this name does not have, and its keys.
  case unknownKey(String, of: String, keys: String)
  /// The account of this name has several keys for transactions, or none: their number, and all its keys.
  case severalKeys(String, Int, keys: String)
  /// The expected signer, and the account that signed.
  case otherSigner(expected: String, signer: String)
  case unreadableSignature
  case messageNotHex

  var english: FailureWords {
    switch self {
    case .unknownKey(let key, let name, let keys):
      FailureWords(
        "\(name) has no key \(key).", reason: "Its keys are \(keys).",
        advice: "Choose one by its number, its public key or its address.")
    case .severalKeys(let name, let count, let keys):
      FailureWords(
        "Which of the keys of \(name) signs?",
        reason: "It has \(count) keys for transactions, and a message is signed by one. Its keys are \(keys).",
        advice: "Choose one with --key, as in --key 1.")
    case .otherSigner(let expected, let signer):
      FailureWords(
        "The signature is not that of \(expected).", reason: "For this very message it was made by \(signer).",
        advice: "Either somebody else signed, or another message was signed: compare every byte.")
    case .unreadableSignature:
      FailureWords("The signature cannot be read.", advice: "Give 65 bytes in hexadecimal: 0x and 130 digits.")
    case .messageNotHex: FailureWords("The message is not hexadecimal.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .unknownKey(let key, let name, let keys):
      FailureWords(
        "\(name) 계정에 그런 키가 없습니다: `\(key)`", reason: "계정의 키: \(keys).",
        advice: "번호, 공개 키 또는 주소로 키를 고르십시오.")
    case .severalKeys(let name, let count, let keys):
      FailureWords(
        "\(name) 계정의 어느 키로 서명할지 정해야 합니다.",
        reason: "트랜잭션용 키가 \(count)개인데 메시지는 키 하나로 서명합니다. 계정의 키: \(keys).",
        advice: "`--key`로 고르십시오. 예: `--key 1`")
    case .otherSigner(let expected, let signer):
      FailureWords(
        "\(expected) 계정의 서명이 아닙니다.", reason: "이 메시지에 대해 서명한 계정: \(signer).",
        advice: "다른 사람이 서명했거나 다른 메시지에 서명한 것입니다. 모든 바이트를 비교하십시오.")
    case .unreadableSignature:
      FailureWords("서명을 읽을 수 없습니다.", advice: "65바이트를 16진수로 쓰십시오: `0x` 뒤에 숫자 130개.")
    case .messageNotHex: FailureWords("메시지가 16진수가 아닙니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .unknownKey(let key, let name, let keys):
      FailureWords(
        "Рахунок \(name) не має ключа `\(key)`.", reason: "Його ключі: \(keys).",
        advice: "Виберіть ключ за номером, відкритим ключем або адресою.")
    case .severalKeys(let name, let count, let keys):
      FailureWords(
        "Котрий із ключів рахунку \(name) підписує?",
        reason: "Ключів для транзакцій — \(count), а повідомлення підписує один. Ключі рахунку: \(keys).",
        advice: "Виберіть його через `--key`, як-от `--key 1`.")
    case .otherSigner(let expected, let signer):
      FailureWords(
        "Це підпис не рахунку \(expected).", reason: "Саме це повідомлення підписав рахунок \(signer).",
        advice: "Підписав хтось інший або підписано інше повідомлення: порівняйте кожен байт.")
    case .unreadableSignature:
      FailureWords(
        "Підпис не читається.", advice: "Вкажіть 65 байтів у шістнадцятковому записі: `0x` і 130 цифр.")
    case .messageNotHex: FailureWords("Повідомлення — не шістнадцятковий запис.")
    }
  }
}
