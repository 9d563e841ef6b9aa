import NodeRPC
import Primitives

/// An invitation to a school: the network, its chain and the lecture contract, as a link that fits into a QR code.
///
/// It holds nothing secret: neither keys nor accounts, and no endpoint whose address has a password or a key in it.
package struct Invitation: Sendable, Hashable {
  /// The name of the network, as `network use` takes it.
  package let network: String
  /// The chain that the contract is on (EIP-155).
  package let chainID: UInt256
  /// The lecture contract.
  package let contract: Address
  /// The block the contract was deployed in; logs are looked for from there.
  package let fromBlock: UInt64
  /// The nodes of a network that the program does not know by itself; empty for a public chain.
  package let endpoints: [String]
  /// The unit written after an amount, of such a network; nil for the usual one.
  package let symbol: String?
  /// Whether such a network speaks Kaia's dialect.
  package let isKaia: Bool
  /// The origin of the school's platform, which keeps descriptions of lectures and links for buyers; nil for none.
  package let site: String?

  /// The beginning of every link.
  package static let beginning = "lectures:join?"
  /// The most bytes of a link; a QR code holds fewer than 3,000.
  static let longest = 2_000
  static let mostEndpoints = 8

  /// The invitation to the contract and the network in use.
  ///
  /// - Parameters:
  ///   - chainID: The chain that the network's node is on.
  ///   - network: The network in use.
  ///   - contract: The contract, which somebody made sure to be one for lectures.
  ///   - site: The origin of the school's platform; nil for none.
  /// - Returns: The invitation, and how many endpoints were left out because their addresses have something secret in them.
  /// - Throws: `badInvitation` where no endpoint of a network of one's own is left.
  package static func to(
    _ contract: Address, fromBlock: UInt64, on network: Network, chainID: UInt256, site: String? = nil
  ) throws(SettingsError) -> (invitation: Invitation, leftOut: Int) {
    let isPublic = Network.builtIn(network.name)?.chainID != nil
    let open = isPublic ? [] : network.endpoints.filter(isOpen)
    guard isPublic || !open.isEmpty else {
      throw SettingsError(
        .badInvitation, "No endpoint of the network \(network.name) can be put into an invitation.",
        reason: "Their addresses have a password or a key in them, or are longer than a link takes.",
        facts: .network(network.name))
    }
    let kept = Array(open.prefix(mostEndpoints))
    let invitation = Invitation(
      network: network.name, chainID: chainID, contract: contract, fromBlock: fromBlock, endpoints: kept,
      symbol: isPublic ? nil : network.symbol, isKaia: !isPublic && network.isKaia, site: site)
    return (invitation, isPublic ? 0 : network.endpoints.count - kept.count)
  }

  /// Whether everybody may read an endpoint's address, and it stands in a link as it is.
  private static func isOpen(_ url: String) -> Bool {
    guard url.utf8.count <= 200, url.utf8.allSatisfy(isPlain), let endpoint = try? Endpoint(url) else { return false }
    return !endpoint.redacted.contains("*") && !url.contains("?")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~:/[]=".utf8.contains(byte)
    }
  }

  /// The link.
  package var text: String {
    var parts = ["network=\(network)", "chain=\(chainID)", "contract=\(contract.checksummed)", "block=\(fromBlock)"]
    parts += endpoints.map { "endpoint=\($0)" }
    if let symbol { parts.append("symbol=\(symbol)") }
    if isKaia { parts.append("kaia=true") }
    if let site { parts.append("site=\(site)") }
    return Self.beginning + parts.joined(separator: "&")
  }

  /// Whether a text is meant to be an invitation.
  package static func isMeant(by text: String) -> Bool { text.lowercased().hasPrefix("lectures:") }
}

extension Invitation {
  /// Reads a link strictly: what is not understood is refused, never passed over.
  ///
  /// - Throws: `badInvitation`, with what is wrong.
  package init(parsing text: String) throws(SettingsError) {
    guard text.utf8.count <= Self.longest else { throw .invitation("It is longer than \(Self.longest) bytes.") }
    guard text.hasPrefix(Self.beginning) else { throw .invitation("It does not begin with \(Self.beginning).") }
    var values: [String: [String]] = [:]
    for part in text.dropFirst(Self.beginning.count).split(separator: "&", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2, !pair[1].isEmpty, pair[1].utf8.allSatisfy(Self.isPlain) else {
        throw .invitation("A part of it is none of a name and a value.")
      }
      guard ["network", "chain", "contract", "block", "endpoint", "symbol", "kaia", "site"].contains(pair[0]) else {
        throw .invitation("A part of it is not known here: it may be of a newer program.")
      }
      values[pair[0], default: []].append(pair[1])
    }
    func one(_ name: String) throws(SettingsError) -> String? {
      guard let all = values[name] else { return nil }
      guard all.count == 1 else { throw .invitation("It has more than one \(name).") }
      return all[0]
    }
    func required<Value>(_ name: String, _ read: (String) -> Value?) throws(SettingsError) -> Value {
      guard let text = try one(name) else { throw .invitation("It has no \(name).") }
      guard let value = read(text) else { throw .invitation("Its \(name) cannot be read.") }
      return value
    }
    network = try required("network") { Network.isName($0) ? $0 : nil }
    chainID = try required("chain", Network.chainID)
    // A mistyped address shows by its checksum, so one without is taken for mistyped.
    contract = try required("contract") { text in
      (try? Address(text)).flatMap { $0.checksummed == text ? $0 : nil }
    }
    fromBlock = try required("block") { UInt64($0) }
    symbol = try one("symbol").map { (text) throws(SettingsError) in
      guard let symbol = Network.symbol(text) else { throw .invitation("Its symbol cannot be read.") }
      return symbol
    }
    isKaia =
      try one("kaia").map { (text) throws(SettingsError) in
        guard let value = Bool(text) else { throw .invitation("Its kaia cannot be read.") }
        return value
      } ?? false
    site = try one("site").map { (text) throws(SettingsError) in
      guard text.utf8.count <= 200, let origin = try? Settings.siteOrigin(text) else {
        throw .invitation("Its site cannot be read: it is an address without a path, by https:// or on this machine.")
      }
      return origin
    }
    endpoints = values["endpoint"] ?? []
    guard endpoints.count <= Self.mostEndpoints, endpoints.allSatisfy(Self.isOpen) else {
      throw .invitation("An endpoint of it cannot be used, or has something secret in its address.")
    }
    try checkNetwork()
  }

  /// Makes sure that the name and the chain belong together: nobody is to sign for a chain of another name.
  private func checkNetwork() throws(SettingsError) {
    let known = Network.builtIn(network)
    if let own = known?.chainID, own != chainID {
      throw .invitation("The network \(network) has the chain id \(own), not \(chainID).")
    }
    if known?.chainID == nil, let other = Network.builtIn(ofChain: chainID) {
      throw .invitation("Chain \(chainID) is the network \(other.name), and it is called \(network) there.")
    }
    guard known?.chainID == nil else {
      guard endpoints.isEmpty, symbol == nil, !isKaia else {
        throw .invitation("It describes the network \(network), which is known here.")
      }
      return
    }
    guard !endpoints.isEmpty else { throw .invitation("It has no endpoint of the network \(network).") }
  }

  /// The settings that it gives, as they are written.
  func values(in settings: Settings) throws(SettingsError) -> [SettingKey: [String]] {
    var values: [SettingKey: [String]] = [
      .network: [network], .contract: [contract.checksummed], .fromBlock: ["\(fromBlock)"],
    ]
    if let site { values[.site] = [site] }
    guard !endpoints.isEmpty else { return values }
    values[.endpoint] = endpoints
    values[.chainID] = ["\(chainID)"]
    // The money and the dialect of a network that is defined here already stay as they are.
    if try settings.definition(of: network) == nil {
      values[.symbol] = symbol.map { [$0] }
      if isKaia { values[.kaia] = ["true"] }
    }
    return values
  }
}

extension SettingsError {
  /// A text that is no invitation, or one that cannot be taken.
  fileprivate static func invitation(_ reason: String) -> SettingsError {
    SettingsError(.badInvitation, "That is no invitation that can be taken; nothing was changed.", reason: reason)
  }
}
