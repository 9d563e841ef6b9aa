import Files
import Keystores
import Primitives
import StrictJSON

/// The configuration file, as `Docs/configuration.md` describes it.
///
/// Reading it fails only where it is no JSON object; what is wrong within are its ``problems``, so that it can be mended.
package struct ConfigFile: Sendable {
  /// The path of the file; nil if there is no home directory to have one in.
  package let path: String?
  /// The file's contents.
  package private(set) var document: JSONObject
  /// The text that was read, which has the document as it was then.
  private let text: Bytes

  private static let maximumSize = 1 << 20

  /// A file of these contents.
  package init(path: String?, document: JSONObject = [:], text: Bytes = []) {
    (self.path, self.document, self.text) = (path, document, text)
  }

  /// Reads the file.
  ///
  /// - Parameter mustExist: true if the person named the file; the usual place may be empty.
  /// - Throws: `unreadable`, `exposed`; `wrongFile` with the line.
  package static func read(_ path: String?, mustExist: Bool) throws(SettingsError) -> ConfigFile {
    guard let path else { return ConfigFile(path: nil) }
    let contents: PrivateFile.Contents
    do throws(KeystoreError) {
      contents = try PrivateFile.read(path, limit: maximumSize)
    } catch {
      if error.code == .notFound && !mustExist { return ConfigFile(path: path) }
      throw SettingsError(
        .unreadable, "The configuration file cannot be read.", facts: .file(path, line: nil), cause: error)
    }
    if let exposed = contents.exposure("The configuration file", needing: .integrity) {
      throw SettingsError(.exposed, exposed.message, reason: exposed.reason, facts: .permissions(exposed.advice))
    }
    // Some editors begin a file of UTF-8 with a mark.
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = Bytes(contents.bytes.dropFirst(contents.bytes.starts(with: mark) ? mark.count : 0))
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text, limits: JSON.Limits(depth: 16, bytes: maximumSize))
    } catch {
      let line = line(at: error.offset, in: text)
      throw SettingsError(
        .wrongFile, "The configuration file is not JSON.", reason: "\(path), line \(line): \(error)",
        facts: .file(path, line: line))
    }
    guard let document = json.object else {
      throw SettingsError(
        .wrongFile, "The configuration file is wrong.", about: path, reason: "It has to hold an object: { … }",
        facts: .file(path, line: nil))
    }
    return ConfigFile(path: path, document: document, text: text)
  }

  /// The line, from 1, where a place stands in the text that was read; nil if it does not.
  package func line(of place: ConfigPlace) -> Int? {
    JSON.offset(of: place.keys, in: text).map { Self.line(at: $0, in: text) }
  }

  private static func line(at offset: Int, in text: Bytes) -> Int {
    text.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
  }

  // MARK: Contents

  /// The profile to take when none is named.
  package var currentProfile: String? { document["profile"]?.string }

  /// The names of the profiles, as they stand in the file.
  package var profileNames: [String] { document["profiles"]?.object?.keys ?? [] }

  /// The names of the networks that the file defines or changes.
  package var networkNames: [String] { document["networks"]?.object?.keys ?? [] }

  /// The settings of a section of the file, by its kind and the names that lead there.
  func values(_ scope: SettingKey.Scope, profile: String = "", network: String = "") -> [SettingKey: [String]] {
    SettingKey.allCases.reduce(into: [:]) { values, key in
      guard key.scopes.contains(scope) else { return }
      values[key] = texts(at: ConfigPlace(of: key, in: scope, profile: profile, network: network))
    }
  }

  /// The value at a place; nil for none, and for a section.
  package func texts(at place: ConfigPlace) -> [String]? { document[place].flatMap(ConfigFile.texts) }

  /// The places where something stands that is no section, in the order of the file.
  package var places: [ConfigPlace] { ConfigFile.places(in: document, at: ConfigPlace(keys: [])) }

  private static func places(in section: JSONObject, at place: ConfigPlace) -> [ConfigPlace] {
    section.flatMap { name, value in
      value.object.map { places(in: $0, at: place.appending(name)) } ?? [place.appending(name)]
    }
  }

  /// A value as text: a string, a number as it is written, or an array of strings.
  package static func texts(_ value: JSON) -> [String]? {
    if let text = value.string ?? value.numberText ?? value.bool.map({ "\($0)" }) { return [text] }
    guard let items = value.array else { return nil }
    let texts = items.compactMap(\.string)
    return texts.count == items.count && !texts.isEmpty ? texts : nil
  }

  /// The error that a name is that of no profile.
  ///
  /// - Parameter isNamedThere: true if the file itself names it as the one to take.
  func unknownProfile(_ name: String, isNamedThere: Bool) -> SettingsError {
    SettingsError(
      .unknownProfile, "There is no profile '\(name)'." + NearMatch.phrase(for: name, among: profileNames),
      about: isNamedThere ? "It stands under \"profile\" in \(path ?? "")" : path,
      reason: profileNames.isEmpty
        ? "The configuration file has none yet." : "There are: \(profileNames.joined(separator: ", ")).",
      facts: .profile(name, isNamedThere: isNamedThere))
  }

  // MARK: Changing

  /// Puts a setting at its place; nil takes back what stands there, be it a setting or a whole section.
  mutating func set(_ texts: [String]?, at place: ConfigPlace) {
    var texts = texts
    if let key = place.key, key.isPath { texts = texts?.map { Self.everywhere(key.paths(in: $0)) } }
    let isKaia = place.key == .kaia ? texts?.first.flatMap { Bool($0) } : nil
    document.set(isKaia.map { .bool($0) } ?? texts.map(ConfigFile.json), at: place)
  }

  /// Sets values in a profile and makes the profile if there is none of that name; those that only define networks go
  /// to the network.
  mutating func set(_ values: [SettingKey: [String]], profile: String, network: String) {
    for key in SettingKey.allCases {
      guard let texts = values[key] else { continue }
      set(texts, at: ConfigPlace(of: key, in: key.scopes[0], profile: profile, network: network))
    }
  }

  /// Paths as they are kept: a relative one would be another file in each folder that somebody works in.
  private static func everywhere(_ paths: [String]) -> String {
    paths.map { UserFolders.everywhere($0, from: UserFolders.current) }.joined(separator: ",")
  }

  /// One text as it is, several as an array.
  private static func json(_ texts: [String]) -> JSON {
    texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) })
  }
}
