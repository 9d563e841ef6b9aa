import LectureKit
import Primitives
import StrictJSON

/// A chain and how to reach it.
struct Network: Sendable, Hashable {
  let name: String
  /// EIP-155; nil if any chain will do that is not one of the public ones.
  var chainID: UInt256?
  /// URLs, the first preferred.
  var endpoints: [String]
  /// The explorer for people to look at transactions, without a slash at the end.
  var explorer: String?
  /// The unit written after an amount of the chain's money.
  var symbol: String
  /// True if the chain speaks Klaytn's and Kaia's dialect: its own transaction types, `klay_` and `kaia_` methods,
  /// fees.
  var isKaia: Bool
  /// One line for the list.
  var summary: String

  /// The unit of the chain's money; it has 18 decimals everywhere.
  var unit: Amount.Unit {
    switch symbol.uppercased() {
    case "KLAY": .klay
    case "ETH": .ether
    case "KAIA": .kaia
    default: (try? Amount.Unit(name: symbol.lowercased(), symbol: symbol, decimals: 18)) ?? .ether
    }
  }

  /// The symbol of a coin, as it may be written after an amount; nil for another text, and for the name of a part of a
  /// coin, such as gwei: amounts would be read as another number of coins.
  static func symbol(_ text: String) -> String? {
    let isWord = (1...12).contains(text.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isWord, text.first?.isLetter == true else { return nil }
    return (try? Amount.Unit(named: text)).map { $0.decimals == 18 } ?? true ? text : nil
  }

  /// The address of an explorer, without a slash at the end; nil if a link cannot begin with the text.
  static func explorer(_ text: String) -> String? {
    guard let address = ["https://", "http://"].first(where: text.hasPrefix).map({ text.dropFirst($0.count) }),
      !address.isEmpty, !address.contains(where: { $0.isWhitespace || "@\"<>".contains($0) || !$0.isASCII })
    else { return nil }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// Whether a unit is the coin of other chains than this, as KLAY is on Ethereum; its parts, such as gwei and ston,
  /// are not distinguished. A chain on this machine may be of any family.
  func isForeign(_ unit: Amount.Unit) -> Bool {
    let coins: [Set<Amount.Unit>] = [[.klay, .kaia], [.ether]]
    guard name != Self.defaultName, let own = coins.first(where: { $0.contains(self.unit) }),
      let other = coins.first(where: { $0.contains(unit) })
    else { return false }
    return own != other
  }

  /// The unit that gas is priced in: a billionth of a coin, which has a name of its own on Kaia.
  var gasUnit: Amount.Unit { isKaia ? .ston : unit.ofGasPrices }

  /// An amount of the chain's money in words with every digit, as in "10 KLAY".
  func text(_ amount: Amount) -> String { "\(amount.formatted(in: unit)) \(symbol)" }

  /// A lecture's price in words: the contract counts whole units of the chain's money.
  func text(_ price: Price) -> String { text(price.amount) }

  /// An amount in a list, as in "1,234.57 KLAY": six digits are enough to compare rows by.
  func roundedText(_ amount: Amount, _ rounding: Amount.Rounding = .nearest) -> String {
    "\(amount.rounded(in: unit, rounding)) \(symbol)"
  }

  /// The price of a unit of gas in words with every digit, as in "25 ston".
  func text(gasPrice: UInt256) -> String { "\(Amount(wei: gasPrice).formatted(in: gasUnit)) \(gasUnit.name)" }

  /// The explorer's page of a transaction.
  func link(toTransaction hash: String) -> String? { explorer.map { "\($0)/tx/\(hash)" } }

  /// The explorer's page of an account or contract.
  func link(toAddress address: String) -> String? { explorer.map { "\($0)/address/\(address)" } }

  /// Checks the chain id that a node answers.
  ///
  /// A network without a chain id of its own takes any but the public ones: a signature for a chain at home must not be
  /// good on a chain where money is real.
  ///
  /// - Throws: `wrongChain`.
  func check(chainID told: UInt256, endpoint: String) throws(CommandFailure) {
    if let chainID {
      guard told != chainID else { return }
      let other = Network.builtIn.first { $0.chainID == told }
      throw CommandFailure(
        .wrongChain, "The node is on another chain.",
        reason: "\(endpoint) says chain id \(told)\(other.map { " (\($0.name))" } ?? ""); \(name) is \(chainID).",
        advice: other.map { "Choose the network --network \($0.name), or another endpoint." }
          ?? "Check --endpoint, or name the chain with --chain-id.",
        details: ["expectedChainID": .integer(chainID), "chainID": .integer(told)])
    }
    if let known = Network.builtIn.first(where: { $0.chainID == told }) {
      throw CommandFailure(
        .wrongChain, "The node is on the public chain \(known.name).",
        reason: "\(endpoint) says chain id \(told), and \(name) is meant for chains of one's own.",
        advice: "If that is what you want, say so: --network \(known.name).",
        details: ["chainID": .integer(told)])
    }
  }
}

extension CommandFailure.Code {
  /// The node serves another chain than the network's.
  static let wrongChain = Self("wrongChain", .wrongChain)
}

extension Network {
  /// The network taken when none is named: nothing on it is worth anything.
  static let defaultName = "local"

  /// The networks that need no configuration.
  static let builtIn: [Network] = [
    Network(
      name: "kaia", chainID: 8217,
      endpoints: ["kaia=https://public-en.node.kaia.io", "blockpi=https://kaia.blockpi.network/v1/rpc/public"],
      explorer: "https://kaiascan.io", symbol: "KAIA", isKaia: true, summary: "Kaia, formerly Klaytn (Cypress)"),
    Network(
      name: "kairos", chainID: 1001,
      endpoints: [
        "kaia=https://public-en-kairos.node.kaia.io", "blockpi=https://kaia-kairos.blockpi.network/v1/rpc/public",
      ],
      explorer: "https://kairos.kaiascan.io", symbol: "KAIA", isKaia: true,
      summary: "Kaia's test network (Baobab); money from https://faucet.kaia.io"),
    Network(
      name: "mainnet", chainID: 1,
      endpoints: ["publicnode=https://ethereum-rpc.publicnode.com", "drpc=https://eth.drpc.org"],
      explorer: "https://etherscan.io", symbol: "ETH", isKaia: false, summary: "Ethereum"),
    Network(
      name: "sepolia", chainID: 11_155_111,
      endpoints: ["publicnode=https://ethereum-sepolia-rpc.publicnode.com", "drpc=https://sepolia.drpc.org"],
      explorer: "https://sepolia.etherscan.io", symbol: "ETH", isKaia: false, summary: "Ethereum's test network"),
    Network(
      name: "local", chainID: nil, endpoints: ["http://127.0.0.1:8545"], explorer: nil, symbol: "KLAY", isKaia: false,
      summary: "a node on this machine, such as lectures devnet"),
  ]

  /// The command that would start the chain that the settings want on this machine; nil for other networks.
  var devnetCommand: String? {
    guard name == Self.defaultName, endpoints.count == 1,
      let address = endpoints[0].split(separator: "/").dropFirst().first
    else { return nil }
    let parts = address.split(separator: ":")
    guard ["127.0.0.1", "localhost"].contains(parts.first) else { return nil }
    let port = parts.count == 2 ? parts[1] : "80"
    return port == "8545" ? "lectures devnet" : "lectures devnet --port \(port)"
  }

  /// The built-in network of a name.
  static func builtIn(_ name: String) -> Network? { builtIn.first { $0.name == name } }
}
