import ArgumentParser
import ChainIndex
import Database
import LectureIndex
import LectureKit
import Operations
import Primitives
import Terminal

/// `lectures index`
struct IndexCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "index", "Manage an index of the lectures, or of any contract's events.",
    examples: [
      "lectures index run": "read what is missing, and follow the chain until Ctrl-C",
      "lectures index run --once": "read what is missing, and end",
      "lectures index run --contract 0x5FbD… --abi Token.json": "all events of another contract",
      "lectures index status": "as of which block, and who writes",
      "lectures index events --event PurchasingLecture": "the events in the index",
      "lectures index hook add https://example.org/hook --secret-file secret.txt": "tell a program of each event",
      "lectures index verify": "compare it with the contract",
    ],
    after: """
      The index has all that the lecture contract logged, as tables: lectures, runs, purchases, ratings and settlements. \
      Pages for many people read it in place of a node. It is made from the chain, so that it may be removed at any time; \
      only the programs that it notifies (index hook) have to be added again. With --abi it has the events of any \
      contracts.
      """,
    subcommands: [IndexRun.self, IndexStatus.self, IndexEvents.self, IndexHook.self, IndexVerify.self])
}

/// The option of commands that work with an index.
struct IndexOptions: ParsableArguments {
  @OptionGroup var place: DatabaseOptions

  /// The place that is given, or that of the setting, which others read, or that of the variable; nil where none is.
  func given(in context: CommandContext) async throws -> DatabasePlace? {
    if !place.isGiven, let place = try context.settings.indexPlace() { return place }
    return try await place.place(context.prompts)
  }

  /// The place of an index of lectures.
  func lectures(of contract: Address, on chainID: UInt256, _ context: CommandContext) async throws -> DatabasePlace {
    try await given(in: context) ?? .file(context.settings.indexFile(of: contract, on: chainID))
  }

  /// The place of an index of any events, of which this contract is the first.
  func events(of contract: Address, on chainID: UInt256, _ context: CommandContext) async throws -> DatabasePlace {
    try await given(in: context) ?? .file(context.settings.eventIndexFile(of: contract, on: chainID))
  }

  /// The index of events that is named by hand or by the setting; nil where none is, or where it is one of lectures.
  func namedEvents(in context: CommandContext) async throws -> (place: DatabasePlace, store: IndexStore)? {
    guard let place = try await given(in: context) else { return nil }
    guard let open = try? OpenIndex(place), open.reader == nil else { return nil }
    return (place, open.store)
  }

  /// The index for the contract in use, of either kind; the node is asked only where the settings do not tell its chain.
  func open(in context: CommandContext, isReadOnly: Bool = true) async throws -> OpenIndex {
    if let place = try await given(in: context) { return try OpenIndex(place, isReadOnly: isReadOnly) }
    let contract = try context.settings.contract()
    var chainID = try context.settings.network().chainID
    if chainID == nil { chainID = try await context.nodes.connection().session.chainID }
    let lectures = try context.settings.indexFile(of: contract, on: chainID ?? 0)
    do {
      return try OpenIndex(.file(lectures), isReadOnly: isReadOnly)
    } catch let error as ChainIndexError where error.code == .noIndex {
      let events = try context.settings.eventIndexFile(of: contract, on: chainID ?? 0)
      do {
        return try OpenIndex(.file(events), isReadOnly: isReadOnly)
      } catch let other as ChainIndexError where other.code == .noIndex {
        throw error
      }
    }
  }
}

/// An index of either kind that is there.
struct OpenIndex: Sendable {
  let store: IndexStore
  /// The index as one of lectures; nil for one of other events.
  let reader: IndexReader?

  /// - Throws: `noIndex`, `storeFailed`.
  init(_ place: DatabasePlace, isReadOnly: Bool = true) throws {
    (store, reader) = try Self.opened(place, isReadOnly: isReadOnly)
  }

  private static func opened(_ place: DatabasePlace, isReadOnly: Bool) throws -> (IndexStore, IndexReader?) {
    do {
      let reader = try IndexReader(place)
      return (isReadOnly ? reader.store : try LectureIndexFile.open(place), reader)
    } catch {
      // A server has tables of both kinds; in a file they are of one.
      guard (error.cause as? DatabaseError)?.code == .foreign || place.isOnServer,
        let other = try? IndexStore(place, .events, isReadOnly: true)
      else { throw error }
      return (isReadOnly ? other : try IndexStore(place, .events), nil)
    }
  }
}
