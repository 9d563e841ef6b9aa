import Files
import Foundation
import Testing

@Suite struct AppendFileTests {
  private let path = NSTemporaryDirectory() + "/append-\(UUID().uuidString)"

  @Test func keepsRecordsAndIsReadWhileItIsWritten() throws {
    let file = try AppendFile(path)
    try file.append([1, 2, 3], at: 0)
    try file.append([4, 5], at: 3)
    try file.commit(from: 3)
    let reader = try AppendFile(reading: path)
    #expect(try reader.size() == 5)
    #expect(try reader.read(10, at: 1) == [2, 3, 4, 5])
    #expect(file.cut(to: 3))
    #expect(try reader.read(10, at: 0) == [1, 2, 3])
    #expect(FilePermissions(path: path)?.mode == 0o600)
    unlink(path)
  }

  @Test func isLockedUntilItIsUnlocked() throws {
    let file = try AppendFile(path)
    #expect(throws: AppendFile.Problem.busy) { try AppendFile(path) }
    file.unlock()
    #expect(throws: Never.self) { try AppendFile(path) }
    unlink(path)
  }

  @Test func isARegularFile() {
    #expect(throws: AppendFile.Problem.cannotOpen("No such file or directory")) {
      try AppendFile("/nonexistent/file")
    }
    #expect(throws: AppendFile.Problem.irregular) { try AppendFile(reading: "/dev/null") }
  }
}
