import Database
import Files
import Listening
import Localization
import Logging
import Terminal

/// The wait of a service that begins for the servers of its databases: what is started beside them may be there first.
///
/// A server that is there and refuses the user, or has no such database, is not waited for.
struct DatabaseWait: Sendable {
  let context: CommandContext
  /// The log of the service; nil where its messages are those of the command.
  var log: Logger?
  /// The port on which the service will listen, so that who watches it is answered meanwhile; nil or 0 for none.
  var port: (host: String, number: UInt16)?

  /// The first pause between two looks, which grows to the last.
  private static let pauses: (first: Duration, last: Duration) = (.milliseconds(250), .seconds(5))
  /// Seconds to wait for the answer to one look.
  private static let patience = 2.0

  /// Waits until each server answers; of files, and where there is no place, nothing is asked.
  ///
  /// - Throws: `DatabaseError` `.refused`, `.unsafe` and all but `.unreachable` and `.crowded`; `CancellationError`.
  func run(for places: [DatabasePlace?]) async throws {
    for place in places.compactMap({ $0 }) where place.isOnServer {
      guard let problem = try await absence(of: place) else { continue }
      tell(
        problem.code == .crowded ? .full(place.name, problem.message) : .away(place.name, problem.message),
        isWarning: true)
      let server = await waitingServer(
        problem.code == .crowded
          ? "The database has no connection left, and is waited for." : "The database is away, and is waited for.")
      do { try await wait(for: place) } catch {
        await server?.stop()
        throw error
      }
      await server?.stop()
      tell(.there(place.name), isWarning: false)
    }
  }

  private func wait(for place: DatabasePlace) async throws {
    var pause = Self.pauses.first
    repeat {
      try await Task.sleep(for: pause)
      pause = min(pause * 2, Self.pauses.last)
    } while try await absence(of: place) != nil
  }

  /// The reason why a server cannot be used just now; nil for one that answers.
  private func absence(of place: DatabasePlace) async throws -> DatabaseError? {
    do {
      try await BlockingWork.run { try place.requireServer(within: Self.patience) }
      return nil
    } catch let error as DatabaseError where error.code.isOfAbsence {
      return error
    }
  }

  /// A server on the service's port for the meantime; failure to open it is reported when the service starts.
  private func waitingServer(_ obstacle: String) async -> WaitingServer? {
    guard let port, port.number != 0 else { return nil }
    return try? await WaitingServer.open(host: port.host, port: port.number, obstacle: obstacle)
  }

  private func tell(_ text: DatabaseText, isWarning: Bool) {
    guard let log else {
      let line = StyledText(context.language[text])
      return isWarning ? context.warn(line) : context.note(line)
    }
    log.log(level: isWarning ? .warning : .notice, "\(text.english)")
  }
}
