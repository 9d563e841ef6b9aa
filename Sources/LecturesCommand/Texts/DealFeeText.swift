import Localization
import Operations

/// The end of a sentence about a trade: the fees beside the price, and what left and came with them in all.
struct DealFeeText: Phrase {
  /// The fees, each in its token; none makes no words.
  let fees: [String]
  /// The amount that left in all; nil where it is the price.
  let left: TokenAmount?
  /// The amount that came in all; nil where it is what was traded.
  let came: TokenAmount?

  var english: String {
    words(
      ", and paid \(fees.joined(separator: " and ")) of fees", ": ",
      [left.map { "\($0.text(in: .english)) in all" }, came.map { "\($0.text(in: .english)) came" }])
  }

  var korean: String {
    words(
      ". 수수료: \(fees.joined(separator: ", "))", ", ",
      [left.map { "수수료 포함 지불: \($0.text(in: .korean))" }, came.map { "실제로 받은 수량: \($0.text(in: .korean))" }])
  }

  var ukrainian: String {
    words(
      ", комісії — \(fees.joined(separator: " і "))", ": ",
      [left.map { "разом сплачено \($0.text(in: .ukrainian))" }, came.map { "надійшло \($0.text(in: .ukrainian))" }])
  }

  private func words(_ fees: String, _ mark: String, _ totals: [String?]) -> String {
    guard !self.fees.isEmpty else { return "" }
    let totals = totals.compactMap { $0 }
    return totals.isEmpty ? fees : fees + mark + totals.joined(separator: ", ")
  }
}
