import LectureKit
import Localization

extension LectureErrors {
  static func korean(_ error: LectureError) -> FailureWords? {
    switch (error.code, error.facts) {
    // Lectures and runs.
    case (.unknownLecture, _):
      FailureWords("그런 강의가 없습니다.", reason: notSentKorean, advice: "`lectures list`로 강의 목록을 확인하십시오.")
    case (.unknownRun, .runs(let last)):
      FailureWords(
        "그런 회차가 없습니다.", reason: last == 0 ? "이 강의에는 0회차만 있습니다." : "이 강의에는 0회차부터 \(last)회차까지 있습니다.",
        advice: "현재 회차는 `lectures show`로 확인하십시오.")
    case (.unknownRun, _):
      FailureWords("그런 회차가 없습니다.", reason: "회차 번호는 0부터 시작합니다.", advice: "현재 회차는 `lectures show`로 확인하십시오.")
    case (.closed, .refusal(.settled)):
      FailureWords("이미 정산된 강의입니다.", reason: "한 회차는 한 번만 정산됩니다.", advice: "정산 시각은 `lectures show`로 확인할 수 있습니다.")
    case (.closed, _):
      FailureWords(
        "마감된 강의입니다.", reason: "현재 회차가 정산되었습니다. 아무것도 전송되지 않았습니다.",
        advice: "강사가 강의를 다시 개설하면 구매하거나 평가할 수 있습니다.")
    case (.stillOpen, _):
      FailureWords("강의가 아직 열려 있습니다.", reason: notSentKorean, advice: "현재 회차가 정산된 뒤에 다시 개설할 수 있습니다.")
    case (.runChanged, _):
      FailureWords(
        "그사이에 강의의 회차가 바뀌었습니다. 아무것도 전송되지 않았습니다.", reason: "확인을 받은 뒤 강의가 정산되고 다시 개설되었습니다.",
        advice: "강의를 다시 확인하고 처음부터 진행하십시오.")
    case (.priceChanged, .price(let price)):
      FailureWords(
        "강의 가격이 동의하신 금액보다 높습니다. 아무것도 전송되지 않았습니다.", reason: "체인에 기록된 현재 가격은 코인 \(price.klay)개입니다.",
        advice: "괜찮으시면 `--price \(price.klay)` 옵션으로 구매하십시오.")
    case (.priceChanged, _), (.refused, .refusal(.wrongPayment)):
      FailureWords("강의 가격이 바뀌었습니다. 아무것도 전송되지 않았습니다.", advice: "`lectures show`로 가격을 확인하고 다시 구매하십시오.")
    case (.priceUnknown, .logs(let block)):
      FailureWords(
        "강의 가격을 알 수 없습니다.", reason: "이 계약은 가격을 로그에만 남기는데, \(block)번 블록부터는 노드에 로그가 없습니다.",
        advice: block == 0 ? "다른 노드를 `--endpoint`로 지정하십시오." : "계약이 배포된 블록을 `--from-block`으로 지정하십시오.")
    case (.priceUnknown, _):
      FailureWords("이 강의는 구매할 수 없습니다.", reason: "지불할 수 없는 가격으로 개설되었습니다.")
    case (.notShown, _):
      FailureWords(
        "이전 트랜잭션의 결과가 계약에 나타나지 않습니다.", reason: "노드가 체인보다 뒤처졌거나 서로 맞지 않는 답을 합니다. 지금은 아무것도 전송되지 않았습니다.",
        advice: "잠시 후 다시 시도하거나 다른 노드에 문의하십시오. 보낸 내역: `lectures history`")
    case (.paidBack, .paidBack(let run, let block, let others)):
      FailureWords(
        "\(run)회차의 수강료를 돌려받아 증명할 구매가 없습니다.",
        reason: (block.map { "\($0)번 블록에서 돌려받았습니다. " } ?? "") + "이런 영수증은 확인하면 올바르지 않다고 나옵니다.",
        advice: others.last.map { "수강료를 낸 다른 회차는 `--run \($0)` 옵션으로 지정하십시오." })
    case (.paidBack, _):
      FailureWords(
        "이 회차의 수강료를 이미 돌려받으셨습니다.", reason: "수강생마다 한 회차는 한 번만 구매할 수 있습니다. 아무것도 전송되지 않았습니다.",
        advice: "강사가 다른 회차를 열면 다시 구매할 수 있습니다. 강사에게 문의하십시오.")
    case (.refused, .refusal(.reclaimedTooEarly)):
      FailureWords(
        "아직 수강료를 돌려받을 수 없습니다.", reason: "회차가 정산되지 않은 경우 구매 90일 후부터 가능합니다.", advice: "가능한 시점은 `lectures mine`에 표시됩니다.")
    case (.refused, .refusal(.noMoreRuns)):
      FailureWords("이 강의는 더 이상 다시 개설할 수 없습니다.", reason: notSentKorean, advice: "새 강의는 `lectures create`로 개설하십시오.")
    case (.refused, .noReason):
      FailureWords(
        "계약이 이유를 밝히지 않고 요청을 거절했습니다. 아무것도 전송되지 않았습니다.",
        reason: "흔한 이유: 강의가 없음, 마감됨, 가격이 다름, 계정에 권한이 없음.",
        advice: "`lectures show`와 `lectures students --check`로 확인하십시오.")
    case (.refused, nil):
      FailureWords("계약이 요청을 받아들이지 않습니다. 아무것도 전송되지 않았습니다.", advice: "`lectures show`와 `lectures mine`으로 상태를 확인하십시오.")

    // Students, teachers and owners.
    case (.otherRunBought, .bought(let runs)):
      FailureWords(
        "이 계정은 요청한 회차를 구매하지 않았습니다.", reason: koreanWords(runs),
        advice: (runs.paid.last.map { "구매한 회차는 `--run \($0)`, " } ?? "")
          + "요청한 회차를 구매한 계정은 `--from`으로 지정하십시오.")
    case (.otherRunBought, _):
      FailureWords("이 계정은 요청한 회차를 구매하지 않았습니다.", advice: "구매한 회차는 `lectures mine`에서 확인하십시오.")
    case (.notStudent, .bought(let runs)):
      FailureWords(
        runs.wanted.map { "이 계정은 이 강의의 \($0)회차를 구매하지 않았습니다." } ?? "이 계정은 이 강의를 구매하지 않았습니다.", reason: "계약에 그런 구매가 없습니다.",
        advice: "먼저 `lectures purchase`로 구매하거나, 구매한 계정을 `--from`으로 지정하십시오.")
    case (.notStudent, _):
      FailureWords(
        "이 강의의 수강생이 아닙니다.", reason: notSentKorean, advice: "먼저 `lectures purchase`로 구매하거나, 구매한 계정을 `--from`으로 지정하십시오.")
    case (.boughtAlready, .refusal):
      FailureWords("이미 구매한 강의입니다.", reason: notSentKorean, advice: "`lectures evaluate`로 평가할 수 있습니다.")
    case (.boughtAlready, _):
      FailureWords(
        "이미 구매한 강의입니다. 아무것도 전송되지 않았습니다.", reason: "이 계약은 돈을 한 번 더 받으며, 어느 회차를 구매했는지 알려 주지 않습니다.",
        advice: "다시 개설된 새 회차를 원하시면 `--again`을 붙여 구매하십시오.")
    case (.ratedAlready, .rated(let scores)):
      FailureWords(
        "이미 평가한 강의입니다.", reason: "주신 점수는 \(scores.values.map(String.init).joined(separator: ", "))입니다.",
        advice: "한 회차는 한 번만 평가할 수 있습니다. 평가 내용은 `lectures mine`에서 볼 수 있습니다.")
    case (.ratedAlready, _):
      FailureWords(
        "이미 평가한 강의입니다.", reason: notSentKorean, advice: "한 회차는 한 번만 평가할 수 있습니다. 평가 내용은 `lectures mine`에서 볼 수 있습니다.")
    case (.ownLecture, _):
      FailureWords(
        "본인이 개설한 강의입니다.", reason: "강사는 자신의 강의를 구매하거나 평가할 수 없습니다. 아무것도 전송되지 않았습니다.",
        advice: "수강생 계정을 `--from`으로 지정하십시오.")
    case (.notTeacher, _):
      FailureWords("강의의 강사만 할 수 있습니다.", reason: notSentKorean, advice: "강사 계정을 `--from`으로 지정하십시오.")
    case (.notOwner, _):
      FailureWords("계약의 소유자만 할 수 있습니다.", reason: notSentKorean, advice: "소유자 계정을 `--from`으로 지정하십시오.")

    // Receipts, scores and prices.
    case (.invalidReceipt, _):
      FailureWords("강의 영수증이 아닙니다.", advice: "`lectures receipt make`가 만든 파일, 그림 또는 링크를 요청하십시오.")
    case (.invalidDescription, _):
      FailureWords("강의 소개가 아니거나 한도를 넘습니다.", advice: "파일의 형식은 `lectures describe --help`에서 볼 수 있습니다.")
    case (.invalidLinkRequest, _):
      FailureWords("구매자용 링크 요청이 아닙니다.", advice: "`lectures link`로 요청하십시오.")
    case (.descriptionUnsigned, _):
      FailureWords(
        "강의의 강사가 서명한 강의 소개가 아닙니다.", reason: "다른 체인이나 계약, 강의의 것이거나 다른 계정이 서명했습니다.",
        advice: "강사에게 요청하고 `--contract`가 맞는지 확인하십시오.")
    case (.descriptionOutdated, _):
      FailureWords(
        "강의 소개의 서명 시각이 맞지 않습니다.", reason: "더 새로운 소개가 이미 있거나, 시각이 앞서 있습니다.",
        advice: "시계를 확인하고 `lectures describe`로 다시 서명하십시오.")
    case (.linkRefused, .link(let refusal)):
      FailureWords("구매자용 링크를 제공하지 않습니다.", reason: korean(refusal), advice: koreanAdvice(refusal))
    case (.siteFailed, .site(let site)):
      FailureWords(
        "`\(site)` 사이트가 요청을 처리하지 못했습니다.", advice: "`--site`를 확인하십시오. 강의 소개는 파일에서도 볼 수 있습니다.")
    case (.invalidScores, .scoreCount(let count)):
      FailureWords(
        "점수를 \(count)개 주셨습니다. 평가에는 점수 5개가 필요합니다.", reason: "준비, 내용, 진행, 소통, 만족도 순서입니다.",
        advice: "예: `--scores 100,80,34,77,99`")
    case (.invalidScores, .score(let score, let question)):
      FailureWords(
        "\(ScoreLabel(question).korean) 점수 \(score)점은 범위를 벗어납니다.", reason: "점수는 0부터 100까지의 정수입니다.",
        advice: "예: `--scores 100,80,34,77,99`")
    case (.invalidScores, _):
      FailureWords("점수를 읽을 수 없습니다.", reason: "점수는 0부터 100까지의 정수입니다.", advice: "예: `--scores 100,80,34,77,99`")
    case (.invalidTitle, .blankTitle):
      FailureWords(
        "제목에 보이는 글자가 없습니다.", reason: "빈칸과 보이지 않는 문자뿐입니다.", advice: "읽을 수 있는 제목을 쓰거나 제목을 빼십시오.")
    case (.invalidTitle, _):
      FailureWords(
        "제목이 너무 깁니다.", reason: "최대 \(LectureTitle.longest)바이트이며 한글은 한 글자에 3바이트입니다.", advice: "제목을 줄이십시오.")
    case (.invalidPrice, _):
      FailureWords("그런 가격은 사용할 수 없습니다.", reason: "계약은 가격을 코인 단위의 정수로 셉니다.", advice: "1 이상의 정수를 지정하십시오. 예: 10")

    // Contracts.
    case (.missingSetting, _):
      FailureWords(
        "이 네트워크에 설정된 강의 계약이 없습니다.",
        advice: "주소를 `--contract`로 지정하거나 `lectures contract deploy LectureMarket`으로 배포하십시오.")
    case (.unknownContract, .contract(let address)):
      FailureWords(
        "\(address) 주소의 계약은 강의 계약이 아닙니다.", reason: "알려진 강의 계약의 함수가 하나도 없습니다.",
        advice: "`--contract`와 `--network`를 확인하십시오.")
    case (.unknownContract, _):
      FailureWords("계약의 답이 올바르지 않습니다.", advice: "`--contract` 주소가 맞는지, 노드를 믿을 수 있는지 확인하십시오.")
    case (.notSupported, _):
      FailureWords("이 계약은 그 기능을 지원하지 않습니다.", reason: "플랫폼의 이전 세대 계약입니다.", advice: "`lectures contract deploy`를 참고하십시오.")
    default: nil
    }
  }

  private static func koreanWords(_ runs: BoughtRuns) -> String {
    func list(_ runs: [UInt64]) -> String { runs.map { "\($0)회차" }.joined(separator: ", ") }
    return [
      runs.paid.isEmpty ? nil : "구매한 회차: \(list(runs.paid))",
      runs.paidBack.isEmpty ? nil : "수강료를 돌려받은 회차: \(list(runs.paidBack))",
    ].compactMap { $0 }.joined(separator: "; ")
  }

  private static func korean(_ refusal: LinkRefusal) -> String {
    switch refusal {
    case .notBought: "이 계정은 이 회차를 구매하지 않았습니다."
    case .reclaimed: "이 회차의 수강료를 돌려받았습니다."
    case .unsigned: "요청에 이 계정의 서명이 없습니다."
    case .notInForce: "다른 사이트에 대한 요청이거나 시간이 지났습니다."
    case .usedBefore: "이미 사용된 요청입니다."
    case .noLink: "강사가 이 회차의 구매자용 링크를 제공하지 않았습니다."
    }
  }

  private static func koreanAdvice(_ refusal: LinkRefusal) -> String? {
    switch refusal {
    case .notBought: "`lectures purchase`로 구매하거나, 구매한 계정(`--from`)과 회차(`--run`)를 지정하십시오."
    case .unsigned, .notInForce, .usedBefore: "시계와 `--site`를 확인하고 `lectures link`로 다시 요청하십시오."
    case .noLink: "강사에게 문의하십시오."
    case .reclaimed: nil
    }
  }

  private static let notSentKorean = "계약이 거절했으며, 아무것도 전송되지 않았습니다."
}
