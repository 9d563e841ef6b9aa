import Alerts
import Database
import Foundation
import Localization
import Operations
import StrictJSON
import Terminal

/// A command that watches until it is stopped; how it does is asked for by another run, and a service runs it.
///
/// A watch is a value: several of them can run in one process.
protocol DaemonCommand: ReportingCommand {
  /// Whether only to tell how the running one does.
  var status: Bool { get }
  /// Whether only to print its service.
  var systemdUnit: Bool { get }

  /// The service that runs it. Mistakes in the settings fail now, and not when the service starts.
  func service(in context: CommandContext) throws -> DaemonService

  /// The place of the book that it watches for; a server that is away is waited for.
  func place(in context: CommandContext) throws -> DatabasePlace?

  /// The status of the one that runs, or that none does.
  func daemonStatus(in context: CommandContext) async throws -> DaemonStatus

  /// The watch, which is this process's alone from now on.
  ///
  /// - Parameter pulse: The signs of life of this process.
  func watch(in context: CommandContext, pulse: ServiceHeartbeat) async throws -> DaemonWatch
}

extension DaemonCommand {
  func place(in context: CommandContext) throws -> DatabasePlace? { nil }

  func run(in context: CommandContext) async throws -> Report {
    if systemdUnit { return try service(in: context).report(context.settings) }
    if status { return try await context.showing { try await daemonStatus(in: $0) }.report(in: context.language) }
    try await DatabaseWait(context: context).run(for: [try place(in: context)])
    let pulse = ServiceHeartbeat(environment: context.settings.environment)
    return try await watch(in: context, pulse: pulse).report(pulse)
  }
}

/// The state of a daemon, for whoever asks.
struct DaemonStatus {
  /// The process that watches; nil if none does.
  let holder: Int?
  /// The time since when it watches, in seconds since 1970; nil if none does.
  let start: Int64?
  /// The facts for scripts, whether it runs and as which process among them.
  let members: [(String, JSON)]
  /// The state of its readings, or that of its last run; nil if it never read.
  let health: DaemonHealth?
  /// The failure where none runs.
  let notRunning: CommandFailure
  /// The facts for people.
  let fields: Fields

  /// All of it; that it does not run, or fails, is a failure.
  func report(in language: Language) -> Report {
    var fields = fields
    if holder != nil { fields.add(language[HealthText.health], text(in: language)) }
    let shown = fields
    return Report(.object(JSONObject(allMembers)), failure: failure) { shown }
  }

  /// The facts for scripts, how it does among them.
  var allMembers: [(String, JSON)] { members + [("ready", .bool(isReady))] + healthMembers }

  /// The facts on its health for scripts: one that hangs fails.
  var healthMembers: [(String, JSON)] {
    var members = (health ?? DaemonHealth()).members
    guard let silence else { return members }
    let told: [String: JSON] = [
      "failing": true, "failingSince": .integer(silence),
      "problem": .text(DaemonRefusal.hangs(since: silence).english.reason),
    ]
    for index in members.indices { members[index].1 = told[members[index].0] ?? members[index].1 }
    return members
  }

  /// The time since when the process that watches has done nothing, where that is too long.
  private var silence: Int64? { start.flatMap { health?.silence(ofOneBegunAt: $0, at: LocalTime.now()) } }

  /// Whether the process that watches has read something since it began, and does not fail.
  var isReady: Bool {
    guard let start, let health, !health.isFailing, silence == nil else { return false }
    return health.lastReading.map { $0 >= start } ?? false
  }

  /// The health of the process that watches, in a line; one that has read nothing yet neither fails nor does well.
  func text(in language: Language) -> StyledText {
    if let silence {
      return StyledText(language[HealthText.silent(since: LocalTime.text(silence, in: language))], .bad)
    }
    guard let start, !isReady, !(health?.isFailing ?? false) else { return language.text(health ?? DaemonHealth()) }
    return StyledText(language[HealthText.nothingYet(since: LocalTime.text(start, in: language))], .warning)
  }

  /// The failure that there is: none runs, or it hangs, or it fails.
  var failure: CommandFailure? {
    guard holder != nil else { return notRunning }
    if let silence {
      return CommandFailure(.init("daemon.failing", .failure), DaemonRefusal.hangs(since: silence))
    }
    guard let health, health.isFailing else { return nil }
    return CommandFailure(.init("daemon.failing", .failure), AlertRefusal.daemonFails(health.problem ?? ""))
  }
}

/// A watch that is ready to run.
struct DaemonWatch {
  /// The facts for scripts; the number of the process comes with them.
  let members: [(String, JSON)]
  /// The lines that say what is watched, and how it ends.
  let lines: [StyledText]
  /// Watches until the task is cancelled.
  let run: @Sendable () async throws -> Void

  /// All of it; the watch is this process's work.
  func report(_ pulse: ServiceHeartbeat) -> Report {
    let (lines, run) = (lines, run)
    return Report(.object(JSONObject(members))) {
      for line in lines { line }
    } service: {
      try await pulse.run(run)
    }
  }

  /// The number of this process.
  static var process: JSON { .integer(ProcessInfo.processInfo.processIdentifier) }
}
