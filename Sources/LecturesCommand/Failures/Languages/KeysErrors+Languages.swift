import Files
import Keys

extension KeysErrors {
  static func korean(_ error: KeysError) -> FailureWords? {
    switch error.code {
    case .invalidPrivateKey, .invalidWalletKey: FailureWords("개인 키가 아닙니다.", advice: "키를 다시 복사하십시오.")
    case .unsupportedWalletKeyType: FailureWords("지원하지 않는 종류의 지갑 키입니다.")
    case .wordCount: FailureWords("복구 문구의 단어 수가 맞지 않습니다.", reason: "12, 15, 18, 21 또는 24개여야 합니다.")
    case .unknownWord: FailureWords("복구 문구에 목록에 없는 단어가 있습니다.", advice: "철자를 확인하십시오.")
    case .mnemonicChecksum:
      FailureWords("복구 문구의 체크섬이 맞지 않습니다.", advice: "단어와 순서를 다시 확인하십시오.")
    case .invalidPath: FailureWords("키 유도 경로를 읽을 수 없습니다.")
    case .noRandomness: FailureWords("이 컴퓨터에서 난수를 얻지 못해 키를 만들지 않았습니다.")
    case .cryptographyFailed: FailureWords("암호 연산에 실패했습니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: KeysError) -> FailureWords? {
    switch error.code {
    case .invalidPrivateKey, .invalidWalletKey:
      FailureWords("Це не закритий ключ.", advice: "Скопіюйте ключ ще раз.")
    case .unsupportedWalletKeyType: FailureWords("Такий вид ключа гаманця тут не підтримується.")
    case .wordCount:
      FailureWords("У фразі відновлення не та кількість слів.", reason: "Їх має бути 12, 15, 18, 21 або 24.")
    case .unknownWord:
      FailureWords("У фразі відновлення є слово не зі списку.", advice: "Перевірте, як його написано.")
    case .mnemonicChecksum:
      FailureWords(
        "Контрольна сума фрази відновлення не збігається.", advice: "Перевірте слова та їхній порядок.")
    case .invalidPath: FailureWords("Шлях отримання ключа не вдалося прочитати.")
    case .noRandomness: FailureWords("Комп’ютер не дав випадкових чисел, тож ключа не створено.")
    case .cryptographyFailed: FailureWords("Криптографічна операція не вдалася.")
    default: nil
    }
  }
}

extension BlockingWorkErrors {
  static func korean(_ error: BlockingWorkError) -> FailureWords? {
    FailureWords("시스템에 남은 스레드가 없습니다.", advice: "다른 프로그램을 닫고 다시 시도하십시오.")
  }

  static func ukrainian(_ error: BlockingWorkError) -> FailureWords? {
    FailureWords("Системі бракує потоків.", advice: "Закрийте щось і спробуйте знову.")
  }
}
