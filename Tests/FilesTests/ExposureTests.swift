import Files
import Foundation
import Testing

@Suite("Files that others may read or write")
final class ExposureTests {
  private let folder = NSTemporaryDirectory() + "exposure-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func file(_ mode: Int, folder folderMode: Int = 0o755, name: String = "key.json") throws -> String {
    let path = "\(folder)/\(name)"
    try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: folderMode], ofItemAtPath: folder)
    return path
  }

  @Test("a secret is for its owner alone", arguments: [0o644, 0o640, 0o604, 0o660, 0o666])
  func secret(mode: Int) throws {
    let path = try file(mode)
    let exposure = try #require(Exposure.find(at: path, needing: .secrecy))
    #expect(exposure.path == path && exposure.repair == "chmod 600 \(path)")
    #expect(exposure.reason.contains(" is \(String(mode, radix: 8)): others may read"))
  }

  @Test("what is only to be relied on may be read by others, and not written")
  func integrity() throws {
    #expect(try Exposure.find(at: file(0o644), needing: .integrity) == nil)
    let path = try file(0o664)
    let exposure = try #require(Exposure.find(at: path, needing: .integrity))
    #expect(exposure.repair == "chmod go-w \(path)")
    #expect(exposure.reason == "The mode of \(path) is 664: others may write it.")
  }

  @Test("a folder in which others may write is told with the command for it", arguments: [0o775, 0o777, 0o757])
  func writableFolder(mode: Int) throws {
    let path = try file(0o600, folder: mode)
    let exposure = try #require(Exposure.find(at: path, needing: .secrecy))
    #expect(exposure.path == folder && exposure.repair == "chmod go-w \(folder)")
  }

  @Test("a file of ours in a sticky folder is ours, one of another user is not")
  func sticky() throws {
    #expect(try Exposure.find(at: file(0o600, folder: 0o1777), needing: .secrecy) == nil)
    let sticky = FilePermissions(kind: .folder, mode: 0o1777, owner: 0)
    let foreign = FilePermissions(kind: .regular, mode: 0o600, owner: UInt32(geteuid()) + 1000)
    let exposure = try #require(Exposure(folder: "/tmp", sticky, holding: foreign))
    #expect(exposure.repair == "Copy the file to a folder of your own.")
    #expect(Exposure(folder: "/tmp", sticky, holding: nil) == nil)
  }

  @Test("a file of another user is not ours, one of root is safe, and root uses all")
  func owners() {
    let file = FilePermissions(kind: .regular, mode: 0o600, owner: 1001)
    #expect(file.isForeign(to: 1000) && !file.isForeign(to: 1001) && !file.isForeign(to: 0))
    #expect(!FilePermissions(kind: .regular, mode: 0o600, owner: 0).isForeign(to: 1000))
  }

  @Test("a record is a regular file of its own, in a folder in which nobody else writes")
  func record() throws {
    let path = try file(0o600, folder: 0o700)
    #expect(Exposure.find(inPlaceOfRecord: path) == nil)
    #expect(Exposure.find(inPlaceOfRecord: "\(folder)/none") == nil)
    let link = "\(folder)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(Exposure.find(inPlaceOfRecord: link)?.reason.contains("symbolic link") == true)
    #expect(Exposure.find(inPlaceOfRecord: folder)?.reason.contains("no regular file") == true)
    #expect(Exposure.find(inPlaceOfRecord: try file(0o666, folder: 0o700))?.repair == "chmod go-w \(path)")
    #expect(Exposure.find(inPlaceOfRecord: try file(0o600, folder: 0o777))?.path == folder)
  }

  @Test("a link is as safe as the folders of both its ends")
  func link() throws {
    let target = try file(0o600, folder: 0o777)
    let home = NSTemporaryDirectory() + "exposure-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    try FileManager.default.createSymbolicLink(atPath: "\(home)/key.json", withDestinationPath: target)
    #expect(Exposure.find(at: "\(home)/key.json", needing: .secrecy) != nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    #expect(Exposure.find(at: "\(home)/key.json", needing: .secrecy) == nil)
  }

  @Test("a pipe has no readers but who holds it, and a name with blanks is quoted for the shell")
  func others() throws {
    let pipe = FilePermissions(kind: .other, mode: 0o666, owner: 0)
    #expect(Exposure(of: "/dev/fd/3", pipe, needing: .secrecy) == nil)
    let path = try file(0o644, name: "my key's.json")
    let exposure = try #require(Exposure.find(at: path, needing: .secrecy))
    #expect(exposure.repair == "chmod 600 '\(folder)/my key'\\''s.json'")
    #expect(Exposure.find(at: "\(folder)/nothing", needing: .secrecy) == nil)
  }
}
