import Devnet
import DevnetServer
import Keys
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// The summary that a devnet prints when it has started: the address it listens on, and the accounts with money.
struct DevnetSummary {
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
  func blocks(in language: Language) -> [Report.Block] {
    [.line(language[DevnetText.purpose]), .line(""), .fields(fields(in: language)), .line("")] + accounts
      + (owners.isEmpty ? [] : [.line(""), .table(keystores(in: language))])
      + [.line(""), .line(language[ServingText.ending])]
  }

  private var webSocket: String { "ws" + server.url.dropFirst(4) }

  private func fields(in language: Language) -> Fields {
    func name(_ text: DevnetText) -> String { language[text].plain }
    var fields: Fields = [
      name(.endpoint): StyledText(server.url, .strong), "WebSocket": StyledText(webSocket),
      name(.chainID): "\(chain.chainID)",
    ]
    fields.add(name(.rules), chain.isKaia ? language[DevnetText.kaiaRules] : nil)
    fields.add(name(.goesOnFrom), origin.map { language[DevnetText.block($0.block, of: $0.url)] })
    fields.add(name(.keptIn), stateFile.map { language[DevnetText.file($0, block: head)] })
    fields.add(name(.eachHas), StyledText(network.text(Amount(wei: balance), in: language)))
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

  private func keystores(in language: Language) -> Table {
    var table = Table(.name(language[DevnetText.ownKeystore].plain), .address(language[Label.account]))
    for owner in owners { table.add(StyledText(owner.name), StyledText(owner.address.checksummed)) }
    return table
  }
}

extension PrivateKey {
  /// A key that everybody knows, as other wallets take it; no other key is ever written.
  fileprivate var publicHex: String { secret.withUnsafeBytes { Hex.encode($0) } }
}
