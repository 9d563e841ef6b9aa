import Localization
import Operations
import Terminal

/// The words on settings: where they come from, and what a change does.
enum SettingText: Phrase {
  // Headings and values of lists.
  case setting, value, from, notSet, place, inForce, nothingKept, unreadable, mistake, yes
  /// A stronger origin.
  case no(OriginText)
  /// The other profiles of the file.
  case others(String)

  /// The origin of a value that is shown.
  case origin(OriginText?, place: String)
  /// A variable that is no setting, and one with a like name.
  case stray(String, suggestion: String?)

  // A change.
  case stronger(OriginText)
  /// A place and its new value.
  case set(String, String)
  /// A place and the value that it had already.
  case already(String, String)
  case formerly(String)
  case wasNotSet(String)
  /// A place whose value was taken back, and the value.
  case takenBack(String, String)
  /// A section that was taken back, and the number of its settings.
  case sectionTakenBack(String, Int)
  /// A setting's value from now on with its origin; nil where it is not set.
  case now(String, String?, OriginText)
  case takeBackQuestion(String)
  case settings

  var english: StyledText {
    switch self {
    case .setting: "Setting"
    case .value: "Value"
    case .from: "From"
    case .notSet: StyledText("not set", .dim)
    case .place: "Place"
    case .inForce: "In force"
    case .nothingKept: "The file keeps nothing."
    case .unreadable: "cannot be read"
    case .mistake: StyledText("a mistake", .bad)
    case .yes: StyledText("yes", .good)
    case .no(let origin): "no: \(origin.english)"
    case .others(let names): " (others: \(names))"
    case .origin(let origin, let place):
      StyledText(
        "from \([origin?.english, place].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "))", .dim)
    case .stray(let name, let suggestion):
      "\(name) is no setting and is ignored.\(suggestion.map { " Did you mean \($0)?" } ?? "")"
    case .stronger(let origin): "\(origin.english) is stronger: the value is kept, and not in force."
    case .set(let place, let value): StyledText(place, .strong) + " is \(value) now."
    case .already(let place, let value): StyledText(place, .strong) + " is \(value) already."
    case .formerly(let value): StyledText("It was \(value).", .dim)
    case .wasNotSet(let place): StyledText(place, .strong) + " was not set."
    case .takenBack(let place, let value): StyledText(place, .strong) + " is taken back; it was \(value)."
    case .sectionTakenBack(let place, let count):
      StyledText(place, .strong) + " is taken back, with \(count) setting\(count == 1 ? "" : "s")."
    case .now(let name, let value, let origin):
      StyledText("\(name) is \(value.map { "\($0), from \(origin.english)" } ?? "not set") now.", .dim)
    case .takeBackQuestion(let place): "Take \(place) back, with all that is in it?"
    case .settings: "Settings"
    }
  }

  var korean: StyledText {
    switch self {
    case .setting: "설정"
    case .value: "값"
    case .from: "출처"
    case .notSet: StyledText("설정되지 않음", .dim)
    case .place: "자리"
    case .inForce: "적용"
    case .nothingKept: "파일에 저장된 것이 없습니다."
    case .unreadable: "읽을 수 없음"
    case .mistake: StyledText("잘못됨", .bad)
    case .yes: StyledText("예", .good)
    case .no(let origin): "아니요: \(origin.korean)"
    case .others(let names): " (다른 프로필: `\(names)`)"
    case .origin(let origin, let place):
      StyledText(
        "출처: \([origin?.korean, place.isEmpty ? nil : "`\(place)`"].compactMap(\.self).joined(separator: ", "))", .dim)
    case .stray(let name, let suggestion):
      "설정이 아닌 변수라서 무시합니다: `\(name)`\(suggestion.map { ". `\($0)`을(를) 찾으십니까?" } ?? "")"
    case .stronger(let origin): "값을 저장했지만 다른 값이 우선합니다: \(origin.korean)"
    case .set(let place, let value): "설정했습니다: " + StyledText("`\(place)`", .strong) + " = `\(value)`"
    case .already(let place, let value): "이미 그 값입니다: " + StyledText("`\(place)`", .strong) + " = `\(value)`"
    case .formerly(let value): StyledText("이전 값: `\(value)`", .dim)
    case .wasNotSet(let place): "설정되어 있지 않았습니다: " + StyledText("`\(place)`", .strong)
    case .takenBack(let place, let value): "설정을 지웠습니다: " + StyledText("`\(place)`", .strong) + ". 이전 값: `\(value)`"
    case .sectionTakenBack(let place, let count):
      "설정 \(count)개와 함께 지웠습니다: " + StyledText("`\(place)`", .strong)
    case .now(let name, nil, _): StyledText("이제 설정되지 않은 상태입니다: `\(name)`", .dim)
    case .now(let name, let value?, let origin):
      StyledText("이제 적용되는 값: `\(name)` = `\(value)`, 출처: \(origin.korean)", .dim)
    case .takeBackQuestion(let place): "안에 있는 모든 것과 함께 지우시겠습니까? `\(place)`"
    case .settings: "설정 수"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .setting: "Налаштування"
    case .value: "Значення"
    case .from: "Звідки"
    case .notSet: StyledText("не задано", .dim)
    case .place: "Місце"
    case .inForce: "Чинне"
    case .nothingKept: "У файлі нічого не збережено."
    case .unreadable: "не читається"
    case .mistake: StyledText("помилка", .bad)
    case .yes: StyledText("так", .good)
    case .no(let origin): "ні: \(origin.ukrainian)"
    case .others(let names): " (інші: `\(names)`)"
    case .origin(let origin, let place):
      StyledText(
        "звідки: \([origin?.ukrainian, place.isEmpty ? nil : "`\(place)`"].compactMap(\.self).joined(separator: ", "))",
        .dim)
    case .stray(let name, let suggestion):
      "`\(name)` — не налаштування, і його проігноровано.\(suggestion.map { " Можливо, ви мали на увазі `\($0)`?" } ?? "")"
    case .stronger(let origin): "Значення збережено, але воно не чинне; перевагу має: \(origin.ukrainian)"
    case .set(let place, let value): StyledText("`\(place)`", .strong) + " тепер `\(value)`."
    case .already(let place, let value): StyledText("`\(place)`", .strong) + " уже `\(value)`."
    case .formerly(let value): StyledText("Було `\(value)`.", .dim)
    case .wasNotSet(let place): StyledText("`\(place)`", .strong) + ": не було задано."
    case .takenBack(let place, let value): StyledText("`\(place)`", .strong) + ": вилучено; було `\(value)`."
    case .sectionTakenBack(let place, let count):
      StyledText("`\(place)`", .strong) + ": вилучено разом із налаштуваннями (\(count))."
    case .now(let name, nil, _): StyledText("`\(name)` тепер не задано.", .dim)
    case .now(let name, let value?, let origin):
      StyledText("`\(name)` тепер `\(value)`, звідки: \(origin.ukrainian).", .dim)
    case .takeBackQuestion(let place): "Вилучити `\(place)` з усім, що там є?"
    case .settings: "Налаштувань"
    }
  }
}

/// The origin of a setting's value.
struct OriginText: Phrase {
  private let origin: SettingOrigin

  init(_ origin: SettingOrigin) { self.origin = origin }

  var english: String { origin.description }

  var korean: String {
    switch origin {
    case .given(let name): "`\(name)`"
    case .variable(let name): "`$\(name)`"
    case .profile(let name): "프로필 `\(name)`"
    case .file(let network): "설정 파일의 네트워크 `\(network)`"
    case .network(let name): "내장 네트워크 `\(name)`"
    case .byDefault: "기본값"
    }
  }

  var ukrainian: String {
    switch origin {
    case .given(let name): "`\(name)`"
    case .variable(let name): "`$\(name)`"
    case .profile(let name): "профіль `\(name)`"
    case .file(let network): "мережа `\(network)` у файлі налаштувань"
    case .network(let name): "вбудована мережа `\(name)`"
    case .byDefault: "за замовчуванням"
    }
  }
}
