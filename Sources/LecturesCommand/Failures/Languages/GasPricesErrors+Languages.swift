import GasPrices

extension GasPricesErrors {
  static func korean(_ error: GasPricesError) -> FailureWords? {
    let words: FailureWords? =
      switch error.code {
      case .oracleRefused: FailureWords("가스 가격 서비스가 답을 거부했습니다.", advice: "키를 확인하거나 나중에 다시 시도하십시오.")
      case .oracleSilent: FailureWords("가스 가격 서비스가 답하지 않습니다.", advice: "나중에 다시 시도하십시오.")
      case .noNode: FailureWords("가스 가격 서비스를 확인해 줄 노드가 답하지 않습니다.")
      case .badOracleReply: FailureWords("가스 가격 서비스의 답을 사용할 수 없습니다.")
      case .badOracle: FailureWords("가스 가격 서비스의 주소나 키를 사용할 수 없습니다.", advice: "설정을 확인하십시오.")
      case .bookFailed:
        FailureWords("가스 가격 파일을 사용할 수 없습니다.", advice: "파일과 폴더의 권한, 디스크 공간을 확인하십시오.")
      default: nil
      }
    return isWithoutNode(error) ? words?.adding("대신할 노드도 답하지 않습니다.") : words
  }

  static func ukrainian(_ error: GasPricesError) -> FailureWords? {
    let words: FailureWords? =
      switch error.code {
      case .oracleRefused:
        FailureWords("Служба цін на газ відмовила у відповіді.", advice: "Перевірте ключ або спробуйте пізніше.")
      case .oracleSilent: FailureWords("Служба цін на газ не відповідає.", advice: "Спробуйте пізніше.")
      case .noNode: FailureWords("Жоден вузол не відповідає, щоб підтвердити службу цін на газ.")
      case .badOracleReply: FailureWords("Відповідь служби цін на газ непридатна.")
      case .badOracle:
        FailureWords("Адреса або ключ служби цін на газ непридатні.", advice: "Перевірте налаштування.")
      case .bookFailed:
        FailureWords(
          "Файл цін на газ непридатний.", advice: "Перевірте права доступу до файлу й теки та місце на диску.")
      default: nil
      }
    return isWithoutNode(error) ? words?.adding("Вузол, що мав її замінити, теж не відповідає.") : words
  }

  /// Whether no node stood in for the oracle either.
  private static func isWithoutNode(_ error: GasPricesError) -> Bool {
    (error.cause as? GasPricesError)?.code == .noNode
  }
}
