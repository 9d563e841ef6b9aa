import Primitives
import StrictJSON

/// The networks that a person defined, for a backup.
package enum NetworkCopies {
  /// The networks that restoring added, those that are there already, and those that were left out.
  package struct Report: Sendable, Hashable {
    /// The names of those that were added.
    package internal(set) var added: [String] = []
    /// The names of those that are here, just so.
    package internal(set) var unchanged: [String] = []
    /// The names of those that are others here, or cannot be used.
    package internal(set) var conflicts: [String] = []

    /// Nothing was done.
    package init() {}
  }

  private static let mostNetworks = 1_000

  /// The definitions of the file's networks; nil where it has none.
  package static func copy(of settings: Settings) -> JSON? {
    let networks = settings.file.networkNames.map { name in
      (name, definition(of: name, in: settings.file))
    }
    guard !networks.isEmpty else { return nil }
    return .object(JSONObject(networks))
  }

  /// Adds the networks of a copy that are not here. What is here is never changed, nor is a network that the program knows
  /// by itself: whoever had the copy may have written anything into it.
  ///
  /// - Throws: `unwritable` and the other errors of writing the file.
  package static func restore(_ copy: JSON, into settings: Settings) throws(SettingsError) -> Report {
    let copied = ConfigFile(path: nil, document: ["networks": copy])
    return try ConfigFile.update(settings.file.path) { (file) throws(SettingsError) in
      var report = Report()
      for name in copied.networkNames.prefix(mostNetworks) {
        let values = copied.values(.network, network: name)
        if file.networkNames.contains(name) || Network.builtIn(name) != nil {
          let isSame = definition(of: name, in: file) == definition(of: name, in: copied)
          if isSame { report.unchanged.append(name) } else { report.conflicts.append(name) }
          continue
        }
        var changed = file
        for (key, texts) in values.sorted(by: { $0.key.name < $1.key.name }) {
          changed.set(texts, at: ConfigPlace(of: key, in: .network, profile: "", network: name))
        }
        if isUsable(name, in: settings.with(file: changed)) {
          file = changed
          report.added.append(name)
        } else {
          report.conflicts.append(name)
        }
      }
      return report
    }
  }

  /// The networks of a copy as they would be used here, by name; nil for one that cannot be.
  ///
  /// Nothing of it is held against what is here.
  package static func networks(of copy: JSON, _ settings: Settings) -> [(name: String, network: Network?)] {
    let copied = settings.with(file: ConfigFile(path: nil, document: ["networks": copy]))
    return copied.file.networkNames.prefix(mostNetworks).map { name in
      (name, isUsable(name, in: copied) ? try? copied.definition(of: name) : nil)
    }
  }

  private static func isUsable(_ name: String, in settings: Settings) -> Bool {
    guard let network = try? settings.definition(of: name), TerminalSafe.name(name) == name else { return false }
    return !network.endpoints.isEmpty
  }

  /// The settings of a network as the file has them.
  private static func definition(of name: String, in file: ConfigFile) -> JSON {
    let values = file.values(.network, network: name).sorted { $0.key.name < $1.key.name }
    return .object(JSONObject(values.map { ($0.key.name, .array($0.value.map { .string($0) })) }))
  }
}
