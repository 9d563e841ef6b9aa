import Localization
import Primitives

/// The refusal to cancel an order of another account.
struct ForeignOrderRefusal: Phrase {
  private let hash: Hash32
  private let maker: Address

  /// - Parameter maker: The account whose order it is.
  init(_ hash: Hash32, of maker: Address) { (self.hash, self.maker) = (hash, maker) }

  var english: FailureWords {
    FailureWords(
      "Only its maker can cancel the order \(hash); nothing was sent.", reason: "Its maker is \(maker).",
      advice: "If that account is yours, name it: --from NAME")
  }

  var korean: FailureWords {
    FailureWords(
      "주문은 주문자만 취소할 수 있습니다. 아무것도 전송되지 않았습니다.", reason: "주문: \(hash), 주문자: \(maker).",
      advice: "그 계정이 자신의 것이면 지정하십시오: `--from NAME`")
  }

  var ukrainian: FailureWords {
    FailureWords(
      "Скасувати ордер може лише його автор; нічого не надіслано.", reason: "Ордер: \(hash), автор: \(maker).",
      advice: "Якщо це ваш рахунок, вкажіть його: `--from NAME`")
  }
}
