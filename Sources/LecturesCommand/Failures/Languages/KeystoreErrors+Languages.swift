import Keystores
import Localization

extension KeystoreErrors {
  static func korean(_ error: KeystoreError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.wrongPassword, _):
      FailureWords(
        "비밀번호가 맞지 않아 키 파일을 열 수 없습니다.", reason: "비밀번호가 틀렸거나, 드물게는 파일이 손상되었습니다.",
        advice: "비밀번호를 다시 확인하십시오. 분명히 맞다면 백업에서 파일을 가져오십시오.")
    case (.notFound, .unknownName(let name, let nearest, let names)):
      FailureWords(
        "그런 이름이나 주소의 키가 없습니다: \(name)",
        advice: isPath(name)
          ? "다른 곳에 있는 키 파일은 먼저 가져오십시오: `lectures wallet import NAME --keystore FILE`"
          : nearest.map { "`\($0)`을(를) 찾으십니까?" }
            ?? (names.isEmpty
              ? "아직 키가 없습니다. `lectures wallet new NAME`으로 만드십시오." : "있는 이름: \(names.joined(separator: ", "))"))
    case (.notFound, _): FailureWords("파일이나 폴더가 없습니다.", advice: "경로를 확인하십시오.")
    case (.ambiguous, _): FailureWords("이름이 같은 키 파일이 여러 개 있습니다.", advice: "파일 이름으로 지정하십시오. 목록: `lectures wallet list`")
    case (.damaged, _), (.notKeystore, _):
      FailureWords("키 파일이 손상되었거나 키 파일이 아닙니다.", advice: "백업에서 파일을 가져오십시오. 목록: `lectures wallet list`")
    case (.addressMismatch, _): FailureWords("키 파일의 키가 그 주소의 것이 아닙니다.", advice: "맞는 키 파일을 지정하십시오.")
    case (.unsupported, _): FailureWords("지원하지 않는 키 파일입니다.", advice: "그 파일을 만든 도구로 개인 키를 내보내십시오.")
    case (.parametersRefused, .beyondLimit(let parameters, let limit)):
      FailureWords(
        "키 파일을 열려면 시간이나 메모리가 너무 많이 듭니다.", reason: "키 유도 매개변수: `\(parameters)`, 한도: `\(limit)`.",
        advice: "그 파일을 만든 도구로 다시 암호화하십시오.")
    case (.parametersRefused, _):
      FailureWords("키 파일의 키 유도 매개변수가 허용 범위를 벗어납니다.", advice: "그 파일을 만든 도구로 다시 암호화하십시오.")
    case (.tooLarge, _): FailureWords("파일이 너무 커서 키 파일일 수 없습니다.", advice: "경로를 확인하십시오.")
    case (.invalidName, _):
      FailureWords("이름이나 주소로 쓸 수 없습니다.", advice: "이름에는 글자, 숫자, 빈칸, `-`, `_`, `.`을 쓰고, 주소는 다시 복사하십시오.")
    case (.changed, _): FailureWords("다른 프로그램이 키 파일을 바꾸었습니다.", advice: "다시 시도하십시오.")
    case (.busy, _): FailureWords("다른 프로그램이 키 폴더를 쓰고 있습니다.", advice: "끝나기를 기다렸다가 다시 시도하십시오.")
    case (.exposed, _):
      FailureWords("다른 사용자가 접근할 수 있는 파일이라 사용하지 않습니다.", advice: ExposureRepair(error.advice).korean)
    case (.io, .notWritable):
      FailureWords("키 폴더에 쓸 수 없습니다.", advice: "폴더에 쓰기 권한을 주거나 `--keystore-dir`로 다른 폴더를 지정하십시오.")
    case (.unreadable, _), (.io, _): FailureWords("파일이나 폴더를 읽고 쓸 수 없습니다.", advice: "경로와 권한을 확인하십시오.")
    case (.cryptography, _): FailureWords("암호 연산에 실패했습니다.", advice: "대부분 메모리 부족이 원인입니다. 다른 프로그램을 닫고 다시 시도하십시오.")
    case (.exists, _): FailureWords("그런 이름이나 주소의 키가 이미 있습니다.", advice: "다른 이름을 고르십시오. 목록: `lectures wallet list`")
    default: nil
    }
  }

  static func ukrainian(_ error: KeystoreError) -> FailureWords? {
    switch (error.code, error.facts) {
    case (.wrongPassword, _):
      FailureWords(
        "Пароль не відкриває цього файлу ключа.", reason: "Пароль неправильний або, рідше, файл пошкоджено.",
        advice: "Спробуйте пароль ще раз; якщо він точно правильний, візьміть файл із резервної копії.")
    case (.notFound, .unknownName(let name, let nearest, let names)):
      FailureWords(
        "Ключа з таким іменем чи адресою немає: \(name)",
        advice: isPath(name)
          ? "Файл ключа, що лежить деінде, спершу імпортуйте: `lectures wallet import NAME --keystore FILE`"
          : nearest.map { "Можливо, ви мали на увазі `\($0)`?" }
            ?? (names.isEmpty
              ? "Ключів ще немає; створіть: `lectures wallet new NAME`" : "Є такі: \(names.joined(separator: ", "))"))
    case (.notFound, _): FailureWords("Такого файлу чи теки немає.", advice: "Перевірте шлях.")
    case (.ambiguous, _):
      FailureWords(
        "Кілька файлів ключів мають це ім’я.", advice: "Вкажіть ім’я файлу. Перелік: `lectures wallet list`")
    case (.damaged, _), (.notKeystore, _):
      FailureWords(
        "Файл ключа пошкоджено, або це не файл ключа.",
        advice: "Візьміть його з резервної копії. Перелік: `lectures wallet list`")
    case (.addressMismatch, _):
      FailureWords("Ключ у файлі не належить цій адресі.", advice: "Вкажіть потрібний файл ключа.")
    case (.unsupported, _):
      FailureWords(
        "Такий файл ключа тут не читається.", advice: "Експортуйте приватний ключ програмою, що створила файл.")
    case (.parametersRefused, .beyondLimit(let parameters, let limit)):
      FailureWords(
        "Відкрити файл ключа коштувало б забагато часу чи пам’яті.",
        reason: "Параметри отримання ключа: `\(parameters)`, межа: `\(limit)`.",
        advice: "Зашифруйте його заново програмою, що його створила.")
    case (.parametersRefused, _):
      FailureWords(
        "Параметри отримання ключа в цьому файлі неприйнятні.",
        advice: "Зашифруйте його заново програмою, що його створила.")
    case (.tooLarge, _): FailureWords("Файл завеликий для файлу ключа.", advice: "Перевірте шлях.")
    case (.invalidName, _):
      FailureWords(
        "Це не може бути іменем чи адресою.",
        advice: "В імені бувають літери, цифри, пробіли, `-`, `_` і `.`; адресу скопіюйте ще раз.")
    case (.changed, _): FailureWords("Файл ключа змінила інша програма.", advice: "Спробуйте знову.")
    case (.busy, _): FailureWords("До теки ключів пише інша програма.", advice: "Дочекайтеся її й спробуйте знову.")
    case (.exposed, _):
      FailureWords(
        "Файл не використано, бо до нього мають доступ інші.", advice: ExposureRepair(error.advice).ukrainian)
    case (.io, .notWritable):
      FailureWords(
        "У теку ключів не можна писати.", advice: "Дозвольте запис у неї або вкажіть іншу теку через `--keystore-dir`.")
    case (.unreadable, _), (.io, _):
      FailureWords("Файл чи теку не можна прочитати або записати.", advice: "Перевірте шлях і права доступу.")
    case (.cryptography, _):
      FailureWords(
        "Криптографічна операція не вдалася.", advice: "Найчастіше бракує пам’яті: закрийте щось і спробуйте знову.")
    case (.exists, _):
      FailureWords(
        "Ключ із таким іменем чи адресою вже є.", advice: "Виберіть інше ім’я. Перелік: `lectures wallet list`")
    default: nil
    }
  }
}
