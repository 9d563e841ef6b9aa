import Files
import Keystores
import Primitives
import StrictJSON

/// The configuration file, read strictly: a key that nobody knows is an error with a suggestion, for a mistyped limit
/// that is silently ignored would cost money.
///
///     {
///       "profile": "school",
///       "profiles": {
///         "school": {
///           "network": "kairos", "account": "teacher", "confirmations": 1, "max-price": 50, "max-total-fee": "0.1",
///           "networks": { "kairos": { "contract": "0x…", "from-block": 123, "endpoint": ["https://…"] } }
///         }
///       },
///       "networks": {
///         "campus": { "chain-id": 1337, "endpoint": "http://10.0.0.5:8545", "symbol": "KLAY", "kaia": true }
///       }
///     }
struct ConfigFile: Sendable {
  /// The path of the file; nil if there is no home directory to have one in.
  let path: String?
  private(set) var document: JSONObject

  private static let maximumSize = 1 << 20
  private static let networkKeys = ["chain-id", "endpoint", "explorer", "symbol", "kaia", "summary"]

  init(path: String?, document: JSONObject = [:]) {
    self.path = path
    self.document = document
  }

  /// Reads and checks the file.
  ///
  /// - Parameter mustExist: true if the person named the file; the usual place may be empty.
  /// - Throws: `settings` with the path and the place in the file.
  static func read(_ path: String?, mustExist: Bool) throws(CommandFailure) -> ConfigFile {
    guard let path else { return ConfigFile(path: nil) }
    let contents: PrivateFile.Contents
    do throws(KeystoreError) {
      contents = try PrivateFile.read(path, limit: maximumSize)
    } catch {
      if error.code == .notFound && !mustExist { return ConfigFile(path: path) }
      throw CommandFailure(
        .settings, "The configuration file cannot be read.", because: error,
        advice: error.code == .notFound ? "Name an existing file with --config, or leave it away." : nil)
    }
    if let exposed = contents.exposure("The configuration file", needing: .integrity) {
      throw CommandFailure(.settings, exposed.message, reason: exposed.reason, advice: exposed.advice)
    }
    // Some editors begin a file of UTF-8 with a mark.
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = contents.bytes.dropFirst(contents.bytes.starts(with: mark) ? mark.count : 0)
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text, limits: JSON.Limits(depth: 16, bytes: maximumSize))
    } catch {
      throw CommandFailure(
        .settings, "The configuration file is not JSON.", reason: "\(path): \(error)",
        advice: "Mend it, or move it away and choose a network again: lectures network use NAME")
    }
    guard let document = json.object else {
      throw invalid(path, "", "the file has to hold an object: { … }")
    }
    let file = ConfigFile(path: path, document: document)
    try file.check()
    return file
  }

  // MARK: Contents

  /// The profile to take when none is named.
  var currentProfile: String? { document["profile"]?.string }

  /// The names of the profiles, as they stand in the file.
  var profileNames: [String] { document["profiles"]?.object?.keys ?? [] }

  /// The names of the networks that the file defines or changes.
  var networkNames: [String] { document["networks"]?.object?.keys ?? [] }

  /// The file's members for a network.
  func network(_ name: String) -> JSONObject? { document["networks"]?[name]?.object }

  /// The settings of a profile; those of a network stand apart.
  func values(profile: String, network: String? = nil) -> [SettingKey: [String]] {
    let object = document["profiles"]?[profile]
    let scope = network.map { object?["networks"]?[$0] } ?? object
    var values: [SettingKey: [String]] = [:]
    for key in SettingKey.all where key.isOfNetwork == (network != nil) {
      if let texts = scope?[key.name].flatMap(ConfigFile.texts) { values[key] = texts }
    }
    return values
  }

  /// A value as text: a string, a number as it is written, or an array of strings.
  static func texts(_ value: JSON) -> [String]? {
    if let text = value.string ?? value.numberText ?? value.bool.map({ "\($0)" }) { return [text] }
    guard let items = value.array else { return nil }
    let texts = items.compactMap(\.string)
    return texts.count == items.count && !texts.isEmpty ? texts : nil
  }

  // MARK: Checking

  private func check() throws(CommandFailure) {
    try check(document, at: "", ["profile", "profiles", "networks"])
    if let profile = document["profile"], profile.string == nil { throw wrong("profile", "it has to be a string") }
    let profileKeys = SettingKey.all.filter { !$0.isOfNetwork }.map(\.name) + ["networks"]
    for (name, profile) in try objects(document, "profiles", at: "") {
      let place = "profiles.\(name)"
      try check(profile, at: place, profileKeys)
      try checkValues(profile, at: place, profileKeys.dropLast())
      for (network, values) in try objects(profile, "networks", at: place) {
        let keys = SettingKey.all.filter { $0.isOfNetwork }.map(\.name)
        try check(values, at: "\(place).networks.\(network)", keys)
        try checkValues(values, at: "\(place).networks.\(network)", keys[...])
      }
    }
    for (name, network) in try objects(document, "networks", at: "") {
      try check(network, at: "networks.\(name)", ConfigFile.networkKeys)
      try checkValues(network, at: "networks.\(name)", ["chain-id", "endpoint", "explorer", "symbol", "summary"])
      if let kaia = network["kaia"], kaia.bool == nil { throw wrong("networks.\(name).kaia", "it is true or false") }
      guard Network.builtIn(name) != nil else { continue }
      for key in ["chain-id", "kaia"] where network[key] != nil {
        throw wrong("networks.\(name).\(key)", "\(name) is built in and cannot become another chain; take another name")
      }
    }
  }

  private func check(_ object: JSONObject, at place: String, _ known: [String]) throws(CommandFailure) {
    for key in object.keys where !known.contains(key) {
      let path = place.isEmpty ? key : "\(place).\(key)"
      if let now = SettingKey.former[key] { throw wrong(path, "it is called \(now.name) now") }
      throw wrong(path, "nobody knows that key." + NearMatch.phrase(for: key, among: known))
    }
  }

  private func checkValues(_ object: JSONObject, at place: String, _ keys: ArraySlice<String>) throws(CommandFailure) {
    for key in keys {
      guard let value = object[key] else { continue }
      guard let texts = ConfigFile.texts(value), texts.count == 1 || key == "endpoint" else {
        throw wrong("\(place).\(key)", "it has to be a string or a number")
      }
    }
  }

  private func objects(
    _ parent: JSONObject, _ key: String, at place: String
  ) throws(CommandFailure) -> [(String, JSONObject)] {
    guard let value = parent[key] else { return [] }
    let path = place.isEmpty ? key : "\(place).\(key)"
    guard let object = value.object else { throw wrong(path, "it has to be an object: { … }") }
    var result: [(String, JSONObject)] = []
    for (name, item) in object {
      guard let item = item.object else { throw wrong("\(path).\(name)", "it has to be an object: { … }") }
      result.append((name, item))
    }
    return result
  }

  private func wrong(_ place: String, _ reason: String) -> CommandFailure {
    ConfigFile.invalid(path ?? "", place, reason)
  }

  private static func invalid(_ path: String, _ place: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      .settings, "The configuration file is wrong\(place.isEmpty ? "" : " at \(place)").",
      reason: reason.prefix(1).uppercased() + reason.dropFirst(), place: path, details: ["file": .string(path)])
  }
}
