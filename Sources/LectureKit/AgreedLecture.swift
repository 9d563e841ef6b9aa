import Primitives

/// A lecture as somebody agreed to do something with it; what is nil is not held against it.
struct AgreedLecture: Sendable {
  /// The value of a purchase.
  var price: Amount?
  var run: UInt64?
  var isOpen: Bool?

  /// Makes sure that a lecture is as it was agreed to.
  ///
  /// - Throws: `LectureError` `.priceChanged`, `.runChanged`, `.closed`.
  func check(_ now: Lecture, for action: LectureAction, unit: Amount.Unit) throws(LectureError) {
    let number = action.lecture
    if action.kind == .purchase, let price = now.price, let paid = self.price, price.amount != paid {
      let text = "\(paid.formatted(in: unit)) \(unit.symbol)"
      throw LectureError(
        .priceChanged,
        "Lecture \(number) costs \(price.text(in: unit)) now, not \(text); nothing was sent.",
        reason: "Its teacher reopened it since you were shown the price.", advice: "If that is all right, buy it anew.")
    }
    if let run = now.run, let planned = self.run, run != planned {
      throw LectureError(
        .runChanged, "Lecture \(number) is in its run \(run) now, not in run \(planned); nothing was sent.",
        reason: "It was settled and reopened since you were asked.", advice: "Look at it, and begin anew.")
    }
    if isOpen == true, now.isOpen == false {
      throw LectureError(
        .closed, "Lecture \(number) was settled since you were asked; nothing was sent.",
        advice: action.kind == .settlement ? nil : "It can be bought, and rated, when its teacher opens the next run.")
    }
  }
}
