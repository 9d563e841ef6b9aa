import Database
import NodeRPC
import Primitives
import WalletBook

extension Settings {
  /// The contract to talk to.
  ///
  /// - Throws: `noContract` if none is configured for the network, and the mistake in an address that cannot be read.
  package func contract() throws(SettingsError) -> Address {
    if let address = try contractIfSet() { return address }
    throw SettingsError(
      .noContract, "No contract is configured for the network \(networkName).",
      reason: "There is none in the profile '\(profile)', and none was given.")
  }

  /// The contract to talk to; nil if none is configured for the network.
  package func contractIfSet() throws(SettingsError) -> Address? {
    try value(.contract, expecting: "an address or the name of a contact", contractAddress)
  }

  private func contractAddress(_ text: String) throws -> Address {
    if text.lowercased().hasPrefix("0x") { return try Address(text) }
    return try bookAddress(text) ?? Address(text)
  }

  /// The block the contract was deployed in; logs are looked for from there.
  ///
  /// A block is one contract's: that of the profile's contract is nil for another one that is given by hand.
  package func fromBlock() throws(SettingsError) -> UInt64? {
    guard try isOfContractInUse(.fromBlock) else { return nil }
    return try value(.fromBlock, expecting: "the number of a block, as in 123") { UInt64($0) }
  }

  /// The origin of the platform that keeps descriptions of lectures and links for buyers; nil where none is set.
  ///
  /// - Throws: `unusable` or `misused` for what is no `https://` address without a path, or one of this machine.
  package func site() throws(SettingsError) -> String? {
    try value(
      .site, expecting: "the address of a site without a path, by https:// or on this machine", Self.siteOrigin)
  }

  /// Reads the address of a site; nil for one with a path, and for one that others on the way could read.
  static func siteOrigin(_ text: String) throws -> String? {
    let origin = text.hasSuffix("/") ? String(text.dropLast()) : text
    let endpoint = try Endpoint(origin, of: "site")
    guard endpoint.isPrivate else { return nil }
    return (try? SignInSite(publicURL: origin)).map { _ in origin }
  }

  /// The place of the index that lectures are read from; nil where none is configured.
  ///
  /// An index is one contract's: that of the profile's contract is nil for another one that is given by hand.
  package func indexPlace() throws(SettingsError) -> DatabasePlace? {
    guard try isOfContractInUse(.index) else { return nil }
    return try value(.index, expecting: "a file, or postgres://user@host/name without a password") { text in
      if text.isEmpty { return nil }
      return PostgresAddress.isMeant(by: text)
        ? .server(try PostgresAddress(text, isSecret: false, stateFolder: folders.outboxes))
        : .file(folders.expandingHome(text))
    }
  }

  /// Whether a setting that is one contract's stands beside the contract in use, or beside none.
  private func isOfContractInUse(_ key: SettingKey) throws(SettingsError) -> Bool {
    guard let own = text(.contract, beside: key), let used = try contractIfSet() else { return true }
    return (try? contractAddress(own)) == used
  }

  /// The file of the wallet book: `$XDG_DATA_HOME/lectures/book.sqlite`; nil without a home.
  package var bookPath: String? { folders.data.map { "\($0)/book.sqlite" } }

  /// The file of the index of a contract's events: `$XDG_STATE_HOME/lectures/index/<chain>-<contract>.sqlite`.
  ///
  /// - Throws: `SettingsError` `.noPlace` without a home.
  package func indexFile(of contract: Address, on chainID: UInt256) throws(SettingsError) -> String {
    guard let state = folders.state else {
      throw SettingsError(
        .noPlace, "There is no place for the index of the contract.", reason: "HOME is not set.",
        facts: .variable("XDG_STATE_HOME"))
    }
    return "\(state)/index/\(chainID)-\(contract.lowercaseHex).sqlite"
  }

  /// The file of an index of any events, of which a contract is the first: beside that of lectures, with `-events` in its name.
  ///
  /// - Throws: `SettingsError` `.noPlace` without a home.
  package func eventIndexFile(of contract: Address, on chainID: UInt256) throws(SettingsError) -> String {
    "\(try indexFile(of: contract, on: chainID).dropLast(".sqlite".count))-events.sqlite"
  }

  /// The address of a contact or of a wallet that is watched; nil if none has the name.
  ///
  /// - Throws: `book.bookFailed`.
  package func bookAddress(_ name: String) throws -> Address? {
    guard let bookPath, let book = try Book.ifThere(bookPath) else { return nil }
    return try book.address(named: name)
  }
}
