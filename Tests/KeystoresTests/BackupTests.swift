import Foundation
import Keys
import Primitives
import Testing

@testable import Keystores

@Suite("backup and restore")
struct BackupTests {
  let source = TemporaryDirectory()
  let target = TemporaryDirectory()
  let password = SecretBytes(utf8: "backup")

  @Test("bring every key file to another directory, byte for byte, damaged ones too")
  func roundTrip() async throws {
    let manager = try source.manager()
    for name in ["owner", "강사", "student 1"] {
      _ = try await manager.create(name: name, password: .lectures, kdf: .tiny)
    }
    _ = try await manager.create(password: .lectures, kdf: .tiny)
    try source.write("cut.json", "{\"version\":3")
    try source.write("copy of owner.json", String(decoding: try source.bytes("owner.json"), as: UTF8.self))
    try source.write("README.md", "no key")
    let backup = try await manager.backup(password: password, kdf: .light).file
    let inspected = try await manager.inspectBackup(backup, password: password).entries
    #expect(Set(inspected) == Set(try await manager.list()))
    let report = try await target.manager().restore(backup, password: password)
    #expect(report.conflicts.isEmpty && report.unchanged.isEmpty && report.restored.count == 6)
    #expect(try await target.manager().list() == (try await manager.list()))
    for entry in report.restored { #expect(try source.bytes(entry.fileName) == target.bytes(entry.fileName)) }
    #expect(try target.permissions("owner.json") == 0o600 && target.permissions() == 0o700)
    let again = try await target.manager().restore(backup, password: password)
    #expect(again.restored.isEmpty && again.conflicts.isEmpty && again.unchanged.count == 6)
  }

  @Test("never overwrite: conflicts are reported and the rest is restored")
  func conflicts() async throws {
    let manager = try source.manager()
    let key = try PrivateKey.random()
    _ = try await manager.create(name: "same", password: .lectures, kdf: .tiny)
    _ = try await manager.importKey(key, name: "mine", password: .lectures, kdf: .tiny)
    _ = try await manager.create(name: "free", password: .lectures, kdf: .tiny)
    _ = try await manager.create(name: "dir", password: .lectures, kdf: .tiny)
    let backup = try await manager.backup(password: password, kdf: .tiny).file
    let other = try target.manager()
    let kept = try await other.create(name: "same", password: .lectures, kdf: .tiny)
    _ = try await other.importKey(key, name: "renamed", password: .lectures, kdf: .tiny)
    try FileManager.default.createDirectory(atPath: target.path + "/dir.json", withIntermediateDirectories: true)
    let report = try await other.restore(backup, password: password)
    #expect(report.restored.map(\.name) == ["free"])
    #expect(report.conflicts.map(\.fileName) == ["dir.json", "mine.json", "same.json"])
    #expect(report.conflicts.map(\.existing) == ["dir.json", "renamed.json", "same.json"])
    #expect(try await other.entry("same") == kept)
  }

  @Test("tell a wrong password from a damaged, a cut and a foreign file, and an empty directory from them all")
  func failures() async throws {
    let manager = try source.manager()
    #expect(await failure { try await manager.backup(password: password, kdf: .tiny) }?.code == .notFound)
    _ = try await manager.create(name: "a", password: .lectures, kdf: .tiny)
    let good = try await manager.backup(password: password, kdf: .tiny).file
    func code(_ bytes: Bytes, _ password: SecretBytes? = nil) async throws -> KeystoreError.Code? {
      let target = try target.manager()
      return await failure { try await target.restore(bytes, password: password ?? self.password) }?.code
    }
    #expect(try await code(good, .lectures) == .wrongPassword)
    #expect(try await code([]) == .notKeystore)
    #expect(try await code(try source.bytes("a.json")) == .notKeystore)
    #expect(try await code(Bytes(good.dropLast())) == .damaged)
    #expect(try await code(Bytes(good.prefix(30))) == .damaged)
    #expect(try await code(good + [0]) == .damaged)
    for place in [5, 10, 40, good.count - 60, good.count - 1] {
      var bad = good
      bad[place] ^= 1
      #expect(try await code(bad) == .damaged, "\(place)")
    }
    #expect(target.contents.isEmpty)
  }

  @Test("refuse a forged header's costs and a file that would lead out of the directory")
  func forged() async throws {
    for name in ["../x.json", "/etc/x.json", ".hidden", "a\0.json", ""] {
      var archive = Bytes()
      archive.append(bigEndian: 1)
      archive += [0, UInt8(name.utf8.count)] + Bytes(name.utf8)
      archive.append(bigEndian: 2)
      archive += Bytes("{}".utf8)
      let backup = try BackupFile.seal(archive, password: password, kdf: .tiny)
      let target = try target.manager()
      #expect(await failure { try await target.restore(backup, password: password) }?.code == .invalidName)
    }
    let good = try BackupFile.seal([0, 0, 0, 0], password: password, kdf: .tiny)
    let header = String(decoding: good[12..<(12 + (try #require(good.bigEndian32(at: 8))))], as: UTF8.self)
    let forged = Bytes(header.replacing("\"n\":2,", with: "\"n\":1099511627776,").utf8)
    var file = BackupFile.magic
    file.append(bigEndian: UInt32(forged.count))
    file += forged + good[(12 + header.utf8.count)..<(good.count - 32)]
    file += Keccak256.hash(file).bytes
    #expect(throws: KeystoreError(.parametersRefused, "")) {
      try BackupFile.open(file, password: password, limits: .default)
    }
    #expect(target.contents.isEmpty)
  }
}
