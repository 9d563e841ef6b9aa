import Localization

/// The refusals of the commands for descriptions of lectures.
enum DescriptionRefusal: Phrase {
  /// No site is set: buyers get their link from one alone.
  case noSite
  /// The account has several keys, or none, that may sign.
  case notOneKey(account: String, keys: Int)
  /// The link that the site gave is not that of the description.
  case otherLink(site: String)
  /// The site failed; the signed description is in a file.
  case notPublished(file: String)

  var english: FailureWords {
    switch self {
    case .noSite:
      FailureWords(
        "No site is set.", reason: "The link for buyers is kept by the platform's site, which gives it to them alone.",
        advice: "Give its address with --site, or keep it: lectures config set site URL")
    case .notOneKey(let account, let keys):
      FailureWords(
        "\(account) cannot sign this.", reason: "It has \(keys) keys for transactions, and this is signed by one.",
        advice: "Choose an account with one key (--from).")
    case .otherLink(let site):
      FailureWords(
        "The link is not the one that the teacher signed.", reason: "\(site) gave another: it is not shown.",
        advice: "Ask the teacher for the link.")
    case .notPublished(let file):
      FailureWords(
        "The description is signed and in \(file), and not published.",
        advice: "Once the site answers give the same command again with --replace.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .noSite:
      FailureWords(
        "설정된 사이트가 없습니다.", reason: "구매자용 링크는 플랫폼의 사이트가 보관하며 구매자에게만 제공합니다.",
        advice: "주소를 `--site`로 지정하거나 `lectures config set site URL`로 저장하십시오.")
    case .notOneKey(let account, let keys):
      FailureWords(
        "\(account) 계정으로는 서명할 수 없습니다.", reason: "이 서명에는 키 하나가 필요하지만, 거래용 키가 \(keys)개 있습니다.",
        advice: "키가 하나인 계정을 `--from`으로 지정하십시오.")
    case .otherLink(let site):
      FailureWords(
        "강사가 서명한 링크가 아닙니다.", reason: "`\(site)` 사이트가 다른 링크를 제공하여 표시하지 않습니다.",
        advice: "강사에게 링크를 요청하십시오.")
    case .notPublished(let file):
      FailureWords(
        "강의 소개에 서명하여 파일에 저장했지만 게시하지는 못했습니다. 파일: \(file)",
        advice: "사이트가 응답하면 같은 명령을 `--replace`와 함께 다시 실행하십시오.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .noSite:
      FailureWords(
        "Сайт не налаштовано.",
        reason: "Посилання для покупців зберігає сайт платформи й дає його лише їм.",
        advice: "Вкажіть його адресу через `--site` або збережіть: `lectures config set site URL`")
    case .notOneKey(let account, let keys):
      FailureWords(
        "Рахунок \(account) не може цього підписати.",
        reason: "Ключів для транзакцій у нього \(keys), а підписати має один.",
        advice: "Виберіть рахунок з одним ключем (`--from`).")
    case .otherLink(let site):
      FailureWords(
        "Це не те посилання, яке підписав викладач.", reason: "Сайт `\(site)` дав інше, тому його не показано.",
        advice: "Попросіть посилання у викладача.")
    case .notPublished(let file):
      FailureWords(
        "Опис підписано й записано у файл \(file), але не опубліковано.",
        advice: "Коли сайт відповість, повторіть цю команду з `--replace`.")
    }
  }
}
