import Devnet
import DevnetServer
import Keys
import Operations
import Primitives
import StrictJSON
import Terminal

/// The summary that a devnet prints when it has started: the address it listens on, and the accounts with money.
struct DevnetFace {
  /// The owner of a keystore.
  struct Owner: Sendable {
    let name: String
    let address: Address
  }

  let chain: Devnet
  let server: DevnetServer
  let owners: [Owner]
  /// The balance of each account, in wei.
  let balance: UInt256
  let network: Network
  /// The newest block.
  let head: UInt64
  /// The file that keeps the chain, if there is one.
  let stateFile: String?
  /// The node whose chain it continues, and the block there, if there is one.
  let origin: (url: String, block: UInt64)?

  /// For scripts.
  var json: JSON {
    [
      "endpoint": .string(server.url), "webSocket": .string(webSocket), "chainID": .integer(chain.chainID),
      "kaia": .bool(chain.isKaia),
      "blockNumber": .integer(head), "stateFile": .text(stateFile), "fork": .text(origin?.url),
      "forkBlock": .integer(origin?.block),
      "balance": .amount(Amount(wei: balance), on: network),
      "accounts": .array(
        chain.accounts.map {
          ["address": .string($0.address.checksummed), "privateKey": .string($0.key.publicHex)]
        }),
      "keystores": .array(owners.map { ["name": .string($0.name), "address": .string($0.address.checksummed)] }),
    ]
  }

  /// For people.
  var blocks: [Report.Block] {
    [
      .line("A chain for trying things out. Everybody knows its keys: never send them real money."), .line(""),
      .fields(fields), .line(""),
    ] + accounts + (owners.isEmpty ? [] : [.line(""), .table(keystores)]) + [.line(""), .line("Ctrl-C ends it.")]
  }

  private var webSocket: String { "ws" + server.url.dropFirst(4) }

  private var fields: Fields {
    var fields: Fields = [
      "Endpoint": StyledText(server.url, .strong), "WebSocket": StyledText(webSocket), "Chain id": "\(chain.chainID)",
    ]
    fields.add("Rules", chain.isKaia ? "Kaia's: native transactions, fee delegation, account keys" : nil)
    fields.add("Goes on from", origin.map { "block \($0.block) of \($0.url)" })
    fields.add("Kept in", stateFile.map { "\($0), block \(head)" })
    fields.add("Each has", StyledText(network.text(Amount(wei: balance))))
    return fields
  }

  /// Each key in a line of its own, whole: 80 columns are enough to copy it, wherever the text is read.
  private var accounts: [Report.Block] {
    chain.accounts.enumerated().flatMap { index, account -> [Report.Block] in
      [
        .line("\(index)  \(account.address.checksummed, .strong)"), .line(StyledText(account.key.publicHex, .dim)),
      ]
    }
  }

  private var keystores: Table {
    var table = Table(.name("Your keystore"), .address("Account"))
    for owner in owners { table.add(StyledText(owner.name), StyledText(owner.address.checksummed)) }
    return table
  }
}

extension PrivateKey {
  /// A key that everybody knows, as other wallets take it; no other key is ever written.
  fileprivate var publicHex: String { secret.withUnsafeBytes { Hex.encode($0) } }
}
