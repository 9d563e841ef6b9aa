import Localization

/// The question whether an exchange whose code is not known is meant.
enum UnknownCodeText: Phrase {
  case question

  var english: String { "Go on with an exchange whose code this program does not know?" }
  var korean: String { "이 프로그램이 코드를 모르는 거래소로 계속하시겠습니까?" }
  var ukrainian: String { "Продовжити з біржею, коду якої ця програма не знає?" }
}
