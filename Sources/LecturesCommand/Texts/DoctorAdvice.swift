import Localization

/// The advice after a check, and the marks of findings.
enum DoctorAdvice: Phrase {
  // The marks of findings, of one width in a language.
  case good, check, fails

  /// A block that is too old, or of the future.
  case block(BlockAgeText)
  /// Such a block on a chain that may be one for development.
  case blockOfDevelopment(BlockAgeText)
  case noContract, brokenKeystores, noKeystores
  case frozenOutbox, openOutbox, frozenAndOpen
  case fund

  var english: String {
    switch self {
    case .good: "ok"
    case .check: "check"
    case .fails: "fails"
    case .block(.behind):
      "The node does not follow its chain any more: wait until it has synced, or use another --endpoint."
    case .block(.ahead):
      "Set the clock (see date); if it is right, the node tells what cannot be: use another --endpoint."
    case .blockOfDevelopment(let age):
      "\(Self.block(age).english) On a chain for development that is as it should be."
    case .noContract:
      "Ask your school for an invitation, and take it: lectures network use LINK; or give --contract ADDRESS. "
        + "A new school deploys its own: lectures contract deploy LectureMarket"
    case .brokenKeystores: "`lectures wallet list` shows what is wrong with each."
    case .noKeystores: "Make an account: lectures wallet new NAME"
    case .frozenOutbox:
      "To send from here, make its folder and the files in it writable for you, or give another --outbox."
    case .openOutbox:
      "Look with `lectures tx list --open`, and take up what was interrupted: lectures tx resume"
    case .frozenAndOpen: "\(Self.frozenOutbox.english) \(Self.openOutbox.english)"
    case .fund: "It cannot pay for gas yet: fund it."
    }
  }

  var korean: String {
    switch self {
    case .good: "정상"
    case .check: "확인"
    case .fails: "실패"
    case .block(.behind): "노드가 더 이상 체인을 따라가지 못합니다. 동기화를 기다리거나 다른 `--endpoint`를 사용하십시오."
    case .block(.ahead): "시계를 맞추십시오. 시계가 맞다면 노드의 답이 잘못된 것이니 다른 `--endpoint`를 사용하십시오."
    case .blockOfDevelopment(let age): "\(Self.block(age).korean) 개발용 체인이라면 문제가 아닙니다."
    case .noContract:
      "학교에 초대 링크를 요청하여 `lectures network use LINK`로 받거나 `--contract`로 주소를 지정하십시오. "
        + "새 학교라면 직접 배포하십시오: `lectures contract deploy LectureMarket`"
    case .brokenKeystores: "문제 보기: `lectures wallet list`"
    case .noKeystores: "계정 만들기: `lectures wallet new NAME`"
    case .frozenOutbox: "여기서 보내려면 폴더와 파일에 쓰기 권한을 주거나 다른 `--outbox`를 지정하십시오."
    case .openOutbox: "`lectures tx list --open`으로 확인하고, 중단된 것은 `lectures tx resume`으로 이어 가십시오."
    case .frozenAndOpen: "\(Self.frozenOutbox.korean) \(Self.openOutbox.korean)"
    case .fund: "아직 가스비를 낼 수 없습니다. 돈을 넣으십시오."
    }
  }

  var ukrainian: String {
    switch self {
    case .good: "добре"
    case .check: "увага"
    case .fails: "збій"
    case .block(.behind):
      "Вузол більше не встигає за своєю мережею: зачекайте на синхронізацію або вкажіть інший `--endpoint`."
    case .block(.ahead):
      "Налаштуйте годинник; якщо він точний, вузол каже неможливе: вкажіть інший `--endpoint`."
    case .blockOfDevelopment(let age): "\(Self.block(age).ukrainian) У мережі для розробки так і має бути."
    case .noContract:
      "Попросіть у школи запрошення і прийміть його: `lectures network use LINK`; або вкажіть `--contract`. "
        + "Нова школа розгортає власний: `lectures contract deploy LectureMarket`"
    case .brokenKeystores: "Що з ними не так: `lectures wallet list`"
    case .noKeystores: "Створіть рахунок: `lectures wallet new NAME`"
    case .frozenOutbox:
      "Щоб надсилати звідси, дозвольте запис у його теку й файли або вкажіть інший `--outbox`."
    case .openOutbox:
      "Погляньте: `lectures tx list --open`; перерване продовжить `lectures tx resume`."
    case .frozenAndOpen: "\(Self.frozenOutbox.ukrainian) \(Self.openOutbox.ukrainian)"
    case .fund: "Поки що він не може заплатити за газ: поповніть його."
    }
  }
}
