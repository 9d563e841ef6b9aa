import ArgumentParser
import Keys

/// Which of a phrase's many keys is meant.
struct PathOptions: ParsableArguments, Sendable {
  /// Whose coin type of SLIP-44 the path has.
  enum Coin: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// 60, as MetaMask and most others have it, Kaia Wallet among them.
    case eth
    /// 8217, as the older wallets of Klaytn have it.
    case klaytn
  }

  @Option(help: ArgumentHelp("Where the key is below the phrase, as in m/44'/60'/0'/0/0.", valueName: "path"))
  var path: String?

  @Option(help: ArgumentHelp("The number of the key, from 0; the last part of the path.", valueName: "number"))
  var index: UInt32?

  @Option(help: "Whose path: eth (m/44'/60'/0'/0/N), the default, or klaytn (m/44'/8217'/0'/0/N).")
  var coin: Coin?

  var isGiven: Bool { path != nil || index != nil || coin != nil }

  func validate() throws {
    guard path == nil || (index == nil && coin == nil) else {
      throw ValidationError("Give either the whole --path, or --index and --coin.")
    }
    do throws(KeysError) {
      _ = try derivationPath()
    } catch {
      throw ValidationError(CommandFailure(error).lines.joined(separator: "; "))
    }
  }

  /// - Throws: `invalidPath`, `tooDeep`; not after ``validate()``.
  func derivationPath() throws(KeysError) -> DerivationPath {
    if let path { return try DerivationPath(path) }
    return coin == .klaytn ? try .klaytn(index: index ?? 0) : try .ethereum(index: index ?? 0)
  }
}
