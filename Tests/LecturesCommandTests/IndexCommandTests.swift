import ArgumentParser
import ChainSupport
import Foundation
import Localization
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("The index of lectures by commands", .timeLimit(.minutes(20)))
struct IndexCommandTests {
  /// A market with two lectures, of which one is bought and rated.
  private func market() async throws -> MarketHome {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "create --price 3 --title Soil --from teacher --yes",
      "purchase 0 --price 10 --from student --yes", "evaluate 0 --scores 100,80,34,77,99 --from student --yes")
    return home
  }

  @Test("is made, is up to date, and is what the contract says")
  func made() async throws {
    let home = try await market()
    let none = await home.run("index status")
    #expect(none.status == .failure && none.errors.contains("There is no index of this contract yet"), "\(none.errors)")
    #expect(none.errors.contains("lectures index run"))
    let made = try await home.json("index run --once")
    let head = try await home.chain.node.blockNumber()
    #expect(made["lectures"] == 2 && made["block"] == .number("\(head)") && made["missing"] == 0, "\(made)")
    // As many as the node has logs of the contract.
    let contract = try Address(try #require(made["contract"]?.string))
    let logged = try await home.chain.node.logs(LogFilter(fromBlock: .number(0), addresses: [contract])).count
    #expect(logged > 3 && made["events"] == .number("\(logged)"), "\(made)")
    #expect(made["stale"] == false && made["writer"] == .null, "\(made)")
    let status = await home.run("index status")
    #expect(status.output.contains("block \(head)"), "\(status.output)")
    let verified = try await home.json("index verify")
    #expect(
      verified["differences"] == [] && verified["lectures"] == 2 && verified["events"] == made["events"], "\(verified)")
    // What came since is read by the next run.
    try await home.done("purchase 1 --price 3 --from student --yes")
    #expect(try await home.json("index run --once")["events"] == .number("\(logged + 1)"))
    #expect(await home.run("index verify").status == .success)
  }

  @Test("that is another chain's or another contract's is refused, and a contract that cannot be indexed, too")
  func refused() async throws {
    let (home, other) = (try await market(), try await market())
    let file = home.file("index.sqlite")
    try await home.done("index run --once --database \(file)")
    let foreign = await other.run("index run --once --database \(file)")
    #expect(foreign.status == .wrongChain && foreign.errors.contains("of another c"), "\(foreign.errors)")
    #expect(foreign.errors.contains("--database"))
    let nothing = await home.run("index run --once --contract 0x00000000000000000000000000000000000000aa")
    #expect(nothing.status == .wrongChain && nothing.errors.contains("There is no contract at"), "\(nothing.errors)")
    // Code that is no lecture contract's.
    let strange = try await home.deployed("0x6001600c60003960016000f300")
    let odd = await home.run("index run --once --contract \(strange)")
    #expect(odd.status == .wrongChain && odd.errors.contains("cannot be indexed"), "\(odd.errors)")
    let damaged = home.file("damaged.sqlite")
    try "no database at all, whatever its name says".write(toFile: damaged, atomically: false, encoding: .utf8)
    let broken = await home.run("index status --database \(damaged)")
    #expect(broken.status == .failure && broken.errors.contains("cannot be used"), "\(broken.errors)")
  }

  @Test("of another contract than is named is not told as that one's, nor compared with it")
  func otherContract() async throws {
    let (home, other) = (try await market(), try await market())
    let file = home.file("index.sqlite")
    try await home.done("index run --once --database \(file)")
    let foreign = "0x00000000000000000000000000000000000000aa"
    for run in [
      await home.run("index status --database \(file) --contract \(foreign)"),
      await home.run("index verify --database \(file) --contract \(foreign)"),
      await other.run("index verify --database \(file) --contract \(foreign)"),
    ] {
      #expect(run.status == .wrongChain && run.errors.contains("of another contract"), "\(run.output)\(run.errors)")
    }
    let contract = try await home.json("index status --database \(file)")["contract"]?.string ?? ""
    #expect(await home.run("index status --database \(file) --contract \(contract)").status == .success)
  }

  @Test("is named to who looks for it as it was named to who keeps it")
  func place() throws {
    #expect(try DatabaseOptions.parse([]).words == "")
    #expect(try DatabaseOptions.parse(["--database", "/a/b.sqlite"]).words == " --database /a/b.sqlite")
    #expect(try DatabaseOptions.parse(["--database-file", "/a b/it's"]).words == #" --database-file '/a b/it'\''s'"#)
  }

  @Test("speaks Korean and Ukrainian, refusals included", arguments: EverydayLanguageTests.languages)
  func languages(language: Language) async throws {
    let home = try await market()
    for line in [
      "index status", "index run --once", "index status", "index verify",
      "index run --once --contract 0x00000000000000000000000000000000000000aa",
    ] {
      let run = await home.run("\(line) --language \(language.rawValue)")
      let all = run.output + run.errors
      #expect(!all.isEmpty && ForeignWords.of(all, besides: ["Swift", "Soil"]) == [], "\(line): \(all)")
    }
  }
}
