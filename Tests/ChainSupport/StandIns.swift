import Foundation

/// The contracts of `Tests/Contracts`, compiled once for all tests.
public enum StandIns {
  /// The artifact of a stand-in, of the shape of `ABI/*.json`.
  public static func artifact(_ name: String) async throws -> [UInt8] {
    let folder = try await compiled.value
    guard let data = FileManager.default.contents(atPath: folder.file("\(name).json")) else {
      throw Command.Failure(description: "there is no stand-in \(name)")
    }
    return [UInt8](data)
  }

  private static let compiled = Task {
    let folder = try TemporaryFolder()
    let run = try await Command.run(
      TestTools.python, [TestTools.root + "/Tests/Contracts/compile.py", folder.path],
      environment: ProcessInfo.processInfo.environment)
    guard run.status == 0 else { throw Command.Failure(description: "the stand-ins do not compile: \(run.errors)") }
    return folder
  }
}
