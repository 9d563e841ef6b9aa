import Keys
import Primitives
import StrictJSON
import Testing

@testable import Keystores

@Suite("the directory of keys, when keys are imported, renamed and removed,")
struct ManagerChangeTests {
  let directory = TemporaryDirectory()
  let manager: KeystoreManager

  init() throws { manager = try directory.manager() }

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
