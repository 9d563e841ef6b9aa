import Database
import Localization

extension DatabaseErrors {
  static func korean(_ error: DatabaseError) -> FailureWords? {
    switch error.code {
    case .badAddress:
      FailureWords(
        "데이터베이스 주소를 사용할 수 없습니다.",
        reason: "비밀번호는 다른 사람이 볼 수 있는 곳에 쓰지 않으며, 다른 컴퓨터의 서버에는 `sslmode=verify-full`로만 접속합니다.",
        advice: "비밀번호가 든 주소는 권한이 600인 파일에 두고 `--database-file`로 지정하십시오.")
    case .unreachable:
      FailureWords("데이터베이스 서버에 연결할 수 없습니다.", reason: error.message, advice: "서버가 실행 중인지, 주소가 맞는지 확인하십시오.")
    case .crowded:
      FailureWords(
        "데이터베이스 서버에 남은 연결이 없습니다.", reason: error.message,
        advice: "서버는 실행 중입니다. 필요 없는 연결을 끊거나 `max_connections`를 늘리십시오.")
    case .refused:
      FailureWords(
        "데이터베이스 서버가 접속을 거부했습니다.", reason: error.message, advice: "주소의 사용자, 비밀번호, 데이터베이스를 확인하십시오.")
    case .unsafe:
      FailureWords(
        "데이터베이스 서버가 기록한 것을 잃을 수 있습니다.", advice: "서버 설정에서 `fsync`와 `full_page_writes`를 `on`으로 바꾸고 다시 시작하십시오.")
    case .behind:
      FailureWords(
        "데이터베이스 서버에 이미 기록된 변경이 없습니다.", reason: "그 변경 없이 돌아왔거나 다른 서버가 그 자리를 대신했습니다.",
        advice: "가장 새로운 변경이 있는 서버만 응답하게 하고, 다른 서버는 그 서버에서 복사하십시오.")
    case .foreign: FailureWords("다른 프로그램의 데이터베이스입니다.", advice: "다른 데이터베이스나 파일을 지정하십시오.")
    case .newer:
      FailureWords(
        "이 프로그램보다 새로운 버전이 쓴 데이터베이스입니다.", reason: error.koreanVersion, advice: "그 버전이나 더 새로운 버전을 사용하십시오.")
    case .busy: FailureWords("다른 프로세스가 데이터베이스를 사용하고 있습니다.", reason: error.message, advice: "잠시 뒤에 다시 시도하십시오.")
    case .full: FailureWords("데이터베이스를 둘 자리가 없습니다.", advice: "자리를 마련하십시오.")
    case .notWritable:
      FailureWords("데이터베이스에 쓸 수 없습니다.", reason: error.message, advice: "파일이나 테이블의 쓰기 권한을 확인하십시오.")
    case .exposed: FailureWords("다른 사용자가 데이터베이스 파일을 바꿀 수 있습니다.", advice: error.advice.map { "`\($0)`" })
    case .damaged: FailureWords("데이터베이스가 손상되었습니다.", reason: error.message)
    case .uncertain:
      FailureWords("변경이 기록되었는지 알 수 없습니다.", reason: "끝내는 동안 서버와의 연결이 끊어졌습니다.", advice: "다시 하기 전에 기록된 내용을 확인하십시오.")
    default: FailureWords("데이터베이스를 사용할 수 없습니다.", reason: error.message)
    }
  }

  static func ukrainian(_ error: DatabaseError) -> FailureWords? {
    switch error.code {
    case .badAddress:
      FailureWords(
        "Адресу бази даних не можна використати.",
        reason:
          "Пароля не пишуть там, де його бачать інші, а до сервера на іншій машині з’єднуються лише з `sslmode=verify-full`.",
        advice: "Адресу з паролем запишіть у файл із правами 600 і назвіть його через `--database-file`.")
    case .unreachable:
      FailureWords(
        "Сервер бази даних недоступний.", reason: error.message,
        advice: "Перевірте, чи працює сервер і чи правильна адреса.")
    case .crowded:
      FailureWords(
        "На сервері бази даних немає вільних з’єднань.", reason: error.message,
        advice: "Сервер працює: закрийте зайві з’єднання або збільште `max_connections`.")
    case .refused:
      FailureWords(
        "Сервер бази даних відмовив у доступі.", reason: error.message,
        advice: "Перевірте користувача, пароль і базу даних в адресі.")
    case .unsafe:
      FailureWords(
        "Сервер бази даних може втратити записане.",
        advice: "Увімкніть `fsync` і `full_page_writes` у налаштуваннях сервера та перезапустіть його.")
    case .behind:
      FailureWords(
        "На сервері бази даних бракує вже записаних змін.",
        reason: "Він повернувся без них, або його місце зайняв інший сервер.",
        advice: "Нехай відповідає лише сервер із найновішими змінами, а інший скопіюйте з нього.")
    case .foreign: FailureWords("Це база даних іншої програми.", advice: "Назвіть іншу базу даних або інший файл.")
    case .newer:
      FailureWords(
        "Базу даних записала новіша версія програми.", reason: error.ukrainianVersion,
        advice: "Візьміть ту версію або новішу.")
    case .busy:
      FailureWords("Базу даних використовує інший процес.", reason: error.message, advice: "Спробуйте ще раз за мить.")
    case .full: FailureWords("Для бази даних немає місця.", advice: "Звільніть місце.")
    case .notWritable:
      FailureWords(
        "У базу даних не можна писати.", reason: error.message, advice: "Перевірте права на файл або таблиці.")
    case .exposed:
      FailureWords("Файл бази даних можуть змінити інші користувачі.", advice: error.advice.map { "`\($0)`" })
    case .damaged: FailureWords("База даних пошкоджена.", reason: error.message)
    case .uncertain:
      FailureWords(
        "Невідомо, чи записано зміну.", reason: "З’єднання із сервером обірвалося під час її завершення.",
        advice: "Перед повтором перевірте, що записано.")
    default: FailureWords("Базу даних не можна використати.", reason: error.message)
    }
  }
}

extension DatabaseError {
  /// The version of tables that a later program wrote; nil where it is not about that.
  var koreanVersion: String? { facts.map { "테이블의 버전: \($0)." } }

  /// The version of tables that a later program wrote; nil where it is not about that.
  var ukrainianVersion: String? { facts.map { "Версія таблиць: \($0)." } }
}
