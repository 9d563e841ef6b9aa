import Files
import Keys
import Keystores
import LectureKit
import Localization
import Locking
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import Simulation
import WalletBook

/// All that the pages of one server work with: one person's settings, nodes, keys and outbox.
package final class Site: Sendable {
  /// The options with which a server is started.
  package struct Options: Sendable {
    /// Whether nothing can be sent or changed.
    package var isReadOnly = false
    /// For so many seconds a key can be kept unlocked at most.
    package var lockAfter: Int64 = 600
    /// The language where a browser names none that is known.
    package var language = Language.english
    /// The program and its version, sent to sources of rates as the user agent.
    package var program = "lectures"
    /// The command that prints another link to enter by.
    package var linkCommand = ""
    /// The command that shows a school to look at without an invitation.
    package var demoCommand = ""
    /// Gets a line for the server's log.
    package var log: @Sendable (String) -> Void = { _ in }
    /// The time now, in seconds since 1970.
    package var clock: @Sendable () -> Int64

    /// The usual choices.
    package init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }
  }

  package let options: Options
  package let entryLinks: EntryLinks
  let sessions: WebSessions
  let proposals: Proposals
  let tries: PasswordAttempts
  let events = EventHub()
  /// The public name and the store of a platform; nil for the pages of one person.
  package let platform: Platform?
  /// The check of the platform's index; nil without one.
  let indexTrust: IndexChainCheck?
  let heads: HeadWatch
  let arrivals = ArrivedPaymentsCache()
  let interruptedSends = InterruptedSends()
  let descriptionTimes = DescriptionTimes()
  let tokenReadings = Guarded<[String: HeldTokens.Reading]>([:])
  private let current: Guarded<Settings>
  private let makeTexts: @Sendable (Settings) -> any ProgramTexts
  let outboxes: OpenOutboxes
  private let connections = Guarded<[String: (place: Connection, at: Int64)]>([:])

  /// A site; nothing is read yet.
  ///
  /// - Parameters:
  ///   - texts: Gives the words of the program with the settings in use, which a page may change.
  ///   - platform: The parts that make it a platform, which holds nobody's keys; nil is for one person.
  package init(
    _ settings: Settings, texts: @escaping @Sendable (Settings) -> any ProgramTexts, outboxes: OpenOutboxes,
    options: Options, platform: Platform? = nil
  ) {
    (makeTexts, self.outboxes, self.options, self.platform) = (texts, outboxes, options, platform)
    current = Guarded(settings)
    entryLinks = EntryLinks(clock: options.clock)
    sessions = WebSessions(clock: options.clock)
    proposals = Proposals(clock: options.clock)
    tries = PasswordAttempts(
      path: settings.folders.state.map { "\($0)/web/password-tries" }, clock: options.clock, log: options.log)
    indexTrust = platform?.index.map { IndexChainCheck($0, log: options.log) }
    heads = HeadWatch(events)
  }

  // MARK: Settings

  /// The settings in use.
  package var settings: Settings { current.withLock { $0 } }

  /// The words of the program, with the settings in use.
  package var texts: any ProgramTexts { makeTexts(settings) }

  /// The settings of the file, without what was given for this run; to be changed and kept.
  var ownSettings: Settings {
    let settings = settings
    return settings.with([:], file: settings.file)
  }

  /// Reads the file of settings anew, after it was changed.
  ///
  /// - Parameter keys: Settings that the file decides from now on, whatever was given for this run.
  func reread(_ keys: some Collection<SettingKey>) throws(SettingsError) {
    var given = settings.given
    for key in keys { given.values[key] = nil }
    let fresh = try Settings(given, environment: settings.environment)
    current.withLock { $0 = fresh }
    connections.withLock { $0 = [:] }
    tokenReadings.withLock { $0 = [:] }
  }

  // MARK: Chain

  /// The settings with the choices of a session.
  func settings(of session: WebSession) -> Settings {
    guard let network = session.choices.withLock({ $0.network }) else { return settings }
    var values = settings.given.values
    values[.network] = [network]
    return settings.with(values, file: settings.file)
  }

  /// The connection to the network of a session, or to another by its name, which is asked for its chain once a minute
  /// at most.
  func connection(for session: WebSession, on name: String? = nil) async throws -> Connection {
    let settings = settings(of: session)
    let network = try name.map { try settings.network(named: $0) } ?? settings.network()
    let now = options.clock()
    let known = connections.withLock { $0[network.name] }
    if let known, known.place.network == network, now - known.at < 60 { return known.place }
    let connector = Connector(settings) { [self] in try outbox() }
    let place = try await connector.connection(on: network)
    connections.withLock { $0[network.name] = (place, now) }
    return place
  }

  /// The lecture contract of a session's network.
  ///
  /// - Throws: `SettingsError` `.noContract` before any node is asked.
  func lectureClient(for session: WebSession) async throws -> (LectureClient, Connection) {
    let settings = settings(of: session)
    _ = try settings.contract()
    let place = try await connection(for: session)
    let connector = Connector(settings) { [self] in try outbox() }
    return (try await connector.lectureClient(over: place), place)
  }

  /// The reader of the chain's state on a session's network.
  func reader(for session: WebSession) async throws -> AgreedStateReader {
    let settings = settings(of: session)
    let connector = Connector(settings) { [self] in try outbox() }
    return AgreedStateReader(settings, by: connector, at: try await connection(for: session)) { [texts] error in
      texts.failure(error, in: .english).message
    }
  }

  /// The user's outbox.
  ///
  /// - Throws: `SettingsError` `.noPlace` where there is no folder for it.
  func outbox() throws -> Outbox {
    guard let place = try settings.outboxPlace() else {
      throw SettingsError(.noPlace, "There is no place for the outbox.", reason: "HOME is not an absolute path.")
    }
    return outboxes.outbox(
      at: place, stateFolder: settings.folders.outboxes,
      telling: ProposalObserver(events: events))
  }

  // MARK: Accounts

  /// The user's key files.
  ///
  /// - Throws: ``WebRefusal/notHere`` on a platform, which has none.
  func keystores() throws -> KeystoreManager {
    guard platform == nil else { throw WebRefusal.notHere }
    return try KeystoreManager(directory: settings.keystoreDirectory())
  }

  /// The wallets here, as they are listed on the network of a session.
  func wallets(of session: WebSession) throws -> WalletDirectory {
    let settings = settings(of: session)
    return WalletDirectory(try keystores(), network: settings.networkName) { isMade in
      try settings.bookPath.flatMap { try isMade ? Book($0) : Book.ifThere($0) }
    }
  }

  /// The keys of a key file; a wrong password is counted.
  ///
  /// - Throws: ``WebRefusal/tooManyTries(_:)``; `KeystoreError` `.wrongPassword` and the others.
  func keyring(of entry: KeystoreEntry, password: SecretBytes) async throws -> Keyring {
    try await counting(entry.name) { try await keystores().keyring(of: entry, password: password) }
  }

  /// Does something that a password opens; a wrong one is counted.
  ///
  /// - Parameter account: The name under which it is counted.
  func counting<Result: Sendable>(_ account: String, _ body: () async throws -> Result) async throws -> Result {
    try await tries.begin(account)
    do {
      let result = try await body()
      await tries.succeed(account)
      return result
    } catch {
      if (error as? KeystoreError)?.code != .wrongPassword { await tries.takeBack(account) }
      throw error
    }
  }

  /// The names of all addresses known here.
  func addressBook() async throws -> AddressBook {
    // The names that the operator of a platform has are nobody else's matter.
    guard platform == nil else { return AddressBook(known: []) }
    return try await AddressBook(accountsIn: keystores(), and: try settings.bookPath.flatMap { try Book.ifThere($0) })
  }

  /// The account that acts in a session.
  ///
  /// - Throws: `OperationError` `.noAccount`, `.severalAccounts`; the problem with its keystore;
  ///   ``WebRefusal/notSignedIn`` on a platform.
  func account(of session: WebSession) async throws -> ActingAccount {
    guard platform == nil else {
      guard let visitor = session.visitor else { throw WebRefusal.notSignedIn }
      return ActingAccount(address: visitor)
    }
    return try await account(named: try session.choices.withLock { $0.account } ?? settings.account())
  }

  /// An account by its name; the only one there is where none is named.
  ///
  /// - Throws: as ``account(of:)``.
  func account(named name: String?) async throws -> ActingAccount {
    try await accounts().account(named: name, unlock: Self.refuse)
  }

  /// The accounts here, and the names of the wallet book.
  func accounts() throws -> AccountDirectory {
    AccountDirectory(try keystores()) { [settings] in try settings.bookAddress($0) }
  }

  /// The address that a name means; nil if it means none.
  ///
  /// - Throws: `OperationError` `.ambiguousName`; the problem with its keystore.
  func address(named name: String) async throws -> Address? {
    try await accounts().address(named: name, unlock: Self.refuse)
  }

  @Sendable private static func refuse(_ entry: KeystoreEntry) async throws -> PrivateKey {
    throw KeystoreError(.notFound, "The keystore \(entry.name) does not say whose key it holds.")
  }

  /// The way in which a session's transactions are planned and sent.
  func sendingSettings(of session: WebSession) throws -> SendingSettings {
    let settings = settings(of: session)
    var options = SendOptions()
    options.tracking.confirmations = try settings.confirmations()
    options.tracking.quorum = try settings.quorum()
    options.fees.maximumFee = try settings.spending.maxTotalFee()
    options.intent.limits = try settings.spending.limits()
    var sending = SendingSettings(options)
    sending.stateCache = settings.folders.cache.map { StateCache(directory: "\($0)/states") }
    return sending
  }

  /// The comparison of receivers with the addresses known here.
  var receiverCheck: ReceiverCheck {
    ReceiverCheck(addressBook: { [self] in try await addressBook() }, outbox: { [self] in try outbox() })
  }
}
