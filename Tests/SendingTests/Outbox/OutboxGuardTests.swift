import Foundation
import Testing

@testable import Outbox
@testable import Sending

@Suite("An outbox that is not its owner's alone")
struct OutboxGuardTests {
  let folder: OutboxFolder

  init() throws { folder = try OutboxFolder() }

  private func set(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func refusal() async -> OutboxError? {
    do {
      try await folder.outbox().open()
      return nil
    } catch {
      return error as? OutboxError
    }
  }

  @Test("is refused where others may write the file, its log or its folder", arguments: ["", "-wal", "/"])
  func writable(_ part: String) async throws {
    let outbox = folder.outbox()
    try await outbox.open()
    let path = part == "/" ? folder.path : folder.file + part
    let before = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    try set(0o777, path)
    let refused = try #require(await refusal())
    #expect(refused.code == .exposed && refused.advice == "chmod go-w \(path)")
    try set(before ?? 0o600, path)
    #expect(await refusal() == nil)
    await outbox.close()
  }

  @Test("may be read by others, and may lie in a sticky folder")
  func readable() async throws {
    try await folder.outbox().open()
    try set(0o644, folder.file)
    try set(0o1777, folder.path)
    #expect(await refusal() == nil)
  }

  @Test("is refused where a symbolic link is in its place, wherever that leads")
  func link() async throws {
    let target = "\(folder.path)/elsewhere.sqlite"
    try FileManager.default.createSymbolicLink(atPath: folder.file, withDestinationPath: target)
    #expect(await refusal()?.reason?.contains("is a symbolic link") == true)
    #expect(!FileManager.default.fileExists(atPath: target))
    let outbox = Outbox(path: target)
    try await outbox.open()
    await outbox.close()
    #expect(await refusal()?.code == .exposed)
  }

  @Test("is refused where a symbolic link is in the place of its lock, which overwrites nothing then")
  func linkedLock() async throws {
    let target = "\(folder.path)/precious"
    try Data("precious".utf8).write(to: URL(fileURLWithPath: target))
    try FileManager.default.createSymbolicLink(atPath: "\(folder.file)-lock", withDestinationPath: target)
    #expect(await refusal()?.code == .exposed)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
  }
}
