import LectureKit
import Outbox
import Primitives

/// The settings of what may be spent.
package struct SpendingSettings: Sendable {
  /// The settings that these are part of.
  let settings: Settings

  /// The most a lecture may cost; nil if there is no limit.
  package func maxPrice() throws(SettingsError) -> Price? {
    try settings.value(.maxPrice, expecting: "a whole number of coins") { try Price(parsing: $0) }
  }

  /// The most that the fee of one transaction may come to; nil if there is no limit.
  package func maxTotalFee() throws(SettingsError) -> Amount? { try amount(.maxTotalFee) }

  /// The amounts that may be spent without asking.
  package func limits() throws(SettingsError) -> SpendingLimits {
    SpendingLimits(
      perCommand: try amount(.limitPerCommand), perDay: try amount(.limitPerDay),
      perContract: try amount(.limitPerContract))
  }

  /// Whether a person may exceed those amounts on a page, by a box of its own for each.
  package func webMayExceedLimits() throws(SettingsError) -> Bool {
    try settings.value(.webMayExceedLimits, expecting: "true or false") { Bool($0) } ?? false
  }

  /// An amount of the network's money; nil if there is none.
  func amount(_ key: SettingKey) throws(SettingsError) -> Amount? {
    let unit = try settings.network().unit
    return try settings.value(key, expecting: "an amount, as in 0.1 or \"25 gwei\"") {
      $0.contains(where: \.isLetter) ? try Amount(parsing: $0) : try Amount(parsing: $0.trimmed, unit: unit)
    }
  }
}
