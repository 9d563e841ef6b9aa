import Keystores
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

@Suite("lectures network")
struct NetworkCommandTests {
  private let directory = TemporaryDirectory()
  private var environment: [String: String] { ["XDG_CONFIG_HOME": directory.path, "HOME": directory.path] }

  @Test("list shows every network and marks the one in use")
  func list() async {
    let run = await CommandRun("network list --network kairos", environment: environment)
    #expect(run.status == .success)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
           Network  Chain id  Money  What it is                                                       Endpoint
           kaia         8217  KAIA   Kaia, formerly Klaytn (Cypress)                                  https://public-en.node.kaia.io
        *  kairos       1001  KAIA   Kaia's test network (Baobab); money from https://faucet.kaia.io  https://public-en-kairos.node.kaia.io
           mainnet         1  ETH    Ethereum                                                         https://ethereum-rpc.publicnode.com
           sepolia  11155111  ETH    Ethereum's test network                                          https://ethereum-sepolia-rpc.publicnode.com
           local         any  KLAY   a node on this machine, such as lectures devnet                  http://127.0.0.1:8545

        """)
  }

  @Test("list shows the one in use with the endpoint and chain that are in use")
  func listInUse() async {
    let line = "network use local --endpoint http://127.0.0.1:18545 --chain-id 1337"
    #expect(await CommandRun(line, environment: environment).status == .success)
    let run = await CommandRun("network list", environment: environment)
    #expect(run.output.contains("\n*  local        1337  "), "\(run.output)")
    #expect(run.output.hasSuffix("  http://127.0.0.1:18545\n"), "\(run.output)")
  }

  @Test("an endpoint that was given with a network stays that network's, also while another is in use")
  func otherEndpoint() async throws {
    for line in ["kaia --endpoint http://127.0.0.1:9354", "local --endpoint http://127.0.0.1:9351"] {
      #expect(await CommandRun("network use \(line)", environment: environment).status == .success)
    }
    // What is given for a run is meant for the network in use.
    let run = await CommandRun("network list --json --endpoint http://127.0.0.1:9999", environment: environment)
    let networks = try JSON(parsing: run.output)["result"]?["networks"]?.array ?? []
    let endpoints = networks.filter { ["kaia", "local"].contains($0["name"]?.string) }.map { $0["endpoints"] }
    #expect(endpoints == [["http://127.0.0.1:9354"], ["http://127.0.0.1:9999"]], "\(run.output)")
  }

  @Test("a built-in network is not made another chain, and no file is named that is not there")
  func builtIn() async {
    let run = await CommandRun("network use local --kaia true", environment: environment)
    #expect(run.status == .usage, "\(run.errors)")
    #expect(run.errors.contains("networks.local.kaia cannot be that; nothing was changed."), "\(run.errors)")
    #expect(run.errors.contains("local is built in") && !run.errors.contains("config.json"), "\(run.errors)")
    #expect(!run.errors.contains("unset"), "\(run.errors)")
  }

  @Test("list fits into a terminal")
  func narrow() async {
    let run = await CommandRun("network list --no-color", environment: environment, terminal: 80)
    #expect(run.output.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 80 })
    #expect(run.output.contains("11155111"))
    #expect(!run.output.contains("\u{1B}"))
    #expect(await CommandRun("network list", environment: environment, terminal: 80).output.contains("\u{1B}[1mlocal"))
  }

  @Test("use keeps the network and what is given with it, for its owner only")
  func use() async throws {
    let run = await CommandRun(
      "network use kairos --contract 0x0000000000000000000000000000000000000001 --from-block 5 --from teacher",
      environment: environment)
    #expect(run.status == .success)
    #expect(
      run.output == """
        Commands work on kairos from now on (profile default).
        Kept with it: contract, from-block, account.
        lectures network show shows what is set.

        """)
    #expect(
      directory.read("lectures/config.json") == """
        {
          "profile": "default",
          "profiles": {
            "default": {
              "network": "kairos",
              "networks": {
                "kairos": {
                  "contract": "0x0000000000000000000000000000000000000001",
                  "from-block": "5"
                }
              },
              "account": "teacher"
            }
          }
        }

        """)
    #expect(directory.mode(of: "lectures/config.json") == 0o600)
    let show = try JSON(parsing: await CommandRun("network show --json", environment: environment).output)
    #expect(show["result"]?["network"]?["name"] == "kairos")
    let contract = show["result"]?["settings"]?.array?.first { $0["name"] == "contract" }
    #expect(contract?["origin"] == "profile default")
  }

  @Test("use keeps profiles apart and makes them")
  func profiles() async throws {
    _ = await CommandRun("network use kaia --profile school", environment: environment)
    _ = await CommandRun("network use sepolia --profile lab", environment: environment)
    func inUse(_ line: String) async throws -> JSON? {
      try JSON(parsing: await CommandRun("network list --json \(line)", environment: environment).output)["result"]?[
        "inUse"]
    }
    #expect(try await inUse("") == "sepolia")
    #expect(try await inUse("--profile school") == "kaia")
    let unknown = await CommandRun("network list --profile shool", environment: environment)
    #expect(unknown.status == .settings)
    #expect(unknown.errors.contains("Did you mean 'school'?"))
  }

  @Test("use makes a network of one's own, with its chain id")
  func ownNetwork() async throws {
    let without = await CommandRun("network use campus --endpoint http://10.0.0.5:8545", environment: environment)
    #expect(without.status == .usage)
    #expect(directory.read("lectures/config.json") == nil)
    let run = await CommandRun(
      "network use campus --endpoint http://10.0.0.5:8545 --chain-id 1337", environment: environment)
    #expect(run.status == .success)
    let file = try JSON(parsing: directory.read("lectures/config.json") ?? "")
    #expect(file["networks"]?["campus"] == ["chain-id": "1337", "endpoint": "http://10.0.0.5:8545"])
    #expect(await CommandRun("network list", environment: environment).output.contains("*  campus"))
  }

  @Test("use keeps what a network is in its definition, and the rest of its settings in the profile")
  func definition() async throws {
    let run = await CommandRun(
      ["network", "use", "campus", "--endpoint", "http://10.0.0.5:8545", "--chain-id", "1337", "--symbol", "KLAY"]
        + ["--kaia", "true", "--explorer", "https://scan.example/", "--summary", "ours", "--fiat-rate", "2 USD"],
      environment: environment)
    #expect(run.status == .success, "\(run.errors)")
    let file = try JSON(parsing: directory.read("lectures/config.json") ?? "")
    #expect(
      file["networks"]?["campus"] == [
        "endpoint": "http://10.0.0.5:8545", "chain-id": "1337", "symbol": "KLAY", "kaia": true, "summary": "ours",
        "explorer": "https://scan.example/",
      ])
    #expect(file["profiles"]?["default"]?["networks"]?["campus"] == ["fiat-rate": "2 USD"])
    let shown = try JSON(parsing: await CommandRun("network show --json", environment: environment).output)["result"]
    #expect(shown?["network"]?["kaia"] == true && shown?["network"]?["explorer"] == "https://scan.example")
    let symbol = shown?["settings"]?.array?.first { $0["name"] == "symbol" }
    #expect(symbol?["origin"] == "network campus of the configuration file")
    // Of a network that is known already they change the definition, and nothing else does.
    _ = await CommandRun("network use campus --symbol KAIA --chain-id 1337", environment: environment)
    let changed = try JSON(parsing: directory.read("lectures/config.json") ?? "")
    #expect(changed["networks"]?["campus"]?["symbol"] == "KAIA")
    #expect(changed["profiles"]?["default"]?["networks"]?["campus"]?["chain-id"] == "1337")
  }

  @Test("use keeps nothing that cannot be used")
  func refuses() async {
    for line in [
      "kairso", "kairos --contract 0x12", "kairos --confirmations many", "kairos --chain-id 1", "kairos --network kaia",
      "campus --endpoint http://h --chain-id zero", "../etc", "local --endpoint ws://127.0.0.1:8546",
      "kairos --endpoint not-a-url", "kairos --kaia true", "kairos --symbol gwei", "kairos --explorer nowhere",
      "kairos --fiat-rate much",
    ] {
      let run = await CommandRun("network use \(line)", environment: environment)
      #expect(run.status == .usage || run.status == .settings, "\(line)")
      #expect(run.errors.hasPrefix("error: "), "\(line)")
      #expect(directory.read("lectures/config.json") == nil, "\(line)")
    }
  }

  @Test("use mends a file that takes a profile it does not have, if it is told which")
  func mendsProfile() async {
    _ = try? PrivateFile.makeFolder(of: directory.file("lectures/config.json"))
    directory.write(#"{"profile":"defualt","profiles":{"default":{"max-price":3}}}"#, to: "lectures/config.json")
    let refused = await CommandRun("network use kaia", environment: environment)
    #expect(refused.status == .settings && refused.errors.contains("network use NETWORK --profile NAME"))
    #expect(await CommandRun("network use kaia --profile default", environment: environment).status == .success)
    #expect(directory.read("lectures/config.json")?.contains("\"max-price\": 3") == true)
    #expect(await CommandRun("network show", environment: environment).status == .success)
  }

  @Test("use mends a profile whose network is gone, and warns of a stronger variable")
  func mends() async {
    _ = try? PrivateFile.makeFolder(of: directory.file("lectures/config.json"))
    directory.write(#"{"profiles":{"default":{"network":"gone"}}}"#, to: "lectures/config.json")
    #expect(await CommandRun("network show", environment: environment).status == .settings)
    #expect(await CommandRun("network use kaia", environment: environment).status == .success)
    var stronger = environment
    stronger["LECTURES_NETWORK"] = "sepolia"
    let run = await CommandRun("network use kairos", environment: stronger)
    #expect(run.errors == "warning: LECTURES_NETWORK=sepolia is set in the environment and is stronger.\n")
  }
}
