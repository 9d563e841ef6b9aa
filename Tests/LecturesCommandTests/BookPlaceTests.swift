import Database
import Operations
import Primitives
import Testing

@testable import LecturesCommand

@Suite("The places of the books of gas and rates")
struct BookPlaceTests {
  private let home = WalletHome()

  private func settings(_ variables: [String: String]) throws -> Settings {
    try Settings(
      GivenSettings(profile: nil, path: nil, naming: \.flag), environment: home.environment.merging(variables) { $1 })
  }

  @Test("are files of the user's data unless told, or the files that are named")
  func files() throws {
    let usual = try settings([:])
    #expect(try usual.gas.place().name == home.file("lectures/gas.sqlite"))
    #expect(try usual.rates.place().name == home.file("lectures/rates.sqlite"))
    let named = try settings(["LECTURES_GAS_BOOK": "~/g.sqlite", "LECTURES_RATES_BOOK": "/r.sqlite"])
    #expect(try named.gas.place().name == home.file("g.sqlite") && named.gas.book() == home.file("g.sqlite"))
    #expect(try named.rates.place().name == "/r.sqlite" && named.rates.book() == "/r.sqlite")
    #expect(try !named.gas.place().isOnServer && !named.rates.place().mayBeThere)
  }

  @Test("are servers by their addresses; locks and health stay with the usual files of this machine")
  func servers() throws {
    let address = "postgres://school@127.0.0.1/books"
    let file = home.directory.write("host=127.0.0.1 user=school dbname=books password=hunter2\n", to: "address")
    let named = try settings(["LECTURES_GAS_BOOK": address, "LECTURES_RATES_BOOK": "@\(file)"])
    #expect(try named.gas.place().isOnServer && named.gas.place().name == address)
    #expect(try named.rates.place().isOnServer && named.rates.place().name == address)
    #expect(try named.gas.book() == home.file("lectures/gas.sqlite"))
    #expect(try named.rates.book() == home.file("lectures/rates.sqlite"))
  }

  @Test("are refused without being repeated where a password is in sight, or others may read the file")
  func secrets() async throws {
    let file = home.directory.write("host=127.0.0.1 password=hunter2", to: "address", mode: 0o644)
    for text in ["postgres://school:hunter2@127.0.0.1/books", "@\(file)"] {
      for line in ["gas alert list --gas-book", "rates alert list --rates-book"] {
        let run = await home.run(line, text)
        #expect(run.status != .success && !(run.output + run.errors).contains("hunter2"), "\(line): \(run.errors)")
      }
    }
  }

  @Test("of an index or of relays, too, are refused without being repeated where a password is in sight")
  func otherSecrets() async throws {
    home.environment["LECTURES_INDEX"] = "postgres://school:hunter2@127.0.0.1/index"
    home.environment["LECTURES_RELAYS"] = "https://school:hunter2@relay.example nonsense"
    for line in ["list", "index status", "exchange pairs", "config list", "config get index", "list --json"] {
      let run = await home.run(line)
      #expect(!(run.output + run.errors).contains("hunter2"), "\(line): \(run.output)\(run.errors)")
    }
    #expect(await home.run("list").errors.contains("postgres://…"))
  }

  @Test("stand in a unit as they are: an address by itself, a file by its whole path")
  func unit() async {
    let file = home.directory.write("host=127.0.0.1 user=school dbname=books", to: "address")
    let run = await home.run("gas daemon --systemd-unit --gas-book @\(file)")
    #expect(run.output.contains(" --gas-book @\(file)"), "\(run.output)\(run.errors)")
    let address = "postgres://school@127.0.0.1/books"
    let gas = await home.run("gas daemon --systemd-unit --gas-book \(address)")
    #expect(gas.output.contains(" --gas-book \(address)"), "\(gas.output)\(gas.errors)")
  }
}
