import Exchange
import Localization

/// The words for a transaction of a trade that moved less than it was to move.
struct DealRemarkText: Phrase {
  private let remark: DealRemark

  init(_ remark: DealRemark) { self.remark = remark }

  var english: String { remark.text }

  var korean: String {
    switch remark {
    case .nothing: "체결된 것 없음"
    case .part(""): "일부만"
    case .part(let moved): "일부만: \(IntentLabel(moved).korean)"
    }
  }

  var ukrainian: String {
    switch remark {
    case .nothing: "нічого не виконано"
    case .part(""): "частково"
    case .part(let moved): "частково: \(IntentLabel(moved).ukrainian)"
    }
  }
}
