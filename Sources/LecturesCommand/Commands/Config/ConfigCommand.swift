import ArgumentParser
import NodeRPC
import Operations
import Terminal

/// `lectures config`
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "config", "Manage the configuration file.",
    examples: [
      "lectures config list": "each setting, its origin, and the place of all that is kept",
      "lectures config set account alice": "act for alice unless told otherwise",
      "lectures config set symbol KLAY --network campus": "of a network of your own",
      "lectures config unset contract": "take a kept contract back",
    ],
    after: """
      The commands take the name of a setting, for the profile and the network in use, or its place in the file, as in \
      profiles.school.max-price. They work with a faulty file, too, so that it can be mended. Docs/configuration.md \
      describes the file.
      """,
    subcommands: [ConfigList.self, ConfigGet.self, ConfigSet.self, ConfigUnset.self])
}

/// The argument of commands about one setting.
struct SettingArgument: ParsableArguments {
  @Argument(help: "The setting, by its name or its place in the file.", completion: .known(.settings)) var setting:
    String
}

extension ConfigPlace {
  /// Texts that stand at the place as they may be shown: without what looks like a key in an address.
  func shown(_ texts: [String]) -> String {
    let mayHoldKey = key == nil || key == .endpoint || key == .oracle
    return texts.map { text in
      mayHoldKey && text.contains("://") ? Endpoint.redacted(text) : PlainText.escaped(text)
    }.joined(separator: ", ")
  }
}
