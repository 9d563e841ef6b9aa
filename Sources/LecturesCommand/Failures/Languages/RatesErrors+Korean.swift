import Database
import Localization
import Rates

extension RatesErrors {
  static func korean(_ error: RatesError) -> FailureWords? {
    switch (error.code, error.facts) {
    // Requests.
    case (_, .unknown(.currency, let name, let nearest)):
      FailureWords(
        "그런 통화가 없습니다: \(name)", advice: nearest.map { "`\($0)`을(를) 찾으십니까?" } ?? "통화 코드는 `USD`, `KRW`, `KAIA`와 같이 쓰십시오.")
    case (_, .unknown(.source, let name, let nearest)):
      FailureWords(
        "그런 출처가 없습니다: \(name)", advice: nearest.map { "`\($0)`을(를) 찾으십니까?" } ?? "출처 목록: `lectures rates sources`")
    case (_, .unknown(.bank, let name, _)):
      FailureWords("그런 은행이 없습니다: \(name)", advice: "은행 목록: `lectures rates banks`")
    case (_, .noPair(let text)): FailureWords("통화 쌍이 아닙니다: \(text)", advice: "`USD/UAH`와 같이 코드 두 개를 `/`로 이어 쓰십시오.")
    case (_, .sameCurrency(let currency)): FailureWords("같은 통화끼리의 환율은 언제나 1입니다: \(currency)")
    case (_, .amount):
      FailureWords("그 금액은 환산할 수 없습니다.", reason: "소수점 아래가 18자리를 넘거나 수가 너무 큽니다.")
    case (_, .days(let from, let to)):
      FailureWords(
        "그 기간의 환율은 볼 수 없습니다: \(Language.korean.date(from.parts))부터 \(Language.korean.date(to.parts))까지",
        reason: "첫날이 마지막 날보다 앞서야 하고, 기간은 최대 \(RatesReader.mostDays)일입니다.")
    case (_, .newsItem(let number, let count)):
      FailureWords(
        "\(number)번 뉴스가 없습니다.", reason: count == 0 ? "저장된 뉴스가 없습니다." : "번호는 1부터 \(count)까지입니다.")
    case (_, .mirror):
      FailureWords(
        "출처를 대신하는 서버의 주소를 사용할 수 없습니다.",
        advice: "`https://rates.example.edu` 또는 `http://127.0.0.1:8399`와 같이 쓰십시오.")
    case (_, .manualRate(let text)):
      FailureWords("환율이 아닙니다: \(text)", reason: "0보다 큰 수와 다른 통화의 코드로 이루어져야 합니다.", advice: "예: `2233.56 USD`")
    case (_, .noRate(let pair, let gap)): noRate(pair, gap)

    // Sources.
    case (.tooSoon, _) where error.subject == nil:
      FailureWords("저장된 환율이 없고, 아직 다시 물을 수 없습니다.", advice: askable(error.facts))
    case (.tooSoon, .askableAt):
      FailureWords("\(title(error))에 아직 다시 물을 수 없습니다.", reason: "물은 지 5분이 지나지 않았습니다.", advice: askable(error.facts))
    case (.tooSoon, _): FailureWords("\(title(error))에 지금은 묻지 않습니다.", reason: "다른 프로세스가 묻고 있습니다.")
    case (.unreachable, .problems(let problems)):
      FailureWords(
        "저장된 환율이 없고, 응답하는 출처도 없습니다.",
        reason: problems.compactMap { korean($0)?.message }.joined(separator: " "),
        advice: "출처별 응답: `lectures rates sources`")
    case (.unreachable, .status(let status)):
      FailureWords("\(title(error))의 답이 올바르지 않습니다(HTTP 상태 \(status)번).", advice: sources)
    case (.unreachable, _):
      FailureWords("\(title(error))에 연결할 수 없습니다.", advice: sources)
    case (.badAnswer, _): FailureWords("\(title(error))의 답을 사용할 수 없습니다.", advice: sources)
    case (.suspect, _):
      FailureWords(
        "\(title(error))의 환율이 이전과 크게 다르거나 매입과 매도의 차이가 커서 의심스러우므로 쓰지 않습니다.", advice: sources)
    case (.contradictory, _):
      FailureWords("\(title(error))의 응답은 앞뒤가 맞지 않아 그 부분은 쓰지 않습니다.", advice: sources)
    case (.limited, _): FailureWords("\(title(error)) 측에서 요청을 줄여 달라고 합니다.", advice: "나중에 다시 시도하십시오.")
    case (.noData, _):
      FailureWords(
        "\(title(error))에 해당 환율이 없습니다.", advice: "시장마다 환율이 따로 있습니다: `--market crypto`, `korea`, `nbu`, `banks`, `ecb`")
    case (.badKey, .key(let source)):
      FailureWords(
        "출처의 키를 사용할 수 없습니다: `\(source)`", reason: "키가 잘못되었거나 출처가 거부했습니다.",
        advice: "키 파일을 확인하거나 `--rates-sources`에서 그 출처를 빼십시오.")
    case (.badKey, _): FailureWords("\(title(error)) 측에서 키를 거부했습니다.", advice: "키가 아직 유효한지 확인하십시오.")

    // This machine.
    case (.bookFailed, .file(let path, .server)):
      FailureWords(
        "환율이 있는 서버를 사용할 수 없습니다: \(path)", advice: error.ofDatabase.flatMap { DatabaseErrors.korean($0)?.advice })
    case (.bookFailed, .file(let path, let trouble)):
      FailureWords("환율 파일을 사용할 수 없습니다: \(path)", advice: repair(trouble))
    case (.bookFailed, _): FailureWords("환율 파일을 사용할 수 없습니다.", advice: "파일과 폴더의 권한을 확인하십시오.")
    case (.noReader, _):
      FailureWords("이 컴퓨터에서는 XML을 읽을 수 없습니다.", advice: "설치하십시오: `apt-get install libxml2`")
    default: nil
    }
  }

  private static func noRate(_ pair: CurrencyPair, _ gap: RateGap) -> FailureWords {
    let reason: String? =
      switch gap {
      case .legs(let legs):
        legs.isEmpty ? nil : "어느 출처에도 없는 환율: \(legs.map(\.description).joined(separator: ", "))"
      case .crossed(let leg, _): "\(leg)의 매입 가격이 매도 가격보다 높아 믿을 수 없습니다."
      case .apart(let first, let second, let hours): "기준 시각이 \(hours)시간 차이 납니다: \(first), \(second)."
      case .noCommonSide(let first, let second): "같은 쪽의 가격이 없습니다: \(first), \(second)."
      case .noSeller: "출처가 매입 가격만 알려 줍니다."
      case .noBuyer: "출처가 매도 가격만 알려 줍니다."
      case .tooLong: "수가 너무 깁니다."
      }
    return FailureWords(
      "\(pair) 환율이 없습니다.", reason: reason, advice: "시장마다 환율이 따로 있습니다: `--market crypto`, `korea`, `nbu`, `banks`, `ecb`"
    )
  }

  private static func repair(_ trouble: StoreProblem) -> String {
    switch trouble {
    case .newer: "이 프로그램의 이후 버전을 쓰거나 다른 파일을 지정하십시오."
    case .busy: "다른 프로세스가 오래 쓰고 있습니다. 다시 시도하십시오."
    case .full: "디스크 공간을 확보하십시오."
    case .notWritable: "파일과 폴더의 쓰기 권한을 확인하십시오."
    case .server: "서버가 실행 중인지, 접속 권한이 있는지 확인하십시오."
    case .other: "손상되었거나 다른 프로그램의 파일이면 옮겨 두십시오. 새 파일이 만들어집니다."
    }
  }

  private static func askable(_ facts: Facts?) -> String? {
    if case .askableAt(let time)? = facts { "\(LocalTime.text(time, in: .korean))부터 다시 물을 수 있습니다." } else { nil }
  }

  private static func title(_ error: RatesError) -> String { error.subject.map { SourceTitle($0).korean } ?? "출처" }

  private static let sources = "출처별 응답: `lectures rates sources`"
}
