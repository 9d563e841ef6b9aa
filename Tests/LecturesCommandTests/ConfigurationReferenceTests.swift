import Foundation
import Operations
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("Docs/configuration.md")
struct ConfigurationReferenceTests {
  private static func text() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Docs/configuration.md"), encoding: .utf8)
  }

  /// The rows of the table of settings, without the marks of code.
  private static func rows() throws -> [[String]] {
    try text().split(separator: "\n").filter {
      $0.hasPrefix("| `") && !$0.hasPrefix("| `profiles") && !$0.hasPrefix("| `networks")
    }
    .map { row in
      row.dropFirst().dropLast().split(separator: "|").map { String($0).trimmed.replacing("`", with: "") }
    }
  }

  private func home(_ file: String? = nil) throws -> (TemporaryDirectory, [String: String]) {
    let directory = TemporaryDirectory()
    if let file { directory.write(file, to: "config.json") }
    return (directory, ["HOME": directory.path, "LECTURES_CONFIG": directory.file("config.json")])
  }

  @Test("has a row for every setting, in their order, with the sections where it is looked for")
  func settings() throws {
    let rows = try Self.rows()
    #expect(rows.map(\.first) == SettingKey.allCases.map(\.name))
    for (row, key) in zip(rows, SettingKey.allCases) {
      let sections = key.scopes.map { "\(ConfigPlace(of: key, in: $0, profile: "NAME", network: "NETWORK"))" }
      #expect(row[1] == sections.map { String($0.dropLast(key.name.count + 1)) }.joined(separator: ", "), "\(key.name)")
    }
  }

  @Test("names the defaults of the settings, and so does the help of their options")
  func defaults() async throws {
    // Those without a section are a command's own, which may have the name of a setting.
    let options = try CommandDescription(of: Lectures.self).leaves.flatMap(\.command.arguments)
      .filter { $0.section != nil }
    let names = try Self.rows().filter { $0[3].contains("unless set") }.map { $0[0] }
    #expect(names.count > 10)
    for key in SettingKey.allCases where names.contains(key.name) {
      let purposes = options.filter { $0.names.contains(key.flag) }.map(\.purpose)
      #expect(!purposes.isEmpty && purposes.allSatisfy { $0.contains("default") }, "\(key.name): \(Set(purposes))")
    }
  }

  @Test(
    "has examples that `config set` keeps in the sections of their rows, and every command reads",
    arguments: SettingKey.allCases)
  func examples(key: SettingKey) async throws {
    let row = try #require(try Self.rows().first { $0[0] == key.name })
    let base =
      #"{"profiles":{"default":{"network":"kairos"}},"networks":{"own":{"endpoint":"http://a","chain-id":"1001"}}}"#
    for scope in key.scopes {
      let network = scope == .network ? "own" : "kairos"
      let place = ConfigPlace(of: key, in: scope, profile: "default", network: network)
      let (directory, environment) = try home(base)
      let run = await CommandRun(["config", "set", "\(place)", row[2]], environment: environment)
      #expect(run.status == .success, "\(key.name): \(run.errors)")
      let file = try JSON(parsing: directory.read("config.json") ?? "")
      let kept = file.object?[place].flatMap(ConfigFile.texts)
      #expect(kept == [row[2]], "\(key.name)")
      let shown = try JSON(
        parsing: await CommandRun("network show --network \(network) --json", environment: environment).output)
      let setting = shown["result"]?["settings"]?.array?.first { $0["name"] == .string(key.name) }
      #expect(setting?["problem"] == .null && setting?["value"] != .null, "\(key.name): \(shown)")
      // Each is refused in a section where it is not looked for.
      for other in [SettingKey.Scope.profile, .networkInProfile, .network] where !key.scopes.contains(other) {
        let wrong = ConfigPlace(of: key, in: other, profile: "default", network: network)
        #expect(await CommandRun(["config", "set", "\(wrong)", row[2]], environment: environment).status == .usage)
      }
    }
  }

  @Test("has a file for an example that can be used as it stands")
  func file() async throws {
    let text = try Self.text()
    let start = try #require(text.range(of: "```json\n")).upperBound
    let end = try #require(text.range(of: "```\n", range: start..<text.endIndex)).lowerBound
    let (directory, environment) = try home(String(text[start..<end]))
    let run = await CommandRun("config list", environment: environment)
    #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
    for line in ["network show", "network show --profile lab", "network show --network kaia", "network list"] {
      let run = await CommandRun(line, environment: environment)
      #expect(run.status == .success && run.errors.isEmpty, "\(line): \(run.errors)")
    }
    #expect(directory.read("config.json") != nil)
  }

  @Test("shows the error for a mistake as it is")
  func mistake() async throws {
    let text = try Self.text()
    let shown = try #require(text.range(of: "error: The configuration file is wrong"))
    let end = try #require(text.range(of: "\n```", range: shown.lowerBound..<text.endIndex)).lowerBound
    let file = """
      {
        "profile": "school",
        "profiles": {
          "school": {
            "network": "campus"
          }
        },
        "networks": {
          "campus": {
            "chain-id": 1337,
            "endpoint": "http://10.0.0.5:8545",
            "max-price": 50
          }
        }
      }
      """
    let (directory, environment) = try home(file)
    let run = await CommandRun("list", environment: environment)
    let expected = text[shown.lowerBound..<end]
      .replacing("~/.config/lectures/config.json", with: directory.file("config.json"))
    #expect(run.errors == expected + "\n")
  }
}
