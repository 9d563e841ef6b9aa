import ArgumentParser
import Foundation
import Operations

extension CompletionKind {
  /// The names of the networks: those that are built in, and those of the configuration file.
  static var networks: CompletionKind {
    .custom { _, _, _ in unique(Network.builtIn.map(\.name) + (usualFile?.networkNames ?? [])) }
  }

  /// The names of the profiles in the configuration file.
  static var profiles: CompletionKind { .custom { _, _, _ in usualFile?.profileNames ?? [] } }

  /// The names of the settings, and the places of what the configuration file keeps.
  static var settings: CompletionKind {
    .custom { _, _, _ in
      let places = (usualFile?.places ?? []).map(\.description)
      return unique(["profile"] + SettingKey.allCases.map(\.name) + places)
    }
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The configuration file of the environment; a shell that completes a line knows of no `--config` in it.
  private static var usualFile: ConfigFile? {
    try? ConfigFile.read(Settings.path(ProcessInfo.processInfo.environment), mustExist: false)
  }
}
