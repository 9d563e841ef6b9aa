import LectureKit
import Outbox
import Primitives

extension Settings {
  /// The file that records what is sent: `$XDG_DATA_HOME/lectures/outbox.sqlite` by default; nil without a home.
  package func outboxPath() throws(SettingsError) -> String? {
    try path(.outbox) ?? folders.data.map { "\($0)/outbox.sqlite" }
  }

  /// The most a lecture may cost; nil if there is no limit.
  package func maxPrice() throws(SettingsError) -> Price? {
    try value(.maxPrice, expecting: "a whole number of coins") { try Price(parsing: $0) }
  }

  /// The most that the fee of one transaction may come to; nil if there is no limit.
  package func maxTotalFee() throws(SettingsError) -> Amount? { try amount(.maxTotalFee) }

  /// The amounts that may be spent without asking.
  package func spendingLimits() throws(SettingsError) -> SpendingLimits {
    SpendingLimits(
      perCommand: try amount(.limitPerCommand), perDay: try amount(.limitPerDay),
      perContract: try amount(.limitPerContract))
  }

  /// An amount of the network's money; nil if there is none.
  func amount(_ key: SettingKey) throws(SettingsError) -> Amount? {
    let unit = try network().unit
    return try value(key, expecting: "an amount, as in 0.1 or \"25 gwei\"") {
      $0.contains(where: \.isLetter) ? try Amount(parsing: $0) : try Amount(parsing: $0.trimmed, unit: unit)
    }
  }
}
