import FixtureSupport
import Foundation
import StrictJSON

/// The built program `lectures`, run as a user would, with a HOME of its own.
public final class Program: Sendable {
  /// Where it is; nil if only the tests were built.
  public static let path = BuiltProgram.path(of: "lectures")

  /// Whether the program can be run against the chain.
  public static let canRun = path != nil && TestTools.areInstalled

  /// The user's HOME.
  public let home: TemporaryFolder
  private let environment: [String: String]

  /// - Parameter settings: Settings that every command has by its environment, by their names: `endpoint`.
  public init(settings: [String: String] = [:], environment: [String: String] = [:]) throws {
    home = try TemporaryFolder()
    let variables = settings.map { name, value in
      ("LECTURES_" + name.uppercased().replacing("-", with: "_"), value)
    }
    self.environment = SanitizerSettings.environment
      .merging(["PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8", "LECTURES_TIMEOUT": "120"]) { $1 }
      .merging(variables) { $1 }.merging(environment) { $1 }
  }

  /// Runs `lectures` with the arguments.
  public func run(_ arguments: String..., input: String? = nil, timeout: Double = 600) async throws -> Command.Run {
    try await run(arguments, input: input, timeout: timeout)
  }

  /// Runs `lectures` with the arguments.
  public func run(_ arguments: [String], input: String? = nil, timeout: Double = 600) async throws -> Command.Run {
    try await start(arguments, input: input, timeout: timeout).end()
  }

  /// Starts `lectures` with the arguments.
  public func start(_ arguments: [String], input: String? = nil, timeout: Double = 600) throws -> Command.Running {
    var running = try Command.start(
      Self.path ?? "", arguments, environment: environment, directory: home.path, input: input,
      timeout: timeout)
    running.command = arguments
    return running
  }

  /// Starts `lectures` with the arguments, to be read line by line while it runs.
  public func serve(_ arguments: String...) throws -> LineProcess { try serve(arguments) }

  /// Starts one that goes on until it is told to end.
  public func serve(_ arguments: [String]) throws -> LineProcess {
    try LineProcess(Self.path ?? "", arguments, environment: environment, command: arguments)
  }
}
