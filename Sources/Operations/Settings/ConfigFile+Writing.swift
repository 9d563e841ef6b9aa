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
  /// Reads the file, lets `change` change it and writes it, while no other process does the same.
  ///
  /// The file is replaced in one step and is readable for its owner only: endpoints may hold a key.
  static func update<Value>(
    _ path: String?, _ change: (inout ConfigFile) throws(SettingsError) -> Value
  ) throws(SettingsError) -> Value {
    guard let path else {
      throw SettingsError(.noPlace, "There is no place for the configuration file.", reason: "HOME is not set.")
    }
    try writing(path) { () throws(KeystoreError) in try PrivateFile.makeFolder(of: path) }
    let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // A directory that is not writable is reported by the write itself.
    if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {} }
    defer { if descriptor >= 0 { close(descriptor) } }
    var file = try ConfigFile.read(path, mustExist: false)
    let former = file.document
    let value = try change(&file)
    guard file.document != former else { return value }
    let text = JSON.object(file.document).serialized(prettyIndent: 2) + "\n"
    try writing(path) { () throws(KeystoreError) in try PrivateFile.replace(path, with: Array(text.utf8)) }
    return value
  }

  private static func writing(
    _ path: String, _ body: () throws(KeystoreError) -> Void
  ) throws(SettingsError) {
    do throws(KeystoreError) {
      try body()
    } catch {
      throw SettingsError(.unwritable, "The configuration file cannot be written.", about: path, cause: error)
    }
  }
}
