import Database
import GasPrices
import Primitives

/// The settings of the gas monitor and its oracle.
package struct GasSettings: Sendable {
  /// The settings that these are part of.
  let settings: Settings

  /// The place in which the gas monitor keeps its samples and alerts: `$XDG_DATA_HOME/lectures/gas.sqlite` by default.
  package func place() throws(SettingsError) -> DatabasePlace {
    try BookPlaces(settings: settings).place(.gasBook, "gas.sqlite", "the gas monitor's file")
  }

  /// The file of that, beside which locks and the health of daemons are; one of this machine where it is on a server.
  package func book() throws(SettingsError) -> String {
    try BookPlaces(settings: settings).file(.gasBook, "gas.sqlite", "the gas monitor's file")
  }

  /// The address of a gas oracle; nil if none is named.
  func oracleAddress() throws(SettingsError) -> String? {
    try settings.value(.oracle, expecting: "the address of a gas oracle") { $0.isEmpty ? nil : $0 }
  }

  /// The file with the gas oracle's key.
  package func oracleKeyFile() throws(SettingsError) -> String? { try settings.path(.oracleKeyFile) }

  /// The gas oracle of a network; nil unless there is a key, and an address if it is none of Etherscan's chains.
  ///
  /// - Throws: A failure for an unusable key file, key or address; it never repeats the key.
  package func oracle(of network: Network, on chain: UInt256? = nil) throws -> GasOracle? {
    let address = try oracleAddress()
    // The usual oracle knows public chains alone.
    guard let chainID = network.chainID ?? (address == nil ? nil : chain), address != nil || !network.isKaia,
      let key = try oracleKey()
    else {
      return nil
    }
    return try GasOracle(
      address ?? GasOracle.usualAddress, key: key, chainID: chainID, timeout: try settings.timeout())
  }

  private func oracleKey() throws(SettingsError) -> String? {
    guard let file = try oracleKeyFile() else {
      return settings.environment[SettingKey.variable("oracle-key")].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    }
    return try KeyFile.read(file, of: "gas oracle")
  }
}
