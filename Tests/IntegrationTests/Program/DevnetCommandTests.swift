import ChainSupport
import Foundation
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// `lectures devnet` as a user runs it.
@Suite(
  "The devnet of the program", .enabled(if: Program.path != nil, "lectures is not built"), .timeLimit(.minutes(20)))
struct DevnetCommandTests {
  @Test("It says in one line of JSON where it listens and who has money, serves, and ends well on Ctrl-C")
  func life() async throws {
    let program = try Program()
    let devnet = try program.serve("devnet", "--port", "0", "--json", "--chain-id", "4242", "--balance", "7")
    let begun = try await devnet.json()
    #expect(begun["ok"] == true)
    let result = try #require(begun["result"])
    #expect(result["chainID"] == 4242 && result["accounts"]?.array?.count == 10)
    let node = try NodeClient(endpoints: [Endpoint(try #require(result["endpoint"]?.string))])
    #expect(try await node.chainID() == 4242)
    for account in result["accounts"]?.array ?? [] {
      let address = try Address(try #require(account["address"]?.string))
      #expect(try await node.balance(of: address, at: .latest) == .klay(7))
    }
    let (status, rest) = try await devnet.end(signal: SIGINT)
    #expect(status == 0 && rest.isEmpty, "\(status) \(rest)")
  }

  @Test("A name and a page that are allowed are answered, and without that refused")
  func allowed() async throws {
    let program = try Program()
    for (devnet, status) in [
      (try program.serve("devnet", "--port", "0", "--json"), "403"),
      (
        try program.serve(
          "devnet", "--port", "0", "--json", "--allow-host", "devnet.test", "--allow-origin", "https://app.test/"),
        "200"
      ),
    ] {
      let run = try await Command.run(
        "/usr/bin/env",
        [
          "curl", "--silent", "--output", "/dev/null", "--write-out", "%{http_code}", "--header", "Host: devnet.test",
          "--header", "Origin: https://app.test", "--data", #"{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}"#,
          try await devnet.endpoint(),
        ], environment: ["PATH": "/usr/bin:/bin"])
      #expect(run.output == status)
      #expect(try await devnet.end(signal: SIGINT).status == 0)
    }
    let refused = try await program.run(["devnet", "--allow-origin", "app.test"])
    #expect(refused.status == 64 && refused.errors.contains("--allow-origin"), "\(refused.errors)")
  }

  @Test("People read the warning, the endpoint, and each account with its key")
  func text() async throws {
    let program = try Program()
    let devnet = try program.serve("devnet", "--port", "0", "--accounts", "2")
    #expect(try await devnet.line().contains("never send them real money"))
    var lines: [String] = []
    while lines.last != "Ctrl-C ends it." { lines.append(try await devnet.line()) }
    #expect(lines.contains { $0.hasPrefix("Endpoint") && $0.contains("http://127.0.0.1:") })
    for part in ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "0xac0974bec39a"] {
      #expect(lines.contains { $0.contains(part) && $0.count <= 80 }, "\(lines)")
    }
    #expect(try await devnet.end(signal: SIGTERM).status == 0)
  }

  @Test("The owners of the user's keystores have money on it, and no password is asked for")
  func keystores() async throws {
    let program = try Program()
    let devnet = try program.serve(
      "devnet", "--port", "0", "--json", "--accounts", "0", "--keystore-dir", TestTools.root + "/Keystores")
    let result = try #require(try await devnet.json()["result"])
    let owners = result["keystores"]?.array ?? []
    #expect(owners.compactMap { $0["name"]?.string }.sorted() == ["instructor", "owner", "student1", "student2"])
    let node = try NodeClient(endpoints: [Endpoint(try #require(result["endpoint"]?.string))])
    for owner in owners {
      let address = try Address(try #require(owner["address"]?.string))
      #expect(try await node.balance(of: address, at: .latest) == .klay(10_000))
    }
    _ = try await devnet.end(signal: SIGINT)
  }

  @Test("A port that is taken, and options that are nothing, are told with what to do")
  func refusals() async throws {
    let program = try Program()
    let devnet = try program.serve("devnet", "--port", "0", "--json")
    let url = try await devnet.endpoint()
    let port = String(try #require(url.split(separator: ":").last))
    let taken = try await program.run("devnet", "--port", port)
    #expect(
      taken.status == 1 && taken.errors.contains(port) && taken.errors.contains("another --port"), "\(taken.errors)")
    for arguments in [
      ["--block-time", "0"], ["--accounts", "1001"], ["--balance", "much"], ["--hardfork", "lisbon"],
      ["--genesis", "/nonexistent"], ["--chain-id", "0x"], ["--port", "65536"], ["--block-time", "1", "--no-mining"],
      ["--memory-limit", "5"],
    ] {
      let run = try await program.run(["devnet"] + arguments)
      #expect(run.status == 64 && run.output.isEmpty && run.errors.hasPrefix("error:"), "\(arguments): \(run.errors)")
    }
    _ = try await devnet.end(signal: SIGINT)
  }

  @Test("Its help tells the rules by their names, the one that is taken too; a mistyped one is told with a near one")
  func hardforks() async throws {
    let program = try Program()
    let help = try await program.run("help", "devnet", "run")
    #expect(help.status == 0 && help.output.contains("The hard fork's rules, by default osaka:"))
    let mistyped = try await program.run("devnet", "--hardfork", "osakka")
    #expect(
      mistyped.status == 64 && mistyped.errors.contains("'osakka'") && mistyped.errors.contains("Did you mean 'osaka'?")
    )
  }

  @Test("When no node runs where the devnet would be, the message says how to start one")
  func noDevnet() async throws {
    let program = try Program()
    // Nobody listens on port 1.
    let run = try await program.run(
      "list", "--endpoint", "http://127.0.0.1:1", "--contract", "0x0000000000000000000000000000000000000001")
    #expect(run.status == 5 && run.errors.contains("(lectures devnet --port 1)"), "\(run.errors)")
  }
}
