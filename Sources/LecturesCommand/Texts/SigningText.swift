import Localization
import Primitives
import Terminal

/// The words on a message or typed data that is signed, and on a signature that is verified.
enum SigningText: Phrase {
  // The content.
  case message(bytes: Int, standard: String)
  case typedData(StyledText, standard: String)
  case domain, content
  /// An address of typed data whose checksum does not fit, and its place.
  case mistyped(String, at: String)
  /// The members that no type has, and the number of those that are not named.
  case unsigned(String, more: Int)
  /// The address of the key that signs, where the account has another one.
  case otherKey(Address)

  // The signature.
  case signature, signedBy, digest
  case highS
  /// A signer, and the standard of what was signed.
  case signer(StyledText, standard: String)
  /// The signer who was expected.
  case expectedSigner(StyledText, standard: String)
  case otherwise(Address, standard: String)

  var english: StyledText {
    switch self {
    case .message(let bytes, let standard):
      "A message of \(bytes) \(Plural.english(bytes, "byte", "bytes")) (\(standard))"
    case .typedData(let type, let standard): StyledText("Typed data (\(standard)): ") + type
    case .domain: "Domain"
    case .content: "Message"
    case .mistyped(let text, let place):
      "The address at \(place) was given as \(text): the mix of cases (EIP-55) does not fit. Compare every digit: it may be mistyped."
    case .unsigned(let names, let more):
      "Not signed, for the types have no such field: \(names)\(more > 0 ? " and \(more) more" : "")"
    case .otherKey(let address): "Its key is that of \(address): who verifies it has to know the account's key."
    case .signature: "Signature"
    case .signedBy: "Signed by"
    case .digest: "Digest"
    case .highS: "The signature is in its second form (a high s), which no wallet makes and chains refuse."
    case .signer(let name, let standard): StyledText("Signed by ") + name + " (\(standard))."
    case .expectedSigner(let name, let standard):
      StyledText("Right: ", .good) + "signed by " + name + " (\(standard))."
    case .otherwise(let address, let standard): "If it was signed after \(standard), by \(address)."
    }
  }

  var korean: StyledText {
    switch self {
    case .message(let bytes, let standard): "메시지 \(bytes)바이트(\(standard))"
    case .typedData(let type, let standard): "형식 데이터(\(standard)): `" + type + "`"
    case .domain: "도메인"
    case .content: "메시지"
    case .mistyped(let text, let place):
      "주소의 대소문자(EIP-55)가 맞지 않습니다: \(text) (자리: `\(place)`). 잘못 입력되었을 수 있으니 모든 숫자를 비교하십시오."
    case .unsigned(let names, let more):
      "형식에 없는 항목이라 서명되지 않습니다: `\(names)`\(more > 0 ? " 외 \(more)개" : "")"
    case .otherKey(let address): "서명하는 키의 주소: \(address). 검증하는 쪽이 계정의 키를 알아야 합니다."
    case .signature: "서명"
    case .signedBy: "서명한 계정"
    case .digest: "다이제스트"
    case .highS: "어떤 지갑도 만들지 않고 체인도 거부하는 두 번째 형태(큰 s 값)의 서명입니다."
    case .signer(let name, let standard): StyledText("서명한 계정: ") + name + " (\(standard))"
    case .expectedSigner(let name, let standard):
      StyledText("맞습니다. ", .good) + "서명한 계정: " + name + " (\(standard))"
    case .otherwise(let address, let standard): "\(standard) 형식으로 서명했다면 서명한 계정: \(address)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .message(let bytes, let standard):
      "Повідомлення, \(bytes) \(Plural.ukrainian(bytes, "байт", "байти", "байтів")) (\(standard))"
    case .typedData(let type, let standard): "Типізовані дані (\(standard)): `" + type + "`"
    case .domain: "Домен"
    case .content: "Повідомлення"
    case .mistyped(let text, let place):
      "Адреса в `\(place)` записана як \(text): великі й малі літери (EIP-55) не збігаються. Порівняйте кожну цифру, можлива помилка."
    case .unsigned(let names, let more):
      "Не підписується, бо в типах немає такого поля: `\(names)`\(more > 0 ? " та ще \(more)" : "")"
    case .otherKey(let address):
      "Адреса ключа, що підписує: \(address). Хто перевіряє підпис, має знати ключ рахунку."
    case .signature: "Підпис"
    case .signedBy: "Підписав"
    case .digest: "Дайджест"
    case .highS: "Підпис у другій формі (велике s): гаманці такого не роблять, а мережі не беруть."
    case .signer(let name, let standard): StyledText("Підписав рахунок ") + name + " (\(standard))."
    case .expectedSigner(let name, let standard):
      StyledText("Правильно. ", .good) + "Підписав рахунок " + name + " (\(standard))."
    case .otherwise(let address, let standard): "Якщо підписано за \(standard), то рахунком \(address)."
    }
  }
}
