import Localization

/// The refusals of the command that serves pages.
enum WebCommandRefusal: Phrase {
  // One's own pages.
  /// Another server runs; the command that prints an address of it.
  case runsAlready(command: String)
  case notRunning(command: String)
  case lockTime
  case noFolder
  case ownOptions, platformOptions

  // A platform.
  case feeBudgets
  case noPublicURL, badPublicURL
  case socketAndPort
  case openHost
  /// A text that is no address and no range.
  case noRange(String)
  case noDatabase

  var english: FailureWords {
    switch self {
    case .runsAlready(let command):
      FailureWords("Another server of yours serves these pages.", advice: "Enter there: \(command)")
    case .notRunning(let command): FailureWords("No server of yours runs.", advice: "Start one: \(command)")
    case .lockTime:
      FailureWords("The time of --lock-after cannot be read.", advice: "Give it as in 10m, up to 60m.")
    case .noFolder:
      FailureWords(
        "There is no place for the server's files.", reason: "Neither XDG_STATE_HOME nor HOME is an absolute path.")
    case .ownOptions:
      FailureWords("--no-open, --plain-host and --new-link are for one's own pages, not a platform's.")
    case .platformOptions: FailureWords("These options are a platform's.", advice: "Say --platform as well.")
    case .feeBudgets:
      FailureWords(
        "--fee-budgets are three amounts.", advice: "Give those of an account, an address and a lecture: 0.1,5,10.")
    case .noPublicURL:
      FailureWords(
        "A platform needs --public-url.", advice: "Give the address that browsers show, without a path.")
    case .badPublicURL:
      FailureWords(
        "The address of --public-url cannot be one of a platform.",
        reason: "It needs https and no path; http is possible for names of this machine alone, such as "
          + "http://school.localhost:7789.")
    case .socketAndPort: FailureWords("--unix-socket stands in place of --host and --port.")
    case .openHost:
      FailureWords(
        "It speaks plain HTTP, which no other machine is to see.",
        reason: "--host names an address that other machines reach.",
        advice: "Say --behind-proxy if a proxy that speaks TLS is all that reaches it.")
    case .noRange(let text): FailureWords("\(text) is no address and no range of addresses.")
    case .noDatabase:
      FailureWords(
        "There is no place for the database.", reason: "Neither XDG_STATE_HOME nor HOME is an absolute path.",
        advice: "Name a file with --database.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .runsAlready(let command):
      FailureWords("이미 실행 중인 서버가 있습니다.", advice: "그 서버에 들어가기: `\(command)`")
    case .notRunning(let command): FailureWords("실행 중인 서버가 없습니다.", advice: "시작: `\(command)`")
    case .lockTime: FailureWords("`--lock-after`의 시간을 읽을 수 없습니다.", advice: "`10m`처럼, 최대 `60m`까지 쓰십시오.")
    case .noFolder:
      FailureWords("서버의 파일을 둘 곳이 없습니다.", reason: "`XDG_STATE_HOME`도 `HOME`도 절대 경로가 아닙니다.")
    case .ownOptions: FailureWords("`--no-open`, `--plain-host`, `--new-link`는 자기 페이지에 쓰는 옵션이며 플랫폼에는 쓰지 않습니다.")
    case .platformOptions: FailureWords("플랫폼에 쓰는 옵션입니다.", advice: "`--platform`도 지정하십시오.")
    case .feeBudgets:
      FailureWords("`--fee-budgets`는 금액 세 개입니다.", advice: "계정, 주소, 강의의 예산을 쓰십시오: `0.1,5,10`")
    case .noPublicURL:
      FailureWords("플랫폼에는 `--public-url`이 필요합니다.", advice: "브라우저에 보이는 주소를 경로 없이 지정하십시오.")
    case .badPublicURL:
      FailureWords(
        "`--public-url`의 주소는 플랫폼의 주소가 될 수 없습니다.",
        reason: "`https`여야 하고 경로가 없어야 합니다. `http`는 `http://school.localhost:7789`처럼 이 컴퓨터의 이름에만 쓸 수 있습니다.")
    case .socketAndPort: FailureWords("`--unix-socket`은 `--host`와 `--port` 대신 씁니다.")
    case .openHost:
      FailureWords(
        "암호화되지 않은 HTTP라서 다른 컴퓨터에 열 수 없습니다.", reason: "`--host`가 다른 컴퓨터에서 접속할 수 있는 주소입니다.",
        advice: "TLS를 쓰는 프록시만 접속한다면 `--behind-proxy`를 지정하십시오.")
    case .noRange(let text): FailureWords("주소도 주소 범위도 아닙니다: `\(text)`")
    case .noDatabase:
      FailureWords(
        "데이터베이스를 둘 곳이 없습니다.", reason: "`XDG_STATE_HOME`도 `HOME`도 절대 경로가 아닙니다.",
        advice: "`--database`로 파일을 지정하십시오.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .runsAlready(let command):
      FailureWords("Інший ваш сервер уже показує ці сторінки.", advice: "Увійдіть там: `\(command)`")
    case .notRunning(let command): FailureWords("Жоден ваш сервер не працює.", advice: "Запустіть: `\(command)`")
    case .lockTime:
      FailureWords("Час `--lock-after` не вдалося прочитати.", advice: "Пишіть як-от `10m`, щонайбільше `60m`.")
    case .noFolder:
      FailureWords(
        "Немає місця для файлів сервера.", reason: "Ні `XDG_STATE_HOME`, ні `HOME` не є абсолютним шляхом.")
    case .ownOptions:
      FailureWords("`--no-open`, `--plain-host` і `--new-link` — для власних сторінок, а не для платформи.")
    case .platformOptions: FailureWords("Ці параметри — для платформи.", advice: "Додайте `--platform`.")
    case .feeBudgets:
      FailureWords(
        "`--fee-budgets` — це три суми.", advice: "Вкажіть для рахунку, адреси та лекції: `0.1,5,10`.")
    case .noPublicURL:
      FailureWords(
        "Платформі потрібен `--public-url`.", advice: "Вкажіть адресу, яку показує браузер, без шляху.")
    case .badPublicURL:
      FailureWords(
        "Адреса `--public-url` не може бути адресою платформи.",
        reason: "Потрібен `https` і жодного шляху; `http` можливий лише для імен цього комп’ютера, як-от "
          + "`http://school.localhost:7789`.")
    case .socketAndPort: FailureWords("`--unix-socket` указують замість `--host` і `--port`.")
    case .openHost:
      FailureWords(
        "Це HTTP без шифрування, якого інші комп’ютери бачити не повинні.",
        reason: "`--host` — адреса, доступна іншим комп’ютерам.",
        advice: "Якщо до неї має доступ лише проксі з TLS, додайте `--behind-proxy`.")
    case .noRange(let text): FailureWords("Це не адреса і не діапазон адрес: `\(text)`")
    case .noDatabase:
      FailureWords(
        "Немає місця для бази даних.", reason: "Ні `XDG_STATE_HOME`, ні `HOME` не є абсолютним шляхом.",
        advice: "Вкажіть файл через `--database`.")
    }
  }
}
