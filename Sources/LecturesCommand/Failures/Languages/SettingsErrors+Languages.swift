import Localization
import Operations

extension SettingsErrors {
  static func korean(_ error: SettingsError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.noContract, _):
      FailureWords(
        "이 네트워크에 설정된 계약이 없습니다.",
        advice: "학교에 초대를 요청하여 `lectures network use LINK`로 받아들이거나, `--contract ADDRESS`로 지정하십시오.")
    case (.badAuthorities, .permissions(let step)):
      FailureWords("다른 사용자가 인증 기관 파일에 쓸 수 있어 사용하지 않습니다.", advice: ExposureRepair(step).korean)
    case (.badAuthorities, _):
      FailureWords("인증 기관 파일을 사용할 수 없습니다.", advice: "학교의 PEM 파일을 `--ca-file FILE`로 지정하거나 빼십시오.")
    case (.badInvitation, .network):
      FailureWords("초대에 넣을 수 있는 엔드포인트가 없습니다.", advice: "누구나 사용할 수 있는 노드를 `--endpoint URL`로 지정하십시오.")
    case (.badInvitation, _):
      FailureWords(
        "받아들일 수 있는 초대가 아닙니다. 바뀐 것은 없습니다.", advice: "초대한 사람에게 새로 요청하십시오: `lectures network invite`")
    case (.wrongChain, .chains(let expected, let told, let known)):
      FailureWords(
        "노드가 다른 체인에 있습니다.",
        reason:
          "노드의 체인 번호는 \(told)\(known.map { "(\($0))" } ?? "")이고, 네트워크의 번호는 \(expected.map { "\($0)" } ?? "개인 체인의 것")입니다.",
        advice: known.map { "그 체인을 원하시면 네트워크(`--network \($0)`)를, 아니면 다른 `--endpoint`를 지정하십시오." }
          ?? "`--endpoint`를 확인하거나 `--chain-id`로 체인을 지정하십시오.")
    case (.unknownNetwork, .network(let name)):
      FailureWords(
        "그런 네트워크가 없습니다: \(name)", advice: "새로 만들기: `lectures network use \(name) --endpoint URL --chain-id N`")
    case (.unknownProfile, .profile(let name, _)):
      FailureWords("그런 프로필이 없습니다: \(name)", advice: "만들기: `lectures network use NAME --profile \(name)`")
    case (.noEndpoint, _): FailureWords("네트워크에 엔드포인트가 없습니다.", advice: "`--endpoint URL`을 지정하십시오.")
    case (.otherChainID, _): FailureWords("네트워크의 체인 번호가 다릅니다.", advice: "`--chain-id`를 빼거나 다른 `--network`를 선택하십시오.")
    case (.noChainID, _): FailureWords("새 네트워크에는 `--chain-id`가 필요합니다.", advice: "`--chain-id N`을 더하십시오.")
    case (.misused, .setting(let key)): FailureWords("`\(key.flag)` 옵션의 값을 읽을 수 없습니다.", advice: "\(docs) 참고")
    case (.unusable, .setting(let key)):
      FailureWords("설정 `\(key.name)`의 값을 읽을 수 없습니다.", advice: "설정을 고치거나 `\(key.flag)` 옵션을 지정하십시오.")
    case (.unreadable, _): FailureWords("설정 파일을 읽을 수 없습니다.", advice: "`--config`로 있는 파일을 지정하거나 빼십시오.")
    case (.exposed, .permissions(let step)):
      FailureWords("다른 사용자가 설정 파일에 쓸 수 있습니다.", advice: ExposureRepair(step).korean)
    case (.wrongFile, _): FailureWords("설정 파일이 잘못되었습니다.", advice: "확인: `lectures config list`")
    case (.noPlace, _), (.noKeystores, _): FailureWords("파일을 둘 폴더를 알 수 없습니다.", advice: "환경 변수 `HOME`을 설정하십시오.")
    case (.unwritable, _): FailureWords("설정 파일에 쓸 수 없습니다.", advice: "`--config FILE`로 다른 파일을 지정하십시오.")
    case (.former, _): FailureWords("예전 이름으로 지정된 설정입니다.", advice: "\(docs) 참고")
    case (.noOwnNode, _): FailureWords("이 컴퓨터에 있는 엔드포인트가 없습니다.", advice: "자신의 노드를 `--endpoint URL`로 지정하십시오.")
    case (.noSeals, _): FailureWords("이 네트워크에서는 체크포인트로 증명할 수 없습니다.", advice: "체크포인트를 빼십시오.")
    case (.unknownSetting, _): FailureWords("그런 설정이 없습니다.", advice: "목록: `lectures config list`")
    case (.noSetting, _): FailureWords("그 자리에는 설정이 없습니다.", advice: "\(docs) 참고")
    case (.badChange, _): FailureWords("설정에 쓸 수 없는 값입니다. 바뀐 것은 없습니다.", advice: "\(docs) 참고")
    case (.breaksProfile, _): FailureWords("그렇게 바꾸면 설정을 사용할 수 없게 됩니다. 바뀐 것은 없습니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: SettingsError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.noContract, _):
      FailureWords(
        "Для цієї мережі не налаштовано контракту.",
        advice:
          "Попросіть у школи запрошення і прийміть його: `lectures network use LINK`; або вкажіть `--contract ADDRESS`."
      )
    case (.badAuthorities, .permissions(let step)):
      FailureWords(
        "До файлу центрів сертифікації можуть писати інші, тож його не використано.",
        advice: ExposureRepair(step).ukrainian)
    case (.badAuthorities, _):
      FailureWords(
        "Файл центрів сертифікації непридатний.",
        advice: "Вкажіть PEM-файл своєї школи через `--ca-file FILE` або приберіть цей параметр.")
    case (.badInvitation, .network):
      FailureWords(
        "Жоден вузол мережі не можна внести в запрошення.",
        advice: "Вкажіть вузол, доступний усім, через `--endpoint URL`.")
    case (.badInvitation, _):
      FailureWords(
        "Це не запрошення, яке можна прийняти; нічого не змінено.",
        advice: "Попросіть інше в того, хто його зробив: `lectures network invite`")
    case (.wrongChain, .chains(let expected, let told, let known)):
      FailureWords(
        "Вузол обслуговує іншу мережу.",
        reason:
          "Номер мережі вузла — \(told)\(known.map { " (\($0))" } ?? ""), а потрібен \(expected.map { "\($0)" } ?? "номер власної мережі").",
        advice: known.map { "Якщо вам потрібна саме вона, вкажіть `--network \($0)`; якщо ні — інший `--endpoint`." }
          ?? "Перевірте `--endpoint` або вкажіть номер мережі через `--chain-id`.")
    case (.unknownNetwork, .network(let name)):
      FailureWords(
        "Мережі з таким іменем немає: \(name)",
        advice: "Створити власну: `lectures network use \(name) --endpoint URL --chain-id N`")
    case (.unknownProfile, .profile(let name, _)):
      FailureWords(
        "Профілю з таким іменем немає: \(name)", advice: "Створити: `lectures network use NAME --profile \(name)`")
    case (.noEndpoint, _): FailureWords("У мережі немає жодного вузла.", advice: "Вкажіть `--endpoint URL`.")
    case (.otherChainID, _):
      FailureWords("Номер цієї мережі інший.", advice: "Приберіть `--chain-id` або виберіть іншу `--network`.")
    case (.noChainID, _):
      FailureWords("Власній мережі потрібен номер (`--chain-id`).", advice: "Додайте `--chain-id N`.")
    case (.misused, .setting(let key)):
      FailureWords("Значення `\(key.flag)` не вдалося прочитати.", advice: "Дивіться \(docs)")
    case (.unusable, .setting(let key)):
      FailureWords(
        "Значення налаштування `\(key.name)` не вдалося прочитати.", advice: "Виправте його або вкажіть `\(key.flag)`.")
    case (.unreadable, _):
      FailureWords(
        "Файл налаштувань не читається.", advice: "Вкажіть наявний файл через `--config` або приберіть цей параметр.")
    case (.exposed, .permissions(let step)):
      FailureWords("До файлу налаштувань можуть писати інші.", advice: ExposureRepair(step).ukrainian)
    case (.wrongFile, _):
      FailureWords("Файл налаштувань неправильний.", advice: "Перевірте: `lectures config list`")
    case (.noPlace, _), (.noKeystores, _):
      FailureWords("Невідомо, в якій теці тримати файл.", advice: "Задайте змінну середовища `HOME`.")
    case (.unwritable, _):
      FailureWords("Файл налаштувань не записується.", advice: "Вкажіть інший через `--config FILE`.")
    case (.former, _): FailureWords("Налаштування названо колишнім іменем.", advice: "Дивіться \(docs)")
    case (.noOwnNode, _):
      FailureWords("Жодного вузла на цьому комп’ютері.", advice: "Вкажіть власний вузол через `--endpoint URL`.")
    case (.noSeals, _):
      FailureWords("У цій мережі контрольна точка нічого не доводить.", advice: "Приберіть контрольну точку.")
    case (.unknownSetting, _):
      FailureWords("Такого налаштування немає.", advice: "Перелік: `lectures config list`")
    case (.noSetting, _): FailureWords("На цьому місці немає налаштування.", advice: "Дивіться \(docs)")
    case (.badChange, _):
      FailureWords("Таке значення неприйнятне; нічого не змінено.", advice: "Дивіться \(docs)")
    case (.breaksProfile, _):
      FailureWords("Після такої зміни налаштування стали б непридатними; нічого не змінено.")
    default: nil
    }
  }

  private static let docs = "`Docs/configuration.md`"
}
