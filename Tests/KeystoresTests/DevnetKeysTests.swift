import Foundation
import Keys
import Primitives
import Testing

@testable import Keystores

@Suite("the devnet's throw-away keys")
struct DevnetKeysTests {
  private var directory: String {
    get throws {
      var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      for _ in 0..<3 { folder.deleteLastPathComponent() }
      return folder.path + "/Keystores"
    }
  }

  @Test("are the four first keys of the usual mnemonic, whichever program wrote them")
  func open() async throws {
    let manager = try KeystoreManager(directory: try directory)
    #expect(try await manager.list().map(\.name) == ["instructor", "owner", "student1", "student2"])
    let text = String(
      decoding: try PrivateFile.read(try directory + "/password.txt", limit: 1 << 10).bytes, as: UTF8.self)
    let password = SecretBytes(utf8: text.trimmingCharacters(in: .newlines))
    let mnemonic = try Mnemonic(phrase: "test test test test test test test test test test test junk")
    let root = try ExtendedKey(seed: try mnemonic.seed())
    for (index, name) in ["owner", "instructor", "student1", "student2"].enumerated() {
      let expected = try root.derive(path: try DerivationPath("m/44'/60'/0'/0/\(index)")).privateKey
      let entry = try await manager.entry(name)
      #expect(entry.address == expected.address && entry.problem == nil)
      #expect(try await manager.unlock(name, password: password) == expected)
    }
  }
}
