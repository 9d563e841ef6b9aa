import ContractABI
import Primitives

extension FeePayerRules {
  /// The rules one by one, by the names of a file's members, each as one text: rules that allow the same have the same, in
  /// whatever order and unit their files have them. Of the keys there is a digest.
  var parts: [String: String] {
    var parts = [
      "cancels": "\(cancels)", "maxGasPrice": Self.text(maxGasPrice), "maxGas": "\(maxGas)",
      "perDay": Self.text(perDay), "perSenderPerDay": Self.text(perSenderPerDay), "perMinute.address": "\(perMinute)",
      "perMinute.key": "\(perMinuteOfKey)", "attempts": "\(attempts)", "anonymous": "\(anonymous)",
    ]
    parts["transfers"] = transfers.map { "up to \(Self.text($0))" }
    parts["deploys"] = deploys.map { "up to \($0) bytes" }
    parts["senders"] = senders.map { $0.map(\.checksummed).sorted().joined(separator: ", ") }
    for (address, rule) in contracts {
      let methods = rule.methods.map { $0.keys.map(\.hex).sorted().joined(separator: ", ") } ?? "any"
      parts["contracts \(address.checksummed)"] = "\(methods), with up to \(Self.text(rule.maxValue))"
    }
    let keys = keys.map { "\($0.key.hex) \($0.value)" }.sorted().joined(separator: "\n")
    parts["keys"] = keys.isEmpty ? nil : Keccak256.hash(Bytes(keys.utf8)).hex
    return parts
  }

  /// An amount for people, in the network's coin.
  func text(_ amount: Amount) -> String { "\(amount.formatted(in: .kaia)) \(symbol)" }

  /// The text of a part for people, in the network's coin. Parts themselves name none but KAIA: instances that have another
  /// name for the coin have equal rules.
  func text(ofPart text: String) -> String { text.replacing(Self.unit, with: " \(symbol)") }

  private static let unit = " KAIA"

  private static func text(_ amount: Amount) -> String { amount.formatted(in: .kaia) + unit }
}
