import NodeDoubles
import StrictJSON

@testable import LecturesCommand

/// A home of its own, in which every password is the same and lies in a file.
final class WalletHome {
  let directory = TemporaryDirectory()
  var environment: [String: String]
  /// The node it works with lives as long as the home.
  private var node: StubNode?

  static let password = "open sesame"
  /// The first two accounts of the phrase that every devnet has.
  static let phrase = "test test test test test test test test test test test junk"
  static let owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
  static let ownerKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
  static let student = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

  init() {
    let file = directory.write("\(WalletHome.password)\n", to: "password")
    environment = [
      "HOME": directory.path, "XDG_DATA_HOME": directory.path, "XDG_CONFIG_HOME": directory.path,
      "LECTURES_PASSWORD_FILE": file,
      // A busy machine may take its time.
      "LECTURES_TIMEOUT": "60",
    ]
  }

  /// A home with the account `owner`.
  static func withOwner() async -> WalletHome {
    let home = WalletHome()
    home.directory.write(ownerKey, to: "owner.key")
    _ = await home.run("wallet import owner --light --private-key-file \(home.file("owner.key"))")
    return home
  }

  func use(_ node: StubNode) {
    self.node = node
    environment["LECTURES_ENDPOINT"] = node.url
  }

  func file(_ name: String) -> String { directory.file(name) }

  /// Runs `lectures` with a line split at blanks and with further arguments as they are.
  func run(
    _ line: String, _ more: String..., answers: [String]? = nil, terminal: Int? = nil,
    without variable: String? = nil
  ) async -> CommandRun {
    var environment = environment
    if let variable { environment[variable] = nil }
    return await CommandRun(
      line.split(separator: " ").map(String.init) + more, environment: environment, answers: answers,
      terminal: terminal)
  }

  /// The member `result`, or `error`, of the output of `lectures … --json`.
  func json(_ line: String, _ more: String...) async throws -> JSON {
    let run = await CommandRun(
      line.split(separator: " ").map(String.init) + more + ["--json"], environment: environment)
    let json = try JSON(parsing: run.output)
    return json["result"] ?? json["error"] ?? json
  }
}
