import ArgumentParser
import Keys
import Primitives
import StrictJSON
import Terminal

/// The keys that an account of Kaia gets: their number for each role, and their owners.
struct KeyringOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The number of new keys for transactions, 0 to 10.", valueName: "count")) var keys: Int?
  @Option(help: ArgumentHelp("The number of new keys for changing the account's keys.", valueName: "count"))
  var updateKeys: Int?
  @Option(help: ArgumentHelp("The number of new keys for paying other accounts' fees.", valueName: "count"))
  var feePayerKeys: Int?
  @Option(
    help: ArgumentHelp(
      "The account that the keys are for: an address, or an account here; by default that of the first key.",
      valueName: "account"), completion: .known(.names))
  var address: String?

  var isGiven: Bool { keys != nil || updateKeys != nil || feePayerKeys != nil || address != nil }

  private var counts: [Int] { [keys ?? 1, updateKeys ?? 0, feePayerKeys ?? 0] }

  func validate() throws {
    guard counts.allSatisfy({ (0...WeightedMultisig.mostKeys).contains($0) }) else {
      throw UsageRule.mostKeys(WeightedMultisig.mostKeys)
    }
    guard counts.contains(where: { $0 > 0 }) else { throw UsageRule.noKeyAtAll }
    if keys == 0 && address == nil {
      throw UsageRule.ownerMissing
    }
  }

  /// New random keys.
  func keyring(_ context: CommandContext) async throws -> Keyring {
    var roles: [[PrivateKey]] = []
    for count in counts {
      var keys: [PrivateKey] = []
      for _ in 0..<count { keys.append(try PrivateKey.random()) }
      roles.append(keys)
    }
    return try await Keyring(of: address, roles: roles, context)
  }
}

extension Keyring {
  /// The keys of an account that is given as an address or by its name here; nil for that of the first key.
  init(of account: String?, roles: [[PrivateKey]], _ context: CommandContext) async throws {
    var address: Address?
    if let account { address = try await context.accounts.address(account, of: "--address") }
    try self.init(address: address ?? roles.lazy.flatMap { $0 }.first?.address ?? .zero, roles: roles)
  }

  /// The public keys by role, as an account update takes them.
  var publicKeysJSON: JSON {
    .array(roles.map { .array($0.map { .string($0.publicKey.compressed.hex) }) })
  }

  /// The public keys, each with its purpose.
  var publicKeyLines: Fields {
    var fields: Fields = [:]
    for (role, keys) in zip(AccountKey.Role.allCases, roles) {
      for (index, key) in keys.enumerated() {
        let name = CommandFailure.capitalised("\(role) key") + (keys.count > 1 ? " \(index + 1)" : "")
        fields.add(name, StyledText(key.publicKey.compressed.hex))
      }
    }
    return fields
  }
}
