import Primitives

extension Network {
  /// The network taken when none is named: nothing on it is worth anything.
  package static let defaultName = "local"

  /// The networks that need no configuration.
  package static let builtIn: [Network] = [
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

  /// The built-in network of a name.
  package static func builtIn(_ name: String) -> Network? { builtIn.first { $0.name == name } }

  /// The built-in network of a chain id; nil for another, and for none.
  package static func builtIn(ofChain chainID: UInt256?) -> Network? {
    chainID.flatMap { id in builtIn.first { $0.chainID == id } }
  }
}
