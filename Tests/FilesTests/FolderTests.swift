import Files
import Foundation
import Testing

@Suite("Folders and locks")
final class FolderTests {
  private let folder = NSTemporaryDirectory() + "folder-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test(
    "a path is parted into its folder and its name",
    arguments: [
      ("a/b/c", "a/b", "c"), ("c", ".", "c"), ("/c", "/", "c"), ("/a/", "/a", ""),
    ])
  func parts(path: String, folder: String, name: String) {
    #expect(Folder.split(path) == (folder, name))
    #expect(Folder(of: path) == Folder(folder))
  }

  @Test("a folder is made with those above it, for its owner only, and is left as it is if it is there")
  func making() throws {
    let deep = Folder(of: "\(folder)/a/b/file")
    try deep.make()
    try deep.make()
    for path in ["\(folder)/a", "\(folder)/a/b"] { #expect(FilePermissions(path: path)?.mode == 0o700) }
    deep.sync()
  }

  @Test("a folder that cannot be made is an error that names it")
  func obstacle() throws {
    try Data().write(to: URL(fileURLWithPath: "\(folder)/file"))
    #expect(throws: SystemFailure(ENOTDIR, "\(folder)/file/a")) { try Folder("\(folder)/file/a/b").make() }
  }

  @Test("a locked file is one holder's, until it lets go or nobody refers to it")
  func locks() throws {
    let path = "\(folder)/lock"
    var first: FileLock? = try FileLock(path)
    #expect(FilePermissions(path: path)?.mode == 0o600)
    #expect(throws: SystemFailure(EWOULDBLOCK)) { try FileLock(path, isPatient: false) }
    first?.unlock()
    var second: FileLock? = try FileLock(path, isPatient: false)
    #expect(throws: SystemFailure(EWOULDBLOCK)) { try FileLock(path, isPatient: false) }
    _ = second?.descriptor
    second = nil
    _ = try FileLock(path, isPatient: false)
    first = nil
  }

  @Test("a link is not followed to the file that is to be locked")
  func link() throws {
    try Data().write(to: URL(fileURLWithPath: "\(folder)/other"))
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/lock", withDestinationPath: "\(folder)/other")
    #expect(throws: SystemFailure(ELOOP)) { try FileLock("\(folder)/lock") }
  }
}
