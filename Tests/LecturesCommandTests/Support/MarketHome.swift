import ChainSupport
import Keys
import Keystores
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

/// A home whose accounts `owner`, `teacher` and `student` have money on a chain of their own, with a lecture contract
/// that the commands use: the program at work inside the test.
final class MarketHome: Sendable {
  let chain: Chain
  let student: PrivateKey
  private let directory: TemporaryDirectory
  /// The variables of every run.
  let environment: [String: String]

  /// A contract without lectures.
  ///
  /// - Parameters:
  ///   - kaia: Whether the chain has Kaia's rules.
  ///   - chainID: Nil for that of every devnet.
  ///   - time: The time of the chain's first blocks, in seconds since 1970; nil is now.
  ///   - settings: Further variables of the environment.
  init(kaia: Bool = false, chainID: UInt256? = nil, since time: Int64? = nil, settings: [String: String] = [:])
    async throws
  {
    chain = try await Chain.start(kaia: kaia, chainID: chainID, since: time)
    if let time { try await chain.setTime(time + 1) }
    student = try await chain.account()
    let home = WalletHome()
    home.environment["LECTURES_ENDPOINT"] = chain.url
    home.environment.merge(settings) { $1 }
    (directory, environment) = (home.directory, home.environment)
    let manager = try KeystoreManager(directory: home.file("lectures/keystores"))
    let (owner, teacher) = (try await chain.account(), try await chain.account())
    for (name, key) in [("owner", owner), ("teacher", teacher), ("student", student)] {
      _ = try await manager.importKey(
        key, name: name, password: SecretBytes(utf8: WalletHome.password), kdf: .light)
    }
    try await done("contract deploy LectureMarket --from owner --yes")
  }

  /// A path in the home.
  func file(_ name: String) -> String { directory.file(name) }

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - answers: What a person types, the password included; nil if nobody is there, and the password is in a file.
  ///   - meanwhile: What happens while the person thinks about a question; they count from 1.
  func run(
    _ line: String, answers: [String]? = nil, whenAsked meanwhile: (@Sendable (_ turn: Int) async -> Void)? = nil
  ) async -> CommandRun {
    await run(line.split(separator: " ").map(String.init), answers: answers, whenAsked: meanwhile)
  }

  /// Runs a command whose arguments may have blanks in them.
  func run(
    _ arguments: [String], answers: [String]? = nil, whenAsked meanwhile: (@Sendable (_ turn: Int) async -> Void)? = nil
  ) async -> CommandRun {
    var environment = environment
    if answers != nil { environment["LECTURES_PASSWORD_FILE"] = nil }
    return await CommandRun(arguments, environment: environment, answers: answers, whenAsked: meanwhile)
  }

  /// Runs commands that have to succeed.
  func done(_ lines: String..., at location: SourceLocation = #_sourceLocation) async throws {
    for line in lines {
      let run = await run(line)
      try #require(run.status == .success, "\(line): \(run.errors)", sourceLocation: location)
    }
  }

  /// Deploys a contract without arguments by its code in hexadecimal.
  ///
  /// - Returns: Its address.
  func deployed(_ code: String) async throws -> String {
    let (abi, file) = (directory.write("[]", to: "code.abi"), directory.write(code, to: "code.bin"))
    let json = try await json("contract deploy --abi \(abi) --bytecode \(file) --from owner --yes")
    return try #require(json["contract"]?.string, "\(json)")
  }

  /// The member `result`, or `error`, of the output of `lectures … --json`.
  func json(_ line: String) async throws -> JSON {
    let json = try JSON(parsing: await run("\(line) --json").output)
    return json["result"] ?? json["error"] ?? json
  }
}
