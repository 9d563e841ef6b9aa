import ContractClient
import Keystores
import LectureKit
import Listening
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import WalletBook

/// The values that a person may mean: names of networks and settings, accounts and contacts here, lectures on the
/// chain.
struct KnownWords: Sendable {
  private let settings: Settings?
  private let patience: Duration

  /// - Parameters:
  ///   - given: the settings that are in the line already.
  ///   - patience: the time that a node has for an answer.
  init(_ given: [SettingKey: [String]], environment: [String: String], patience: Duration) {
    self.patience = patience
    var settings = GivenSettings(profile: nil, path: nil, naming: \.flag)
    settings.values = given
    self.settings = try? Settings(settings, environment: environment, use: .mending)
  }

  /// The values of an argument.
  ///
  /// - Parameter last: The word that stands before it and is no option's.
  func answer(for argument: ArgumentDescription, after last: String?) async -> LineCompletion.Answer {
    switch argument.completion {
    case .words(let words): self.words(words)
    case .files: .files
    case .known(.settingValues): await values(of: last)
    case .known(let kind): await answer(kind)
    case .nothing: .words([])
    }
  }

  private func answer(_ kind: KnownKind) async -> LineCompletion.Answer {
    switch kind {
    case .accounts: await names { $0.origin == .account }
    case .wallets: await names { $0.origin != .contact }
    case .contacts: await names { $0.origin == .contact }
    case .names: await names()
    case .lectures: await lectures()
    case .networks: words(settings?.networkNames ?? [])
    case .profiles: words(settings?.file.profileNames ?? [])
    case .settings: words(settingNames)
    case .settingValues: .words([])
    }
  }

  private var settingNames: [String] {
    var seen: Set<String> = []
    let places = (settings?.file.places ?? []).map(\.description)
    return (["profile"] + SettingKey.allCases.map(\.name) + places).filter { seen.insert($0).inserted }
  }

  /// The values of a setting that have names.
  private func values(of setting: String?) async -> LineCompletion.Answer {
    guard let setting, let name = setting.split(separator: ".").last else { return .words([]) }
    switch SettingKey(rawValue: String(name)) {
    case .network: return await answer(.networks)
    case .account: return await answer(.accounts)
    case .language: return words(Language.allCases.map(\.rawValue))
    default: return setting == "profile" ? await answer(.profiles) : .words([])
    }
  }

  private func words(_ words: [String]) -> LineCompletion.Answer {
    .words(words.map { CompletionCandidate(word: $0) })
  }

  private func names(where isMeant: (KnownName) -> Bool = { _ in true }) async -> LineCompletion.Answer {
    guard let settings, let directory = try? settings.keystoreDirectory(),
      let book = try? await AddressBook(
        accountsIn: KeystoreManager(directory: directory), and: settings.bookPath.flatMap { try Book.ifThere($0) })
    else { return .words([]) }
    return .words(
      book.known.filter(isMeant).map { CompletionCandidate(word: $0.name, note: $0.address?.checksummed ?? "") })
  }

  /// The lectures on the chain; of a node that is too far to answer in time, all its answers together, those that were
  /// listed last.
  private func lectures() async -> LineCompletion.Answer {
    let listed = settings.flatMap { LectureCompletionCache(of: $0) }
    let reading = Task<[CompletionCandidate], any Error> {
      guard let told = await lecturesOfNode() else { throw CancellationError() }
      return told
    }
    defer { reading.cancel() }
    guard let told = try? await Timeout.value(of: reading, within: patience) else {
      return .words(listed?.candidates ?? [])
    }
    return .words(told)
  }

  /// The lectures as the node tells them; nil if it does not, in time or at all.
  private func lecturesOfNode() async -> [CompletionCandidate]? {
    guard let settings, let network = try? settings.network(), let contract = try? settings.contractIfSet(),
      let options = try? settings.nodeOptions().with({
        ($0.requestTimeout, $0.connectTimeout, $0.deadline, $0.retries) = (
          patience, patience, patience, 0
        )
      }),
      let endpoints = try? network.endpoints.prefix(1).map({ try Endpoint($0) }),
      let node = try? NodeClient(endpoints: endpoints, options: options)
    else { return nil }
    // Nothing is sent, so a chain that nobody names need not be known.
    let chain = network.chainID ?? 0
    let session = Session(
      endpoints: endpoints, chainID: chain, contract: contract, unit: network.unit,
      cacheDirectory: settings.folders.cache)
    let connection = ContractConnection(
      sender: TransactionSender(node: node, chainID: chain, unit: network.unit, outbox: .inMemory()))
    guard let client = try? await LectureClient.connect(session, over: connection, isChainChecked: true),
      client.generation.hasRecords, let lectures = try? await client.lectures(limit: LectureCompletionCache.most)
    else { return nil }
    return lectures.map { CompletionCandidate($0, on: network) }
  }
}
