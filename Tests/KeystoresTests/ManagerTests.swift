import Files
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

  @Test(
    "refuses names that are no plain names",
    arguments: [
      "", ".", "..", "../x", "/x", "a/b", "a\0b", ".hidden", "-x", " x", "x ", "a\nb", "a\u{202e}b", "a\\b", "a:b",
      "x.json", "X.JSON", "0x" + String(repeating: "a", count: 40), String(repeating: "1", count: 40), "UTC--x",
      String(repeating: "가", count: 84), "\u{7f}",
    ])
  func names(name: String) async throws {
    #expect(
      await failure { try await manager.create(name: name, password: .lectures, kdf: .tiny) }?.code == .invalidName)
    #expect(directory.contents.isEmpty)
    _ = try await manager.create(name: "good", password: .lectures, kdf: .tiny)
    #expect(await failure { try await manager.rename("good", to: name) }?.code == .invalidName)
  }

  @Test("refuses a name that is taken, also when it is composed of other characters, and a key that is here")
  func taken() async throws {
    let key = try PrivateKey.random()
    _ = try await manager.importKey(key, name: "caf\u{e9}", password: .lectures, kdf: .tiny)
    for name in ["caf\u{e9}", "cafe\u{301}"] {
      #expect(await failure { try await manager.create(name: name, password: .lectures, kdf: .tiny) }?.code == .exists)
    }
    let error = try #require(
      await failure { try await manager.importKey(key, name: "other", password: .lectures, kdf: .tiny) })
    #expect(error.code == .exists && error.description.contains("caf\u{e9}"))
    #expect(try await manager.list().count == 1)
  }

  @Test("imports a private key, a mnemonic, a Klaytn wallet key and a key file")
  func imports() async throws {
    let mnemonic = try Mnemonic(phrase: "test test test test test test test test test test test junk")
    let owner = try await manager.importMnemonic(
      mnemonic, path: try .ethereum(), name: "owner", password: .lectures, kdf: .tiny)
    #expect(owner.address?.checksummed == "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
    let secret = "0x45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8"
    let wallet = try KlaytnWalletKey(secret + "0x000xa94f5374fce5edbc8e2a8697c15331677e6ebf0b")
    let student = try await manager.importWalletKey(wallet, name: "student", password: .lectures, kdf: .tiny)
    #expect(student.address == wallet.address)
    #expect(try await manager.unlock("student", password: .lectures).secret == (try PrivateKey(hex: secret)).secret)
    let decoupled = try KlaytnWalletKey(secret + "0x000xee135d0b57c7ff81b198763cfd7c43f03a5f7622")
    let rotated = try await manager.importWalletKey(decoupled, name: "d", password: .lectures, kdf: .tiny)
    #expect(rotated.kind == .keystore(.v4(roles: [1])) && rotated.address == decoupled.address)
    #expect(try await manager.unlockKeyring("d", password: .lectures) == Keyring(decoupled))
  }

  @Test("imports a file as it is, adds the address it lacks, and refuses one that does not open")
  func importFile() async throws {
    let key = try PrivateKey.random()
    let file = try KeystoreFile.encrypt(key, password: .lectures, kdf: .tiny)
    let noted = changed(file.json, "x-note", to: "keep me")
    #expect(
      await failure {
        try await manager.importFile(noted.serializedBytes(), name: "a", password: SecretBytes(utf8: "wrong"))
      }?.code == .wrongPassword)
    _ = try await manager.importFile(noted.serializedBytes(), name: "a", password: .lectures)
    #expect(try await manager.export("a").json == noted)
    let other = try PrivateKey.random()
    let bare = changed(
      try KeystoreFile.encrypt(other, password: .lectures, kdf: .tiny).json, "address", to: nil)
    #expect(
      await failure { try await manager.importFile(bare.serializedBytes(), password: nil) }?.code == .invalidName)
    let entry = try await manager.importFile(bare.serializedBytes(), password: .lectures)
    #expect(entry.address == other.address && entry.name == other.address.checksummed)
    #expect(
      await failure { try await manager.importFile(Bytes("{}".utf8), name: "b", password: nil) }?.code == .notKeystore)
  }

  @Test("renames a file, labelled or named by a machine, and refuses a taken name")
  func rename() async throws {
    let key = try PrivateKey.random()
    _ = try await manager.importKey(key, password: .lectures, kdf: .tiny)
    #expect(try await manager.rename(key.address.lowercaseHex, to: "teacher").fileName == "teacher.json")
    _ = try await manager.create(name: "student", password: .lectures, kdf: .tiny)
    #expect(await failure { try await manager.rename("teacher", to: "student") }?.code == .exists)
    #expect(try await manager.rename("teacher", to: "teacher").name == "teacher")
    #expect(try await manager.rename("teacher", to: "Teacher").name == "Teacher")
    #expect(try await manager.list().map(\.name) == ["Teacher", "student"])
    #expect(await failure { try await manager.rename("nobody", to: "x") }?.code == .notFound)
  }

  @Test("changes a password, and nothing when the old one is wrong")
  func changePassword() async throws {
    let key = try PrivateKey.random()
    _ = try await manager.importKey(key, name: "a", password: .lectures, kdf: .tiny)
    let before = try directory.bytes("a.json")
    let new = SecretBytes(utf8: "new")
    #expect(
      await failure { try await manager.changePassword("a", from: new, to: new, kdf: .tiny) }?.code == .wrongPassword)
    #expect(try directory.bytes("a.json") == before)
    _ = try await manager.changePassword("a", from: .lectures, to: new, kdf: .tiny)
    #expect(try await manager.unlock("a", password: new) == key)
    #expect(await failure { try await manager.unlock("a", password: .lectures) }?.code == .wrongPassword)
    #expect(try directory.permissions("a.json") == 0o600)
    #expect(directory.contents == [".lock", "a.json"])
  }

  @Test("removes only the key that was meant")
  func remove() async throws {
    let entry = try await manager.create(name: "a", password: .lectures, kdf: .tiny)
    #expect(await failure { try await manager.remove("a", expecting: .zero) }?.code == .changed)
    #expect(try await manager.list().count == 1)
    try await manager.remove("a", expecting: entry.address)
    #expect(try await manager.list().isEmpty)
    #expect(await failure { try await manager.remove("a", expecting: entry.address) }?.code == .notFound)
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

  @Test("private files are written whole, for their owner only, and not over others")
  func privateFile() async throws {
    try directory.write("x", "")
    let path = directory.path + "/export.json"
    try await PrivateFile.write([1, 2, 3], to: path)
    #expect(try directory.permissions("export.json") == 0o600)
    #expect(await failure { try await PrivateFile.write([4], to: path) }?.code == .exists)
    try await PrivateFile.write([4], to: path, replacing: true)
    #expect(try PrivateFile.read(path, limit: 9).bytes == [4])
    #expect(await failure { try PrivateFile.read(path, limit: 0) }?.code == .tooLarge)
    #expect(await failure { try PrivateFile.read(path + "x", limit: 9) }?.code == .notFound)
    #expect(await failure { try PrivateFile.read(directory.path, limit: 9) }?.code == .damaged)
    mkfifo(path + ".pipe", 0o600)
    #expect(await failure { try PrivateFile.read(path + ".pipe", limit: 9) }?.code == .damaged)
    unlink(path + ".pipe")
    #expect(await failure { try await PrivateFile.write([1], to: directory.path + "/none/x") }?.code == .notFound)
    for name in ["", ".", ".."] {
      #expect(await failure { try await PrivateFile.write([1], to: directory.path + "/" + name) }?.code == .invalidName)
    }
    #expect(directory.contents == ["export.json", "x"])
    let contents = try PrivateFile.read(path, limit: 1)
    #expect(contents.mode == 0o600)
    #expect(try PrivateFile.read("/dev/null", limit: 1).exposure("It", needing: .secrecy) == nil)
  }

  @Test("a file put in the place of a symbolic link goes to the link's target, and folders are made for the owner")
  func replacedLink() throws {
    let path = directory.path + "/new/folder/settings.json"
    try PrivateFile.makeFolder(of: path)
    try PrivateFile.makeFolder(of: path)
    #expect(try directory.permissions("new/folder") == 0o700)
    try PrivateFile.replace(path, with: [1])
    let link = directory.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try PrivateFile.replace(link, with: [2])
    #expect(try PrivateFile.read(path, limit: 1).bytes == [2])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }

  @Test("a name is checked before a key is made for it")
  func newName() async throws {
    let manager = try KeystoreManager(directory: directory.path + "/keys")
    try await manager.checkNew(name: "a")
    let made = try await manager.create(name: "a", password: .lectures, kdf: .tiny)
    let error = try #require(await failure { try await manager.checkNew(name: "a") })
    let address = try #require(made.address).checksummed
    #expect(error.code == .exists && error.description.contains(address))
    try await manager.checkNew(name: "b")
    for name in ["", "-a", "../a", "a.json", " a", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"] {
      #expect(await failure { try await manager.checkNew(name: name) }?.code == .invalidName, "\(name)")
    }
  }
}
