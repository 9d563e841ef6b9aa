import Exchange
import Localization
import Primitives
import StrictJSON
import Terminal

/// An order that is not cancelled, for it is over.
struct EndedOrderText: Phrase {
  private let hash: Hash32
  private let ending: ExchangeErrors.OrderEnding

  init(_ hash: Hash32, _ ending: ExchangeErrors.OrderEnding) { (self.hash, self.ending) = (hash, ending) }

  var json: JSON {
    let state =
      switch ending {
      case .filled: "filled"
      case .cancelled: "cancelled"
      case .expired: "expired"
      }
    return ["orderHash": .string(hash.hex), "state": .string(state)]
  }

  var english: StyledText {
    switch ending {
    case .filled: "The order \(hash.hex) is filled already, all of it."
    case .cancelled: "The order \(hash.hex) is cancelled already."
    case .expired(let time): "The order \(hash.hex) ended at \(LocalTime.text(time, in: .english))."
    }
  }

  var korean: StyledText {
    switch ending {
    case .filled: "이미 모두 체결된 주문: \(hash.hex)"
    case .cancelled: "이미 취소된 주문: \(hash.hex)"
    case .expired(let time): "유효 기간이 끝난 주문: \(hash.hex) (만료: \(LocalTime.text(time, in: .korean)))"
    }
  }

  var ukrainian: StyledText {
    switch ending {
    case .filled: "Ордер \(hash.hex) уже виконано повністю."
    case .cancelled: "Ордер \(hash.hex) уже скасовано."
    case .expired(let time): "Строк ордера \(hash.hex) скінчився: \(LocalTime.text(time, in: .ukrainian))."
    }
  }
}
