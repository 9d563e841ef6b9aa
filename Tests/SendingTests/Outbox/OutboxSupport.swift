import Database
import DatabaseSupport
import Foundation
import Keys
import Primitives
import Testing

@testable import Outbox
@testable import Sending

/// A folder with an outbox in it, gone with the last who holds it.
final class OutboxFolder: Sendable {
  let path: String
  let file: String
  /// The place of the outbox on the engine that the test runs over.
  let place: DatabasePlace

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("outbox-\(UUID().uuidString)").path
    file = "\(path)/outbox.sqlite"
    place = try TestDatabases.place(file)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func outbox(telling observer: (any OutboxObserver)? = nil) -> Outbox {
    Outbox(at: place, observer: observer)
  }

  /// The place as another process is told it.
  var argument: String { get throws { try TestDatabases.argument(file) } }

  /// The place that an argument names.
  static func place(_ argument: String) throws -> DatabasePlace {
    PostgresAddress.isMeant(by: argument) ? .server(try PostgresAddress(argument, isSecret: true)) : .file(argument)
  }

  /// Lets the time pass in which a server takes the dead for living.
  func bury() throws {
    guard case .server = place else { return }
    try place.open("outbox", OutboxSchema.current).write { try $0.execute("UPDATE lease SET until = 0") }
  }
}

extension IntentDraft {
  static let account = Address(truncating: UInt256(7))

  /// A transfer of so many wei on a chain of the tests.
  static func transfer(
    _ wei: Int = 1, key: String? = nil, chain: UInt256 = 1337, from account: Address = account
  ) -> IntentDraft {
    IntentDraft(
      chain: ChainMark(chainID: chain), account: account, key: key.map { IntentKey($0) }, label: "a transfer",
      to: Address(truncating: UInt256(8)), value: .wei(wei), cost: .wei(wei + 21_000))
  }
}

extension IntentDraft {
  /// One with more data than a few pages hold.
  static var large: IntentDraft {
    var draft = transfer()
    draft.data = Bytes(repeating: 7, count: 100_000)
    return draft
  }
}

extension Beginning {
  /// The new intent; fails if an earlier one was found.
  func begun(_ location: SourceLocation = #_sourceLocation) throws -> Intent {
    guard case .begun(let intent, _) = self else { throw Unexpected(what: "\(self)") }
    return intent
  }

  /// The earlier intent; fails if a new one was begun.
  func found() throws -> (intent: Intent, isOurs: Bool) {
    guard case .found(let intent, let isOurs) = self else { throw Unexpected(what: "\(self)") }
    return (intent, isOurs)
  }

  var stranded: [Intent] {
    guard case .begun(_, let stranded) = self else { return [] }
    return stranded
  }

  struct Unexpected: Error { let what: String }
}

extension AttemptDraft {
  /// Bytes that are told apart by a number.
  static func sample(_ number: Int, nonce: UInt64, kind: Attempt.Kind = .first) -> AttemptDraft {
    AttemptDraft(
      hash: Keccak256.hash(Array("\(number)".utf8)), raw: [1, 2, 3], nonce: nonce, kind: kind, maximumPerGas: 5)
  }
}
