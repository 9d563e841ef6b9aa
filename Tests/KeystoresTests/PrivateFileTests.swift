import Files
import Foundation
import Testing

@testable import Keystores

@Suite("Files for their owner alone")
struct PrivateFileTests {
  let directory = TemporaryDirectory()

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
}
