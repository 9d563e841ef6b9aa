import Files
import Keystores
import Primitives
import StrictJSON

/// The configuration file, as `Docs/configuration.md` describes it.
///
/// Reading it fails only where it is no JSON object; what is wrong within are its ``problems``, so that it can be mended.
struct ConfigFile: Sendable {
  /// The path of the file; nil if there is no home directory to have one in.
  let path: String?
  private(set) var document: JSONObject
  /// The lines of the text that was read, which has the document as it was then.
  private let lines: JSONLines

  private static let maximumSize = 1 << 20

  init(path: String?, document: JSONObject = [:], text: Bytes = []) {
    self.path = path
    self.document = document
    lines = JSONLines(text)
  }

  /// Reads the file.
  ///
  /// - Parameter mustExist: true if the person named the file; the usual place may be empty.
  /// - Throws: `settings` with the path and the line.
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
    let text = Bytes(contents.bytes.dropFirst(contents.bytes.starts(with: mark) ? mark.count : 0))
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text, limits: JSON.Limits(depth: 16, bytes: maximumSize))
    } catch {
      let line = JSONLines(text).line(at: error.offset)
      throw CommandFailure(
        .settings, "The configuration file is not JSON.", reason: "\(path), line \(line): \(error)",
        advice: "Mend it, or move it away and choose a network again: lectures network use NAME",
        details: ["file": .string(path), "line": .integer(line)])
    }
    guard let document = json.object else {
      throw CommandFailure(
        .settings, "The configuration file is wrong.", reason: "It has to hold an object: { … }", place: path,
        details: ["file": .string(path)])
    }
    return ConfigFile(path: path, document: document, text: text)
  }

  /// - Throws: `settings` with the place and the line of the first problem, and the way to mend it.
  func requireValid() throws(CommandFailure) {
    if let problem = problems.first { throw failure(problem) }
  }

  /// The line where a place stands in the text that was read; nil if it does not.
  func line(of place: ConfigPlace) -> Int? { lines.line(of: place.keys) }

  // MARK: Contents

  /// The profile to take when none is named.
  var currentProfile: String? { document["profile"]?.string }

  /// The names of the profiles, as they stand in the file.
  var profileNames: [String] { document["profiles"]?.object?.keys ?? [] }

  /// The names of the networks that the file defines or changes.
  var networkNames: [String] { document["networks"]?.object?.keys ?? [] }

  /// The settings of a profile; those of a network stand apart.
  func values(profile: String, network: String? = nil) -> [SettingKey: [String]] {
    let scope = network == nil ? SettingKey.Scope.profile : .networkInProfile
    return values(scope, profile: profile, network: network ?? "")
  }

  /// The settings that define a network, or change a built-in one.
  func values(network: String) -> [SettingKey: [String]] { values(.network, profile: "", network: network) }

  private func values(_ scope: SettingKey.Scope, profile: String, network: String) -> [SettingKey: [String]] {
    var values: [SettingKey: [String]] = [:]
    for key in SettingKey.all where key.scopes.contains(scope) {
      values[key] = texts(at: ConfigPlace(of: key, in: scope, profile: profile, network: network))
    }
    return values
  }

  /// The value at a place; nil for none, and for a section.
  func texts(at place: ConfigPlace) -> [String]? { document[place].flatMap(ConfigFile.texts) }

  /// The places where something stands that is no section, in the order of the file.
  var places: [ConfigPlace] { ConfigFile.places(in: document, at: ConfigPlace(keys: [])) }

  private static func places(in section: JSONObject, at place: ConfigPlace) -> [ConfigPlace] {
    section.flatMap { name, value in
      value.object.map { places(in: $0, at: place.appending(name)) } ?? [place.appending(name)]
    }
  }

  /// A value as text: a string, a number as it is written, or an array of strings.
  static func texts(_ value: JSON) -> [String]? {
    if let text = value.string ?? value.numberText ?? value.bool.map({ "\($0)" }) { return [text] }
    guard let items = value.array else { return nil }
    let texts = items.compactMap(\.string)
    return texts.count == items.count && !texts.isEmpty ? texts : nil
  }

  // MARK: Changing

  /// Puts a setting at its place; nil takes back what stands there, be it a setting or a whole section.
  mutating func set(_ texts: [String]?, at place: ConfigPlace) {
    let isKaia = place.key == .kaia ? texts?.first.flatMap { Bool($0) } : nil
    document.set(isKaia.map { .bool($0) } ?? texts.map(ConfigFile.json), at: place)
  }

  /// Sets values in a profile and makes the profile if there is none of that name; those that only define networks go
  /// to the network.
  mutating func set(_ values: [SettingKey: [String]], profile: String, network: String) {
    for key in SettingKey.all {
      guard let texts = values[key] else { continue }
      set(texts, at: ConfigPlace(of: key, in: key.scopes[0], profile: profile, network: network))
    }
  }

  /// One text as it is, several as an array.
  private static func json(_ texts: [String]) -> JSON {
    texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) })
  }
}
