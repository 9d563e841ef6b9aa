import Localization
import Terminal

/// The texts of token lists, of tokens that are trusted, and of what others may move.
enum ExchangeTokenText: Phrase {
  case list, version, tokensHere, leftOut, changes
  /// The differences of a list to the version that was taken.
  case difference(String, added: Int, removed: Int, changed: Int)
  case trustQuestion(String), addQuestion(String), newVersion(String)
  case trusted(String), added(String)
  /// A token that could be taken for another, and that other.
  case alike(String, String, String)
  /// A symbol that no longer stands for the token at an address, once another is trusted.
  case displaces(String, String)
  case notInForce(String)
  /// A list whose version nobody agreed to, and the one that is used.
  case held(String, String, used: String)
  case noApprovals
  case revoked(Int, String)

  var english: StyledText {
    switch self {
    case .list: "List"
    case .version: "Version"
    case .tokensHere: "Tokens of this network"
    case .leftOut: "Entries left out"
    case .changes: "Changes"
    case .difference(let version, let added, let removed, let changed):
      "since \(version): \(added) added, \(removed) removed, \(changed) changed"
    case .trustQuestion(let symbol): "Trust this token as \(symbol)?"
    case .addQuestion(let name): "Trust the tokens of the list ‘\(name)’?"
    case .newVersion(let name): "The list ‘\(name)’ removes or changes tokens that you have. Use this version?"
    case .trusted(let symbol): StyledText("\(symbol) is trusted", .good) + "."
    case .added(let name): StyledText("The list ‘\(name)’ is used from now on", .good) + "."
    case .alike(let symbol, let other, let address):
      "\(symbol) could be taken for another token that is known: \(other) at \(address)."
    case .displaces(let symbol, let address):
      "Once it is trusted, \(symbol) alone no longer means the token at \(address): that one goes by its symbol and the end of its address."
    case .notInForce(let origin): "It is kept, and does not count as long as \(origin) says otherwise."
    case .held(let place, let version, let used):
      "Version \(version) of the token list \(place) removes or changes tokens: version \(used) is used until `lectures exchange tokens --list` shows it and you agree."
    case .noApprovals: "Nobody may move any of the tokens."
    case .revoked(let count, let token):
      StyledText("\(count) allowance\(count == 1 ? " of \(token) was" : "s of \(token) were") taken back", .good) + "."
    }
  }

  var korean: StyledText {
    switch self {
    case .list: "목록"
    case .version: "버전"
    case .tokensHere: "이 네트워크의 토큰"
    case .leftOut: "제외한 항목"
    case .changes: "변경"
    case .difference(let version, let added, let removed, let changed):
      "버전 \(version) 이후: 추가 \(added), 삭제 \(removed), 변경 \(changed)"
    case .trustQuestion(let symbol): "이 토큰을 \(symbol) 토큰으로 신뢰하시겠습니까?"
    case .addQuestion(let name): "목록 ‘\(name)’의 토큰을 신뢰하시겠습니까?"
    case .newVersion(let name): "목록 ‘\(name)’이(가) 쓰던 토큰을 삭제하거나 변경합니다. 이 버전을 쓰시겠습니까?"
    case .trusted(let symbol): StyledText("\(symbol) 토큰을 신뢰합니다", .good) + "."
    case .added(let name): StyledText("이제부터 목록 ‘\(name)’을(를) 씁니다", .good) + "."
    case .alike(let symbol, let other, let address):
      "\(symbol) 토큰은 이미 아는 다른 토큰으로 오인될 수 있습니다: \(other) (\(address))."
    case .displaces(let symbol, let address):
      "이 토큰을 신뢰하면 \(symbol)만으로는 더 이상 다음 주소의 토큰을 뜻하지 않습니다: \(address). 그 토큰은 기호와 주소 끝자리로 표시됩니다."
    case .notInForce(let origin): "저장했지만 `\(origin)` 값이 우선하는 동안에는 쓰이지 않습니다."
    case .held(let place, let version, let used):
      "토큰 목록 `\(place)` 버전 \(version)은(는) 토큰을 삭제하거나 변경합니다. `lectures exchange tokens --list` 명령으로 보고 동의할 때까지 버전 \(used)을(를) 씁니다."
    case .noApprovals: "아무도 토큰을 옮길 수 없습니다."
    case .revoked(let count, let token): StyledText("\(token) 허가 \(count)개를 거두었습니다", .good) + "."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .list: "Перелік"
    case .version: "Версія"
    case .tokensHere: "Токенів цієї мережі"
    case .leftOut: "Пропущено записів"
    case .changes: "Зміни"
    case .difference(let version, let added, let removed, let changed):
      "від версії \(version): додано \(added), вилучено \(removed), змінено \(changed)"
    case .trustQuestion(let symbol): "Довіряти цьому токену як \(symbol)?"
    case .addQuestion(let name): "Довіряти токенам переліку ‘\(name)’?"
    case .newVersion(let name): "Перелік ‘\(name)’ вилучає або змінює ваші токени. Користуватися цією версією?"
    case .trusted(let symbol): StyledText("Токен \(symbol) тепер довірений", .good) + "."
    case .added(let name): StyledText("Відтепер використовується перелік ‘\(name)’", .good) + "."
    case .alike(let symbol, let other, let address):
      "\(symbol) можна сплутати з іншим відомим токеном: \(other) за адресою \(address)."
    case .displaces(let symbol, let address):
      "Якщо довіряти йому, саме лише \(symbol) більше не означатиме токена за адресою \(address): його позначатимуть символ і кінець адреси."
    case .notInForce(let origin): "Збережено, але не діє, доки `\(origin)` каже інше."
    case .held(let place, let version, let used):
      "Версія \(version) переліку токенів `\(place)` вилучає або змінює токени: діє версія \(used), доки ви не переглянете нову через `lectures exchange tokens --list` і не погодитеся."
    case .noApprovals: "Ніхто не може переказувати ці токени."
    case .revoked(let count, let token): StyledText("Забрано дозволів на \(token): \(count)", .good) + "."
    }
  }
}
