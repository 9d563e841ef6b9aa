import Primitives

/// The origin of a setting's value, the strongest first.
package enum SettingOrigin: Sendable, Hashable, CustomStringConvertible {
  /// Given for one run, under this name.
  case given(String)
  /// A variable of the environment.
  case variable(String)
  /// The profile in use, in the configuration file.
  case profile(String)
  /// The definition of a network in the configuration file.
  case file(network: String)
  /// The default of a built-in network.
  case network(String)
  /// The built-in default.
  case byDefault

  /// The origin in words.
  package var description: String {
    switch self {
    case .given(let name): name
    case .variable(let name): "$\(name)"
    case .profile(let name): "profile \(name)"
    case .file(let network): "network \(network) of the configuration file"
    case .network(let name): "built-in network \(name)"
    case .byDefault: "default"
    }
  }

  /// True for a value of this run or this session; another was kept earlier, or is a default.
  package var isOfSession: Bool {
    switch self {
    case .given, .variable: true
    default: false
    }
  }
}

/// The settings that somebody gives for one run: the strongest layer, and the place of the file with the others.
package struct GivenSettings: Sendable {
  /// The values as they were written.
  package var values: [SettingKey: [String]] = [:]
  /// The profile; nil for the one that the environment or the file names.
  package let profile: String?
  /// The configuration file; nil for the one that the environment names, or the usual one.
  package let path: String?
  /// The name under which a person gives a setting.
  let name: @Sendable (SettingKey) -> String

  /// Nothing but the place of the file, and the names that a person gives settings by.
  package init(profile: String?, path: String?, naming name: @escaping @Sendable (SettingKey) -> String) {
    (self.profile, self.path, self.name) = (profile, path, name)
  }
}

/// The values of some settings as they were written, and where.
struct SettingsLayer: Sendable {
  let values: [SettingKey: [String]]
  let origin: @Sendable (SettingKey) -> SettingOrigin

  /// The settings among the environment's variables that are not empty; an endpoint may be several URLs with commas.
  static func environment(_ environment: [String: String]) -> SettingsLayer {
    var values: [SettingKey: [String]] = [:]
    for key in SettingKey.allCases where key.isOverridable {
      guard let text = environment[key.variable]?.trimmed, !text.isEmpty else { continue }
      values[key] = key == .endpoint ? text.split { $0 == "," || $0.isWhitespace }.map(String.init) : [text]
    }
    return SettingsLayer(values: values) { .variable($0.variable) }
  }
}
