import Keystores
import StrictJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ConfigFile {
  /// Sets values in a profile, and makes the profile if there is none of that name.
  ///
  /// - Parameter network: the network that receives the values of a network.
  mutating func set(_ values: [SettingKey: [String]], profile name: String, network: String) {
    var profiles = document["profiles"]?.object ?? [:]
    var profile = profiles[name]?.object ?? [:]
    for key in SettingKey.all {
      guard let texts = values[key] else { continue }
      if key.isOfNetwork {
        var networks = profile["networks"]?.object ?? [:]
        var scope = networks[network]?.object ?? [:]
        scope[key.name] = ConfigFile.json(texts)
        networks[network] = .object(scope)
        profile["networks"] = .object(networks)
      } else {
        profile[key.name] = ConfigFile.json(texts)
      }
    }
    profiles[name] = .object(profile)
    update("profiles", .object(profiles))
  }

  /// Makes a profile the one that is taken when none is named.
  mutating func makeCurrent(profile: String) { update("profile", .string(profile)) }

  /// Adds a network, or changes the file's members for one.
  mutating func define(network name: String, _ members: JSONObject) {
    var networks = document["networks"]?.object ?? [:]
    var network = networks[name]?.object ?? [:]
    for (key, value) in members { network[key] = value }
    networks[name] = .object(network)
    update("networks", .object(networks))
  }

  private mutating func update(_ key: String, _ value: JSON) {
    var document = document
    document[key] = value
    self = ConfigFile(path: path, document: document)
  }

  /// One text as it is, several as an array.
  static func json(_ texts: [String]) -> JSON {
    texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) })
  }

  /// Reads the file, lets `change` change it and writes it, while no other process does the same.
  ///
  /// The file is replaced in one step and is readable for its owner only: endpoints may hold a key.
  static func update(
    _ path: String?, _ change: (inout ConfigFile) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    guard let path else {
      throw CommandFailure(
        .settings, "There is no place for the configuration file.", reason: "HOME is not set.",
        advice: "Name a file with --config FILE.")
    }
    do throws(KeystoreError) {
      try PrivateFile.makeFolder(of: path)
    } catch {
      throw unwritable(path, error)
    }
    try locked(path) { () throws(CommandFailure) in
      var file = try ConfigFile.read(path, mustExist: false)
      try change(&file)
      let text = JSON.object(file.document).serialized(prettyIndent: 2) + "\n"
      do throws(KeystoreError) {
        try PrivateFile.replace(path, with: Array(text.utf8))
      } catch {
        throw unwritable(path, error)
      }
    }
  }

  /// Holds a lock on a file beside `path` while `body` runs, so that two processes do not undo one another's changes.
  private static func locked(
    _ path: String, _ body: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // A directory that is not writable is reported by the write itself.
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
    try body()
  }

  private static func unwritable(_ path: String, _ error: KeystoreError) -> CommandFailure {
    CommandFailure(
      .settings, "The configuration file cannot be written.", because: error, place: path,
      advice: "Name another one with --config FILE or LECTURES_CONFIG.")
  }
}
