import Foundation
import Keys
import Primitives
import StrictJSON
import Testing

@testable import Keystores

@Suite("the directory of keys")
struct ManagerTests {
  let directory = TemporaryDirectory()
  let manager: KeystoreManager

  init() throws { manager = try directory.manager() }

  @Test("is empty before the first key, which makes it: 0700, files 0600, nothing left beside them")
  func create() async throws {
    #expect(try await manager.list().isEmpty)
    #expect(directory.contents.isEmpty)
    let entry = try await manager.create(name: "owner", password: .lectures, kdf: .tiny)
    #expect(entry.name == "owner" && entry.fileName == "owner.json" && entry.problem == nil)
    #expect(try directory.permissions() == 0o700)
    #expect(try directory.permissions("owner.json") == 0o600)
    #expect(directory.contents == [".lock", "owner.json"])
    #expect(try await manager.list() == [entry])
    #expect(try await manager.unlock("owner", password: .lectures).address == entry.address)
  }

  @Test("gives no key to who gave up while the password was stretched, and writes nothing for him")
  func givenUp() async throws {
    let key = try PrivateKey.random()
    _ = try await manager.importKey(key, name: "old", password: .lectures, kdf: .tiny)
    let old = try directory.bytes("old.json")
    let backup = try await manager.backup(password: .lectures, kdf: .tiny).file
    let file = try KeystoreFile.encrypt(try PrivateKey.random(), password: .lectures, kdf: .tiny).bytes
    let manager = manager
    let works: [@Sendable () async throws -> Void] = [
      { _ = try await manager.unlock("old", password: .lectures) },
      { _ = try await manager.unlockKeyring("old", password: .lectures) },
      { _ = try await manager.create(name: "new", password: .lectures, kdf: .tiny) },
      { _ = try await manager.importFile(file, name: "copy", password: .lectures) },
      { _ = try await manager.changePassword("old", from: .lectures, to: .lectures, kdf: .tiny) },
      { _ = try await manager.backup(password: .lectures, kdf: .tiny) },
      { _ = try await manager.restore(backup, password: .lectures) },
    ]
    for work in works {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await work()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(directory.contents == [".lock", "old.json"])
    #expect(try directory.bytes("old.json") == old)
  }

  @Test("takes permissions back that others had on it")
  func permissions() async throws {
    try FileManager.default.createDirectory(
      atPath: directory.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    _ = try await manager.create(name: "a", password: .lectures, kdf: .tiny)
    #expect(try directory.permissions() == 0o700)
  }

  @Test("finds a key by its name, its file name and its address in any case, and never by a beginning")
  func lookup() async throws {
    let key = try PrivateKey.random()
    let entry = try await manager.importKey(key, name: "강사 1", password: .lectures, kdf: .tiny)
    let address = key.address
    let plain = String(address.lowercaseHex.dropFirst(2))
    for name in ["강사 1", "강사 1.json", address.checksummed, address.lowercaseHex, plain, "0x" + plain.uppercased()] {
      #expect(try await manager.entry(name) == entry, "\(name)")
    }
    for name in ["강사", "강사 1.jso", String(plain.prefix(12)), "", "../강사 1.json", "강사 1\0"] {
      #expect(await failure { try await manager.entry(name) }?.code == .notFound, "\(name)")
    }
    let wrong = try #require(await failure { try await manager.entry("강사 2") })
    #expect(wrong.code == .notFound && wrong.advice == "Did you mean 강사 1?")
    var mixed = Array(address.checksummed)
    let letter = try #require(mixed.indices.dropFirst(2).first { mixed[$0].isLetter })
    mixed[letter] =
      mixed[letter].isUppercase ? Character(mixed[letter].lowercased()) : Character(mixed[letter].uppercased())
    if mixed.dropFirst(2).contains(where: \.isUppercase), mixed.dropFirst(2).contains(where: \.isLowercase) {
      #expect(await failure { try await manager.entry(String(mixed)) }?.code == .invalidName)
    }
  }

  @Test("knows the file names of geth and of Kaia, and calls the key by its address")
  func machineNames() async throws {
    let key = try PrivateKey.random()
    let text = String(decoding: try KeystoreFile.encrypt(key, password: .lectures, kdf: .tiny).bytes, as: UTF8.self)
    let plain = String(key.address.lowercaseHex.dropFirst(2))
    for name in [
      "UTC--2016-03-22T12-57-55.920751759Z--\(plain)", "UTC--2018-01-27T01-52-22.0Z--\(plain)",
      "0x\(plain)_1530000000", "0x\(plain).json", "UTC--2016-03-22T12-57-55.920751759Z--\(plain).json", plain,
    ] {
      try directory.write(name, text)
      let entries = try await manager.list()
      #expect(entries.map(\.name) == [key.address.checksummed], "\(name)")
      #expect(entries.first?.address == key.address)
      #expect(try await manager.unlock(key.address.lowercaseHex, password: .lectures) == key)
      try FileManager.default.removeItem(atPath: directory.path + "/" + name)
    }
  }

  @Test("files a key without a name as geth does")
  func gethName() async throws {
    let entry = try await manager.create(password: .lectures, kdf: .tiny)
    let address = try #require(entry.address)
    #expect(entry.name == address.checksummed)
    let pattern = /UTC--\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{9}Z--[0-9a-f]{40}/
    #expect(entry.fileName.wholeMatch(of: pattern) != nil, "\(entry.fileName)")
    #expect(
      CalendarTime(seconds: 1_458_651_475, nanoseconds: 920_751_759).fileStamp == "2016-03-22T12-57-55.920751759Z")
  }

  @Test("tells of two files with one address instead of choosing")
  func ambiguous() async throws {
    let key = try PrivateKey.random()
    let text = String(decoding: try KeystoreFile.encrypt(key, password: .lectures, kdf: .tiny).bytes, as: UTF8.self)
    try directory.write("a.json", text)
    try directory.write("b.json", text)
    let error = try #require(await failure { try await manager.entry(key.address.checksummed) })
    #expect(error.code == .ambiguous && error.description.contains("a.json, b.json"))
    #expect(try await manager.unlock("a", password: .lectures) == key)
  }

  @Test("lists broken files as damaged, passes over what is no key file, and goes on")
  func broken() async throws {
    _ = try await manager.create(name: "good", password: .lectures, kdf: .tiny)
    try directory.write("empty.json", "")
    try directory.write("cut.json", "{\"version\":3,\"crypto\":{")
    try directory.write("other.json", "{\"abi\":[]}")
    try directory.write("README.md", "# keys")
    try directory.write("password.txt", "lectures\n")
    try directory.write("notes", "{\"not\":\"a key\"}")
    try directory.write("UTC--2016-03-22T12-57-55.9Z--" + String(repeating: "ab", count: 20), "x")
    try directory.write("huge.json", String(repeating: " ", count: (1 << 20) + 1))
    try directory.write("invisible\u{200b}.json", "{}")
    try FileManager.default.createDirectory(atPath: directory.path + "/folder.json", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: directory.path + "/folder", withIntermediateDirectories: true)
    mkfifo(directory.path + "/pipe.json", 0o600)
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/link.json", withDestinationPath: "good.json")
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/dangling.json", withDestinationPath: "/none")
    let text = String(decoding: try directory.bytes("good.json"), as: UTF8.self)
    try directory.write("noending", text)
    let entries = try await manager.list()
    let problems = Dictionary(uniqueKeysWithValues: entries.map { ($0.fileName, $0.problem?.code) })
    #expect(problems["good.json"] == .some(nil))
    #expect(problems["noending"] == .some(nil))
    for name in ["empty", "cut", "folder", "pipe", "link", "dangling"] {
      #expect(problems[name + ".json"] == .damaged, "\(name)")
    }
    let pipe = entries.first { $0.fileName == "pipe.json" }
    #expect(pipe?.problem?.message == "pipe.json: It is no regular file.")
    #expect(problems["other.json"] == .notKeystore)
    #expect(problems["huge.json"] == .tooLarge)
    #expect(problems["invisible\u{200b}.json"] == .invalidName)
    #expect(entries.count == 12)
    #expect(await failure { try await manager.unlock("link", password: .lectures) }?.code == .damaged)
    try await manager.remove("cut", expecting: nil)
    #expect(await failure { try await manager.remove("good", expecting: nil) }?.code == .changed)
  }

  @Test("shows a hostile file and does not open it")
  func hostile() async throws {
    let file = try KeystoreFile.encrypt(try .random(), password: .lectures, kdf: .tiny)
    let hostile = changed(file.json, "crypto.kdfparams.n", to: .number("\(1 << 30)"))
    try directory.write("hostile.json", hostile.serialized())
    #expect(try await manager.entry("hostile").problem?.code == .parametersRefused)
    #expect(await failure { try await manager.unlock("hostile", password: .lectures) }?.code == .parametersRefused)
    #expect(
      await failure { try await manager.importFile(hostile.serializedBytes(), name: "x", password: nil) }?.code
        == .parametersRefused)
  }

  @Test("checks the address in a file's name when the file has none")
  func nameAddress() async throws {
    let file = try KeystoreFile.encrypt(try .random(), password: .lectures, kdf: .tiny)
    let bare = changed(file.json, "address", to: nil)
    try directory.write("UTC--2016-03-22T12-57-55.9Z--" + String(repeating: "ab", count: 20), bare.serialized())
    let name = "0x" + String(repeating: "ab", count: 20)
    #expect(await failure { try await manager.unlock(name, password: .lectures) }?.code == .addressMismatch)
  }

  @Test("of a user is under XDG_DATA_HOME, or the home directory when that is no absolute path")
  func defaultDirectory() throws {
    func path(_ environment: [String: String]) throws -> String {
      try KeystoreManager.defaultDirectory(environment: environment)
    }
    #expect(try path(["XDG_DATA_HOME": "/data/", "HOME": "/h"]) == "/data/lectures/keystores")
    #expect(try path(["XDG_DATA_HOME": "data", "HOME": "/h"]) == "/h/.local/share/lectures/keystores")
    #expect(try path(["HOME": "/h"]) == "/h/.local/share/lectures/keystores")
    #expect(throws: KeystoreError(.io, "")) { try path([:]) }
    #expect(throws: KeystoreError(.io, "")) { try KeystoreManager(directory: "") }
    #expect(throws: KeystoreError(.io, "")) { try KeystoreManager(directory: "/tmp/a\0b") }
  }

  @Test("that cannot be made is told with the system's reason")
  func unusable() async throws {
    try directory.write("file", "x")
    let manager = try KeystoreManager(directory: directory.path + "/file/keys")
    let error = try #require(await failure { try await manager.create(name: "a", password: .lectures, kdf: .tiny) })
    #expect(error.code == .unreadable && error.description.contains("Not a directory"))
  }

  @Test("that may not be read is told with who may allow it")
  func forbidden() {
    // Root may read everything: what the system would say is said here.
    errno = EACCES
    let forbidden = Sandbox.system("The file cannot be opened", "a.json", .unreadable)
    #expect(forbidden.code == .unreadable && forbidden.message == "The file cannot be opened: a.json.")
    #expect(forbidden.advice?.contains("chmod u+rX") == true)
    errno = EIO
    #expect(Sandbox.system("The file cannot be opened", "a.json", .unreadable).advice == nil)
  }
}
