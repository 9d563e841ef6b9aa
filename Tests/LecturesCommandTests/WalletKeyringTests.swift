import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures wallet with the keys of Kaia's accounts")
struct WalletKeyringTests {
  private let home = WalletHome()
  private static let account = "0x86bcE8c859f5f304aa30ADb89F2F7B6EE5A0d6e2"
  private static let keys = (1...4).map { "0x" + String(repeating: "\($0)", count: 64) }

  @Test("new makes several keys, of one role or of three, and shows what an account update needs of them")
  func new() async throws {
    let three = try await home.json("wallet new school --keys 3 --light")
    #expect(three["kind"] == "v4" && three["roles"] == [3] && three["keys"] == 3)
    #expect(three["publicKeys"]?[0]?.array?.count == 3 && three["publicKeys"]?[0]?[0]?.string?.utf8.count == 68)
    let roles = try await home.json(
      "wallet new platform --keys 2 --update-keys 1 --fee-payer-keys 1 --address \(Self.account) --light")
    #expect(roles["address"]?.string == Self.account && roles["roles"] == [2, 1, 1])
    let text = await home.run("wallet new again --address school --light")
    #expect(text.output.contains("Transaction key  0x0") && text.output.contains("On the chain nothing has changed"))
    let list = await home.run("wallet list --offline")
    #expect(list.output.contains("Kaia version 4, 2 keys, 1 key for account updates, 1 key for paying fees"))
    let payer = try await home.json("wallet new payer --keys 0 --fee-payer-keys 1 --address \(Self.account) --light")
    #expect(payer["roles"] == [0, 0, 1])
  }

  @Test("new refuses counts that no account has")
  func misuse() async {
    for line in [
      "--keys 11", "--keys -1", "--keys 0", "--keys 0 --update-keys 1", "--update-keys 11", "--keys 2 --words 12",
      "--keys two", "--address nobody", "--address 0x12",
    ] {
      let run = await home.run("wallet new a --light \(line)")
      #expect(run.status != .success, "\(line)")
    }
    #expect(home.directory.read("lectures/keystores/a.json") == nil)
  }

  @Test("a key file of version 4 that does not say its account is not taken for that of its key")
  func nameless() async throws {
    _ = try await home.json("wallet new school --keys 2 --light")
    let file = try #require(home.directory.read("lectures/keystores/school.json"))
    var object = try #require(try JSON(parsing: file).object)
    object["address"] = nil
    home.directory.write(JSON.object(object).serialized(), to: "nameless.json")
    let line = "wallet import other --keystore \(home.file("nameless.json"))"
    let run = await home.run(line)
    #expect(run.status == .usage && run.errors.contains("--address"), "\(run.errors)")
    #expect(try await home.json("\(line) --address \(Self.account)")["address"]?.string == Self.account)
  }

  @Test("import takes the keys of an account by role, and export gives them back")
  func keys() async throws {
    let text = "\(Self.keys[0])\n\(Self.keys[1])\n\n\(Self.keys[2])\n\n\(Self.keys[3])\n"
    home.directory.write(text, to: "keys")
    let entry = try await home.json(
      "wallet import school --light --private-key-file \(home.file("keys")) --address \(Self.account)")
    #expect(entry["roles"] == [2, 1, 1] && entry["address"]?.string == Self.account)
    let out = await home.run("wallet export school --private-key --yes --output \(home.file("out"))")
    #expect(out.status == .success && home.directory.read("out") == text)
    let shown = try await home.json("wallet export school --private-key --yes --show")
    #expect(shown["privateKeys"]?[2]?[0]?.string == Self.keys[3])
    #expect(await home.run("wallet export school --wallet-key --yes --show").status == .usage)
    let rotated = try await home.json(
      "wallet import rotated --light --private-key-file \(home.file("out")) --address \(Self.account)")
    #expect(rotated["roles"] == [2, 1, 1])
    home.directory.write(String(repeating: "\(Self.keys[0])\n\n", count: 4), to: "four")
    let four = await home.run("wallet import four --light --private-key-file \(home.file("four"))")
    #expect(four.status == .failure && four.errors.contains("has 4 roles"))
    #expect(await home.run("wallet import x --address \(Self.account) --mnemonic").status == .usage)
  }

  @Test("a file of version 4 is exported in either layout, imported, and gets another password")
  func files() async throws {
    _ = await home.run("wallet new school --keys 2 --light")
    for (layout, isFlat) in [("node", false), ("caver", true)] {
      let file = try await home.json("wallet export school --layout \(layout)")["keystore"]
      #expect((file?["keyring"]?[0]?.object != nil) == isFlat && file?["version"] == 4)
      home.directory.write(file?.serialized() ?? "", to: layout)
      let copy = try await home.json("wallet import \(layout) --keystore \(home.file(layout))")
      #expect(copy["roles"] == [2])
    }
    home.directory.write("another\n", to: "new")
    let changed = await home.run("wallet password school --light --new-password-file \(home.file("new"))")
    #expect(changed.status == .success)
    #expect(await home.run("wallet export school --private-key --yes --show").status != .success)
    let keys = await home.run(
      "wallet export school --private-key --yes --show --password-file \(home.file("new"))")
    #expect(keys.output.split(separator: "\n").count == 2)
  }

  @Test("a key file is imported as the key of another account")
  func rotatedFile() async throws {
    let other = await WalletHome.withOwner()
    _ = await other.run("wallet export owner --output \(home.file("owner.json"))")
    let entry = try await home.json(
      "wallet import rotated --keystore \(home.file("owner.json")) --address \(Self.account)")
    #expect(entry["kind"] == "v4" && entry["address"]?.string == Self.account)
    let key = try await home.json("wallet export rotated --private-key --yes --show")
    #expect(key["privateKey"]?.string == WalletHome.ownerKey)
  }

  @Test("a message is signed by an account's one key, and of several by the one that is chosen")
  func signing() async throws {
    home.directory.write(Self.keys[0], to: "key")
    _ = await home.run("wallet import a --light --private-key-file \(home.file("key")) --address \(Self.account)")
    let signed = try await home.json("wallet sign hello --from a")
    #expect(signed["address"]?.string == Self.account)
    let verified = try await WalletHome().json(
      "wallet verify hello --signature \(signed["signature"]?.string ?? "")")
    home.directory.write(Self.keys[0], to: "own")
    let own = try await WalletHome().json("wallet import own --light --private-key-file \(home.file("own"))")
    #expect(verified["signer"] == own["address"])
    _ = await home.run("wallet new b --keys 2 --light")
    let several = await home.run("wallet sign hello --from b")
    #expect(several.status == .usage && several.errors.contains("2 keys for transactions"))
    let keys = try await home.json("wallet export b --private-key --yes --show")["privateKeys"]?.array ?? []
    let second = try PrivateKey(
      bytes: Hex.decode(try #require(keys.flatMap { $0.array ?? [$0] }.dropFirst().first?.string)))
    #expect(several.errors.contains("2: \(second.address)"))
    for name in ["2", second.address.checksummed, second.publicKey.compressed.hex] {
      let chosen = try await home.json("wallet sign hello --from b --key \(name)")
      let signer = try await home.json("wallet verify hello --signature \(chosen["signature"]?.string ?? "")")
      #expect(signer["signer"]?.string == second.address.checksummed)
    }
    #expect(await home.run("wallet sign hello --from b --key 3").status == .usage)
  }

  @Test("Kaia's own files are imported, shown and their keys given out", .enabled(if: Fixtures.available("kaia")))
  func vectors() async throws {
    var passed = 0
    for (index, vector) in (try Fixtures.json("kaia/kaia_vectors.json")["keystores"]?.array ?? []).enumerated() {
      guard let file = vector["keystore"], file["version"] == 4 else { continue }
      home.directory.write(file.serialized(), to: "v4")
      home.directory.write(vector["password"]?.string ?? "", to: "their-password")
      let password = "--password-file \(home.file("their-password"))"
      let entry = try await home.json("wallet import k\(index) --keystore \(home.file("v4")) \(password)")
      #expect(entry["kind"] == "v4", "\(entry)")
      let keys = try await home.json("wallet export k\(index) --private-key --yes --show \(password)")
      let told = keys["privateKey"].map { [$0] } ?? (keys["privateKeys"]?.array ?? []).flatMap { $0.array ?? [] }
      let listed = (vector["privateKeys"] ?? vector["expected"]?["privateKeys"])?.array ?? []
      #expect(told == listed.flatMap { $0.array ?? [$0] })
      passed += 1
    }
    #expect(passed == 6)
    Fixtures.report("kaia/keystores at the command line", passed: passed)
  }
}
