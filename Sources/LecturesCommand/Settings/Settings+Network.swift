import Primitives
import StrictJSON
import Terminal

extension Settings {
  /// The name of the network in use; it need not be known.
  func networkName() throws(CommandFailure) -> String { raw(.network)?.texts.first ?? Network.defaultName }

  /// The names of all networks, the built-in ones first.
  var networkNames: [String] {
    let builtIn = Network.builtIn.map(\.name)
    return builtIn + file.networkNames.filter { !builtIn.contains($0) }
  }

  /// The network in use, with the changes that the settings make to it.
  ///
  /// - Throws: `unknownNetwork` with a suggestion, or the mistake in a chain id.
  func network() throws(CommandFailure) -> Network { try network(named: try networkName()) }

  /// A network by its name, with the changes that the settings make to it.
  ///
  /// - Throws: `unknownNetwork` with a suggestion, or the mistake in a chain id.
  func network(named name: String) throws(CommandFailure) -> Network {
    guard var network = try definition(of: name) else { throw unknownNetwork(name) }
    guard name == (try networkName()) else { return network }
    if let (texts, _) = raw(.endpoint, network: name) { network.endpoints = texts }
    if let chainID = try value(
      .chainID, network: name, expecting: "a chain id above 0, as in 8217", { Settings.chainID($0) })
    {
      if let own = network.chainID, own != chainID {
        throw CommandFailure(
          .usage, "The network \(name) has the chain id \(own), not \(chainID).",
          advice: "Leave --chain-id away, or choose another --network.")
      }
      network.chainID = chainID
    }
    guard !network.endpoints.isEmpty else {
      throw CommandFailure(
        .settings, "The network \(name) has no endpoint.", advice: "Give --endpoint URL.")
    }
    return network
  }

  /// The origin of the endpoints of the network in use.
  func endpointOrigin() throws(CommandFailure) -> SettingOrigin {
    let name = try networkName()
    if let (_, origin) = raw(.endpoint, network: name) { return origin }
    return definer(of: .endpoint, on: name)
  }

  /// The origin of a value that defines a network: the file, or the program.
  func definer(of key: SettingKey, on name: String) -> SettingOrigin {
    if file.values(network: name)[key] != nil { return .file(network: name) }
    return Network.builtIn(name) == nil ? .byDefault : .network(name)
  }

  /// A network as it is built in and defined by the file, without the changes of flags and profile.
  func definition(of name: String) throws(CommandFailure) -> Network? {
    var network = Network.builtIn(name)
    if network == nil && file.networkNames.contains(name) {
      network = Network(
        name: name, chainID: nil, endpoints: [], explorer: nil, symbol: "ETH", isKaia: false, summary: "")
    }
    let values = file.values(network: name)
    func value<Value>(
      _ key: SettingKey, expecting what: String, _ parse: (String) -> Value?
    ) throws(CommandFailure) -> Value? {
      guard let text = values[key]?.first else { return nil }
      if let value = parse(text) { return value }
      throw CommandFailure(
        .settings, "The \(key.name) '\(text)' of the network \(name) cannot be read.",
        reason: "It has to be \(what).", place: file.path)
    }
    if let endpoints = values[.endpoint] { network?.endpoints = endpoints }
    if let explorer = try value(
      .explorer, expecting: "an address that begins with https:// or http://", Network.explorer)
    {
      network?.explorer = explorer
    }
    if let symbol = try value(
      .symbol, expecting: "up to 12 letters and digits, and the name of no part of a coin", Network.symbol)
    {
      network?.symbol = symbol
    }
    if let summary = values[.summary]?.first { network?.summary = PlainText.escaped(summary) }
    if let isKaia = try value(.kaia, expecting: "true or false", { Bool($0) }) { network?.isKaia = isKaia }
    if let chainID = try value(.chainID, expecting: "a whole number above 0", { Settings.chainID($0) }) {
      network?.chainID = chainID
    }
    return network
  }

  private static func chainID(_ text: String) -> UInt256? {
    (try? UInt256(parsing: text)).flatMap { $0 > 0 ? $0 : nil }
  }

  private func unknownNetwork(_ name: String) -> CommandFailure {
    var place: String?
    // A flag was typed a moment ago; anything else has to be looked for.
    if let origin = raw(.network)?.origin, origin != .flag(SettingKey.network.flag) {
      place = "It stands in \(origin)."
    }
    return CommandFailure(
      .unknownNetwork, "There is no network '\(name)'." + NearMatch.phrase(for: name, among: networkNames),
      reason: "Known are \(networkNames.joined(separator: ", ")).",
      place: place,
      advice: "Make one of your own: lectures network use \(name) --endpoint URL --chain-id N",
      details: ["network": .string(name)])
  }
}
