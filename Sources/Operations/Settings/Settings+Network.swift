import Primitives

extension Settings {
  /// The names of all networks, the built-in ones first.
  package var networkNames: [String] {
    let builtIn = Network.builtIn.map(\.name)
    return builtIn + file.networkNames.filter { !builtIn.contains($0) }
  }

  /// Whether a network is built in and nothing more: not in use, and nowhere in the configuration file.
  package func isOnlyBuiltIn(_ name: String) -> Bool {
    Network.builtIn(name) != nil && name != networkName
      && !file.places.contains { $0.keys.contains(name) || file.texts(at: $0) == [name] }
  }

  /// The network in use, with the changes that the settings make to it.
  ///
  /// - Throws: `unknownNetwork` with a suggestion, or the mistake in a chain id.
  package func network() throws(SettingsError) -> Network { try network(named: networkName) }

  /// A network by its name, with the changes that the settings make to it: of one that is not in use, only the file's, for
  /// what is given for a run or in the environment is meant for the one in use.
  ///
  /// - Throws: `unknownNetwork` with a suggestion, or the mistake in a chain id.
  package func network(named name: String) throws(SettingsError) -> Network {
    guard var network = try definition(of: name) else { throw unknownNetwork(name) }
    let kept = on(name)
    if let (texts, _) = kept.raw(.endpoint) { network.endpoints = texts }
    let expected = "a chain id above 0, as in 8217"
    if let chainID = try kept.value(.chainID, expecting: expected, Network.chainID) {
      if let own = network.chainID, own != chainID {
        throw SettingsError(.otherChainID, "The network \(name) has the chain id \(own), not \(chainID).")
      }
      network.chainID = chainID
    }
    guard name != networkName || !network.endpoints.isEmpty else {
      throw SettingsError(.noEndpoint, "The network \(name) has no endpoint.")
    }
    return network
  }

  /// The origin of a value that defines a network: the file, or the program.
  func definer(of key: SettingKey, on name: String) -> SettingOrigin {
    if file.values(.network, network: name)[key] != nil { return .file(network: name) }
    return Network.builtIn(name) == nil ? .byDefault : .network(name)
  }

  /// A network as it is built in and defined by the file, without the changes of flags and profile.
  package func definition(of name: String) throws(SettingsError) -> Network? {
    let own = Network(name: name, chainID: nil, endpoints: [], symbol: "ETH", isKaia: false, summary: "")
    guard var network = Network.builtIn(name) ?? (file.networkNames.contains(name) ? own : nil) else { return nil }
    let values = file.values(.network, network: name)
    func read<Value>(
      _ key: SettingKey, expecting what: String, _ parse: (String) -> Value?
    ) throws(SettingsError) -> Value? {
      guard let text = values[key]?.first else { return nil }
      if let value = parse(text) { return value }
      throw SettingsError(
        .wrongFile, "The \(key.name) '\(text)' of the network \(name) cannot be read.", about: file.path,
        reason: "It has to be \(what).")
    }
    network.endpoints = values[.endpoint] ?? network.endpoints
    network.explorer =
      try read(.explorer, expecting: "an address that begins with https:// or http://", Network.explorer)
      ?? network.explorer
    network.symbol =
      try read(.symbol, expecting: "up to 12 letters and digits, and the name of no part of a coin", Network.symbol)
      ?? network.symbol
    if let summary = values[.summary]?.first {
      network.summary = TerminalSafe.escape(summary, limit: .max, keepsJoiners: true)
    }
    network.isKaia = try read(.kaia, expecting: "true or false") { Bool($0) } ?? network.isKaia
    network.chainID = try read(.chainID, expecting: "a whole number above 0", Network.chainID) ?? network.chainID
    return network
  }

  private func unknownNetwork(_ name: String) -> SettingsError {
    // A name that is given for a run was typed a moment ago; anything else has to be looked for.
    let isTyped = given.values[.network] != nil
    return SettingsError(
      .unknownNetwork, "There is no network '\(name)'." + NearMatch.phrase(for: name, among: networkNames),
      about: isTyped ? nil : raw(.network).map { "It stands in \($0.origin)." },
      reason: "Known are \(networkNames.joined(separator: ", ")).", facts: .network(name))
  }
}
