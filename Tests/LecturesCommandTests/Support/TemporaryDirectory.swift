import Keystores

@testable import LecturesCommand

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A directory that is there for one test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/lectures-test-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { TemporaryDirectory.remove(path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String, mode: UInt32 = 0o600) -> String {
    let path = file(name)
    try? PrivateFile.replace(path, with: Array(text.utf8))
    chmod(path, mode_t(mode))
    return path
  }

  func read(_ name: String) -> String? {
    (try? PrivateFile.read(file(name), limit: 1 << 20)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  func mode(of name: String) -> UInt32? { (try? PrivateFile.read(file(name), limit: 1 << 20))?.mode }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { remove("\(path)/\(name)") }
      }
      closedir(directory)
    }
    if rmdir(path) != 0 { unlink(path) }
  }
}
