import Foundation
import Keys
import Primitives
import Testing

@testable import Keystores

@Suite("several at once")
struct ConcurrencyTests {
  let directory = TemporaryDirectory()

  @Test("of many that create one name, exactly one wins, and its key is the one that is there")
  func oneName() async throws {
    let manager = try directory.manager()
    let results = await withTaskGroup(of: Result<KeystoreEntry, any Error>.self) { group in
      for _ in 0..<12 {
        group.addTask {
          do {
            return .success(try await manager.create(name: "same", password: .lectures, kdf: .tiny))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let winners = results.compactMap { try? $0.get() }
    #expect(winners.count == 1)
    for case .failure(let error) in results { #expect((error as? KeystoreError)?.code == .exists) }
    #expect(try await manager.unlock("same", password: .lectures).address == winners.first?.address)
    #expect(directory.contents == [".lock", "same.json"])
  }

  @Test("threads that import at once lose nothing")
  func threads() async throws {
    let manager = try directory.manager()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for i in 0..<24 {
        group.addTask { _ = try await manager.create(name: "key \(i)", password: .lectures, kdf: .tiny) }
      }
      try await group.waitForAll()
    }
    let entries = try await manager.list()
    #expect(entries.count == 24 && entries.allSatisfy { $0.problem == nil })
  }

  @Test("two processes that import at once lose nothing")
  func processes() async throws {
    let path = directory.path
    async let first: Void = ConcurrencyTests.importMany(path, "a")
    async let second: Void = ConcurrencyTests.importMany(path, "b")
    _ = await (first, second)
    let entries = try await directory.manager().list()
    #expect(entries.filter { $0.name.hasPrefix("a") }.count == 20)
    #expect(entries.filter { $0.name.hasPrefix("b") }.count == 20)
    #expect(entries.filter { $0.name == "shared" }.count == 1)
    #expect(entries.count == 41 && entries.allSatisfy { $0.problem == nil })
  }

  private static func importMany(_ path: String, _ prefix: String) async {
    await #expect(processExitsWith: .success) { [path = path as String, prefix = prefix as String] in
      let manager = try KeystoreManager(directory: path)
      for i in 0..<20 { _ = try await manager.create(name: "\(prefix)\(i)", password: .lectures, kdf: .tiny) }
      let error = await failure { try await manager.create(name: "shared", password: .lectures, kdf: .tiny) }
      guard error == nil || error?.code == .exists else { exit(1) }
    }
  }

  @Test("of two new passwords at once one wins; the other is told, or was first")
  func passwords() async throws {
    let manager = try directory.manager()
    let key = try PrivateKey.random()
    _ = try await manager.importKey(key, name: "a", password: .lectures, kdf: .tiny)
    let errors = await withTaskGroup(of: KeystoreError?.self) { group in
      for i in 0..<6 {
        group.addTask {
          await failure {
            try await manager.changePassword("a", from: .lectures, to: SecretBytes(utf8: "\(i)"), kdf: .tiny)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.filter { $0 == nil }.count == 1)
    for error in errors.compactMap(\.self) { #expect(error.code == .changed || error.code == .wrongPassword) }
    var opened = 0
    for i in 0..<6 where try await unlocks(manager, "\(i)", key) { opened += 1 }
    #expect(opened == 1)
  }

  private func unlocks(_ manager: KeystoreManager, _ password: String, _ key: PrivateKey) async throws -> Bool {
    do {
      return try await manager.unlock("a", password: SecretBytes(utf8: password)) == key
    } catch let error as KeystoreError where error.code == .wrongPassword {
      return false
    }
  }

  @Test("a process that dies at any step of a new password leaves the old or the new", arguments: Sandbox.Step.allCases)
  func crash(step: Sandbox.Step) async throws {
    let manager = try directory.manager()
    let key = try PrivateKey.random()
    _ = try await manager.importKey(key, name: "a", password: .lectures, kdf: .tiny)
    let path = directory.path
    await #expect(processExitsWith: .exitCode(9)) { [path = path as String, step = step.rawValue as String] in
      var manager = try KeystoreManager(directory: path)
      manager.checkpoint = { if $0.rawValue == step { _exit(9) } }
      _ = try await manager.changePassword("a", from: .lectures, to: SecretBytes(utf8: "new"), kdf: .tiny)
    }
    let entries = try await manager.list()
    #expect(entries.map(\.name) == ["a"] && entries.first?.problem == nil)
    let isNew = step == .inPlace || step == .directorySynced
    let password = isNew ? SecretBytes(utf8: "new") : .lectures
    #expect(try await manager.unlock("a", password: password) == key)
    _ = try await manager.changePassword("a", from: password, to: .lectures, kdf: .tiny)
    #expect(directory.contents == [".lock", "a.json"])
  }

  @Test("a process that dies at any step of creating leaves nothing or the key", arguments: Sandbox.Step.allCases)
  func crashedCreation(step: Sandbox.Step) async throws {
    let path = directory.path
    await #expect(processExitsWith: .exitCode(9)) { [path = path as String, step = step.rawValue as String] in
      var manager = try KeystoreManager(directory: path)
      manager.checkpoint = { if $0.rawValue == step { _exit(9) } }
      _ = try await manager.create(name: "a", password: .lectures, kdf: .tiny)
    }
    let manager = try directory.manager()
    let entries = try await manager.list()
    #expect(entries.allSatisfy { $0.problem == nil })
    #expect(entries.count == (step == .inPlace || step == .directorySynced ? 1 : 0))
    _ = try await manager.create(name: "b", password: .lectures, kdf: .tiny)
    #expect(!directory.contents.contains { $0.hasPrefix(Sandbox.temporaryPrefix) })
  }

  @Test("a directory that another holds locked is told as busy, not waited for without end")
  func busy() async throws {
    let manager = try directory.manager()
    _ = try await manager.create(name: "a", password: .lectures, kdf: .tiny)
    let sandbox = try #require(try Sandbox.open(directory.path))
    let other = try #require(try Sandbox.open(directory.path))
    try sandbox.locked { () throws(KeystoreError) in
      #expect(throws: KeystoreError(.busy, "")) { try other.locked(patience: 0.05) {} }
    }
    #expect(throws: Never.self) { try other.locked(patience: 0.05) {} }
  }
}
