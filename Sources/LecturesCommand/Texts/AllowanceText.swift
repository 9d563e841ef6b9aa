import Localization
import Terminal

/// The words on allowances that a wallet has given.
enum AllowanceText: Phrase {
  case reading
  case title(String, from: UInt64, to: UInt64)
  case none
  case spender, endless, untold
  case revoked(String, from: StyledText)
  case nothingOpen(String)

  var english: StyledText {
    switch self {
    case .reading: "Reading allowances"
    case .title(let name, let first, let last):
      StyledText("Others may move tokens of \(name)", .strong)
        + ", by what was agreed to in the blocks \(first) to \(last)."
    case .none: "Nobody may move any."
    case .spender: "Spender"
    case .endless: StyledText("all, for ever", .warning)
    case .untold: StyledText("not told", .warning)
    case .revoked(let token, let spender): StyledText("Taken back", .good) + ": \(token) from " + spender + "."
    case .nothingOpen(let token): "Nobody may move \(token)."
    }
  }

  var korean: StyledText {
    switch self {
    case .reading: "허용량을 읽는 중"
    case .title(let name, let first, let last):
      StyledText("\(name)의 토큰을 옮길 수 있는 상대", .strong) + " (\(first)번~\(last)번 블록에서 허용)"
    case .none: "옮길 수 있는 상대가 없습니다."
    case .spender: "상대"
    case .endless: StyledText("전부, 무기한", .warning)
    case .untold: StyledText("알 수 없음", .warning)
    case .revoked(let token, let spender): StyledText("허용 취소", .good) + ": \(token), 상대: " + spender
    case .nothingOpen(let token): "\(token)을(를) 옮길 수 있는 상대가 없습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .reading: "Читаю дозволи"
    case .title(let name, let first, let last):
      StyledText("Хто може переказувати токени \(name)", .strong) + ", за дозволами в блоках \(first)–\(last)."
    case .none: "Ніхто не може."
    case .spender: "Кому дозволено"
    case .endless: StyledText("усе, назавжди", .warning)
    case .untold: StyledText("не відомо", .warning)
    case .revoked(let token, let spender):
      StyledText("Скасовано", .good) + ": \(token), було дозволено: " + spender + "."
    case .nothingOpen(let token): "Ніхто не може переказувати \(token)."
    }
  }
}
