import Foundation
import NodeDoubles
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures wallet list, show, rename, export, remove, password, backup and restore")
struct WalletKeepingTests {
  private func keystore(_ name: String) -> String { "lectures/keystores/\(name)" }

  @Test("list shows every file, those that cannot be used with the reason")
  func list() async throws {
    let home = await WalletHome.withOwner()
    home.directory.write("{ half", to: keystore("broken.json"))
    let run = await home.run("wallet list --offline")
    #expect(run.status == .success)
    #expect(
      run.output.hasPrefix(
        """
        Wallet        Address                                     Balance  As of  Network  Kind
        broken        not told                                                    local    damaged
        owner (acts)  \(WalletHome.owner)                  local    version 3
        broken.json: The key file is damaged: it is no JSON.
        """))
    let json = try await home.json("wallet list --offline")
    #expect(json["directory"]?.string == home.file("lectures/keystores"))
    let broken = json["accounts"]?[0]
    #expect(broken?["kind"] == "damaged")
    #expect(broken?["problem"]?["code"] == "keystore.damaged")
    #expect(
      json["accounts"]?[1] == [
        "name": "owner", "address": .string(WalletHome.owner), "file": "owner.json", "kind": "v3", "keys": 1,
        "problem": nil, "secret": "key", "path": nil, "network": "local", "balance": nil, "tokens": [],
        "balanceTime": nil, "stale": true, "elsewhere": [], "acts": true,
      ])
  }

  @Test("a folder of keys that cannot be read is a key that cannot be used")
  func unreadable() async {
    let home = WalletHome()
    let file = home.directory.write("", to: "file")
    let run = await home.run("wallet show owner --keystore-dir \(file)")
    #expect(run.status == .locked)
    #expect(run.errors == "error: The folder cannot be opened: \(file).\n  Not a directory.\n")
  }

  @Test("list of nothing says how to make something")
  func empty() async {
    let home = WalletHome()
    let run = await home.run("wallet list --offline")
    #expect(run.output.contains("make one: lectures wallet new NAME"))
  }

  @Test("show tells how a file is encrypted, and finds it by name, address or file")
  func show() async {
    let home = await WalletHome.withOwner()
    for name in ["owner", WalletHome.owner.lowercased(), "owner.json", ""] {
      let run = await home.run("wallet show \(name)")
      #expect(
        run.output == """
          Account    owner
          Address    \(WalletHome.owner)
          Kind       version 3
          Encrypted  scrypt, n = 4096, r = 8, p = 1; aes-128-ctr
          File       \(home.file("lectures/keystores/owner.json"))

          """)
    }
    let unknown = await home.run("wallet show ownr")
    #expect(unknown.status == .locked)
    #expect(unknown.errors.contains("Did you mean owner?"))
  }

  @Test("rename moves the file")
  func rename() async {
    let home = await WalletHome.withOwner()
    let run = await home.run("wallet rename owner boss")
    #expect(run.output == "owner is called boss now (boss.json).\n")
    #expect(home.directory.read(keystore("owner.json")) == nil)
    #expect(await home.run("wallet rename boss ../boss").status == .usage)
  }

  @Test("password needs the right old one")
  func password() async {
    let home = await WalletHome.withOwner()
    let nobody = await home.run("wallet password owner --light")
    #expect(nobody.status == .locked)
    #expect(nobody.errors.hasSuffix("  Give it with --new-password-file FILE or --new-password-fd N.\n"))
    home.directory.write("another\n", to: "new")
    let run = await home.run("wallet password owner --light --new-password-file \(home.file("new"))")
    #expect(run.output == "The password of owner is changed.\n")
    let again = await home.run("wallet password owner --light --new-password-file \(home.file("new"))")
    #expect(again.status == .locked)
    #expect(again.errors.contains("The password does not open this key file."))
    let asked = await home.run(
      "wallet password owner --light", answers: ["another", "a third one", "a third one"],
      without: "LECTURES_PASSWORD_FILE")
    #expect(asked.questions == ["Password of owner: ", "New password of owner: ", "Once more, to be sure: "])
    #expect(asked.status == .success)
  }

  @Test("remove wants the name typed")
  func remove() async {
    let home = await WalletHome.withOwner()
    let no = await home.run("wallet remove owner", answers: ["yes"])
    #expect(no.status == .notConfirmed)
    #expect(
      no.questions == [
        """
        Remove the account owner?
          Address  \(WalletHome.owner)
          File     \(home.file("lectures/keystores/owner.json"))
          Mind     Without another copy of the key, all that the account holds is lost.
        Type owner to go on:\(" ")
        """
      ])
    #expect(await home.run("wallet remove owner").status == .notConfirmed)
    #expect(home.directory.read(keystore("owner.json")) != nil)
    #expect(await home.run("wallet remove owner", answers: ["owner"]).status == .success)
    #expect(home.directory.read(keystore("owner.json")) == nil)
    home.directory.write("{", to: keystore("broken.json"))
    #expect(await home.run("wallet remove broken --yes").status == .success)
  }

  @Test("export gives the encrypted file as it is")
  func export() async {
    let home = await WalletHome.withOwner()
    #expect(await home.run("wallet export owner").output == home.directory.read(keystore("owner.json")))
    let run = await home.run("wallet export owner --output \(home.file("out.json"))")
    #expect(run.output == "The encrypted key of owner is in \(home.file("out.json")).\n")
    #expect(home.directory.mode(of: "out.json") == 0o600)
    #expect(home.directory.read("out.json") == home.directory.read(keystore("owner.json")))
    let again = await home.run("wallet export owner --output \(home.file("out.json"))")
    #expect(again.status == .failure)
    #expect(again.errors.contains("add --replace"))
    #expect(await home.run("wallet export owner --replace --output \(home.file("out.json"))").status == .success)
  }

  @Test("export of the private key wants the name typed, and keeps it off the screen")
  func exportKey() async {
    let home = await WalletHome.withOwner()
    let screen = await home.run("wallet export owner --private-key", answers: ["owner"], terminal: 80)
    #expect(screen.status == .usage)
    #expect(screen.questions.isEmpty)
    #expect(await home.run("wallet export owner --private-key --json --yes").status == .usage)
    let no = await home.run("wallet export owner --private-key", answers: ["y"])
    #expect(no.status == .notConfirmed && no.output.isEmpty)
    let piped = await home.run("wallet export owner --private-key", answers: ["owner"])
    #expect(piped.output == "\(WalletHome.ownerKey)\n")
    let run = await home.run("wallet export owner --private-key --yes --output \(home.file("key"))")
    #expect(!run.output.contains("ac0974") && !run.errors.contains("ac0974"))
    #expect(home.directory.read("key") == "\(WalletHome.ownerKey)\n")
    #expect(home.directory.mode(of: "key") == 0o600)
    let shown = await home.run("wallet export owner --wallet-key --show --yes", terminal: 200)
    #expect(shown.output.contains("\(WalletHome.ownerKey)0x00\(WalletHome.owner.lowercased())"))
  }

  @Test("backup tells what is not in it")
  func leftOut() async throws {
    let home = await WalletHome.withOwner()
    let folder = home.directory.path + "/lectures/keystores"
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link.json", withDestinationPath: folder + "/owner.json")
    home.directory.write("{ half", to: keystore("broken.json"))
    let run = await home.run("wallet backup \(home.file("all.backup")) --light")
    #expect(run.output.hasPrefix("1 account of "), "\(run.output)")
    #expect(run.errors.contains("warning: link.json is not in the backup"), "\(run.errors)")
    #expect(run.errors.contains("warning: broken.json is in the backup as it is, and of no use"), "\(run.errors)")
    #expect(await home.run("wallet history broken --offline").status == .locked)
  }

  @Test("backup and restore tell what was restored, what was there and what was in the way")
  func backup() async throws {
    let home = await WalletHome.withOwner()
    _ = await home.run("wallet new second --light")
    let backup = home.file("all.backup")
    let made = await home.run("wallet backup \(backup) --light")
    #expect(made.status == .success)
    #expect(home.directory.mode(of: "all.backup") == 0o600)
    #expect(await home.run("wallet backup \(backup) --light").errors.contains("add --replace"))
    let listed = await home.run("wallet restore \(backup) --list")
    #expect(listed.output.contains("second"))

    _ = await home.run("wallet rename owner boss")
    let conflict = await home.run("wallet restore \(backup)")
    #expect(conflict.status == .failure)
    #expect(conflict.output.contains("0 restored, 1 there already, 1 left out.\n"))
    #expect(conflict.output.contains("is already here under another name."))
    _ = await home.run("wallet remove boss --yes")
    let json = try await home.json("wallet restore \(backup)")
    #expect(json["restored"]?[0]?["name"] == "owner")
    #expect(json["unchanged"] == ["second.json"])
    #expect(json["conflicts"] == [])

    home.directory.write("wrong", to: "wrong")
    let wrong = await home.run("wallet restore \(backup) --password-file \(home.file("wrong"))")
    #expect(wrong.status == .locked)
    #expect(await home.run("wallet restore \(home.file("none"))").status == .locked)
    let nothing = await WalletHome().run("wallet backup \(home.file("empty.backup")) --light")
    #expect(nothing.status == .locked)
    #expect(nothing.errors.contains("There is nothing to back up."))
  }
}
