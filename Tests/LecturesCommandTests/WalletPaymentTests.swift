import ChainSupport
import Keys
import Locking
import NodeDoubles
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

@Suite("Payments that are asked for, and what a transfer leaves", .timeLimit(.minutes(20)))
struct WalletPaymentTests {
  private func home() async throws -> (WalletHome, Chain) {
    let (home, chain) = (await WalletHome.withOwner(), try await Chain.start())
    home.environment["LECTURES_ENDPOINT"] = chain.url
    return (home, chain)
  }

  private func pay(_ units: UInt256, _ chain: Chain, to receiver: String) async throws {
    _ = try await chain.node.send(
      NodeRequest<JSON>(
        "eth_sendTransaction",
        [
          [
            "from": .string(chain.accounts[3].lowercaseHex), "to": .string(receiver),
            "value": .string(units.quantity),
          ]
        ]
      ) { $0 })
  }

  /// Runs what waits for a payment to the student. The waiting begins at a block that the command chooses: it is paid
  /// until it has seen it.
  private func whilePaid(on chain: Chain, _ run: () async -> CommandRun) async -> CommandRun {
    let payer = Task {
      while !Task.isCancelled {
        try await pay(500_000_000_000_000_000, chain, to: WalletHome.student)
        try await Task.sleep(for: .milliseconds(300))
      }
    }
    defer { payer.cancel() }
    return await run()
  }

  @Test("wallet qr --wait draws the code, waits and says paid with the sender")
  func paid() async throws {
    let (home, chain) = try await home()
    let run = await whilePaid(on: chain) {
      await home.run("wallet qr \(WalletHome.student) --amount 0.5 --wait --within 5m")
    }
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.contains("█") && run.output.contains("Paid: ") && run.output.contains("from "), "\(run.output)")
    #expect(run.output.contains(chain.accounts[3].checksummed))
  }

  @Test("wallet qr --wait tells a webhook what came, signed, and names the contract that paid it")
  func told() async throws {
    let (home, chain) = try await home()
    let receiver = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8), status: 200))] }
    let secret = home.directory.write("my secret\n", to: "secret")
    async let waited = home.run(
      "wallet qr \(WalletHome.student) --amount 0.5 --wait --within 5m --webhook \(receiver.url) --webhook-secret-file \(secret)"
    )
    // A contract that gives all that it is made with to the account, and is gone.
    let code = "0x73\(WalletHome.student.dropFirst(2).lowercased())ff"
    let payer = Task {
      while !Task.isCancelled {
        _ = try await chain.node.send(
          NodeRequest<JSON>(
            "eth_sendTransaction",
            [
              [
                "from": .string(chain.accounts[3].lowercaseHex), "data": .string(code), "gas": "0x30d40",
                "value": .string((500_000_000_000_000_000 as UInt256).quantity),
              ]
            ]
          ) { $0 })
        try await Task.sleep(for: .milliseconds(300))
      }
    }
    let run = await waited
    payer.cancel()
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.contains("0.5 KLAY from 0x") && !run.output.contains("rose by"), "\(run.output)")
    #expect(run.output.contains("The webhook was told."), "\(run.output)")
    let request = try #require(receiver.requests.first)
    let json = try JSON(parsing: request.body)
    #expect(json["event"]?.string == "paid" && json["recipient"]?.string == WalletHome.student, "\(json)")
    #expect(json["amount"]?.string == "500000000000000000" && json["unexplained"]?.string == "0", "\(json)")
    let hash = try #require(json["transactions"]?.string?.split(separator: " ").first)
    #expect(run.output.contains("transaction \(hash)"), "\(run.output)\(json)")
    #expect(request.headers["x-lectures-signature"]?.hasPrefix("sha256=") == true)
    #expect(request.headers["x-lectures-delivery"] == json["id"]?.string)
    #expect(receiver.requests.count == 1)
  }

  @Test("a webhook that refuses a payment's news is told of it, with a status of its own; without --wait there is none")
  func untold() async throws {
    let (home, chain) = try await home()
    let receiver = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8), status: 410))] }
    let run = await whilePaid(on: chain) {
      await home.run(
        "wallet qr \(WalletHome.student) --amount 0.5 --wait --within 5m --webhook \(receiver.url) --language uk")
    }
    #expect(run.status == .failure && run.output.contains("Сплачено: "), "\(run.output)")
    #expect(run.errors.contains("сповістити вебхук не вдалося") && run.errors.contains("410"), "\(run.errors)")
    #expect(await home.run("wallet qr owner --amount 1 --webhook \(receiver.url)").status == .usage)
  }

  @Test("wallet qr --wait says that the payment came, and from whom, before a webhook is told")
  func saidFirst() async throws {
    let (home, chain) = try await home()
    let output = MemorySink()
    let saidBefore = Guarded<[String]>([])
    let receiver = try HostileServer { _ in
      saidBefore.withLock { $0.append(output.text) }
      return [.send(HTTPText.reply(Bytes("{}".utf8), status: 410))]
    }
    let line = "wallet qr \(WalletHome.student) --amount 0.5 --wait --within 5m --webhook \(receiver.url)"
    let run = await whilePaid(on: chain) {
      await CommandRun(line.split(separator: " ").map(String.init), environment: home.environment, output: output)
    }
    let before = try #require(saidBefore.withLock { $0.first })
    #expect(before.contains("Paid: ") && before.contains(chain.accounts[3].checksummed), "\(before)")
    #expect(run.output.ranges(of: "Paid: ").count == 1, "\(run.output)")
    #expect(run.status == .failure && run.errors.contains("410"), "\(run.output)\(run.errors)")
  }

  @Test(
    "a webhook that others could read along with is refused before anything is asked, as an index refuses it",
    arguments: [("en", "over TLS"), ("ko", "TLS로만"), ("uk", "лише через TLS")])
  func openWebhook(language: String, words: String) async throws {
    let (home, node) = (await WalletHome.withOwner(), try StubNode())
    home.use(node)
    let line = "wallet qr owner --amount 1 --wait --within 1s --language \(language)"
    let run = await home.run("\(line) --webhook http://shop.example/paid")
    #expect(run.status == .usage && run.errors.contains(words) && run.errors.contains("https://"), "\(run.errors)")
    #expect(node.exchanges == 0 && run.output.isEmpty, "\(run.output)")
  }

  @Test("wallet qr --wait has a status of its own where nothing came in time")
  func unpaid() async throws {
    let (home, _) = try await home()
    let run = await home.run("wallet qr owner --amount 3 --wait --within 1s")
    #expect(run.status == .notPaid && run.errors.contains("3 KLAY did not come in time."), "\(run.errors)")
    #expect(await home.run("wallet qr owner --wait").status == .usage)
    #expect(await home.run("wallet qr owner --amount 1 --within 1s").status == .usage)
  }

  @Test("the first payment to an address is said to be one, and both sides' balances are shown as they will be")
  func review() async throws {
    let (home, _) = try await home()
    let receiver = "0x00000000000000000000000000000000000abcde"
    let first = await home.run("wallet transfer --from owner --to \(receiver) --amount 2", answers: ["y"])
    let shown = first.questions.joined(separator: "\n")
    #expect(first.status == .success, "\(first.errors)")
    #expect(shown.contains("nothing was sent from here to this address before"), "\(shown)")
    #expect(shown.contains("Theirs then  2 KLAY, now 0 KLAY") && shown.contains("Yours then"), "\(shown)")
    let second = await home.run("wallet transfer --from owner --to \(receiver) --amount 1", answers: ["y"])
    let again = second.questions.joined(separator: "\n")
    #expect(!again.contains("nothing was sent") && again.contains("3 KLAY, now 2 KLAY"), "\(again)")
    let ukrainian = await home.run(
      "wallet transfer --from owner --to \(receiver) --amount 1 --language uk", answers: ["n"])
    #expect(ukrainian.questions.joined().contains("В одержувача"))
  }

  @Test("the first payment to another wallet of one's own is said to be one, too; one to oneself is none")
  func toOwnWallet() async throws {
    let (home, _) = try await home()
    #expect(await home.run("wallet new purse --light").status == .success)
    let words = "nothing was sent from here to this address before"
    let first = await home.run("wallet transfer --from owner --to purse --amount 2", answers: ["y"])
    #expect(first.status == .success && first.questions.joined().contains(words), "\(first.questions)\(first.errors)")
    let second = await home.run("wallet transfer --from owner --to purse --amount 2", answers: ["n"])
    #expect(second.questions.count == 1 && !second.questions.joined().contains(words), "\(second.questions)")
    let back = await home.run("wallet transfer --from owner --to owner --amount 1", answers: ["n"])
    #expect(back.questions.count == 1 && !back.questions.joined().contains(words), "\(back.questions)")
  }

  @Test("a password that is typed may be wrong twice")
  func attempts() async throws {
    let (home, _) = try await home()
    let line = "wallet sign hello --from owner"
    func run(_ answers: String...) async -> CommandRun {
      await home.run(line, answers: answers, without: "LECTURES_PASSWORD_FILE")
    }
    let third = await run("wrong", "wronger", WalletHome.password)
    #expect(third.status == .success && third.errors.contains("2 attempts left"), "\(third.errors)")
    let never = await run("a", "b", "c", WalletHome.password)
    #expect(never.status == .locked && never.questions.count == 3, "\(never.errors)")
    #expect(never.errors.contains("error: The password was wrong three times: owner stays locked."), "\(never.errors)")
    #expect(!never.errors.contains("MAC"), "\(never.errors)")
    for (language, words) in [("ko", "비밀번호를 세 번 틀려"), ("uk", "Пароль тричі був неправильний")] {
      let run = await home.run(
        "\(line) --language \(language)", answers: ["a", "b", "c"], without: "LECTURES_PASSWORD_FILE")
      #expect(run.status == .locked && run.errors.contains(words), "\(run.errors)")
    }
    let code = await home.run("\(line) --json", answers: ["a", "b", "c"], without: "LECTURES_PASSWORD_FILE")
    #expect(try JSON(parsing: code.output)["error"]?["code"] == "keystore.wrongPassword", "\(code.output)")
    let once = await run("a")
    #expect(once.status == .locked && once.errors.contains("password"), "\(once.errors)")
  }

  @Test("a weak password is named, and taken only if whoever types it says so")
  func weak() async throws {
    let home = WalletHome()
    let variable = "LECTURES_PASSWORD_FILE"
    let run = await home.run(
      "wallet new a --light", answers: ["password1!", "password1!", "n", "qwertyuiop", "qwertyuiop", "y"],
      without: variable)
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.errors.contains("one of those that are tried first"), "\(run.errors)")
    #expect(run.errors.contains("follow one another on the keyboard"), "\(run.errors)")
    home.directory.write("12345\n", to: "short")
    let file = await home.run("wallet new b --light --password-file \(home.file("short"))")
    #expect(file.status == .success && file.errors.contains("That password is weak"), "\(file.errors)")
  }

  @Test("wallet use keeps the account that acts, also one whose file is named by an address of e-mail")
  func use() async throws {
    let home = await WalletHome.withOwner()
    let other = await home.run("wallet new me@example.com --light")
    #expect(other.status == .success, "\(other.errors)")
    let run = await home.run("wallet use me@example.com")
    #expect(run.status == .success && run.output.contains("me@example.com acts from now on."), "\(run.errors)")
    #expect(await home.run("config get account").output.contains("me@example.com"))
    #expect(await home.run("wallet show").output.contains("me@example.com"))
    #expect(await home.run("wallet use nobody").status == .locked)
    let json = try await home.json("wallet use owner")
    #expect(json["address"] == .string(WalletHome.owner) && json["inForce"] == true)
    home.environment["LECTURES_ACCOUNT"] = "me@example.com"
    #expect(try await home.json("wallet use owner")["inForce"] == false)
  }
}

@Suite("Networks in a backup")
struct BackupNetworkTests {
  @Test("are restored where there are none of their names, and never change what is here or what the program knows")
  func restored() async throws {
    let home = await WalletHome.withOwner()
    home.directory.write(
      #"{"networks": {"school": {"endpoint": "https://ada:hunter2@a.example/v1", "symbol": "SCH", "chain-id": 77}, "#
        + #""kaia": {"endpoint": "https://evil.example"}, "broken": {"symbol": "B"}}}"#,
      to: "lectures/config.json")
    let file = home.file("all.backup")
    #expect(try await home.json("wallet backup \(file) --light")["networks"] == 3)
    let other = WalletHome()
    let told = try await other.json("wallet restore \(file) --list")["networks"]?.array ?? []
    #expect(told.map { $0["name"] } == ["school", "kaia", "broken"], "\(told)")
    #expect(told.map { $0["usable"] } == [true, true, false], "\(told)")
    #expect(told.first?["chainID"] == 77 && told.first?["symbol"] == "SCH", "\(told)")
    let shown = await other.run("wallet restore \(file) --list").output
    for text in ["school", "77", "a.example", "kaia", "evil.example", "of no use"] {
      #expect(shown.contains(text), "\(shown)")
    }
    #expect(!shown.contains("hunter2"), "\(shown)")
    #expect(await !other.run("network list").output.contains("school"))
    let restored = try await other.json("wallet restore \(file)")
    #expect(restored["networks"]?["added"] == ["school"], "\(restored)")
    #expect(restored["networks"]?["conflicts"] == ["kaia", "broken"], "\(restored)")
    let listed = await other.run("network list --json").output
    #expect(listed.contains("@a.example") && listed.contains("SCH") && !listed.contains("evil"), "\(listed)")
    let again = try await other.json("wallet restore \(file)")
    #expect(again["networks"]?["unchanged"] == ["school"], "\(again)")
    #expect(again["networks"]?["added"] == [])
  }
}

@Suite("Weak passwords")
struct PasswordWeaknessTests {
  @Test(
    "are short, common, repetitive, in a row, of digits or the account's name",
    arguments: [
      ("xk7", PasswordWeakness.short(3)), ("Passw0rd", .common), ("P@$$word2024!", .common), ("letmein99", .common),
      ("aaaaaaaaaaaa", .repetitive), ("abababababab", .repetitive), ("qwertyuiop", .sequence),
      ("0123456789012", .sequence), ("zyxwvutsrqpo", .sequence), ("8402731956", .digits), ("marta77!", .name),
      ("비밀번호", .common), ("tr0ub4dor", .short(9)),
    ] as [(String, PasswordWeakness)])
  func weak(password: String, weakness: PasswordWeakness) {
    #expect(PasswordWeakness.find(in: SecretBytes(utf8: password), of: "marta77") == weakness, "\(password)")
  }

  @Test(
    "are none of some length that nobody would try",
    arguments: ["open sesame", "tulip-otter-7-quartz", "맑은하늘아래서책읽기", "k9$Vz!qP2w", "28471930562847193056"])
  func fair(password: String) {
    #expect(PasswordWeakness.find(in: SecretBytes(utf8: password), of: "marta77") == nil)
  }
}
