import Localization

/// The refusals of a batch and of its rows.
enum BatchRefusal: Phrase {
  case unreadable(String)
  case otherEncoding(String)
  /// A row that is not understood, by its line, and its text.
  case row(Int, String)
  /// The rows that are not understood, where there are several.
  case rows([UnreadableRow])
  /// The line of an earlier row that asks for the same.
  case repeated(Int)
  case createForm, settleForm, evaluateForm
  case unknownVerb(String)
  case openQuote
  case noNumber(String)
  case noRun(String)
  /// A number of all rows failed; the first by its line, with why.
  case failed(Int, of: Int, line: Int, why: String)
  /// A number of all rows cannot be done, so that none was sent.
  case heldBack(Int, of: Int, line: Int, why: String)

  var english: FailureWords {
    switch self {
    case .unreadable(let path):
      FailureWords("The file \(path) cannot be read.", advice: "Give the path of a file with one action a row.")
    case .otherEncoding(let path):
      FailureWords(
        "The file \(path) cannot be read.", reason: "It is no text in UTF-8, and a title would not be what was meant.",
        advice: "Save it as UTF-8; nothing was sent.")
    case .row(let line, let text):
      FailureWords(
        "Row \(line) cannot be understood; nothing was sent.", place: text,
        advice: "See `lectures batch --help` for the form of a row.")
    case .rows(let rows):
      FailureWords(
        "\(rows.count) rows cannot be understood; nothing was sent.",
        points: Self.named(rows, in: .english, row: { "Row \($0)" }, more: { "And \($0) more." }),
        advice: "See `lectures batch --help` for the form of a row.")
    case .repeated(let line): FailureWords("Row \(line) asks for the same.")
    case .createForm:
      FailureWords("A create row is create,PRICE,TITLE; the title tells a rerun what is done.")
    case .settleForm: FailureWords("A settle row is settle,NUMBER[/RUN].")
    case .evaluateForm: FailureWords("An evaluate row is evaluate,NUMBER[/RUN],a,b,c,d,e.")
    case .unknownVerb(let verb): FailureWords("‘\(verb)’ is none of create, settle, evaluate.")
    case .openQuote: FailureWords("A quote is not closed.")
    case .noNumber(let text): FailureWords("‘\(text)’ is not the number of a lecture.")
    case .noRun(let text): FailureWords("‘\(text)’ is not a run: 0, 1 and so on.")
    case .failed(let count, let all, let line, let why):
      FailureWords(
        "\(count) of \(all) rows failed.", reason: "Row \(line): \(why)",
        advice: "Mend the cause and run the same file again: rows that are done are skipped.")
    case .heldBack(let count, let all, let line, let why):
      FailureWords(
        "\(count) of \(all) rows cannot be done; nothing was sent.", reason: "Row \(line): \(why)",
        advice: "Mend or remove them, or send the others with --keep-going.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .unreadable(let path):
      FailureWords("`\(path)` 파일을 읽을 수 없습니다.", advice: "한 행에 작업이 하나씩 있는 파일의 경로를 지정하십시오.")
    case .otherEncoding(let path):
      FailureWords(
        "`\(path)` 파일을 읽을 수 없습니다.", reason: "UTF-8 텍스트가 아니어서 제목이 뜻한 것과 달라집니다.",
        advice: "UTF-8로 저장하십시오. 아무것도 보내지 않았습니다.")
    case .row(let line, let text):
      FailureWords(
        "\(line)행을 이해할 수 없습니다. 아무것도 보내지 않았습니다.", place: text, advice: "행의 형식: `lectures batch --help`")
    case .rows(let rows):
      FailureWords(
        "이해할 수 없는 행이 \(rows.count)개 있습니다. 아무것도 보내지 않았습니다.",
        points: Self.named(rows, in: .korean, row: { "\($0)행" }, more: { "그 밖에 \($0)행이 더 있습니다." }),
        advice: "행의 형식: `lectures batch --help`")
    case .repeated(let line): FailureWords("\(line)행과 같은 작업입니다.")
    case .createForm:
      FailureWords("개설 행의 형식은 `create,PRICE,TITLE`입니다. 다시 실행할 때 제목으로 이미 끝난 것을 알아봅니다.")
    case .settleForm: FailureWords("정산 행의 형식은 `settle,NUMBER[/RUN]`입니다.")
    case .evaluateForm: FailureWords("평가 행의 형식은 `evaluate,NUMBER[/RUN],a,b,c,d,e`입니다.")
    case .unknownVerb(let verb): FailureWords("`\(verb)`은(는) `create`, `settle`, `evaluate` 중 하나가 아닙니다.")
    case .openQuote: FailureWords("따옴표가 닫히지 않았습니다.")
    case .noNumber(let text): FailureWords("`\(text)`은(는) 강의 번호가 아닙니다.")
    case .noRun(let text): FailureWords("`\(text)`은(는) 회차가 아닙니다. 0, 1 등으로 쓰십시오.")
    case .failed(let count, let all, let line, let why):
      FailureWords(
        "\(all)행 중 \(count)행이 실패했습니다.", reason: "\(line)행: \(why)",
        advice: "원인을 고치고 같은 파일을 다시 실행하십시오. 끝난 행은 건너뜁니다.")
    case .heldBack(let count, let all, let line, let why):
      FailureWords(
        "\(all)행 중 \(count)행을 실행할 수 없습니다. 아무것도 보내지 않았습니다.", reason: "\(line)행: \(why)",
        advice: "고치거나 지우십시오. 나머지만 보내려면 `--keep-going`을 붙이십시오.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .unreadable(let path):
      FailureWords("Файл `\(path)` не читається.", advice: "Вкажіть шлях до файлу, де в кожному рядку одна дія.")
    case .otherEncoding(let path):
      FailureWords(
        "Файл `\(path)` не читається.", reason: "Це не текст у UTF-8, тож назва була б не тією.",
        advice: "Збережіть його як UTF-8; нічого не надіслано.")
    case .row(let line, let text):
      FailureWords(
        "Рядок \(line) незрозумілий; нічого не надіслано.", place: text,
        advice: "Форму рядка показує `lectures batch --help`.")
    case .rows(let rows):
      FailureWords(
        "Незрозумілих рядків: \(rows.count); нічого не надіслано.",
        points: Self.named(rows, in: .ukrainian, row: { "Рядок \($0)" }, more: { "І ще \($0)." }),
        advice: "Форму рядка показує `lectures batch --help`.")
    case .repeated(let line): FailureWords("Рядок \(line) просить про те саме.")
    case .createForm:
      FailureWords("Рядок створення має вигляд `create,PRICE,TITLE`; за назвою видно, що вже зроблено.")
    case .settleForm: FailureWords("Рядок розрахунку має вигляд `settle,NUMBER[/RUN]`.")
    case .evaluateForm: FailureWords("Рядок оцінювання має вигляд `evaluate,NUMBER[/RUN],a,b,c,d,e`.")
    case .unknownVerb(let verb): FailureWords("`\(verb)` не є жодним із `create`, `settle`, `evaluate`.")
    case .openQuote: FailureWords("Лапки не закрито.")
    case .noNumber(let text): FailureWords("`\(text)` не є номером лекції.")
    case .noRun(let text): FailureWords("`\(text)` не є набором: 0, 1 і так далі.")
    case .failed(let count, let all, let line, let why):
      FailureWords(
        "Не вдалося рядків: \(count) із \(all).", reason: "Рядок \(line): \(why)",
        advice: "Усуньте причину й запустіть той самий файл ще раз: зроблені рядки буде пропущено.")
    case .heldBack(let count, let all, let line, let why):
      FailureWords(
        "Неможливо виконати рядків: \(count) із \(all); нічого не надіслано.", reason: "Рядок \(line): \(why)",
        advice: "Виправте чи вилучіть їх, або надішліть решту з `--keep-going`.")
    }
  }

  /// The first of the rows, each with its text and why it is not understood, and how many more there are.
  private static func named(
    _ rows: [UnreadableRow], in language: Language, row: (Int) -> String, more: (Int) -> String
  ) -> [String] {
    let named = rows.prefix(UnreadableRow.mostNamed).map {
      "\(row($0.line)) (\($0.text)): \($0.cause.words(in: language).sentences)"
    }
    let rest = rows.count - named.count
    return rest > 0 ? named + [more(rest)] : named
  }
}
