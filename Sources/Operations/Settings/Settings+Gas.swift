import Files
import GasPrices
import Keystores
import NodeRPC
import Primitives

extension Settings {
  /// The file in which the gas monitor keeps its samples and alerts: `$XDG_DATA_HOME/lectures/gas.sqlite`.
  package func gasBook() throws(SettingsError) -> String {
    guard let folder = folders.data else {
      throw SettingsError(
        .noPlace, "There is no place for the gas monitor's file.", reason: "HOME is not set.",
        facts: .variable("XDG_DATA_HOME"))
    }
    return "\(folder)/gas.sqlite"
  }

  /// The address of a gas oracle; nil if none is named.
  func oracleAddress() throws(SettingsError) -> String? {
    try value(.oracle, expecting: "the address of a gas oracle") { $0.isEmpty ? nil : $0 }
  }

  /// The file with the gas oracle's key.
  package func oracleKeyFile() throws(SettingsError) -> String? { try path(.oracleKeyFile) }

  /// The gas oracle of a network; nil unless there is a key, and an address if it is none of Etherscan's chains.
  ///
  /// - Throws: A failure for an unusable key file, key or address; it never repeats the key.
  package func gasOracle(of network: Network) throws -> GasOracle? {
    let address = try oracleAddress()
    guard let chainID = network.chainID, address != nil || !network.isKaia, let key = try oracleKey() else {
      return nil
    }
    return try GasOracle(
      address ?? GasOracle.usualAddress, key: key, chainID: chainID, timeout: try timeout())
  }

  private func oracleKey() throws(SettingsError) -> String? {
    guard let file = try oracleKeyFile() else {
      return environment[SettingKey.variable("oracle-key")].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    }
    return try Settings.apiKey(in: file, of: "gas oracle")
  }

  /// The first line of a file that nobody else may read.
  ///
  /// - Parameter owner: The service that the key is for, as in `gas oracle`.
  /// - Throws: `unreadable`, without the key.
  static func apiKey(in file: String, of owner: String) throws(SettingsError) -> String {
    do throws(KeystoreError) {
      let contents = try PrivateFile.read(file, limit: 4096)
      if let exposed = contents.exposure("The file of the key", needing: .secrecy) { throw exposed }
      return String(decoding: contents.bytes.prefix { $0 != 0x0a && $0 != 0x0d }, as: UTF8.self).trimmed
    } catch {
      throw SettingsError(.unreadable, "The \(owner)'s key cannot be read.", cause: error)
    }
  }
}
