import WalletBook

extension WalletBookErrors {
  static func korean(_ error: WalletBookError) -> FailureWords? {
    switch error.code {
    case .bookFailed: FailureWords("지갑 목록 파일을 사용할 수 없습니다.", advice: "파일과 폴더의 권한, 디스크 공간을 확인하십시오.")
    case .bookExposed:
      FailureWords(
        "다른 사용자가 바꿀 수 있는 지갑 목록이라 사용하지 않습니다.", reason: "목록의 이름은 돈을 받을 주소를 뜻합니다.",
        advice: ExposureRepair(error.advice).korean)
    case .bookNewer: FailureWords("이 프로그램의 이후 버전이 쓴 지갑 목록입니다.", advice: "그 버전을 사용하십시오.")
    case .nameTaken: FailureWords("다른 지갑이나 연락처가 이미 그 이름을 씁니다.", advice: "다른 이름을 고르십시오.")
    case .invalidName:
      FailureWords("이름으로 쓸 수 없습니다.", advice: "글자, 숫자, 빈칸, `-`, `_`, `.`을 쓰십시오.")
    case .notFound: FailureWords("그런 이름의 지갑이나 연락처가 없습니다.", advice: "목록: `lectures contact list`")
    case .badCopy: FailureWords("백업에 든 지갑 목록을 읽을 수 없습니다.")
    case .badRequest: FailureWords("결제 요청이 아닙니다.", advice: "다시 요청하거나 주소를 직접 입력하십시오.")
    case .unsupportedRequest:
      FailureWords(
        "이해할 수 없는 결제 요청입니다. 지불하지 않았습니다.", advice: "주소와 금액만 담은 요청을 달라고 하십시오.")
    default: nil
    }
  }

  static func ukrainian(_ error: WalletBookError) -> FailureWords? {
    switch error.code {
    case .bookFailed:
      FailureWords(
        "Файл книги гаманців непридатний.", advice: "Перевірте права доступу до файлу й теки та місце на диску.")
    case .bookExposed:
      FailureWords(
        "Книгу гаманців не використано, бо її можуть змінити інші.",
        reason: "Імена в ній означають адреси, яким платять.", advice: ExposureRepair(error.advice).ukrainian)
    case .bookNewer:
      FailureWords("Книгу гаманців записала новіша версія програми.", advice: "Скористайтеся нею.")
    case .nameTaken:
      FailureWords("Це ім’я вже має інший гаманець або контакт.", advice: "Виберіть інше ім’я.")
    case .invalidName:
      FailureWords("Це не може бути іменем.", advice: "Беріть літери, цифри, пробіли, `-`, `_` і `.`.")
    case .notFound:
      FailureWords("Гаманця чи контакту з таким іменем немає.", advice: "Перелік: `lectures contact list`")
    case .badCopy: FailureWords("Книга гаманців у резервній копії не читається.")
    case .badRequest:
      FailureWords("Це не запит на оплату.", advice: "Попросіть інший або введіть адресу самі.")
    case .unsupportedRequest:
      FailureWords(
        "Такий запит на оплату незрозумілий; нічого не сплачено.", advice: "Попросіть саму адресу й суму.")
    default: nil
    }
  }
}
