import Evidence
import GasPrices
import Primitives
import StrictJSON

extension Settings {
  /// One setting as `network show` and `doctor` show it.
  struct Explanation: Sendable, Hashable {
    let key: SettingKey
    /// The effective value; nil if it is not set, and not needed unless a command asks for it.
    let value: String?
    let origin: SettingOrigin
    /// The reason why it cannot be used.
    let problem: CommandFailure?
  }

  /// Every setting, its origin, and the problem with it; endpoints without their keys.
  func explained() -> [Explanation] { SettingKey.all.map { explain($0) } }

  /// One setting, its origin, and the problem with it.
  func explain(_ key: SettingKey) -> Explanation {
    let name = raw(.network)?.texts.first ?? Network.defaultName
    var origin = raw(key, network: name)?.origin ?? .byDefault
    do throws(CommandFailure) {
      let value = try effective(key)
      // A value that nobody set comes from the network itself.
      if origin == .byDefault && value != nil && key.scopes.contains(.network) { origin = definer(of: key, on: name) }
      return Explanation(key: key, value: value, origin: origin, problem: nil)
    } catch {
      // An address that cannot be read may hold a key all the same.
      let value = key == .endpoint || key == .oracle ? nil : raw(key, network: name)?.texts.first
      return Explanation(key: key, value: value, origin: origin, problem: error)
    }
  }

  /// The effective value of a setting, in words.
  private func effective(_ key: SettingKey) throws(CommandFailure) -> String? {
    switch key {
    case .network: try network().name
    case .endpoint: try shownEndpoints()
    case .chainID: try network().chainID?.description
    case .contract: try contractIfSet()?.checksummed
    case .fromBlock: try fromBlock()?.description
    case .account: try account()
    case .keystoreDirectory: try keystoreDirectory()
    case .outbox: try outboxPath()
    case .passwordFile: raw(.passwordFile)?.texts.first
    case .confirmations: try confirmations().description
    case .quorum: try quorum().description
    case .own: try own().description
    case .checkpoint: try provingCheckpoint()?.description
    case .timeout: Settings.seconds(try timeout())
    case .maxPrice: if let price = try maxPrice() { try network().text(price) } else { nil }
    case .maxTotalFee, .limitPerCommand, .limitPerDay, .limitPerContract:
      if let amount = try amount(key) { try network().text(amount) } else { nil }
    case .fiatRate: try fiatRate()?.description
    case .oracle: try oracleAddress().map { (text) throws(CommandFailure) in try EndpointText.checked(text) }
    case .oracleKeyFile: try oracleKeyFile()
    case .symbol: try network().symbol
    case .explorer: try network().explorer
    case .kaia: try network().isKaia.description
    case .summary: try network().summary.isEmpty ? nil : network().summary
    default: raw(key)?.texts.first
    }
  }

  /// The checkpoint, if something can be proven from it.
  ///
  /// - Throws: `settings` on a network whose headers carry no seals that are known here.
  private func provingCheckpoint() throws(CommandFailure) -> KaiaCheckpoint? {
    guard let checkpoint = try checkpoint() else { return nil }
    guard try network().chainID.flatMap(UInt64.init(exactly:)).flatMap(KaiaChain.known) != nil else {
      throw CommandFailure(
        .settings, "A checkpoint proves nothing on the network \(try networkName()).",
        reason: "Seals can be followed on Kaia (8217) and Kairos (1001).",
        advice: "Leave the checkpoint away, or choose one of those.")
    }
    return checkpoint
  }

  private func shownEndpoints() throws(CommandFailure) -> String {
    var shown: [String] = []
    for endpoint in try network().endpoints { shown.append(try EndpointText.checked(endpoint)) }
    return shown.joined(separator: ", ")
  }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    guard milliseconds > 0 else { return "\(seconds) s" }
    return "\(Double(seconds) + Double(milliseconds) / 1000) s"
  }

  /// Variables that look like settings and are none, each with the setting that may have been meant.
  var strayVariables: [(name: String, suggestion: String?)] {
    let known = SettingKey.all.filter(\.isOverridable).map(\.variable) + SettingKey.otherVariables
    return environment.keys.sorted()
      .filter { $0.hasPrefix("LECTURES_") && !known.contains($0) }
      .map { ($0, NearMatch.closest(to: $0, among: known)) }
  }
}
