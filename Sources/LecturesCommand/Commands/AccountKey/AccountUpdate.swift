import ArgumentParser
import ContractClient
import Keys
import Keystores
import Localization
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// `lectures account update`: gives an account of Kaia another key.
struct AccountUpdate: SendingCommand {
  static let configuration = CommandConfiguration(
    "update", "Change the key of a Kaia account, or the keys of its roles.",
    examples: [
      "lectures account update --from student1 --key new:student1b": "makes a key, keeps it, and changes to it",
      "lectures account update --from joint --key 2:alice,bob,carol": "a multisig of keystores here",
      "lectures account update --from joint --sign-with alice,bob --key new:next": "signed by two of these keystores",
      "lectures account update --from joint --key 3:alice*2,0x02ab…,carol --elsewhere":
        "with another person's key",
      "lectures account update --from platform --fee-payer-key new:payer": "a key that only pays fees",
      "lectures account update --from platform --key legacy": "back to the key of the address",
    ],
    after: """
      A key is the name of a keystore here (bob), new:NAME (makes a key and keeps it under that name), a public key \
      (33 bytes, 0x02… or 0x03…), legacy (the key that the address comes from), fail (nobody can sign), or a \
      multisig: 2:alice,bob*2,0x02… needs signatures whose weights add up to 2; *2 is a key's weight, which is 1 if \
      left out. A role that is not given keeps its key.
      Once the change is mined, the old key can sign for nothing any more, and Ethereum wallets cannot use the \
      account: only Kaia's own transaction types can, which the commands here choose by themselves. A new key is in \
      a keystore before anything is sent. The keys must be here, so that you cannot lock yourself out; --elsewhere \
      lifts this rule.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Option(help: "The key for everything the account does.") var key: String?
  @Option(help: ArgumentHelp("The key that sends transactions.", valueName: "key")) var transactionKey: String?
  @Option(help: ArgumentHelp("The key that changes the account's keys.", valueName: "key")) var updateKey: String?
  @Option(help: ArgumentHelp("The key that pays other accounts' fees.", valueName: "key")) var feePayerKey: String?
  @Flag(help: "Go on even if no key here can sign afterwards, because others hold the keys.") var elsewhere = false

  func validate() throws {
    let roles = [transactionKey, updateKey, feePayerKey].compactMap { $0 }
    guard (key != nil) != !roles.isEmpty else { throw UsageRule.keyOrRoles }
  }

  func run(in context: CommandContext) async throws -> Report {
    let whole = try key.map { try KeySpecification(parsing: $0) }
    let parts = try [transactionKey, updateKey, feePayerKey].map { try $0.map { try KeySpecification(parsing: $0) } }
    let place = try await context.nodes.connection()
    var account = try await context.accounts.acting()
    var keys = KnownKeys()
    var wanted: AccountKey?
    return try await context.runner.carryOut(nil, by: account, at: place) { planner in
      if let earlier = try await planner.earlierAccountUpdate(isSame: { Self.isSame($0, whole, parts) }) {
        return earlier
      }
      let present = try await place.accountKey(of: account.address)
      let members = (whole.map { [$0] } ?? parts.compactMap { $0 }).flatMap(\.members)
      if context.isDryRun {
        try keys.refuseSecrets(members)
      } else {
        let held = try await context.accounts.keys(of: account)
        account = account.unlocked(held)
        keys = try await KnownKeys(members, held: held, context)
      }
      let change = try change(whole, parts, of: present, keys)
      let next = try present.updated(by: change)
      guard next != present else {
        throw CommandFailure(.usage, AccountUpdateRefusal.sameKey)
      }
      try checkHeld(next, after: present, keys, account)
      wanted = next
      let planned = try await planner.accountUpdate(change, from: present, to: next, of: account.name)
      for warning in next.warnings(after: present) { context.warn(context.language[warning]) }
      return planned
    } beforeSending: {
      try await keys.keep(for: account.address, in: context)
    } report: { receipt in
      // After an earlier update the key may have been changed once more.
      let key =
        if receipt.earlier == nil, let wanted { wanted } else { try await place.accountKey(of: account.address) }
      return await report(
        MinedTransaction(receipt), key, of: account.address, made: keys.made.map(\.name), at: place, in: context)
    }
  }

  /// The part of the key that the transaction sets.
  private func change(
    _ whole: KeySpecification?, _ parts: [KeySpecification?], of present: AccountKey, _ keys: KnownKeys
  ) throws -> AccountKey {
    if let whole { return try whole.accountKey { try keys.publicKey(of: $0) } }
    return .roles(
      try zip(AccountKey.Role.allCases, parts).map { role, part in
        if let part { return try part.accountKey { try keys.publicKey(of: $0) } }
        if case .roles = present { return .none }
        return present.key(for: role)
      })
  }

  /// Whether an earlier send changed the key to the one wanted now, as far as can be known without a password.
  private static func isSame(_ intent: Intent, _ whole: KeySpecification?, _ parts: [KeySpecification?]) -> Bool {
    guard let raw = intent.lastAttempt?.raw,
      let kaia = (try? SignedTransaction(decoding: raw))?.transaction.kaia
        ?? (try? PartlySignedTransaction(decoding: raw))?.transaction,
      let key = kaia.operation.accountKey
    else { return false }
    let none = KnownKeys()
    func isSame(_ part: AccountKey, _ wanted: KeySpecification?) -> Bool {
      guard let wanted, let known = try? wanted.accountKey({ try none.publicKey(of: $0) }) else { return true }
      return part == known
    }
    if whole != nil { return isSame(key, whole) }
    guard case .roles(let roles) = key else { return false }
    return zip(roles, parts).allSatisfy(isSame)
  }

  /// - Parameter made: the names of the keystores of new keys.
  private func report(
    _ mined: MinedTransaction, _ key: AccountKey, of address: Address, made: [String], at place: Connection,
    in context: CommandContext
  ) async -> Report {
    let (names, language) = (await context.keys.names(), context.language)
    return Report([
      "address": .string(address.checksummed), "key": key.json, "kept": .array(made.map { .string($0) }),
      "transaction": mined.json(on: place.network),
    ]) {
      language[mined.earlier == nil ? AccountUpdateText.hasNewKey : .wasChanged]
      mined.fields(on: place.network, in: language)
      key.table(of: address, names: names, in: language)
      if self.key != nil { for name in made { language[AccountUpdateText.useFrom(name)] } }
    }
  }

  /// Checks that each role that changes has a key whose owner can sign here; giving a role to no key has to be
  /// explicit. A role that keeps its key is as safe as it was, wherever that key is.
  private func checkHeld(
    _ next: AccountKey, after present: AccountKey, _ keys: KnownKeys, _ account: ActingAccount
  ) throws {
    guard !elsewhere, !keys.isEmpty else { return }
    for role in AccountKey.Role.allCases where next.key(for: role) != present.key(for: role) {
      do {
        try next.check(keys.signers(in: role, under: next, of: account.address), role: role, of: account.address)
      } catch {
        throw CommandFailure(
          .locksOut,
          AccountUpdateRefusal.locksOut(
            account.address, RoleText(role), isFail: next.key(for: role) == .fail))
      }
    }
  }
}

/// The keys that an update is made of: private where they are here.
private struct KnownKeys: Sendable {
  private var byName: [KeySpecification.Member: PrivateKey] = [:]
  private var held: [PrivateKey] = []
  /// New ones, by the names they are kept under.
  private(set) var made: [(name: String, key: PrivateKey)] = []

  /// None, for a dry run.
  init() {}

  var isEmpty: Bool { held.isEmpty }

  /// Unlocks the keystores that are named and makes the keys that are new.
  init(_ members: [KeySpecification.Member], held keyring: Keyring, _ context: CommandContext) async throws {
    held = keyring.keys
    let manager = try context.keys.manager()
    var named: [(member: KeySpecification.Member, entry: KeystoreEntry)] = []
    for member in Set(members) {
      switch member {
      case .publicKey: continue
      case .new(let name):
        try await context.names.checkNew(name: name)
        let key = try PrivateKey.random()
        byName[member] = key
        made.append((name, key))
        held.append(key)
      case .keystore(let name): named.append((member, try await manager.entry(name)))
      }
    }
    // In the order of their names, so that one is asked for the passwords in it.
    named.sort { $0.entry.name < $1.entry.name }
    let keyrings = try await context.keys.unlockKeyrings(named.map(\.entry), in: manager)
    for ((member, entry), keyring) in zip(named, keyrings) {
      let keys = keyring.keys
      guard keys.count == 1 else {
        throw CommandFailure(.usage, AccountUpdateRefusal.severalKeys(entry.name, keys.count))
      }
      byName[member] = keys[0]
      held.append(keys[0])
    }
  }

  func refuseSecrets(_ members: [KeySpecification.Member]) throws {
    guard members.contains(where: { if case .publicKey = $0 { false } else { true } }) else { return }
    throw CommandFailure(.usage, AccountUpdateRefusal.dryRun)
  }

  func publicKey(of member: KeySpecification.Member) throws -> PublicKey {
    if case .publicKey(let key) = member { return key }
    guard let key = byName[member] else { throw CommandFailure(.usage, AccountUpdateRefusal.noSuchKey) }
    return key.publicKey
  }

  func signers(in role: AccountKey.Role, under key: AccountKey, of address: Address) -> [PublicKey] {
    // A keyring's roles only bound how many there may be: which of them counts the account's key decides.
    let roles = stride(from: 0, to: min(held.count, 30), by: 10).map { Array(held[$0...].prefix(10)) }
    guard let keyring = try? Keyring(address: address, roles: roles) else { return [] }
    return keyring.candidates(in: role, under: key).map(\.publicKey)
  }

  /// Brings the new keys to the disk: before this nothing may be sent.
  func keep(for address: Address, in context: CommandContext) async throws {
    let manager = try context.keys.manager()
    for (name, key) in made {
      let password = try await context.prompts.newPassword(for: name, from: context.prompts.passwordSource())
      _ = try await context.progress(context.language[AccountUpdateText.keeping(name)]) { _ in
        try await manager.importKeyring(
          Keyring(address: address, roles: [[key]]), name: name, password: password)
      }
      context.note(context.language[AccountUpdateText.keyIn(name)])
    }
  }
}

extension AccountKey {
  /// The irreversible consequences of giving the account this key.
  fileprivate func warnings(after present: AccountKey) -> [AccountUpdateText] {
    var warnings: [AccountUpdateText] = []
    if key(for: .accountUpdate) == .fail { warnings.append(.frozen) }
    if key(for: .transaction) == .fail { warnings.append(.nobodySends) }
    if present == .legacy { warnings.append(.noEthereumWallets) }
    if key(for: .transaction) != present.key(for: .transaction) {
      warnings.append(present == .legacy ? .presentKeyEnds : .replacedKeysEnd)
    }
    return warnings
  }
}

extension CommandFailure.Code {
  /// An update after which nobody here could sign.
  static let locksOut = Self("account.locksOut", .refused)
}
