import ArgumentParser
import Keys

/// The options that choose one of a phrase's many keys.
struct PathOptions: ParsableArguments, Sendable {
  /// The coin whose SLIP-44 type the path has.
  enum Coin: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// 60, as MetaMask and most others have it, Kaia Wallet among them.
    case eth
    /// 8217, as the older wallets of Klaytn have it.
    case klaytn
  }

  @Option(help: "The derivation path of the key, as in m/44'/60'/0'/0/0.") var path: String?

  @Option(help: ArgumentHelp("The number of the key, from 0; the last part of the path.", valueName: "number"))
  var index: UInt32?

  @Option(help: "The coin whose path is used: eth (m/44'/60'/0'/0/N), the default, or klaytn (m/44'/8217'/0'/0/N).")
  var coin: Coin?

  @Option(
    help: ArgumentHelp("The number of accounts to take from that key on: NAME, NAME-2, NAME-3…", valueName: "count"))
  var accounts: Int?

  var isGiven: Bool { path != nil || index != nil || coin != nil || accounts != nil }

  /// More at once take too long.
  private static let mostAccounts = 100

  func validate() throws {
    if let accounts {
      guard (1...Self.mostAccounts).contains(accounts) else {
        throw UsageRule.inRange("--accounts", from: 1, to: Self.mostAccounts)
      }
      guard path == nil else { throw UsageRule.either("--path", "--accounts") }
    }
    guard path == nil || (index == nil && coin == nil) else {
      throw UsageRule.either("--path", index == nil ? "--coin" : "--index")
    }
    do throws(KeysError) {
      _ = try derivationPaths()
    } catch {
      throw ValidationError(CommandFailure(error).lines.joined(separator: " "))
    }
  }

  /// - Throws: `invalidPath`, `tooDeep`; not after ``validate()``.
  func derivationPaths() throws(KeysError) -> [DerivationPath] {
    if let path { return [try DerivationPath(path)] }
    let first = index ?? 0
    guard first < UInt32.max - UInt32(Self.mostAccounts) else { return [try .ethereum(index: first)] }
    var paths: [DerivationPath] = []
    for index in first..<first + UInt32(accounts ?? 1) {
      paths.append(coin == .klaytn ? try .klaytn(index: index) : try .ethereum(index: index))
    }
    return paths
  }

  /// The names of the accounts.
  func names(_ name: String) -> [String] { (0..<(accounts ?? 1)).map { $0 == 0 ? name : "\(name)-\($0 + 1)" } }
}
