import Keys
import Primitives
import StrictJSON
import Testing

@testable import Keystores

@Suite("Kaia's version 4")
struct Version4Tests {
  let keys: [PrivateKey]
  let account: Address

  init() throws {
    keys = try (1...6).map { try PrivateKey(hex: String(repeating: "\($0)", count: 64)) }
    account = try Address("0x86bCE8c859F5f304aa30aDB89f2f7b6Ee5a0D6e2".lowercased())
  }

  private func keyring(_ counts: [Int]) throws -> Keyring {
    var rest = keys[...]
    return try Keyring(
      address: account,
      roles: counts.map { count in
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
      })
  }

  @Test("what is written opens again, by role, in both layouts", arguments: KeystoreFile.Layout.allCases)
  func roundTrip(layout: KeystoreFile.Layout) throws {
    for counts in [[1], [3], [1, 2, 3], [2, 0, 1], [0, 0, 1], [0, 2]] {
      let keyring = try keyring(counts)
      let file = try KeystoreFile.encrypt(keyring, password: .lectures, kdf: .tiny, layout: layout)
      let read = try KeystoreFile(file.bytes)
      #expect(read == file && read.kind == .v4(roles: counts) && read.address == account)
      #expect(try read.decryptKeyring(password: .lectures) == keyring)
      #expect(throws: KeystoreError(.wrongPassword, "")) {
        try read.decryptKeyring(password: SecretBytes(utf8: "Lectures"))
      }
      let again = try read.reencrypted(password: .lectures, newPassword: SecretBytes(utf8: "n"), kdf: .tiny)
      #expect(try again.decryptKeyring(password: SecretBytes(utf8: "n")) == keyring)
      #expect(again.kind == read.kind && again.id == read.id)
      #expect(throws: KeystoreError(.wrongPassword, "")) { try again.decryptKeyring(password: .lectures) }
    }
  }

  @Test("the node's layout has a list for each role and no 0x; caver's has one list where there are no roles")
  func layouts() throws {
    func shape(_ counts: [Int], _ layout: KeystoreFile.Layout) throws -> (JSON?, [Int?]) {
      let file = try KeystoreFile.encrypt(keyring(counts), password: .lectures, kdf: .tiny, layout: layout)
      return (file.json["address"], (file.json["keyring"]?.array ?? []).map { $0.array?.count })
    }
    let plain = String(account.lowercaseHex.dropFirst(2))
    #expect(try shape([1], .node) == (.string(plain), [1]))
    #expect(try shape([3], .node) == (.string(plain), [3]))
    #expect(try shape([1, 0, 2], .node) == (.string(plain), [1, 0, 2]))
    #expect(try shape([1], .caver) == (.string("0x" + plain), [nil]))
    #expect(try shape([3], .caver) == (.string("0x" + plain), [nil, nil, nil]))
    #expect(try shape([1, 0, 2], .caver) == (.string("0x" + plain), [1, 0, 2]))
  }

  @Test("every key has a salt and an initial vector of its own")
  func fresh() throws {
    let file = try KeystoreFile.encrypt(keyring([2, 2, 2]), password: .lectures, kdf: .tiny)
    #expect(Set(file.sealedKeys.map(\.salt)).count == 6 && Set(file.sealedKeys.map(\.iv)).count == 6)
  }

  @Test("one layout becomes the other, and version 3 becomes 4, without a password")
  func conversion() throws {
    let keyring = try keyring([3])
    let node = try KeystoreFile.encrypt(keyring, password: .lectures, kdf: .tiny)
    let caver = try node.version4(.caver)
    #expect(caver.json["keyring"]?[0]?.object != nil && caver.id == node.id)
    #expect(try caver.version4(.node) == node)
    #expect(try caver.decryptKeyring(password: .lectures) == keyring)
    let single = try KeystoreFile.encrypt(keys[0], password: .lectures, kdf: .tiny)
    #expect(try single.version4(.node).decrypt(password: .lectures) == keys[0])
    let nameless = try KeystoreFile(json: changed(single.json, "address", to: nil))
    #expect(throws: KeystoreError(.unsupported, "")) { try nameless.version4(.node) }
  }

  @Test("a role without keys of its own uses the first role's")
  func fallback() throws {
    let keyring = try keyring([1, 0, 2])
    #expect(keyring.keys(for: .transaction) == [keys[0]] && keyring.keys(for: .accountUpdate) == [keys[0]])
    #expect(keyring.keys(for: .feePayer) == [keys[1], keys[2]] && keyring.ownKey == nil)
    #expect(Keyring(keys[0]).ownKey == keys[0] && Keyring(keys[0]).keys(for: .feePayer) == [keys[0]])
    #expect(try Keyring(address: account, roles: [[keys[0]], [], []]).roles.count == 1)
    for (roles, code) in [
      ([], .empty), ([[], []], .empty), ([[], [], [], keys], .tooManyRoles), ([keys + keys], .tooManyKeys),
    ] as [([[PrivateKey]], AccountKeyError.Code)] {
      do {
        _ = try Keyring(address: account, roles: roles)
        Issue.record("\(roles.count) roles were taken")
      } catch {
        #expect(error.code == code)
      }
    }
    #expect(!"\(keyring) \(String(reflecting: keyring))".contains("11111111"))
  }

  @Test("thirty keys that are dear are refused by their sum, before any work; thirty of the usual are not")
  func dear() throws {
    let file = try KeystoreFile.encrypt(keyring([1]), password: .lectures, kdf: .tiny)
    let sealed = try #require(file.json["keyring"]?[0]?[0])
    func ring(n: Int, keys: Int) throws -> KeystoreFile {
      let key = changed(sealed, "kdfparams.r", to: 8)
      let list = JSON.array(Array(repeating: changed(key, "kdfparams.n", to: .number("\(n)")), count: keys))
      return try KeystoreFile(json: changed(file.json, "keyring", to: .array([list, list, list])))
    }
    #expect(throws: Never.self) { try ring(n: 1 << 18, keys: 10).check() }
    #expect(throws: Never.self) { try ring(n: 1 << 20, keys: 2).check() }
    let error = #expect(throws: KeystoreError.self) {
      try ring(n: 1 << 20, keys: 3).decryptKeyring(password: .lectures)
    }
    #expect(error?.facts == .beyondLimit(parameters: "keyring (9)", limit: "Σ n · r · p ≤ 67108864"))
    #expect(throws: KeystoreError(.parametersRefused, "")) {
      try ring(n: 1 << 20, keys: 3).reencrypted(password: .lectures, newPassword: .lectures, kdf: .tiny)
    }
    #expect(throws: KeystoreError(.parametersRefused, "")) {
      try KeystoreFile.encrypt(
        Keyring(address: account, roles: [keys, keys]), password: .lectures,
        kdf: .scrypt(n: 1 << 20, r: 8, p: 2))
    }
  }

  @Test("a file of several keys without an address, and a validator's BLS key, are told as what they are")
  func strangers() throws {
    let file = try KeystoreFile.encrypt(keyring([2]), password: .lectures, kdf: .tiny)
    let nameless = try KeystoreFile(json: changed(file.json, "address", to: nil))
    #expect(throws: KeystoreError(.damaged, "")) { try nameless.decryptKeyring(password: .lectures) }
    let one = try KeystoreFile.encrypt(keyring([1]), password: .lectures, kdf: .tiny)
    let keyring = try KeystoreFile(json: changed(one.json, "address", to: nil)).decryptKeyring(password: .lectures)
    #expect(keyring.address == keys[0].address)
    let validator: JSON = [
      "version": 4, "uuid": "x", "path": "m/12381/3600/0/0/0", "pubkey": "00",
      "crypto": ["kdf": [:], "checksum": [:], "cipher": [:]],
    ]
    #expect(throws: KeystoreError(.unsupported, "")) { try KeystoreFile(json: validator) }
  }

  // MARK: In a directory

  @Test("keys of a decoupled account become version 4, the address's own key stays version 3")
  func manager() async throws {
    let directory = TemporaryDirectory()
    let manager = try directory.manager()
    let own = try await manager.importKeyring(Keyring(keys[5]), name: "own", password: .lectures, kdf: .tiny)
    #expect(own.kind == .keystore(.v3))
    let keyring = try keyring([2, 1])
    let entry = try await manager.importKeyring(keyring, name: "school", password: .lectures, kdf: .tiny)
    #expect(entry.kind == .keystore(.v4(roles: [2, 1])) && entry.address == account)
    #expect(try await manager.unlockKeyring("school", password: .lectures) == keyring)
    #expect(try await manager.unlockKeyring("own", password: .lectures) == Keyring(keys[5]))
    #expect(await failure { try await manager.unlock("school", password: .lectures) }?.code == .unsupported)
    let new = SecretBytes(utf8: "new")
    _ = try await manager.changePassword("school", from: .lectures, to: new, kdf: .tiny)
    #expect(try await manager.unlockKeyring("school", password: new) == keyring)
    #expect(await failure { try await manager.unlockKeyring("school", password: .lectures) }?.code == .wrongPassword)
    let bytes = try await manager.export("school").bytes
    let other = TemporaryDirectory()
    _ = try await other.manager().importFile(bytes, name: "copy", password: new)
    #expect(try await other.manager().unlockKeyring("copy", password: new) == keyring)
  }

  @Test("as many keys as a ring may have are opened at once and stay in their order, and none with a wrong password")
  func manyKeys() async throws {
    let keys = try (1...30).map { try PrivateKey(bytes: Hash32(UInt256($0)).bytes) }
    let roles = stride(from: 0, to: 30, by: 10).map { Array(keys[$0..<($0 + 10)]) }
    let ring = try Keyring(address: account, roles: roles)
    let file = try KeystoreFile.encrypt(ring, password: .lectures, kdf: .tiny)
    #expect(try await file.unlockKeyring(password: .lectures) == ring)
    #expect(try file.decryptKeyring(password: .lectures) == ring)
    #expect(
      await failure { try await file.unlockKeyring(password: SecretBytes(utf8: "no")) }?.code == .wrongPassword)
    // One after the other where memory does not allow more.
    var narrow = KeystoreLimits()
    narrow.memory = 1 << 20
    #expect(try await file.unlockKeyring(password: .lectures, limits: narrow) == ring)
  }

  @Test("a file of version 3 becomes the key of the account it is imported for, one of version 4 has to be of it")
  func importedForAnAccount() async throws {
    let directory = TemporaryDirectory()
    let manager = try directory.manager()
    let file = try KeystoreFile.encrypt(keys[0], password: .lectures, kdf: .tiny)
    // As caver wrote them for accounts with another key: the address is the account's.
    let caver = try KeystoreFile(json: changed(file.json, "address", to: .string(account.lowercaseHex)))
    #expect(
      await failure { try await manager.importFile(caver.bytes, name: "a", password: .lectures) }?.code
        == .addressMismatch)
    for (name, bytes) in [("caver", caver.bytes), ("own", file.bytes)] {
      let entry = try await manager.importFile(bytes, name: name, password: .lectures, for: account)
      #expect(entry.kind == .keystore(.v4(roles: [1])) && entry.address == account)
      let keyring = try await manager.unlockKeyring(name, password: .lectures)
      #expect(try keyring == Keyring(address: account, roles: [[keys[0]]]))
    }
    #expect(
      await failure {
        try await manager.importFile(file.bytes, name: "wrong", password: SecretBytes(utf8: "x"), for: account)
      }?.code == .wrongPassword)
    let ring = try KeystoreFile.encrypt(keyring([2]), password: .lectures, kdf: .tiny, layout: .caver)
    let same = try await manager.importFile(ring.bytes, name: "ring", password: .lectures, for: account)
    #expect(same.kind == .keystore(.v4(roles: [2])))
    #expect(try await manager.export("ring") == ring)
    #expect(
      await failure {
        try await manager.importFile(ring.bytes, name: "other", password: .lectures, for: keys[0].address)
      }?.code == .addressMismatch)
  }

  @Test("an account may have several files of version 4: the old key's and the new one's")
  func rotation() async throws {
    let directory = TemporaryDirectory()
    let manager = try directory.manager()
    _ = try await manager.importKey(keys[0], name: "old", password: .lectures, kdf: .tiny)
    let rotated = try Keyring(address: keys[0].address, roles: [[keys[1]]])
    _ = try await manager.importKeyring(rotated, name: "new", password: .lectures, kdf: .tiny)
    let feePayer = try Keyring(address: keys[0].address, roles: [[], [], [keys[2]]])
    _ = try await manager.importKeyring(feePayer, name: "payer", password: .lectures, kdf: .tiny)
    #expect(try await manager.unlock("old", password: .lectures) == keys[0])
    #expect(try await manager.unlockKeyring("new", password: .lectures).keys(for: .transaction) == [keys[1]])
    #expect(await failure { try await manager.entry(keys[0].address.checksummed) }?.code == .ambiguous)
    #expect(
      await failure { try await manager.importKey(keys[0], name: "again", password: .lectures, kdf: .tiny) }?.code
        == .exists)
    #expect(
      await failure { try await manager.importKeyring(rotated, name: "new", password: .lectures, kdf: .tiny) }?.code
        == .exists)
    let backup = try await manager.backup(password: .lectures, kdf: .tiny).file
    let place = TemporaryDirectory()
    let report = try await place.manager().restore(backup, password: .lectures)
    #expect(report.restored.count == 3 && report.conflicts.isEmpty)
  }
}
