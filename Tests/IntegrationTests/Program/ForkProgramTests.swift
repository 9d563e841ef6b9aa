import ChainSupport
import Foundation
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// A fork keeps the id of the chain it goes on from: what is signed on it would be good there, too.
@Suite("Trying on a fork", .enabled(if: Program.path != nil, "lectures is not built"), .timeLimit(.minutes(20)))
struct ForkProgramTests {
  @Test("What was tried on a fork of a chain is not known on the chain itself, and is never offered to it")
  func tried() async throws {
    let program = try Program()
    let keystores = TestTools.root + "/Keystores"
    let chain = try program.serve("devnet", "--port", "0", "--json", "--chain-id", "8217", "--keystore-dir", keystores)
    let url = try await chain.endpoint()
    let fork = try program.serve("devnet", "--port", "0", "--json", "--fork", url)
    let copy = try await fork.endpoint()
    let receiver = try Address("0x00000000000000000000000000000000000a11ce")
    func run(_ amount: String, id: String, on endpoint: String, again: Bool = false) async throws -> Command.Run {
      let line = [
        "wallet", "transfer", "--to", receiver.checksummed, "--amount", amount, "--from", "student1", "--id", id,
        "--network", "kaia", "--endpoint", endpoint, "--keystore-dir", keystores, "--password-file",
        keystores + "/password.txt", "--yes", "--json",
      ]
      return try await program.run(line + (again ? ["--again"] : []))
    }
    func transfer(on endpoint: String, again: Bool = false) async throws -> JSON {
      let run = try await run("1", id: "rent", on: endpoint, again: again)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      return try run.json()
    }
    func money(on endpoint: String) async throws -> Amount {
      try await NodeClient(endpoints: [Endpoint(endpoint)]).balance(of: receiver)
    }

    _ = try await transfer(on: copy)
    #expect(try await money(on: copy) == .klay(1))
    // Nothing of it is open on the chain itself, and taking up what is open sends nothing there.
    let resumed = try await program.run(
      "tx", "resume", "--network", "kaia", "--endpoint", url, "--keystore-dir", keystores, "--yes", "--json")
    #expect(try resumed.status == 0 && resumed.json()["result"]?["intents"] == [], "\(resumed.errors)")
    #expect(try await money(on: url) == .zero)

    // That the one is a fork is its word alone: the same name is meant twice only if that is said.
    let unsaid = try await run("1", id: "rent", on: url)
    #expect(try unsaid.status == 8 && unsaid.json()["error"]?["code"] == "sending.sameElsewhere", "\(unsaid.output)")
    #expect(try await money(on: url) == .zero)
    _ = try await transfer(on: url, again: true)
    #expect(try await money(on: url) == .klay(1))
    #expect(try await transfer(on: url)["result"]?["transaction"]?["earlier"]?["standing"] == "done")
    #expect(try await money(on: url) == .klay(1))

    // The other way round: what was signed for the chain itself is not taken from it by a fork of the time before.
    #expect(try await run("2", id: "food", on: url).status == 0)
    #expect(try await run("2", id: "food", on: copy).status == 8)
    let taken = try await run("2", id: "food", on: copy, again: true)
    #expect(try taken.status == 6 && taken.json()["error"]?["code"] == "sending.wrongChain", "\(taken.output)")
    #expect(try await money(on: copy) == .klay(1))
    let again = try await run("2", id: "food", on: url)
    #expect(try again.json()["result"]?["transaction"]?["earlier"]?["standing"] == "done", "\(again.output)")
    #expect(try await money(on: url) == .klay(3))
    _ = try await fork.end(signal: SIGINT)
    _ = try await chain.end(signal: SIGINT)
  }

  @Test("--kaia is for forks of Kaia's chains: those have its rules, and of others it is refused")
  func kaia() async throws {
    let program = try Program()
    let ethereum = try program.serve("devnet", "--port", "0", "--json")
    let refused = try await program.run("devnet", "--port", "0", "--quiet", "--kaia", "--fork", ethereum.endpoint())
    #expect(refused.status == 64 && refused.errors.contains("none of Kaia's kind"), "\(refused.errors)")
    _ = try await ethereum.end(signal: SIGINT)

    let chain = try program.serve("devnet", "--port", "0", "--json", "--kaia", "--chain-id", "4242")
    let fork = try program.serve("devnet", "--port", "0", "--json", "--kaia", "--fork", try await chain.endpoint())
    let node = try NodeClient(endpoints: [Endpoint(try await fork.endpoint())])
    #expect(try await node.lowerBoundGasPrice() == 25_000_000_000)
    _ = try await fork.end(signal: SIGINT)
    _ = try await chain.end(signal: SIGINT)
  }
}
