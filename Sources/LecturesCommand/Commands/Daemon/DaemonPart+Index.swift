import Alerts
import ArgumentParser
import ChainIndex
import Database
import Foundation
import Keystores
import Localization
import Operations
import Terminal

extension DaemonPart {
  /// The scope of the lock and of the health, beside the book of gas: an index may lie on another machine.
  private static let indexScope = "index"

  /// The keeping of the index that the settings name; nil where they name none.
  static func index(in context: CommandContext, _ pulse: ServiceHeartbeat) throws -> DaemonPart? {
    guard try context.settings.indexPlace() != nil else { return nil }
    let command = try IndexRun.parse([])
    let keeper: @Sendable () throws -> HealthMonitor = {
      let book = try indexBook(context)
      return try context.healthMonitor(
        of: HealthMonitor.Daemon("index", scope: indexScope, longestRound: .seconds(300)), besides: book, pulse: pulse
      ) { try await context.alertChannels() }
    }
    return DaemonPart(
      name: "index", network: nil, isWanted: { true },
      watch: { try await keep(by: command, try keeper(), context) },
      daemonStatus: {
        let book = try indexBook(context)
        return DaemonStatus(
          holder: MonitorLock.holder(book: book, scope: indexScope),
          start: MonitorLock.start(book: book, scope: indexScope), members: [],
          health: try await HealthBook(besides: book).health(of: indexScope),
          notRunning: CommandFailure(.init("daemon.notRunning", .failure), DaemonRefusal.notRunning), fields: [:])
      },
      service: { try service(in: context.settings) },
      keeper: keeper, place: { (try indexBook(context), indexScope) })
  }

  /// The book of gas, in a folder that is there.
  private static func indexBook(_ context: CommandContext) throws -> String {
    let book = try context.settings.gas.book()
    try PrivateFile.makeFolder(of: book)
    return book
  }

  /// The service that would run it alone. An index of this session only is named by its variable: no option of the
  /// daemon names one.
  private static func service(in settings: Settings) throws -> DaemonService {
    var (variables, books): ([(name: String, value: String)], [String]) = ([], [])
    if let text = settings.raw(.index), text.origin.isOfSession, let place = try settings.indexPlace() {
      let value =
        switch place {
        case .file(let path): URL(filePath: path).standardizedFileURL.path
        case .memory, .server: text.texts.joined()
        }
      variables = [(SettingKey.index.variable, value)]
    }
    if case .file(let path)? = try settings.indexPlace() { books = [URL(filePath: path).standardizedFileURL.path] }
    return DaemonService(
      description: "lectures index: keeps an index of events", command: ["index", "run"],
      keys: [.endpoint, .chainID, .timeout, .contract, .fromBlock], variables: variables,
      book: try settings.gas.book(), otherBooks: books)
  }

  private static func keep(
    by command: IndexRun, _ keeper: HealthMonitor, _ context: CommandContext
  ) async throws -> DaemonWatch {
    let lock = try MonitorLock(book: try indexBook(context), scope: indexScope, topic: Hook.topic)
    // The newest look counts; one that is noted late is no reason to wait for it.
    let (looks, heard) = AsyncStream<Result<Void, any Error>>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let keeping = try await command.keeping(in: context) { heard.yield($0) }
    let watch = keeping.watch(in: context.language)
    return DaemonWatch(members: watch.members, lines: watch.lines) {
      defer { withExtendedLifetime(lock) {} }
      try await keeper.run {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await watch.run() }
          group.addTask {
            var hasRead = false
            for await look in looks {
              switch look {
              case .success:
                try await keeper.note(problem: nil, hasReading: !hasRead, pause: .seconds(1))
                hasRead = true
              case .failure(let error):
                try await keeper.note(problem: keeper.problem(of: error), hasReading: false, pause: .seconds(30))
              }
            }
          }
          defer { group.cancelAll() }
          try await group.next()
        }
      }
    }
  }
}
