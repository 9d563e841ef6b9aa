import Keys
import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures account update with keystores")
struct AccountUpdateTests {
  /// A home with an owner, alice and bob under one password, and carol under another, on a chain of Kaia's kind.
  private func home() async throws -> WalletHome {
    let home = await WalletHome.withOwner()
    home.directory.write("another\n", to: "carol.password")
    for (index, name) in ["alice", "bob", "carol"].enumerated() {
      home.directory.write("0x" + String(repeating: "\(index + 1)", count: 64), to: name)
      let password = name == "carol" ? " --password-file \(home.file("carol.password"))" : ""
      let run = await home.run("wallet import \(name) --light --private-key-file \(home.file(name))\(password)")
      try #require(run.status == .success, "\(run.errors)")
    }
    home.use(
      try StubNode { chain in
        chain.balances[WalletHome.owner.lowercased()] = 5
        chain.answers["kaia_getAccountKey"] = { _, _ in .result(["keyType": 1, "key": [:]]) }
      })
    return home
  }

  @Test("a password that is typed for one keystore opens all that have it; only another one is asked for")
  func shared() async throws {
    let home = try await home()
    let run = await home.run(
      "account update --from owner --key 2:alice,bob,carol",
      answers: [WalletHome.password, WalletHome.password, "another", "n"], without: "LECTURES_PASSWORD_FILE")
    let asked = run.questions.map { $0.split(separator: "\n").last.map(String.init) ?? "" }
    #expect(asked.count == 4, "\(run.questions)\n\(run.errors)")
    #expect(asked.prefix(3) == ["Password of owner: ", "Password of alice: ", "Password of carol: "])
  }

  @Test("a wrong password is told with the keystore that it was typed for")
  func wrong() async throws {
    let home = try await home()
    let run = await home.run(
      "account update --from owner --key 2:alice,bob,carol", answers: [WalletHome.password, "guess"],
      without: "LECTURES_PASSWORD_FILE")
    #expect(run.status == .locked && run.errors.contains("alice"), "\(run.errors)")
  }

  @Test("of one role asks for none of the keys of the others, and account show names the keystore of the new one")
  func oneRole() async throws {
    let home = try await home()
    let keys = try (1...3).map { try PrivateKey(hex: "0x" + String(repeating: "\($0)", count: 64)).publicKey }
    let present = AccountKey.roles(keys.map { .publicKey($0) })
    let node = try StubNode { chain in
      chain.balances[WalletHome.owner.lowercased()] = 5
      chain.answers["kaia_getAccountKey"] = { _, _ in .result(present.json) }
      chain.answers["kaia_sendRawTransaction"] = { call, _ in
        .result(.string(Keccak256.hash((try? Bytes(hex: call.params.first?.string ?? "")) ?? []).hex))
      }
      chain.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(chain.receipt(call.params.first?.string ?? "", 1))
      }
    }
    home.use(node)
    // bob has the key that changes keys; alice's and carol's stay where they are.
    let run = await home.run("account update --from owner --sign-with bob --fee-payer-key new:payer --yes")
    #expect(run.status == .success, "\(run.errors)")
    // Who gives a role to nobody here still has to say so.
    let away = await home.run(
      "account update --from owner --sign-with bob --transaction-key \(Hex.encode(keys[2].compressed)) --yes")
    #expect(away.status == .refused && away.errors.contains("in the role"), "\(away.errors)")
    let shown = await home.run("account show --from owner")
    #expect(shown.output.contains(" alice"), "\(shown.output)")
  }

  @Test("with --id the second time tells what the first did: no new key is made, and no fee is asked for")
  func repeated() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode { chain in
      chain.balances[WalletHome.owner.lowercased()] = 5
      chain.answers["kaia_getAccountKey"] = { _, _ in .result(["keyType": 1, "key": [:]]) }
      chain.answers["kaia_sendRawTransaction"] = { call, _ in
        .result(.string(Keccak256.hash((try? Bytes(hex: call.params.first?.string ?? "")) ?? []).hex))
      }
      chain.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(chain.receipt(call.params.first?.string ?? "", 1))
      }
    }
    home.use(node)
    let line = "account update --from owner --key new:second --yes --id rotate"
    let first = await home.run(line)
    #expect(first.status == .success && first.output.hasPrefix("The account has its new key."), "\(first.errors)")
    // Which keystore has it is told, though the file of version 4 has no public key.
    let row = first.output.split(separator: "\n").last { $0.contains("every role") }
    #expect(row?.hasSuffix(" second") == true, "\(first.output)")
    let asked = node.calls(of: "eth_gasPrice").count
    let again = await home.run(line)
    #expect(again.status == .success && again.output.hasPrefix("The key was changed."), "\(again.errors)")
    #expect(again.output.contains("nothing was paid again"))
    let other = await home.run("account update --from owner --key legacy --yes --id rotate")
    #expect(other.status == .usage && other.errors.contains("Something else was sent"), "\(other.output)")
    #expect(node.calls(of: "kaia_sendRawTransaction").count == 1 && node.calls(of: "eth_gasPrice").count == asked)
  }
}
