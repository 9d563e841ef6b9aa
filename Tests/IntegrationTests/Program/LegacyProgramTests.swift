import ChainSupport
import Keys
import Keystores
import Primitives
import Testing

/// `lectures` on a contract of 2018, where those are: on a chain with Kaia's rules.
@Suite(
  "The program on the contracts of 2018", .enabled(if: Program.canRun, "\(TestTools.programAdvice)"),
  .timeLimit(.minutes(20)))
struct LegacyProgramTests {
  @Test("A lecture's life, and what is refused in it", arguments: ["LegacyMarketV1", "LegacyMarketV2"])
  func life(name: String) async throws {
    let chain = try await Chain.shared(kaia: true)
    let folder = try TemporaryFolder()
    let manager = try KeystoreManager(directory: folder.file("keystores"))
    try folder.write("correct horse\n", to: "password.txt")
    let owner = try await chain.account()
    for (account, key) in [
      ("owner", owner), ("teacher", try await chain.account()), ("student", try await chain.account()),
    ] {
      _ = try await manager.importKey(key, name: account, password: SecretBytes(utf8: "correct horse"), kdf: .light)
    }
    let contract = try await StandIn.deploy(name, from: owner, on: chain)
    let program = try Program(settings: [
      "endpoint": chain.url, "keystore-dir": folder.file("keystores"), "password-file": folder.file("password.txt"),
      "contract": contract.address.checksummed, "from-block": "\(contract.block)",
    ])
    let closes = name == "LegacyMarketV2"
    for (line, status, text) in [
      ("list", 0, "There are no lectures yet."), ("create --price 10 --from teacher --yes", 0, "open at 10 KLAY"),
      ("list", 0, "10 KLAY"), ("average 0", 0, "nobody rated it yet"), ("average 1", 3, "There is no lecture 1."),
      ("show 1", 3, "There is no lecture 1."), ("students 0 --check student", 1, "is no student"),
      ("purchase 0 --price 10 --from student --yes", 0, "Lecture 0 is yours"), ("mine --from student", 0, "10 KLAY"),
      ("purchase 0 --price 10 --from student --yes --outbox other.sqlite", 3, "--again"),
      ("settle 0 --from owner --yes", 3, "nobody has rated it yet"),
      ("evaluate 0 --scores 100,80,34,77,99 --from student --yes", 0, "78"),
      ("settle 0 --from owner --yes", 0, "Lecture 0 is settled"), ("show 0", 0, closes ? "settled" : "not told"),
      ("settle 0 --from owner --yes --again", closes ? 3 : 0, closes ? "settled already" : "holds nothing"),
    ] as [(String, Int, String)] {
      let run = try await program.run(line.split(separator: " ").map(String.init))
      #expect(run.status == status && (run.output + run.errors).contains(text), "\(line)\n\(run.output)\(run.errors)")
    }
  }
}
