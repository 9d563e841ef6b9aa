import FixtureSupport
import StrictJSON
import Testing

@testable import LecturesCommand

extension CommandRun {
  /// Expects that what a command printed with `--json` is as `Docs/json.md` says.
  static func checkJSON(_ output: String, of arguments: [String]) {
    guard arguments.contains("--json"), let answer = try? JSON(parsing: output) else { return }
    // Options that stand before the command may have values.
    let command = CommandTree(root: Lectures.self).destination(of: arguments).name.split(separator: " ").map(
      String.init)
    #expect(throws: Never.self) { try JSONReference.ofThisPackage().check(answer, to: Array(command.dropFirst())) }
  }
}
