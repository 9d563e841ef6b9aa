import Localization

/// The problems of a field that takes an address or a name.
enum AddressFieldText: Phrase {
  case missing, mistyped, noAddress, unknown(String, nearest: String?)

  var english: String {
    switch self {
    case .missing: "Say whom: an address or a name."
    case .mistyped: "The address is mistyped: its capital letters do not fit the digits. Copy it again."
    case .noAddress: "This is no address: 0x and 40 digits are expected."
    case .unknown(let name, let nearest):
      "Nothing here is called \(name)." + (nearest.map { " Did you mean \($0)?" } ?? "")
    }
  }

  var korean: String {
    switch self {
    case .missing: "주소나 이름을 입력하세요."
    case .mistyped: "주소가 잘못되었습니다. 대소문자 검사가 맞지 않습니다. 다시 복사하세요."
    case .noAddress: "주소가 아닙니다. 0x 다음에 40자리가 있어야 합니다."
    case .unknown(let name, let nearest):
      "\(name)라는 이름이 없습니다." + (nearest.map { " \($0)인가요?" } ?? "")
    }
  }

  var ukrainian: String {
    switch self {
    case .missing: "Вкажіть адресу або ім'я."
    case .mistyped: "Адресу введено з помилкою: великі літери не відповідають цифрам. Скопіюйте її ще раз."
    case .noAddress: "Це не адреса: очікується 0x і 40 цифр."
    case .unknown(let name, let nearest):
      "Тут нічого не зветься \(name)." + (nearest.map { " Можливо, \($0)?" } ?? "")
    }
  }
}
