import ChainSupport
import StrictJSON
import Testing

/// `lectures` as a user runs it, on py-evm: a chain that is not ours.
@Suite(
  "The program on a chain that is not ours", .enabled(if: Program.canRun, "\(TestTools.programAdvice)"),
  .timeLimit(.minutes(20)))
struct ProgramInteropTests {
  @Test("With the keystores that come with the project, one of them written by web3.py's tools")
  func shippedKeystores() async throws {
    let chain = try await Chain.other()
    let keystores = TestTools.root + "/Keystores"
    let program = try Program(settings: [
      "endpoint": chain.url, "keystore-dir": keystores, "password-file": keystores + "/password.txt",
    ])
    // The contract's address stays in the profile, so no later command needs it.
    let deployed = try await program.run("contract", "deploy", "LectureMarket", "--from", "owner", "--yes", "--json")
    #expect(deployed.status == 0, "\(deployed.output)\(deployed.errors)")
    #expect(try deployed.json()["result"]?["kept"] == true)
    for arguments in [
      ["create", "--price", "10", "--from", "instructor"], ["purchase", "0", "--from", "student1", "--price", "10"],
      ["evaluate", "0", "--scores", "100,80,34,77,99", "--from", "student1"],
    ] {
      let run = try await program.run(arguments + ["--yes"])
      #expect(run.status == 0, "\(arguments) \(run.output)\(run.errors)")
    }
    let average = try await program.run("average", "0")
    #expect(
      average.status == 0 && average.output.hasPrefix("Lecture 0 averages 78"), "\(average.output)\(average.errors)")
    // And with settings from the environment instead of flags.
    let other = try Program(environment: [
      "LECTURES_ENDPOINT": chain.url, "LECTURES_CONTRACT": try #require(deployed.json()["result"]?["contract"]?.string),
    ])
    #expect(try await other.run("average", "0", "--json").json()["result"]?["averages"]?[0]?["average"] == 78)
  }

  @Test("The demo on a chain that is given")
  func demo() async throws {
    let chain = try await Chain.other()
    let program = try Program(environment: ["LECTURES_ENDPOINT": chain.url])
    let run = try await program.run("demo")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Average of lecture 0: 78") && run.output.contains("10 KLAY"))
  }
}
