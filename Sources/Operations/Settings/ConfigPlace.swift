import StrictJSON

/// A place in the configuration file: the keys that lead there, as in `profiles.school.max-price`.
package struct ConfigPlace: Sendable, Hashable, CustomStringConvertible {
  /// The keys, from the outermost.
  package let keys: [String]

  /// The name of the profile to take when none is named.
  package static let currentProfile = ConfigPlace(keys: ["profile"])

  /// The place that keys lead to.
  package init(keys: [String]) { self.keys = keys }

  /// The place of a setting in one of its scopes.
  package init(of key: SettingKey, in scope: SettingKey.Scope, profile: String, network: String) {
    switch scope {
    case .profile: keys = ["profiles", profile, key.name]
    case .networkInProfile: keys = ["profiles", profile, "networks", network, key.name]
    case .network: keys = ["networks", network, key.name]
    }
  }

  /// The place that a text such as `profiles.school.max-price` names; names may have points themselves, so what is in the
  /// file decides. Nil if it is neither in the file nor one where a setting can stand.
  init?(_ text: String, in document: JSONObject) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let keys = ConfigPlace.existing(parts[...], in: document) {
      self.keys = keys
      return
    }
    let names = parts.dropLast()
    guard names.count > 1 else { return nil }
    if names[0] == "profiles", let middle = names.lastIndex(of: "networks") {
      guard middle > 1, middle + 1 < names.count else { return nil }
      keys =
        ["profiles", ConfigPlace.name(names[1..<middle]), "networks", ConfigPlace.name(names[(middle + 1)...])]
        + parts.suffix(1)
    } else {
      keys = [names[0], ConfigPlace.name(names.dropFirst())] + parts.suffix(1)
    }
    guard key != nil else { return nil }
  }

  private static func name(_ parts: ArraySlice<String>) -> String { parts.joined(separator: ".") }

  private static func existing(_ parts: ArraySlice<String>, in object: JSONObject) -> [String]? {
    for end in parts.indices {
      let key = name(parts[...end])
      guard let value = object[key] else { continue }
      let rest = parts[(end + 1)...]
      if rest.isEmpty { return [key] }
      if let below = value.object.flatMap({ existing(rest, in: $0) }) { return [key] + below }
    }
    return nil
  }

  /// The keys with points between them.
  package var description: String { keys.joined(separator: ".") }

  /// The place of a member of the section at this place.
  func appending(_ key: String) -> ConfigPlace { ConfigPlace(keys: keys + [key]) }

  /// The profile whose section it is in.
  package var profile: String? { keys.count > 1 && keys[0] == "profiles" ? keys[1] : nil }

  /// The network whose section it is in.
  package var network: String? {
    if keys.count > 1 && keys[0] == "networks" { return keys[1] }
    return keys.count > 3 && keys[0] == "profiles" && keys[2] == "networks" ? keys[3] : nil
  }

  /// The scope whose settings may stand at this place; nil for a section, and where no setting may stand.
  var scope: SettingKey.Scope? {
    switch (keys.first, keys.count) {
    case ("profiles", 3): .profile
    case ("profiles", 5) where keys[2] == "networks": .networkInProfile
    case ("networks", 3): .network
    default: nil
    }
  }

  /// The setting that stands here; nil if none may.
  package var key: SettingKey? {
    guard let scope, let key = keys.last.flatMap(SettingKey.init), key.scopes.contains(scope) else { return nil }
    return key
  }
}

extension JSONObject {
  /// The value at a place.
  package subscript(place: ConfigPlace) -> JSON? {
    place.keys.reduce(JSON.object(self)) { (value: JSON?, key) in value?[key] }
  }

  /// Puts a value at a place, with the sections that lead there; nil removes what stands there, and the sections of
  /// networks that are empty then.
  mutating func set(_ value: JSON?, at place: ConfigPlace) {
    set(value, at: place.keys[...])
    // A profile without settings is one all the same.
    if value == nil, let name = place.profile, place.keys.count > 2, self["profiles"]?[name] == nil {
      set([:], at: ["profiles", name])
    }
  }

  private mutating func set(_ value: JSON?, at keys: ArraySlice<String>) {
    guard let first = keys.first else { return }
    let rest = keys.dropFirst()
    guard !rest.isEmpty else {
      self[first] = value
      return
    }
    var section = self[first]?.object ?? [:]
    section.set(value, at: rest)
    self[first] = section.isEmpty && value == nil ? nil : .object(section)
  }
}
