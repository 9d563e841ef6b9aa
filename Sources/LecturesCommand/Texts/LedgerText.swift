import Localization
import Terminal
import WalletBook

/// The words on the payments that the chain has of an account.
enum LedgerText: Phrase {
  case reading
  /// The blocks that were read.
  case title(from: UInt64, to: UInt64)
  case nothing
  /// Payments that are not shown, and the number with which an option shows all.
  case older(Int, limit: Int?)
  case kind(LedgerPayment.Kind, isGain: Bool)
  /// A whole sum: what was there before, what came, went and was paid in fees.
  case sums(before: String, received: String, sent: String, fees: String)
  /// The part that no payment explains, with its sign.
  case unexplained(String)
  case balance(String)
  case unread(UInt64)
  case unknownToken
  /// The heading of a column: the one at the other end.
  case with

  var english: StyledText {
    switch self {
    case .reading: "Reading blocks"
    case .title(let first, let last): StyledText("What came and went, in the blocks \(first) to \(last)", .strong)
    case .nothing: "Nothing came and nothing went."
    case .older(let count, let limit):
      StyledText(
        "\(count) older \(Plural.english(count, "payment is", "payments are")) not shown"
          + (limit.map { "; --limit \($0) shows all." } ?? "."), .dim)
    case .kind(.transfer, let isGain): isGain ? "received" : "sent"
    case .kind(.internal, let isGain): isGain ? "received from a contract" : "sent by a contract"
    case .kind(.fee, _): "fee"
    case .kind(.token, let isGain): isGain ? "tokens received" : "tokens sent"
    case .kind(.unread, _): "in blocks that nobody read"
    case .sums(let before, let received, let sent, let fees):
      "Before \(before); received \(received), sent \(sent), fees \(fees)."
    case .unexplained(let amount): StyledText("Not explained: \(amount)", .warning)
    case .balance(let amount): "Now \(amount)."
    case .unread(let count):
      StyledText(
        "\(count) \(Plural.english(Int(clamping: count), "block is", "blocks are")) still to be read.", .warning)
    case .unknownToken: "of a token that tells nothing"
    case .with: "With"
    }
  }

  var korean: StyledText {
    switch self {
    case .reading: "블록을 읽는 중"
    case .title(let first, let last): StyledText("\(first)번~\(last)번 블록의 입출금", .strong)
    case .nothing: "들어오거나 나간 것이 없습니다."
    case .older(let count, let limit):
      StyledText("이전 내역 \(count)건은 표시하지 않았습니다." + (limit.map { " 모두 보기: --limit \($0)" } ?? ""), .dim)
    case .kind(.transfer, let isGain): isGain ? "받음" : "보냄"
    case .kind(.internal, let isGain): isGain ? "계약에서 받음" : "계약을 통해 보냄"
    case .kind(.fee, _): "수수료"
    case .kind(.token, let isGain): isGain ? "토큰 받음" : "토큰 보냄"
    case .kind(.unread, _): "읽지 않은 블록에서"
    case .sums(let before, let received, let sent, let fees):
      "이전 \(before), 받음 \(received), 보냄 \(sent), 수수료 \(fees)."
    case .unexplained(let amount): StyledText("출처를 알 수 없는 금액: \(amount)", .warning)
    case .balance(let amount): "현재 \(amount)."
    case .unread(let count): StyledText("아직 읽지 않은 블록이 \(count)개 있습니다.", .warning)
    case .unknownToken: "알 수 없는 토큰"
    case .with: "상대"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .reading: "Читаю блоки"
    case .title(let first, let last): StyledText("Що надійшло й пішло, блоки \(first)–\(last)", .strong)
    case .nothing: "Нічого не надійшло й не пішло."
    case .older(let count, let limit):
      StyledText(
        "Не показано: \(count) "
          + Plural.ukrainian(count, "старіший платіж", "старіші платежі", "старіших платежів")
          + (limit.map { "; усі покаже --limit \($0)." } ?? "."), .dim)
    case .kind(.transfer, let isGain): isGain ? "отримано" : "надіслано"
    case .kind(.internal, let isGain): isGain ? "отримано від контракту" : "надіслано контрактом"
    case .kind(.fee, _): "комісія"
    case .kind(.token, let isGain): isGain ? "отримано токени" : "надіслано токени"
    case .kind(.unread, _): "у блоках, яких ніхто не читав"
    case .sums(let before, let received, let sent, let fees):
      "Було \(before); отримано \(received), надіслано \(sent), комісії \(fees)."
    case .unexplained(let amount): StyledText("Не пояснено: \(amount)", .warning)
    case .balance(let amount): "Тепер \(amount)."
    case .unread(let count):
      StyledText(
        "Ще не прочитано: \(count) \(Plural.ukrainian(Int(clamping: count), "блок", "блоки", "блоків")).", .warning)
    case .unknownToken: "невідомого токена"
    case .with: "З ким"
    }
  }
}
