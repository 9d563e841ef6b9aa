import ArgumentParser
import Localization
import Primitives
import StrictJSON
import Terminal

/// The option of commands that print an example of a file of rules, or check one.
struct RulesOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The file to check.", valueName: "file"), completion: .file(extensions: ["json"]))
  var check: String?

  /// The example, or what the file that is to be checked says.
  func report(
    example: String, in language: Language, of checked: (Bytes) throws -> (members: [(String, JSON)], fields: Fields)
  ) throws -> Report {
    guard let check else {
      return Report(try JSON(parsing: example)) { example.split(separator: "\n").map { StyledText(String($0)) } }
    }
    let (members, fields) = try checked(try InputFile.contents(of: check))
    return Report(.object(JSONObject(members))) {
      language[RulesText.usable]
      fields
    }
  }
}
