import NodeDoubles
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("The setting checkpoint")
struct CheckpointTests {
  private static let hash = "0x" + String(repeating: "5a", count: 32)
  private static let line = "wallet transfer --to \(WalletHome.student) --amount 1 --yes"

  /// A home over a node of Kairos that has none of Kaia's methods but those that a payment needs.
  private func kairos() async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode {
      $0.chainID = 1001
      $0.balances = [WalletHome.owner.lowercased(): 100]
      $0.answers["kaia_getAccountKey"] = { _, _ in .result(.null) }
    }
    home.use(node)
    return (home, node)
  }

  @Test("comes from the environment or the profile, where it is one network's")
  func layers() async throws {
    let home = WalletHome()
    func shown(_ options: String = "") async throws -> JSON? {
      let told = try await home.json("network show \(options)")
      let setting = told["settings"]?.array?.first { $0["name"] == "checkpoint" }
      return setting.map { ["value": $0["value"] ?? .null, "origin": $0["origin"] ?? .null] }
    }
    let run = await home.run("network use kairos --checkpoint 120:\(Self.hash)")
    #expect(run.status == .success && run.output.contains("Kept with it: checkpoint."), "\(run.output)\(run.errors)")
    let file = try JSON(parsing: home.directory.read("lectures/config.json") ?? "")
    #expect(
      file["profiles"]?["default"]?["networks"]?["kairos"]?["checkpoint"]?.string == "120:\(Self.hash)", "\(file)")
    #expect(try await shown() == ["value": .string("120:\(Self.hash)"), "origin": "profile default"])
    #expect(try await shown("--network kaia") == ["value": .null, "origin": .null])
    home.environment["LECTURES_CHECKPOINT"] = "7:\(Self.hash)"
    #expect(try await shown() == ["value": .string("7:\(Self.hash)"), "origin": "$LECTURES_CHECKPOINT"])
  }

  @Test("is kept for no chain where it proves nothing")
  func useless() async throws {
    let home = WalletHome()
    let run = await home.run("network use local --checkpoint 120:\(Self.hash)")
    #expect(run.status == .settings && run.errors.contains("proves nothing on the network local"), "\(run.errors)")
    #expect(home.directory.read("lectures/config.json") == nil)
  }

  @Test("that is none is told with what it has to look like, and nothing is sent", arguments: ["12", "x:1", "12:0x12"])
  func malformed(text: String) async throws {
    let (home, node) = try await kairos()
    let flag = await home.run("\(Self.line) --network kairos --checkpoint \(text)")
    #expect(flag.status == .usage && flag.errors.contains("NUMBER:HASH"), "\(flag.errors)")
    home.environment["LECTURES_CHECKPOINT"] = text
    let variable = await home.run("\(Self.line) --network kairos")
    #expect(variable.status == .settings && variable.errors.contains("LECTURES_CHECKPOINT"), "\(variable.errors)")
    #expect(node.sent.isEmpty)
    let kept = await home.run("network use kairos --checkpoint \(text)")
    #expect(kept.status == .usage && home.directory.read("lectures/config.json") == nil, "\(kept.errors)")
  }

  @Test("is refused on a chain whose seals cannot be followed")
  func otherChain() async throws {
    let (home, node) = try await kairos()
    node.change { $0.chainID = 1337 }
    let run = await home.run("\(Self.line) --checkpoint 12:\(Self.hash)")
    #expect(run.status == .settings && run.errors.contains("proves nothing on the network local"), "\(run.errors)")
    #expect(run.errors.contains("1337") && run.errors.contains("8217"), "\(run.errors)")
    #expect(node.sent.isEmpty)
  }

  @Test("leaves a payment as it is without where no proof can be made, and says why to who asks")
  func unproven() async throws {
    let (home, node) = try await kairos()
    let line = "\(Self.line) --network kairos --checkpoint 12:\(Self.hash)"
    let quiet = await home.run(line)
    #expect(quiet.status == .success && quiet.output.contains("told by one node"), "\(quiet.output)\(quiet.errors)")
    #expect(!quiet.errors.contains("seals"), "\(quiet.errors)")
    node.change { $0.status = 0 }
    let failed = await home.run("\(line) --id rent --verbose")
    #expect(failed.errors.contains("Not proven by validators' seals. "), "\(failed.errors)")
    #expect(failed.errors.contains("kaia_getBlockByNumber"), "\(failed.errors)")
    let again = await home.run("\(line) --id rent")
    #expect(again.errors.contains("No proof came: "), "\(again.errors)")
    #expect(node.sent.count == 2)
  }
}
