import Testing

@testable import Files

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Files that are read by their names")
struct NamedFileTests {
  /// A folder that is removed at the end.
  private func inFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/named-file-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer {
      for name in ["file", "pipe", "link"] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    try body(folder)
  }

  private func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    #expect(Platform.write(file, bytes) == bytes.count)
    close(file)
  }

  @Test("are regular ones; a pipe, a folder and a device are refused at once")
  func kinds() throws {
    try inFolder { folder in
      write([1, 2, 3], to: "\(folder)/file")
      mkfifo("\(folder)/pipe", 0o600)
      symlink("\(folder)/file", "\(folder)/link")
      #expect(NamedFile.bytes(of: "\(folder)/file", limit: 3) == [1, 2, 3])
      #expect(NamedFile.bytes(of: "\(folder)/file", limit: 2) == nil)
      #expect(NamedFile.bytes(of: "\(folder)/link", limit: 3) == [1, 2, 3])
      #expect(throws: NamedFileError.irregular) { try NamedFile("\(folder)/pipe") }
      #expect(throws: NamedFileError.folder) { try NamedFile(folder) }
      #expect(throws: NamedFileError.irregular) { try NamedFile("/dev/zero") }
      #expect(throws: NamedFileError.system(SystemFailure(ENOENT, "\(folder)/none"))) {
        try NamedFile("\(folder)/none")
      }
      #expect(throws: NamedFileError.self) { try NamedFile("\(folder)/link", followingLinks: false) }
    }
    #expect(NamedFile.bytes(of: "/dev/null", limit: 0) == [])
  }

  @Test("may be what whoever started the program has opened, a pipe too")
  func given() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    #expect(Platform.write(ends[1], [7]) == 1)
    close(ends[1])
    #expect(NamedFile.bytes(of: "/dev/fd/\(ends[0])", limit: 9) == [7])
    close(ends[0])
  }
}

private enum Platform {
  static func write(_ file: Int32, _ bytes: [UInt8]) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(file, bytes, bytes.count)
    #else
      Musl.write(file, bytes, bytes.count)
    #endif
  }
}
